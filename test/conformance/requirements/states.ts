import { states } from './requirement.ts';

/** Section 3: states, transitions and the rules of membership. */
export const transitions = {
  '3.scan.1': states('The first scan of a repository is Indexing'),
  '3.scan.2': states('Running and queued scans can be cancelled, ended ones not'),
  '3.report.1': states('A report can be failed, with a message'),
  '3.member.1': states('A member is active, pendingInvite or scimDeprovisioned'),
  '3.job.1': states('A job is pending or running, then ended; jobs are filtered by each status'),
  '3.job.2': states('Pending and running jobs can be cancelled, ended ones not'),
  '3.issue.1': states('The status of an issue can be changed'),
  '3.1': states(
    'An active member, or an invitation that waits or has expired, can be removed; removing it revokes it',
  ),
  '3.2': states('An active administrator cannot be removed before being made a MEMBER'),
  '3.3': states('A scimDeprovisioned member is left to the identity provider'),
  '3.4': states('A second invitation of an address revokes the first, also an expired one'),
  '3.5': states('An invitation has the role MEMBER unless it says ADMIN, which takes an administrator'),
} as const;
