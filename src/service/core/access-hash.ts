import { createHash } from 'node:crypto';
import type { Queries } from '../store/dialect.ts';

/**
 * A hash of all that decides what a user may do: roles, own permissions, teams and their grants. Each change of any of
 * these makes another one.
 */
export async function accessHash(db: Queries, userId: string): Promise<string> {
  const memberships = await db
    .selectFrom('members')
    .select(['id', 'organization_id', 'role', 'agent_access'])
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  const teams = await db
    .selectFrom('members')
    .innerJoin('team_members', 'team_members.member_id', 'members.id')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('teams'),
      fn.max('team_members.created_at').as('joined'),
      fn.max('teams.updated_at').as('changed'),
    ])
    .where('members.user_id', '=', userId)
    .where('members.role', '!=', 'ADMIN')
    .executeTakeFirst();
  const tags = await db
    .selectFrom('members')
    .innerJoin('team_members', 'team_members.member_id', 'members.id')
    .innerJoin('team_tags', 'team_tags.team_id', 'team_members.team_id')
    .innerJoin('tags', 'tags.id', 'team_tags.tag_id')
    .select(({ fn }) => [fn.countAll<number>().as('tags'), fn.max('tags.updated_at').as('changed')])
    .where('members.user_id', '=', userId)
    .where('members.role', '!=', 'ADMIN')
    .executeTakeFirst();
  return createHash('sha256')
    .update(JSON.stringify([memberships, teams, tags]))
    .digest('base64url');
}
