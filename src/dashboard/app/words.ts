import * as l10n from '@vscode/l10n';
import type { IssueStatus, MemberStatus, ScanStatus, Severity } from '../../api/contract/vocabulary.ts';

/** The interface's words as people read them. */

export function severityWord(severity: Severity): string {
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

export function statusWord(status: IssueStatus): string {
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

export function scanStatusWord(status: ScanStatus): string {
  switch (status) {
    case 'QUEUED':
      return l10n.t('Waiting');
    case 'INDEXING':
      return l10n.t('Fetching the code');
    case 'RUNNING':
      return l10n.t('Running');
    case 'COMPLETED':
      return l10n.t('Completed');
    case 'FAILED':
      return l10n.t('Failed');
    case 'CANCELLED':
      return l10n.t('Cancelled');
  }
}

export function memberStatusWord(status: MemberStatus): string {
  switch (status) {
    case 'active':
      return l10n.t('Active');
    case 'pendingInvite':
      return l10n.t('Invited');
    case 'scimDeprovisioned':
      return l10n.t('Removed by the identity provider');
  }
}
