import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { contract } from '../../../../src/api/contract/index.ts';
import { memberOf } from '../support/member.ts';
import { type Person, TeamHarness } from '../support/team-harness.ts';

const { organizations, permissionTemplates, repositories, tags, teams } = contract;

describe('teams', () => {
  let service: TeamHarness;
  let ada: Person;
  let bob: Person;

  beforeEach(async () => {
    service = await TeamHarness.start();
    ada = await service.person();
    bob = await service.person();
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const names = async (who?: Person) =>
    (await service.call(teams.listTeams, {}, who)).teams.map(({ name }) => name);
  const seen = async (who: Person) =>
    (await service.call(repositories.listRepositories, {}, who)).repositories.map(({ name }) => name);

  it('begin with one that everyone is in, and that is the default', async () => {
    const { teams: all } = await service.call(teams.listTeams, {});
    assert.deepEqual(
      all.map(({ name, isDefault, memberCount }) => ({ name, isDefault, memberCount })),
      [{ name: 'Everyone', isDefault: true, memberCount: 3 }],
    );
    const teamId = await service.everyone();
    const { members } = await service.call(teams.getTeamMembers, { teamId });
    assert.deepEqual(members.map(({ role }) => role).sort(), ['ADMIN', 'MEMBER', 'MEMBER']);
    const { permissions, repoAccess } = await service.call(teams.getTeamPermissions, { teamId });
    assert.deepEqual(permissions, []);
    assert.deepEqual(repoAccess, {
      accessMode: 'universal',
      effectivePermissions: ['REPOSITORY_VIEW', 'REPOSITORY_SCAN', 'ISSUE_TRIAGE'],
      repositoryIds: [],
      tagIds: [],
    });
  });

  it('have names that differ in more than their case, and are listed by them in pages', async () => {
    for (const name of ['web', 'API', 'db']) await service.team(name);
    await service.refusal(teams.createTeam, { name: ' Api ' }, 409);
    const first = await service.call(teams.listTeams, { limit: 2 });
    const rest = await service.call(teams.listTeams, { limit: 2, cursor: first.nextCursor });
    assert.deepEqual(
      [...first.teams, ...rest.teams].map(({ name }) => name),
      ['API', 'db', 'Everyone', 'web'],
    );
    const found = await service.call(teams.listTeams, { searchQuery: 'B' });
    assert.deepEqual(
      found.teams.map(({ name }) => name),
      ['db', 'web'],
    );
    await service.refusal(teams.listTeams, { searchQuery: 'x', cursor: first.nextCursor }, 400);
  });

  it('have members by id or address, and contributors without an account', async () => {
    const teamId = await service.team('web');
    const added = await service.call(teams.addTeamMembers, {
      teamId,
      memberIds: [ada.memberId],
      emails: [bob.email.toUpperCase(), ada.email],
      externalContributors: [{ name: 'Eve' }, { name: 'Eve' }, { name: 'Mallory', email: 'M@example.com' }],
    });
    assert.deepEqual([added.addedCount, added.team.memberCount], [4, 2]);
    const again = await service.call(teams.addTeamMembers, { teamId, memberIds: [ada.memberId] });
    assert.equal(again.addedCount, 0);
    const pages: { members: number; externalContributors: string[] } = {
      members: 0,
      externalContributors: [],
    };
    for (let cursor: string | undefined; ; ) {
      const page = await service.call(teams.getTeamMembers, { teamId, limit: 1, cursor });
      pages.members += page.members.length;
      pages.externalContributors.push(
        ...page.externalContributors.map(({ name, email = '' }) => name + email),
      );
      if (page.nextCursor === undefined) break;
      cursor = page.nextCursor;
    }
    assert.equal(pages.members, 2);
    assert.deepEqual(pages.externalContributors.sort(), ['Eve', 'Mallorym@example.com']);
    const { externalContributors } = await service.call(teams.getTeamMembers, { teamId });
    const removed = await service.call(teams.removeTeamMembers, {
      teamId,
      memberIds: [ada.memberId],
      externalContributorIds: externalContributors.map(({ id }) => id),
    });
    assert.deepEqual([removed.removedCount, removed.team.memberCount], [3, 1]);
  });

  it('take nobody who is no member, and then none of the request', async () => {
    const teamId = await service.team('web');
    const invited = await service.call(organizations.inviteMember, { email: 'new@example.com' });
    for (const [request, path] of [
      [{ memberIds: [ada.memberId, randomUUID()] }, 'memberIds[1]'],
      [{ memberIds: [ada.memberId, invited.member.id] }, 'memberIds[1]'],
      [{ memberIds: [ada.memberId], emails: ['nobody@example.com'] }, 'emails[0]'],
    ] as const) {
      const { issues } = await service.refusal(
        teams.addTeamMembers,
        { teamId, ...request, memberIds: [...request.memberIds] } as never,
        422,
      );
      assert.equal(issues?.[0]?.path, path);
    }
    assert.deepEqual((await service.call(teams.getTeamMembers, { teamId })).members, []);
  });

  it('are joined by new members where they are the default, of which there is always one', async () => {
    const teamId = await service.team('web');
    const everyone = await service.everyone();
    await service.refusal(teams.deleteTeam, { teamId: everyone }, 409);
    await service.call(teams.setDefaultTeam, { teamId });
    const { teams: all } = await service.call(teams.listTeams, {});
    assert.deepEqual(
      all.filter(({ isDefault }) => isDefault).map(({ name }) => name),
      ['web'],
    );
    const carol = await service.person();
    assert.deepEqual(await names(carol), ['web']);
    await service.call(teams.deleteTeam, { teamId: everyone });
    await service.refusal(teams.deleteTeam, { teamId: everyone }, 404);
    await service.refusal(teams.setDefaultTeam, { teamId: everyone }, 404);
  });

  it('are made default and deleted at the same moment without leaving none', async () => {
    const teamId = await service.team('web');
    await Promise.all([
      service.harness.send(teams.setDefaultTeam, { teamId }),
      service.harness.send(teams.deleteTeam, { teamId }),
    ]);
    await service.everyone();
  });

  it('grant what is set: repositories, tags, all; what is omitted stays', async () => {
    const shop = await service.repository('shop');
    const wiki = await service.repository('wiki');
    const { tag } = await service.call(tags.createTag, { name: 'docs', repositoryIds: [] });
    const teamId = await service.team('web', [ada]);
    await service.alone(ada);
    assert.deepEqual(await seen(ada), []);
    const set = await service.call(teams.setTeamPermissions, {
      teamId,
      permissions: ['AGENT_RUN'],
      repoAccess: {
        accessMode: 'selected',
        permissions: ['ISSUE_TRIAGE'],
        repositoryIds: [shop],
        tagIds: [tag.id],
      },
    });
    assert.deepEqual(set, {
      teamId,
      permissions: ['AGENT_VIEW', 'AGENT_RUN'],
      repoAccess: {
        accessMode: 'selected',
        effectivePermissions: ['REPOSITORY_VIEW', 'ISSUE_TRIAGE'],
        repositoryIds: [shop],
        tagIds: [tag.id],
      },
    });
    assert.deepEqual(await seen(ada), ['shop']);
    await service.call(tags.updateTag, { tagId: tag.id, repositoryIds: [wiki] });
    assert.deepEqual(await seen(ada), ['shop', 'wiki']);
    await service.call(teams.setTeamPermissions, { teamId, permissions: [] });
    const after = await service.call(teams.getTeamPermissions, { teamId });
    assert.deepEqual(after, { ...set, permissions: [] });
    await service.grant(teamId, ['REPOSITORY_VIEW'], 'universal');
    await service.repository('new');
    assert.deepEqual(await seen(ada), ['new', 'shop', 'wiki']);
    await service.grant(teamId, [], 'universal');
    assert.deepEqual(await seen(ada), []);
  });

  it('refuse what is not there, or another organization’s', async () => {
    const teamId = await service.team('web');
    const repoAccess = { accessMode: 'selected' as const, permissions: [] };
    const nowhere = [randomUUID()];
    const { issues } = await service.refusal(
      teams.setTeamPermissions,
      { teamId, repoAccess: { ...repoAccess, tagIds: nowhere } },
      422,
    );
    assert.equal(issues?.[0]?.path, 'repoAccess.tagIds[0]');
    await service.refusal(
      teams.setTeamPermissions,
      { teamId, repoAccess: { ...repoAccess, repositoryIds: nowhere } },
      422,
    );
    await service.refusal(teams.getTeamPermissions, { teamId: randomUUID() }, 404);
  });

  it('are changed by who manages teams; others see those they are in and no more', async () => {
    const own = await service.team('own', [ada]);
    const other = await service.team('other');
    assert.deepEqual(await names(ada), ['Everyone', 'own']);
    await service.call(teams.getTeamMembers, { teamId: own }, ada);
    await service.refusal(teams.getTeamMembers, { teamId: other }, 404, ada);
    await service.refusal(teams.getTeamPermissions, { teamId: other }, 404, ada);
    await service.refusal(teams.deleteTeam, { teamId: other }, 404, ada);
    await service.refusal(teams.deleteTeam, { teamId: own }, 403, ada);
    await service.refusal(teams.createTeam, { name: 'mine' }, 403, ada);
    await service.call(teams.setTeamPermissions, { teamId: own, permissions: ['TEAM_MANAGE'] });
    assert.deepEqual(await names(ada), ['Everyone', 'other', 'own']);
    await service.call(teams.createTeam, { name: 'mine' }, ada);
    await service.call(teams.deleteTeam, { teamId: other }, ada);
  });

  it('are no way to more permissions than who manages them has', async () => {
    const shop = await service.repository('shop');
    const wiki = await service.repository('wiki');
    const managers = await service.team('managers', [ada]);
    await service.call(teams.setTeamPermissions, { teamId: managers, permissions: ['TEAM_MANAGE'] });
    const strong = await service.team('strong');
    await service.grant(strong, ['REPOSITORY_MANAGE'], 'universal');
    const web = await service.team('web');
    await service.alone(ada);
    await service.grant(managers, ['REPOSITORY_SCAN'], { repositoryIds: [shop] });

    await service.refusal(teams.addTeamMembers, { teamId: strong, emails: [ada.email] }, 403, ada);
    await service.refusal(teams.setDefaultTeam, { teamId: strong }, 403, ada);
    const selected = (permissions: ('REPOSITORY_SCAN' | 'ISSUE_TRIAGE')[], ...repositoryIds: string[]) => ({
      accessMode: 'selected' as const,
      permissions,
      repositoryIds,
    });
    const set = (teamId: string, repoAccess: ReturnType<typeof selected>, status: number) =>
      service.refusal(teams.setTeamPermissions, { teamId, repoAccess }, status, ada);
    await set(managers, selected(['REPOSITORY_SCAN', 'ISSUE_TRIAGE'], shop), 403);
    await set(web, selected(['ISSUE_TRIAGE'], shop), 403);
    await set(web, selected(['REPOSITORY_SCAN'], wiki), 422);
    await service.refusal(
      teams.setTeamPermissions,
      { teamId: web, repoAccess: { accessMode: 'universal', permissions: ['REPOSITORY_VIEW'] } },
      403,
      ada,
    );
    const repoAccess = selected(['REPOSITORY_SCAN'], shop);
    await service.call(teams.setTeamPermissions, { teamId: web, repoAccess }, ada);
    await service.call(teams.addTeamMembers, { teamId: web, emails: [bob.email] }, ada);
  });

  it('take care of tags that grant something', async () => {
    const shop = await service.repository('shop');
    const wiki = await service.repository('wiki');
    const { tag } = await service.call(tags.createTag, { name: 'docs', repositoryIds: [wiki] });
    const docs = await service.team('docs', [bob]);
    const owners = await service.team('owners', [ada]);
    await service.alone(ada);
    await service.grant(owners, ['REPOSITORY_MANAGE'], { repositoryIds: [shop, wiki] });
    // Without a grant by it, a tag is changed by who manages its repositories.
    await service.call(tags.updateTag, { tagId: tag.id, name: 'Docs' }, ada);
    await service.grant(docs, ['REPOSITORY_MANAGE'], { tagIds: [tag.id] });
    await service.refusal(tags.updateTag, { tagId: tag.id, name: 'docs' }, 403, ada);
    await service.refusal(tags.deleteTag, { tagId: tag.id }, 403, ada);
    await service.call(teams.setTeamPermissions, { teamId: owners, permissions: ['TEAM_MANAGE'] });
    await service.call(tags.updateTag, { tagId: tag.id, repositoryIds: [wiki, shop] }, ada);
    await service.grant(owners, ['REPOSITORY_VIEW'], { repositoryIds: [shop] });
    // Who sees less changes what they see, and widens no grant.
    await service.call(tags.updateTag, { tagId: tag.id, repositoryIds: [] }, ada);
    const { tags: all } = await service.call(tags.listTags, {});
    assert.deepEqual(all[0]?.repositoryIds, [wiki]);
    await service.refusal(tags.updateTag, { tagId: tag.id, repositoryIds: [shop] }, 403, ada);
    const { tags: hers } = await service.call(tags.listTags, {}, ada);
    assert.deepEqual(hers[0]?.repositoryIds, []);
    await service.call(tags.deleteTag, { tagId: tag.id }, ada);
  });

  it('begin with what a permission template says', async () => {
    const { template } = await service.call(permissionTemplates.createPermissionTemplate, {
      name: 'Auditor',
      permissions: ['AGENT_VIEW'],
      accessMode: 'universal',
      repositoryPermissions: ['REPOSITORY_VIEW'],
    });
    await service.refusal(permissionTemplates.createPermissionTemplate, { name: 'auditor' }, 409);
    const { team } = await service.call(teams.createTeam, { name: 'audit', templateId: template.id });
    const { repoAccess, permissions } = await service.call(teams.getTeamPermissions, { teamId: team.id });
    assert.deepEqual(
      [permissions, repoAccess.accessMode, repoAccess.effectivePermissions],
      [['AGENT_VIEW'], 'universal', ['REPOSITORY_VIEW']],
    );
    const templateId = template.id;
    const { template: changed } = await service.call(permissionTemplates.updatePermissionTemplate, {
      templateId,
      repositoryPermissions: ['ISSUE_TRIAGE'],
    });
    assert.deepEqual(changed.repositoryPermissions, ['REPOSITORY_VIEW', 'ISSUE_TRIAGE']);
    assert.deepEqual(await service.call(teams.getTeamPermissions, { teamId: team.id }), {
      teamId: team.id,
      permissions,
      repoAccess,
    });
    await service.refusal(permissionTemplates.listPermissionTemplates, {}, 403, ada);
    await service.refusal(permissionTemplates.deletePermissionTemplate, { templateId }, 403, ada);
    await service.call(permissionTemplates.deletePermissionTemplate, { templateId });
    await service.refusal(teams.createTeam, { name: 'x', templateId }, 422);
  });

  it('take the agent’s permissions from teams, beside a member’s own', async () => {
    const { agentConfig } = contract;
    await service.call(agentConfig.updateMemberPermissions, { memberId: ada.memberId, permissions: [] });
    await service.refusal(agentConfig.getConfig, {}, 403, ada);
    const teamId = await service.team('agents', [ada]);
    await service.call(teams.setTeamPermissions, { teamId, permissions: ['AGENT_VIEW'] });
    assert.deepEqual((await service.call(agentConfig.getConfig, {}, ada)).permissions, ['AGENT_VIEW']);
    await service.call(teams.setTeamPermissions, { teamId, permissions: ['AGENT_RUN'] });
    const { permissions } = await service.call(agentConfig.getConfig, {}, ada);
    assert.deepEqual(permissions, ['AGENT_VIEW', 'AGENT_RUN']);
    const { members } = await service.call(agentConfig.listMemberPermissions, {});
    const shown = members.find(({ memberId }) => memberId === ada.memberId);
    assert.deepEqual(
      [shown?.permissions, shown?.fromTeams],
      [
        ['AGENT_VIEW', 'AGENT_RUN'],
        ['AGENT_VIEW', 'AGENT_RUN'],
      ],
    );
  });

  it('are another organization’s never', async () => {
    const teamId = await service.team('web');
    const stranger = await memberOf(service.harness);
    const { organization } = await service.call(
      organizations.createOrganization,
      { name: 'Other' },
      stranger,
    );
    const organizationId = organization.id;
    const { teams: theirs } = await service.call(teams.listTeams, { organizationId }, stranger);
    assert.deepEqual(
      theirs.map(({ name }) => name),
      ['Everyone'],
    );
    await service.refusal(teams.deleteTeam, { teamId, organizationId }, 404, stranger);
  });
});
