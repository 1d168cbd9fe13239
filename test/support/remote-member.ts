import assert from 'node:assert/strict';
import { Client } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract/index.ts';
import type { RepositoryPermission } from '../../src/api/contract/organizations/permissions.ts';
import type { RemoteService } from './remote-service.ts';

const { organizations, teams, tokens } = contract;

/**
 * Invites a MEMBER, who joins and makes a token.
 * @param permissions for every repository, by a team of their own
 */
export async function joinAsMember(
  { url, token: { id: tokenId, secret: tokenSecret } }: RemoteService,
  name: string,
  permissions: RepositoryPermission[],
): Promise<RemoteService['token']> {
  await using admin = new Client({ baseUrl: url, credentials: { tokenId, tokenSecret } });
  const email = `${name}@example.com`;
  const { link = '' } = await admin.call(organizations.inviteMember, { email });
  const accepted = await fetch(`${url}/sign-in/invitation`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ secret: new URL(link).searchParams.get('secret') ?? '', name }),
    headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
  });
  assert.equal(accepted.status, 303, await accepted.text());
  const cookies = accepted.headers.getSetCookie().map((one) => one.split(';')[0]);
  const made = await fetch(url + tokens.createToken.path, {
    method: 'POST',
    body: '{}',
    headers: {
      Cookie: cookies.join('; '),
      'Content-Type': 'application/json',
      'x-parapet-session': '1',
      'Sec-Fetch-Site': 'same-origin',
    },
  });
  const { token, secret } = tokens.createToken.response.parse(await made.json());
  const { teams: all } = await admin.call(teams.listTeams, {});
  const teamId = all.find(({ isDefault }) => isDefault)?.id ?? assert.fail('no default team');
  await admin.call(teams.removeTeamMembers, { teamId, emails: [email] });
  const { team } = await admin.call(teams.createTeam, { name: `Of ${name}` });
  await admin.call(teams.addTeamMembers, { teamId: team.id, emails: [email] });
  const repoAccess = { accessMode: 'universal' as const, permissions };
  await admin.call(teams.setTeamPermissions, { teamId: team.id, repoAccess });
  return { id: token.id, secret };
}
