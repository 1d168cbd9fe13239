import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Branch, Id, Instant, organizationScope } from '../fields.ts';
import { RepositoryPermission } from '../organizations/permissions.ts';
import { page, pageEnd } from '../paging.ts';
import { Scan } from '../scans/scans.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { ReleaseTrack, RepositoryType, ScanStatus } from '../vocabulary.ts';

/** Repositories: what is scanned. Deleting one never touches it at its provider or on disk. */

export const Application = z.object({ id: Id, name: z.string(), path: z.string() });
export type Application = z.output<typeof Application>;

export const Repository = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  type: RepositoryType,
  /** Where it is cloned from; null for a local folder without a remote. */
  url: z.string().nullable(),
  /** The folder, of type `local` only. */
  path: z.string().optional(),
  defaultBranch: z.string().nullable(),
  /** Set on a partition of a monorepo: the repository it is a part of. */
  parentRepositoryId: Id.optional(),
  applications: z.array(Application).optional(),
  installation: z
    .object({ id: Id, name: z.string() })
    .optional()
    .describe('Extended: the code host whose credentials fetch it; absent where none are used.'),
  lastScan: z.object({ id: Id, status: ScanStatus, finishedAt: Instant.nullable() }).optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Repository = z.output<typeof Repository>;
tolerance.add(Repository, {
  missing: { organizationId: '', type: 'git', createdAt: unknownInstant, updatedAt: unknownInstant },
});

const RepositoryUrl = z.string().trim().min(1).max(2048);
const RepositoryName = z.string().trim().min(1).max(200);

export const addRepository = endpoint({
  id: 'repositories.add',
  method: 'POST',
  path: '/repositories',
  summary: 'Add a repository of a version control provider; adding one that is there answers it',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    organization_id: Id,
    repository_type: RepositoryType,
    repository_url: RepositoryUrl,
  }),
  response: z.object({ repository: Repository }),
});

export const addRepositoryByUrl = endpoint({
  id: 'repositories.addByUrl',
  method: 'POST',
  path: '/api/v2/repositories/addByUrl',
  summary: 'Add a public repository by its git URL, without provider credentials',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, url: RepositoryUrl, name: RepositoryName.optional() }),
  response: z.object({ repository: Repository }),
});

export const addLocalRepository = endpoint({
  id: 'repositories.addLocal',
  method: 'POST',
  path: '/api/v2/repositories/addLocal',
  summary: 'Add a folder on the service’s own machine; offered by the embedded service only',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    path: z.string().min(1).max(4096).describe('Absolute path of the folder.'),
    name: RepositoryName.optional(),
  }),
  response: z.object({ repository: Repository }),
});

export const resolveRepositoryByUrl = endpoint({
  id: 'repositories.resolveByUrl',
  method: 'POST',
  path: '/api/v1/repositories/resolve-by-url',
  summary: 'Find the repository of a remote URL, whichever way the URL is spelt',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, url: RepositoryUrl }),
  response: z.object({ repository: Repository }),
});

export const listRepositories = endpoint({
  id: 'repositories.list',
  method: 'GET',
  path: '/repositories',
  summary: 'List repositories by name',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    searchQuery: z.string().max(200).optional().describe('Part of the name, in any case.'),
    types: z.array(RepositoryType).min(1).max(50).optional(),
    ...page,
  }),
  response: z.object({ repositories: z.array(Repository), ...pageEnd }),
});

export const getRepository = endpoint({
  id: 'repositories.get',
  method: 'GET',
  path: '/repositories/{id}',
  summary: 'One repository',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ id: Id, ...organizationScope }),
  response: z.object({
    repository: Repository,
    permissions: z
      .array(RepositoryPermission)
      .optional()
      .describe('What the person who asks may do with it; absent where the service does not say.'),
  }),
});

export const deleteRepositories = endpoint({
  id: 'repositories.delete',
  method: 'POST',
  path: '/api/v2/repositories/delete',
  summary: 'Remove repositories from the service, all of them or none; they can be added again',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryIds: z.array(Id).min(1).max(100),
    allPartitions: z.boolean().default(false).describe('Also every other partition of the same monorepo.'),
  }),
  response: z.object({ deletedRepositoryIds: z.array(Id) }),
});

export const scanRepository = endpoint({
  id: 'repositories.scan',
  method: 'POST',
  path: '/repositories/{id}/scan',
  summary: 'Start a full scan of one repository',
  source: 'specified',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    id: Id,
    ...organizationScope,
    branch: Branch.optional(),
    releaseTrack: ReleaseTrack.optional(),
  }),
  response: z.object({ scan: Scan }),
});
