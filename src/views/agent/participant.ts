import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fenced, shorten } from '../../agent/data.ts';
import { createConversation } from '../../api/contract/agent/conversations.ts';
import type { AgentJob } from '../../api/contract/agent/job.ts';
import { type Attachment, maximumAttachedText, type ToolCall } from '../../api/contract/agent/message.ts';
import { getPatch } from '../../api/contract/patches.ts';
import { Failure } from '../../connection/failure.ts';
import { type AgentReach, AgentService, type Answer, type JobEvent } from '../chat/agent-service.ts';
import { agree, analystOf } from '../chat/analyst.ts';
import { VsCodeChatWindow } from '../chat/chat-window.ts';
import { ContextChips } from '../chat/context-chips.ts';
import { isNotThere } from '../chat/failure-kind.ts';
import type { ChatParts } from '../chat/parts.ts';
import type { SessionFolder } from '../scan-activity.ts';
import { LinkWriter } from './participant-markdown.ts';
import { decisionIn, nextAfter, promptOf } from './participant-words.ts';

/** A call that waits for the person. */
interface Pending {
  readonly jobId: string;
  readonly toolCallId: string;
  readonly effect: ToolCall['effect'];
  readonly issueId: string | undefined;
  /** Of what the person was asked about. */
  readonly version: string | undefined;
}

/** What an answer leaves for the next question of the same chat. */
interface Left {
  readonly conversationId?: string | undefined;
  readonly repositoryId?: string | null | undefined;
  readonly pending?: Pending | undefined;
  /** A model waits for the person to agree that code is sent to it. */
  readonly asksForModel?: boolean | undefined;
  /** What the person is asked to agree to, in a few words: for what is offered to be clicked. */
  readonly confirm?: string | undefined;
  readonly calls: readonly Pick<ToolCall, 'name' | 'status'>[];
}

/** `@parapet` in the editor's chat: the same conversations and jobs as the chat view's. */
export class Participant {
  readonly #parts: ChatParts;
  readonly #service: AgentService;
  readonly #window: VsCodeChatWindow;
  readonly #reach: AgentReach;
  #folders: readonly SessionFolder[] = [];

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#window = new VsCodeChatWindow(parts, new ContextChips(parts));
    this.#reach = this.#window.reach;
    this.#service = new AgentService(this.#reach);
  }

  async handle(
    request: vscode.ChatRequest,
    context: vscode.ChatContext,
    stream: vscode.ChatResponseStream,
    token: vscode.CancellationToken,
  ): Promise<vscode.ChatResult> {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
    try {
      const left = await this.#answer(request, leftBy(context), stream, stop.signal);
      return { metadata: left };
    } catch (error) {
      if (stop.signal.aborted) return {};
      this.#parts.log.warn(`The chat participant: ${String(error)}`);
      const actions = error instanceof Failure ? (error.text.actions ?? []) : [];
      for (const { title, command, args } of actions)
        stream.button({ title, command, arguments: [...(args ?? [])] });
      return {
        errorDetails: { message: error instanceof Error ? error.message : l10n.t('The agent failed.') },
      };
    }
  }

  followups({ metadata }: vscode.ChatResult): vscode.ChatFollowup[] {
    const left = metadata as Partial<Left> | undefined;
    // A follow-up that names no command is asked with that of the question before: "/issues explain number 1".
    return nextAfter(left?.calls ?? [], left?.confirm).map((next) => ({ ...next, command: '' }));
  }

  async #answer(
    request: vscode.ChatRequest,
    before: Left | undefined,
    stream: vscode.ChatResponseStream,
    signal: AbortSignal,
  ): Promise<Left> {
    const [repository] = await this.#window.repositories(signal);
    this.#folders = await this.#parts.folders(signal);
    const repositoryId = before?.conversationId ? (before.repositoryId ?? null) : (repository?.id ?? null);
    const decision = decisionIn(request.prompt);
    if (before?.asksForModel && decision !== undefined)
      return await this.#decideModel(decision, repositoryId, before, stream, signal);
    if (before?.pending && decision !== undefined) {
      const job = await this.#service.answer(await this.#decide(before.pending, decision), signal);
      return await this.#follow(job, repositoryId, stream, signal);
    }
    const said = promptOf(request.command, request.prompt);
    const attachments = await this.#attached(request.references);
    const job =
      (await this.#goOn(before?.conversationId, said, attachments, signal)) ??
      (await this.#begin(repositoryId, said, attachments, signal));
    const left = await this.#follow(job, repositoryId, stream, signal);
    return left.pending ? left : await this.#askForModel(left, repositoryId, stream, signal);
  }

  /** @returns undefined where there is no such conversation: the editor's chat outlives a change of the service */
  async #goOn(
    conversationId: string | undefined,
    said: string,
    attachments: Attachment[],
    signal: AbortSignal,
  ): Promise<AgentJob | undefined> {
    if (conversationId === undefined) return undefined;
    try {
      return (await this.#service.say(conversationId, said, attachments, signal)).job;
    } catch (error) {
      if (!isNotThere(error)) throw error;
      return undefined;
    }
  }

  async #begin(
    repositoryId: string | null,
    initialMessage: string,
    attachments: Attachment[],
    signal: AbortSignal,
  ): Promise<AgentJob> {
    const request = {
      initialMessage,
      attachments,
      source: 'chatTool' as const,
      ...(repositoryId !== null && { repositoryId }),
    };
    const { job } = await this.#reach.use(
      signal,
      (client) => client.call(createConversation, request, { signal }),
      this.#reach.folderOf(repositoryId),
    );
    if (!job) throw new Error(l10n.t('The service did not begin to answer.'));
    return job;
  }

  /** Shows what a job says as it says it. */
  async #follow(
    job: AgentJob,
    repositoryId: string | null,
    stream: vscode.ChatResponseStream,
    signal: AbortSignal,
  ): Promise<Left> {
    const calls: ToolCall[] = [];
    const ready: string[] = [];
    const links = new LinkWriter((link) =>
      link.kind === 'issue'
        ? `command:parapet.showDetails?${encodeURIComponent(JSON.stringify([link.issueId]))}`
        : this.#addressOf(link.path, link.line, repositoryId),
    );
    const write = (text: string): void => {
      if (text === '') return;
      const markdown = new vscode.MarkdownString(text);
      markdown.isTrusted = { enabledCommands: ['parapet.showDetails'] };
      stream.markdown(markdown);
    };
    let failure: string | undefined;
    const take = (event: JobEvent): void => {
      switch (event.event) {
        case 'message.delta':
          write(links.add(event.data.text));
          return;
        case 'tool.started':
          write(links.end());
          stream.progress(event.data.call.title);
          return;
        case 'tool.completed':
          calls.push(event.data.call);
          return;
        case 'patch.ready':
          write(links.end());
          ready.push(event.data.patch.issueId);
          stream.button({
            command: 'parapet.showPatch',
            title: l10n.t('Show Patch'),
            arguments: [event.data.patch.issueId],
          });
          return;
        case 'done':
          failure =
            event.data.status === 'FAILED'
              ? (event.data.errorMessage ?? l10n.t('The agent failed.'))
              : undefined;
          return;
      }
    };
    const cancel = (): void => {
      this.#service.cancel(job.id, new AbortController().signal).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await this.#service.follow(job.id, take, signal);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    write(links.end());
    if (failure !== undefined) throw new Error(failure);
    for (const issueId of ready) write(await this.#diffOf(issueId, repositoryId, signal));
    const waiting = calls.findLast(({ status }) => status === 'AWAITING_CONSENT');
    if (waiting) ask(waiting, stream);
    return {
      conversationId: job.conversationId,
      repositoryId,
      calls: calls.map(({ name, status }) => ({ name, status })),
      ...(waiting && {
        pending: pendingOf(job.id, waiting),
        confirm: waiting.consent?.confirm ?? l10n.t('Yes'),
      }),
    };
  }

  /** A patch as the chat can show it: the editor's own comparison is behind the button. */
  async #diffOf(issueId: string, repositoryId: string | null, signal: AbortSignal): Promise<string> {
    const { use, folderOf } = this.#reach;
    const { patch } = await use(
      signal,
      (client) => client.call(getPatch, { issueId }, { signal }),
      folderOf(repositoryId),
    );
    return patch.diff === '' ? '' : `\n\n${fenced(shorten(patch.diff, longestDiff), 'diff')}\n\n`;
  }

  /** What is in this window is done here first; the service hears how it went. */
  async #decide(
    { jobId, toolCallId, effect, issueId, version }: Pending,
    approved: boolean,
  ): Promise<Answer> {
    const answer = { jobId, toolCallId, approved };
    if (!approved || effect !== 'workspace') return answer;
    try {
      const text = issueId === undefined ? undefined : await this.#window.applyPatch(issueId, version);
      if (text === undefined) return { ...answer, errorMessage: l10n.t('The patch was not applied.') };
      return { ...answer, result: { text, places: [] } };
    } catch (error) {
      return { ...answer, errorMessage: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Before the first message of a repository goes to a model elsewhere: what leaves, and where it goes. */
  async #askForModel(
    left: Left,
    repositoryId: string | null,
    stream: vscode.ChatResponseStream,
    signal: AbortSignal,
  ): Promise<Left> {
    const { asks } = await analystOf(this.#reach, repositoryId, signal);
    if (!asks) return left;
    stream.markdown(
      `\n\n${l10n.t('Let {0} answer? Your messages, the issues and the parts of the code that the agent looks at are then sent to {1}. Ignored files and secrets are not.', asks.model, asks.host)}\n\n`,
    );
    return { ...left, asksForModel: true, confirm: l10n.t('Send to {0}', asks.host) };
  }

  async #decideModel(
    agreed: boolean,
    repositoryId: string | null,
    before: Left,
    stream: vscode.ChatResponseStream,
    signal: AbortSignal,
  ): Promise<Left> {
    if (agreed) await agree(this.#reach, repositoryId, signal);
    stream.markdown(
      agreed
        ? l10n.t('Agreed. Ask again, and the model answers.')
        : l10n.t('The built-in analyst goes on answering.'),
    );
    return { ...before, asksForModel: false, confirm: undefined };
  }

  /** The file in the folder of the repository that is spoken of, else in the first one. */
  #addressOf(path: string, line: number | undefined, repositoryId: string | null): string | undefined {
    const folder = this.#folders.find((each) => each.repositoryId === repositoryId) ?? this.#folders[0];
    if (!folder) return undefined;
    const uri = this.#parts.uriOf(folder.uri, path);
    return (line === undefined ? uri : uri.with({ fragment: `L${line}` }))
      .toString()
      .replaceAll('(', '%28')
      .replaceAll(')', '%29');
  }

  async #attached(references: readonly vscode.ChatPromptReference[]): Promise<Attachment[]> {
    const attachments: Attachment[] = [];
    for (const { value } of references.slice(0, 20)) {
      const uri =
        value instanceof vscode.Uri ? value : value instanceof vscode.Location ? value.uri : undefined;
      if (!uri || !vscode.workspace.getWorkspaceFolder(uri)) continue;
      const path = this.#parts.placeOf(uri).file;
      if (!(value instanceof vscode.Location)) attachments.push({ kind: 'file', path });
      else {
        const document = await vscode.workspace.openTextDocument(uri);
        const text = document.getText(value.range).slice(0, maximumAttachedText);
        const [startLine, endLine] = [value.range.start.line + 1, value.range.end.line + 1];
        attachments.push({ kind: 'selection', path, startLine, endLine, text });
      }
    }
    return attachments;
  }
}

const longestDiff = 8_000;

/** What exactly will happen. What agrees and what declines is offered below the answer, in the chat that it is in. */
function ask({ consent }: ToolCall, stream: vscode.ChatResponseStream): void {
  stream.markdown(`\n\n**${consent?.title ?? l10n.t('Shall I do it?')}**\n\n${consent?.detail ?? ''}\n\n`);
}

function pendingOf(jobId: string, { id, effect, input, consent }: ToolCall): Pending {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  const named = fields['issueId'];
  const issueId = typeof named === 'string' ? named : undefined;
  return { jobId, toolCallId: id, effect, issueId, version: consent?.version };
}

/** What the last answer of the participant in this chat left. */
function leftBy({ history }: vscode.ChatContext): Left | undefined {
  const turn = history.findLast(
    (each): each is vscode.ChatResponseTurn =>
      each instanceof vscode.ChatResponseTurn && each.participant === 'parapet.agent',
  );
  const left = turn?.result.metadata as Partial<Left> | undefined;
  return left ? { calls: [], ...left } : undefined;
}
