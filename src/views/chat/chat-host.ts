import * as l10n from '@vscode/l10n';
import type { Conversation } from '../../api/contract/agent/conversations.ts';
import type { AgentJob } from '../../api/contract/agent/job.ts';
import type { AgentMessage, ToolCall } from '../../api/contract/agent/message.ts';
import { Failure, type FailureAction, isCancellation } from '../../connection/failure.ts';
import type { ConversationPage, JobEvent } from './agent-service.ts';
import type { ChatHostParts } from './chat-ports.ts';
import { toConversationView, toJobView, toMessageView, toPatchCard } from './chat-words.ts';
import { ConversationList } from './conversation-list.ts';
import { isNotThere } from './failure-kind.ts';
import { Gathered } from './gathered.ts';
import { JobChanges } from './job-changes.ts';
import type { Chip, FromPage, ListQuery, ToPage } from './messages.ts';
import { OpenedConversation } from './opened-conversation.ts';
import { retryCommand, toldOf } from './reach.ts';
import { ServiceLink } from './service-link.ts';

/** The chat of a window: does what the page asks, and tells it what goes on. Free of `vscode`. */
export class ChatHost {
  readonly #parts: ChatHostParts;
  readonly #link: ServiceLink;
  /** Issues whose patches the page shows, with the state that they were in. */
  readonly #cards = new Map<string, string>();
  readonly #gathered: Gathered;
  readonly #listed: ConversationList;
  #opened: OpenedConversation | undefined;
  #opening: AbortController | undefined;
  #following: AbortController | undefined;

  constructor(parts: ChatHostParts) {
    this.#parts = parts;
    this.#link = new ServiceLink(parts);
    this.#listed = new ConversationList(parts, (one) => this.#view(one));
    this.#gathered = new Gathered((changes) => {
      const conversationId = this.#opened?.id;
      if (conversationId !== undefined) parts.post({ type: 'changes', conversationId, changes });
    });
  }

  /** The conversation that is open in the page. */
  get conversationId(): string | undefined {
    return this.#opened?.id;
  }

  /** The page is gone: nothing is followed for it any more. */
  leave(): void {
    this.#listed.stop();
    this.#opening?.abort();
    this.#close();
  }

  /** The service is another one now. */
  forget(): void {
    this.leave();
    this.#link.reset();
    this.#cards.clear();
    this.#listed.forget();
    this.#parts.post({ type: 'forget' });
  }

  /** Looks at the service anew, for a page that is there. */
  async begin(): Promise<void> {
    await this.#begin(null);
  }

  /** Who answers may be another one now. */
  async analystChanged(): Promise<void> {
    await this.#link.tellAnalyst(this.#repositoryId);
  }

  /** The window found out something about patches: the cards of those that are shown say it. */
  async evidenceChanged(issueIds: readonly string[]): Promise<void> {
    for (const issueId of issueIds.filter((id) => this.#cards.has(id)))
      await this.receive({ type: 'patch', issueId, action: 'view' });
  }

  /** Issues may be in another state than when the cards of their patches were shown. */
  async statesChanged(): Promise<void> {
    const changed = [...this.#cards].filter(([id, key]) => this.#parts.window.stateKey(id) !== key);
    await this.evidenceChanged(changed.map(([id]) => id));
  }

  async receive(message: FromPage): Promise<void> {
    try {
      await this.#act(message);
    } catch (error) {
      if (isCancellation(error)) return;
      this.#link.tellFailure(whatFailed(message), error);
    }
  }

  async #act(message: FromPage): Promise<void> {
    const { window } = this.#parts;
    switch (message.type) {
      case 'ready':
        return await this.#begin(message.conversationId);
      case 'list':
        return await this.#list(message.query, message.isMore);
      case 'open':
        return await this.#open(message.conversationId);
      case 'leave':
        return this.#close();
      case 'earlier':
        return await this.#earlier(message.conversationId);
      case 'send':
        return await this.#send(message);
      case 'stop':
        return await this.#stop(message.jobId);
      case 'retry':
        return await this.#retry(message.jobId);
      case 'answer':
        return await this.#answer(message.jobId, message.toolCallId, message.isApproved);
      case 'archive':
        await this.#link.ready();
        return await this.#listed.archive(message.conversationId, message.isArchived);
      case 'delete':
        await this.#link.ready();
        if ((await this.#listed.delete(message)) && this.#opened?.id === message.conversationId)
          this.#close();
        return;
      case 'openFile':
        return await window.openFile(
          message.path,
          message.line,
          this.#opened?.conversation.repositoryId ?? null,
        );
      case 'openIssue':
        return await window.openIssue(message.issueId);
      case 'openLink':
        return await window.openLink(message.url);
      case 'copy':
        return await window.copy(message.text);
      case 'patch':
        return await this.#patch(message.issueId, message.action);
      case 'drop':
        return this.#chips(await window.dropped(message.uris, message.issueIds));
      case 'addContext':
        return this.#chips(await window.chooseContext());
      case 'act':
        return await this.#run(this.#link.actionOf(message.id));
      case 'connectModel':
        return await this.#connectModel();
      case 'agree':
        await this.#parts.agree(this.#repositoryId, new AbortController().signal);
        return await this.analystChanged();
    }
  }

  async #connectModel(): Promise<void> {
    const command = await this.#parts.connectModel();
    if (command !== undefined) await this.#parts.window.run(command, []);
    await this.analystChanged();
  }

  /** What is spoken of, or would be. */
  get #repositoryId(): string | null {
    return this.#opened ? this.#opened.conversation.repositoryId : this.#link.repositoryId;
  }

  #chips(chips: readonly Chip[]): void {
    if (chips.length > 0) this.#parts.post({ type: 'chips', chips: [...chips] });
  }

  async #run(action: FailureAction | undefined): Promise<void> {
    if (!action) return;
    if (action.command === retryCommand) return await this.#begin(null);
    await this.#parts.window.run(action.command, action.args ?? []);
    await this.#begin(null);
  }

  /** The page is there. Nobody is asked before the extension was used in this workspace. */
  async #begin(conversationId: string | null): Promise<void> {
    if (!this.#parts.window.isUsed && conversationId === null) return this.#link.tellUnused();
    await this.#link.connect(true);
    if (!this.#link.isReady) return;
    if (conversationId === null) return await this.#list(everything, false);
    try {
      await this.#open(conversationId);
    } catch (error) {
      // The editor kept the page of another service, or the conversation is gone.
      if (!isNotThere(error)) throw error;
      this.#parts.post({ type: 'show', screen: 'new' });
      await this.#list(everything, false);
    }
  }

  // --- Conversations ---

  async #list(query: ListQuery, isMore: boolean): Promise<void> {
    await this.#link.ready();
    await this.#listed.list(query, isMore);
  }

  async #open(conversationId: string): Promise<void> {
    await this.#link.ready();
    this.#close();
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const page = await this.#parts.service.open(conversationId, undefined, opening.signal);
    if (!opening.signal.aborted) this.#show(page);
  }

  #show(page: ConversationPage): void {
    const { conversation } = page;
    const opened = new OpenedConversation(page);
    this.#opened = opened;
    this.#parts.post({
      type: 'opened',
      conversation: this.#view(conversation),
      ...this.#views(page),
      hasEarlier: page.nextCursor !== undefined,
    });
    const { activeJobId } = conversation;
    const active = activeJobId === null ? undefined : page.jobs.find(({ id }) => id === activeJobId);
    if (activeJobId !== null) this.#follow(opened, active ?? activeJobId);
  }

  async #earlier(conversationId: string): Promise<void> {
    const opened = this.#opened;
    if (opened?.id !== conversationId || opened.cursor === undefined) return;
    const { signal } = new AbortController();
    const page = await this.#parts.service.open(conversationId, opened.cursor, signal);
    if (this.#opened !== opened) return;
    opened.addEarlier(page);
    this.#parts.post({
      type: 'earlier',
      conversationId,
      ...this.#views(page),
      hasEarlier: page.nextCursor !== undefined,
    });
  }

  #views({ messages, jobs }: ConversationPage) {
    const { window } = this.#parts;
    return {
      messages: messages.map((message) => toMessageView(message, (id) => window.titleOf(id))),
      jobs: jobs.map(toJobView),
    };
  }

  #view(conversation: Conversation) {
    return toConversationView(conversation, (id) => this.#link.nameOf(id));
  }

  #close(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.#gathered.clear();
    this.#opened = undefined;
  }

  // --- What is said ---

  async #send(message: Extract<FromPage, { type: 'send' }>): Promise<void> {
    await this.#link.ready();
    const { service, post } = this.#parts;
    const { signal } = new AbortController();
    const { conversationId, repositoryId, text, attachments } = message;
    if (conversationId === null) {
      const conversation = await service.begin(repositoryId, text, attachments, signal);
      post({ type: 'accepted' });
      return await this.#open(conversation.id);
    }
    const said = await service.say(conversationId, text, attachments, signal);
    this.#said(conversationId, said.message, said.job);
    this.#gathered.flush();
    post({ type: 'accepted' });
  }

  #said(conversationId: string, message: AgentMessage, job: AgentJob): void {
    const opened = this.#opened;
    if (opened?.id !== conversationId) return;
    opened.add(message);
    this.#gathered.add([
      { type: 'message', message: toMessageView(message, (id) => this.#parts.window.titleOf(id)) },
      { type: 'job', job: toJobView(job) },
    ]);
    this.#follow(opened, job);
  }

  async #stop(jobId: string): Promise<void> {
    const { signal } = new AbortController();
    await this.#parts.service.cancel(jobId, signal);
  }

  /** Says again what the job was to answer. */
  async #retry(jobId: string): Promise<void> {
    const opened = this.#opened;
    const asked = opened?.askedFor(jobId);
    if (!opened || !asked) return;
    const { signal } = new AbortController();
    const text = asked.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const said = await this.#parts.service.say(opened.id, text, asked.attachments, signal);
    this.#said(opened.id, said.message, said.job);
  }

  /** A call whose effect is in this window is run here, and the agent is told how it went. */
  async #answer(jobId: string, toolCallId: string, isApproved: boolean): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    const call = opened.call(toolCallId);
    const done = isApproved && call?.effect === 'workspace' ? await this.#runHere(call) : {};
    if (done === undefined) {
      throw new Failure({
        what: l10n.t('The patch was not applied, so the agent still waits for your answer.'),
      });
    }
    const { signal } = new AbortController();
    const job = await this.#parts.service.answer(
      { jobId, toolCallId, approved: isApproved, ...done },
      signal,
    );
    if (this.#opened !== opened) return;
    this.#gathered.add([{ type: 'job', job: toJobView(job) }]);
    this.#follow(opened, job);
  }

  async #runHere(call: ToolCall) {
    const issueId = issueIdOf(call.input);
    if (issueId === undefined) return { errorMessage: 'This editor does not know how to do that.' };
    try {
      const text = await this.#parts.window.applyPatch(issueId, call.consent?.version);
      return text === undefined ? undefined : { result: { text, places: [] } };
    } catch (error) {
      if (isCancellation(error)) return undefined;
      return { errorMessage: toldOf(error).message.slice(0, 2_000) };
    }
  }

  // --- What the agent says ---

  #follow(opened: OpenedConversation, job: AgentJob | string): void {
    this.#following?.abort();
    const following = new AbortController();
    this.#following = following;
    const id = typeof job === 'string' ? job : job.id;
    const { window, service } = this.#parts;
    const first =
      typeof job === 'string' ? ({ id, status: 'RUNNING', trace: null } as const) : toJobView(job);
    const changes = new JobChanges(first, opened.idsBesides(id), (issueId) => window.titleOf(issueId));
    this.#gathered.add([
      { type: 'restart', jobId: id },
      { type: 'job', job: first },
    ]);
    const take = (event: JobEvent) => {
      if (following.signal.aborted) return;
      opened.take(event);
      if (event.event === 'patch.ready') window.tookPatch(event.data.patch);
      this.#gathered.add(changes.of(event));
    };
    void service.follow(id, take, following.signal).then(
      () => this.#ended(opened, following),
      (error: unknown) => {
        if (following.signal.aborted || isCancellation(error)) return;
        this.#gathered.flush();
        this.#link.tellFailure('follow', error);
      },
    );
  }

  #ended(opened: OpenedConversation, following: AbortController): void {
    if (this.#following === following) this.#following = undefined;
    if (this.#opened !== opened) return;
    this.#gathered.flush();
    const conversation = { ...this.#view(opened.conversation), isBusy: false };
    this.#parts.post({ type: 'conversation', conversation });
    // A model may have been connected, or agreed to, elsewhere in the window.
    this.analystChanged().catch((error: unknown) => this.#parts.log(`Chat: ${toldOf(error).message}`));
  }

  // --- Patches ---

  async #patch(issueId: string, action: 'view' | 'show' | 'apply' | 'regenerate'): Promise<void> {
    const { window, post } = this.#parts;
    const { signal } = new AbortController();
    this.#cards.set(issueId, window.stateKey(issueId));
    if (action === 'apply') await window.applyPatch(issueId);
    if (action === 'show') await window.showPatch(issueId);
    if (action === 'regenerate') await window.regeneratePatch(issueId);
    const patch = await window.patch(issueId, signal);
    this.#cards.set(issueId, window.stateKey(issueId));
    const state = await window.stateOf(issueId, signal);
    post({ type: 'patch', issueId, patch: toPatchCard(patch, state) });
  }
}

const everything: ListQuery = { search: '', source: null, isArchived: false };

function whatFailed({ type }: FromPage): Extract<ToPage, { type: 'failed' }>['what'] {
  if (type === 'list' || type === 'open' || type === 'earlier' || type === 'send') return type;
  return 'act';
}

function issueIdOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('issueId' in input)) return undefined;
  return typeof input.issueId === 'string' ? input.issueId : undefined;
}
