import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Member } from '../../api/contract/organizations/organizations.ts';
import { type ExternalContributor, maximumContributors } from '../../api/contract/organizations/teams.ts';
import type { MemberRole, MemberStatus } from '../../api/contract/vocabulary.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import type { Queries } from '../store/dialect.ts';
import type { MemberTable } from '../store/tables/organization-tables.ts';
import { managedTeam, namedByTeam, refuseMoreThanOwn, seenTeam } from './authority.ts';
import { presentTeam } from './team-rows.ts';

type Operations = typeof contract.teams;

/** Members and external contributors as one list, by when they joined. A contributor has no role. */
function peopleOf(db: Queries, teamId: string) {
  const members = db
    .selectFrom('team_members')
    .innerJoin('members', 'members.id', 'team_members.member_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('team_members.team_id', '=', teamId)
    .select((eb) => [
      'members.id as id',
      eb.ref('users.name').$castTo<string | null>().as('name'),
      eb.ref('users.email').$castTo<string | null>().as('email'),
      eb.ref('members.role').$castTo<MemberRole | null>().as('role'),
      eb.ref('members.status').$castTo<MemberStatus | null>().as('status'),
      'members.created_at as created_at',
      'team_members.created_at as joined_at',
    ]);
  const contributors = db
    .selectFrom('team_contributors')
    .where('team_id', '=', teamId)
    .select((eb) => [
      'id',
      eb.ref('name').$castTo<string | null>().as('name'),
      'email',
      eb.lit(null).$castTo<MemberRole | null>().as('role'),
      eb.lit(null).$castTo<MemberStatus | null>().as('status'),
      'created_at',
      'created_at as joined_at',
    ]);
  return db.selectFrom(members.unionAll(contributors).as('people')).selectAll();
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleOf>['executeTakeFirstOrThrow']>>;

export async function getTeamMembers(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['getTeamMembers']>,
): Promise<ResponseOf<Operations['getTeamMembers']>> {
  const { teamId, cursor, limit } = request;
  const scope = { operation: 'teams.getMembers', filters: { teamId } };
  const after =
    cursor === undefined ? undefined : core.cursors.read(scope, cursor, z.tuple([z.string(), z.string()]));
  const { team } = await seenTeam(core, caller, request);
  let query = peopleOf(core.db, team.id)
    .orderBy('joined_at')
    .orderBy('id')
    .limit(limit + 1);
  if (after) {
    const [at, id] = after;
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('joined_at', 'id'), '>', tuple(at, id)));
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [
    row.joined_at,
    row.id,
  ]);
  return {
    members: items.flatMap(toMember),
    externalContributors: items.flatMap(toContributor),
    ...end,
  };
}

function toMember({ id, email, name, role, status, created_at }: PersonRow): Member[] {
  if (role === null || status === null) return [];
  return [
    { id, email: email ?? '', ...(name === null ? {} : { name }), role, status, createdAt: created_at },
  ];
}

function toContributor({ id, email, name, role }: PersonRow): ExternalContributor[] {
  return role === null ? [{ id, name: name ?? '', ...(email === null ? {} : { email }) }] : [];
}

/** Adds people, all or none. Who is in the team already stays, and is not counted. */
export async function addTeamMembers(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['addTeamMembers']>,
): Promise<ResponseOf<Operations['addTeamMembers']>> {
  const { team } = await managedTeam(core, caller, request, 'change who is in a team');
  return core.db.transaction().execute(async (transaction) => {
    const memberIds = await membersNamed(transaction, team.organization_id, request, ['active']);
    if (memberIds.length > 0)
      await refuseMoreThanOwn(transaction, caller, team.organization_id, team, namedByTeam(team.id));
    const created_at = instant(core);
    let addedCount = 0;
    for (const member_id of memberIds) {
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto('team_members')
        .values({ team_id: team.id, member_id, created_at })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
      addedCount += Number(numInsertedOrUpdatedRows);
    }
    for (const { name, email } of request.externalContributors) {
      const address = email?.toLowerCase() ?? null;
      const identity = address ?? name.toLowerCase();
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto('team_contributors')
        .values({ id: newId(), team_id: team.id, name, email: address, identity, created_at })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
      addedCount += Number(numInsertedOrUpdatedRows);
    }
    if (request.externalContributors.length > 0) await refuseTooMany(transaction, team.id);
    return { team: await presentTeam(transaction, team.id), addedCount };
  });
}

/** @throws Refusal 422 */
async function refuseTooMany(db: Queries, teamId: string): Promise<void> {
  const { count } = await db
    .selectFrom('team_contributors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  if (Number(count) > maximumContributors)
    throw impossible('externalContributors', `A team lists at most ${maximumContributors} of them.`);
}

export async function removeTeamMembers(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['removeTeamMembers']>,
): Promise<ResponseOf<Operations['removeTeamMembers']>> {
  const { team } = await managedTeam(core, caller, request, 'change who is in a team');
  return core.db.transaction().execute(async (transaction) => {
    const memberIds = await membersNamed(transaction, team.organization_id, request, [
      'active',
      'scimDeprovisioned',
    ]);
    let removed = 0n;
    if (memberIds.length > 0) {
      const { numDeletedRows } = await transaction
        .deleteFrom('team_members')
        .where('team_id', '=', team.id)
        .where('member_id', 'in', memberIds)
        .executeTakeFirst();
      removed += numDeletedRows;
    }
    if (request.externalContributorIds.length > 0) {
      const { numDeletedRows } = await transaction
        .deleteFrom('team_contributors')
        .where('team_id', '=', team.id)
        .where('id', 'in', request.externalContributorIds)
        .executeTakeFirst();
      removed += numDeletedRows;
    }
    return { team: await presentTeam(transaction, team.id), removedCount: Number(removed) };
  });
}

/**
 * The members that a request names, each once.
 * @throws Refusal 422 naming the first who is no member; an invitation is none until it is accepted
 */
async function membersNamed(
  db: Queries,
  organizationId: string,
  request: { readonly memberIds: readonly string[]; readonly emails: readonly string[] },
  statuses: readonly MemberTable['status'][],
): Promise<string[]> {
  const { memberIds, emails } = request;
  const addresses = emails.map((email) => email.toLowerCase());
  if (memberIds.length + emails.length === 0) return [];
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id as id', 'users.email as email'])
    .where('members.organization_id', '=', organizationId)
    .where('members.status', 'in', statuses)
    .where(({ eb, or }) =>
      or([
        ...(memberIds.length > 0 ? [eb('members.id', 'in', memberIds)] : []),
        ...(addresses.length > 0 ? [eb(eb.fn<string>('lower', ['users.email']), 'in', addresses)] : []),
      ]),
    )
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  const there = new Set(rows.map(({ email }) => email.toLowerCase()));
  const noMember = 'The organization has no such member. Who was invited becomes one by accepting.';
  const unknown = memberIds.findIndex((id) => !ids.has(id));
  if (unknown >= 0) throw impossible(`memberIds[${unknown}]`, noMember);
  const stranger = addresses.findIndex((email) => !there.has(email));
  if (stranger >= 0) throw impossible(`emails[${stranger}]`, noMember);
  return [...ids];
}
