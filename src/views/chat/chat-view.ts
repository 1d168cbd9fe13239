import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { pageHtml } from '../page-html.ts';
import { AgentService } from './agent-service.ts';
import { agree, analystOf, connectCommand } from './analyst.ts';
import { ChatHost } from './chat-host.ts';
import { VsCodeChatWindow } from './chat-window.ts';
import { ContextChips } from './context-chips.ts';
import { type Chip, FromPage, type ToPage } from './messages.ts';
import type { ChatParts } from './parts.ts';

/** The chat's view: one page, which is made anew whenever it is shown again. */
export class ChatView implements vscode.Disposable {
  readonly #parts: ChatParts;
  readonly #host: ChatHost;
  readonly #chips: ContextChips;
  readonly #subscriptions: vscode.Disposable[];
  #view: vscode.WebviewView | undefined;
  /** Told to the page once it is there. */
  #waiting: ToPage[] = [];
  #isReady = false;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#chips = new ContextChips(parts);
    const window = new VsCodeChatWindow(parts, this.#chips);
    const { reach } = window;
    this.#host = new ChatHost({
      service: new AgentService(reach),
      window,
      analyst: (repositoryId, signal) => analystOf(reach, repositoryId, signal),
      agree: (repositoryId, signal) => agree(reach, repositoryId, signal),
      connectModel: async () => connectCommand(await vscode.commands.getCommands(true)),
      post: (message) => void this.#view?.webview.postMessage(message),
      log: (message) => parts.log.warn(message),
    });
    this.#subscriptions = [
      parts.patches.onEvidence((issueIds) => {
        if (this.#isReady) void this.#host.evidenceChanged(issueIds);
      }),
      parts.store.onChange(() => {
        if (this.#isReady) void this.#host.statesChanged();
      }),
      parts.connection.onDidChangeService(() => {
        this.#host.forget();
        if (this.#isReady) void this.#host.begin();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        if (this.#isReady) void this.#host.begin();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (this.#isReady && event.affectsConfiguration('parapet.chat')) this.#greet();
      }),
    ];
  }

  /** The editor shows the view, for the first time or again. */
  adopt(view: vscode.WebviewView): void {
    this.#view = view;
    this.#isReady = false;
    const root = vscode.Uri.joinPath(this.#parts.extensionUri, 'dist', 'webviews');
    view.webview.options = { enableScripts: true, localResourceRoots: [root] };
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#isReady = false;
      this.#host.leave();
    });
    view.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    view.webview.html = pageHtml(view.webview, root, randomBytes(16).toString('base64url'), {
      name: 'chat',
      title: vscode.l10n.t('Agent'),
    });
  }

  async newConversation(): Promise<void> {
    await this.#tell({ type: 'show', screen: 'new' });
  }

  async showConversations(): Promise<void> {
    await this.#tell({ type: 'show', screen: 'list' });
  }

  /** Adds issues of the tree, files of the Explorer, or what the editor has selected. */
  async add(args: readonly unknown[]): Promise<void> {
    const chips = this.#chipsOf(args);
    await this.#tell({ type: 'chips', chips: [...chips] });
  }

  /** A new conversation about issues, with a question to begin with that can be changed before it is asked. */
  async ask(args: readonly unknown[]): Promise<void> {
    const [first] = args;
    if (isQuestion(first)) {
      await this.#tell(
        { type: 'show', screen: 'new' },
        { type: 'chips', chips: [this.#chips.file(first.file)] },
        { type: 'draft', text: first.question },
      );
      return;
    }
    const chips = this.#parts.issuesOf(args).map((id) => this.#chips.issue(id));
    await this.#tell(
      { type: 'show', screen: 'new' },
      { type: 'chips', chips },
      {
        type: 'draft',
        text:
          chips.length === 1
            ? vscode.l10n.t('Explain this issue: can it be exploited, and what is the best fix?')
            : vscode.l10n.t('Compare these issues: which should be fixed first, and how?'),
      },
    );
  }

  dispose(): void {
    this.#host.leave();
    for (const one of this.#subscriptions) one.dispose();
  }

  #chipsOf(args: readonly unknown[]): readonly Chip[] {
    const [first, second] = args;
    if (first instanceof vscode.Uri) {
      const uris = Array.isArray(second) ? second.filter((one) => one instanceof vscode.Uri) : [first];
      const editor = vscode.window.activeTextEditor;
      // The editor's menu passes the address of the document too.
      const isOfEditor = !Array.isArray(second) && editor?.document.uri.toString() === first.toString();
      if (isOfEditor && !editor.selection.isEmpty) return [this.#chips.selection(editor)];
      return uris.map((uri) => this.#chips.file(uri));
    }
    if (first !== undefined) return this.#parts.issuesOf(args).map((id) => this.#chips.issue(id));
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      throw new Failure({
        what: vscode.l10n.t('There is nothing to add: no editor is open.'),
        advice: vscode.l10n.t('Open a file, select code in it, or choose an issue.'),
      });
    }
    return [editor.selection.isEmpty ? this.#chips.file(editor.document.uri) : this.#chips.selection(editor)];
  }

  /** Opens the view, and tells its page. */
  async #tell(...messages: readonly ToPage[]): Promise<void> {
    if (this.#isReady && this.#view?.visible) for (const one of messages) this.#post(one);
    else this.#waiting.push(...messages);
    await vscode.commands.executeCommand('parapet.chat.focus');
  }

  #post(message: ToPage): void {
    void this.#view?.webview.postMessage(message);
  }

  #greet(): void {
    const sendWith = vscode.workspace.getConfiguration('parapet.chat').get('sendWith');
    this.#post({
      type: 'begin',
      translations: vscode.l10n.bundle ?? null,
      sendWith: sendWith === 'ctrlEnter' ? 'ctrlEnter' : 'enter',
      isMac: process.platform === 'darwin',
    });
  }

  /** The page is there. What it is to show now goes before what it showed the last time. */
  async #begin(conversationId: string | null): Promise<void> {
    this.#isReady = true;
    this.#greet();
    const waiting = this.#waiting.splice(0);
    for (const one of waiting) this.#post(one);
    const isElsewhere = waiting.some(({ type }) => type === 'show');
    await this.#host.receive({ type: 'ready', conversationId: isElsewhere ? null : conversationId });
  }

  async #receive(value: unknown): Promise<void> {
    const message = FromPage.safeParse(value);
    if (!message.success) {
      this.#parts.log.warn('The chat sent a message of an unknown form.');
      return;
    }
    if (message.data.type === 'ready') await this.#begin(message.data.conversationId);
    else await this.#host.receive(message.data);
  }
}

/** What another view of ours asks, as the command takes it. */
function isQuestion(value: unknown): value is { readonly question: string; readonly file: vscode.Uri } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'question' in value &&
    typeof value.question === 'string' &&
    'file' in value &&
    value.file instanceof vscode.Uri
  );
}
