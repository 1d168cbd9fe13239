import type { MemberRole } from '../../api/contract/vocabulary.ts';
import { type Core, instant, newId } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import type { GrantColumns } from '../store/tables/team-tables.ts';

/** What members may do where nobody decided about it: see, scan and triage everything. Their agent permissions are their own. */
const everyoneMay: GrantColumns = {
  agent_access: 'none',
  manages_teams: 0,
  access_mode: 'universal',
  can_view: 1,
  can_scan: 1,
  can_triage: 1,
  can_manage: 0,
};

/** The default team that every organization begins with. */
export async function insertEveryone(
  core: Pick<Core, 'now'>,
  db: Queries,
  organizationId: string,
): Promise<void> {
  const at = instant(core);
  await db
    .insertInto('teams')
    .values({
      ...everyoneMay,
      id: newId(),
      organization_id: organizationId,
      name: 'Everyone',
      name_key: 'everyone',
      description: 'All members, unless they are taken out.',
      is_default: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** An active member, who joins the organization's default team. @returns the membership's id */
export async function insertMember(
  core: Pick<Core, 'now'>,
  db: Queries,
  member: { readonly organizationId: string; readonly userId: string; readonly role: MemberRole },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('members')
    .values({
      id,
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
      status: 'active',
      created_at: instant(core),
    })
    .execute();
  await joinDefaultTeam(core, db, { organizationId: member.organizationId, memberId: id });
  return id;
}

/** For who became a member, or is one again. */
export async function joinDefaultTeam(
  core: Pick<Core, 'now'>,
  db: Queries,
  { organizationId, memberId }: { readonly organizationId: string; readonly memberId: string },
): Promise<void> {
  const team = await db
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_default', '=', 1)
    .executeTakeFirst();
  if (!team) return;
  await db
    .insertInto('team_members')
    .values({ team_id: team.id, member_id: memberId, created_at: instant(core) })
    .onConflict((on) => on.columns(['team_id', 'member_id']).doNothing())
    .execute();
}
