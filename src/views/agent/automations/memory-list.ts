import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type AgentMemory, maximumMemoryLength } from '../../../api/contract/agent/memories.ts';
import type { ChatRepository } from '../../chat/chat-ports.ts';
import { momentText } from './automation.ts';
import type { AutomationService } from './automation-service.ts';
import { askScope, askText, choose, sure } from './questions.ts';

type Step = vscode.QuickPickItem & { readonly run?: () => Promise<unknown> };

/** What the agent remembers: read, put in other words, forgotten. */
export class MemoryList {
  readonly #service: AutomationService;
  readonly #repositories: () => Promise<readonly ChatRepository[]>;

  constructor(service: AutomationService, repositories: () => Promise<readonly ChatRepository[]>) {
    this.#service = service;
    this.#repositories = repositories;
  }

  async show(): Promise<void> {
    const repositories = await this.#repositories();
    const nameOf = (id: string | null): string =>
      id === null
        ? l10n.t('all repositories')
        : (repositories.find((each) => each.id === id)?.name ?? l10n.t('another repository'));
    for (;;) {
      const { memories } = await this.#service.memories('');
      const kept = memories.map((memory) => this.#item(memory, nameOf(memory.repositoryId)));
      const step = await choose<Step>(
        l10n.t('Memories of the Agent'),
        memories.length === 0
          ? l10n.t('Nothing is remembered yet. It is told to the agent in every conversation.')
          : l10n.t('Choose one to change or forget it.'),
        [
          { label: `$(add) ${l10n.t('Remember…')}`, run: () => this.#add(repositories) },
          ...kept,
          ...(memories.length === 0
            ? []
            : [{ label: `$(clear-all) ${l10n.t('Forget Everything…')}`, run: () => this.#clear() }]),
        ],
      );
      if (!step) return;
      await step.run?.();
    }
  }

  #item(memory: AgentMemory, where: string): Step {
    const by = memory.source === 'agent' ? l10n.t('by the agent') : l10n.t('by a person');
    return {
      label: `$(bookmark) ${memory.text}`,
      description: where,
      detail: `${by} · ${momentText(memory.updatedAt)}`,
      run: () => this.#act(memory),
    };
  }

  async #act({ id, text }: AgentMemory): Promise<void> {
    const step = await choose<Step>(text, l10n.t('What is to be done with it?'), [
      { label: `$(edit) ${l10n.t('Change…')}`, run: () => this.#reword(id, text) },
      { label: `$(trash) ${l10n.t('Forget')}`, run: () => this.#service.forget(id) },
    ]);
    await step?.run?.();
  }

  async #reword(id: string, before: string): Promise<void> {
    const text = await this.#askWhat(before);
    if (text !== undefined && text !== before) await this.#service.reword(id, text);
  }

  async #add(repositories: readonly ChatRepository[]): Promise<void> {
    const text = await this.#askWhat('');
    if (text === undefined) return;
    const about = await askScope(l10n.t('Remember'), repositories);
    if (about) await this.#service.remember(text, about[0]);
  }

  async #clear(): Promise<void> {
    const isSure = await sure(
      l10n.t('Forget everything?'),
      l10n.t('Everything that the agent remembers for this organization is deleted. This cannot be undone.'),
      l10n.t('Forget Everything'),
    );
    if (isSure) await this.#service.forgetAll();
  }

  #askWhat(value: string): Promise<string | undefined> {
    const prompt = l10n.t('What is the agent to know? “tests/ is not shipped.” Never a secret.');
    return askText(l10n.t('Remember'), prompt, { value, most: maximumMemoryLength });
  }
}
