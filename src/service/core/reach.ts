import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { Caller, Core } from './context.ts';
import { forbidden, invalid, notFound } from './errors.ts';
import { grantColumns, grantedRepositories, isGranted, isOfTable } from './granted.ts';
import { openedBy } from './opened.ts';

/**
 * Which repositories a person may do something with (specification, section 4.2): an ADMIN with all of the
 * organization, a MEMBER with those that their teams grant it for. A query over anything that belongs to a repository is
 * restricted with `inReach`: what a person may not see does not exist for them.
 */
export interface Reach {
  readonly userId: string;
  readonly permission: RepositoryPermission;
  /** Where the person is an active member. */
  readonly organizationIds: readonly string[];
  /** Those of them in which the permission holds for every repository. */
  readonly wholeOrganizationIds: readonly string[];
  /**
   * For lists, the set of granted repositories is worked out once. For what is named by its id, each row is looked up by
   * itself, which takes the same time whatever the person's teams name.
   */
  readonly by: 'set' | 'row';
}

/** A reach in one organization. */
export interface OrganizationReach extends Reach {
  readonly organizationId: string;
}

const refusals: Readonly<Record<RepositoryPermission, string>> = {
  REPOSITORY_VIEW: 'This takes the permission to view the repository.',
  REPOSITORY_SCAN: 'This takes the permission to scan the repository (REPOSITORY_SCAN).',
  ISSUE_TRIAGE: 'This takes the permission to triage issues of the repository (ISSUE_TRIAGE).',
  REPOSITORY_MANAGE: 'This takes the permission to manage the repository (REPOSITORY_MANAGE).',
};

const missing = (permission: RepositoryPermission) =>
  forbidden(`${refusals[permission]} Who manages teams can grant it.`);

/** The reach of a person in an organization, and of nobody who is no active member of it. */
export async function reachOf(
  db: Queries,
  { userId }: Pick<Caller, 'userId'>,
  organizationId: string,
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<OrganizationReach> {
  const rows = await memberships(db, userId, permission)
    .where('organization_id', '=', organizationId)
    .execute();
  return { ...reach(userId, permission, rows), organizationId };
}

/**
 * The reach of a caller in the organization that a request means.
 * @throws Refusal 404 for one the token does not see; 400 when several are seen and none was named.
 */
export async function reachIn(
  core: Pick<Core, 'db'>,
  caller: Caller,
  requested: string | undefined,
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<OrganizationReach> {
  const rows = await visibleOrganizations(core.db, caller, permission);
  const [only, ...others] = rows;
  const named = requested === undefined ? only : rows.find((row) => row.organization_id === requested);
  if (!named) throw notFound('organization');
  if (requested === undefined && others.length > 0)
    throw invalid('organizationId', 'organizationId is needed: you have access to several organizations.');
  return { ...reach(caller.userId, permission, [named]), organizationId: named.organization_id };
}

/** The reach of a caller in the organization named, or else in all that the token sees. @throws Refusal 404 */
export async function reachOver(
  core: Pick<Core, 'db'>,
  caller: Caller,
  requested: string | undefined,
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<Reach> {
  const rows = await visibleOrganizations(core.db, caller, permission);
  if (requested === undefined) return byRow(reach(caller.userId, permission, rows));
  const named = rows.filter((row) => row.organization_id === requested);
  if (named.length === 0) throw notFound('organization');
  return byRow(reach(caller.userId, permission, named));
}

/** For a few rows that are named by their ids. */
export function byRow<R extends Reach>(reach: R): R {
  return { ...reach, by: 'row' };
}

interface MembershipRow {
  readonly organization_id: string;
  readonly whole: SqlBool | number;
}

function memberships(db: Queries, userId: string, permission: RepositoryPermission) {
  return db
    .selectFrom('members')
    .select((eb) => [
      'members.organization_id',
      eb
        .case()
        .when(
          eb.or([
            eb('members.role', '=', 'ADMIN'),
            eb.exists(
              eb
                .selectFrom('team_members')
                .innerJoin('teams', 'teams.id', 'team_members.team_id')
                .select(sql.lit(1).as('one'))
                .whereRef('team_members.member_id', '=', 'members.id')
                .where('teams.access_mode', '=', 'universal')
                .where(`teams.${grantColumns[permission]}`, '=', 1),
            ),
          ]),
        )
        .then(1)
        .else(0)
        .end()
        .as('whole'),
    ])
    .where('members.user_id', '=', userId)
    .where('members.status', '=', 'active');
}

/** The organizations that the caller's credential opens; its own comes first. */
async function visibleOrganizations(
  db: Queries,
  { userId, credential }: Caller,
  permission: RepositoryPermission,
): Promise<MembershipRow[]> {
  const rows = await memberships(db, userId, permission)
    .where((eb) => openedBy(eb, credential))
    .execute();
  const away = ({ organization_id }: MembershipRow) => Number(organization_id !== credential.organizationId);
  return rows.sort((left, right) => away(left) - away(right));
}

function reach(userId: string, permission: RepositoryPermission, rows: readonly MembershipRow[]): Reach {
  return {
    userId,
    permission,
    by: 'set',
    organizationIds: rows.map((row) => row.organization_id),
    wholeOrganizationIds: rows.filter(({ whole }) => Number(whole) === 1).map((row) => row.organization_id),
  };
}

/** Whether nothing of its organizations is hidden. */
export function seesAll({ organizationIds, wholeOrganizationIds }: Reach): boolean {
  return organizationIds.length === wholeOrganizationIds.length;
}

/**
 * Of a query over what belongs to repositories: the rows within reach. Where whole organizations are (an ADMIN's are), it
 * compares the organization alone, so that indexes by it serve as they are.
 */
export function inReach(
  reach: Reach,
  organization: Expression<string>,
  repository: Expression<string | null>,
): Expression<SqlBool> {
  const { organizationIds, wholeOrganizationIds } = reach;
  const eb = expressionBuilder<Schema, never>();
  const whole = isOneOf(organization, wholeOrganizationIds);
  if (seesAll(reach)) return whole;
  const inPart = organizationIds.filter((id) => !wholeOrganizationIds.includes(id));
  const granted = eb.and([
    isOneOf(organization, inPart),
    // Within the subquery, a column without its table would be one of the subquery's own tables.
    reach.by === 'row' && isOfTable(repository)
      ? isGranted(reach, inPart, repository)
      : sql<SqlBool>`${repository} in ${grantedRepositories(reach, inPart)}`,
  ]);
  return wholeOrganizationIds.length === 0 ? granted : eb.or([whole, granted]);
}

/** As `inReach`, and what belongs to no repository, for every member of the organization. */
export function inReachOrUnbound(
  reach: Reach,
  organization: Expression<string>,
  repository: Expression<string | null>,
): Expression<SqlBool> {
  const all = isOneOf(organization, reach.organizationIds);
  if (seesAll(reach)) return all;
  const eb = expressionBuilder<Schema, never>();
  return eb.or([
    eb.and([all, sql<SqlBool>`${repository} is null`]),
    inReach(reach, organization, repository),
  ]);
}

/** Whether a column is one of these identifiers; of none, nothing is. */
export function isOneOf(organization: Expression<string>, ids: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>();
  const [first, ...others] = ids;
  if (first === undefined) return sql<SqlBool>`1 = 0`;
  return others.length === 0 ? eb(organization, '=', first) : eb(organization, 'in', [...ids]);
}

/** Something of a repository that the caller sees. */
interface OfRepository {
  readonly organization_id: string;
  readonly repository_id: string;
}

/** Whether a person sees a repository that is there. */
export function seesRepository(
  db: Queries,
  person: Pick<Caller, 'userId'>,
  repository: OfRepository,
): Promise<boolean> {
  return isPermitted(db, person, repository, 'REPOSITORY_VIEW');
}

/** What a person may do with a repository that is there. */
export async function permissionsOf(
  db: Queries,
  person: Pick<Caller, 'userId'>,
  repository: OfRepository,
): Promise<RepositoryPermission[]> {
  const held: RepositoryPermission[] = [];
  for (const permission of RepositoryPermission.options)
    if (await isPermitted(db, person, repository, permission)) held.push(permission);
  return held;
}

async function isPermitted(
  db: Queries,
  person: Pick<Caller, 'userId'>,
  { organization_id, repository_id }: OfRepository,
  permission: RepositoryPermission,
): Promise<boolean> {
  const reach = byRow(await reachOf(db, person, organization_id, permission));
  const row = await db
    .selectFrom('repositories')
    .select('id')
    .where('id', '=', repository_id)
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * For what the caller sees already: whether they may do more with it.
 * @throws Refusal 403 where the permission is missing for the repository of any
 */
export async function requireRepositories(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  seen: readonly OfRepository[],
  permission: RepositoryPermission,
): Promise<void> {
  if (permission === 'REPOSITORY_VIEW') return;
  for (const organizationId of new Set(seen.map((row) => row.organization_id))) {
    const allowed = byRow(await reachOf(db, caller, organizationId, permission));
    if (allowed.wholeOrganizationIds.length > 0) continue;
    const ids = new Set(
      seen.filter((row) => row.organization_id === organizationId).map((row) => row.repository_id),
    );
    const { count } = await db
      .selectFrom('repositories')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('id', 'in', [...ids])
      .where(({ ref }) => inReach(allowed, ref('repositories.organization_id'), ref('repositories.id')))
      .executeTakeFirstOrThrow();
    if (Number(count) < ids.size) throw missing(permission);
  }
}

/**
 * For what concerns repositories that are not there yet.
 * @throws Refusal 403 unless the permission holds for every repository of the organization
 */
export function requireWhole(reach: OrganizationReach): void {
  if (reach.wholeOrganizationIds.length > 0) return;
  throw forbidden(`${refusals[reach.permission]} It is needed for all repositories of the organization.`);
}
