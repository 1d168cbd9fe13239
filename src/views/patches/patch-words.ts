import * as l10n from '@vscode/l10n';
import type { Fixable, PatchSummary } from '../../api/contract/issue.ts';
import type { Patch, PatchCheck } from '../../api/contract/patches.ts';
import type { TargetFault } from '../../api/patch-target.ts';
import type { DiffFault } from '../../workspace/patches/patch-diff.ts';
import type { PlanFault } from '../../workspace/patches/patch-plan.ts';
import { isOnDemand, type ListedIssue } from '../issues/known-issue.ts';
import { isResolved, isSuppressed } from '../issues/ranking.ts';
import { shorten, withoutLinks } from '../markdown.ts';

/** How patches are put into words, and what can be done with one. */

export type PatchState = 'none' | 'busy' | 'ready' | 'failed' | 'unpatchable';

export function patchState(patch: PatchSummary | undefined): PatchState {
  switch (patch?.status) {
    case 'QUEUED':
    case 'GENERATING':
    case 'VALIDATING':
      return 'busy';
    case 'READY':
      return 'ready';
    case 'FAILED':
      return 'failed';
    case 'UNPATCHABLE':
      return 'unpatchable';
    case 'NONE':
    case undefined:
      return 'none';
  }
}

/** What can be done about the patch of an issue: one that nobody can make is known not to be there before it is asked for. */
export function offeredState({
  patch,
  fixable,
}: {
  readonly patch?: PatchSummary | undefined;
  readonly fixable?: Fixable | undefined;
}): PatchState {
  const state = patchState(patch);
  return state === 'none' && fixable?.by === 'NONE' ? 'unpatchable' : state;
}

/** Whether a patch of the issue makes sense: a full scan of the service found it, and nobody has set it aside. */
export function canBePatched(issue: ListedIssue): boolean {
  return (
    issue.reported === undefined &&
    !isOnDemand(issue) &&
    !isSuppressed(issue.status) &&
    !isResolved(issue.status)
  );
}

/** What is going on while a patch is made. */
export function stageText(patch: PatchSummary | undefined): string {
  if (patch?.stage) return withoutLinks(shorten(patch.stage, 120));
  switch (patch?.status) {
    case 'GENERATING':
      return l10n.t('looking for a change');
    case 'VALIDATING':
      return l10n.t('proving the change');
    default:
      return l10n.t('waiting for its turn');
  }
}

/** What the proof says, in one sentence. */
export function proofText({ evidence, validation }: Pick<Patch, 'evidence' | 'validation'>): string {
  if (!evidence) {
    return validation === 'PASSED'
      ? l10n.t('The service says that it was checked, and sends no evidence.')
      : l10n.t('The service sends no proof with it.');
  }
  const failed = evidence.checks.filter(({ status }) => status === 'FAILED');
  if (failed.length > 0 || validation === 'FAILED')
    return l10n.t('Not proven: {0}', failed.map(({ detail }) => detail).join(' '));
  const passed = new Set(evidence.checks.filter(({ status }) => status === 'PASSED').map(({ name }) => name));
  if (!passed.has('findingGone') || !passed.has('nothingNew')) return l10n.t('Not everything was checked.');
  const analysed = l10n.t('Analysed with the change: the issue is gone, nothing new.');
  return passed.has('projectCheck')
    ? `${analysed} ${l10n.t('The project’s own check passes with it.')}`
    : analysed;
}

export function isProven({ evidence, validation }: Pick<Patch, 'evidence' | 'validation'>): boolean {
  return validation === 'PASSED' && !evidence?.checks.some(({ status }) => status === 'FAILED');
}

export function checkLabel(name: PatchCheck['name']): string {
  switch (name) {
    case 'applies':
      return l10n.t('It applies');
    case 'parses':
      return l10n.t('The file parses');
    case 'keepsCode':
      return l10n.t('Nothing is deleted or switched off');
    case 'findingGone':
      return l10n.t('The issue is gone');
    case 'nothingNew':
      return l10n.t('Nothing new is found');
    case 'projectCheck':
      return l10n.t('The project’s own check');
  }
}

export type PatchFault = DiffFault | TargetFault | PlanFault | 'notReady' | 'gone' | 'notText' | 'elsewhere';

/** Why a patch is not applied, as a sentence. @param file the one that it fails in */
export function faultText(fault: PatchFault, file: string): string {
  const path = withoutLinks(shorten(file, 200));
  switch (fault) {
    case 'empty':
      return l10n.t('The service sent a patch that changes nothing.');
    case 'tooLarge':
      return l10n.t('The patch, or the file it changes, is far larger than any fix: it is not taken.');
    case 'malformed':
      return l10n.t('The service sent no readable diff.');
    case 'path':
      return l10n.t('The patch names a file outside of the project ({0}): nothing of it is taken.', path);
    case 'binary':
      return l10n.t('The patch changes a binary file, which nobody could review: it is not taken.');
    case 'link':
      return l10n.t('The patch makes or changes a link: it is not taken.');
    case 'notAnEdit':
      return l10n.t(
        'The patch makes, deletes or renames a file ({0}). Only changes inside of files are applied here.',
        path,
      );
    case 'outside':
      return l10n.t('{0} is a link that leads out of the folder: it is not changed.', path);
    case 'protected':
      return l10n.t(
        '{0} is not changed: git, the editor or a pipeline may run what is written there. Make this change by hand.',
        path,
      );
    case 'nested':
      return l10n.t('{0} belongs to another repository inside the folder: it is not changed.', path);
    case 'hardLink':
      return l10n.t(
        '{0} has a second name on the disk (hard link), which would change too: it is not changed.',
        path,
      );
    case 'foreign':
      return l10n.t('{0} belongs to another user: it is not changed.', path);
    case 'missing':
      return l10n.t('{0} is not there any more.', path);
    case 'notAFile':
      return l10n.t('{0} is not a file.', path);
    case 'readOnly':
      return l10n.t('{0} is read-only. Allow writing, and apply again.', path);
    case 'notText':
      return l10n.t('{0} cannot be opened as text.', path);
    case 'elsewhere':
      return l10n.t('{0} is not in a folder of this workspace.', path);
    case 'nowhere':
      return l10n.t('{0} was changed: the lines that the patch replaces are not in it any more.', path);
    case 'ambiguous':
      return l10n.t('{0} was changed, and the patch would fit in more than one place.', path);
    case 'conflict':
      return l10n.t('The lines that the patch changes in {0} were edited since it was made.', path);
    case 'already':
      return l10n.t('The change is in {0} already.', path);
    case 'damaged':
      return l10n.t(
        'What the service sent does not make of {0} what its proof is about: it is not taken.',
        path,
      );
    case 'overlaps':
      return l10n.t('Another patch changes the same lines of {0}; make this one anew afterwards.', path);
    case 'notReady':
      return l10n.t('There is no patch that is ready.');
    case 'gone':
      return l10n.t('The issue is no longer there.');
  }
}

/** Whether the code that a patch replaces was edited, so that it fits nowhere. */
export function isBaseGone(fault: PatchFault): boolean {
  return ['nowhere', 'ambiguous', 'conflict', 'already', 'missing'].includes(fault);
}

/** Whether a patch made anew may do better. */
export function isWorthRegenerating(fault: PatchFault): boolean {
  return ['nowhere', 'ambiguous', 'conflict', 'overlaps', 'damaged', 'malformed', 'notReady'].includes(fault);
}
