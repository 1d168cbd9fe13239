import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PlaybookParameter, PlaybookTemplate } from '../../../api/contract/agent/playbooks.ts';
import { TriggerKind } from '../../../api/contract/agent/triggers.ts';
import { VsCodeChatWindow } from '../../chat/chat-window.ts';
import { ContextChips } from '../../chat/context-chips.ts';
import type { AgentToolParts } from '../parts.ts';
import {
  type Automation,
  type AutomationRow,
  eventText,
  kindText,
  momentText,
  withDefault,
} from './automation.ts';
import { AutomationService } from './automation-service.ts';
import { MemoryList } from './memory-list.ts';
import { askParameters, askPrompt, askScope, askTemplate, askTime, choose, sure } from './questions.ts';

type EventItem = vscode.QuickPickItem & { readonly id?: string };
type Step = vscode.QuickPickItem & { readonly run?: () => Promise<void> };

/**
 * What the agent does by itself, and what it remembers: lists that are gone through with the keyboard. After something
 * was done the list is shown again as it is then; Escape leaves it.
 */
export class Automations {
  readonly #window: VsCodeChatWindow;
  readonly #service: AutomationService;
  readonly #memories: MemoryList;

  constructor(parts: AgentToolParts) {
    this.#window = new VsCodeChatWindow(parts, new ContextChips(parts));
    this.#service = new AutomationService(async (work) => {
      const signal = new AbortController().signal;
      const { use, scopes } = this.#window.reach;
      return await use(signal, (client) => work(client, signal), scopes()[0]);
    });
    this.#memories = new MemoryList(this.#service, () => this.#repositories());
  }

  /** Shows the list until the person leaves it. */
  async show(): Promise<void> {
    await this.#repositories();
    for (;;) {
      const { rows, templates } = await this.#service.list();
      const step = await choose<Step>(
        l10n.t('Automations of the Agent'),
        l10n.t('What the agent does by itself. Choose one to change it, or add one.'),
        [...this.#additions(templates), ...groups(rows).map((item) => this.#item(item, templates))],
      );
      if (!step) return;
      await step.run?.();
    }
  }

  showMemories(): Promise<void> {
    return this.#memories.show();
  }

  #additions(templates: readonly PlaybookTemplate[]): Step[] {
    return [
      {
        label: `$(book) ${l10n.t('From a Template…')}`,
        detail: l10n.t('{0} playbooks, for instance: {1}', templates.length, titlesOf(templates)),
        run: () => this.#install(templates),
      },
      {
        label: `$(clock) ${l10n.t('New Schedule…')}`,
        detail: l10n.t('Ask the agent something at certain times.'),
        run: () => this.#addSchedule(),
      },
      {
        label: `$(zap) ${l10n.t('New Trigger…')}`,
        detail: l10n.t('Ask the agent something when something happens.'),
        run: () => this.#addTrigger(),
      },
      {
        label: `$(bookmark) ${l10n.t('Memories…')}`,
        detail: l10n.t('What the agent remembers from one conversation to the next.'),
        run: () => this.#memories.show(),
      },
    ];
  }

  #item(item: string | AutomationRow, templates: readonly PlaybookTemplate[]): Step {
    if (typeof item === 'string') return { label: item, kind: vscode.QuickPickItemKind.Separator };
    const { name, isActive, state, detail } = item;
    const icon = isActive ? '$(play-circle)' : '$(debug-pause)';
    return {
      label: `${icon} ${name}`,
      description: state,
      detail,
      run: () => this.#act(item, templates),
    };
  }

  async #act(
    { automation, name, isActive }: AutomationRow,
    templates: readonly PlaybookTemplate[],
  ): Promise<void> {
    const scheduleId = scheduleOf(automation);
    const triggerId = triggerOf(automation);
    const prompt = promptOf(automation);
    const parameters = parametersOf(automation, templates);
    const steps: Step[] = [
      isActive
        ? {
            label: `$(debug-pause) ${l10n.t('Pause')}`,
            run: () => this.#service.setActive(automation, false),
          }
        : { label: `$(play) ${l10n.t('Activate')}`, run: () => this.#service.setActive(automation, true) },
      ...(scheduleId === undefined
        ? []
        : [{ label: `$(run) ${l10n.t('Run Now')}`, run: () => this.#runNow(scheduleId) }]),
      ...(prompt === undefined
        ? []
        : [
            {
              label: `$(edit) ${l10n.t('Change What Is Asked…')}`,
              detail: prompt,
              run: () => this.#changePrompt(automation, prompt),
            },
          ]),
      ...(automation.kind === 'playbook' && parameters.length > 0
        ? [
            {
              label: `$(settings-gear) ${l10n.t('Change Its Parameters…')}`,
              run: () => this.#changeParameters(automation.playbook.id, name, parameters),
            },
          ]
        : []),
      ...(triggerId === undefined
        ? []
        : [{ label: `$(history) ${l10n.t('What Fired It…')}`, run: () => this.#history(name, triggerId) }]),
      { label: `$(comment-discussion) ${l10n.t('Show Conversations')}`, run: showConversations },
      { label: `$(trash) ${l10n.t('Delete…')}`, run: () => this.#remove(automation, name) },
    ];
    const step = await choose(name, l10n.t('What is to be done with it?'), steps);
    await step?.run?.();
  }

  async #install(templates: readonly PlaybookTemplate[]): Promise<void> {
    const template = await askTemplate(l10n.t('From a Template'), templates);
    if (!template) return;
    const { title, start } = template;
    const parameters = await askParameters(title, template.parameters);
    if (!parameters) return;
    const expression = start.type === 'schedule' ? await askTime(title, start.expression) : '';
    if (expression === undefined) return;
    const repositoryIds = await askScope(title, await this.#repositories());
    if (!repositoryIds) return;
    const activate = await choose(title, template.summary, [
      { label: `$(play) ${l10n.t('Add and Activate')}`, isActive: true },
      { label: `$(debug-pause) ${l10n.t('Add Paused')}`, isActive: false },
    ]);
    if (!activate) return;
    await this.#service.install({
      templateId: template.id,
      parameters,
      repositoryIds: [...repositoryIds],
      activate: activate.isActive,
      timeZone,
      ...(expression !== '' && { expression }),
    });
  }

  async #addSchedule(): Promise<void> {
    const title = l10n.t('New Schedule');
    const prompt = await askPrompt(title);
    if (prompt === undefined) return;
    const expression = await askTime(title);
    if (expression === undefined) return;
    const repositoryIds = await askScope(title, await this.#repositories());
    if (!repositoryIds) return;
    await this.#service.createSchedule({ prompt, expression, timeZone, repositoryIds: [...repositoryIds] });
  }

  async #addTrigger(): Promise<void> {
    const title = l10n.t('New Trigger');
    const kinds = TriggerKind.options.flatMap((kind) =>
      kind === 'schedule' ? [] : [{ label: kindText(kind), event: { kind } }],
    );
    const when = await choose(title, l10n.t('When is the agent to be asked?'), kinds);
    if (!when) return;
    const prompt = await askPrompt(title);
    if (prompt === undefined) return;
    const repositoryIds = await askScope(title, await this.#repositories());
    if (!repositoryIds) return;
    await this.#service.saveTrigger({ event: when.event, prompt, repositoryIds: [...repositoryIds] });
  }

  async #runNow(scheduleId: string): Promise<void> {
    const jobs = await this.#service.runNow(scheduleId);
    const show = l10n.t('Show Conversations');
    const said = l10n.t('The agent was asked. Jobs started: {0}', jobs);
    void vscode.window.showInformationMessage(said, show).then((chosen) => {
      if (chosen === show) void showConversations();
    });
  }

  async #changePrompt(automation: Automation, before: string): Promise<void> {
    const prompt = await askPrompt(l10n.t('What Is Asked'), before);
    if (prompt !== undefined && prompt !== before) await this.#service.changePrompt(automation, prompt);
  }

  async #history(name: string, triggerId: string): Promise<void> {
    const { events } = await this.#service.history(triggerId);
    const items = events.map(
      (event): EventItem => ({
        id: event.id,
        label: event.summary,
        description: momentText(event.occurredAt),
        detail: eventText(event),
      }),
    );
    const none: EventItem = { label: l10n.t('Nothing has fired it yet.') };
    const picked = await choose(name, l10n.t('The latest first'), items.length > 0 ? items : [none]);
    if (picked?.id !== undefined) await this.#showEvent(picked.id);
  }

  /** What happened, and what the agent was asked for it. */
  async #showEvent(eventId: string): Promise<void> {
    const { event } = await this.#service.event(eventId);
    const asked = event.prompt === undefined ? eventText(event) : l10n.t('Asked: {0}', event.prompt);
    const show = l10n.t('Show Conversations');
    const detail = `${momentText(event.occurredAt)}\n\n${asked}`;
    const chosen = await vscode.window.showInformationMessage(
      event.summary,
      { modal: true, detail },
      ...(event.prompt === undefined ? [] : [show]),
    );
    if (chosen === show) await showConversations();
  }

  async #changeParameters(
    playbookId: string,
    name: string,
    parameters: readonly PlaybookParameter[],
  ): Promise<void> {
    const chosen = await askParameters(name, parameters);
    if (chosen) await this.#service.changePlaybook({ playbookId, parameters: chosen });
  }

  async #remove(automation: Automation, name: string): Promise<void> {
    const isSure = await sure(
      l10n.t('Delete “{0}”?', name),
      l10n.t('It does not run any more. What its jobs said stays.'),
      l10n.t('Delete'),
    );
    if (isSure) await this.#service.remove(automation);
  }

  #repositories() {
    return this.#window.repositories(new AbortController().signal);
  }
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

async function showConversations(): Promise<void> {
  await vscode.commands.executeCommand('parapet.showConversations');
}

function titlesOf(templates: readonly PlaybookTemplate[]): string {
  return templates
    .slice(0, 3)
    .map(({ title }) => title)
    .join(', ');
}

/** The rows with a heading above each kind that has any. */
function groups(rows: readonly AutomationRow[]): (string | AutomationRow)[] {
  const kinds = [
    ['playbook', l10n.t('Playbooks')],
    ['schedule', l10n.t('Schedules')],
    ['trigger', l10n.t('Triggers')],
  ] as const;
  return kinds.flatMap(([kind, title]) => {
    const own = rows.filter(({ automation }) => automation.kind === kind);
    return own.length > 0 ? [title, ...own] : [];
  });
}

function scheduleOf(automation: Automation): string | undefined {
  if (automation.kind === 'schedule') return automation.schedule.id;
  return automation.kind === 'playbook' ? (automation.playbook.scheduleId ?? undefined) : undefined;
}

function triggerOf(automation: Automation): string | undefined {
  if (automation.kind === 'trigger') return automation.trigger.id;
  return automation.kind === 'playbook' ? (automation.playbook.triggerId ?? undefined) : undefined;
}

/** What is asked, where it may be changed: a playbook's is its template's. */
function promptOf(automation: Automation): string | undefined {
  if (automation.kind === 'schedule') return automation.schedule.prompt;
  return automation.kind === 'trigger' ? automation.trigger.prompt : undefined;
}

/** What a playbook's template asks for, with what was answered in the place of the defaults. */
function parametersOf(
  automation: Automation,
  templates: readonly PlaybookTemplate[],
): readonly PlaybookParameter[] {
  if (automation.kind !== 'playbook') return [];
  const { templateId, parameters } = automation.playbook;
  const template = templates.find(({ id }) => id === templateId);
  return (template?.parameters ?? []).map((each) => withDefault(each, parameters[each.id]));
}
