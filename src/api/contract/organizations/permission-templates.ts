import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { AccessMode, OrganizationPermission, RepositoryPermission } from './permissions.ts';
import { GroupDescription, GroupName, organizationPermissions, repositoryPermissions } from './teams.ts';

/** What new teams may begin with. A team that was made from a template does not change with it. */

export const maximumPermissionTemplates = 100;

export const PermissionTemplate = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  description: z.string(),
  /** For the organization as a whole, with what others imply. */
  permissions: z.array(OrganizationPermission),
  accessMode: AccessMode,
  repositoryPermissions: z.array(RepositoryPermission),
  createdAt: Instant,
  updatedAt: Instant,
});
export type PermissionTemplate = z.output<typeof PermissionTemplate>;

export const listPermissionTemplates = endpoint({
  id: 'permissionTemplates.list',
  method: 'POST',
  path: '/api/v2/permissionTemplates/list',
  summary: 'Permission templates by name',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ templates: z.array(PermissionTemplate), ...pageEnd }),
});

export const createPermissionTemplate = endpoint({
  id: 'permissionTemplates.create',
  method: 'POST',
  path: '/api/v2/permissionTemplates/create',
  summary: 'Add a permission template',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    name: GroupName,
    description: GroupDescription.default(''),
    permissions: organizationPermissions.default([]),
    accessMode: AccessMode.default('selected'),
    repositoryPermissions: repositoryPermissions.default([]),
  }),
  response: z.object({ template: PermissionTemplate }),
});

export const updatePermissionTemplate = endpoint({
  id: 'permissionTemplates.update',
  method: 'POST',
  path: '/api/v2/permissionTemplates/update',
  summary: 'Change a permission template; what is omitted stays, and so do teams that were made from it',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    templateId: Id,
    name: GroupName.optional(),
    description: GroupDescription.optional(),
    permissions: organizationPermissions.optional(),
    accessMode: AccessMode.optional(),
    repositoryPermissions: repositoryPermissions.optional(),
  }),
  response: z.object({ template: PermissionTemplate }),
});

export const deletePermissionTemplate = endpoint({
  id: 'permissionTemplates.delete',
  method: 'POST',
  path: '/api/v2/permissionTemplates/delete',
  summary: 'Delete a permission template; teams that were made from it stay',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, templateId: Id }),
  response: z.object({ deleted: z.literal(true) }),
});
