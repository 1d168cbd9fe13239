import * as l10n from '@vscode/l10n';
import type { InvestigationSummary } from '../../api/contract/issue.ts';
import type { InvestigationStatus, Verdict } from '../../api/contract/vocabulary.ts';

/** How investigations are put into words. */

/** Whether it waits or runs. */
export function isUnderWay(status: InvestigationStatus | undefined): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

export function verdictLabel(verdict: Verdict): string {
  switch (verdict) {
    case 'TRUE_POSITIVE':
      return l10n.t('True positive');
    case 'FALSE_POSITIVE':
      return l10n.t('False positive');
    case 'NON_EXPLOITABLE':
      return l10n.t('Not exploitable');
    case 'UNCERTAIN':
      return l10n.t('Uncertain');
  }
}

/** Shape tells the verdict, beside its word. */
export function verdictIcon(verdict: Verdict): string {
  switch (verdict) {
    case 'TRUE_POSITIVE':
      return 'verified';
    case 'FALSE_POSITIVE':
      return 'thumbsdown';
    case 'NON_EXPLOITABLE':
      return 'shield';
    case 'UNCERTAIN':
      return 'question';
  }
}

/** What goes on now. The stages of the service on this machine are translated; those of another are as it says them. */
export function stageText({ status, stage }: Pick<InvestigationSummary, 'status' | 'stage'>): string {
  switch (stage) {
    case undefined:
      return status === 'QUEUED' ? l10n.t('Waiting for its turn') : l10n.t('Under way');
    case 'Waiting for its turn':
      return l10n.t('Waiting for its turn');
    case 'Waiting for the scan that runs':
      return l10n.t('Waiting for the scan that runs');
    case 'Analysing the project again, more deeply':
      return l10n.t('Analysing the project again, more deeply');
    case 'Reading the history of the code':
      return l10n.t('Reading the history of the code');
    default:
      return stage;
  }
}

/** An investigation in a few words: how far it is, or what came out. Empty where there is nothing to say. */
export function investigationText(investigation: InvestigationSummary | undefined): string {
  switch (investigation?.status) {
    case 'QUEUED':
    case 'RUNNING':
      return l10n.t('being investigated: {0}', stageText(investigation));
    case 'COMPLETED':
      return investigation.verdict === undefined
        ? ''
        : l10n.t('investigated: {0}', verdictLabel(investigation.verdict));
    case 'FAILED':
      return l10n.t('the investigation failed');
    case 'CANCELLED':
    case undefined:
      return '';
  }
}
