import * as l10n from '@vscode/l10n';
import type { Conversation } from '../../api/contract/agent/conversations.ts';
import type { AgentJob } from '../../api/contract/agent/job.ts';
import type { AgentMessage, ToolCall } from '../../api/contract/agent/message.ts';
import type { Patch, PatchStatusItem } from '../../api/contract/patches.ts';
import { Failure, type FailureAction, isCancellation } from '../../connection/failure.ts';
import type { AgentService, ConversationPage, ConversationQuery, JobEvent } from './agent-service.ts';
import { toConversationView, toJobView, toMessageView, toPatchCard } from './chat-words.ts';
import { isNotOffered } from './failure-kind.ts';
import { JobChanges } from './job-changes.ts';
import type { Action, Change, Chip, FromPage, ListQuery, ServiceView, ToPage } from './messages.ts';

export interface ChatRepository {
  readonly id: string;
  readonly name: string;
}

/** What the chat needs of the window. */
export interface ChatWindow {
  readonly hasFolder: boolean;
  /** Whether anything was asked of a service here before, so that one is asked without a word. */
  readonly isUsed: boolean;
  /** The repositories of the open folders, that of the active editor first. @throws Failure when the service knows none */
  repositories(signal: AbortSignal): Promise<readonly ChatRepository[]>;
  titleOf(issueId: string): string | undefined;
  openFile(path: string, line: number | undefined, repositoryId: string | null): Promise<void>;
  openIssue(issueId: string): Promise<void>;
  openLink(url: string): Promise<void>;
  copy(text: string): Promise<void>;
  /** The patch in full. */
  patch(issueId: string, signal: AbortSignal): Promise<Patch>;
  showPatch(issueId: string): Promise<void>;
  /** @returns what was done, in Markdown; undefined where the person thought better of it */
  applyPatch(issueId: string): Promise<string | undefined>;
  /** What was dropped, as things to show the agent. */
  dropped(uris: readonly string[], issueIds: readonly string[]): Promise<readonly Chip[]>;
  /** Asks what to show the agent. */
  chooseContext(): Promise<readonly Chip[]>;
  run(command: string, args: readonly unknown[]): Promise<void>;
  /** The patch of an issue is another one now. */
  tookPatch(patch: PatchStatusItem): void;
}

export interface ChatHostParts {
  readonly service: Pick<
    AgentService,
    'access' | 'list' | 'open' | 'begin' | 'say' | 'cancel' | 'answer' | 'archive' | 'follow'
  >;
  readonly window: ChatWindow;
  /** Who answers. */
  readonly analyst: (repositoryId: string | null, signal: AbortSignal) => Promise<ServiceView['analyst']>;
  /** A person agreed that code is sent to the model that is connected. */
  readonly agree: (repositoryId: string | null, signal: AbortSignal) => Promise<void>;
  /** The command that connects a language model, if there is one. */
  readonly connectModel: () => Promise<string | undefined>;
  readonly post: (message: ToPage) => void;
  readonly log: (message: string) => void;
}

interface Opened {
  readonly conversation: Conversation;
  /** Oldest first. */
  messages: Map<string, AgentMessage>;
  readonly jobs: Map<string, AgentJob>;
  cursor: string | undefined;
}

/** Milliseconds in which what a job says is gathered before the page is told. */
const gatherMs = 25;

const fresh: ServiceView = {
  state: 'idle',
  message: '',
  actions: [],
  repositories: [],
  repositoryId: null,
  analyst: { kind: 'deterministic', model: '', asks: null },
  canConnectModel: false,
};

/** The chat of a window: does what the page asks, and tells it what goes on. Free of `vscode`. */
export class ChatHost {
  readonly #parts: ChatHostParts;
  #service: ServiceView = fresh;
  #connecting: Promise<void> | undefined;
  #actions: readonly FailureAction[] = [];
  #opened: Opened | undefined;
  #listCursor: string | undefined;
  #listing: AbortController | undefined;
  #opening: AbortController | undefined;
  #following: AbortController | undefined;
  #gathered: Change[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ChatHostParts) {
    this.#parts = parts;
  }

  /** The conversation that is open in the page. */
  get conversationId(): string | undefined {
    return this.#opened?.conversation.id;
  }

  /** The page is gone: nothing is followed for it any more. */
  leave(): void {
    this.#listing?.abort();
    this.#opening?.abort();
    this.#close();
  }

  /** The service is another one now. */
  async reset(): Promise<void> {
    this.leave();
    this.#connecting = undefined;
    this.#service = fresh;
    this.#parts.post({ type: 'show', screen: 'new' });
    await this.#begin(null);
  }

  /** Who answers may be another one now. */
  async analystChanged(): Promise<void> {
    if (this.#service.state !== 'ready') return;
    const analyst = await this.#parts.analyst(this.#repositoryId, new AbortController().signal);
    this.#tellService({ analyst });
  }

  async receive(message: FromPage): Promise<void> {
    try {
      await this.#act(message);
    } catch (error) {
      if (isCancellation(error)) return;
      this.#fail(whatFailed(message), error);
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
        return await this.#archive(message.conversationId, message.isArchived);
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
        return await this.#run(this.#actions[message.id]);
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
    return this.#opened ? this.#opened.conversation.repositoryId : this.#service.repositoryId;
  }

  #chips(chips: readonly Chip[]): void {
    if (chips.length > 0) this.#parts.post({ type: 'chips', chips: [...chips] });
  }

  async #run(action: FailureAction | undefined): Promise<void> {
    if (!action) return;
    if (action.command === retry) return await this.#begin(null);
    await this.#parts.window.run(action.command, action.args ?? []);
    await this.#begin(null);
  }

  // --- The service ---

  /** The page is there. Nobody is asked before the extension was used in this workspace. */
  async #begin(conversationId: string | null): Promise<void> {
    if (!this.#parts.window.isUsed && conversationId === null) {
      const { hasFolder } = this.#parts.window;
      this.#tellService(hasFolder ? { state: 'idle' } : this.#noFolder());
      return;
    }
    await this.#connect(true);
    if (this.#service.state !== 'ready') return;
    if (conversationId === null) await this.#list(everything, false);
    else await this.#open(conversationId);
  }

  /** Callers at the same time share one attempt. */
  async #connect(isAnew = false): Promise<void> {
    if (!isAnew && this.#service.state === 'ready') return;
    this.#connecting ??= this.#reach().finally(() => {
      this.#connecting = undefined;
    });
    await this.#connecting;
  }

  async #reach(): Promise<void> {
    const { window, service, analyst } = this.#parts;
    const { signal } = new AbortController();
    if (!window.hasFolder) return this.#tellService(this.#noFolder());
    if (this.#service.state !== 'ready') this.#tellService({ state: 'connecting', message: '', actions: [] });
    try {
      const repositories = await window.repositories(signal);
      const { isEnabled, mayRun } = await service.access(signal);
      if (!isEnabled || !mayRun) return this.#tellService(disabled(isEnabled));
      this.#tellService({
        state: 'ready',
        message: '',
        actions: [],
        repositories: [...repositories],
        repositoryId: repositories[0]?.id ?? null,
        analyst: await analyst(repositories[0]?.id ?? null, signal),
        canConnectModel: (await this.#parts.connectModel()) !== undefined,
      });
    } catch (error) {
      if (isCancellation(error)) return;
      const { message, actions } = this.#told(error);
      const state = isNotOffered(error) ? 'disabled' : isAboutRepositories(error) ? 'noRepository' : 'failed';
      this.#tellService({ state, message, actions });
    }
  }

  #noFolder(): Partial<ServiceView> {
    this.#actions = [{ title: l10n.t('Open Folder…'), command: 'vscode.openFolder' }];
    return {
      state: 'noFolder',
      message: l10n.t('Open a folder: the agent answers from the issues and the code of a repository.'),
      actions: numbered(this.#actions),
    };
  }

  #tellService(change: Partial<ServiceView>): void {
    this.#service = { ...this.#service, ...change };
    this.#parts.post({ type: 'service', service: this.#service });
  }

  /** @throws Failure where the service cannot be used */
  async #ready(): Promise<void> {
    await this.#connect();
    if (this.#service.state === 'ready') return;
    throw new Failure({
      what: this.#service.message,
      ...(this.#actions.length > 0 ? { actions: this.#actions } : {}),
    });
  }

  // --- Conversations ---

  async #list(query: ListQuery, isMore: boolean): Promise<void> {
    await this.#ready();
    this.#listing?.abort();
    const listing = new AbortController();
    this.#listing = listing;
    const asked: ConversationQuery = { ...query, cursor: isMore ? this.#listCursor : undefined };
    if (isMore && this.#listCursor === undefined) return;
    const { conversations, nextCursor } = await this.#parts.service.list(asked, listing.signal);
    if (listing.signal.aborted) return;
    this.#listCursor = nextCursor;
    this.#parts.post({
      type: 'list',
      query,
      conversations: conversations.map((one) => this.#view(one)),
      hasMore: nextCursor !== undefined,
      isMore,
    });
  }

  async #open(conversationId: string): Promise<void> {
    await this.#ready();
    this.#close();
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const page = await this.#parts.service.open(conversationId, undefined, opening.signal);
    if (!opening.signal.aborted) this.#show(page);
  }

  #show(page: ConversationPage): void {
    const { conversation } = page;
    const opened = {
      conversation,
      messages: new Map(page.messages.map((message) => [message.id, message])),
      jobs: new Map(page.jobs.map((job) => [job.id, job])),
      cursor: page.nextCursor,
    };
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
    if (opened?.conversation.id !== conversationId || opened.cursor === undefined) return;
    const { signal } = new AbortController();
    const page = await this.#parts.service.open(conversationId, opened.cursor, signal);
    if (this.#opened !== opened) return;
    opened.cursor = page.nextCursor;
    opened.messages = new Map([...page.messages.map((one) => [one.id, one] as const), ...opened.messages]);
    for (const job of page.jobs) if (!opened.jobs.has(job.id)) opened.jobs.set(job.id, job);
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
    const names = new Map(this.#service.repositories.map(({ id, name }) => [id, name]));
    return toConversationView(conversation, (id) => names.get(id) ?? '');
  }

  #close(): void {
    this.#following?.abort();
    this.#following = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#gathered = [];
    this.#opened = undefined;
  }

  async #archive(conversationId: string, isArchived: boolean): Promise<void> {
    await this.#ready();
    const { signal } = new AbortController();
    const conversation = await this.#parts.service.archive(conversationId, isArchived, signal);
    this.#parts.post({ type: 'conversation', conversation: this.#view(conversation) });
  }

  // --- What is said ---

  async #send(message: Extract<FromPage, { type: 'send' }>): Promise<void> {
    await this.#ready();
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
    this.#flush();
    post({ type: 'accepted' });
  }

  #said(conversationId: string, message: AgentMessage, job: AgentJob): void {
    const opened = this.#opened;
    if (opened?.conversation.id !== conversationId) return;
    opened.messages.set(message.id, message);
    this.#gather([
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
    const messages = [...(opened?.messages.values() ?? [])];
    const index = messages.findLastIndex((message) => message.jobId === jobId);
    const asked =
      messages.slice(0, index + 1).findLast(({ role }) => role === 'user') ??
      messages.findLast(({ role }) => role === 'user');
    if (!opened || !asked) return;
    const { signal } = new AbortController();
    const text = asked.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const said = await this.#parts.service.say(opened.conversation.id, text, asked.attachments, signal);
    this.#said(opened.conversation.id, said.message, said.job);
  }

  /** A call whose effect is in this window is run here, and the agent is told how it went. */
  async #answer(jobId: string, toolCallId: string, isApproved: boolean): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    const call = callOf(opened, toolCallId);
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
    this.#gather([{ type: 'job', job: toJobView(job) }]);
    this.#follow(opened, job);
  }

  async #runHere(call: ToolCall) {
    const issueId = issueIdOf(call.input);
    if (issueId === undefined) return { errorMessage: 'This editor does not know how to do that.' };
    try {
      const text = await this.#parts.window.applyPatch(issueId);
      return text === undefined ? undefined : { result: { text, places: [] } };
    } catch (error) {
      if (isCancellation(error)) return undefined;
      return { errorMessage: this.#told(error).message.slice(0, 2_000) };
    }
  }

  // --- What the agent says ---

  #follow(opened: Opened, job: AgentJob | string): void {
    this.#following?.abort();
    const following = new AbortController();
    this.#following = following;
    const id = typeof job === 'string' ? job : job.id;
    if (typeof job !== 'string') opened.jobs.set(id, job);
    const { window, service } = this.#parts;
    const earlier = [...opened.messages.values()].filter((one) => one.jobId !== id || one.role === 'user');
    const first =
      typeof job === 'string' ? ({ id, status: 'RUNNING', trace: null } as const) : toJobView(job);
    const changes = new JobChanges(
      first,
      earlier.map((one) => one.id),
      (issueId) => window.titleOf(issueId),
    );
    this.#gather([
      { type: 'restart', jobId: id },
      { type: 'job', job: first },
    ]);
    const take = (event: JobEvent) => {
      if (following.signal.aborted) return;
      this.#keep(opened, event);
      this.#gather(changes.of(event));
    };
    void service.follow(id, take, following.signal).then(
      () => this.#ended(opened, following),
      (error: unknown) => {
        if (following.signal.aborted || isCancellation(error)) return;
        this.#flush();
        this.#fail('follow', error);
      },
    );
  }

  /** What is needed later: to answer a call, and to ask again. */
  #keep(opened: Opened, event: JobEvent): void {
    if (event.event === 'message.completed') opened.messages.set(event.data.message.id, event.data.message);
    if (event.event === 'patch.ready') this.#parts.window.tookPatch(event.data.patch);
    if (event.event !== 'tool.started' && event.event !== 'tool.completed') return;
    const { messageId, part, call } = event.data;
    const message = opened.messages.get(messageId);
    if (message) {
      opened.messages.set(messageId, {
        ...message,
        parts: message.parts.with(Math.min(part, message.parts.length - 1), { type: 'tool', call }),
      });
    }
  }

  #ended(opened: Opened, following: AbortController): void {
    if (this.#following === following) this.#following = undefined;
    if (this.#opened !== opened) return;
    this.#flush();
    const conversation = { ...this.#view(opened.conversation), isBusy: false };
    this.#parts.post({ type: 'conversation', conversation });
  }

  #gather(changes: readonly Change[]): void {
    this.#gathered.push(...changes);
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = merged(this.#gathered);
    this.#gathered = [];
    const id = this.#opened?.conversation.id;
    if (id !== undefined && changes.length > 0) {
      this.#parts.post({ type: 'changes', conversationId: id, changes: [...changes] });
    }
  }

  // --- Patches ---

  async #patch(issueId: string, action: 'view' | 'show' | 'apply'): Promise<void> {
    const { window, post } = this.#parts;
    const { signal } = new AbortController();
    if (action === 'apply') await window.applyPatch(issueId);
    if (action === 'show') await window.showPatch(issueId);
    const patch = await window.patch(issueId, signal);
    post({ type: 'patch', issueId, patch: toPatchCard(patch) });
  }

  // --- Failures ---

  #fail(what: Extract<ToPage, { type: 'failed' }>['what'], error: unknown): void {
    const { message, actions } = this.#told(error);
    this.#parts.log(`Chat: ${message}`);
    this.#parts.post({ type: 'failed', what, message, actions });
  }

  #told(error: unknown): { readonly message: string; readonly actions: Action[] } {
    const own = error instanceof Failure ? (error.text.actions ?? []) : [];
    this.#actions = [...own, { title: l10n.t('Try Again'), command: retry }];
    const message =
      error instanceof Failure ? error.sentence : error instanceof Error ? error.message : String(error);
    return { message, actions: numbered(this.#actions) };
  }
}

/** Not a command of the editor: the chat begins anew. */
const retry = 'retry';
const everything: ListQuery = { search: '', source: null, isArchived: false };

function numbered(actions: readonly FailureAction[]): Action[] {
  return actions.map(({ title }, id) => ({ title, id }));
}

function disabled(isEnabled: boolean): Partial<ServiceView> {
  const message = isEnabled
    ? l10n.t(
        'Your token may not use the agent. Ask an administrator of the service for the permission Agent Run.',
      )
    : l10n.t('The agent is switched off for this organization. An administrator can switch it on.');
  return { state: 'disabled', message, actions: [] };
}

function whatFailed({ type }: FromPage): Extract<ToPage, { type: 'failed' }>['what'] {
  if (type === 'list' || type === 'open' || type === 'earlier' || type === 'send') return type;
  return 'act';
}

/** A failure that no call of the client caused: a folder that the service does not know. */
function isAboutRepositories(error: unknown): boolean {
  return error instanceof Failure && error.cause === undefined;
}

function callOf({ messages }: Opened, toolCallId: string): ToolCall | undefined {
  for (const { parts } of [...messages.values()].reverse()) {
    for (const part of parts) if (part.type === 'tool' && part.call.id === toolCallId) return part.call;
  }
  return undefined;
}

function issueIdOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('issueId' in input)) return undefined;
  return typeof input.issueId === 'string' ? input.issueId : undefined;
}

/** Texts for the same part that come one after the other are one. */
function merged(changes: readonly Change[]): readonly Change[] {
  const result: Change[] = [];
  for (const one of changes) {
    const last = result.at(-1);
    const isSame =
      one.type === 'text' &&
      last?.type === 'text' &&
      last.messageId === one.messageId &&
      last.part === one.part;
    if (isSame) result[result.length - 1] = { ...last, text: last.text + one.text };
    else result.push(one);
  }
  return result;
}
