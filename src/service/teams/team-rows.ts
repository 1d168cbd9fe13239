import type { Team } from '../../api/contract/organizations/teams.ts';
import { conflict } from '../core/errors.ts';
import type { Queries } from '../store/dialect.ts';
import { storeFailure } from '../store/errors.ts';

export function teamRows(db: Queries) {
  return db
    .selectFrom('teams')
    .selectAll('teams')
    .select((eb) =>
      eb
        .selectFrom('team_members')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('team_members.team_id', '=', 'teams.id')
        .as('member_count'),
    );
}

type TeamRow = Awaited<ReturnType<ReturnType<typeof teamRows>['executeTakeFirstOrThrow']>>;

export function toTeam(row: TeamRow): Team {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    description: row.description,
    isDefault: row.is_default === 1,
    memberCount: Number(row.member_count ?? 0),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function presentTeam(db: Queries, id: string): Promise<Team> {
  return toTeam(await teamRows(db).where('teams.id', '=', id).executeTakeFirstOrThrow());
}

/** No two have the same name, in any case. */
export function named(name: string): { readonly name: string; readonly name_key: string } {
  return { name, name_key: name.toLowerCase() };
}

/** @throws Refusal 409 where the name is taken, else the error itself */
export const nameTaken =
  (what: string) =>
  (error: unknown): never => {
    if (storeFailure(error) === 'conflict')
      throw conflict(`The organization has a ${what} of this name already.`);
    throw error;
  };
