import * as l10n from '@vscode/l10n';
import type { Patch, PatchCheck } from '../../api/contract/patches.ts';
import type { ProjectCheckOutcome } from '../../workspace/project-check/check.ts';

/** What came of the project's own check, as one check of a patch's evidence. */
export type ProjectCheckResult = PatchCheck & { readonly name: 'projectCheck' };

/** @param command as it was run, for the sentence */
export function resultOf(outcome: ProjectCheckOutcome, command: string, seconds: number): ProjectCheckResult {
  switch (outcome.kind) {
    case 'passed':
      return check('PASSED', l10n.t('“{0}” passes with the change ({1} s).', command, seconds));
    case 'failed':
      return check(
        'FAILED',
        l10n.t('“{0}” fails with the change (exit code {1}), and passes without it.', command, outcome.code),
      );
    case 'failsAnyway':
      return notRun(l10n.t('“{0}” fails without the change, too, and says nothing about it.', command));
    case 'timeout':
      return notRun(l10n.t('“{0}” took longer than {1} s and was stopped.', command, seconds));
    case 'notStarted':
      return notRun(l10n.t('“{0}” could not be started: {1}', command, outcome.reason));
    case 'tooLarge':
      return notRun(l10n.t('The project is too large to be copied for it.'));
    case 'linked':
      return notRun(l10n.t('{0} is reached by a link, and cannot be changed in a copy alone.', outcome.path));
  }
}

export const notRun = (detail: string): ProjectCheckResult => check('NOT_RUN', detail);

function check(status: PatchCheck['status'], detail: string): ProjectCheckResult {
  return { name: 'projectCheck', status, detail };
}

/** A patch with the result in its evidence, in place of what the service says of that check. */
export function withResult(patch: Patch, result: ProjectCheckResult | undefined): Patch {
  if (!result || !patch.evidence) return patch;
  const others = patch.evidence.checks.filter(({ name }) => name !== 'projectCheck');
  return { ...patch, evidence: { ...patch.evidence, checks: [...others, result] } };
}
