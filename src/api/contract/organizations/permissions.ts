import * as z from 'zod';
import { anySpelling } from '../spelling.ts';
import { tolerance } from '../tolerance.ts';

/** What teams may grant: the words of permissions. */

/** Of the organization as a whole. AGENT_RUN implies AGENT_VIEW. */
export const OrganizationPermission = z.enum(['AGENT_VIEW', 'AGENT_RUN', 'TEAM_MANAGE']);
export type OrganizationPermission = z.output<typeof OrganizationPermission>;
anySpelling.add(OrganizationPermission);

/** Of repositories. Each of the last three implies REPOSITORY_VIEW. */
export const RepositoryPermission = z.enum([
  'REPOSITORY_VIEW',
  'REPOSITORY_SCAN',
  'ISSUE_TRIAGE',
  'REPOSITORY_MANAGE',
]);
export type RepositoryPermission = z.output<typeof RepositoryPermission>;
anySpelling.add(RepositoryPermission);

/** Whether a team's grants hold for every repository of the organization, or for those that are named. */
export const AccessMode = z.enum(['universal', 'selected']);
export type AccessMode = z.output<typeof AccessMode>;
anySpelling.add(AccessMode);
tolerance.add(AccessMode, { otherwise: 'selected' });
