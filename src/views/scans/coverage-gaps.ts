import * as l10n from '@vscode/l10n';
import type { Skip } from '../../api/contract/scans/coverage.ts';
import type { ScanDetail } from '../../api/contract/scans/scans.ts';
import type { SkipReason } from '../../api/contract/vocabulary.ts';
import { limitReasons } from '../../api/limit-reasons.ts';
import type { NoticeNode } from '../issues/tree/notices.ts';
import type { SessionFolder } from '../scan-activity.ts';
import { skipReasonText } from './scan-nodes.ts';

/** What the latest scan of a folder left open: files that it analysed in part, or not, for a limit or an error. */
export interface CoverageGaps {
  readonly folder: SessionFolder;
  readonly scanId: string;
  readonly isDeep: boolean;
  readonly gaps: readonly Skip[];
  /** There are more than are listed. */
  readonly isTruncated: boolean;
}

/** Left out for what the file is, or approximated. Nobody has to do anything about it; the Scans view lists it. */
const harmless: ReadonlySet<SkipReason> = new Set([
  'binary',
  'minified',
  'outside-root',
  'unsupported-language',
  'call-depth',
]);

/** Returns the gaps of a finished scan; undefined where the service does not say what it covered. */
export function gapsOf(folder: SessionFolder, { id, depth, coverage }: ScanDetail): CoverageGaps | undefined {
  if (!coverage) return undefined;
  // A large file that holds no code is no gap: the service counts those that are.
  const isLargeCode = coverage.incomplete === undefined || 'too-large' in coverage.incomplete.reasons;
  const gaps = coverage.skips.filter(
    ({ reason }) => !harmless.has(reason) && (reason !== 'too-large' || isLargeCode),
  );
  const isTruncated = coverage.skipsTruncated && gaps.length > 0;
  return { folder, scanId: id, isDeep: depth === 'deep', gaps, isTruncated };
}

/** Whether a deeper scan can settle some of it: one was not made yet, and a limit was met. */
export function canGoDeeper({ isDeep, gaps }: CoverageGaps): boolean {
  return !isDeep && gaps.some(({ reason }) => limitReasons.has(reason));
}

/** The line of the issues tree about it, first of all; none where everything was analysed. */
export function coverageNotice(all: readonly CoverageGaps[]): NoticeNode | undefined {
  const open = all.filter(({ gaps }) => gaps.length > 0);
  if (open.length === 0) return all.some(({ isDeep }) => isDeep) ? settled() : undefined;
  const gaps = open.flatMap((one) => one.gaps);
  const partial = gaps.filter((gap) => gap.partial).length;
  const lost = gaps.length - partial;
  const more = open.some(({ isTruncated }) => isTruncated) ? '+' : '';
  const isAfterDeep = open.every(({ isDeep }) => isDeep);
  const deeper = open.some(canGoDeeper);
  const notes = [
    partial > 0 && lost > 0 ? l10n.t('+{0} not analysed', `${lost}${more}`) : '',
    isAfterDeep ? l10n.t('after a deeper scan') : '',
  ];
  return {
    kind: 'notice',
    id: 'coverage',
    icon: 'warning',
    color: 'list.warningForeground',
    label: partial > 0 ? partText(partial, more) : lostText(lost, more),
    description: notes.filter((note) => note !== '').join(' · '),
    tooltip: tooltipOf(gaps, deeper),
    command: 'parapet.showCoverage',
    context: deeper ? 'coverage.deeper' : 'coverage',
  };
}

/** "Analysed in part: 5 files" */
export function partText(count: number, more = ''): string {
  return count === 1 && more === ''
    ? l10n.t('Analysed in part: 1 file')
    : l10n.t('Analysed in part: {0} files', `${count}${more}`);
}

function lostText(count: number, more: string): string {
  return count === 1 && more === ''
    ? l10n.t('Not analysed: 1 file')
    : l10n.t('Not analysed: {0} files', `${count}${more}`);
}

function settled(): NoticeNode {
  return {
    kind: 'notice',
    id: 'coverage',
    icon: 'pass',
    color: 'testing.iconPassed',
    label: l10n.t('The deeper scan analysed everything'),
    description: l10n.t('no limit was reached'),
  };
}

function tooltipOf(gaps: readonly Skip[], deeper: boolean): string {
  const reasons = [...Map.groupBy(gaps, ({ reason }) => reason)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, files]) => `${skipReasonText(reason)}: ${files.length}`);
  const next = deeper ? l10n.t('Analyse Deeper scans again with larger limits.') : '';
  return [l10n.t('Issues in these files may be missing.'), ...reasons, next]
    .filter((line) => line !== '')
    .join('\n');
}
