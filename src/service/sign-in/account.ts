import type { ExpressionBuilder } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { OrganizationPermission } from '../../api/contract/organizations/permissions.ts';
import { membershipOf, organizationIdsOf, organizationOf } from '../core/access.ts';
import { agentPermissions } from '../core/agent-access.ts';
import type { Caller, Core } from '../core/context.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import { managedByProvider, presentMember } from '../organizations/member-rows.ts';
import type { ServiceCore } from '../service-core.ts';
import type { PeopleSchema } from '../store/tables/people-tables.ts';
import { authorityOf } from '../teams/authority.ts';
import { addressOf, makeLink, signInLinkMs } from './links.ts';
import { isLive } from './sessions.ts';

type Operations = typeof contract.signIn;

export async function whoAmI(core: Core, caller: Caller): Promise<ResponseOf<Operations['whoAmI']>> {
  const user = await core.db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  const organizations = [];
  for (const id of await organizationIdsOf(core, caller)) {
    const { name } = await core.db
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { role } = await membershipOf(core, caller, id);
    organizations.push({
      id,
      name,
      role,
      permissions: await permissionsIn(core, caller, id),
    });
  }
  return {
    user: { id: user.id, email: user.email, ...(user.name === null ? {} : { name: user.name }) },
    credential: caller.credential.kind,
    organizations,
  };
}

async function permissionsIn(
  core: Core,
  caller: Caller,
  organizationId: string,
): Promise<OrganizationPermission[]> {
  const ofAgent = await agentPermissions(core.db, organizationId, caller.userId);
  const managesTeams = (await authorityOf(core.db, caller, organizationId)) !== 'none';
  return managesTeams ? [...ofAgent, 'TEAM_MANAGE'] : ofAgent;
}

/**
 * Of the person's sessions or links: those that the caller's credential reaches. What one organization vouches for sees
 * and ends nothing beyond it.
 */
function ofCaller(eb: ExpressionBuilder<PeopleSchema, 'sessions' | 'links'>, { userId, credential }: Caller) {
  const theirs = eb('user_id', '=', userId);
  const { organizationId } = credential;
  return organizationId === null ? theirs : eb.and([theirs, eb('organization_id', '=', organizationId)]);
}

export async function listSessions(
  core: Core,
  caller: Caller,
): Promise<ResponseOf<Operations['listSessions']>> {
  const rows = await core.db
    .selectFrom('sessions')
    .selectAll()
    .where((eb) => ofCaller(eb, caller))
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute();
  const at = core.now();
  return {
    sessions: rows
      .filter((row) => isLive(row, at))
      .map((row) => ({
        id: row.id,
        current: caller.credential.kind === 'session' && caller.credential.id === row.id,
        method: row.method,
        client: row.client,
        createdAt: row.created_at,
        usedAt: row.used_at,
        expiresAt: row.expires_at,
      })),
  };
}

export async function endSession(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['endSession']>,
): Promise<ResponseOf<Operations['endSession']>> {
  const own = caller.credential.kind === 'session' ? caller.credential.id : undefined;
  const id = request.sessionId ?? own;
  if (id === undefined) throw notFound('session');
  await core.db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where((eb) => ofCaller(eb, caller))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('session');
  });
  return { ended: true };
}

export async function endAllSessions(
  core: Core,
  caller: Caller,
): Promise<ResponseOf<Operations['endAllSessions']>> {
  return core.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('links')
      .where((eb) => ofCaller(eb, caller))
      .execute();
    const { numDeletedRows } = await transaction
      .deleteFrom('sessions')
      .where((eb) => ofCaller(eb, caller))
      .executeTakeFirst();
    return { ended: Number(numDeletedRows) };
  });
}

/**
 * An ADMIN makes a link for any member, everybody one for themselves. The session that it begins is for this organization
 * alone: what one organization says of a person is nothing that another one has to believe.
 */
export async function createSignInLink(
  core: Core & Pick<ServiceCore, 'publicAddress' | 'openId'>,
  caller: Caller,
  request: ParsedRequestOf<Operations['createSignInLink']>,
): Promise<ResponseOf<Operations['createSignInLink']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const { role } = await membershipOf(core, caller, organizationId);
  const member = await presentMember(core.db, organizationId, request);
  if (role !== 'ADMIN' && member.user_id !== caller.userId)
    throw forbidden('Only an ADMIN of the organization may make links for others.');
  if (member.status === 'scimDeprovisioned') throw managedByProvider();
  if (member.user_id === null) throw conflict('Who was invited joins by the invitation. Invite them again.');
  if (core.openId) throw conflict(`People sign in at ${core.openId.name} here.`);
  const base = core.publicAddress.url?.href;
  if (base === undefined) throw conflict('No browser reaches this service, so nobody can sign in.');
  const expiresAt = new Date(core.now().getTime() + signInLinkMs).toISOString();
  const secret = await makeLink(core, core.db, {
    kind: 'sign-in',
    userId: member.user_id,
    organizationId,
    expiresAt,
  });
  return { link: addressOf(base, 'sign-in', secret), expiresAt };
}
