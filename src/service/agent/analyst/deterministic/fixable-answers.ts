import type { IssueRow } from '../../../../agent/tools/issue-words.ts';
import { type Answer, type Asked, say } from './asked.ts';
import { find } from './issues.ts';
import { connectModel, counted, describe, issueLine, listed } from './words.ts';

/** Which issues a patch can fix, from what is known of each one's patch. */

const longest = 200;
const shown = 5;

type Group = 'ready' | 'making' | 'untried' | 'failed' | 'byHand';

const groups: readonly Group[] = ['ready', 'making', 'untried', 'failed', 'byHand'];

function groupOf({ patch, fixableBy }: IssueRow): Group {
  switch (patch) {
    case 'READY':
      return 'ready';
    case 'QUEUED':
    case 'GENERATING':
    case 'VALIDATING':
      return 'making';
    case 'UNPATCHABLE':
      return 'byHand';
    case 'FAILED':
      return 'failed';
    default:
      return fixableBy === 'NONE' ? 'byHand' : 'untried';
  }
}

function heading(group: Group, number: number): string {
  const issues = counted(number, 'issue');
  const one = number === 1;
  switch (group) {
    case 'ready':
      return `**${issues} ${one ? 'has' : 'have'} a patch** that is ready`;
    case 'making':
      return `**${issues}**: the patch is being made`;
    case 'untried':
      return `**${issues}**: no patch was tried yet`;
    case 'failed':
      return `**${issues}**: making the patch failed, it can be tried again`;
    case 'byHand':
      return `**${issues} ${one ? 'has' : 'have'} no automatic fix** and ${one ? 'needs' : 'need'} a change by hand`;
  }
}

export async function* fixable(asked: Asked): Answer {
  const { statuses: _, text: __, ...filter } = asked.request.filter;
  yield say(`Looking at the patches of ${describe(filter)}.\n\n`);
  const found = await find(asked, filter, longest);
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const { issues, total, isLeast } = found;
  if (issues.length === 0) {
    yield say(`There is no open ${describe(filter, true)}, so there is nothing to fix.`);
    return;
  }
  const all = issues.length === total && !isLeast;
  yield say(`Of ${all ? '' : 'the worst '}${counted(issues.length, 'open issue')}:\n`);
  const byGroup = Map.groupBy(issues, groupOf);
  let number = 0;
  for (const group of groups) {
    const members = byGroup.get(group) ?? [];
    if (members.length === 0) continue;
    const lines = members.slice(0, shown).map((issue) => issueLine(issue, ++number));
    const rest = members.length - lines.length;
    yield say(`\n${heading(group, members.length)}:\n\n${lines.join('\n')}\n`);
    if (rest > 0) yield say(`\n… and ${counted(rest, 'more', 'more')}.\n`);
  }
  const tips = [
    byGroup.has('ready') ? '*show the patch of number 1* shows a change before it is applied' : '',
    byGroup.has('untried') || byGroup.has('failed')
      ? '*fix* with a number makes the patch and proves it, or says why there is none'
      : '',
  ].filter((tip) => tip !== '');
  if (tips.length > 0) yield say(`\n${sentence(listed(tips, 'and'))}.`);
  if (byGroup.has('byHand')) yield say(` ${connectModel}`);
}

function sentence(text: string): string {
  return text.replace(/^\*?[a-z]/, (first) => first.toUpperCase());
}
