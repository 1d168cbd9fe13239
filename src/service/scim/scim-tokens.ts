import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { ScimToken } from '../../api/contract/organizations/scim.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { conflict, notFound } from '../core/errors.ts';
import { hashOf, newSecret } from '../core/secret.ts';
import type { ServiceCore } from '../service-core.ts';

type Operations = typeof contract.scim;

const mostTokens = 20;
const toDo = 'manage the tokens of identity providers';

/** The organization whose members a provider manages. */
export interface ScimCaller {
  readonly organizationId: string;
  readonly tokenName?: string;
}

export async function createScimToken(
  core: Core & Pick<ServiceCore, 'publicAddress'>,
  caller: Caller,
  request: ParsedRequestOf<Operations['createScimToken']>,
): Promise<ResponseOf<Operations['createScimToken']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  await requireAdmin(core, caller, organizationId, toDo);
  const secret = newSecret();
  const row = {
    id: newId(),
    organization_id: organizationId,
    name: request.name ?? null,
    secret_hash: hashOf(secret),
    created_by: caller.userId,
    created_at: instant(core),
    last_used_on: null,
  };
  await core.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('scim_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostTokens)
      throw conflict(`The organization has ${mostTokens} tokens of identity providers. Delete one first.`);
    await transaction.insertInto('scim_tokens').values(row).execute();
  });
  const baseUrl = core.publicAddress.of('/scim/v2')?.href;
  return { token: shown(row), secret, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

export async function listScimTokens(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['listScimTokens']>,
): Promise<ResponseOf<Operations['listScimTokens']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  await requireAdmin(core, caller, organizationId, toDo);
  const rows = await core.db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { tokens: rows.map(shown) };
}

export async function deleteScimToken(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteScimToken']>,
): Promise<ResponseOf<Operations['deleteScimToken']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  await requireAdmin(core, caller, organizationId, toDo);
  await core.db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('scim_tokens')
      .where('id', '=', request.tokenId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('token');
  });
  return { deleted: true };
}

/** The provider behind an `Authorization` header; undefined for one that is missing, malformed or unknown. */
export async function verifyScimToken(
  core: Core,
  header: string | undefined,
): Promise<ScimCaller | undefined> {
  const secret = /^bearer +([\w-]{20,200})$/i.exec(header ?? '')?.[1];
  if (secret === undefined) return undefined;
  const row = await core.db
    .selectFrom('scim_tokens')
    .select(['id', 'organization_id', 'name', 'last_used_on'])
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  const today = instant(core).slice(0, 10);
  if (row.last_used_on !== today)
    await core.db.updateTable('scim_tokens').set({ last_used_on: today }).where('id', '=', row.id).execute();
  return { organizationId: row.organization_id, ...(row.name === null ? {} : { tokenName: row.name }) };
}

function shown(row: {
  id: string;
  name: string | null;
  created_at: string;
  last_used_on: string | null;
}): ScimToken {
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    createdAt: row.created_at,
    ...(row.last_used_on === null ? {} : { lastUsedOn: row.last_used_on }),
  };
}
