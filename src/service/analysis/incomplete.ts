import type { Skip } from '../../engine/finding.ts';
import { fileLanguage } from '../../engine/languages/registry.ts';

/** What should have been analysed and was not, or not to its end. */
export interface Incomplete {
  readonly files: number;
  /** Functions whose analysis was stopped at a limit, in files of which the rest was analysed. */
  readonly functions: number;
  /** Skips by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

const always: ReadonlySet<Skip['reason']> = new Set([
  'unreadable',
  'too-deep',
  'time-limit',
  'step-limit',
  'memory-limit',
  'internal-error',
  'invalid-model',
  'invalid-rule',
]);

/**
 * Whether a skip is something that was given up, so that the scan is incomplete. Left out on purpose is what no one would
 * analyse (binary and minified files, links out of the folder, other languages), and large files that hold no code.
 * Syntax errors and deep calls are approximated, not given up. A row of a team's model that is wrong may have been a sink, a rule that is wrong may have found something. Of what ignore rules hide only the warning counts, that they
 * hide nearly all of the code: one line in a rule file must not be able to make a scan pass.
 */
export const isGivenUp = ({ reason, file, partial }: Pick<Skip, 'reason' | 'file' | 'partial'>): boolean =>
  always.has(reason) ||
  (reason === 'too-large' && fileLanguage(file) !== undefined) ||
  (reason === 'ignored' && !partial);

export function incompleteOf(skips: readonly Skip[]): Incomplete {
  const reasons: Record<string, number> = {};
  const files = new Set<string>();
  let functions = 0;
  for (const skip of skips.filter(isGivenUp)) {
    reasons[skip.reason] = (reasons[skip.reason] ?? 0) + 1;
    functions += skip.functions ?? 0;
    // `.` stands for the scan as a whole.
    if (skip.file !== '.') files.add(skip.file);
  }
  return { files: files.size, functions, reasons: inOrder(reasons) };
}

export const isIncomplete = ({ reasons }: Incomplete): boolean => Object.keys(reasons).length > 0;

/** The same counts with their keys in order, whichever came first. */
export const inOrder = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The order in which skips are listed: what was given up first, whole files before parts, then by place. */
export function compareSkips(a: Skip, b: Skip): number {
  return (
    Number(isGivenUp(b)) - Number(isGivenUp(a)) ||
    Number(a.partial) - Number(b.partial) ||
    compareText(a.file, b.file) ||
    compareText(a.reason, b.reason) ||
    compareText(a.detail, b.detail)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
