import { type Core, instant } from '../core/context.ts';
import { hasOtherAdmin, lockMembers } from '../organizations/administrators.ts';
import { personOf, revokeInvitation } from '../organizations/invitations.ts';
import { endAccess } from '../sign-in/sessions.ts';
import type { Queries } from '../store/dialect.ts';
import { insertMember, joinDefaultTeam } from '../teams/default-team.ts';
import { readFilter } from './filter.ts';
import { PatchRequest, readMessage, ScimUser } from './messages.ts';
import { type Listed, type Page, pageOf } from './paging.ts';
import { noSuch, ScimError } from './scim-error.ts';
import type { ScimCaller } from './scim-tokens.ts';
import { changesOf, patched, type UserChanges } from './user-changes.ts';
import {
  filtered,
  findUser,
  toUser,
  type UserResource,
  type UserRow,
  userNamed,
  userRows,
} from './user-rows.ts';

/** Users of SCIM (RFC 7643, section 4.1; RFC 7644, section 3): the members of the organization that the token is of. */

export async function listUsers(
  core: Core,
  { organizationId }: ScimCaller,
  page: Page,
  base: string,
): Promise<Listed<UserResource>> {
  const all = filtered(
    userRows(core.db, organizationId).where('scim_users.deleted_at', 'is', null),
    page.filter === undefined ? [] : readFilter(page.filter),
  );
  return pageOf(page, await countOf(core.db, all), async (count, offset) => {
    const rows = await all
      .orderBy('members.created_at')
      .orderBy('members.id')
      .limit(count)
      .offset(offset)
      .execute();
    return rows.map((row) => toUser(row, base));
  });
}

async function countOf(db: Queries, rows: ReturnType<typeof userRows>): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function getUser(
  core: Core,
  { organizationId }: ScimCaller,
  id: string,
  base: string,
): Promise<UserResource> {
  const row = await findUser(core.db, organizationId, id);
  if (!row) throw noSuch('User');
  return toUser(row, base);
}

/** Makes somebody a member, or one again whom the provider deleted. An invitation of the address is not needed any more. */
export async function createUser(
  core: Core,
  { organizationId }: ScimCaller,
  body: unknown,
  base: string,
): Promise<UserResource> {
  const changes = changesOf(readMessage(ScimUser, body));
  return core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    const before = await userNamed(transaction, organizationId, changes.userName);
    if (before && before.deleted_at === null)
      throw new ScimError(409, 'There is a user of this userName already.', 'uniqueness');
    if (before) return change(core, transaction, organizationId, before, changes, base);
    const userId = await personOf(core, transaction, changes.email, changes.displayName ?? undefined);
    const present = await userRows(transaction, organizationId)
      .where('members.user_id', '=', userId)
      .executeTakeFirst();
    if (present && present.deleted_at === null)
      throw new ScimError(409, 'There is a user of this e-mail address already.', 'uniqueness');
    if (present) return change(core, transaction, organizationId, present, changes, base);
    const invitation = await transaction
      .selectFrom('invitations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('email', '=', changes.email)
      .where('revoked_at', 'is', null)
      .where('accepted_at', 'is', null)
      .executeTakeFirst();
    if (invitation) await revokeInvitation(core, transaction, invitation.id);
    const id = await insertMember(core, transaction, { organizationId, userId, role: 'MEMBER' });
    const made = await userRows(transaction, organizationId)
      .where('members.id', '=', id)
      .executeTakeFirstOrThrow();
    return change(core, transaction, organizationId, made, changes, base);
  });
}

export async function replaceUser(
  core: Core,
  { organizationId }: ScimCaller,
  id: string,
  body: unknown,
  base: string,
): Promise<UserResource> {
  const changes = changesOf(readMessage(ScimUser, body));
  return changed(core, organizationId, id, changes, base);
}

export async function patchUser(
  core: Core,
  { organizationId }: ScimCaller,
  id: string,
  body: unknown,
  base: string,
): Promise<UserResource> {
  const changes = patched(readMessage(PatchRequest, body).Operations);
  return changed(core, organizationId, id, changes, base);
}

async function changed(
  core: Core,
  organizationId: string,
  id: string,
  changes: UserChanges,
  base: string,
): Promise<UserResource> {
  return core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    const row = await findUser(transaction, organizationId, id);
    if (!row) throw noSuch('User');
    return change(core, transaction, organizationId, row, changes, base);
  });
}

/** The member stays in lists, deprovisioned; for the provider the user is gone. */
export async function deleteUser(core: Core, { organizationId }: ScimCaller, id: string): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    const row = await findUser(transaction, organizationId, id);
    if (!row) throw noSuch('User');
    await deprovision(transaction, organizationId, row);
    await keep(core, transaction, organizationId, row, {}, instant(core));
  });
}

async function change(
  core: Core,
  db: Queries,
  organizationId: string,
  row: UserRow,
  changes: UserChanges,
  base: string,
): Promise<UserResource> {
  await changeName(db, organizationId, row, changes);
  if (changes.email !== undefined && changes.email !== row.email)
    await changeAddress(db, organizationId, row, changes.email);
  await keep(core, db, organizationId, row, changes, null);
  if (changes.active === false && row.status === 'active') await deprovision(db, organizationId, row);
  if (changes.active === true && row.status === 'scimDeprovisioned') {
    await db.updateTable('members').set({ status: 'active' }).where('id', '=', row.member_id).execute();
    await joinDefaultTeam(core, db, { organizationId, memberId: row.member_id });
  }
  const now = await findUser(db, organizationId, row.member_id);
  if (!now) throw noSuch('User');
  return toUser(now, base);
}

/** @throws ScimError 409 for the last active ADMIN: nobody could administer the organization */
async function deprovision(db: Queries, organizationId: string, row: UserRow): Promise<void> {
  if (row.status !== 'active') return;
  if (row.role === 'ADMIN' && !(await hasOtherAdmin(db, organizationId, row.member_id)))
    throw new ScimError(409, 'This is the last ADMIN of the organization. Make another member ADMIN first.');
  await db
    .updateTable('members')
    .set({ status: 'scimDeprovisioned' })
    .where('id', '=', row.member_id)
    .execute();
  await endAccess(db, organizationId, row.user_id);
}

/** Writes down what the provider says of a member. */
async function keep(
  core: Core,
  db: Queries,
  organizationId: string,
  row: UserRow,
  changes: UserChanges,
  deletedAt: string | null,
): Promise<void> {
  const userName = changes.userName ?? row.user_name ?? row.email;
  const other = await userNamed(db, organizationId, userName);
  if (other && other.member_id !== row.member_id)
    throw new ScimError(409, 'There is a user of this userName already.', 'uniqueness');
  const kept = {
    user_name: userName,
    external_id: changes.externalId === undefined ? row.external_id : changes.externalId,
    given_name: changes.givenName === undefined ? row.given_name : changes.givenName,
    family_name: changes.familyName === undefined ? row.family_name : changes.familyName,
    updated_at: instant(core),
    deleted_at: deletedAt,
  };
  await db
    .insertInto('scim_users')
    .values({ member_id: row.member_id, organization_id: organizationId, ...kept })
    .onConflict((on) => on.column('member_id').doUpdateSet(kept))
    .execute();
}

/** What a person is called belongs to them, unless they are in this organization alone. */
async function changeName(
  db: Queries,
  organizationId: string,
  row: UserRow,
  { displayName, givenName, familyName }: UserChanges,
): Promise<void> {
  const parts = [givenName, familyName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const name = (displayName ?? parts).trim().slice(0, 200);
  if (name === '' || name === row.name) return;
  if (row.name !== null && (await isElsewhere(db, organizationId, row.user_id))) return;
  await db.updateTable('users').set({ name }).where('id', '=', row.user_id).execute();
}

/**
 * Gives a person another address. Whoever is known by the old one is signed out, and is recognised anew: nobody becomes
 * the owner of an address by what a provider of one organization says.
 * @throws ScimError 409 where the address is somebody's, or the person is in other organizations too
 */
async function changeAddress(
  db: Queries,
  organizationId: string,
  row: UserRow,
  email: string,
): Promise<void> {
  const owner = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (owner) throw new ScimError(409, 'There is a user of this e-mail address already.', 'uniqueness');
  if (await isElsewhere(db, organizationId, row.user_id))
    throw new ScimError(
      409,
      'The person is in other organizations too, so their address cannot be changed here.',
      'mutability',
    );
  await db.updateTable('users').set({ email }).where('id', '=', row.user_id).execute();
  for (const table of ['sessions', 'links', 'identities'] as const)
    await db.deleteFrom(table).where('user_id', '=', row.user_id).execute();
}

async function isElsewhere(db: Queries, organizationId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', userId)
    .where('organization_id', '!=', organizationId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
