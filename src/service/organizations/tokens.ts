import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Token } from '../../api/contract/organizations/tokens.ts';
import { membershipOf, organizationOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { hashOf, newSecret } from '../core/secret.ts';
import type { Queries } from '../store/dialect.ts';
import type { TokenTable } from '../store/tables/organization-tables.ts';

const dayMs = 86_400_000;
const soonDays = 7;

interface NewToken {
  readonly token: Token;
  /** 256 random bits, shown to the caller once and stored only as a hash. */
  readonly secret: string;
}

/** Issues a token pair for a user of an organization. */
export async function issueToken(
  core: Core,
  db: Queries,
  owner: { organizationId: string; userId: string; name?: string | undefined; days: number },
): Promise<NewToken> {
  const secret = newSecret();
  const at = core.now();
  const row: TokenTable = {
    id: newId(),
    organization_id: owner.organizationId,
    user_id: owner.userId,
    name: owner.name ?? null,
    secret_hash: hashOf(secret),
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + owner.days * dayMs).toISOString(),
    last_used_on: null,
    expiry_warned: null,
  };
  await db.insertInto('tokens').values(row).execute();
  const { email, name } = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow();
  return { token: toToken({ ...row, owner_email: email, owner_name: name }, at), secret };
}

/** What a hash is compared with where there is no such token, so that both cases take the same time. */
const noHash = '0'.repeat(64);

/** The caller behind the two credential headers, or undefined: missing, malformed, unknown, wrong or expired. */
export async function verifyToken(
  core: Core,
  credentials: { id: string | undefined; secret: string | undefined },
): Promise<Caller | undefined> {
  const row = await core.db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', (credentials.id ?? '').toLowerCase())
    .executeTakeFirst();
  const given = Buffer.from(hashOf(credentials.secret ?? ''), 'hex');
  const right = timingSafeEqual(given, Buffer.from(row?.secret_hash ?? noHash, 'hex'));
  const now = instant(core);
  if (!row || !right || row.expires_at <= now) return undefined;
  const today = now.slice(0, 10);
  // A store that takes no writes at the moment keeps nobody from reading.
  if (row.last_used_on !== today)
    await core.db
      .updateTable('tokens')
      .set({ last_used_on: today })
      .where('id', '=', row.id)
      .execute()
      .catch(() => undefined);
  return {
    userId: row.user_id,
    credential: { kind: 'token', id: row.id, organizationId: row.organization_id },
  };
}

/** Whether a token is still there, and in its time. */
export async function tokenStands(core: Core, tokenId: string): Promise<boolean> {
  const row = await core.db
    .selectFrom('tokens')
    .select('expires_at')
    .where('id', '=', tokenId)
    .executeTakeFirst();
  return row !== undefined && row.expires_at > instant(core);
}

export async function createToken(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<typeof contract.tokens.createToken>,
): Promise<ResponseOf<typeof contract.tokens.createToken>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const { name, expiresInDays: days } = request;
  return core.db
    .transaction()
    .execute((transaction) =>
      issueToken(core, transaction, { organizationId, userId: caller.userId, name, days }),
    );
}

export async function listTokens(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<typeof contract.tokens.listTokens>,
): Promise<ResponseOf<typeof contract.tokens.listTokens>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const { role } = await membershipOf(core, caller, organizationId);
  const scope = { operation: 'tokens.list', filters: { organizationId, all: role === 'ADMIN' } };
  let query = core.db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .selectAll('tokens')
    .select(['users.email as owner_email', 'users.name as owner_name'])
    .where('tokens.organization_id', '=', organizationId)
    .orderBy('tokens.created_at')
    .orderBy('tokens.id')
    .limit(request.limit + 1);
  if (role !== 'ADMIN') query = query.where('tokens.user_id', '=', caller.userId);
  if (request.cursor !== undefined) {
    const [createdAt, id] = core.cursors.read(scope, request.cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('tokens.created_at', 'tokens.id'), '>', tuple(createdAt, id)),
    );
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), (row) => [
    row.created_at,
    row.id,
  ]);
  const at = core.now();
  return { tokens: items.map((row) => toToken(row, at)), ...end };
}

/** An ADMIN sees and deletes every token of the organization, a MEMBER their own. */
export async function deleteToken(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<typeof contract.tokens.deleteToken>,
): Promise<ResponseOf<typeof contract.tokens.deleteToken>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const token = await core.db
    .selectFrom('tokens')
    .select(['id', 'user_id'])
    .where('id', '=', request.tokenId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!token) throw notFound('token');
  if (token.user_id !== caller.userId) {
    const { role } = await membershipOf(core, caller, organizationId);
    if (role !== 'ADMIN') throw notFound('token');
  }
  await core.db
    .transaction()
    .execute((transaction) => transaction.deleteFrom('tokens').where('id', '=', token.id).execute());
  return { deleted: true };
}

interface ShownToken extends Selectable<TokenTable> {
  readonly owner_email: string;
  readonly owner_name: string | null;
}

function toToken(row: ShownToken, at: Date): Token {
  const leftMs = Math.max(0, Date.parse(row.expires_at) - at.getTime());
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    owner: { email: row.owner_email, ...(row.owner_name === null ? {} : { name: row.owner_name }) },
    daysLeft: Math.floor(leftMs / dayMs),
    expiresSoon: leftMs <= soonDays * dayMs,
    ...(row.last_used_on === null ? {} : { lastUsedOn: row.last_used_on }),
  };
}
