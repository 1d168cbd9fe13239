import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Organization } from '../../api/contract/organizations/organizations.ts';
import { organizationIdsOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, type Credential, instant, newId } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { dropJobs } from '../jobs/queue.ts';
import type { ScanWork } from '../jobs/scan-work.ts';
import type { Queries } from '../store/dialect.ts';
import type { OrganizationTable } from '../store/tables/organization-tables.ts';
import { insertEveryone, insertMember } from '../teams/default-team.ts';

type Operations = typeof contract.organizations;

/** An organization with its first, active ADMIN. */
export async function insertOrganization(
  core: Core,
  db: Queries,
  organization: { name: string; adminId: string },
): Promise<Organization> {
  const at = instant(core);
  const row: OrganizationTable = { id: newId(), name: organization.name, created_at: at, updated_at: at };
  await db.insertInto('organizations').values(row).execute();
  await insertEveryone(core, db, row.id);
  await insertMember(core, db, { organizationId: row.id, userId: organization.adminId, role: 'ADMIN' });
  return toOrganization(row);
}

export async function createOrganization(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createOrganization']>,
): Promise<ResponseOf<Operations['createOrganization']>> {
  return core.db.transaction().execute(async (transaction) => {
    const organization = await insertOrganization(core, transaction, {
      name: request.name,
      adminId: caller.userId,
    });
    await openTo(transaction, caller.credential, organization.id);
    return { organization };
  });
}

/** What was created with a credential is open to it. */
async function openTo(db: Queries, credential: Credential, organizationId: string): Promise<void> {
  if (credential.kind === 'token')
    await db
      .insertInto('token_organizations')
      .values({ token_id: credential.id, organization_id: organizationId })
      .execute();
  if (credential.kind === 'session')
    await db
      .insertInto('session_organizations')
      .values({ session_id: credential.id, organization_id: organizationId })
      .execute();
}

export async function listOrganizations(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listOrganizations']>,
): Promise<ResponseOf<Operations['listOrganizations']>> {
  const scope = { operation: 'organizations.list', filters: { credential: caller.credential } };
  let query = core.db
    .selectFrom('organizations')
    .selectAll()
    .where('id', 'in', await organizationIdsOf(core, caller))
    .orderBy('created_at')
    .orderBy('id')
    .limit(request.limit + 1);
  if (request.cursor !== undefined) {
    const [createdAt, id] = core.cursors.read(scope, request.cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(createdAt, id)),
    );
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), (row) => [
    row.created_at,
    row.id,
  ]);
  return { organizations: items.map(toOrganization), ...end };
}

/** Everything of the organization goes with it: repositories, scans, issues, members and tokens. Its scans and the agent's jobs stop. */
export async function deleteOrganization(
  core: Core & { work: ScanWork },
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteOrganization']>,
): Promise<ResponseOf<Operations['deleteOrganization']>> {
  const visible = await organizationIdsOf(core, caller);
  if (!visible.includes(request.id)) throw notFound('organization');
  await requireAdmin(core, caller, request.id, 'delete it');
  const running = await Promise.all(
    (['scans', 'code_scans', 'agent_jobs'] as const).map((table) =>
      core.db
        .selectFrom(table)
        .select('id')
        .where('organization_id', '=', request.id)
        .where('finished_at', 'is', null)
        .execute(),
    ),
  );
  const unfinished = running.flat().map((row) => row.id);
  await core.db.transaction().execute(async (transaction) => {
    await dropJobs(transaction, unfinished);
    await transaction.deleteFrom('audit_entries').where('organization_id', '=', request.id).execute();
    await transaction.deleteFrom('organizations').where('id', '=', request.id).execute();
  });
  for (const id of unfinished) core.work.abort(id);
  return { deleted: true };
}

function toOrganization(row: OrganizationTable): Organization {
  return { id: row.id, name: row.name, createdAt: row.created_at, updatedAt: row.updated_at };
}
