import path from 'node:path';
import * as vscode from 'vscode';
import { checkedOut } from '../workspace/checked-out.ts';

/** Milliseconds that a checkout is left to finish. */
const settleMs = 500;

/** Which branch is checked out in the window's folders, and when that changes. */
export class BranchWatch implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watched = new Map<string, vscode.Disposable>();
  #timer: NodeJS.Timeout | undefined;

  /** @param folder URI of a workspace folder. @returns undefined where that is not known */
  async branchOf(folder: string): Promise<string | undefined> {
    const uri = vscode.Uri.parse(folder);
    if (uri.scheme !== 'file') return undefined;
    const found = await checkedOut(uri.fsPath);
    if (found) this.#watch(found.headFile);
    return found?.branch;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
    for (const watcher of this.#watched.values()) watcher.dispose();
  }

  #watch(headFile: string): void {
    if (this.#watched.has(headFile)) return;
    const pattern = new vscode.RelativePattern(
      vscode.Uri.file(path.dirname(headFile)),
      path.basename(headFile),
    );
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const changed = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#changed.fire(), settleMs);
    };
    watcher.onDidChange(changed);
    watcher.onDidCreate(changed);
    this.#watched.set(headFile, watcher);
  }
}
