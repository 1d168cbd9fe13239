import * as vscode from 'vscode';
import { fileSize, readFileUpTo } from './disk.ts';
import { GitHistory, largestText } from './git-history.ts';
import type { KeptLines } from './positions/kept-lines.ts';
import { type ScannedFile, ScannedTexts } from './positions/scanned-texts.ts';
import { type Disk, presentPath, SeenRenames } from './present-path.ts';

/** The files of one workspace folder: what they hold, what they are called now, and what git knows of them. */
export class FolderFiles implements vscode.Disposable {
  /** Undefined where git cannot be asked: off the disk, or in a workspace that is not trusted. */
  readonly history: GitHistory | undefined;
  readonly texts: ScannedTexts;
  readonly #uriOf: (file: string) => vscode.Uri;
  readonly #renames = new SeenRenames();
  /** Scanned paths that were asked for: renames of folders concern them. */
  readonly #files = new Set<string>();
  readonly #watchers: vscode.Disposable[] = [];
  #isDisposed = false;

  /**
   * @param uriOf the address of a file, and of the folder that paths begin in for the empty path
   * @param moved called when a commit or a checkout was made
   * @param lines keeps what no commit has
   */
  constructor(
    uriOf: (file: string) => vscode.Uri,
    moved: () => void,
    signal: AbortSignal,
    lines: KeptLines | undefined,
  ) {
    this.#uriOf = uriOf;
    const folder = uriOf('');
    const isOnDisk = folder.scheme === 'file' && vscode.workspace.isTrusted;
    this.history = isOnDisk ? new GitHistory(folder.fsPath, signal) : undefined;
    this.texts = new ScannedTexts(this.history, lines);
    if (this.history) void this.#watch(this.history, moved);
  }

  /** What a scanned file is called now; undefined when it is gone. */
  async presentPath(scanned: ScannedFile): Promise<string | undefined> {
    this.#files.add(scanned.file);
    const disk: Disk = {
      exists: async (path) => isOpen(this.#uriOf(path)) || (await fileSize(this.#uriOf(path))) !== undefined,
      read: (path) => this.read(path),
    };
    return await presentPath(scanned, this.#renames, this.history, disk);
  }

  /** What a scanned file is called now, with its content on the disk where that can be read; undefined when it is gone. */
  async presentFile(
    scanned: ScannedFile,
  ): Promise<{ readonly path: string; readonly content: Uint8Array | undefined } | undefined> {
    const { file } = scanned;
    // Mostly it is where it was.
    if (this.#renames.of(file) === undefined) {
      const content = await this.read(file);
      this.#files.add(file);
      if (content) return { path: file, content };
    }
    const path = await this.presentPath(scanned);
    return path === undefined ? undefined : { path, content: await this.read(path) };
  }

  /** The content on the disk; undefined when it cannot be read or is larger than anything that is scanned. */
  async read(path: string): Promise<Uint8Array | undefined> {
    return await readFileUpTo(this.#uriOf(path), largestText);
  }

  /** Takes a rename of a file or a folder. @returns the scanned files that it concerns, as they were called */
  renamed(from: string, to: string): string[] {
    const before = new Map([...this.#files].map((file) => [file, this.#renames.of(file)]));
    this.#renames.take(from, to, this.#files);
    return [...before].flatMap(([file, was]) => (this.#renames.of(file) === was ? [] : [was ?? file]));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const watcher of this.#watchers) watcher.dispose();
  }

  async #watch(history: GitHistory, moved: () => void): Promise<void> {
    const files = await history.headFiles();
    if (this.#isDisposed) return;
    for (const { folder, name } of files) {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), name);
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      this.#watchers.push(
        watcher,
        watcher.onDidChange(moved),
        watcher.onDidCreate(moved),
        watcher.onDidDelete(moved),
      );
    }
  }
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

function isOpen(uri: vscode.Uri): boolean {
  return uri.scheme !== 'file' && openDocument(uri) !== undefined;
}
