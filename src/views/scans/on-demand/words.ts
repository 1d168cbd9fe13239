import * as l10n from '@vscode/l10n';
import type { LeftOut, LeftOutReason } from '../../../workspace/submission.ts';
import { phaseText } from '../../issues/tree/notices.ts';
import { megabytes } from '../scan-nodes.ts';
import type { Outcome, Run } from './run.ts';
import type { Target } from './target.ts';

/** On-demand scans in words. */

export function leftOutText(reason: LeftOutReason): string {
  switch (reason) {
    case 'binary':
      return l10n.t('Binary');
    case 'tooLarge':
      return l10n.t('Too large');
    case 'unreadable':
      return l10n.t('Not readable');
    case 'notAFile':
      return l10n.t('A link or a submodule');
    case 'renamed':
      return l10n.t('Renamed, otherwise the same');
    case 'name':
      return l10n.t('Its name cannot be sent');
    case 'ignored':
      return l10n.t('Left out by ignore rules');
    case 'keyFile':
      return l10n.t('Made to hold keys or passwords');
    case 'secret':
      return l10n.t('Holds a secret');
    case 'unchecked':
      return l10n.t('Could not be checked for secrets');
  }
}

/** Why nothing was scanned, in a few words. */
export function whatWasLeftOut(leftOut: readonly LeftOut[]): string {
  const [only] = leftOut;
  const reasons = [...new Set(leftOut.map(({ reason }) => leftOutText(reason)))];
  return leftOut.length === 1 && only
    ? `${only.path}: ${[leftOutText(only.reason), only.detail ?? ''].filter((part) => part !== '').join(', ')}`
    : l10n.t('{0} files were left out ({1})', leftOut.length, reasons.join(', '));
}

/** Exact below a thousand: it is what leaves the machine. */
export function bytesText(bytes: number): string {
  if (bytes >= 1000) return megabytes(bytes);
  return bytes === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', bytes);
}

/** The grey text behind a run in the view. @param ago how long ago it ended, in words */
export function runText({ state, outcome }: Run, ago: string): string {
  switch (state.kind) {
    case 'gathering':
      return l10n.t('Reading the files…');
    case 'screening':
      return l10n.t('Checking for secrets on this machine…');
    case 'asking':
      return l10n.t('Waiting for your answer…');
    case 'scanning': {
      const { scan, part, parts } = state;
      const phase =
        scan === undefined
          ? l10n.t('Sending…')
          : phaseText(scan.status === 'QUEUED' ? 'QUEUED' : 'RUNNING', scan.progress);
      return parts > 1 ? l10n.t('Part {0} of {1}: {2}', part, parts, phase) : phase;
    }
    case 'failed':
      return joined([l10n.t('failed'), ago]);
    case 'cancelled':
      return joined([l10n.t('cancelled'), ago]);
    case 'done':
      return joined([ago, ...(outcome ? outcomeParts(outcome) : [])]);
  }
}

function outcomeParts({ found, known, filesSent, leftOut, coverages }: Outcome): string[] {
  const skipped =
    leftOut.length + coverages.reduce((sum, one) => sum + one.filesSkipped + one.filesPartial, 0);
  return [
    found === 1 ? l10n.t('1 issue') : l10n.t('{0} issues', found),
    known === 0 ? '' : known === 1 ? l10n.t('1 known already') : l10n.t('{0} known already', known),
    filesSent === 1 ? l10n.t('1 file') : l10n.t('{0} files', filesSent),
    skipped === 0 ? '' : l10n.t('{0} skipped', skipped),
  ];
}

/** What the status bar says for a moment when a scan is done. */
export function endText(
  target: Target,
  { found, known, filesSent, how, missed }: Outcome,
): { icon: string; text: string; isNotice?: boolean } {
  const isChange = target.kind === 'workingTree' || target.kind === 'staged' || target.kind === 'branch';
  if (filesSent === 0) return { icon: 'circle-slash', text: l10n.t('{0}: nothing to scan', target.label) };
  if (missed.length > 0) {
    const text = [foundText(target, found, known, how), missedText(missed.length, how)].join(' ');
    return { icon: 'shield', text, isNotice: true };
  }
  if (found > 0)
    return {
      icon: 'shield',
      text:
        found === 1 ? l10n.t('{0}: 1 issue', target.label) : l10n.t('{0}: {1} issues', target.label, found),
    };
  if (known > 0)
    return { icon: 'shield', text: l10n.t('{0}: no new issue, {1} known already', target.label, known) };
  return {
    icon: 'pass',
    text: isChange ? l10n.t('{0}: no new issue', target.label) : l10n.t('{0}: no issue', target.label),
  };
}

/** What was found, where the project has other issues in the same files. */
function foundText({ label }: Target, found: number, known: number, how: Outcome['how']): string {
  if (how === 'project')
    return found === 1
      ? l10n.t('1 new issue in {0}, {1} known already.', label, known)
      : found === 0
        ? l10n.t('No new issue in {0}, {1} known already.', label, known)
        : l10n.t('{0} new issues in {1}, {2} known already.', found, label, known);
  if (found === 0) return l10n.t('No new issue in {0} analysed alone.', label);
  return found === 1
    ? l10n.t('1 new issue in {0} analysed alone.', label)
    : l10n.t('{0} new issues in {1} analysed alone.', found, label);
}

function missedText(count: number, how: Outcome['how']): string {
  if (how === 'project')
    return count === 1
      ? l10n.t('1 known issue is no longer in the code as edited: save the file, and check it again.')
      : l10n.t(
          '{0} known issues are no longer in the code as edited: save the files, and check them again.',
          count,
        );
  return count === 1
    ? l10n.t('1 known issue in this file depends on other files and stays open.')
    : l10n.t('{0} known issues in this file depend on other files and stay open.', count);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
