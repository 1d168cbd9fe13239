import { withoutSecrets } from '../../../agent/secrets.ts';
import type { ChatEvent } from '../../../api/contract/agent/chat-channel.ts';
import type { Severity } from '../../../api/contract/vocabulary.ts';
import { shortened } from '../../providers/reports/markdown.ts';

/** A message before it is written for a chat tool. It names places; code is never in it. */
export interface Digest {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** How many more there are than entries. */
  readonly more: number;
  /** Where all of them are. */
  readonly url?: string | undefined;
  /** A sentence below, of what the message is for. */
  readonly note?: string | undefined;
}

/** All texts are foreign: each tool's writer sees to it that they are read as text. */
export interface Entry {
  readonly kind: ChatEvent;
  readonly severity?: Severity | undefined;
  /** What happened: `Critical`, `Patch ready`. */
  readonly label: string;
  readonly title: string;
  readonly repository?: string | undefined;
  /** `src/app.js:3` */
  readonly place?: string | undefined;
  readonly detail?: string | undefined;
  readonly url?: string | undefined;
}

export const mostEntries = 10;

const ranks: Readonly<Record<ChatEvent, number>> = {
  newIssues: 2,
  scanFailed: 1,
  patchReady: 3,
  automationFinished: 4,
};

const rankOf = ({ kind, severity }: Entry): number => (severity === 'CRITICAL' ? 0 : ranks[kind]);

export type Counts = Readonly<Partial<Record<ChatEvent, number>>>;

/**
 * One message of what happened, the most urgent first.
 * @param unnamed how many new issues there are beside those among the entries
 * @param url of a page that has all of them
 */
export function digestOf(entries: readonly Entry[], unnamed: number, url: string | undefined): Digest {
  const shown = mostUrgent(entries);
  return {
    title: titleOf(countsOf(entries, unnamed)),
    entries: shown,
    more: entries.length - shown.length + unnamed,
    url,
  };
}

/** As many as a message names, at least one of each kind: many issues must not hide that a scan failed. */
function mostUrgent(entries: readonly Entry[]): Entry[] {
  const sorted = entries.toSorted((left, right) => rankOf(left) - rankOf(right));
  const firsts = new Set(new Map(sorted.toReversed().map((entry) => [entry.kind, entry])).values());
  const others = sorted.filter((entry) => !firsts.has(entry)).slice(0, mostEntries - firsts.size);
  const named = new Set([...firsts, ...others]);
  return sorted.filter((entry) => named.has(entry));
}

/** How many of each kind of event a message is about: of new issues, issues. */
export function countsOf(entries: readonly Entry[], unnamed: number): Counts {
  const counts: Partial<Record<ChatEvent, number>> = unnamed > 0 ? { newIssues: unnamed } : {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function titleOf(counts: Counts): string {
  const parts = [
    several(counts.newIssues, 'new critical or high issue'),
    several(counts.scanFailed, 'failed scan'),
    several(counts.patchReady, 'patch ready', 'patches ready'),
    several(counts.automationFinished, 'automation ended', 'automations ended'),
  ];
  return `Parapet: ${parts.filter((part) => part !== undefined).join(', ')}`;
}

function several(count: number | undefined, one: string, many = `${one}s`): string | undefined {
  if (count === undefined || count === 0) return undefined;
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * A line of a text that somebody else chose: without secrets, and without characters that control, are not seen or turn the
 * direction of writing.
 */
export function line(text: string, most: number): string {
  const whole = text
    .slice(0, 4 * most)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return shortened(withoutSecrets('message.txt', whole), most);
}

/** The message as its readers see it, without the tool's markup. */
export function plainText({ title, entries, more, url, note }: Digest): string {
  return [
    title,
    ...entries.map(
      (entry) => `• ${wordsOf(entry).join(' · ')}${entry.url === undefined ? '' : `\n  ${entry.url}`}`,
    ),
    ...(more > 0 ? [moreText(more)] : []),
    ...(note === undefined ? [] : [note]),
    ...(url === undefined ? [] : [url]),
  ].join('\n');
}

export const moreText = (more: number): string => `… and ${more} more`;

const wordsOf = ({ label, title, repository, place, detail }: Entry): string[] =>
  [label, title, repository, place, detail].filter((word) => word !== undefined);
