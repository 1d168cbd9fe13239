import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { newId } from '../../../../src/service/core/context.ts';
import { issueToken } from '../../../../src/service/organizations/tokens.ts';
import { insertMember } from '../../../../src/service/teams/default-team.ts';
import { type Credentials, Harness } from '../support/harness.ts';

const { organizations, tokens, repositories } = contract;

describe('organizations of a service', () => {
  let service: Harness;
  let home: string;
  beforeEach(async () => {
    service = await Harness.start();
    const listed = await service.call(organizations.listOrganizations, {});
    home = listed.organizations[0]?.id ?? '';
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  /** Someone who has accepted an invitation; there is no operation for it yet. */
  async function addMember(
    email: string,
    role: 'ADMIN' | 'MEMBER',
    organizationId = home,
  ): Promise<Credentials> {
    const { core } = service.service;
    const userId = newId();
    const created_at = new Date().toISOString();
    await core.db.insertInto('users').values({ id: userId, email, name: null, created_at }).execute();
    await insertMember(core, core.db, { organizationId, userId, role });
    const { token, secret } = await issueToken(core, core.db, { organizationId, userId, days: 1 });
    return { tokenId: token.id, tokenSecret: secret };
  }

  async function statusOf(email: string): Promise<string[]> {
    const { members } = await service.call(organizations.listMembers, {});
    return members.filter((member) => member.email === email).map(({ role, status }) => `${role} ${status}`);
  }

  it('are seen by the token that created them, and by no other', async () => {
    const { organization } = await service.call(organizations.createOrganization, { name: '  Payments ' });
    assert.equal(organization.name, 'Payments');
    const { organizations: seen } = await service.call(organizations.listOrganizations, {});
    assert.deepEqual(seen.map(({ id }) => id).sort(), [home, organization.id].sort());
    const other = await addMember('other@example.com', 'ADMIN');
    const { organizations: seenByOther } = await service.call(organizations.listOrganizations, {}, other);
    assert.deepEqual(
      seenByOther.map(({ id }) => id),
      [home],
    );
    await service.refusal(organizations.deleteOrganization, { id: organization.id }, 404, other);
    await service.refusal(organizations.listMembers, { organizationId: organization.id }, 404, other);
    await service.call(organizations.deleteOrganization, { id: organization.id });
    await service.refusal(organizations.deleteOrganization, { id: organization.id }, 404);
  });

  it('must be named when a token sees several', async () => {
    await service.call(organizations.createOrganization, { name: 'Second' });
    const body = await service.refusal(organizations.listMembers, {}, 400);
    assert.equal(body.issues?.[0]?.path, 'organizationId');
    await service.call(organizations.listMembers, { organizationId: home });
  });

  it('keep what is theirs from each other', async () => {
    const { organization } = await service.call(organizations.createOrganization, { name: 'Theirs' });
    const stranger = await addMember('stranger@example.com', 'ADMIN', organization.id);
    const repositoryId = await addProject(home);
    const { deleteRepositories, listRepositories } = repositories;
    await service.refusal(deleteRepositories, { repositoryIds: [repositoryId] }, 422, stranger);
    await service.refusal(contract.scans.startScans, { repositoryIds: [repositoryId] }, 422, stranger);
    await service.refusal(contract.repositories.scanRepository, { id: repositoryId }, 404, stranger);
    await service.refusal(contract.code.listFiles, { repositoryId }, 404, stranger);
    await service.refusal(listRepositories, { organizationId: home }, 404, stranger);
    const { repositories: seen } = await service.call(listRepositories, {}, stranger);
    assert.deepEqual(seen, []);
    const { tokens: theirs } = await service.call(tokens.listTokens, {}, stranger);
    assert.equal(theirs.length, 1);
    await service.refusal(tokens.deleteToken, { tokenId: service.credentials.tokenId }, 404, stranger);
  });

  async function addProject(organizationId: string): Promise<string> {
    const { repository } = await service.call(repositories.addLocalRepository, {
      organizationId,
      path: service.folder,
    });
    return repository.id;
  }

  it('take everything with them when they are deleted', async () => {
    const { organization } = await service.call(organizations.createOrganization, { name: 'Gone' });
    const repositoryId = await addProject(organization.id);
    await service.call(organizations.deleteOrganization, { id: organization.id });
    await service.refusal(contract.repositories.scanRepository, { id: repositoryId }, 404);
    const left = await service.service.core.db.selectFrom('repositories').select('id').execute();
    assert.deepEqual(left, []);
  });

  it('stop their scans when they are deleted, and the next ones run', async () => {
    const { organization } = await service.call(organizations.createOrganization, { name: 'Gone' });
    const repositoryId = await addProject(organization.id);
    const state = { begun: false, stopped: false };
    service.runner.script = async ({ signal }) => {
      state.begun = true;
      await new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          state.stopped = true;
          reject(signal.reason);
        });
      });
      return undefined;
    };
    const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
    const request = { organizationId: organization.id, repositoryIds: [repositoryId] };
    await service.call(contract.scans.startScans, request);
    while (!state.begun) await turn();
    await service.call(organizations.deleteOrganization, { id: organization.id });
    while (!state.stopped) await turn();
    const again = await addProject(home);
    service.runner.script = async () => undefined;
    assert.equal((await service.scan(again)).status, 'COMPLETED');
  });

  it('invite as MEMBER by default, and list the invitation with its end', async () => {
    const { member } = await service.call(organizations.inviteMember, { email: 'New.Person@Example.com' });
    assert.equal(member.email, 'new.person@example.com');
    assert.equal(member.role, 'MEMBER');
    assert.equal(member.status, 'pendingInvite');
    assert.ok(Date.parse(member.inviteExpiresAt ?? '') > Date.now());
    const { members } = await service.call(organizations.listMembers, { statuses: ['pendingInvite'] });
    assert.deepEqual(members, [member]);
  });

  it('replace an invitation that is pending or expired, and refuse one of a member', async () => {
    const { member: first } = await service.call(organizations.inviteMember, { email: 'a@example.com' });
    const { member: second } = await service.call(organizations.inviteMember, {
      email: 'A@example.com',
      role: 'ADMIN',
    });
    assert.notEqual(second.id, first.id);
    assert.deepEqual(await statusOf('a@example.com'), ['ADMIN pendingInvite']);
    service.setNow(new Date(Date.parse(second.inviteExpiresAt ?? '') + 1));
    const { member: third } = await service.call(organizations.inviteMember, { email: 'a@example.com' });
    assert.notEqual(third.id, second.id);
    assert.deepEqual(await statusOf('a@example.com'), ['MEMBER pendingInvite']);
    await addMember('b@example.com', 'MEMBER');
    await service.refusal(organizations.inviteMember, { email: 'b@example.com' }, 409);
  });

  it('let a MEMBER invite a MEMBER only', async () => {
    const member = await addMember('member@example.com', 'MEMBER');
    await service.refusal(organizations.inviteMember, { email: 'x@example.com', role: 'ADMIN' }, 403, member);
    assert.deepEqual(await statusOf('x@example.com'), []);
    await service.call(organizations.inviteMember, { email: 'x@example.com' }, member);
    assert.deepEqual(await statusOf('x@example.com'), ['MEMBER pendingInvite']);
  });

  it('remove members and revoke invitations, but never an active ADMIN directly', async () => {
    const admin = await addMember('admin@example.com', 'ADMIN');
    await service.call(organizations.inviteMember, { email: 'invited@example.com' });
    await service.call(organizations.removeMember, { email: 'invited@example.com' });
    assert.deepEqual(await statusOf('invited@example.com'), []);
    await service.refusal(organizations.removeMember, { email: 'admin@example.com' }, 409);
    await service.call(organizations.updateMemberRole, { email: 'admin@example.com', role: 'MEMBER' });
    await service.call(organizations.removeMember, { email: 'admin@example.com' });
    await service.refusal(organizations.listMembers, {}, 401, admin);
    await service.refusal(organizations.removeMember, { email: 'admin@example.com' }, 404);
  });

  it('keep at least one ADMIN', async () => {
    const { members } = await service.call(organizations.listMembers, {});
    const memberId = members[0]?.id ?? '';
    await service.refusal(organizations.updateMemberRole, { memberId, role: 'MEMBER' }, 409);
  });

  it('leave members that the identity provider manages to it', async () => {
    await addMember('scim@example.com', 'MEMBER');
    const { db } = service.service.core;
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'scim@example.com')
      .executeTakeFirstOrThrow();
    await db.updateTable('members').set({ status: 'scimDeprovisioned' }).where('user_id', '=', id).execute();
    assert.deepEqual(await statusOf('scim@example.com'), ['MEMBER scimDeprovisioned']);
    await service.refusal(organizations.removeMember, { email: 'scim@example.com' }, 409);
    await service.refusal(organizations.inviteMember, { email: 'scim@example.com' }, 409);
  });

  it('reserve to an ADMIN what changes them', async () => {
    const member = await addMember('member@example.com', 'MEMBER');
    const repositoryId = await addProject(home);
    await service.refusal(organizations.deleteOrganization, { id: home }, 403, member);
    await service.refusal(
      organizations.updateMemberRole,
      { email: 'member@example.com', role: 'ADMIN' },
      403,
      member,
    );
    await service.refusal(repositories.deleteRepositories, { repositoryIds: [repositoryId] }, 403, member);
    await service.refusal(tokens.deleteToken, { tokenId: service.credentials.tokenId }, 404, member);
    await service.call(organizations.removeMember, { email: 'member@example.com' }, member);
  });

  it('list tokens without their secrets, by page', async () => {
    for (const name of ['a', 'b', 'c']) await service.call(tokens.createToken, { name, expiresInDays: 365 });
    const names: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.call(tokens.listTokens, {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      assert.ok(page.tokens.length <= 2);
      assert.ok(!JSON.stringify(page).includes('ecret'));
      names.push(...page.tokens.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(names.sort(), ['Embedded service', 'a', 'b', 'c']);
    for (const expiresInDays of [0, 366, 1.5])
      await service.refusal(tokens.createToken, { expiresInDays }, 400);
    const { token } = await service.call(tokens.createToken, {});
    assert.equal(Math.round((Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / 86_400_000), 30);
  });
});
