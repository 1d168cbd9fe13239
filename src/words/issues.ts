import * as l10n from '@vscode/l10n';
import type { IssueStatus, Severity } from '../api/contract/vocabulary.ts';

/** The words for an issue's severity and status, the same in the editor and in the dashboard. */

export function severityLabel(severity: Severity): string {
  switch (severity) {
    case 'CRITICAL':
      return l10n.t('Critical');
    case 'HIGH':
      return l10n.t('High');
    case 'MEDIUM':
      return l10n.t('Medium');
    case 'LOW':
      return l10n.t('Low');
    case 'INFO':
      return l10n.t('Info');
  }
}

export function statusLabel(status: IssueStatus): string {
  switch (status) {
    case 'PENDING_REVIEW':
      return l10n.t('Open');
    case 'REVIEWING':
      return l10n.t('In review');
    case 'PATCHING':
      return l10n.t('Being patched');
    case 'RESOLVED':
      return l10n.t('Resolved');
    case 'BACKLOG':
      return l10n.t('In the backlog');
    case 'INFORMATIONAL':
      return l10n.t('Informational');
    case 'NON_EXPLOITABLE':
      return l10n.t('Not exploitable');
    case 'FALSE_POSITIVE':
      return l10n.t('False positive');
    case 'ACCEPTED_RISK':
      return l10n.t('Risk accepted');
  }
}
