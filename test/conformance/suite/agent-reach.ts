import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  archiveConversation,
  createConversation,
  getConversation,
  listConversations,
  sendMessage,
} from '../../../src/api/contract/agent/conversations.ts';
import { getJob } from '../../../src/api/contract/agent/jobs.ts';
import {
  createCronSchedule,
  deleteCronSchedule,
  listCronSchedules,
  triggerCronSchedule,
} from '../../../src/api/contract/agent/schedules.ts';
import {
  deleteEventTrigger,
  listEventTriggers,
  listTriggerHistory,
  upsertEventTrigger,
} from '../../../src/api/contract/agent/triggers.ts';
import { listMembers } from '../../../src/api/contract/organizations/organizations.ts';
import {
  addTeamMembers,
  listTeams,
  removeTeamMembers,
} from '../../../src/api/contract/organizations/teams.ts';
import { addRepositoryByUrl } from '../../../src/api/contract/repositories/repositories.ts';
import { holds } from '../requirements/index.ts';
import { forget } from './scanned.ts';
import { refused, succeed, type Target, type TargetOf } from './target.ts';

/** Who sees what the assistant does in a repository. */
export function agentReach(target: TargetOf): void {
  describe('conversations and jobs', () => {
    it(
      holds('of a repository are seen by who sees the repository, and by nobody else', '4.2.agent.33'),
      async function () {
        const { member } = target();
        if (!member) return this.skip();
        const url = `https://git.example.com/team/${randomUUID()}.git`;
        const { id: repositoryId } = (await succeed(target(), addRepositoryByUrl, { url })).repository;
        const made = await succeed(target(), createConversation, { repositoryId, initialMessage: 'Help' });
        const conversationId = made.conversation.id;
        const jobId = made.job?.id ?? assert.fail('no job was created');
        const listed = async () =>
          (await succeed(target(), listConversations, { limit: 100 }, member)).conversations.some(
            ({ id }) => id === conversationId,
          );
        await succeed(target(), getConversation, { conversationId }, member);
        assert.ok(await listed());
        await withoutTeam(target(), async () => {
          await refused(target(), getConversation, { conversationId }, 404, member);
          await refused(target(), sendMessage, { conversationId, message: 'x' }, 404, member);
          await refused(target(), archiveConversation, { conversationId }, 404, member);
          await refused(target(), getJob, { jobId }, 404, member);
          assert.ok(!(await listed()));
        });
        assert.ok(await listed());
        await forget(target(), repositoryId);
      },
    );
  });

  describe('triggers and schedules', () => {
    it(
      holds('are listed by who may view the agent, without those for repositories unseen', '4.2.agent.34'),
      async function () {
        const { member } = target();
        if (!member) return this.skip();
        const url = `https://git.example.com/team/${randomUUID()}.git`;
        const { id: repositoryId } = (await succeed(target(), addRepositoryByUrl, { url })).repository;
        const bound = { prompt: 'Say why.', repositoryIds: [repositoryId] };
        const event = { kind: 'scanFailed' as const };
        const { trigger } = await succeed(target(), upsertEventTrigger, { ...bound, event });
        const { trigger: whole } = await succeed(target(), upsertEventTrigger, { prompt: 'Say why.', event });
        const clock = { expression: '0 8 * * 1' };
        const { schedule } = await succeed(target(), createCronSchedule, { ...bound, ...clock });
        const listed = async () => {
          const { triggers } = await succeed(target(), listEventTriggers, { limit: 100 }, member);
          const { schedules } = await succeed(target(), listCronSchedules, { limit: 100 }, member);
          const ids = [...triggers, ...schedules].map(({ id }) => id);
          return [trigger.id, whole.id, schedule.id].map((id) => ids.includes(id));
        };
        assert.deepEqual(await listed(), [true, true, true]);
        await withoutTeam(target(), async () => {
          assert.deepEqual(await listed(), [false, true, false]);
          await refused(target(), listTriggerHistory, { triggerId: trigger.id }, 404, member);
          await refused(target(), deleteEventTrigger, { triggerId: trigger.id }, 404, member);
          await refused(target(), triggerCronSchedule, { scheduleId: schedule.id }, 404, member);
        });
        assert.deepEqual(await listed(), [true, true, true]);
        for (const { id } of [trigger, whole]) await succeed(target(), deleteEventTrigger, { triggerId: id });
        await succeed(target(), deleteCronSchedule, { scheduleId: schedule.id });
        await forget(target(), repositoryId);
      },
    );
  });
}

/** Does something while members are not in the team that shows them every repository. */
async function withoutTeam(target: Target, work: () => Promise<void>): Promise<void> {
  const { teams } = await succeed(target, listTeams, { limit: 100 });
  const teamId = teams.find(({ isDefault }) => isDefault)?.id ?? assert.fail('no default team');
  const { members } = await succeed(target, listMembers, { statuses: ['active'], limit: 100 });
  const memberIds = members.filter(({ role }) => role === 'MEMBER').map(({ id }) => id);
  await succeed(target, removeTeamMembers, { teamId, memberIds });
  try {
    await work();
  } finally {
    await succeed(target, addTeamMembers, { teamId, memberIds });
  }
}
