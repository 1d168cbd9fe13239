import * as l10n from '@vscode/l10n';
import type { AgentJobStatus, AgentSource } from '../../api/contract/agent/vocabulary.ts';
import type {
  OrganizationPermission,
  RepositoryPermission,
} from '../../api/contract/organizations/permissions.ts';
import type { CheckStatus } from '../../api/contract/scans/scans.ts';
import type {
  MemberStatus,
  PatchStatus,
  ScanStatus,
  TriageDisposition,
} from '../../api/contract/vocabulary.ts';

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

export function permissionWord(permission: OrganizationPermission): string {
  switch (permission) {
    case 'AGENT_VIEW':
      return l10n.t('Read the agent’s conversations');
    case 'AGENT_RUN':
      return l10n.t('Run the agent');
    case 'TEAM_MANAGE':
      return l10n.t('Manage teams');
  }
}

export function repositoryPermissionWord(permission: RepositoryPermission): string {
  switch (permission) {
    case 'REPOSITORY_VIEW':
      return l10n.t('See the repository, its code and issues');
    case 'REPOSITORY_SCAN':
      return l10n.t('Start, cancel and schedule scans');
    case 'ISSUE_TRIAGE':
      return l10n.t('Decide about issues, investigate and patch them');
    case 'REPOSITORY_MANAGE':
      return l10n.t('Change its settings and delete it');
  }
}

/** How the report of a pull request's scan to its code host went. */
export function checkWord(status: CheckStatus): string {
  switch (status) {
    case 'QUEUED':
      return l10n.t('Waiting');
    case 'DONE':
      return l10n.t('Reported');
    case 'FAILED':
      return l10n.t('Not reported');
  }
}

export function jobStatusWord(status: AgentJobStatus): string {
  switch (status) {
    case 'PENDING':
      return l10n.t('Waiting');
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

export function agentSourceWord(source: AgentSource): string {
  switch (source) {
    case 'manual':
      return l10n.t('A person');
    case 'scheduled':
      return l10n.t('A schedule');
    case 'event':
      return l10n.t('An event');
    case 'chatTool':
      return l10n.t('Another chat');
  }
}

export function patchStatusWord(status: PatchStatus): string {
  switch (status) {
    case 'NONE':
      return l10n.t('None');
    case 'QUEUED':
      return l10n.t('Waiting');
    case 'GENERATING':
      return l10n.t('Being made');
    case 'VALIDATING':
      return l10n.t('Being verified');
    case 'READY':
      return l10n.t('Ready');
    case 'FAILED':
      return l10n.t('Failed');
    case 'UNPATCHABLE':
      return l10n.t('No patch possible');
  }
}

export function pullRequestStatusWord(status: 'OPEN' | 'MERGED' | 'CLOSED'): string {
  switch (status) {
    case 'OPEN':
      return l10n.t('Open');
    case 'MERGED':
      return l10n.t('Merged');
    case 'CLOSED':
      return l10n.t('Closed');
  }
}

export function dispositionWord(disposition: TriageDisposition): string {
  switch (disposition) {
    case 'false_positive':
      return l10n.t('False positive');
    case 'non_exploitable':
      return l10n.t('Not exploitable');
    case 'true_positive':
      return l10n.t('Real');
    case 'severity_change':
      return l10n.t('Another severity');
    case 'accepted_risk':
      return l10n.t('Accepted risk');
  }
}
