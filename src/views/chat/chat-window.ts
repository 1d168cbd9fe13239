import * as vscode from 'vscode';
import { patchVersion } from '../../agent/patch-version.ts';
import type { Patch, PatchStatusItem } from '../../api/contract/patches.ts';
import { Failure } from '../../connection/failure.ts';
import { requireTrust } from '../../workspace/trust.ts';
import { type IssueState, stateOf } from '../issues/issue-state.ts';
import type { SessionFolder } from '../scan-activity.ts';
import type { AgentReach } from './agent-service.ts';
import type { ChatRepository, ChatWindow } from './chat-ports.ts';
import type { ContextChips } from './context-chips.ts';
import type { Chip } from './messages.ts';
import type { ChatParts } from './parts.ts';

/** What the chat does in the window. */
export class VsCodeChatWindow implements ChatWindow {
  readonly #parts: ChatParts;
  readonly #chips: ContextChips;
  #folders: readonly SessionFolder[] = [];

  constructor(parts: ChatParts, chips: ContextChips) {
    this.#parts = parts;
    this.#chips = chips;
  }

  get hasFolder(): boolean {
    return (vscode.workspace.workspaceFolders ?? []).length > 0;
  }

  get isUsed(): boolean {
    return this.#parts.session.isUsed;
  }

  async repositories(signal: AbortSignal): Promise<readonly ChatRepository[]> {
    requireTrustForAgent();
    await this.#parts.session.use();
    this.#folders = await this.#parts.folders(signal);
    // Titles of issues, and their patches, are those of the window.
    void this.#parts.session.loadQuietly();
    const active = vscode.window.activeTextEditor?.document.uri;
    const present = active && vscode.workspace.getWorkspaceFolder(active)?.uri.toString();
    const sorted = [...this.#folders].sort((a, b) => Number(b.uri === present) - Number(a.uri === present));
    return sorted.map(({ repositoryId, name }) => ({ id: repositoryId, name }));
  }

  /** The way to the agent in the organizations of the folders. */
  get reach(): AgentReach {
    const { connection } = this.#parts;
    return {
      use: async (signal, work, folder) => {
        requireTrustForAgent();
        return await connection.useClient(signal, work, folder);
      },
      scopes: () => connection.scopes,
      folderOf: (id) =>
        this.#folders.find(({ repositoryId }) => repositoryId === id)?.uri ?? connection.scopes[0],
    };
  }

  async confirm(question: string, detail: string, button: string): Promise<boolean> {
    const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, button);
    return answer === button;
  }

  titleOf(issueId: string): string | undefined {
    return this.#parts.store.get(issueId)?.issue.title;
  }

  /** In the repository that is spoken of; where none is, in the first folder that has such a file. */
  async openFile(path: string, line: number | undefined, repositoryId: string | null): Promise<void> {
    const own = this.#folders.filter((folder) => folder.repositoryId === repositoryId);
    for (const { uri: folder } of own.length > 0 ? own : this.#folders) {
      const uri = this.#parts.uriOf(folder, path);
      if (!vscode.workspace.getWorkspaceFolder(uri) || !(await exists(uri))) continue;
      const at = Math.max(0, (line ?? 1) - 1);
      const selection = line === undefined ? {} : { selection: new vscode.Range(at, 0, at, 0) };
      await vscode.window.showTextDocument(uri, { preview: true, ...selection });
      return;
    }
    throw new Failure({
      what: vscode.l10n.t('{0} is not in the folders that are open.', path),
      advice: vscode.l10n.t('It may have been moved or deleted since, or belong to another repository.'),
    });
  }

  async openIssue(issueId: string): Promise<void> {
    if (!this.#parts.store.get(issueId)) await this.#parts.session.loadQuietly();
    await vscode.commands.executeCommand('parapet.showDetails', issueId);
  }

  /** The editor asks before it opens a site that is not trusted. */
  async openLink(text: string): Promise<void> {
    const url = vscode.Uri.parse(text, true);
    if (url.scheme === 'https' || url.scheme === 'http') await vscode.env.openExternal(url);
  }

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  async patch(issueId: string, signal: AbortSignal): Promise<Patch> {
    const { patches } = this.#parts;
    return patches.evidenced(await patches.patch(issueId, signal));
  }

  async stateOf(issueId: string, signal: AbortSignal): Promise<IssueState | undefined> {
    const known = this.#parts.store.get(issueId);
    if (known) return stateOf(known);
    try {
      return stateOf({ issue: await this.#parts.issue(issueId, signal) });
    } catch {
      return undefined;
    }
  }

  stateKey(issueId: string): string {
    const known = this.#parts.store.get(issueId);
    return known ? JSON.stringify(stateOf(known)) : '';
  }

  async regeneratePatch(issueId: string): Promise<void> {
    await this.#know(issueId);
    await vscode.commands.executeCommand('parapet.regeneratePatch', issueId);
  }

  async showPatch(issueId: string): Promise<void> {
    await this.#know(issueId);
    await this.#parts.patches.show([issueId]);
  }

  async applyPatch(issueId: string, agreed?: string): Promise<string | undefined> {
    const patch = await this.#know(issueId);
    if (agreed !== undefined && patchVersion(patch) !== agreed) {
      throw new Failure({
        what: vscode.l10n.t('The patch changed since you were asked, so nothing was changed.'),
        advice: vscode.l10n.t('Look at it as it is now, and apply it then.'),
      });
    }
    const files = await this.#parts.patches.applyOne(issueId);
    if (files.length === 0) return undefined;
    const known = this.#parts.store.get(issueId);
    const isGone = known === undefined || known.issue.status === 'RESOLVED';
    const names = files.map(
      (uri) => `\`${vscode.workspace.asRelativePath(uri, false).replaceAll('`', '')}\``,
    );
    return `Applied to ${names.join(', ')}. ${isGone ? 'The scan after it does not find the issue any more.' : 'The next scan says whether the issue is gone.'}`;
  }

  async dropped(uris: readonly string[], issueIds: readonly string[]): Promise<readonly Chip[]> {
    const issues = issueIds.filter((id) => this.#parts.store.get(id)).map((id) => this.#chips.issue(id));
    return issues.length > 0 ? issues : await this.#chips.dropped(uris);
  }

  async chooseContext(): Promise<readonly Chip[]> {
    return await this.#chips.choose();
  }

  async run(command: string, args: readonly unknown[]): Promise<void> {
    await vscode.commands.executeCommand(command, ...args);
  }

  tookPatch(patch: PatchStatusItem): void {
    this.#parts.patches.take(patch);
  }

  /** A patch is shown and applied as the window knows it, which may not have heard of it yet. */
  async #know(issueId: string): Promise<Patch> {
    if (!this.#parts.store.get(issueId)) await this.#parts.session.loadQuietly();
    const patch = await this.patch(issueId, new AbortController().signal);
    const { id, status, validation, errorMessage, updatedAt } = patch;
    this.#parts.patches.take({
      ...{ issueId, status, validation },
      ...(id === undefined ? {} : { id }),
      ...(errorMessage === undefined ? {} : { errorMessage }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    });
    return patch;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** The agent reads code of the repository that is spoken of, also where an older conversation goes on. */
function requireTrustForAgent(): void {
  requireTrust(
    vscode.l10n.t('This workspace is not trusted, so the agent does not read its code.'),
    vscode.l10n.t('Trust it first, or scan the file or a selection: that runs nothing.'),
  );
}
