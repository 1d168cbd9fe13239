import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AnyEndpoint, Route } from '../../../src/api/contract/endpoint.ts';
import { contract } from '../../../src/api/contract/index.ts';
import { addMember, OwnService } from '../own-service.ts';
import { credentialHeaders, succeed, type TokenPair, wired } from '../suite/target.ts';
import {
  closedOperations,
  closedRoutes,
  namings,
  type Sample,
  sampleOf,
  tellingAll,
  uuidsIn,
} from './requests.ts';
import { secretWord, seedRepository } from './seed.ts';

const { agentConfig, organizations, teams, tokens } = contract;

/** Lists of what belongs to the organization and may be about a repository: it is shown, without the repository. */
const aboutOrganization = new Set(['tags.list']);
const isAboutOrganization = (operation: string): boolean =>
  aboutOrganization.has(operation.split(' ')[0] ?? '');

describe('what a person may not see does not exist', () => {
  let own: OwnService;
  let organizationId: string;
  /** Sees one of two repositories, and may do everything with that. */
  let restricted: TokenPair;
  let answersBefore: ReadonlyMap<string, string>;
  let answersAfter: ReadonlyMap<string, string>;
  let visibleId: string;
  let hiddenId: string;
  /** Ids that the ADMIN is told of and the restricted member is not. */
  let hidden: string[];
  /** All ids of the organization. */
  let told: string[];

  before(async function () {
    this.timeout(60_000);
    own = await OwnService.start();
    const { target } = own;
    organizationId = (await succeed(target, organizations.listOrganizations, {})).organizations[0]?.id ?? '';
    ({ repositoryId: visibleId } = await seedRepository(own, 'apertum'));
    restricted = await person('restricted@example.com', {
      accessMode: 'selected',
      permissions: ['REPOSITORY_SCAN', 'ISSUE_TRIAGE', 'REPOSITORY_MANAGE'],
      repositoryIds: [visibleId],
    });
    answersBefore = await answers(restricted);
    const toldBefore = uuidsIn([...(await answers(target.admin)).values()].join('\n'));
    const { repositoryId, unlistedIds } = await seedRepository(own, secretWord);
    hiddenId = repositoryId;
    answersAfter = await answers(restricted);
    const all = [...(await answers(target.admin)).values()].join('\n');
    assert.ok(all.includes(secretWord) && all.includes(hiddenId), 'the ADMIN sees it');
    const seen = uuidsIn([...answersAfter.values()].join('\n'));
    told = [...uuidsIn(all), ...unlistedIds].filter((id) => id !== organizationId);
    // What came with the hidden repository, whatever the member was told of it, and what they are not told of.
    const shown = uuidsIn(
      [...answersAfter].flatMap(([key, text]) => (isAboutOrganization(key) ? [text] : [])).join('\n'),
    );
    hidden = told.filter((id) => (!toldBefore.has(id) && !shown.has(id)) || !seen.has(id));
    assert.ok(hidden.length > 15, `${hidden.length} hidden ids`);
  });
  after(() => own[Symbol.asyncDispose]());

  /** A member whose only team grants this. */
  async function person(
    email: string,
    repoAccess: Parameters<typeof succeed<typeof teams.setTeamPermissions>>[2]['repoAccess'],
  ): Promise<TokenPair> {
    const { target } = own;
    const credentials = await addMember(own.service, target.admin, email);
    const { teams: all } = await succeed(target, teams.listTeams, { limit: 100 });
    const everyone = all.find(({ isDefault }) => isDefault)?.id ?? assert.fail('no default team');
    await succeed(target, teams.removeTeamMembers, { teamId: everyone, emails: [email] });
    const { team } = await succeed(target, teams.createTeam, { name: email });
    await succeed(target, teams.addTeamMembers, { teamId: team.id, emails: [email] });
    await succeed(target, teams.setTeamPermissions, { teamId: team.id, repoAccess });
    return credentials;
  }

  /** The answer without what differs in every one. */
  async function ask(
    { route }: { readonly route: Route },
    request: Sample,
    credentials: TokenPair,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { method, path, query, body } = wired(route, request);
    const response = await own.service.app.request(`${path}?${query ?? ''}`, {
      method,
      headers: { 'content-type': 'application/json', ...credentialHeaders(own.target, credentials) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = (await response.text()).replace(/"requestId":"[^"]*"/, '');
    return { status: response.status, text };
  }

  const inOrganization = (endpoint: AnyEndpoint): Sample =>
    'organizationId' in endpoint.request.shape ? { organizationId } : {};

  async function answers(credentials: TokenPair): Promise<Map<string, string>> {
    const all = new Map<string, string>();
    for (const each of tellingAll) {
      const request = { ...sampleOf(each.endpoint), ...inOrganization(each.endpoint) };
      const { status, text } = await ask(each, request, credentials);
      all.set(`${each.endpoint.id} ${each.route.method} ${each.route.path}`, `${status} ${text}`);
    }
    return all;
  }

  /** Each operation, with each id in each field: the answer is the one for an id that never existed. */
  async function assertNotThere(
    credentials: TokenPair,
    ids: readonly string[],
    of: (endpoint: AnyEndpoint) => boolean = () => true,
  ): Promise<number> {
    let asked = 0;
    const differing: string[] = [];
    for (const { endpoint, route } of closedOperations) {
      if (!of(endpoint)) continue;
      for (const naming of namings(endpoint)) {
        const nobody = randomUUID();
        const never = await ask({ route }, naming.with(nobody), credentials);
        for (const id of ids) {
          const { status, text } = await ask({ route }, naming.with(id), credentials);
          asked++;
          if (
            `${status} ${text.replaceAll(id, '')}` === `${never.status} ${never.text.replaceAll(nobody, '')}`
          )
            continue;
          differing.push(
            `${endpoint.id} ${naming.field}: ${status} ${text}, not ${never.status} ${never.text}`,
          );
        }
      }
    }
    assert.deepEqual(differing, []);
    return asked;
  }

  it('in no list, search or count: another repository changes none of them', () => {
    assert.ok(answersBefore.size > 25, `${answersBefore.size} operations`);
    for (const [operation, text] of answersAfter) {
      for (const secret of [secretWord, hiddenId])
        assert.ok(!text.toLowerCase().includes(secret), `${operation} tells ${secret}: ${text}`);
      if (!isAboutOrganization(operation)) assert.equal(text, answersBefore.get(operation), operation);
    }
  });

  it('by no id, for who sees another repository', async function () {
    this.timeout(120_000);
    const asked = await assertNotThere(restricted, hidden);
    assert.ok(asked > 2_000, `${asked} requests`);
  });

  it('by no id, for the ADMIN of another organization', async function () {
    this.timeout(120_000);
    await assertNotThere(own.target.stranger, told);
  });

  it('by no id of the agent, for who may not view that', async function () {
    this.timeout(60_000);
    const { target } = own;
    const { members } = await succeed(target, agentConfig.listMemberPermissions, { limit: 100 });
    const memberId = members.find(({ email }) => email === 'member@example.com')?.memberId ?? '';
    await succeed(target, agentConfig.updateMemberPermissions, { memberId, permissions: [] });
    const member = target.member ?? assert.fail('no member');
    await assertNotThere(member, told, ({ id }) => id.startsWith('agent.'));
  });

  it('changes nothing for who only views it', async function () {
    this.timeout(60_000);
    const viewer = await person('viewer@example.com', {
      accessMode: 'universal',
      permissions: ['REPOSITORY_VIEW'],
    });
    const { members } = await succeed(own.target, agentConfig.listMemberPermissions, { limit: 100 });
    const memberId = members.find(({ email }) => email === 'viewer@example.com')?.memberId ?? '';
    await succeed(own.target, agentConfig.updateMemberPermissions, { memberId, permissions: ['AGENT_VIEW'] });
    const done: string[] = [];
    for (const { endpoint, route } of closedOperations) {
      if (endpoint.effect !== 'changes') continue;
      for (const naming of namings(endpoint)) {
        for (const id of told) {
          const { status, text } = await ask({ route }, naming.with(id), viewer);
          if (status < 400 || status >= 500) done.push(`${endpoint.id} ${naming.field} ${status} ${text}`);
        }
      }
    }
    assert.deepEqual(done, []);
  });

  it('answers expired and revoked tokens as if they had never been', async () => {
    const { target, service } = own;
    const made = async () => {
      const { token, secret } = await succeed(target, tokens.createToken, {});
      return { tokenId: token.id, tokenSecret: secret };
    };
    const [expired, revoked] = [await made(), await made()];
    await service.core.db
      .updateTable('tokens')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('id', '=', expired.tokenId)
      .execute();
    await succeed(target, tokens.deleteToken, { tokenId: revoked.tokenId });
    const never = { tokenId: randomUUID(), tokenSecret: 'x'.repeat(43) };
    for (const { endpoint, route } of closedRoutes) {
      const request = sampleOf(endpoint);
      const expected = await ask({ route }, request, never);
      assert.equal(expected.status, 401, endpoint.id);
      for (const credentials of [expired, revoked])
        assert.deepEqual(await ask({ route }, request, credentials), expected, endpoint.id);
    }
  });
});
