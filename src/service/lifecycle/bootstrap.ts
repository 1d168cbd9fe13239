import { maximumTokenDays } from '../../api/contract/organizations/tokens.ts';
import { recordOutside } from '../audit/outside.ts';
import { type Core, instant, newId } from '../core/context.ts';
import { insertOrganization } from '../organizations/organizations.ts';
import { issueToken } from '../organizations/tokens.ts';
import { placeholderAddress } from '../sign-in/first-address.ts';
import type { Queries } from '../store/dialect.ts';
import { withStore } from './command-store.ts';

interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

/** The first organization and its ADMIN, made when the store is new. */
export async function ensureFirstOrganization(core: Core, db: Queries): Promise<Owner> {
  const first = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['members.organization_id', 'members.user_id'])
    .where('members.role', '=', 'ADMIN')
    .where('members.status', '=', 'active')
    .orderBy('organizations.created_at')
    .orderBy('organizations.id')
    .orderBy('members.created_at')
    .orderBy('members.id')
    .limit(1)
    .executeTakeFirst();
  if (first) return { organizationId: first.organization_id, userId: first.user_id };
  await db
    .insertInto('users')
    .values({ id: newId(), email: placeholderAddress, name: null, created_at: instant(core) })
    .onConflict((on) => on.column('email').doNothing())
    .execute();
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', placeholderAddress)
    .executeTakeFirstOrThrow();
  const organization = await insertOrganization(core, db, { name: 'This machine', adminId: user.id });
  return { organizationId: organization.id, userId: user.id };
}

/** Makes the token pair of an embedded start; the pair of the start before is deleted. */
export async function renewEmbeddedToken(core: Core): Promise<{ tokenId: string; tokenSecret: string }> {
  return core.db.transaction().execute(async (transaction) => {
    const owner = await ensureFirstOrganization(core, transaction);
    const { token, secret } = await issueToken(core, transaction, {
      ...owner,
      name: 'Embedded service',
      days: maximumTokenDays,
    });
    const before = await transaction
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'embedded-token')
      .executeTakeFirst();
    if (before) {
      // What the old pair had opened, the new one opens too.
      const opened = await transaction
        .selectFrom('token_organizations')
        .select('organization_id')
        .where('token_id', '=', before.value)
        .execute();
      if (opened.length > 0) {
        await transaction
          .insertInto('token_organizations')
          .values(opened.map((row) => ({ token_id: token.id, organization_id: row.organization_id })))
          .execute();
      }
      await transaction.deleteFrom('tokens').where('id', '=', before.value).execute();
    }
    await transaction
      .insertInto('meta')
      .values({ key: 'embedded-token', value: token.id })
      .onConflict((on) => on.column('key').doUpdateSet({ value: token.id }))
      .execute();
    return { tokenId: token.id, tokenSecret: secret };
  });
}

export interface FirstToken {
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly expiresAt: string;
}

/**
 * For the command line: a token of the first organization of a data folder, its secret to be shown once.
 * @param database address of the PostgreSQL database that is used in the place of the folder's
 * @throws Error with a sentence for the user
 */
export function createTokenIn(
  dataFolder: string,
  token: { name?: string | undefined; days: number },
  database?: string | undefined,
): Promise<FirstToken> {
  return withStore(dataFolder, database, (core) => createFirstToken(core, token));
}

/** A token of the first organization's administrator. */
export async function createFirstToken(
  core: Core,
  token: { name?: string | undefined; days: number },
): Promise<FirstToken> {
  return core.db.transaction().execute(async (transaction) => {
    const owner = await ensureFirstOrganization(core, transaction);
    const made = await issueToken(core, transaction, { ...owner, ...token });
    await recordOutside(core, transaction, owner.organizationId, {
      operation: 'operator.createToken',
      actor: { kind: 'operator' },
      subjects: [
        { kind: 'token', id: made.token.id, ...(token.name === undefined ? {} : { name: token.name }) },
      ],
    });
    return { tokenId: made.token.id, tokenSecret: made.secret, expiresAt: made.token.expiresAt };
  });
}
