import type { Selectable } from 'kysely';
import { recordSignIn } from '../audit/outside.ts';
import { type Caller, type Core, newId } from '../core/context.ts';
import { hashOf, newSecret } from '../core/secret.ts';
import type { Queries } from '../store/dialect.ts';
import type { SessionTable } from '../store/tables/people-tables.ts';

/** Sessions of browsers: a secret in a cookie, of which the store has the hash. */

const hourMs = 3_600_000;
export const idleMs = 12 * hourMs;
export const absoluteMs = 7 * 24 * hourMs;
/** A session's use is written down no more often than this. */
const usedStepMs = 60_000;
const mostSessions = 50;
const longestClient = 200;

export interface NewSession {
  readonly userId: string;
  /** The one organization that vouches for the person; null for all of theirs. */
  readonly organizationId: string | null;
  readonly method: SessionTable['method'];
  /** What the browser calls itself. */
  readonly client: string;
  /** The secret of the session that the browser had before, which ends. */
  readonly before?: string | undefined;
}

/** Begins a session. @returns its secret, for the cookie alone */
export async function beginSession(
  core: Pick<Core, 'now'>,
  db: Queries,
  session: NewSession,
): Promise<string> {
  if (session.before !== undefined) await endSession(db, session.before);
  const at = core.now();
  const secret = newSecret();
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: session.userId,
      organization_id: session.organizationId,
      secret_hash: hashOf(secret),
      method: session.method,
      client: session.client.slice(0, longestClient),
      created_at: at.toISOString(),
      used_at: at.toISOString(),
      expires_at: new Date(at.getTime() + absoluteMs).toISOString(),
    })
    .execute();
  await recordSignIn(core, db, session);
  const old = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', session.userId)
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(mostSessions)
    .offset(mostSessions)
    .execute();
  if (old.length > 0)
    await db
      .deleteFrom('sessions')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute();
  return secret;
}

/** The caller behind a session's secret; undefined where it is unknown, idle for too long or past its end. */
export async function verifySession(core: Core, secret: string): Promise<Caller | undefined> {
  const row = await core.db
    .selectFrom('sessions')
    .selectAll()
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  const at = core.now();
  if (!row || !isLive(row, at)) return undefined;
  // A store that takes no writes at the moment keeps nobody from reading.
  if (at.getTime() - Date.parse(row.used_at) >= usedStepMs)
    await core.db
      .updateTable('sessions')
      .set({ used_at: at.toISOString() })
      .where('id', '=', row.id)
      .execute()
      .catch(() => undefined);
  return {
    userId: row.user_id,
    credential: { kind: 'session', id: row.id, organizationId: row.organization_id },
  };
}

export async function sessionStands(core: Core, id: string): Promise<boolean> {
  const row = await core.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row !== undefined && isLive(row, core.now());
}

export const isLive = (row: Selectable<SessionTable>, at: Date): boolean =>
  row.expires_at > at.toISOString() && Date.parse(row.used_at) + idleMs > at.getTime();

/** Ends the session that a browser has. */
export async function endSession(db: Queries, secret: string): Promise<void> {
  await db.deleteFrom('sessions').where('secret_hash', '=', hashOf(secret)).execute();
}

/** Forgets sessions and links that are over. */
export async function forgetEndedSessions(core: Core): Promise<void> {
  const at = core.now();
  await core.db
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([
        eb('expires_at', '<=', at.toISOString()),
        eb('used_at', '<=', new Date(at.getTime() - idleMs).toISOString()),
      ]),
    )
    .execute();
  await core.db.deleteFrom('links').where('expires_at', '<=', at.toISOString()).execute();
}

/**
 * Ends what a person has of an organization: their tokens for it, sessions that it vouches for, links into it, and every
 * session where they are in no other.
 */
export async function endAccess(db: Queries, organizationId: string, userId: string): Promise<void> {
  for (const table of ['tokens', 'sessions', 'links'] as const)
    await db
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', userId)
    .where('organization_id', '!=', organizationId)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('links').where('user_id', '=', userId).execute();
}
