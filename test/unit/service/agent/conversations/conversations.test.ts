import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contract } from '../../../../../src/api/contract/index.ts';
import { finding } from '../../support/findings.ts';
import { AgentHarness, until } from '../support/agent-harness.ts';

const { agentConfig, agentConversations, agentJobs, chatThreads, organizations, repositories } = contract;
const unknown = '00000000-0000-4000-8000-000000000000';

describe('conversations with the agent', () => {
  let agent: AgentHarness;
  before(async () => {
    agent = await AgentHarness.start();
  });
  after(() => agent[Symbol.asyncDispose]());
  beforeEach(async () => {
    agent.analyst.script = async function* ({ prompt }) {
      yield { type: 'text', text: `About ${prompt}` };
    };
    await agent.db.deleteFrom('agent_conversations').execute();
  });

  const titles = async (
    request: Parameters<typeof agentConversations.listConversations.request.parse>[0] & object = {},
  ) =>
    (await agent.call(agentConversations.listConversations, request)).conversations.map(({ title }) => title);

  describe('begin', () => {
    it('without a message, and take their title from the first one', async () => {
      const { conversation, job } = await agent.call(agentConversations.createConversation, {});
      assert.equal(job, undefined);
      assert.equal(conversation.messageCount, 0);
      assert.equal(conversation.activeJobId, null);
      assert.equal(conversation.source, 'manual');
      const sent = await agent.call(agentConversations.sendMessage, {
        conversationId: conversation.id,
        message: '## What   is\n\nmost urgent? ',
      });
      assert.equal(sent.message.role, 'user');
      await agent.ended(sent.job.id);
      const { conversations } = await agent.call(agentConversations.listConversations, {});
      assert.equal(conversations[0]?.title, 'What is most urgent?');
      assert.equal(conversations[0]?.preview, 'About ## What is most urgent?');
      assert.equal(conversations[0]?.messageCount, 2);
    });

    it('with a message that creates a job at once, and a title of their own', async () => {
      const { conversation, job } = await agent.call(agentConversations.createConversation, {
        ...{ title: 'Morning', initialMessage: 'Good morning', source: 'chatTool' },
      });
      assert.equal(conversation.title, 'Morning');
      assert.equal(conversation.activeJobId, job?.id);
      assert.equal(job?.trigger, 'chatTool');
      assert.equal(conversation.preview, 'Good morning');
      await agent.ended(job?.id ?? '');
    });

    it('with long words cut for the title, and no half a character', async () => {
      const { conversationId } = await agent.ask('🦊'.repeat(500));
      const { conversation } = await agent.call(agentConversations.getConversation, { conversationId });
      assert.ok(conversation.title.length <= 81 && conversation.title.isWellFormed(), conversation.title);
    });
  });

  describe('are not begun by', () => {
    const refusedWith = async (message: unknown, status = 400) => {
      const response = await agent.harness.send(agentConversations.createConversation, {
        initialMessage: message as string,
      });
      assert.equal(response.status, status);
      return ((await response.json()) as { error: string }).error;
    };

    it('messages that are empty, or no text, or too long', async () => {
      for (const empty of ['', ' \n\t ', 7, null, ['a']]) await refusedWith(empty);
      for (const binary of ['\0', 'a\u0001b', 'PK\u0003\u0004', '\ud800', 'x\udc00y']) {
        assert.match(await refusedWith(binary), /not text/);
      }
      assert.match(await refusedWith('x'.repeat(50_001)), /50000/);
      await refusedWith('x'.repeat(2_000_000), 413);
      assert.deepEqual(await titles(), []);
    });

    it('bytes that are not UTF-8', async () => {
      const head = new TextEncoder().encode('{"initialMessage":"');
      const tail = new TextEncoder().encode('"}');
      const response = await agent.harness.request(agentConversations.createConversation.path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Service-API-Token-Id': agent.harness.credentials.tokenId,
          'X-Service-API-Token-Secret': agent.harness.credentials.tokenSecret,
        },
        body: Uint8Array.from([...head, 0xff, 0xfe, ...tail]),
      });
      assert.equal(response.status, 400);
    });

    it('what is over the limit of attachments, or leads out of the repository', async () => {
      const file = (path: string) => ({ kind: 'file', path }) as const;
      const create = (attachments: object[], status: number) =>
        agent.refusal(
          agentConversations.createConversation,
          { initialMessage: 'x', attachments: attachments as never },
          status,
        );
      await create(
        Array.from({ length: 21 }, () => file('a.ts')),
        400,
      );
      for (const path of ['../a', '/etc/passwd', 'C:\\a', 'a/../../b', '']) await create([file(path)], 422);
      await create([{ kind: 'issue', issueId: unknown }], 422);
      await create([{ kind: 'selection', path: 'a', startLine: 5, endLine: 2, text: 'x' }], 422);
      await create([{ kind: 'selection', path: 'a', startLine: 1, endLine: 2, text: '\0' }], 400);
      assert.deepEqual(await titles(), []);
    });

    it('anything for a repository that is not there, or is another organization’s', async () => {
      const request = { initialMessage: 'x', repositoryId: unknown };
      await agent.refusal(agentConversations.createConversation, request, 404);
      const repositoryId = await agent.harness.addRepository();
      const stranger = await agent.stranger();
      await agent.refusal(agentConversations.createConversation, { repositoryId }, 404, stranger);
    });
  });

  it('keep the longest message and one of every script as they are', async () => {
    for (const text of [
      'x'.repeat(50_000),
      'zażółć 漢字 עברית 🏳️‍🌈 \u001b[1mbold\u001b[0m',
      '"; drop table agent_jobs; --',
    ]) {
      const { messages } = await agent.answerTo(text);
      assert.deepEqual(messages[0]?.parts, [{ type: 'text', text }]);
    }
  });

  it('are paged completely, each once, the latest first, whatever the size of a page', async () => {
    const asked = [];
    for (let index = 0; index < 23; index++) asked.push(await agent.ask(`Question ${index}`));
    for (const { jobId } of asked) await agent.ended(jobId);
    const whole = (await agent.call(agentConversations.listConversations, { limit: 100 })).conversations;
    assert.equal(whole.length, 23);
    const times = whole.map(({ updatedAt }) => updatedAt);
    assert.deepEqual(times, [...times].sort().reverse());
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
        const ids: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await agent.call(agentConversations.listConversations, {
            ...{ limit },
            ...(cursor !== undefined && { cursor }),
          });
          assert.ok(page.conversations.length <= limit);
          ids.push(...page.conversations.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        assert.deepEqual(
          ids,
          whole.map(({ id }) => id),
        );
      }),
      { numRuns: 12 },
    );
    const { nextCursor = '' } = await agent.call(agentConversations.listConversations, { limit: 5 });
    for (const other of [{ search: 'Question' }, { archived: true }, { source: 'event' }] as const) {
      await agent.refusal(agentConversations.listConversations, { ...other, cursor: nextCursor }, 400);
    }
    await agent.refusal(agentConversations.listConversations, { cursor: `${nextCursor}x` }, 400);
  });

  it('give their messages from the latest back, in order, each once', async () => {
    const { conversationId, jobId } = await agent.ask('0');
    await agent.ended(jobId);
    for (let index = 1; index < 9; index++) {
      const { job } = await agent.call(agentConversations.sendMessage, {
        conversationId,
        message: `${index}`,
      });
      await agent.ended(job.id);
    }
    const whole = await agent.call(agentConversations.getConversation, { conversationId, limit: 200 });
    assert.equal(whole.messages.length, 18);
    assert.equal(whole.jobs.length, 9);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (limit) => {
        const pages: string[][] = [];
        let cursor: string | undefined;
        do {
          const page = await agent.call(agentConversations.getConversation, {
            ...{ conversationId, limit },
            ...(cursor !== undefined && { cursor }),
          });
          pages.unshift(page.messages.map(({ id }) => id));
          const jobsOf = new Set(page.messages.map(({ jobId }) => jobId));
          assert.deepEqual(new Set(page.jobs.map(({ id }) => id)), jobsOf);
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        assert.deepEqual(
          pages.flat(),
          whole.messages.map(({ id }) => id),
        );
      }),
      { numRuns: 12 },
    );
  });

  it('are found by parts of titles and of what either side said, in any case', async () => {
    await agent.answerTo('How do I rotate a KEY?');
    await agent.answerTo('Straße und "Zitat" 100%_!');
    agent.analyst.script = async function* () {
      yield { type: 'text', text: 'Use prepared statements.' };
    };
    await agent.answerTo('SQL?');
    assert.deepEqual(await titles({ search: 'rotate a key' }), ['How do I rotate a KEY?']);
    assert.deepEqual(await titles({ search: 'PREPARED' }), ['SQL?']);
    assert.deepEqual(await titles({ search: 'STRASSE' }), []);
    for (const part of ['straße', '"Zitat"', '0%_!', 'und']) {
      assert.equal((await titles({ search: part })).length, 1, part);
    }
    assert.deepEqual(await titles({ search: 'sq' }), ['SQL?']);
    assert.deepEqual(await titles({ search: '%_' }), ['Straße und "Zitat" 100%_!']);
    for (const nothing of ['nowhere', "' or 1=1 --", 'x'.repeat(200)]) {
      assert.deepEqual(await titles({ search: nothing }), [], nothing);
    }
    assert.equal((await titles({ search: '  ' })).length, 3);
    for (const refused of ['x'.repeat(201), 'a\0b', '\ud800']) {
      await agent.refusal(agentConversations.listConversations, { search: refused }, 400);
    }
  });

  it('are listed by source and by repository', async () => {
    const repositoryId = await agent.harness.addRepository('listed');
    await agent.ask('About one', { repositoryId });
    const { job } = await agent.call(agentConversations.createConversation, {
      ...{ initialMessage: 'From chat', source: 'chatTool' },
    });
    assert.deepEqual(await titles({ source: 'chatTool' }), ['From chat']);
    assert.deepEqual(await titles({ source: 'manual' }), ['About one']);
    assert.deepEqual(await titles({ source: 'scheduled' }), []);
    assert.deepEqual(await titles({ repositoryId }), ['About one']);
    const jobs = await agent.call(agentJobs.listJobs, { trigger: 'chatTool' });
    assert.deepEqual(
      jobs.jobs.map(({ id }) => id),
      [job?.id],
    );
    await until(() => agent.harness.service.idleMs() > 0);
  });

  it('and jobs are listed by status, newest first and by page', async () => {
    const asked = [];
    for (let index = 0; index < 7; index++) asked.push(await agent.answerTo(`${index}`));
    const { jobs, nextCursor } = await agent.call(agentJobs.listJobs, { status: 'COMPLETED', limit: 4 });
    const rest = await agent.call(agentJobs.listJobs, {
      ...{ status: 'COMPLETED', limit: 4, cursor: nextCursor ?? '' },
    });
    assert.deepEqual(
      [...jobs, ...rest.jobs].map(({ id }) => id),
      asked.map(({ jobId }) => jobId).reverse(),
    );
    assert.equal(rest.nextCursor, undefined);
    assert.deepEqual((await agent.call(agentJobs.listJobs, { status: 'FAILED' })).jobs, []);
    const { conversationId = '' } = asked[2] ?? {};
    assert.equal((await agent.call(agentJobs.listJobs, { conversationId })).jobs.length, 1);
  });

  it('are put away and taken back; nothing is said in one that is put away', async () => {
    const { conversationId } = await agent.answerTo('Hello');
    const { conversation } = await agent.call(agentConversations.archiveConversation, { conversationId });
    assert.ok(conversation.archivedAt);
    assert.deepEqual(await titles(), []);
    assert.deepEqual(await titles({ archived: true }), ['Hello']);
    assert.deepEqual(
      (await agent.call(agentConversations.archiveConversation, { conversationId })).conversation.archivedAt,
      conversation.archivedAt,
    );
    await agent.refusal(agentConversations.sendMessage, { conversationId, message: 'x' }, 409);
    await agent.call(agentConversations.getConversation, { conversationId });
    const back = await agent.call(agentConversations.unarchiveConversation, { conversationId });
    assert.equal(back.conversation.archivedAt, null);
    const { job } = await agent.call(agentConversations.sendMessage, { conversationId, message: 'x' });
    await agent.ended(job.id);
  });

  describe('about an issue', () => {
    let issueId: string;
    let repositoryId: string;
    beforeEach(async () => {
      agent.harness.runner.script = async ({ on }) => {
        on({ type: 'finding', finding: finding({ fingerprint: 'one' }) });
        return undefined;
      };
      repositoryId = await agent.harness.addRepository('issues');
      await agent.harness.scan(repositoryId);
      issueId = (await agent.harness.issues())[0]?.id ?? '';
    });
    const thread = async (rest: object = {}) => {
      const { conversation, job } = await agent.call(agentConversations.createConversation, {
        ...{ initialMessage: 'Is this real?', attachments: [{ kind: 'issue', issueId }], ...rest },
      });
      await agent.ended(job?.id ?? '');
      return conversation;
    };

    it('are its chat threads, bound to its repository', async () => {
      const conversation = await thread();
      assert.equal(conversation.issueId, issueId);
      assert.equal(conversation.repositoryId, repositoryId);
      assert.deepEqual(await titles({ issueId }), ['Is this real?']);
      assert.deepEqual(await titles({ issueId: unknown }), []);
      const other = await agent.harness.addRepository('elsewhere');
      await agent.refusal(
        agentConversations.createConversation,
        { repositoryId: other, attachments: [{ kind: 'issue', issueId }] },
        422,
      );
      const { conversation: empty } = await agent.call(agentConversations.createConversation, {});
      const sent = await agent.call(agentConversations.sendMessage, {
        ...{ conversationId: empty.id, message: 'And this?' },
        attachments: [{ kind: 'issue', issueId }],
      });
      await agent.ended(sent.job.id);
      assert.equal((await titles({ issueId })).length, 2);
    });

    it('are deleted with the root question and all that followed', async () => {
      const { id: conversationId } = await thread();
      const { job } = await agent.call(agentConversations.sendMessage, { conversationId, message: 'Sure?' });
      await agent.ended(job.id);
      const kept = await agent.answerTo('Something else');
      await agent.refusal(chatThreads.deleteChatThread, { issueId: unknown, conversationId }, 404);
      const notOfIssue = { issueId, conversationId: kept.conversationId };
      await agent.refusal(chatThreads.deleteChatThread, notOfIssue, 404);
      const stranger = await agent.stranger();
      await agent.refusal(chatThreads.deleteChatThread, { issueId, conversationId }, 404, stranger);
      assert.deepEqual(await agent.call(chatThreads.deleteChatThread, { issueId, conversationId }), {
        deleted: true,
      });
      await agent.refusal(agentConversations.getConversation, { conversationId }, 404);
      await agent.refusal(agentJobs.getJob, { jobId: job.id }, 404);
      assert.deepEqual(await titles({ search: 'this real' }), []);
      for (const table of ['agent_messages', 'agent_texts'] as const) {
        const rows = await agent.db.selectFrom(table).select('conversation_id').execute();
        assert.ok(
          rows.length > 0 && rows.every(({ conversation_id }) => conversation_id === kept.conversationId),
        );
      }
    });

    it('stop when they are deleted while the agent answers', async () => {
      const { id: conversationId } = await thread();
      agent.analyst.script = async function* (_, signal) {
        yield { type: 'text', text: 'Hm' };
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      };
      const { job } = await agent.call(agentConversations.sendMessage, { conversationId, message: 'Sure?' });
      await until(async () => (await agent.job(job.id)).messages.length === 2);
      const events = agent.events(job.id);
      await agent.call(chatThreads.deleteChatThread, { issueId, conversationId });
      await events;
      await until(() => agent.harness.service.idleMs() > 0);
    });
  });

  describe('are hidden', () => {
    const everyRead = async (
      ids: { conversationId: string; jobId: string },
      credentials: typeof agent.harness.credentials,
      status: number,
    ) => {
      const { conversationId, jobId } = ids;
      await agent.refusal(agentConversations.getConversation, { conversationId }, status, credentials);
      await agent.refusal(agentJobs.getJob, { jobId }, status, credentials);
      assert.equal((await agent.stream(jobId, undefined, credentials)).status, status);
    };
    const everyWrite = async (
      ids: { conversationId: string; jobId: string },
      credentials: typeof agent.harness.credentials,
      status: number,
    ) => {
      const { conversationId, jobId } = ids;
      const message = { conversationId, message: 'x' };
      await agent.refusal(agentConversations.sendMessage, message, status, credentials);
      for (const operation of [
        agentConversations.archiveConversation,
        agentConversations.unarchiveConversation,
      ]) {
        await agent.refusal(operation, { conversationId }, status, credentials);
      }
      await agent.refusal(agentJobs.cancelJob, { jobId }, status, credentials);
      const answer = { jobId, toolCallId: unknown, approved: false };
      await agent.refusal(agentJobs.answerToolCall, answer, status, credentials);
    };

    it('from other organizations, in every operation, as if they were not there', async () => {
      const ids = await agent.answerTo('A secret');
      const stranger = await agent.stranger();
      await everyRead(ids, stranger, 404);
      await everyWrite(ids, stranger, 404);
      const { conversations } = await agent.call(
        agentConversations.listConversations,
        { search: 'secret' },
        stranger,
      );
      assert.deepEqual(conversations, []);
      assert.deepEqual((await agent.call(agentJobs.listJobs, {}, stranger)).jobs, []);
    });

    it('from everybody when their repository is deleted, and stay so when it is added again', async () => {
      const repositoryId = await agent.harness.addRepository('shortlived');
      const asked = await agent.ask('Look', { repositoryId });
      await agent.ended(asked.jobId);
      await agent.call(repositories.deleteRepositories, { repositoryIds: [repositoryId] });
      await agent.harness.addRepository('shortlived');
      await everyRead(asked, agent.harness.credentials, 404);
      await everyWrite(asked, agent.harness.credentials, 404);
      assert.deepEqual(await titles({ search: 'look' }), []);
      assert.deepEqual((await agent.call(agentJobs.listJobs, {})).jobs, []);
    });

    it('from those who left the organization', async () => {
      const ids = await agent.answerTo('Hello');
      const member = await agent.member();
      const { conversationId } = ids;
      await agent.call(agentConversations.getConversation, { conversationId }, member);
      // Removing a member deletes their tokens: what is left is one whose membership is suspended.
      await agent.db
        .updateTable('members')
        .set({ status: 'scimDeprovisioned' })
        .where('id', '=', member.memberId)
        .execute();
      await everyRead(ids, member, 404);
      await everyWrite(ids, member, 404);
    });

    it('from members without Agent View; Agent View reads and changes nothing', async () => {
      const ids = await agent.answerTo('Hello');
      const member = await agent.member();
      const { memberId } = member;
      const may = (permissions: ('AGENT_VIEW' | 'AGENT_RUN')[]) =>
        agent.call(agentConfig.updateMemberPermissions, { memberId, permissions });
      const own = async () => (await agent.call(agentConfig.getConfig, {}, member)).permissions;
      assert.deepEqual(await own(), ['AGENT_VIEW', 'AGENT_RUN']);

      assert.deepEqual((await may([])).member.permissions, []);
      await everyRead(ids, member, 403);
      await everyWrite(ids, member, 403);
      for (const operation of [
        agentConversations.listConversations,
        agentJobs.listJobs,
        agentConfig.getConfig,
      ]) {
        const { error } = await agent.refusal(operation, {}, 403, member);
        assert.match(error, /Agent View/);
      }

      assert.deepEqual((await may(['AGENT_VIEW'])).member.permissions, ['AGENT_VIEW']);
      await agent.call(agentConversations.getConversation, { conversationId: ids.conversationId }, member);
      await agent.call(agentJobs.getJob, { jobId: ids.jobId }, member);
      await agent.call(agentConversations.listConversations, {}, member);
      assert.equal((await agent.stream(ids.jobId, undefined, member)).status, 200);
      assert.deepEqual(await own(), ['AGENT_VIEW']);
      await everyWrite(ids, member, 403);
      const { error } = await agent.refusal(
        agentConversations.createConversation,
        { initialMessage: 'x' },
        403,
        member,
      );
      assert.match(error, /Agent Run/);

      const listed = await agent.call(agentConfig.listMemberPermissions, { limit: 100 }, member);
      assert.deepEqual(
        listed.members.filter(({ role }) => role === 'ADMIN').map(({ permissions }) => permissions),
        [['AGENT_VIEW', 'AGENT_RUN']],
      );
      const mine = listed.members.find((one) => one.memberId === memberId);
      assert.deepEqual(mine?.permissions, ['AGENT_VIEW']);

      assert.deepEqual((await may(['AGENT_RUN'])).member.permissions, ['AGENT_VIEW', 'AGENT_RUN']);
      const { job } = await agent.call(
        agentConversations.createConversation,
        { initialMessage: 'x' },
        member,
      );
      await agent.ended(job?.id ?? '');
    });
  });

  describe('and how the agent works', () => {
    it('is what is usual until it is changed, and changes only where it is', async () => {
      await agent.db.deleteFrom('agent_config').execute();
      const { config } = await agent.call(agentConfig.getConfig, {});
      assert.deepEqual(config, {
        ...{
          enabled: true,
          chatChannel: null,
          maxConcurrentRuns: 3,
          globalInstructions: '',
          updatedAt: null,
        },
      });
      const changed = { chatChannel: '#appsec', globalInstructions: 'Be brief.' };
      await agent.call(agentConfig.updateConfig, changed);
      const { config: after } = await agent.call(agentConfig.updateConfig, { maxConcurrentRuns: 7 });
      assert.deepEqual(
        { ...after, updatedAt: null },
        { ...config, ...changed, maxConcurrentRuns: 7, updatedAt: null },
      );
      assert.equal(
        (await agent.call(agentConfig.updateConfig, { chatChannel: null })).config.chatChannel,
        null,
      );
      for (const wrong of [{ maxConcurrentRuns: 0 }, { maxConcurrentRuns: 21 }, { chatChannel: '' }]) {
        await agent.refusal(agentConfig.updateConfig, wrong, 400);
      }
    });

    it('and what members may do is changed by an ADMIN alone, who keeps everything', async () => {
      const member = await agent.member();
      const { memberId } = member;
      const { error } = await agent.refusal(agentConfig.updateConfig, { enabled: false }, 403, member);
      assert.match(error, /ADMIN/);
      await agent.refusal(agentConfig.updateMemberPermissions, { memberId, permissions: [] }, 403, member);
      const { members } = await agent.call(organizations.listMembers, {});
      const admin = members.find(({ role }) => role === 'ADMIN');
      await agent.refusal(
        agentConfig.updateMemberPermissions,
        { memberId: admin?.id ?? '', permissions: ['AGENT_VIEW'] },
        409,
      );
      await agent.refusal(agentConfig.updateMemberPermissions, { memberId: unknown, permissions: [] }, 404);
    });
  });
});
