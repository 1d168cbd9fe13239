import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import {
  type ChatEvent,
  deleteChatChannel,
  getChatChannel,
  listChatMessages,
  previewChatChannel,
  setChatChannel,
  turnOnChatChannel,
} from '../../src/api/contract/agent/chat-channel.ts';
import { getConfig, updateConfig } from '../../src/api/contract/agent/config.ts';
import { createConversation } from '../../src/api/contract/agent/conversations.ts';
import { cancelJob, getJob, listJobs } from '../../src/api/contract/agent/jobs.ts';
import { searchPackages, searchVulnerabilities } from '../../src/api/contract/dependencies.ts';
import {
  deletePosture,
  getPostureSettings,
  listNetworkExposures,
  listPostureAssets,
  listPostureProjects,
  setPostureMapping,
  updatePostureSettings,
} from '../../src/api/contract/integrations/cloud-posture.ts';
import {
  connectTracker,
  createTrackerIssue,
  deleteTracker,
} from '../../src/api/contract/integrations/trackers.ts';
import { getIssue, searchIssues } from '../../src/api/contract/issues.ts';
import {
  inviteMember,
  listMembers,
  listOrganizations,
  removeMember,
  updateMemberRole,
} from '../../src/api/contract/organizations/organizations.ts';
import { createToken, deleteToken } from '../../src/api/contract/organizations/tokens.ts';
import { createReport, deleteReport } from '../../src/api/contract/reports/reports.ts';
import {
  connectInstallation,
  deleteInstallation,
  listHostedRepositories,
  listInstallations,
} from '../../src/api/contract/repositories/installations.ts';
import { addRepository } from '../../src/api/contract/repositories/repositories.ts';
import { askTrackers } from '../../src/service/integrations/trackers/states.ts';
import { executeReport } from '../../src/service/reports/report-execution.ts';
import { startChatTool, webhookSecret } from '../support/chat-tools.ts';
import { startGitHub } from '../support/code-hosts/github.ts';
import { eventually } from '../support/code-hosts/webhooks.ts';
import { startProvider } from '../support/posture-provider.ts';
import { startTracker } from '../support/trackers.ts';
import { addMember, type OwnService } from './own-service.ts';
import { holds } from './requirements/index.ts';
import { reportEnded } from './suite/reports.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './suite/scanned.ts';
import { refused, succeed } from './suite/target.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What takes a look into the store, or another time: only our own service lets a test do that. */
export function ownSuite(own: () => OwnService): void {
  const target = () => own().target;
  const db = () => own().service.core.db;
  const daysLater = async (days: number, then: () => Promise<void>) => {
    own().clock.aheadMs = days * DAY_MS;
    try {
      await then();
    } finally {
      own().clock.aheadMs = 0;
    }
  };
  const address = () => `${randomUUID()}@example.com`;
  const memberWith = async (email: string) => {
    const { members } = await succeed(target(), listMembers, { limit: 100 });
    return members.find((member) => member.email === email);
  };

  describe('in its store and as time goes by', () => {
    it(holds('the secret of a token is a hash', '2.4.token.2', '5.6'), async () => {
      const { token, secret } = await succeed(target(), createToken, { name: 'Hashed' });
      const row = await db().selectFrom('tokens').selectAll().where('id', '=', token.id).executeTakeFirst();
      assert.equal(row?.secret_hash, createHash('sha256').update(secret).digest('hex'));
      assert.ok(!JSON.stringify(row).includes(secret));
      await succeed(target(), deleteToken, { tokenId: token.id });
    });

    it(
      holds('a report that cannot be made has failed, and says why', '2.4.report.1', '3.report.1'),
      async () => {
        const { report } = await succeed(target(), createReport, { format: 'CSV' });
        await reportEnded(target(), report.id);
        const again = {
          status: 'queued' as const,
          finished_at: null,
          filters: JSON.stringify({ scanId: randomUUID() }),
        };
        await db().updateTable('reports').set(again).where('id', '=', report.id).execute();
        await executeReport(own().service.core, report.id, new AbortController().signal);
        const failed = await reportEnded(target(), report.id);
        assert.deepEqual([failed.status, failed.errorMessage], ['failed', 'There is no such scan.']);
        await succeed(target(), deleteReport, { reportId: report.id });
      },
    );

    it(holds('an expired token is refused like one that never was', '5.6', '5.7'), async () => {
      const { token, secret } = await succeed(target(), createToken, { expiresInDays: 2 });
      const pair = { tokenId: token.id, tokenSecret: secret };
      await daysLater(1.9, async () => {
        await succeed(target(), listOrganizations, {}, pair);
      });
      await daysLater(2.1, async () => {
        const expired = await refused(target(), listOrganizations, {}, 401, pair);
        const unknown = { tokenId: randomUUID(), tokenSecret: secret };
        const never = await refused(target(), listOrganizations, {}, 401, unknown);
        assert.equal(expired.error, never.error);
      });
      await succeed(target(), deleteToken, { tokenId: token.id });
    });

    it(holds('an expired invitation is listed, removed and replaced', '3.1', '3.4'), async () => {
      const [left, again] = [address(), address()];
      for (const email of [left, again]) await succeed(target(), inviteMember, { email });
      await daysLater(60, async () => {
        const expired = await memberWith(left);
        assert.equal(expired?.status, 'pendingInvite');
        assert.ok(Date.parse(expired.inviteExpiresAt ?? '') < Date.now() + 60 * DAY_MS);
        await succeed(target(), removeMember, { memberId: expired.id });
        assert.equal(await memberWith(left), undefined);
        const before = await memberWith(again);
        const { member } = await succeed(target(), inviteMember, { email: again });
        assert.notEqual(member.id, before?.id);
        assert.equal((await memberWith(again))?.id, member.id);
        await refused(target(), removeMember, { memberId: before?.id ?? '' }, 404);
        await succeed(target(), removeMember, { memberId: member.id });
      });
    });

    it(holds('an active member is removed, and their tokens end', '3.1'), async () => {
      const email = address();
      const theirs = await addMember(own().service, target().admin, email);
      await succeed(target(), listOrganizations, {}, theirs);
      assert.deepEqual(await succeed(target(), removeMember, { email }), { removed: true });
      assert.equal(await memberWith(email), undefined);
      await refused(target(), listOrganizations, {}, 401, theirs);
    });

    it(holds('an administrator is removed once they are a MEMBER', '3.2', '7.4'), async () => {
      const email = address();
      await addMember(own().service, target().admin, email);
      await succeed(target(), updateMemberRole, { email, role: 'ADMIN' });
      await refused(target(), removeMember, { email }, 409);
      await succeed(target(), updateMemberRole, { email, role: 'MEMBER' });
      await succeed(target(), removeMember, { email });
    });

    it(holds('a deprovisioned member is left to the identity provider', '3.3', '3.member.1'), async () => {
      const email = address();
      await addMember(own().service, target().admin, email);
      const member = (await memberWith(email)) ?? assert.fail('the member is not listed');
      const status = 'scimDeprovisioned';
      await db().updateTable('members').set({ status }).where('id', '=', member.id).execute();
      assert.equal((await memberWith(email))?.status, status);
      await refused(target(), removeMember, { email }, 409);
      await refused(target(), updateMemberRole, { email, role: 'ADMIN' }, 409);
      await refused(target(), inviteMember, { email }, 409);
      await db().deleteFrom('members').where('id', '=', member.id).execute();
    });
  });

  describe('while they wait or run', () => {
    it(holds('jobs of the assistant are cancelled', '3.job.1', '3.job.2', '4.2.agent.11'), async () => {
      let letGo = () => {};
      own().gate.open = new Promise((resolve) => {
        letGo = resolve;
      });
      const { maxConcurrentRuns } = (await succeed(target(), getConfig, {})).config;
      await succeed(target(), updateConfig, { maxConcurrentRuns: 1 });
      const begin = async () =>
        (await succeed(target(), createConversation, { initialMessage: 'Help' })).job?.id ?? assert.fail();
      const becomes = (jobId: string, wanted: string) =>
        eventually(async () => {
          const { status } = (await succeed(target(), getJob, { jobId })).job;
          return status === wanted ? status : undefined;
        });
      const isListed = async (jobId: string, status: 'PENDING' | 'RUNNING' | 'CANCELLED') =>
        (await succeed(target(), listJobs, { status, limit: 100 })).jobs.some(({ id }) => id === jobId);
      try {
        const running = await begin();
        await becomes(running, 'RUNNING');
        const waiting = await begin();
        assert.ok((await isListed(running, 'RUNNING')) && (await isListed(waiting, 'PENDING')));
        await succeed(target(), cancelJob, { jobId: waiting });
        await becomes(waiting, 'CANCELLED');
        await succeed(target(), cancelJob, { jobId: running });
        letGo();
        await becomes(running, 'CANCELLED');
        assert.ok((await isListed(running, 'CANCELLED')) && (await isListed(waiting, 'CANCELLED')));
      } finally {
        own().gate.open = undefined;
        letGo();
        await succeed(target(), updateConfig, { maxConcurrentRuns });
      }
    });
  });

  describe('with a code host', () => {
    it(
      holds('an installation is connected, its repositories listed and added, and taken away', '1.16'),
      async () => {
        await using host = await startGitHub();
        host.git.commit('acme/shop.git', { 'a.js': 'export const one = 1;\n' });
        const credential = { kind: 'token', token: host.firstToken } as const;
        const request = { type: 'github', baseUrl: host.url, credential } as const;
        await refused(target(), connectInstallation, request, 403, target().member);
        const { installation } = await succeed(target(), connectInstallation, request);
        const installationId = installation.id;
        const { installations } = await succeed(target(), listInstallations, {});
        assert.deepEqual(
          installations.map(({ id }) => id),
          [installationId],
        );
        assert.ok(!JSON.stringify(installations).includes(host.firstToken));
        const { repositories } = await succeed(target(), listHostedRepositories, { installationId });
        const shop = repositories.find(({ path }) => path === 'acme/shop') ?? assert.fail('it is not listed');
        const { repository } = await succeed(target(), addRepository, {
          organization_id: installation.organizationId,
          repository_type: 'github',
          repository_url: shop.url,
        });
        const scan = await scanToTheEnd(target(), repository.id);
        assert.equal(scan.status, 'COMPLETED', scan.errorMessage);
        await forget(target(), repository.id);
        await refused(target(), listHostedRepositories, { installationId }, 404, target().stranger);
        await succeed(target(), deleteInstallation, { installationId });
        assert.deepEqual((await succeed(target(), listInstallations, {})).installations, []);
      },
    );
  });

  describe('with an issue tracker', () => {
    it(holds('an issue is created there once, and its state is asked for', 'ours'), async () => {
      await using tracker = await startTracker('jira');
      const repositoryId = await addFolder(target(), vulnerable);
      await scanToTheEnd(target(), repositoryId);
      const { issues } = await succeed(target(), searchIssues, { repositoryIds: [repositoryId] });
      const issueId = issues[0]?.id ?? assert.fail('no issue was found');
      await refused(target(), connectTracker, tracker.request, 403, target().member);
      const { tracker: connected } = await succeed(target(), connectTracker, tracker.request);
      const request = { issueId, trackerId: connected.id };
      await refused(target(), createTrackerIssue, request, 404, target().stranger);
      const made = await Promise.allSettled(
        [1, 2, 3].map(() => succeed(target(), createTrackerIssue, request)),
      );
      assert.ok(made.some(({ status }) => status === 'fulfilled'));
      assert.equal(tracker.issues.length, 1);
      for (const kept of tracker.issues) kept.isClosed = true;
      await daysLater(1, async () => await askTrackers(own().service.core));
      const { issue } = await succeed(target(), getIssue, { id: issueId });
      assert.equal(issue.trackerIssue?.state?.isClosed, true);
      await succeed(target(), deleteTracker, { trackerId: connected.id });
      const { issue: after } = await succeed(target(), getIssue, { id: issueId });
      assert.equal(after.trackerIssue?.id, 'SEC-1');
      await forget(target(), repositoryId);
    });
  });

  describe('with a cloud posture integration', () => {
    it(
      holds('projects, assets and exposures are read, and exposed applications are known', '1.15', '1.8'),
      async () => {
        await using provider = await startProvider();
        provider.pageSize = 1;
        provider.projects.push({ id: 'p1', name: 'Payments' }, { id: 'p2', name: '<img src=x>' });
        provider.assets.push(
          { id: 'a1', name: 'api', projects: ['p1'] },
          { id: 'a2', name: 'index', projects: ['p2'] },
        );
        provider.exposed.push('a1');
        const manifest = JSON.stringify({ dependencies: { paint: '0.1.0' } }, null, 1);
        const exposedId = await addFolder(target(), { 'package.json': manifest });
        const innerId = await addFolder(target(), { 'package.json': manifest });
        for (const repositoryId of [exposedId, innerId]) await scanToTheEnd(target(), repositoryId);
        await refused(target(), updatePostureSettings, provider.request, 403, target().member);
        await succeed(target(), updatePostureSettings, provider.request);
        await eventually(async () => {
          const { integration } = await succeed(target(), getPostureSettings, {});
          return integration?.sync.status === 'SUCCEEDED' || undefined;
        });
        const { integration } = await succeed(target(), getPostureSettings, {});
        assert.ok(!JSON.stringify(integration).includes('posture-secret'));
        const { projects } = await succeed(target(), listPostureProjects, {});
        assert.deepEqual(projects.map(({ id, exposedAssetCount }) => [id, exposedAssetCount]).sort(), [
          ['p1', 1],
          ['p2', 0],
        ]);
        const { assets } = await succeed(target(), listPostureAssets, { projectId: 'p2' });
        assert.deepEqual(
          assets.map(({ id }) => id),
          ['a2'],
        );
        const { exposures } = await succeed(target(), listNetworkExposures, {});
        assert.deepEqual(
          exposures.map(({ assetId }) => assetId),
          ['a1'],
        );
        await succeed(target(), setPostureMapping, { repositoryId: exposedId, projects: ['p1'], tags: [] });
        await succeed(target(), setPostureMapping, { repositoryId: innerId, projects: ['p2'], tags: [] });
        const both = { repositoryIds: [exposedId, innerId], exposedOnly: true };
        const found = await succeed(target(), searchVulnerabilities, both);
        assert.deepEqual(
          found.vulnerabilities.map(({ repositoryId }) => repositoryId),
          [exposedId],
        );
        const { packages } = await succeed(target(), searchPackages, { ...both, limit: 1 });
        assert.deepEqual(
          packages.map(({ repositoryId }) => repositoryId),
          [exposedId],
        );
        await refused(target(), listPostureProjects, {}, 404, target().stranger);
        await succeed(target(), deletePosture, {});
        await refused(target(), searchPackages, both, 422);
        await forget(target(), exposedId, innerId);
      },
    );
  });

  describe('with a chat channel', () => {
    it(holds('it is told of what happened once it was turned on after a preview', 'ours'), async () => {
      await using chat = await startChatTool('slack');
      const request = { tool: 'slack' as const, name: '#appsec', webhookUrl: chat.webhookUrl };
      const events: ChatEvent[] = ['newIssues'];
      await refused(target(), setChatChannel, { ...request, events }, 403, target().member);
      const { chatChannel } = await succeed(target(), setChatChannel, { ...request, events });
      assert.deepEqual([chatChannel.state, chat.bodies.length], ['OFF', 0]);
      assert.equal((await succeed(target(), getConfig, {})).config.chatChannel, '#appsec');
      const { version, messages } = await succeed(target(), previewChatChannel, {});
      assert.deepEqual(
        messages.map(({ event }) => event),
        ['newIssues', 'test'],
      );
      await refused(target(), turnOnChatChannel, { version: 'another' }, 409);
      await succeed(target(), turnOnChatChannel, { version });
      const repositoryId = await addFolder(target(), vulnerable);
      await scanToTheEnd(target(), repositoryId);
      await eventually(
        async () =>
          (await db().selectFrom('chat_events').select('seq').executeTakeFirst()) !== undefined || undefined,
      );
      await daysLater(1, async () => {
        own().service.core.happened();
        const { counts } = await eventually(async () => {
          const { messages: sent } = await succeed(target(), listChatMessages, {});
          return sent.find(({ state }) => state === 'SENT');
        });
        assert.ok((counts.newIssues ?? 0) > 0);
      });
      assert.equal(chat.bodies.length, 1);
      assert.ok(
        !JSON.stringify(await db().selectFrom('chat_channels').selectAll().execute()).includes(webhookSecret),
      );
      await succeed(target(), updateConfig, { chatChannel: null });
      const { chatChannel: after } = await succeed(target(), getChatChannel, {});
      assert.equal(after?.state, 'OFF');
      await succeed(target(), deleteChatChannel, {});
      await forget(target(), repositoryId);
    });
  });

  it(holds('leaves no test out', 'ours'), function () {
    const left: string[] = [];
    this.test?.parent?.eachTest((test) => {
      if (test.isPending()) left.push(test.fullTitle());
    });
    assert.deepEqual(left, [], 'a test that is skipped holds nothing');
  });
}
