import { sql } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { type Caller, type Core, instant } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { inReach, reachOf } from '../core/reach.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import type { Queries } from '../store/dialect.ts';
import type { TeamTable } from '../store/tables/team-tables.ts';
import { managedTeam, namedByTeam, refuseMoreThanOwn, seenTeam } from './authority.ts';
import {
  organizationColumns,
  organizationPermissionsOf,
  repositoryColumns,
  repositoryPermissionsOf,
} from './grants.ts';

type Operations = typeof contract.teams;
type SetRequest = ParsedRequestOf<Operations['setTeamPermissions']>;

const rowsAtOnce = 500;

export async function getTeamPermissions(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getTeamPermissions']>,
): Promise<ResponseOf<Operations['getTeamPermissions']>> {
  const { team } = await seenTeam(core, caller, request);
  return toPermissions(core.db, caller, team);
}

export async function setTeamPermissions(
  core: Core,
  caller: Caller,
  request: SetRequest,
): Promise<ResponseOf<Operations['setTeamPermissions']>> {
  const { team } = await managedTeam(core, caller, request, 'change what a team grants');
  const { permissions, repoAccess } = request;
  return core.db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('teams')
      .selectAll()
      .where('id', '=', team.id)
      .executeTakeFirstOrThrow();
    const after: TeamTable = {
      ...before,
      ...(permissions && organizationColumns(permissions)),
      ...(repoAccess && { access_mode: repoAccess.accessMode, ...repositoryColumns(repoAccess.permissions) }),
      updated_at: instant(core),
    };
    const named = repoAccess && (await checked(transaction, caller, team.organization_id, repoAccess));
    // Held against what the caller may do before the change: the team may be their own.
    await refuseMoreThanOwn(
      transaction,
      caller,
      team.organization_id,
      after,
      named ? withTags(named) : namedByTeam(team.id),
    );
    await transaction.updateTable('teams').set(after).where('id', '=', team.id).execute();
    if (named) await replaceNamed(transaction, team.id, named);
    return toPermissions(transaction, caller, after);
  });
}

interface Named {
  readonly repositoryIds: readonly string[];
  readonly tagIds: readonly string[];
}

/** @throws Refusal 422 naming the first repository or tag that is not there */
async function checked(
  db: Queries,
  caller: Caller,
  organizationId: string,
  { repositoryIds, tagIds }: Named,
): Promise<Named> {
  const tags = [...new Set(tagIds)];
  if (tags.length > 0) {
    const rows = await db
      .selectFrom('tags')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', tags)
      .execute();
    const there = new Set(rows.map(({ id }) => id));
    const missing = tagIds.findIndex((id) => !there.has(id));
    if (missing >= 0) throw impossible(`repoAccess.tagIds[${missing}]`, 'There is no such tag.');
  }
  return {
    repositoryIds:
      repositoryIds.length === 0 ? [] : await repositoryIdsIn(db, caller, organizationId, repositoryIds),
    tagIds: tags,
  };
}

const withTags =
  ({ repositoryIds, tagIds }: Named): Parameters<typeof refuseMoreThanOwn>[4] =>
  (eb) => {
    const named = eb
      .selectFrom('repositories as named')
      .select('named.id')
      .where(({ eb: one, or }) =>
        or([
          ...(repositoryIds.length > 0 ? [one('named.id', 'in', repositoryIds)] : []),
          ...(tagIds.length > 0
            ? [
                one(
                  'named.id',
                  'in',
                  one
                    .selectFrom('tag_repositories')
                    .select('tag_repositories.repository_id')
                    .where('tag_id', 'in', tagIds),
                ),
              ]
            : []),
        ]),
      );
    return sql<string>`${named}`;
  };

async function replaceNamed(db: Queries, teamId: string, { repositoryIds, tagIds }: Named): Promise<void> {
  await db.deleteFrom('team_repositories').where('team_id', '=', teamId).execute();
  await db.deleteFrom('team_tags').where('team_id', '=', teamId).execute();
  for (let start = 0; start < repositoryIds.length; start += rowsAtOnce) {
    const some = repositoryIds.slice(start, start + rowsAtOnce);
    await db
      .insertInto('team_repositories')
      .values(some.map((repository_id) => ({ team_id: teamId, repository_id })))
      .execute();
  }
  if (tagIds.length > 0)
    await db
      .insertInto('team_tags')
      .values(tagIds.map((tag_id) => ({ team_id: teamId, tag_id })))
      .execute();
}

/** Of the repositories that are named, those that the caller sees. */
async function toPermissions(db: Queries, caller: Caller, team: TeamTable) {
  const reach = await reachOf(db, caller, team.organization_id);
  const repositories = await db
    .selectFrom('team_repositories')
    .innerJoin('repositories', 'repositories.id', 'team_repositories.repository_id')
    .select('repositories.id')
    .where('team_repositories.team_id', '=', team.id)
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .orderBy('repositories.name')
    .orderBy('repositories.id')
    .execute();
  const tags = await db
    .selectFrom('team_tags')
    .innerJoin('tags', 'tags.id', 'team_tags.tag_id')
    .select('tags.id')
    .where('team_tags.team_id', '=', team.id)
    .orderBy('tags.name_key')
    .execute();
  return {
    teamId: team.id,
    permissions: organizationPermissionsOf(team),
    repoAccess: {
      accessMode: team.access_mode,
      effectivePermissions: repositoryPermissionsOf(team),
      repositoryIds: repositories.map(({ id }) => id),
      tagIds: tags.map(({ id }) => id),
    },
  };
}
