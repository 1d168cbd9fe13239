import assert from 'node:assert/strict';
import * as z from 'zod';
import { contract } from '../../../../src/api/contract/index.ts';
import { issueToken } from '../../../../src/service/organizations/tokens.ts';
import { beginSession } from '../../../../src/service/sign-in/sessions.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { organizations, scim, teams } = contract;
const publicUrl = new URL('http://127.0.0.1:7300');

const Resource = z.looseObject({
  schemas: z.array(z.string()),
  id: z.string(),
  userName: z.string().optional(),
  externalId: z.string().optional(),
  displayName: z.string().optional(),
  active: z.boolean().optional(),
  members: z.array(z.object({ value: z.string(), display: z.string(), $ref: z.string() })).optional(),
  emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })).optional(),
  meta: z.looseObject({ location: z.string() }),
});
const List = z.object({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:ListResponse')]),
  totalResults: z.number(),
  startIndex: z.number(),
  itemsPerPage: z.number(),
  Resources: z.array(Resource),
});
const Failure = z.object({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
});

describe('SCIM', () => {
  let service: Harness;
  let token: string;
  beforeEach(async () => {
    service = await Harness.start({ publicUrl });
    const made = await service.call(scim.createScimToken, { name: 'Entra' });
    assert.equal(made.baseUrl, 'http://127.0.0.1:7300/scim/v2');
    token = made.secret;
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  function send(method: string, path: string, body?: unknown, bearer = token): Promise<Response> {
    return service.request(`/scim/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/scim+json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async function ok(method: string, path: string, body?: unknown, status = 200) {
    const response = await send(method, path, body);
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${path}: ${text}`);
    assert.match(response.headers.get('content-type') ?? '', /^application\/scim\+json/);
    return Resource.parse(JSON.parse(text));
  }

  async function list(path: string) {
    const response = await send('GET', path);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return List.parse(JSON.parse(text));
  }

  async function refused(response: Promise<Response>, status: number, scimType?: string): Promise<string> {
    const answer = await response;
    const failure = Failure.parse(await answer.json());
    assert.deepEqual(
      [answer.status, failure.status, failure.scimType],
      [status, String(status), scimType],
      failure.detail,
    );
    return failure.detail;
  }

  const filter = (text: string) => `/Users?filter=${encodeURIComponent(text)}`;
  const statusOf = async (email: string) => {
    const { members } = await service.call(organizations.listMembers, {});
    return members.find((member) => member.email === email)?.status;
  };
  const patch = (...Operations: readonly unknown[]) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });

  /** As Microsoft Entra ID sends it. */
  const entraUser = {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Ada.Lovelace@Example.com',
    active: 'True',
    emails: [{ primary: true, type: 'work', value: 'Ada.Lovelace@example.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
    roles: [],
  };
  /** As Okta sends it. */
  const oktaUser = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'grace@example.com',
    name: { givenName: 'Grace', familyName: 'Hopper' },
    emails: [{ primary: true, value: 'grace@example.com', type: 'work' }],
    displayName: 'Grace Hopper',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };

  it('describes itself to providers', async () => {
    const config: unknown = await (await send('GET', '/ServiceProviderConfig')).json();
    assert.deepEqual(z.looseObject({ patch: z.object({ supported: z.literal(true) }) }).parse(config).patch, {
      supported: true,
    });
    const ofTypes = z.looseObject({ Resources: z.array(z.looseObject({ id: z.string() })) });
    const ids = async (path: string) =>
      ofTypes.parse(await (await send('GET', path)).json()).Resources.map(({ id }) => id);
    assert.deepEqual(await ids('/ResourceTypes'), ['User', 'Group']);
    const [user = ''] = await ids('/Schemas');
    assert.equal((await send('GET', `/Schemas/${user}`)).status, 200);
    await refused(send('GET', '/Schemas/urn:none'), 404);
    await refused(send('GET', '/Bulk'), 404);
  });

  it('takes its own token and no other', async () => {
    const detail = await refused(send('GET', '/Users', undefined, 'x'.repeat(43)), 401);
    const without = service.request('/scim/v2/Users');
    assert.equal(await refused(without, 401), detail);
    assert.equal((await without).headers.get('www-authenticate'), 'Bearer');
    await refused(send('GET', '/Users', undefined, service.credentials.tokenSecret), 401);
    const { tokens } = await service.call(scim.listScimTokens, {});
    assert.ok(!JSON.stringify(tokens).includes(token));
    const [{ id } = { id: '' }] = tokens;
    await service.call(scim.deleteScimToken, { tokenId: id });
    await refused(send('GET', '/Users'), 401);
  });

  it('gives tokens to an ADMIN alone', async () => {
    const member = await memberOf(service);
    await service.refusal(scim.createScimToken, {}, 403, member);
    await service.refusal(scim.listScimTokens, {}, 403, member);
    const { tokens } = await service.call(scim.listScimTokens, {});
    await service.refusal(scim.deleteScimToken, { tokenId: tokens[0]?.id ?? '' }, 403, member);
  });

  it('makes members of users, as Entra ID and Okta send them', async () => {
    const ada = await ok('POST', '/Users', entraUser, 201);
    assert.deepEqual(
      [ada.userName, ada.externalId, ada.active, ada.emails?.[0]?.value],
      ['ada.lovelace@example.com', entraUser.externalId, true, 'ada.lovelace@example.com'],
    );
    assert.equal(ada.meta.location, `http://127.0.0.1:7300/scim/v2/Users/${ada.id}`);
    const grace = await ok('POST', '/Users', oktaUser, 201);
    assert.ok(!JSON.stringify(grace).includes(oktaUser.password));
    const { members } = await service.call(organizations.listMembers, {});
    assert.deepEqual(
      members.slice(1).map(({ id, name, role, status }) => [id, name, role, status]),
      [
        [ada.id, 'Ada Lovelace', 'MEMBER', 'active'],
        [grace.id, 'Grace Hopper', 'MEMBER', 'active'],
      ],
    );
    await refused(send('POST', '/Users', oktaUser), 409, 'uniqueness');
    await refused(send('POST', '/Users', { ...oktaUser, userName: 'other' }), 409, 'uniqueness');
    await refused(send('POST', '/Users', { userName: 'no address' }), 400, 'invalidValue');
    await refused(send('POST', '/Users', { active: true }), 400, 'invalidValue');
  });

  it('finds users by name, external id and address, in any case of letters', async () => {
    const { id } = await ok('POST', '/Users', entraUser, 201);
    await ok('POST', '/Users', { ...oktaUser, externalId: 'with "quotes" and space' }, 201);
    for (const [text, count] of [
      ['userName eq "ADA.lovelace@example.com"', 1],
      [`externalId eq "${entraUser.externalId}"`, 1],
      ['externalId eq "with \\"quotes\\" and space"', 1],
      ['emails[type eq "work"].value eq "ada.lovelace@example.com"', 1],
      [
        'urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "ada.lovelace@example.com" and active eq true',
        1,
      ],
      [`id eq "${id}"`, 1],
      ['userName eq "nobody@example.com"', 0],
      ['active eq false', 0],
    ] as const)
      assert.equal((await list(filter(text))).totalResults, count, text);
    for (const wrong of [
      'userName co "a"',
      'userName eq a',
      'userName eq "a" or userName eq "b"',
      'not (userName eq "a")',
      'title eq "a"',
      'userName',
      `userName eq "${'a'.repeat(1_000)}"`,
      '(((((',
    ])
      await refused(send('GET', filter(wrong)), 400, 'invalidFilter');
  });

  it('pages from 1, and answers a count alone', async () => {
    await ok('POST', '/Users', entraUser, 201);
    await ok('POST', '/Users', oktaUser, 201);
    const page = await list('/Users?startIndex=2&count=1');
    assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [3, 2, 1]);
    assert.equal(page.Resources[0]?.userName, 'ada.lovelace@example.com');
    assert.equal((await list('/Users?count=0')).Resources.length, 0);
    assert.equal((await list('/Users?startIndex=-5&count=1000000')).Resources.length, 3);
    await refused(send('GET', '/Users?count=many'), 400, 'invalidValue');
  });

  it('ends all access at once when a user is deactivated, in each form that providers send', async () => {
    const { core } = service.service;
    const { id } = await ok('POST', '/Users', oktaUser, 201);
    const member = await core.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const owner = { organizationId: member.organization_id, userId: member.user_id };
    for (const [off, on] of [
      [patch({ op: 'replace', value: { active: false } }), patch({ op: 'replace', value: { active: true } })],
      [
        patch({ op: 'Replace', path: 'active', value: 'False' }),
        patch({ op: 'Add', path: 'active', value: 'True' }),
      ],
      [
        patch({ op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false }),
        patch({ op: 'replace', path: 'active', value: [] }, { op: 'replace', path: 'active', value: true }),
      ],
    ]) {
      const made = await issueToken(core, core.db, { ...owner, days: 1 });
      const session = await beginSession(core, core.db, {
        userId: owner.userId,
        organizationId: null,
        method: 'openid',
        client: '',
      });
      const pair = { tokenId: made.token.id, tokenSecret: made.secret };
      await service.call(organizations.listMembers, {}, pair);
      assert.equal((await ok('PATCH', `/Users/${id}`, off)).active, false);
      assert.equal(await statusOf('grace@example.com'), 'scimDeprovisioned');
      await service.refusal(organizations.listMembers, {}, 401, pair);
      const cookie = { Cookie: `parapet-session=${session}`, 'x-parapet-session': '1' };
      assert.equal((await service.request('/organizations', { headers: cookie })).status, 401);
      for (const [endpoint, request] of [
        [organizations.inviteMember, { email: 'grace@example.com' }],
        [organizations.removeMember, { memberId: id }],
        [organizations.updateMemberRole, { memberId: id, role: 'ADMIN' }],
      ] as const)
        assert.match(
          (await service.refusal(endpoint, request as never, 409)).error,
          /managed by the identity provider/,
        );
      const back = await send('PATCH', `/Users/${id}`, on);
      if (back.status === 200) assert.equal(await statusOf('grace@example.com'), 'active');
      else {
        await refused(Promise.resolve(back), 400, 'invalidValue');
        await ok('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
      }
    }
  });

  it('keeps a deleted user as a deprovisioned member, who comes back when they are created again', async () => {
    const { id } = await ok('POST', '/Users', oktaUser, 201);
    const gone = await send('DELETE', `/Users/${id}`);
    assert.deepEqual([gone.status, await gone.text()], [204, '']);
    await refused(send('GET', `/Users/${id}`), 404);
    await refused(send('DELETE', `/Users/${id}`), 404);
    await refused(send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true })), 404);
    assert.equal((await list(filter('userName eq "grace@example.com"'))).totalResults, 0);
    assert.equal(await statusOf('grace@example.com'), 'scimDeprovisioned');
    assert.equal((await ok('POST', '/Users', oktaUser, 201)).id, id);
    assert.equal(await statusOf('grace@example.com'), 'active');
  });

  it('leaves the last ADMIN, also where two are deactivated at once', async () => {
    const { members } = await service.call(organizations.listMembers, {});
    const own = members[0]?.id ?? '';
    const off = patch({ op: 'replace', path: 'active', value: false });
    assert.match(await refused(send('PATCH', `/Users/${own}`, off), 409), /last ADMIN/);
    await refused(send('DELETE', `/Users/${own}`), 409);
    const { id: other } = await ok('POST', '/Users', oktaUser, 201);
    await service.call(organizations.updateMemberRole, { memberId: other, role: 'ADMIN' });
    const outcomes = await Promise.all([own, other].map((id) => send('PATCH', `/Users/${id}`, off)));
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 409]);
  });

  it('changes names and addresses, but takes nobody over', async () => {
    const { core } = service.service;
    const { id } = await ok('POST', '/Users', oktaUser, 201);
    const member = await core.db
      .selectFrom('members')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await core.db
      .insertInto('identities')
      .values({ issuer: 'i', subject: 's', user_id: member.user_id, created_at: '' })
      .execute();
    const renamed = await ok(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'grace.hopper@example.com' },
        { op: 'Replace', value: { 'name.familyName': 'Murray Hopper', displayName: 'Amazing Grace' } },
        { op: 'Add', path: 'title', value: 'Rear admiral' },
      ),
    );
    assert.deepEqual(
      [renamed.emails?.[0]?.value, renamed.displayName],
      ['grace.hopper@example.com', 'Amazing Grace'],
    );
    const identities = await core.db.selectFrom('identities').selectAll().execute();
    assert.deepEqual(identities, [], 'whoever was known by the old address is recognised anew');
    const { members } = await service.call(organizations.listMembers, {});
    const taken = members[0]?.email;
    const replace = (value: unknown) => patch({ op: 'replace', path: 'emails', value });
    await refused(send('PATCH', `/Users/${id}`, replace([{ value: taken }])), 409, 'uniqueness');
    const { organization } = await service.call(organizations.createOrganization, { name: 'Other' });
    await core.db
      .insertInto('members')
      .values({
        id: crypto.randomUUID(),
        organization_id: organization.id,
        user_id: member.user_id,
        role: 'MEMBER',
        status: 'active',
        created_at: '',
      })
      .execute();
    await refused(send('PATCH', `/Users/${id}`, replace([{ value: 'mine@example.com' }])), 409, 'mutability');
  });

  it('replaces an invitation, and sees members that somebody invited', async () => {
    await service.call(organizations.inviteMember, { email: 'grace@example.com' });
    const { id } = await ok('POST', '/Users', oktaUser, 201);
    assert.equal(await statusOf('grace@example.com'), 'active');
    await memberOf(service);
    const found = await list(filter('userName eq "member@example.com"'));
    const whole = { ...oktaUser, userName: 'member@example.com', externalId: 'm', emails: undefined };
    const linked = await ok('PUT', `/Users/${found.Resources[0]?.id}`, whole);
    assert.deepEqual([linked.externalId, linked.emails?.[0]?.value], ['m', 'member@example.com']);
    assert.notEqual(linked.id, id);
  });

  it('sees nothing of other organizations', async () => {
    const { organization } = await service.call(organizations.createOrganization, { name: 'Other' });
    const other = await service.call(scim.createScimToken, { organizationId: organization.id });
    const { id } = await ok('POST', '/Users', oktaUser, 201);
    await refused(send('GET', `/Users/${id}`, undefined, other.secret), 404);
    await refused(send('DELETE', `/Users/${id}`, undefined, other.secret), 404);
    await refused(send('GET', '/Users/no-id', undefined, other.secret), 404);
    const group = await ok('POST', '/Groups', { displayName: 'Compilers', members: [{ value: id }] }, 201);
    await refused(send('GET', `/Groups/${group.id}`, undefined, other.secret), 404);
    const foreign = { displayName: 'Theirs', members: [{ value: id }] };
    await refused(send('POST', '/Groups', foreign, other.secret), 400, 'invalidValue');
  });

  it('has teams as groups, with their members', async () => {
    const { organizations: all } = await service.call(organizations.listOrganizations, {});
    const organizationId = all[0]?.id ?? '';
    const { id: ada } = await ok('POST', '/Users', entraUser, 201);
    const { id: grace } = await ok('POST', '/Users', oktaUser, 201);
    const group = await ok('POST', '/Groups', { displayName: 'Compilers', externalId: 'g-1' }, 201);
    assert.deepEqual([group.externalId, group.members], ['g-1', []]);
    await refused(send('POST', '/Groups', { displayName: 'compilers' }), 409, 'uniqueness');
    const path = `/Groups/${group.id}`;
    const membersAfter = async (operation: unknown) => {
      const response = await send('PATCH', path, patch(operation));
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return Resource.parse(JSON.parse(text)).members?.map(({ value }) => value);
    };
    const add = { op: 'Add', path: 'members', value: [{ $ref: null, value: ada }, { value: grace }] };
    assert.deepEqual(await membersAfter(add), [ada, grace]);
    assert.deepEqual(await membersAfter(add), [ada, grace], 'twice is once');
    assert.deepEqual(await membersAfter({ op: 'remove', path: `members[value eq "${ada}"]` }), [grace]);
    assert.deepEqual(await membersAfter({ op: 'Remove', path: 'members', value: [{ value: grace }] }), []);
    assert.deepEqual(await membersAfter({ op: 'replace', value: { members: [{ value: ada }] } }), [ada]);
    const { members } = await service.call(teams.getTeamMembers, { organizationId, teamId: group.id });
    assert.equal(members.length, 1);
    await ok('PATCH', path, patch({ op: 'replace', path: 'displayName', value: 'Languages' }));
    const found = await list(
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "languages"')}`,
    );
    assert.deepEqual([found.totalResults, found.Resources[0]?.members], [1, undefined]);
    assert.deepEqual((await ok('PUT', path, { displayName: 'Languages', members: [] })).members, []);
    assert.equal((await send('DELETE', path)).status, 204);
    await refused(send('GET', path), 404);
    const everyone = await list(`/Groups?filter=${encodeURIComponent('displayName eq "Everyone"')}`);
    assert.equal(everyone.Resources[0]?.members?.length, 3);
    await refused(send('DELETE', `/Groups/${everyone.Resources[0]?.id}`), 409);
  });

  it('refuses what is no SCIM, and what is too large', async () => {
    const raw = (body: string, type = 'application/scim+json') =>
      service.request('/scim/v2/Users', {
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      });
    await refused(raw('{'), 400);
    await refused(raw('[]'), 400, 'invalidValue');
    await refused(raw('{}', 'text/plain'), 400);
    await refused(raw(`{"userName":"${'x'.repeat(3_000_000)}"}`), 413);
    const { id } = await ok('POST', '/Users', oktaUser, 201);
    const badly = async (operation: unknown) =>
      refused(send('PATCH', `/Users/${id}`, patch(operation)), 400, 'invalidValue');
    await badly({ op: 'move', path: 'active', value: true });
    await badly({ op: 'replace', path: 'active', value: 'perhaps' });
    await badly({ op: 'replace', value: 'text' });
    await badly({ op: 'replace', path: 'emails', value: 'no address' });
    assert.equal(await statusOf('grace@example.com'), 'active');
  });
});
