import { newId } from '../../../../src/service/core/context.ts';
import { issueToken } from '../../../../src/service/organizations/tokens.ts';
import { insertMember } from '../../../../src/service/teams/default-team.ts';
import type { Credentials, Harness } from './harness.ts';

/** Credentials of somebody who is a MEMBER of the service's first organization. */
export async function memberOf(harness: Harness): Promise<Credentials> {
  const { core } = harness.service;
  const { organization_id: organizationId } = await core.db
    .selectFrom('tokens')
    .select('organization_id')
    .executeTakeFirstOrThrow();
  const userId = newId();
  const created_at = new Date().toISOString();
  const email = 'member@example.com';
  await core.db.insertInto('users').values({ id: userId, email, name: null, created_at }).execute();
  await insertMember(core, core.db, { organizationId, userId, role: 'MEMBER' });
  const { token, secret } = await issueToken(core, core.db, { organizationId, userId, days: 1 });
  return { tokenId: token.id, tokenSecret: secret };
}
