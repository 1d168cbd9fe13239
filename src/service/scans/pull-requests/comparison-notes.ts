import type { Skip } from '../../../engine/finding.ts';
import { decidesAnalysis } from '../../analysis/files/deciding-files.ts';
import type { ScanCoverage } from '../../analysis/scan-runner.ts';

const rulesNamed = 5;

/**
 * What whoever reads the result of a comparison has to know.
 * @param branch that the head was compared with
 * @param changed files; undefined where they are not known
 */
export function comparisonNotes(
  branch: string,
  { isMergeBase }: { readonly isMergeBase: boolean },
  changed: ReadonlySet<string> | undefined,
): readonly Skip[] {
  return [...baseNote(branch, isMergeBase), ...rulesNote(changed)];
}

export const withNotes = (coverage: ScanCoverage, notes: readonly Skip[]): ScanCoverage => ({
  ...coverage,
  skips: [...notes, ...coverage.skips],
});

/** What the head was compared with, where that is not what one expects. */
function baseNote(branch: string, isMergeBase: boolean): readonly Skip[] {
  if (isMergeBase) return [];
  const detail = `The commit that the change left ${branch} at was not found, so its head was compared with ${branch} as it is now. What ${branch} has resolved since counts as brought by the change.`;
  return [{ file: '.', reason: 'unreadable', detail, partial: true }];
}

/** Whoever reviews has to know that a change, once merged, decides what is looked at. */
function rulesNote(changed: ReadonlySet<string> | undefined): readonly Skip[] {
  const files = [...(changed ?? [])].filter(decidesAnalysis);
  if (files.length === 0) return [];
  const named = files.slice(0, rulesNamed).join(', ');
  const rest = files.length > rulesNamed ? ', …' : '';
  const detail = `The change touches what is analysed, or what is known of APIs: ${named}${rest}. This scan follows these files as they are before the change. Review them: once merged, they may hide issues.`;
  return [{ file: '.', reason: 'ignored', detail, partial: true }];
}
