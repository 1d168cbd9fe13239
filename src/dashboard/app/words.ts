import * as l10n from '@vscode/l10n';
import type { MemberStatus, ScanStatus } from '../../api/contract/vocabulary.ts';

/** The interface's words as people read them. */

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
