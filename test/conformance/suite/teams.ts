import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listMembers } from '../../../src/api/contract/organizations/organizations.ts';
import {
  createPermissionTemplate,
  deletePermissionTemplate,
  listPermissionTemplates,
  updatePermissionTemplate,
} from '../../../src/api/contract/organizations/permission-templates.ts';
import {
  addTeamMembers,
  createTeam,
  deleteTeam,
  getTeamMembers,
  getTeamPermissions,
  listTeams,
  removeTeamMembers,
  setDefaultTeam,
  setTeamPermissions,
} from '../../../src/api/contract/organizations/teams.ts';
import {
  addRepositoryByUrl,
  listRepositories,
  scanRepository,
} from '../../../src/api/contract/repositories/repositories.ts';
import { createTag, deleteTag, updateTag } from '../../../src/api/contract/repositories/tags.ts';
import { getScanSchedules } from '../../../src/api/contract/scans/schedules.ts';
import { holds } from '../requirements/index.ts';
import { forget } from './scanned.ts';
import { refused, send, succeed, type TargetOf } from './target.ts';

/** Teams, over the wire: who is in them, and what they let their members reach. */
export function teams(target: TargetOf): void {
  describe('teams', () => {
    const repositoryIds: string[] = [];
    let teamId = '';
    let everyoneId = '';
    let memberId = '';
    const [first, second] = [() => repositoryIds[0] ?? '', () => repositoryIds[1] ?? ''];
    const person = () => target().member ?? assert.fail('the service has no member');
    const seen = async () =>
      (await succeed(target(), listRepositories, { limit: 100 }, person())).repositories
        .map(({ id }) => id)
        .filter((id) => repositoryIds.includes(id));
    const grant = (repoAccess: object) =>
      succeed(target(), setTeamPermissions, {
        teamId,
        repoAccess: { accessMode: 'selected', permissions: ['REPOSITORY_VIEW'], ...repoAccess },
      } as Parameters<typeof setTeamPermissions.request.parse>[0] & { teamId: string });

    before(async function () {
      if (!target().member) return this.skip();
      for (let index = 0; index < 2; index++) {
        const url = `https://git.example.com/team/${randomUUID()}.git`;
        repositoryIds.push((await succeed(target(), addRepositoryByUrl, { url })).repository.id);
      }
      const { teams: all } = await succeed(target(), listTeams, { limit: 100 });
      everyoneId = all.find(({ isDefault }) => isDefault)?.id ?? assert.fail('no default team');
      const { members } = await succeed(target(), listMembers, { statuses: ['active'], limit: 100 });
      memberId = members.find(({ role }) => role === 'MEMBER')?.id ?? assert.fail('no member');
      await succeed(target(), removeTeamMembers, { teamId: everyoneId, memberIds: [memberId] });
      teamId = (await succeed(target(), createTeam, { name: `Team ${randomUUID()}` })).team.id;
    });
    after(async () => {
      if (!memberId) return;
      await succeed(target(), addTeamMembers, { teamId: everyoneId, memberIds: [memberId] });
      await succeed(target(), deleteTeam, { teamId });
      await forget(target(), ...repositoryIds);
    });

    it(
      holds(
        'have members and external contributors, who join and leave',
        '4.2.teams.1',
        '4.2.teams.4',
        '4.2.teams.5',
        '4.2.teams.6',
      ),
      async () => {
        const externalContributors = [{ name: 'Ada', email: 'ada@elsewhere.example.com' }];
        const added = await succeed(target(), addTeamMembers, {
          teamId,
          memberIds: [memberId],
          externalContributors,
        });
        assert.equal(added.addedCount, 2);
        const of = await succeed(target(), getTeamMembers, { teamId });
        assert.deepEqual(
          of.members.map(({ id }) => id),
          [memberId],
        );
        assert.deepEqual(
          of.externalContributors.map(({ name }) => name),
          ['Ada'],
        );
        const externalContributorIds = of.externalContributors.map(({ id }) => id);
        await succeed(target(), removeTeamMembers, { teamId, externalContributorIds });
        const after = await succeed(target(), getTeamMembers, { teamId });
        assert.deepEqual(after.externalContributors, []);
        const listed = await succeed(target(), listTeams, {}, person());
        assert.deepEqual(
          listed.teams.map(({ id }) => id),
          [teamId],
        );
      },
    );

    it(
      holds(
        'let their members reach selected repositories, and say so',
        '2.4.team.1',
        '4.2.teams.7',
        '4.2.teams.8',
        '4.2.teams.10',
      ),
      async () => {
        assert.deepEqual(await seen(), []);
        await grant({ repositoryIds: [first()] });
        assert.deepEqual(await seen(), [first()]);
        await refused(target(), getScanSchedules, { repositoryId: second() }, 404, person());
        await refused(target(), scanRepository, { id: first() }, 403, person());
        const { repoAccess } = await succeed(target(), getTeamPermissions, { teamId });
        assert.deepEqual(repoAccess, {
          accessMode: 'selected',
          effectivePermissions: ['REPOSITORY_VIEW'],
          repositoryIds: [first()],
          tagIds: [],
        });
        await succeed(target(), setTeamPermissions, {
          teamId,
          repoAccess: { accessMode: 'universal', permissions: ['ISSUE_TRIAGE'] },
        });
        const universal = (await succeed(target(), getTeamPermissions, { teamId })).repoAccess;
        assert.equal(universal.accessMode, 'universal');
        assert.deepEqual(universal.effectivePermissions.toSorted(), ['ISSUE_TRIAGE', 'REPOSITORY_VIEW']);
        assert.deepEqual((await seen()).toSorted(), repositoryIds.toSorted());
      },
    );

    it(
      holds(
        'reach the repositories of a tag, also those that it gets later; changing such a tag takes TEAM_MANAGE',
        '2.4.permissions.2',
        '4.2.teams.10',
        '4.2.teams.11',
        '4.2.teams.12',
      ),
      async () => {
        const { tag } = await succeed(target(), createTag, {
          name: `tag ${randomUUID()}`,
          repositoryIds: [first()],
        });
        const tagId = tag.id;
        await grant({ tagIds: [tagId] });
        assert.deepEqual(await seen(), [first()]);
        await succeed(target(), updateTag, { tagId, repositoryIds });
        assert.deepEqual((await seen()).toSorted(), repositoryIds.toSorted());
        await refused(target(), updateTag, { tagId, repositoryIds: [first()] }, 403, person());
        await refused(target(), deleteTag, { tagId }, 403, person());
        await refused(target(), updateTag, { tagId, repositoryIds: [randomUUID()] }, [404, 422]);
        await succeed(target(), setTeamPermissions, { teamId, permissions: ['TEAM_MANAGE'] });
        await succeed(target(), updateTag, { tagId, repositoryIds: [second()] }, person());
        assert.deepEqual(await seen(), [second()]);
        await succeed(target(), setTeamPermissions, { teamId, permissions: [] });
        await succeed(target(), deleteTag, { tagId });
        assert.deepEqual(await seen(), []);
      },
    );

    it(
      holds(
        'are made and deleted by who may, one of them being the default',
        '4.2.teams.2',
        '4.2.teams.3',
        '4.2.teams.9',
      ),
      async () => {
        const name = `Team ${randomUUID()}`;
        await refused(target(), createTeam, { name }, 403, person());
        const { team } = await succeed(target(), createTeam, { name });
        await refused(target(), createTeam, { name: name.toUpperCase() }, 409);
        await refused(target(), getTeamMembers, { teamId: team.id }, 404, target().stranger);
        const changed = await succeed(target(), setDefaultTeam, { teamId: team.id });
        assert.ok(changed.team.isDefault);
        await refused(target(), deleteTeam, { teamId: team.id }, 409);
        await succeed(target(), setDefaultTeam, { teamId: everyoneId });
        await succeed(target(), deleteTeam, { teamId: team.id });
        await refused(target(), deleteTeam, { teamId: team.id }, 404);
      },
    );

    it(holds('begin with what a permission template says', '1.9'), async () => {
      const name = `Template ${randomUUID()}`;
      const grants = { accessMode: 'universal', repositoryPermissions: ['REPOSITORY_SCAN'] } as const;
      await refused(target(), createPermissionTemplate, { name }, 403, person());
      const { template } = await succeed(target(), createPermissionTemplate, {
        name,
        accessMode: grants.accessMode,
        repositoryPermissions: [...grants.repositoryPermissions],
        permissions: ['AGENT_VIEW'],
      });
      const templateId = template.id;
      const { team } = await succeed(target(), createTeam, { name, templateId });
      const granted = await succeed(target(), getTeamPermissions, { teamId: team.id });
      assert.deepEqual(granted.permissions, ['AGENT_VIEW']);
      assert.equal(granted.repoAccess.accessMode, 'universal');
      assert.ok(granted.repoAccess.effectivePermissions.includes('REPOSITORY_SCAN'));
      await succeed(target(), updatePermissionTemplate, { templateId, permissions: [] });
      const after = await succeed(target(), getTeamPermissions, { teamId: team.id });
      assert.deepEqual(after.permissions, ['AGENT_VIEW'], 'teams that were made from it stay');
      const { templates } = await succeed(target(), listPermissionTemplates, { limit: 100 });
      assert.ok(templates.some(({ id }) => id === templateId));
      await succeed(target(), deletePermissionTemplate, { templateId });
      await succeed(target(), deleteTeam, { teamId: team.id });
    });

    it(holds('refuse orgId, and name its successor', '7.3', '9.3'), async () => {
      for (const at of ['list', 'create', 'delete', 'getMembers', 'addMembers', 'setPermissions']) {
        const body = { orgId: randomUUID(), teamId, name: 'x' };
        const path = `/api/v2/teams/${at}`;
        const reply = await send(target(), { method: 'POST', path, body, credentials: target().admin });
        assert.equal(reply.status, 400, at);
        assert.match(JSON.stringify(reply.body), /orgId.*organizationId/);
      }
    });
  });
}
