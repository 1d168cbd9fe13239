import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import {
  maximumPermissionTemplates,
  type PermissionTemplate,
} from '../../api/contract/organizations/permission-templates.ts';
import { scopeOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { impossible, notFound } from '../core/errors.ts';
import { nameBefore, type Paged, takePage } from '../core/paging.ts';
import type { PermissionTemplateTable } from '../store/tables/team-tables.ts';
import { managedOrganization, requireTeamManage } from './authority.ts';
import {
  organizationColumns,
  organizationPermissionsOf,
  repositoryColumns,
  repositoryPermissionsOf,
} from './grants.ts';
import { named, nameTaken } from './team-rows.ts';

type Operations = typeof contract.permissionTemplates;

/** A template grants nothing by itself: what it may be used for is asked when a team is made of it. */
export async function listPermissionTemplates(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listPermissionTemplates']>,
): Promise<ResponseOf<Operations['listPermissionTemplates']>> {
  const { cursor, limit } = request;
  const { organizationId } = await managedOrganization(
    core,
    caller,
    request.organizationId,
    'see permission templates',
  );
  const scope = { operation: 'permissionTemplates.list', filters: { organizationId } };
  const rows = await core.db
    .selectFrom('permission_templates')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name_key', '>', nameBefore(core, scope, cursor))
    .orderBy('name_key')
    .limit(limit + 1)
    .execute();
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.name_key]);
  return { templates: items.map(toTemplate), ...end };
}

export async function createPermissionTemplate(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createPermissionTemplate']>,
): Promise<ResponseOf<Operations['createPermissionTemplate']>> {
  const { organizationId } = await managedOrganization(
    core,
    caller,
    request.organizationId,
    'add permission templates',
  );
  return core.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('permission_templates')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maximumPermissionTemplates)
      throw impossible('name', `The organization has ${count} permission templates, as many as it may.`);
    const at = instant(core);
    const row: PermissionTemplateTable = {
      id: newId(),
      organization_id: organizationId,
      ...named(request.name),
      description: request.description,
      ...organizationColumns(request.permissions),
      access_mode: request.accessMode,
      ...repositoryColumns(request.repositoryPermissions),
      created_at: at,
      updated_at: at,
    };
    await transaction
      .insertInto('permission_templates')
      .values(row)
      .execute()
      .catch(nameTaken('permission template'));
    return { template: toTemplate(row) };
  });
}

export async function updatePermissionTemplate(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updatePermissionTemplate']>,
): Promise<ResponseOf<Operations['updatePermissionTemplate']>> {
  const { id } = await managedTemplate(core, caller, request, 'change permission templates');
  const { name, description, permissions, accessMode, repositoryPermissions } = request;
  const row = await core.db.transaction().execute((transaction) =>
    transaction
      .updateTable('permission_templates')
      .set({
        ...(name !== undefined && named(name)),
        ...(description !== undefined && { description }),
        ...(permissions && organizationColumns(permissions)),
        ...(accessMode && { access_mode: accessMode }),
        ...(repositoryPermissions && repositoryColumns(repositoryPermissions)),
        updated_at: instant(core),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
      .catch(nameTaken('permission template')),
  );
  if (!row) throw notFound('permission template');
  return { template: toTemplate(row) };
}

export async function deletePermissionTemplate(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deletePermissionTemplate']>,
): Promise<ResponseOf<Operations['deletePermissionTemplate']>> {
  const { id } = await managedTemplate(core, caller, request, 'delete permission templates');
  await core.db
    .transaction()
    .execute((transaction) => transaction.deleteFrom('permission_templates').where('id', '=', id).execute());
  return { deleted: true };
}

/** @throws Refusal 403 for who manages teams in none of the organizations, else 404 */
async function managedTemplate(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly templateId: string },
  toDo: string,
): Promise<PermissionTemplateTable> {
  const organizationIds = await scopeOf(core, caller, request.organizationId);
  const row = await core.db
    .selectFrom('permission_templates')
    .selectAll()
    .where('id', '=', request.templateId)
    .where('organization_id', 'in', organizationIds)
    .executeTakeFirst();
  const [first] = organizationIds;
  // Templates are for who manages teams: to others, one that is there answers as one that is not.
  const organizationId = row?.organization_id ?? first;
  if (organizationId !== undefined) await requireTeamManage(core.db, caller, organizationId, toDo);
  if (!row) throw notFound('permission template');
  return row;
}

function toTemplate(row: PermissionTemplateTable): PermissionTemplate {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    description: row.description,
    permissions: organizationPermissionsOf(row),
    accessMode: row.access_mode,
    repositoryPermissions: repositoryPermissionsOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
