import assert from 'node:assert/strict';
import { getConfig } from '../../../src/api/contract/agent/config.ts';
import { getConversation, listConversations } from '../../../src/api/contract/agent/conversations.ts';
import { getJob, listJobs } from '../../../src/api/contract/agent/jobs.ts';
import {
  clearMemories,
  createMemory,
  deleteMemory,
  listMemories,
  updateMemory,
} from '../../../src/api/contract/agent/memories.ts';
import {
  activatePlaybook,
  installPlaybook,
  listPlaybooks,
  pausePlaybook,
  uninstallPlaybook,
} from '../../../src/api/contract/agent/playbooks.ts';
import { listPatches, listPullRequests } from '../../../src/api/contract/agent/results.ts';
import {
  createCronSchedule,
  deleteCronSchedule,
  listCronSchedules,
  triggerCronSchedule,
  updateCronSchedule,
} from '../../../src/api/contract/agent/schedules.ts';
import {
  deleteEventTrigger,
  getTriggerEvent,
  listEventTriggers,
  listTriggerHistory,
  type TriggerEvent,
  upsertEventTrigger,
} from '../../../src/api/contract/agent/triggers.ts';
import { createTag, deleteTag, updateTag } from '../../../src/api/contract/repositories/tags.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, succeed, type Target, type TargetOf } from './target.ts';

/** What has the agent work by itself, what it remembers, and what came of it (section 4.2, AI assistant; section 6). */
export function agentAutomation(target: TargetOf): void {
  describe('cron schedules of the agent', () => {
    const weekly = { prompt: 'Summarise the issues.', expression: '0 8 * * 1', timeZone: 'Europe/Berlin' };

    it(
      holds(
        'are created, listed, changed and deleted',
        '4.2.agent.12',
        '4.2.agent.13',
        '4.2.agent.14',
        '4.2.agent.15',
      ),
      async () => {
        const { schedule } = await succeed(target(), createCronSchedule, weekly);
        const scheduleId = schedule.id;
        assert.ok(Date.parse(schedule.nextRunAt ?? '') > Date.now());
        const { schedules } = await succeed(target(), listCronSchedules, { limit: 100 });
        assert.ok(schedules.some(({ id }) => id === scheduleId));
        const change = { scheduleId, expression: '0 9 * * *', enabled: false };
        const { schedule: changed } = await succeed(target(), updateCronSchedule, change);
        assert.deepEqual(
          [changed.expression, changed.enabled, changed.nextRunAt, changed.prompt],
          ['0 9 * * *', false, null, weekly.prompt],
        );
        await succeed(target(), deleteCronSchedule, { scheduleId });
        await refused(target(), deleteCronSchedule, { scheduleId }, 404);
      },
    );

    it(
      holds('are triggered by hand: a job in a conversation of source scheduled', '4.2.agent.16'),
      async () => {
        const { schedule } = await succeed(target(), createCronSchedule, { ...weekly, enabled: false });
        const { jobs } = await succeed(target(), triggerCronSchedule, { scheduleId: schedule.id });
        const [job] = jobs;
        assert.ok(job);
        assert.deepEqual([job.trigger, job.triggerId], ['scheduled', schedule.id]);
        const { conversations } = await succeed(target(), listConversations, {
          source: 'scheduled',
          limit: 100,
        });
        assert.ok(conversations.some(({ id }) => id === job.conversationId));
        const { jobs: scheduled } = await succeed(target(), listJobs, { trigger: 'scheduled', limit: 100 });
        assert.ok(scheduled.some(({ id }) => id === job.id));
        await succeed(target(), deleteCronSchedule, { scheduleId: schedule.id });
      },
    );

    it(
      holds(
        'are refused with an expression that never comes due, a time zone or a repository that is none',
        '4.2.agent.13',
      ),
      async () => {
        for (const wrong of [
          { expression: '0 0 30 2 *' },
          { expression: 'weekly' },
          { timeZone: 'Nowhere/Land' },
          { repositoryIds: [crypto.randomUUID()] },
          { tagIds: [crypto.randomUUID()] },
        ]) {
          await refused(target(), createCronSchedule, { ...weekly, ...wrong }, 422);
        }
      },
    );

    it(holds('of others are not there', '5.4'), async () => {
      const { schedule } = await succeed(target(), createCronSchedule, weekly);
      const { stranger } = target();
      const scheduleId = schedule.id;
      await refused(target(), updateCronSchedule, { scheduleId }, 404, stranger);
      await refused(target(), triggerCronSchedule, { scheduleId }, 404, stranger);
      await refused(target(), deleteCronSchedule, { scheduleId }, 404, stranger);
      await succeed(target(), deleteCronSchedule, { scheduleId });
    });
  });

  describe('event triggers of the agent', () => {
    let repositoryId: string | undefined;

    before(async function () {
      if (!target().makeFolder) return this.skip();
      repositoryId = await addFolder(target(), vulnerable);
    });
    after(async () => {
      if (repositoryId !== undefined) await forget(target(), repositoryId);
    });

    it(
      holds(
        'fire with what a scan found, in a conversation of source event, and keep a history',
        '4.2.agent.17',
        '4.2.agent.26',
        '4.2.agent.27',
        '6.1',
      ),
      async () => {
        const id = repositoryId ?? '';
        const request = {
          event: { kind: 'newIssue', leastSeverity: 'LOW' },
          prompt: 'Explain {{issue.title}} of {{repository}}.',
          repositoryIds: [id],
        } as const;
        const { trigger } = await succeed(target(), upsertEventTrigger, {
          ...request,
          repositoryIds: [id],
        });
        const { triggers } = await succeed(target(), listEventTriggers, { limit: 100 });
        assert.ok(triggers.some((one) => one.id === trigger.id));
        const { eventTriggers } = await succeed(target(), getConfig, {});
        assert.ok(eventTriggers.some((one) => one.id === trigger.id));
        await scanToTheEnd(target(), id);
        const started = await fired(target(), trigger.id);
        assert.equal(started.kind, 'newIssue');
        assert.ok(started.issueCount > 0 && started.issueIds.length > 0);
        const { event } = await succeed(target(), getTriggerEvent, { eventId: started.id });
        assert.match(event.prompt ?? '', /^Explain `/);
        const { conversation } = await succeed(target(), getConversation, {
          conversationId: started.conversationId ?? '',
        });
        assert.deepEqual([conversation.source, conversation.repositoryId], ['event', id]);
        const { job } = await succeed(target(), getJob, { jobId: started.jobId ?? '' });
        assert.deepEqual([job.trigger, job.triggerId], ['event', trigger.id]);
        await refused(target(), getTriggerEvent, { eventId: started.id }, 404, target().stranger);
        await succeed(target(), deleteEventTrigger, { triggerId: trigger.id });
        await refused(target(), listTriggerHistory, { triggerId: trigger.id }, 404);
      },
    );

    it(
      holds('are replaced by upserting, and of others are not there', '4.2.agent.18', '4.2.agent.19'),
      async () => {
        const event = { kind: 'scanFailed' } as const;
        const { trigger } = await succeed(target(), upsertEventTrigger, { event, prompt: 'Why?' });
        const change = { triggerId: trigger.id, event: { kind: 'patchReady' }, prompt: 'Show it.' } as const;
        const { trigger: changed } = await succeed(target(), upsertEventTrigger, change);
        assert.deepEqual([changed.id, changed.event.kind], [trigger.id, 'patchReady']);
        const { stranger } = target();
        await refused(target(), upsertEventTrigger, change, 404, stranger);
        await refused(target(), deleteEventTrigger, { triggerId: trigger.id }, 404, stranger);
        await succeed(target(), deleteEventTrigger, { triggerId: trigger.id });
      },
    );
  });

  describe('memories of the agent', () => {
    it(
      holds(
        'are listed, searched, changed, deleted and cleared',
        '4.2.agent.20',
        '4.2.agent.21',
        '4.2.agent.22',
        '4.2.agent.23',
      ),
      async () => {
        await succeed(target(), clearMemories, {});
        const { memory } = await succeed(target(), createMemory, { text: 'We ship on Fridays.' });
        const memoryId = memory.id;
        const { memories } = await succeed(target(), listMemories, { search: 'FRIDAYS' });
        assert.deepEqual(memories, [memory]);
        const { memory: changed } = await succeed(target(), updateMemory, {
          memoryId,
          text: 'We ship daily.',
        });
        assert.equal(changed.text, 'We ship daily.');
        await refused(target(), updateMemory, { memoryId, text: 'x' }, 404, target().stranger);
        await succeed(target(), deleteMemory, { memoryId });
        await refused(target(), deleteMemory, { memoryId }, 404);
        await succeed(target(), createMemory, { text: 'One.' });
        await succeed(target(), createMemory, { text: 'Two.' });
        assert.equal((await succeed(target(), clearMemories, {})).deletedCount, 2);
      },
    );
  });

  describe('playbooks of the agent', () => {
    it(
      holds('come from a library whose parameters are texts, numbers, toggles and choices', '4.2.agent.32'),
      async () => {
        const { templates } = await succeed(target(), listPlaybooks, {});
        const types = new Set(templates.flatMap(({ parameters }) => parameters.map(({ type }) => type)));
        assert.deepEqual([...types].sort(), ['boolean', 'number', 'select', 'text']);
      },
    );

    it(
      holds(
        'are installed, activated, paused and uninstalled',
        '4.2.agent.29',
        '4.2.agent.30',
        '4.2.agent.31',
      ),
      async () => {
        const { templates } = await succeed(target(), listPlaybooks, {});
        for (const { id: templateId } of templates) {
          const { playbook } = await succeed(target(), installPlaybook, { templateId });
          const playbookId = playbook.id;
          assert.equal(playbook.status, 'PAUSED');
          const { playbook: active } = await succeed(target(), activatePlaybook, { playbookId });
          assert.equal(active.status, 'ACTIVE');
          assert.ok(active.start.type === 'event' || active.nextRunAt !== null);
          const { playbook: paused } = await succeed(target(), pausePlaybook, { playbookId });
          assert.deepEqual([paused.status, paused.nextRunAt], ['PAUSED', null]);
          await refused(target(), activatePlaybook, { playbookId }, 404, target().stranger);
          await succeed(target(), uninstallPlaybook, { playbookId });
          await refused(target(), activatePlaybook, { playbookId }, 404);
        }
      },
    );

    it(holds('are refused with a parameter that is unknown or of another type', '4.2.agent.32'), async () => {
      const { templates } = await succeed(target(), listPlaybooks, {});
      for (const { id: templateId, parameters } of templates) {
        await refused(target(), installPlaybook, { templateId, parameters: { 'no such': 1 } }, 422);
        for (const { id, type } of parameters) {
          const wrong = type === 'boolean' ? 'yes' : true;
          await refused(target(), installPlaybook, { templateId, parameters: { [id]: wrong } }, 422);
        }
      }
      await refused(target(), installPlaybook, { templateId: 'no such' }, 422);
    });
  });

  describe('results of the agent', () => {
    it(holds('are lists of patches and pull requests', '4.2.agent.24', '4.2.agent.25'), async () => {
      assert.deepEqual((await succeed(target(), listPatches, {})).patches, []);
      assert.deepEqual((await succeed(target(), listPullRequests, {})).pullRequests, []);
    });
  });

  describe('tags', () => {
    it(
      holds('take only repositories of the organization, when made and when changed', '1.4', '4.2.teams.12'),
      async () => {
        const nobody = [crypto.randomUUID()];
        await refused(target(), createTag, { name: 'conformance', repositoryIds: nobody }, 422);
        const { tag } = await succeed(target(), createTag, { name: 'conformance' });
        await refused(target(), updateTag, { tagId: tag.id, repositoryIds: nobody }, 422);
        await refused(target(), deleteTag, { tagId: tag.id }, 404, target().stranger);
        await succeed(target(), deleteTag, { tagId: tag.id });
      },
    );
  });
}

async function fired(target: Target, triggerId: string): Promise<TriggerEvent> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { events } = await succeed(target, listTriggerHistory, { triggerId });
    const started = events.find(({ status }) => status === 'STARTED');
    if (started) return started;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('the trigger did not fire within 30 s');
}
