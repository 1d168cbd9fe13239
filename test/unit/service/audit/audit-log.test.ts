import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Endpoint } from '../../../../src/api/contract/endpoint.ts';
import { contract, endpoints } from '../../../../src/api/contract/index.ts';
import { kindOf, lookUp, tableOf } from '../../../../src/service/audit/subjects.ts';
import { isAudited } from '../../../../src/service/http/audited.ts';
import { createFirstLink } from '../../../../src/service/lifecycle/first-link.ts';
import { beginSession } from '../../../../src/service/sign-in/sessions.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { auditLog, organizations, permissionTemplates, repositories, scim, tags, teams, tokens } = contract;
const publicUrl = new URL('http://127.0.0.1:7300');
const dayMs = 86_400_000;
const admin = 'developer@localhost.localdomain';

describe('the audit log', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start({ publicUrl });
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  const entries = async (request: { searchQuery?: string; operations?: string[] } = {}) =>
    (await service.call(auditLog.readAuditLog, request)).entries;
  const latest = async () => (await entries())[0] ?? assert.fail('the log is empty');

  it('says who did what to whom, with the names of the time', async () => {
    const { team } = await service.call(teams.createTeam, { name: 'Payments' });
    const made = await latest();
    assert.deepEqual(
      [made.operation, made.actor, made.subjects],
      ['teams.create', { kind: 'token', email: admin }, [{ kind: 'team', id: team.id, name: 'Payments' }]],
    );
    const { member } = await service.call(organizations.inviteMember, { email: 'ada@example.com' });
    const invited = { kind: 'member', id: member.id, name: 'ada@example.com' };
    assert.deepEqual((await latest()).subjects, [invited]);
    await service.call(organizations.updateMemberRole, { memberId: member.id, role: 'ADMIN' });
    const { operation, subjects, choices } = await latest();
    assert.deepEqual(
      [operation, subjects, choices],
      ['organizations.updateMemberRole', [invited], { role: 'ADMIN' }],
    );
    await service.call(teams.deleteTeam, { teamId: team.id });
    assert.deepEqual((await latest()).subjects, [{ kind: 'team', id: team.id, name: 'Payments' }]);
  });

  it('has neither what was refused, nor what was only looked at, nor what was begun', async () => {
    const member = await memberOf(service);
    const repositoryId = await service.addRepository();
    const before = (await entries()).length;
    await service.refusal(teams.createTeam, { name: 'Mine' }, 403, member);
    await service.refusal(organizations.removeMember, { email: 'nobody@example.com' }, 404);
    await service.call(teams.listTeams, {});
    await service.scan(repositoryId);
    assert.equal((await entries()).length, before);
  });

  it('keeps no secret and no text', async () => {
    const { secret } = await service.call(tokens.createToken, { name: 'laptop' });
    const { link } = await service.call(organizations.inviteMember, { email: 'ada@example.com' });
    await service.call(teams.createTeam, { name: 'Payments', description: 'A text of a person' });
    const { rows } = await sql`select * from audit_entries`.execute(service.service.core.db);
    const kept = JSON.stringify(rows);
    assert.ok(kept.includes('laptop') && kept.includes('Payments'));
    const secrets = [secret, new URL(link ?? '').searchParams.get('secret') ?? secret, 'A text of a person'];
    for (const text of secrets) assert.ok(!kept.includes(text));
  });

  it('has a change if and only if it was made', async () => {
    const { db } = service.service.core;
    const { template } = await service.call(permissionTemplates.createPermissionTemplate, {
      name: 'Readers',
    });
    const { tag } = await service.call(tags.createTag, { name: 'web' });
    const { token } = await service.call(tokens.createToken, {});
    const idp = await service.call(scim.createScimToken, {});
    const repositoryId = await service.addRepository();
    await sql`alter table audit_entries rename to elsewhere`.execute(db);
    const failing: readonly [Endpoint, Record<string, unknown>][] = [
      [teams.createTeam, { name: 'Payments' }],
      [organizations.inviteMember, { email: 'ada@example.com' }],
      [permissionTemplates.updatePermissionTemplate, { templateId: template.id, name: 'Writers' }],
      [permissionTemplates.deletePermissionTemplate, { templateId: template.id }],
      [tags.deleteTag, { tagId: tag.id }],
      [tokens.createToken, {}],
      [tokens.deleteToken, { tokenId: token.id }],
      [scim.deleteScimToken, { tokenId: idp.token.id }],
      [scim.createScimToken, {}],
      [contract.schedules.upsertScanSchedule, { repositoryId, executionCriteriaCrontab: '0 3 * * 1' }],
      [contract.scannerSettings.updateScannerSettings, { repositoryId, prScanning: false }],
      [repositories.deleteRepositories, { repositoryIds: [repositoryId] }],
    ];
    const counts = async () =>
      Promise.all(
        (
          [
            'teams',
            'invitations',
            'permission_templates',
            'tags',
            'tokens',
            'scim_tokens',
            'schedules',
            'scanner_settings',
            'repositories',
          ] as const
        ).map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
      );
    const before = await counts();
    for (const [endpoint, request] of failing)
      assert.equal((await service.send(endpoint, request)).status, 500, endpoint.id);
    assert.deepEqual(await counts(), before);
    await sql`alter table elsewhere rename to audit_entries`.execute(db);
  });

  it('is written once for a request that is sent twice with one Idempotency-Key', async () => {
    for (let sent = 0; sent < 2; sent++) {
      const headers = { 'Idempotency-Key': 'one' };
      const answer = await service.send(tags.createTag, { name: 'web' }, service.credentials, headers);
      assert.equal(answer.status, 201);
    }
    assert.equal((await entries({ operations: ['tags.create'] })).length, 1);
  });

  it('has sign-ins, invitations that were accepted, and what the operator makes', async () => {
    const { core } = service.service;
    await createFirstLink(core, publicUrl);
    const { id: userId } = await core.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await core.db
      .transaction()
      .execute((transaction) =>
        beginSession(core, transaction, { userId, organizationId: null, method: 'link', client: '' }),
      );
    const { link } = await service.call(organizations.inviteMember, { email: 'ada@example.com' });
    const joined = await service.request(new URL('/sign-in/invitation', publicUrl).href, {
      method: 'POST',
      body: new URLSearchParams({ secret: new URL(link ?? '').searchParams.get('secret') ?? '' }),
      headers: { Origin: publicUrl.origin, 'Sec-Fetch-Site': 'same-origin' },
    });
    assert.equal(joined.status, 303);
    const told = (await entries()).map(({ operation, actor }) => [operation, actor.kind, actor.email]);
    assert.deepEqual(told, [
      ['signIn', 'session', 'ada@example.com'],
      ['acceptInvitation', 'session', 'ada@example.com'],
      ['organizations.inviteMember', 'token', admin],
      ['signIn', 'session', admin],
      ['operator.createSignInLink', 'operator', undefined],
    ]);
  });

  it('has what an identity provider changes, by the name of its token', async () => {
    const { secret } = await service.call(scim.createScimToken, { name: 'Entra' });
    const send = async (method: string, path: string, body?: object) => {
      const response = await service.request(`/scim/v2${path}`, {
        method,
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/scim+json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.ok(response.ok, await response.clone().text());
      return response;
    };
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    const made = (await (await send('POST', '/Users', { schemas, userName: 'ada@example.com' })).json()) as {
      id: string;
    };
    await send('GET', '/Users');
    await send('DELETE', `/Users/${made.id}`);
    const [deleted, created] = await entries();
    const subject = { kind: 'member', id: made.id, name: 'ada@example.com' };
    assert.deepEqual(
      [created, deleted].map((entry) => [entry?.operation, entry?.actor, entry?.subjects]),
      ['scim.createUser', 'scim.deleteUser'].map((operation) => [
        operation,
        { kind: 'identityProvider', name: 'Entra' },
        [subject],
      ]),
    );
  });

  it('is searched by person and operation, page by page, by administrators alone', async () => {
    const member = await memberOf(service);
    await service.call(tokens.createToken, {}, member);
    await service.call(teams.createTeam, { name: 'Payments' });
    await service.refusal(auditLog.readAuditLog, {}, 403, member);
    assert.deepEqual(
      (await entries({ searchQuery: 'MEMBER@' })).map(({ operation }) => operation),
      ['tokens.create'],
    );
    assert.deepEqual(
      (await entries({ operations: ['teams.create', 'teams.delete'] })).map(({ operation }) => operation),
      ['teams.create'],
    );
    assert.deepEqual(await entries({ operations: ['team'] }), []);
    assert.equal((await entries({ operations: ['teams'] })).length, 1);
    const first = await service.call(auditLog.readAuditLog, { limit: 1 });
    const second = await service.call(auditLog.readAuditLog, { limit: 1, cursor: first.nextCursor });
    assert.deepEqual(
      [...first.entries, ...second.entries].map(({ operation }) => operation),
      ['teams.create', 'tokens.create'],
    );
  });

  it('is the organization’s own, and goes with it', async () => {
    const { organization } = await service.call(organizations.createOrganization, { name: 'Other' });
    const organizationId = organization.id;
    const { tag } = await service.call(tags.createTag, { name: 'web', organizationId });
    // Without the organization, which is the tag's.
    await service.call(tags.updateTag, { tagId: tag.id, name: 'front' });
    const there = await service.call(auditLog.readAuditLog, { organizationId });
    assert.deepEqual(
      there.entries.map(({ operation }) => operation),
      ['tags.update', 'tags.create', 'organizations.create'],
    );
    const { organizations: all } = await service.call(organizations.listOrganizations, {});
    const home = all.find(({ id }) => id !== organizationId)?.id ?? '';
    const here = await service.call(auditLog.readAuditLog, { organizationId: home });
    assert.deepEqual(here.entries, []);
    await service.call(organizations.deleteOrganization, { id: organizationId });
    const { db } = service.service.core;
    assert.deepEqual(await db.selectFrom('audit_entries').selectAll().execute(), []);
  });

  it('is forgotten after 400 days', async () => {
    await service.call(teams.createTeam, { name: 'Payments' });
    service.setNow(new Date(Date.now() + 401 * dayMs));
    const next = await service.asAfterKill();
    try {
      next.setNow(new Date(Date.now() + 401 * dayMs));
      await next.service.stop();
      await next.open();
      assert.deepEqual(await next.service.core.db.selectFrom('audit_entries').selectAll().execute(), []);
    } finally {
      await next[Symbol.asyncDispose]();
    }
  });

  it('knows where everything is kept that an operation names', async () => {
    const audited = endpoints.filter(
      (endpoint): endpoint is Endpoint => endpoint.kind === 'json' && isAudited(endpoint),
    );
    const unknown = [];
    for (const endpoint of audited)
      for (const field of Object.keys(endpoint.request.shape)) {
        const kind = kindOf(endpoint, field);
        if (kind === undefined || kind === 'member') continue;
        if (tableOf(endpoint, kind)) await lookUp(service.service.core.db, endpoint, [{ kind, id: 'x' }]);
        else unknown.push(`${endpoint.id} ${kind}`);
      }
    assert.deepEqual(
      unknown.sort(),
      // Of the service as a whole, of a person, of the engine, and of the team that is named beside.
      [
        'account.endSession session',
        'advisories.remove advisories',
        'customSinkPacks.toggle pack',
        'customSourcePacks.toggle pack',
        'rulePacks.toggle pack',
        'teams.removeMembers externalContributor',
      ],
    );
  });
});
