import assert from 'node:assert/strict';
import type * as z from 'zod';
import { deleteChatThread } from '../../../src/api/contract/agent/chat-threads.ts';
import {
  getConfig,
  listMemberPermissions,
  updateConfig,
  updateMemberPermissions,
} from '../../../src/api/contract/agent/config.ts';
import {
  archiveConversation,
  createConversation,
  getConversation,
  listConversations,
  sendMessage,
  unarchiveConversation,
} from '../../../src/api/contract/agent/conversations.ts';
import { jobStream } from '../../../src/api/contract/agent/job-stream.ts';
import { answerToolCall, cancelJob, getJob, listJobs } from '../../../src/api/contract/agent/jobs.ts';
import { installPlaybook, listPlaybooks } from '../../../src/api/contract/agent/playbooks.ts';
import { listPatches, listPullRequests } from '../../../src/api/contract/agent/results.ts';
import {
  getTriggerEvent,
  listEventTriggers,
  listTriggerHistory,
  upsertEventTrigger,
} from '../../../src/api/contract/agent/triggers.ts';
import type { RequestOf } from '../../../src/api/contract/endpoint.ts';
import { searchIssues } from '../../../src/api/contract/issues.ts';
import { listMembers } from '../../../src/api/contract/organizations/organizations.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { credentialHeaders, refused, succeed, type Target, type TargetOf } from './target.ts';

const eventSchemas: Readonly<Record<string, z.ZodType>> = jobStream.events;
const unknown = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';

/** Sections 2.4, 3, 4.2 and 6 of the specification, as far as they are about conversations and jobs. */
export function agent(target: TargetOf): void {
  describe('the AI assistant', () => {
    it(holds('tells its configuration with its event triggers', '4.2.agent.1'), async () => {
      const { config, eventTriggers, permissions } = await succeed(target(), getConfig, {});
      assert.ok(config.maxConcurrentRuns >= 1);
      assert.ok(Array.isArray(eventTriggers));
      assert.deepEqual(permissions, ['AGENT_VIEW', 'AGENT_RUN']);
    });

    it(
      holds(
        'is enabled and disabled; has a chat channel, a limit of runs and global instructions',
        '4.2.agent.2',
      ),
      async () => {
        const before = (await succeed(target(), getConfig, {})).config;
        const wanted = { chatChannel: '#security', maxConcurrentRuns: 4, globalInstructions: 'Be brief.' };
        const { config } = await succeed(target(), updateConfig, wanted);
        assert.deepEqual({ ...before, ...wanted, updatedAt: config.updatedAt }, config);
        await succeed(target(), updateConfig, { enabled: false });
        await refused(target(), createConversation, { initialMessage: 'Hello' }, 409);
        const { enabled, chatChannel, maxConcurrentRuns, globalInstructions } = before;
        await succeed(target(), updateConfig, {
          enabled,
          chatChannel,
          maxConcurrentRuns,
          globalInstructions,
        });
      },
    );

    it(
      holds('creates a conversation with no job, and one with an initial message and its job', '4.2.agent.3'),
      async () => {
        const empty = await succeed(target(), createConversation, {});
        assert.equal(empty.job, undefined);
        const { conversation, job } = await begin(target(), 'Help');
        assert.equal(conversation.source, 'manual');
        assert.equal(job.trigger, 'manual');
        assert.equal(job.conversationId, conversation.id);
      },
    );

    it(holds('lists conversations by page, by search and by source', '4.2.agent.4'), async () => {
      const word = `marker${Date.now()}`;
      for (let index = 0; index < 3; index++) await begin(target(), `${word} ${index}`);
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const request = { search: word.toUpperCase(), limit: 2, ...(cursor !== undefined && { cursor }) };
        const page = await succeed(target(), listConversations, request);
        ids.push(...page.conversations.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      assert.equal(new Set(ids).size, 3);
      assert.equal(ids.length, 3);
      const sourceCounts = await Promise.all(
        (['manual', 'chatTool'] as const).map(
          async (source) =>
            (await succeed(target(), listConversations, { search: word, source })).conversations.length,
        ),
      );
      assert.deepEqual(sourceCounts, [3, 0]);
      const inChat = await succeed(target(), createConversation, {
        source: 'chatTool',
        title: `${word} chat`,
      });
      const { conversations } = await succeed(target(), listConversations, {
        search: word,
        source: 'chatTool',
      });
      assert.deepEqual(
        conversations.map(({ id }) => id),
        [inChat.conversation.id],
      );
    });

    it(
      holds(
        'gives a conversation with its jobs and messages, and takes a follow-up',
        '4.2.agent.5',
        '4.2.agent.6',
      ),
      async () => {
        const { conversation, job } = await begin(target(), 'Help');
        const conversationId = conversation.id;
        const sent = await succeed(target(), sendMessage, { conversationId, message: 'What can you do?' });
        assert.equal(sent.job.conversationId, conversationId);
        await jobEnd(target(), sent.job.id);
        const whole = await succeed(target(), getConversation, { conversationId });
        assert.deepEqual(
          whole.jobs.map(({ id }) => id),
          [job.id, sent.job.id],
        );
        const roles = whole.messages.map(({ role }) => role);
        assert.deepEqual(roles, ['user', 'assistant', 'user', 'assistant']);
        assert.ok(whole.messages.every(({ state }) => state === 'complete'));
      },
    );

    it(holds('archives and restores a conversation', '4.2.agent.7', '4.2.agent.8'), async () => {
      const { conversation } = await begin(target(), 'Help');
      const conversationId = conversation.id;
      const archived = await succeed(target(), archiveConversation, { conversationId });
      assert.notEqual(archived.conversation.archivedAt, null);
      await refused(target(), sendMessage, { conversationId, message: 'x' }, 409);
      const restored = await succeed(target(), unarchiveConversation, { conversationId });
      assert.equal(restored.conversation.archivedAt, null);
    });

    it(
      holds(
        'lists jobs by status and trigger, and gives one with its messages',
        '3.job.1',
        '4.2.agent.9',
        '4.2.agent.10',
      ),
      async () => {
        const { job } = await begin(target(), 'Help');
        const { jobs } = await succeed(target(), listJobs, { status: job.status, trigger: 'manual' });
        assert.equal(jobs[0]?.id, job.id);
        assert.ok(jobs.every(({ status, trigger }) => status === job.status && trigger === 'manual'));
        const { messages } = await succeed(target(), getJob, { jobId: job.id });
        assert.deepEqual(
          messages.map(({ role }) => role),
          ['user', 'assistant'],
        );
      },
    );

    it(holds('cancels no job that has ended', '3.job.2', '4.2.agent.11'), async () => {
      const { job } = await begin(target(), 'Help');
      const error = await refused(target(), cancelJob, { jobId: job.id }, 409);
      assert.match(error.error, new RegExp(job.status));
      await refused(target(), cancelJob, { jobId: unknown }, 404);
    });

    it(
      holds(
        'streams a job: numbered events as the contract has them, to a last one, to be taken up anywhere',
        '4.2.agent.28',
        '6.2',
      ),
      async () => {
        const { job } = await begin(target(), 'Help');
        const whole = await streamed(target(), job.id);
        assert.equal(whole[0]?.event, 'job.status');
        assert.equal(whole.at(-1)?.event, 'done');
        const [, ...log] = whole;
        for (const { id, event, data } of log) {
          assert.match(id, /^\d+$/);
          const schema = eventSchemas[event];
          assert.ok(schema?.safeParse(data).success, `${event} ${JSON.stringify(data)}`);
        }
        for (const [index, { id }] of log.slice(0, -1).entries()) {
          const [, ...rest] = await streamed(target(), job.id, id);
          assert.deepEqual(rest, log.slice(index + 1));
        }
      },
    );

    it(holds('refuses an answer to a call that nobody asked about', 'ours'), async () => {
      const { job } = await begin(target(), 'Help');
      const answer = { jobId: job.id, toolCallId: unknown, approved: true };
      await refused(target(), answerToolCall, answer, 404);
    });

    it(holds('shows nothing of it to other organizations', '5.4'), async () => {
      const { conversation, job } = await begin(target(), 'Help');
      const { stranger } = target();
      const conversationId = conversation.id;
      for (const operation of [getConversation, archiveConversation, unarchiveConversation]) {
        await refused(target(), operation, { conversationId }, 404, stranger);
      }
      await refused(target(), sendMessage, { conversationId, message: 'x' }, 404, stranger);
      for (const operation of [getJob, cancelJob]) {
        await refused(target(), operation, { jobId: job.id }, 404, stranger);
      }
      const { conversations } = await succeed(target(), listConversations, {}, stranger);
      assert.ok(conversations.every(({ id }) => id !== conversationId));
      const { jobs } = await succeed(target(), listJobs, {}, stranger);
      assert.ok(jobs.every(({ id }) => id !== job.id));
    });

    it(
      holds(
        'takes Agent Run to act and Agent View to look; an ADMIN has both',
        '2.4.permissions.1',
        '4.2.agent.34',
      ),
      async function () {
        const { member } = target();
        if (!member) return this.skip();
        const { members } = await succeed(target(), listMembers, {});
        const { permissions: own } = await succeed(target(), getConfig, {}, member);
        assert.deepEqual(own, ['AGENT_VIEW', 'AGENT_RUN']);
        const memberId = members.find(({ role, status }) => role === 'MEMBER' && status === 'active')?.id;
        if (memberId === undefined) assert.fail('the member is not listed');
        const { conversation, job } = await begin(target(), 'Help');
        const conversationId = conversation.id;
        await succeed(target(), updateMemberPermissions, { memberId, permissions: ['AGENT_VIEW'] });
        const message = { conversationId, message: 'x' };
        assert.match((await refused(target(), sendMessage, message, 403, member)).error, /Agent Run/);
        await refused(target(), createConversation, {}, 403, member);
        await refused(target(), archiveConversation, { conversationId }, 403, member);
        await succeed(target(), getConversation, { conversationId }, member);
        await succeed(target(), getJob, { jobId: job.id }, member);
        // Triggers, playbooks, the history of triggers, one entry of it and the instructions take Agent View alone.
        await succeed(target(), listEventTriggers, {}, member);
        await succeed(target(), listPlaybooks, {}, member);
        await succeed(target(), listTriggerHistory, {}, member);
        await refused(target(), getTriggerEvent, { eventId: unknown }, 404, member);
        const { config } = await succeed(target(), getConfig, {}, member);
        assert.equal(typeof config.globalInstructions, 'string');
        const trigger = { event: { kind: 'scanFailed' }, prompt: 'Why?' } as const;
        await refused(target(), upsertEventTrigger, trigger, 403, member);
        const templateId = (await succeed(target(), listPlaybooks, {}, member)).templates[0]?.id ?? '';
        await refused(target(), installPlaybook, { templateId }, 403, member);
        await succeed(target(), updateMemberPermissions, { memberId, permissions: [] });
        for (const read of [listEventTriggers, listPlaybooks, listTriggerHistory])
          await refused(target(), read, {}, 403, member);
        assert.match(
          (await refused(target(), getConversation, { conversationId }, 403, member)).error,
          /Agent View/,
        );
        await refused(target(), listConversations, {}, 403, member);
        await refused(target(), getConfig, {}, 403, member);
        const { member: changed } = await succeed(target(), updateMemberPermissions, {
          ...{ memberId, permissions: ['AGENT_RUN'] },
        });
        assert.deepEqual(changed.permissions, ['AGENT_VIEW', 'AGENT_RUN']);
        const { members: all } = await succeed(target(), listMemberPermissions, {});
        assert.ok(all.every(({ permissions }) => permissions.length === 2));
        await refused(target(), updateConfig, { enabled: true }, 403, member);
      },
    );

    describe('in a repository', () => {
      let repositoryId: string | undefined;
      before(async function () {
        if (!target().makeFolder) return this.skip();
        repositoryId = await addFolder(target(), vulnerable);
        await scanToTheEnd(target(), repositoryId);
      });
      const repository = () => repositoryId ?? assert.fail('no repository');

      it(
        holds(
          'has chat threads of an issue, which are deleted with the root question and all follow-ups',
          '4.2.issues.7',
        ),
        async () => {
          const { issues } = await succeed(target(), searchIssues, { repositoryIds: [repository()] });
          const issueId = issues[0]?.id ?? assert.fail('no issue');
          const attachments: RequestOf<typeof createConversation>['attachments'] = [
            { kind: 'issue', issueId },
          ];
          const { conversation } = await begin(target(), 'Is this real?', { attachments });
          const conversationId = conversation.id;
          assert.equal(conversation.repositoryId, repositoryId);
          const { job } = await succeed(target(), sendMessage, { conversationId, message: 'Are you sure?' });
          await jobEnd(target(), job.id);
          await refused(target(), deleteChatThread, { issueId: unknown, conversationId }, 404);
          await succeed(target(), deleteChatThread, { issueId, conversationId });
          await refused(target(), getConversation, { conversationId }, 404);
          await refused(target(), getJob, { jobId: job.id }, 404);
        },
      );

      it(
        holds(
          'lists the patches that its jobs had made, with the job and the conversation',
          '4.2.agent.24',
          '4.2.agent.25',
        ),
        async () => {
          const { conversation, job } = await begin(target(), 'Fix the worst issue', {
            repositoryId: repository(),
          });
          const { patches } = await succeed(target(), listPatches, { repositoryId: repository() });
          const [made] = patches;
          assert.deepEqual(
            [made?.jobId, made?.conversationId, made?.repositoryId],
            [job.id, conversation.id, repositoryId],
          );
          assert.ok(made?.status === 'READY' || made?.status === 'UNPATCHABLE', made?.status);
          const { status } = made;
          const same = await succeed(target(), listPatches, { repositoryId: repository(), status });
          assert.ok(same.patches.some(({ issueId }) => issueId === made.issueId));
          const strange = await succeed(target(), listPatches, {}, target().stranger);
          assert.ok(strange.patches.every(({ issueId }) => issueId !== made.issueId));
          const { pullRequests } = await succeed(target(), listPullRequests, { repositoryId: repository() });
          assert.deepEqual(pullRequests, [], 'a pull request is a person’s: the service opens none');
        },
      );

      it(holds('is hidden everywhere once the repository is gone', '4.2.agent.33'), async () => {
        const { conversation, job } = await begin(target(), 'What is in here?', {
          repositoryId: repository(),
        });
        assert.equal(job.repositoryId, repositoryId);
        await forget(target(), repository());
        await refused(target(), getConversation, { conversationId: conversation.id }, 404);
        await refused(target(), sendMessage, { conversationId: conversation.id, message: 'x' }, 404);
        await refused(target(), archiveConversation, { conversationId: conversation.id }, 404);
        await refused(target(), getJob, { jobId: job.id }, 404);
        const { conversations } = await succeed(target(), listConversations, {});
        assert.ok(conversations.every(({ id }) => id !== conversation.id));
      });
    });
  });
}

/** A conversation whose first job has ended. */
async function begin(
  target: Target,
  initialMessage: string,
  rest: Partial<RequestOf<typeof createConversation>> = {},
) {
  const { conversation, job } = await succeed(target, createConversation, { ...rest, initialMessage });
  return { conversation, job: await jobEnd(target, job?.id ?? assert.fail('no job was created')) };
}

async function jobEnd(target: Target, jobId: string) {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { job } = await succeed(target, getJob, { jobId });
    if (job.finishedAt !== null) return job;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('the job did not end within 30 s');
}

interface Streamed {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

async function streamed(target: Target, jobId: string, lastEventId?: string): Promise<Streamed[]> {
  const response = await fetch(`${target.baseUrl}${jobStream.path.replace('{jobId}', jobId)}`, {
    headers: {
      ...credentialHeaders(target, target.admin),
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const blocks = (await response.text()).split('\n\n').filter((block) => block.includes('event:'));
  return blocks.map((block) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
    return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
  });
}
