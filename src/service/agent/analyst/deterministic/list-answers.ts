import * as z from 'zod';
import { prose } from '../../../../agent/data.ts';
import { IssueRow } from '../../../../agent/tools/issue-words.ts';
import { Severity } from '../../../../api/contract/vocabulary.ts';
import { type Answer, type Asked, call, say } from './asked.ts';
import { find } from './issues.ts';
import { counted, describe, inWords, issueLine, listed } from './words.ts';

/** Answers about many issues: lists, counts, what changed. */

const usualLength = 10;
const longest = 200;

export async function* list(asked: Asked): Answer {
  const { filter, limit = usualLength } = asked.request;
  yield say(`Looking for ${describe(filter)}.\n\n`);
  yield* page(asked, 0, Math.min(limit, longest));
}

/** The next ones of the list before. */
export async function* more(asked: Asked): Answer {
  const shown = Math.max(0, ...asked.before.list.keys());
  if (shown === 0) {
    yield say('There is no list to go on with. Ask for one, e.g. *show critical issues*.');
    return;
  }
  yield say(`Going on after number ${shown}.\n\n`);
  yield* page(asked, shown, usualLength);
}

async function* page(asked: Asked, after: number, length: number): Answer {
  const { filter } = asked.request;
  const found = await find(asked, filter, Math.min(after + length, longest));
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const rows = found.issues.slice(after);
  if (rows.length === 0) {
    yield say(after > 0 ? 'That was all of them.' : nothing(asked));
    return;
  }
  const least = found.isLeast ? 'At least ' : '';
  const range =
    after > 0
      ? `, from number ${after + 1}`
      : found.total > rows.length
        ? `, the worst ${rows.length}`
        : ', worst first';
  const which = filter.statuses ? 'issue' : 'open issue';
  const lines = rows.map((issue, index) => issueLine(issue, after + index + 1));
  const rest = found.total - after - rows.length;
  yield say(`${least}${counted(found.total, which)}${range}:\n\n${lines.join('\n')}\n`);
  yield say(
    rest > 0
      ? `\n${counted(rest, 'more one', 'more')}: say *show more*. Of these, say *explain number 1* or *fix number 1*.`
      : '\nSay *explain number 1*, *fix number 1*, or narrow it: *only critical ones*, *and in src/?*',
  );
}

function nothing({ request: { filter }, turn }: Asked): string {
  const others = Object.keys(filter).length > 0 ? ' Ask for *all issues* to see the others.' : '';
  const scan = turn.repository ? ' If it was not scanned lately, say *scan*.' : '';
  return `There is no open ${describe(filter, true)}.${others}${scan}`;
}

export async function* count(asked: Asked): Answer {
  const { filter } = asked.request;
  yield say(`Counting ${describe(filter)}.\n\n`);
  const found = await find(asked, filter, longest);
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const which = filter.statuses ? 'issue' : 'open issue';
  const split = bySeverity(found.issues);
  const isAll = found.issues.length === found.total && !found.isLeast;
  const of = found.total > 1 && filter.severities?.length !== 1 && isAll ? `: ${split}` : '';
  yield say(`**${found.isLeast ? 'At least ' : ''}${counted(found.total, which)}**${of}.`);
}

function bySeverity(issues: readonly IssueRow[]): string {
  const words = Severity.options.flatMap((severity) => {
    const number = issues.filter((issue) => issue.severity === severity).length;
    return number > 0 ? [`${number} ${inWords(severity)}`] : [];
  });
  return listed(words, 'and');
}

const Compared = z.object({
  base: z.object({ finishedAt: z.string().nullable() }),
  appeared: z.array(IssueRow),
  appearedCount: z.int(),
  gone: z.array(IssueRow),
  goneCount: z.int(),
  stayedCount: z.int(),
});

export async function* changes(asked: Asked): Answer {
  yield say('Comparing the latest scan with the one before.\n\n');
  const since = sinceIn(asked.turn.prompt, new Date());
  const read = await call(asked, 'compare_scans', since === undefined ? {} : { since }, Compared);
  if ('reason' in read) {
    yield* firstSeen(asked);
    yield say(
      `${prose(read.reason)} *Scan my changes* tells what you changed since the last commit brings; *scan* begins a full scan to compare with.`,
    );
    return;
  }
  const { base, appeared, appearedCount, gone, goneCount, stayedCount } = read.data;
  const time = base.finishedAt?.slice(0, 16).replace('T', ' ') ?? '';
  yield say(
    `Since the scan of ${time} UTC: **${appearedCount} new**, **${goneCount} gone**, ${stayedCount} stayed.\n\n`,
  );
  const shown = appeared.slice(0, usualLength);
  const lines = shown.map((issue, index) => issueLine(issue, index + 1));
  if (lines.length > 0) yield say(`New:\n\n${lines.join('\n')}\n\n`);
  const left = gone.slice(0, usualLength).map((issue, index) => issueLine(issue, shown.length + index + 1));
  if (left.length > 0) yield say(`Gone:\n\n${left.join('\n')}\n\n`);
  const unlisted = appearedCount + goneCount - lines.length - left.length;
  if (unlisted > 0)
    yield say(`${counted(unlisted, 'more one', 'more')} are not listed: *show new issues* lists more.`);
}

/** Without a scan to compare with: what the latest one saw for the first time. */
async function* firstSeen(asked: Asked): Answer {
  const found = await find(asked, { newOnly: true }, usualLength);
  if ('reason' in found || found.issues.length === 0) return;
  const lines = found.issues.map((issue, index) => issueLine(issue, index + 1));
  const rest = found.total - lines.length;
  yield say(
    `**${counted(found.total, 'open issue')}** ${found.total === 1 ? 'was' : 'were'} first seen by the latest scan:\n\n${lines.join('\n')}\n\n`,
  );
  if (rest > 0) yield say(`… and ${counted(rest, 'more', 'more')}: *show new issues* lists them.\n\n`);
}

const dayMs = 86_400_000;

/** The day that a question names: "since yesterday", "since 2026-01-31", "in the last 3 days". */
export function sinceIn(said: string, now: Date): string | undefined {
  const text = said.toLowerCase();
  const date = /\b(\d{4}-\d{2}-\d{2})\b/.exec(text)?.[1];
  if (date !== undefined && !Number.isNaN(Date.parse(date))) return date;
  const back = (days: number): string => new Date(now.getTime() - days * dayMs).toISOString();
  const days = /(\d{1,3}) (?:days?|tage?n?)\b/.exec(text)?.[1];
  if (days !== undefined) return back(Number(days));
  if (/\byesterday|\bgestern/.test(text)) return back(1);
  if (/\b(?:last|past|a) week|letzte[nr]? woche/.test(text)) return back(7);
  return /\b(?:last|past|a) month|letzte[nr]? monat/.test(text) ? back(30) : undefined;
}
