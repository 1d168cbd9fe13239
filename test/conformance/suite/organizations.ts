import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createOrganization,
  deleteOrganization,
  inviteMember,
  listMembers,
  listOrganizations,
  removeMember,
  updateMemberRole,
} from '../../../src/api/contract/organizations/organizations.ts';
import { holds } from '../requirements/index.ts';
import { refused, send, succeed, type TargetOf, wired } from './target.ts';

export function organizations(target: TargetOf): void {
  const address = () => `${randomUUID()}@example.com`;

  describe('organizations', () => {
    it(
      holds(
        'are created, listed and deleted; what is deleted is not there any more',
        '4.2.organizations.1',
        '4.2.organizations.2',
        '4.2.organizations.3',
      ),
      async () => {
        const { organization } = await succeed(target(), createOrganization, { name: '  Made for a test ' });
        assert.equal(organization.name, 'Made for a test');
        const listed = await succeed(target(), listOrganizations, { limit: 100 });
        assert.ok(listed.organizations.some(({ id }) => id === organization.id));
        assert.deepEqual(await succeed(target(), deleteOrganization, { id: organization.id }), {
          deleted: true,
        });
        await refused(target(), deleteOrganization, { id: organization.id }, 404);
        const after = await succeed(target(), listOrganizations, { limit: 100 });
        assert.ok(!after.organizations.some(({ id }) => id === organization.id));
      },
    );

    it(holds('need a name of 1 to 200 characters', '4.2.organizations.1'), async () => {
      for (const name of ['', '   ', 'x'.repeat(201), 7, null])
        await refused(target(), createOrganization, { name }, 400);
      for (const name of ['x', 'x'.repeat(200), 'Ünïcode 組織']) {
        const { organization } = await succeed(target(), createOrganization, { name });
        await succeed(target(), deleteOrganization, { id: organization.id });
      }
    });

    it(holds('are not seen by strangers, who get the answer for what is not there', '5.4'), async () => {
      const { organization } = await succeed(target(), createOrganization, { name: 'Private' });
      const { id } = organization;
      const foreign = await refused(target(), deleteOrganization, { id }, 404, target().stranger);
      const nowhere = await refused(
        target(),
        deleteOrganization,
        { id: randomUUID() },
        404,
        target().stranger,
      );
      assert.equal(foreign.error, nowhere.error);
      const members = await refused(target(), listMembers, { organizationId: id }, 404, target().stranger);
      assert.ok(!members.error.includes('Private'));
      await succeed(target(), deleteOrganization, { id });
    });

    it(holds('are made once for one Idempotency-Key', 'ours'), async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const wire = { ...wired(createOrganization, { name: 'Once' }), headers, credentials: target().admin };
      const [first, second] = [await send(target(), wire), await send(target(), wire)];
      assert.equal(first.status, 201);
      assert.deepEqual(second.body, first.body);
      const { organization } = createOrganization.response.parse(first.body);
      await succeed(target(), deleteOrganization, { id: organization.id });
    });

    it(
      holds('are paged: every one once, and a cursor is good for its own listing only', 'ours'),
      async () => {
        const made = [];
        for (const name of ['A', 'B', 'C'])
          made.push((await succeed(target(), createOrganization, { name })).organization.id);
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await succeed(target(), listOrganizations, { limit: 1, ...(cursor && { cursor }) });
          assert.ok(page.organizations.length <= 1);
          seen.push(...page.organizations.map(({ id }) => id));
          cursor = page.nextCursor;
          if (cursor) {
            const at = Math.floor(cursor.length / 2);
            const altered = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
            await refused(target(), listOrganizations, { limit: 1, cursor: altered }, 400);
            await refused(target(), listMembers, { cursor }, 400);
          }
        } while (cursor);
        assert.equal(new Set(seen).size, seen.length);
        assert.ok(made.every((id) => seen.includes(id)));
        for (const id of made) await succeed(target(), deleteOrganization, { id });
      },
    );
  });

  describe('members', () => {
    it(
      holds(
        'are invited as MEMBER unless said otherwise, and listed with role and status',
        '3.5',
        '4.2.organizations.4',
        '4.2.organizations.5',
        '2.4.permissions.3',
      ),
      async () => {
        const email = address();
        const { member } = await succeed(target(), inviteMember, { email });
        assert.deepEqual([member.email, member.role, member.status], [email, 'MEMBER', 'pendingInvite']);
        const { members } = await succeed(target(), listMembers, { limit: 100 });
        assert.ok(members.some(({ id, status }) => id === member.id && status === 'pendingInvite'));
        assert.ok(members.some(({ role, status }) => role === 'ADMIN' && status === 'active'));
        const admin = await succeed(target(), inviteMember, { email: address(), role: 'ADMIN' });
        assert.equal(admin.member.role, 'ADMIN');
        await succeed(target(), removeMember, { memberId: member.id });
        await succeed(target(), removeMember, { memberId: admin.member.id });
      },
    );

    it(holds('that were invited twice have one invitation, the new one', '3.4'), async () => {
      const email = address();
      const first = await succeed(target(), inviteMember, { email });
      const second = await succeed(target(), inviteMember, { email, role: 'ADMIN' });
      assert.notEqual(second.member.id, first.member.id);
      const { members } = await succeed(target(), listMembers, { statuses: ['pendingInvite'], limit: 100 });
      const invitations = members.filter((member) => member.email === email);
      assert.deepEqual(
        invitations.map(({ id }) => id),
        [second.member.id],
      );
      await refused(target(), removeMember, { memberId: first.member.id }, 404);
      await succeed(target(), removeMember, { email });
    });

    it(
      holds('that are invited are removed by revoking the invitation', '3.1', '4.2.organizations.7'),
      async () => {
        const email = address();
        await succeed(target(), inviteMember, { email });
        assert.deepEqual(await succeed(target(), removeMember, { email }), { removed: true });
        await refused(target(), removeMember, { email }, 404);
      },
    );

    it(holds('that are active admins are not removed directly', '3.2', '7.4'), async () => {
      const { members } = await succeed(target(), listMembers, { statuses: ['active'], limit: 100 });
      const admin = members.find(({ role }) => role === 'ADMIN') ?? assert.fail('no active admin');
      await refused(target(), removeMember, { memberId: admin.id }, 409);
      const after = await succeed(target(), listMembers, { statuses: ['active'], limit: 100 });
      assert.ok(after.members.some(({ id }) => id === admin.id));
    });

    it(holds('are active, invited or managed elsewhere, and listed by that', '3.member.1'), async () => {
      for (const status of ['active', 'pendingInvite', 'scimDeprovisioned'] as const) {
        const { members } = await succeed(target(), listMembers, { statuses: [status], limit: 100 });
        assert.ok(members.every((member) => member.status === status));
      }
      await refused(target(), listMembers, { statuses: ['ACTIVE'] }, 400);
    });

    it(
      holds(
        'have the role ADMIN or MEMBER and no other, and are named in one way',
        '2.4.permissions.3',
        '4.2.organizations.6',
      ),
      async () => {
        const email = address();
        const { member } = await succeed(target(), inviteMember, { email });
        const changed = await succeed(target(), updateMemberRole, { memberId: member.id, role: 'ADMIN' });
        assert.equal(changed.member.role, 'ADMIN');
        await refused(target(), updateMemberRole, { memberId: member.id, role: 'OWNER' }, 400);
        await refused(target(), updateMemberRole, { memberId: member.id, email, role: 'MEMBER' }, 400);
        await refused(target(), removeMember, {}, 400);
        await succeed(target(), removeMember, { email });
      },
    );

    it(holds('are invited to an address that is one', '4.2.organizations.5'), async () => {
      for (const email of ['', 'nobody', 'a@b', 'a b@example.com', `${'x'.repeat(250)}@example.com`]) {
        await refused(target(), inviteMember, { email }, 400);
      }
    });

    it(holds('without admin permission invite no admins', '3.5'), async function () {
      const { member } = target();
      if (!member) return this.skip();
      await refused(target(), inviteMember, { email: address(), role: 'ADMIN' }, 403, member);
    });
  });
}
