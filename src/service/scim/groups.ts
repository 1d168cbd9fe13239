import { maximumTeams } from '../../api/contract/organizations/teams.ts';
import { type Core, instant, newId } from '../core/context.ts';
import { lockMembers } from '../organizations/administrators.ts';
import type { Queries } from '../store/dialect.ts';
import { nothingGranted } from '../teams/grants.ts';
import { named } from '../teams/team-rows.ts';
import { readFilter } from './filter.ts';
import { type GroupChanges, patchedGroup } from './group-changes.ts';
import { PatchRequest, readMessage, ScimGroup, scimSchemas } from './messages.ts';
import { type Listed, type Page, pageOf } from './paging.ts';
import { noSuch, ScimError } from './scim-error.ts';
import type { ScimCaller } from './scim-tokens.ts';

/** Groups of SCIM (RFC 7643, section 4.2) are the organization's teams. What a team may do is decided here, not by the provider. */

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly is_default: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly external_id: string | null;
}

export interface GroupOptions {
  /** The address of the SCIM service, as the provider has it. */
  readonly base: string;
  /** Providers leave the members out where they ask whether a group is there. */
  readonly withMembers: boolean;
}

interface GroupMember {
  readonly value: string;
  readonly display: string;
  readonly $ref: string;
}

export interface GroupResource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly externalId?: string;
  readonly displayName: string;
  readonly members?: readonly GroupMember[];
  readonly meta: Readonly<Record<string, string>>;
}

function groupRows(db: Queries, organizationId: string) {
  return db
    .selectFrom('teams')
    .leftJoin('scim_groups', 'scim_groups.team_id', 'teams.id')
    .where('teams.organization_id', '=', organizationId)
    .select([
      'teams.id',
      'teams.name',
      'teams.is_default',
      'teams.created_at',
      'teams.updated_at',
      'scim_groups.external_id',
    ]);
}

async function findGroup(db: Queries, organizationId: string, id: string): Promise<GroupRow> {
  const row = await groupRows(db, organizationId).where('teams.id', '=', id.toLowerCase()).executeTakeFirst();
  if (!row) throw noSuch('Group');
  return row;
}

export async function listGroups(
  core: Core,
  { organizationId }: ScimCaller,
  page: Page,
  options: GroupOptions,
): Promise<Listed<GroupResource>> {
  const comparisons = page.filter === undefined ? [] : readFilter(page.filter);
  const all = comparisons.reduce(
    (query, { attribute, value }) => {
      const text = String(value);
      switch (attribute) {
        case 'id':
          return query.where('teams.id', '=', text.toLowerCase());
        case 'displayname':
          return query.where('teams.name_key', '=', text.toLowerCase());
        case 'externalid':
          return query.where('scim_groups.external_id', '=', text);
        default:
          throw new ScimError(400, 'Groups are filtered by displayName, externalId or id.', 'invalidFilter');
      }
    },
    groupRows(core.db, organizationId),
  );
  const { count: total } = await core.db
    .selectFrom(all.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return pageOf(page, Number(total), async (count, offset) => {
    const rows = await all.orderBy('teams.name_key').limit(count).offset(offset).execute();
    const resources: GroupResource[] = [];
    for (const row of rows) resources.push(await toGroup(core.db, row, options));
    return resources;
  });
}

export async function getGroup(
  core: Core,
  { organizationId }: ScimCaller,
  id: string,
  options: GroupOptions,
): Promise<GroupResource> {
  return toGroup(core.db, await findGroup(core.db, organizationId, id), options);
}

/** A group begins as a team that grants nothing. */
export async function createGroup(
  core: Core,
  { organizationId }: ScimCaller,
  body: unknown,
  options: GroupOptions,
): Promise<GroupResource> {
  const group = readMessage(ScimGroup, body);
  return core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    const { count } = await transaction
      .selectFrom('teams')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maximumTeams)
      throw new ScimError(409, `The organization has ${maximumTeams} teams, as many as it may.`);
    await requireFreeName(transaction, organizationId, group.displayName);
    const id = newId();
    const at = instant(core);
    await transaction
      .insertInto('teams')
      .values({
        ...nothingGranted,
        id,
        organization_id: organizationId,
        ...named(group.displayName),
        description: '',
        is_default: 0,
        created_at: at,
        updated_at: at,
      })
      .execute();
    return change(
      core,
      transaction,
      organizationId,
      id,
      { externalId: group.externalId ?? null, members: new Set(group.members.map(({ value }) => value)) },
      options,
    );
  });
}

export async function replaceGroup(
  core: Core,
  { organizationId }: ScimCaller,
  id: string,
  body: unknown,
  options: GroupOptions,
): Promise<GroupResource> {
  const group = readMessage(ScimGroup, body);
  const changes: GroupChanges = {
    displayName: group.displayName,
    externalId: group.externalId ?? null,
    members: new Set(group.members.map(({ value }) => value)),
  };
  return core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    return change(core, transaction, organizationId, id, changes, options);
  });
}

export async function patchGroup(
  core: Core,
  { organizationId }: ScimCaller,
  id: string,
  body: unknown,
  options: GroupOptions,
): Promise<GroupResource> {
  const { Operations } = readMessage(PatchRequest, body);
  return core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    const row = await findGroup(transaction, organizationId, id);
    const changes = patchedGroup(Operations, await memberIdsOf(transaction, row.id));
    return change(core, transaction, organizationId, id, changes, options);
  });
}

export async function deleteGroup(core: Core, { organizationId }: ScimCaller, id: string): Promise<void> {
  const row = await findGroup(core.db, organizationId, id);
  const { numDeletedRows } = await core.db
    .deleteFrom('teams')
    .where('id', '=', row.id)
    .where('is_default', '=', 0)
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw new ScimError(409, 'This is the default team, which new members join. It cannot be deleted.');
}

async function change(
  core: Core,
  db: Queries,
  organizationId: string,
  id: string,
  changes: GroupChanges,
  options: GroupOptions,
): Promise<GroupResource> {
  const row = await findGroup(db, organizationId, id);
  if (changes.displayName !== undefined && changes.displayName !== row.name) {
    await requireFreeName(db, organizationId, changes.displayName, row.id);
    await db.updateTable('teams').set(named(changes.displayName)).where('id', '=', row.id).execute();
  }
  if (changes.externalId !== undefined)
    await db
      .insertInto('scim_groups')
      .values({ team_id: row.id, external_id: changes.externalId })
      .onConflict((on) => on.column('team_id').doUpdateSet({ external_id: changes.externalId ?? null }))
      .execute();
  if (changes.members !== undefined) await setMembers(core, db, organizationId, row.id, changes.members);
  await db
    .updateTable('teams')
    .set({ updated_at: instant(core) })
    .where('id', '=', row.id)
    .execute();
  return toGroup(db, await findGroup(db, organizationId, id), options);
}

async function requireFreeName(
  db: Queries,
  organizationId: string,
  name: string,
  but?: string,
): Promise<void> {
  const other = await groupRows(db, organizationId)
    .where('teams.name_key', '=', named(name).name_key)
    .executeTakeFirst();
  if (other && other.id !== but)
    throw new ScimError(409, 'There is a group of this displayName already.', 'uniqueness');
}

async function memberIdsOf(db: Queries, teamId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('team_members')
    .select('member_id')
    .where('team_id', '=', teamId)
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

const batch = 500;

/** @throws ScimError for who is no member of the organization */
async function setMembers(
  core: Core,
  db: Queries,
  organizationId: string,
  teamId: string,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const present = await memberIdsOf(db, teamId);
  const added = [...wanted].filter((id) => !present.has(id));
  const removed = [...present].filter((id) => !wanted.has(id));
  for (let from = 0; from < added.length; from += batch) {
    const ids = added.slice(from, from + batch);
    const known = await db
      .selectFrom('members')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids)
      .execute();
    if (known.length < ids.length)
      throw new ScimError(400, 'A member of the group is no user of the organization.', 'invalidValue');
    const at = instant(core);
    await db
      .insertInto('team_members')
      .values(ids.map((id) => ({ team_id: teamId, member_id: id, created_at: at })))
      .execute();
  }
  for (let from = 0; from < removed.length; from += batch)
    await db
      .deleteFrom('team_members')
      .where('team_id', '=', teamId)
      .where('member_id', 'in', removed.slice(from, from + batch))
      .execute();
}

async function toGroup(
  db: Queries,
  row: GroupRow,
  { base, withMembers }: GroupOptions,
): Promise<GroupResource> {
  return {
    schemas: [scimSchemas.group],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.name,
    ...(withMembers && { members: await membersOf(db, row.id, base) }),
    meta: {
      resourceType: 'Group',
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${base}/Groups/${row.id}`,
    },
  };
}

async function membersOf(db: Queries, teamId: string, base: string): Promise<GroupMember[]> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('members', 'members.id', 'team_members.member_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'users.email'])
    .where('team_members.team_id', '=', teamId)
    .orderBy('users.email')
    .execute();
  return rows.map(({ id, email }) => ({ value: id, display: email, $ref: `${base}/Users/${id}` }));
}
