import type { MemberRole } from '../../api/contract/vocabulary.ts';
import type { Caller, Core } from './context.ts';
import { forbidden, invalid, notFound } from './errors.ts';

/**
 * The organizations a token sees: its own and those it created, as long as its user is an active member.
 * Its own comes first.
 */
export async function organizationIdsOf(core: Core, caller: Caller): Promise<string[]> {
  const rows = await core.db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', caller.userId)
    .where('status', '=', 'active')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('organization_id', '=', caller.homeOrganizationId),
        eb(
          'organization_id',
          'in',
          selectFrom('token_organizations')
            .select('token_organizations.organization_id')
            .where('token_id', '=', caller.tokenId),
        ),
      ]),
    )
    .execute();
  const ids = rows.map((row) => row.organization_id);
  return ids.sort(
    (left, right) => Number(right === caller.homeOrganizationId) - Number(left === caller.homeOrganizationId),
  );
}

/**
 * The organization that a request means.
 * @throws Refusal 404 for one the token does not see; 400 when several are seen and none was named.
 */
export async function organizationOf(
  core: Core,
  caller: Caller,
  requested: string | undefined,
): Promise<string> {
  const visible = await organizationIdsOf(core, caller);
  if (requested !== undefined) {
    if (visible.includes(requested)) return requested;
    throw notFound('organization');
  }
  const [only, ...others] = visible;
  if (only === undefined) throw notFound('organization');
  if (others.length > 0)
    throw invalid(
      'organizationId',
      'organizationId is needed: this token has access to several organizations.',
    );
  return only;
}

/** The organization named, or else all that the token sees: for resources that are named by their own id. */
export async function scopeOf(core: Core, caller: Caller, requested: string | undefined): Promise<string[]> {
  const visible = await organizationIdsOf(core, caller);
  if (requested === undefined) return visible;
  if (!visible.includes(requested)) throw notFound('organization');
  return [requested];
}

export interface Membership {
  readonly id: string;
  readonly role: MemberRole;
}

export async function membershipOf(core: Core, caller: Caller, organizationId: string): Promise<Membership> {
  const row = await core.db
    .selectFrom('members')
    .select(['id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', caller.userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!row) throw notFound('organization');
  return row;
}

/** @throws Refusal 403 unless the caller is an ADMIN there. */
export async function requireAdmin(
  core: Core,
  caller: Caller,
  organizationId: string,
  toDo: string,
): Promise<void> {
  const { role } = await membershipOf(core, caller, organizationId);
  if (role !== 'ADMIN') throw forbidden(`Only an ADMIN of the organization may ${toDo}.`);
}
