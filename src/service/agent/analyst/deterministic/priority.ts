import type * as z from 'zod';
import { asText } from '../../../../agent/links.ts';
import type { IssueRow } from '../../../../agent/tools/issue-words.ts';
import type { Exposure } from '../../../../api/contract/issue.ts';
import type { ThreatModel } from '../../../../api/contract/vocabulary.ts';
import { type Answer, type Asked, say } from './asked.ts';
import { chosenBy, factsOf, isInTests } from './issue-facts.ts';
import { find } from './issues.ts';
import { counted, describe, issueLine, listed } from './words.ts';

/** What to fix first, and why: facts that are added up, each of them said. */

const weighed = 50;
const looked = 8;
const usual = 5;

export interface Weight {
  readonly weight: number;
  /** What speaks for doing it early, or late, the strongest first. */
  readonly reasons: readonly string[];
}

/** Whose data an attacker has least of a hand in. */
const lessUrgent: ReadonlySet<ThreatModel> = new Set(['library', 'arguments', 'environment', 'system']);

/** @param exposure how the data comes in, where that was looked up */
export function weigh(issue: IssueRow, exposure: z.output<typeof Exposure> | undefined): Weight {
  const factors: (readonly [number, string])[] = [];
  const add = (is: boolean, points: number, reason: string): void => {
    if (is) factors.push([points, reason]);
  };
  add(issue.verdict === 'TRUE_POSITIVE', 15, 'an investigation found it to be real');
  add(
    issue.verdict === 'FALSE_POSITIVE' || issue.verdict === 'NON_EXPLOITABLE',
    -60,
    'an investigation speaks against it',
  );
  add(isInTests(issue.file), -40, 'it is in code of tests or examples');
  const guards = exposure?.entryPoint?.guards;
  const isOpen = exposure?.threatModel === 'remote' && guards?.length === 0;
  add(isOpen, 12, 'anyone can send the request, and nothing asks who they are');
  add(exposure?.threatModel === 'remote' && !isOpen, 6, `the data is chosen by ${chosenBy.remote}`);
  const closer = exposure?.threatModel;
  if (closer !== undefined && lessUrgent.has(closer))
    add(true, -10, `the data is chosen by ${chosenBy[closer]}`);
  add((guards?.length ?? 0) > 0, -4, `the way in is guarded by ${counted(guards?.length ?? 0, 'check')}`);
  add(issue.isNew, 4, 'it is new, so whoever wrote it still knows the code');
  add(issue.patch === 'READY', 4, 'its patch is ready');
  const base = (issue.score * (50 + issue.confidence / 2)) / 100;
  const own = `${issue.severity.toLowerCase()} severity with a score of ${issue.score}, ${issue.confidence} % sure`;
  return {
    weight: base + factors.reduce((sum, [points]) => sum + points, 0),
    reasons: [own, ...factors.toSorted(([a], [b]) => Math.abs(b) - Math.abs(a)).map(([, reason]) => reason)],
  };
}

export async function* prioritise(asked: Asked): Answer {
  const { filter, limit = usual } = asked.request;
  yield say(`Weighing ${describe(filter)}: severity, how sure it is, who can reach it, what is ready.\n\n`);
  const found = await find(asked, filter, weighed);
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  if (found.issues.length === 0) {
    yield say(`There is no open ${describe(filter, true)}: nothing to fix first.`);
    return;
  }
  // After a first scan all are: that tells none apart.
  const tellsApart = found.issues.some(({ isNew }) => !isNew);
  const candidates = found.issues
    .map((issue) => (tellsApart ? issue : { ...issue, isNew: false }))
    .map((issue) => ({ issue, ...weigh(issue, undefined) }))
    .toSorted((a, b) => b.weight - a.weight);
  const first = [];
  for (const { issue } of candidates.slice(0, looked)) {
    const read = await factsOf(asked, issue.id);
    first.push({ issue, ...weigh(issue, 'reason' in read ? undefined : read.data.exposure) });
  }
  const shown = [...first.toSorted((a, b) => b.weight - a.weight), ...candidates.slice(looked)].slice(
    0,
    Math.min(limit, 20),
  );
  const lines = shown.map(
    ({ issue, reasons }, index) =>
      `${issueLine(issue, index + 1)}  \n   Why: ${listed(reasons.slice(0, 4), 'and')}.`,
  );
  yield say(`${lines.join('\n')}\n\n`);
  const same = clusters(found.issues);
  if (same !== undefined) yield say(`${same}\n\n`);
  const [best] = shown;
  yield say(best ? `Begin with number 1: say *fix number 1*.` : '');
}

/** A file with several issues of one class is often mended at one place. */
function clusters(issues: readonly IssueRow[]): string | undefined {
  const groups = [...Map.groupBy(issues, ({ file, vulnClass }) => `${vulnClass}\0${file}`).values()];
  const [largest] = groups.toSorted((a, b) => b.length - a.length);
  const [one] = largest ?? [];
  if (!largest || !one || largest.length < 3) return undefined;
  return `${largest.length} of them are the same kind of issue in ${asText(one.file)}: perhaps one change there mends them all.`;
}

/** Puts issues that were pointed at in order, each with its reasons. */
export async function* order(asked: Asked, ids: readonly string[]): Answer {
  const ranked = [];
  for (const id of ids.slice(0, mostOrdered)) {
    const read = await factsOf(asked, id);
    if (!('reason' in read)) ranked.push({ issue: read.data, ...weigh(read.data, read.data.exposure) });
  }
  const lines = ranked
    .toSorted((a, b) => b.weight - a.weight)
    .map(
      ({ issue, reasons }, index) =>
        `${issueLine(issue, index + 1)}  \n   Why: ${listed(reasons.slice(0, 4), 'and')}.`,
    );
  yield say(`In the order in which I would fix them:\n\n${lines.join('\n')}\n\n`);
  const rest = ids.length - ranked.length;
  yield say(
    rest > 0
      ? `${counted(rest, 'more issue')} were meant; I order ${mostOrdered} at a time.`
      : 'Begin with number 1: say *fix number 1*.',
  );
}

const mostOrdered = 10;
