import type { Client } from '../../../api/client.ts';
import {
  clearMemories,
  createMemory,
  deleteMemory,
  listMemories,
  updateMemory,
} from '../../../api/contract/agent/memories.ts';
import {
  activatePlaybook,
  installPlaybook,
  listPlaybooks,
  type PlaybookTemplate,
  pausePlaybook,
  uninstallPlaybook,
  updatePlaybook,
} from '../../../api/contract/agent/playbooks.ts';
import {
  createCronSchedule,
  deleteCronSchedule,
  listCronSchedules,
  triggerCronSchedule,
  updateCronSchedule,
} from '../../../api/contract/agent/schedules.ts';
import {
  deleteEventTrigger,
  type EventTrigger,
  getTriggerEvent,
  listEventTriggers,
  listTriggerHistory,
  upsertEventTrigger,
} from '../../../api/contract/agent/triggers.ts';
import type { RequestOf } from '../../../api/contract/endpoint.ts';
import { type Automation, type AutomationRow, automationsOf } from './automation.ts';

export type AskService = <T>(work: (client: Client, signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Of each kind so many are listed. */
const most = 100;

/** The operations on what the agent does by itself. Each throws a Failure that says what to do. */
export class AutomationService {
  readonly #ask: AskService;

  constructor(ask: AskService) {
    this.#ask = ask;
  }

  async list(): Promise<{
    readonly rows: readonly AutomationRow[];
    readonly templates: readonly PlaybookTemplate[];
  }> {
    return await this.#ask(async (client, signal) => {
      const page = { limit: most };
      const [{ playbooks, templates }, { schedules }, { triggers }] = await Promise.all([
        client.call(listPlaybooks, page, { signal }),
        client.call(listCronSchedules, page, { signal }),
        client.call(listEventTriggers, page, { signal }),
      ]);
      return { templates, rows: automationsOf({ playbooks, schedules, triggers }) };
    });
  }

  install(request: RequestOf<typeof installPlaybook>) {
    return this.#ask((client, signal) => client.call(installPlaybook, request, { signal }));
  }

  createSchedule(request: RequestOf<typeof createCronSchedule>) {
    return this.#ask((client, signal) => client.call(createCronSchedule, request, { signal }));
  }

  saveTrigger(request: RequestOf<typeof upsertEventTrigger>) {
    return this.#ask((client, signal) => client.call(upsertEventTrigger, request, { signal }));
  }

  async setActive(automation: Automation, isActive: boolean): Promise<void> {
    await this.#ask(async (client, signal) => {
      switch (automation.kind) {
        case 'playbook': {
          const request = { playbookId: automation.playbook.id };
          await client.call(isActive ? activatePlaybook : pausePlaybook, request, { signal });
          return;
        }
        case 'schedule': {
          const request = { scheduleId: automation.schedule.id, enabled: isActive };
          await client.call(updateCronSchedule, request, { signal });
          return;
        }
        case 'trigger':
          await client.call(
            upsertEventTrigger,
            { ...asRequest(automation.trigger), enabled: isActive },
            { signal },
          );
      }
    });
  }

  /** @returns how many jobs were started */
  async runNow(scheduleId: string): Promise<number> {
    const { jobs } = await this.#ask((client, signal) =>
      client.call(triggerCronSchedule, { scheduleId }, { signal }),
    );
    return jobs.length;
  }

  async changePrompt(automation: Automation, prompt: string): Promise<void> {
    await this.#ask(async (client, signal) => {
      if (automation.kind === 'schedule')
        await client.call(updateCronSchedule, { scheduleId: automation.schedule.id, prompt }, { signal });
      else if (automation.kind === 'trigger')
        await client.call(upsertEventTrigger, { ...asRequest(automation.trigger), prompt }, { signal });
    });
  }

  changePlaybook(request: RequestOf<typeof updatePlaybook>) {
    return this.#ask((client, signal) => client.call(updatePlaybook, request, { signal }));
  }

  async remove(automation: Automation): Promise<void> {
    await this.#ask(async (client, signal) => {
      switch (automation.kind) {
        case 'playbook':
          await client.call(uninstallPlaybook, { playbookId: automation.playbook.id }, { signal });
          return;
        case 'schedule':
          await client.call(deleteCronSchedule, { scheduleId: automation.schedule.id }, { signal });
          return;
        case 'trigger':
          await client.call(deleteEventTrigger, { triggerId: automation.trigger.id }, { signal });
      }
    });
  }

  history(triggerId: string) {
    return this.#ask((client, signal) =>
      client.call(listTriggerHistory, { triggerId, limit: most }, { signal }),
    );
  }

  event(eventId: string) {
    return this.#ask((client, signal) => client.call(getTriggerEvent, { eventId }, { signal }));
  }

  memories(search: string) {
    return this.#ask((client, signal) =>
      client.call(listMemories, { limit: most, ...(search !== '' && { search }) }, { signal }),
    );
  }

  remember(text: string, repositoryId: string | undefined) {
    const request = { text, ...(repositoryId !== undefined && { repositoryId }) };
    return this.#ask((client, signal) => client.call(createMemory, request, { signal }));
  }

  reword(memoryId: string, text: string) {
    return this.#ask((client, signal) => client.call(updateMemory, { memoryId, text }, { signal }));
  }

  forget(memoryId: string) {
    return this.#ask((client, signal) => client.call(deleteMemory, { memoryId }, { signal }));
  }

  forgetAll() {
    return this.#ask((client, signal) => client.call(clearMemories, {}, { signal }));
  }
}

/** A trigger is replaced whole: what is omitted would have its default. */
function asRequest(trigger: EventTrigger): RequestOf<typeof upsertEventTrigger> {
  const { id, name, event, prompt, enabled, repositoryIds, tagIds, maximumPerHour, includeAgentEvents } =
    trigger;
  return {
    triggerId: id,
    ...{ name, event, prompt, enabled, repositoryIds, tagIds, maximumPerHour, includeAgentEvents },
  };
}
