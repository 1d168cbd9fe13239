import * as vscode from 'vscode';
import * as z from 'zod';
import { asData, shorten, visible } from '../../agent/data.ts';
import { type ServiceCalls, type Tool, type ToolContext, ToolFailure } from '../../agent/tool.ts';
import { toolset } from '../../agent/toolset.ts';
import type { Consent } from '../../api/contract/agent/message.ts';
import type { ChatRepository } from '../chat/chat-ports.ts';
import { VsCodeChatWindow } from '../chat/chat-window.ts';
import { ContextChips } from '../chat/context-chips.ts';
import type { AgentToolParts } from './parts.ts';

type Input = Readonly<Record<string, unknown>>;

/** Names in the editor, where all extensions' tools are together. */
export const toolPrefix = 'parapet_';

/** Agreements that were asked for and not used are forgotten. */
const keptAgreements = 50;

/**
 * The tool set for the editor's language models. A tool with an effect runs only after the editor asked for that very
 * call (`prepare`); one that was not asked about, whoever invokes it, is asked about in a dialog of ours.
 */
export class LanguageModelTools {
  readonly #parts: AgentToolParts;
  readonly #window: VsCodeChatWindow;
  /** Calls that the editor asks about before it invokes them. */
  readonly #asked: string[] = [];

  constructor(parts: AgentToolParts) {
    this.#parts = parts;
    this.#window = new VsCodeChatWindow(parts, new ContextChips(parts));
  }

  async prepare(
    name: string,
    given: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    const tool = toolNamed(name);
    const invocationMessage = vscode.l10n.t('Parapet: {0}', tool.title);
    const input = parsed(tool, given);
    return await this.#with(token, input, async (context) => {
      const consent = await this.#consent(tool, input, context);
      if (!consent) return { invocationMessage };
      this.#asked.push(callKey(tool, input, consent));
      this.#asked.splice(0, this.#asked.length - keptAgreements);
      // Markdown of ours with data in it: it may neither run commands nor show HTML.
      const message = new vscode.MarkdownString(consent.detail);
      return { invocationMessage, confirmationMessages: { title: consent.title, message } };
    });
  }

  async invoke(
    name: string,
    given: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const tool = toolNamed(name);
    const input = parsed(tool, given);
    return await this.#with(token, input, async (context) => {
      const consent = await this.#consent(tool, input, context);
      if (consent && !this.#wasAsked(callKey(tool, input, consent))) await ask(consent);
      const { text } = await tool.run(input, { ...context, agreedVersion: consent?.version });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(asData(text, tool.name))]);
    });
  }

  /** What a person has to agree to; undefined where there is nothing. */
  async #consent(tool: Tool, input: Input, context: ToolContext): Promise<Consent | undefined> {
    if (tool.effect === 'none') return this.#upload(tool, input);
    if (!tool.consent)
      throw new ToolFailure(`${tool.name} cannot say what it would do, so nothing was done.`);
    return await tool.consent(input, context);
  }

  /** An agreement is to one call. */
  #wasAsked(key: string): boolean {
    const at = this.#asked.indexOf(key);
    if (at >= 0) this.#asked.splice(at, 1);
    return at >= 0;
  }

  /** Code that a call would send to a service elsewhere. */
  #upload(tool: Tool, input: Input): Consent | undefined {
    const host = this.#elsewhere;
    const code =
      tool.name === 'scan_code' ? input['text'] : tool.name === 'scan_changes' ? input['diff'] : '';
    if (host === undefined || typeof code !== 'string' || code === '') return undefined;
    const what = typeof input['path'] === 'string' ? visible(shorten(input['path'], 200)) : 'diff';
    return {
      title: vscode.l10n.t('Send code to {0}?', host),
      detail: vscode.l10n.t('{0}: {1} bytes are sent there to be scanned.', what, Buffer.byteLength(code)),
      confirm: vscode.l10n.t('Send'),
    };
  }

  get #elsewhere(): string | undefined {
    const { remote } = this.#parts.connection;
    return remote && new URL(remote.url).host;
  }

  async #with<T>(
    token: vscode.CancellationToken,
    input: Input,
    work: (context: ToolContext) => Promise<T>,
  ): Promise<T> {
    if (!vscode.workspace.isTrusted) {
      throw new Error(vscode.l10n.t('This workspace is not trusted, so no tool reads its code.'));
    }
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort());
    try {
      return await work(await this.#context(input, abort.signal));
    } catch (error) {
      if (abort.signal.aborted) throw new vscode.CancellationError();
      throw error;
    } finally {
      cancelled.dispose();
    }
  }

  async #context(input: Input, signal: AbortSignal): Promise<ToolContext> {
    const { connection } = this.#parts;
    // The one of the active editor comes first.
    const repositories = this.#window.hasFolder ? await this.#window.repositories(signal) : [];
    const repositoryId = (this.#meant(input, repositories) ?? repositories[0])?.id;
    const folder = this.#window.reach.folderOf(repositoryId ?? null);
    const service: ServiceCalls = {
      call: (endpoint, request, options) =>
        connection.useClient(
          signal,
          (client) => client.call(endpoint, request, { signal, ...options }),
          folder,
        ),
      events: async function* (endpoint, request, options) {
        const client = await connection.useClient(signal, async (connected) => connected, folder);
        yield* client.events(endpoint, request, { signal, ...options });
      },
    };
    return {
      service,
      organizationId: connection.remote && connection.remembered.organizationOf(folder)?.id,
      repositoryId,
      elsewhere: this.#elsewhere,
      workspace: { applyPatch: (issueId) => this.#apply(issueId) },
      signal,
      progress: () => undefined,
    };
  }

  /** Of the repositories of this window the one that a call names, itself or by an issue: it is asked in its organization. */
  #meant(
    { repository, issueId }: Input,
    repositories: readonly ChatRepository[],
  ): ChatRepository | undefined {
    const issue = typeof issueId === 'string' ? this.#parts.store.get(issueId)?.issue : undefined;
    const named = issue?.repositoryId ?? repository;
    return repositories.find(({ id, name }) => id === named || name === named);
  }

  async #apply(issueId: string): Promise<string> {
    const said = await this.#window.applyPatch(issueId);
    if (said === undefined) throw new ToolFailure('Nothing was changed: the person thought better of it.');
    return said;
  }
}

function toolNamed(name: string): Tool {
  const tool = toolset.find((each) => `${toolPrefix}${each.name}` === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

function parsed(tool: Tool, given: unknown) {
  const input = tool.input.safeParse(given ?? {});
  if (!input.success) throw new Error(z.prettifyError(input.error));
  return input.data;
}

/** What was agreed to: of a patch, that very one. */
function callKey(tool: Tool, input: unknown, { version = '' }: Consent): string {
  return `${tool.name} ${version} ${JSON.stringify(input)}`;
}

/** @throws where the person does not agree */
async function ask({ title, detail, confirm }: Consent): Promise<void> {
  const answer = await vscode.window.showWarningMessage(title, { modal: true, detail }, confirm);
  if (answer !== confirm) throw new ToolFailure('Nothing was done: the person declined.');
}
