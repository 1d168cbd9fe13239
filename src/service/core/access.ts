import type { MemberRole } from '../../api/contract/vocabulary.ts';
import type { Caller, Core } from './context.ts';
import { forbidden, invalid, notFound } from './errors.ts';
import { openedBy } from './opened.ts';

/**
 * The organizations that a caller's credential opens, as long as the person is an active member. The credential's own
 * comes first, then the older ones.
 */
export async function organizationIdsOf(core: Core, { userId, credential }: Caller): Promise<string[]> {
  const home = credential.organizationId;
  const rows = await core.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select('members.organization_id')
    .where('members.user_id', '=', userId)
    .where('members.status', '=', 'active')
    .where((eb) => openedBy(eb, credential))
    .orderBy('organizations.created_at')
    .orderBy('organizations.id')
    .execute();
  const ids = rows.map((row) => row.organization_id);
  return ids.sort((left, right) => Number(right === home) - Number(left === home));
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
    throw invalid('organizationId', 'organizationId is needed: you have access to several organizations.');
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
