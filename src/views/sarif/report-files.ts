import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { GitHistory, largestText } from '../../workspace/git-history.ts';
import type { FileOfFolder } from '../../workspace/sarif/artifact-uri.ts';
import type { FoundFile, PresentFile, ReportFiles } from './report-texts.ts';

export type PlaceOf = (uri: vscode.Uri) => { readonly folder: string; readonly file: string };

/** The files of the workspace that a report is about: looked up and read, never opened, and none outside of it. */
export class WorkspaceFiles implements ReportFiles {
  readonly #signal: AbortSignal;
  readonly #placeOf: PlaceOf;
  readonly #histories = new Map<string, GitHistory>();

  constructor(signal: AbortSignal, placeOf: PlaceOf) {
    this.#signal = signal;
    this.#placeOf = placeOf;
  }

  async find(files: readonly [FileOfFolder, ...FileOfFolder[]]): Promise<FoundFile | 'outside'> {
    for (const one of files) {
      const uri = uriIn(one);
      const stat = await vscode.workspace.fs.stat(uri).then(
        (found) => found,
        () => undefined,
      );
      if (!stat || (stat.type & vscode.FileType.File) === 0) continue;
      if (!(await isReallyInside(one.folder, uri))) return 'outside';
      return { ...this.#placeOf(uri), folderPath: one, modifiedAt: stat.mtime };
    }
    return { ...this.#placeOf(uriIn(files[0])), folderPath: files[0], modifiedAt: undefined };
  }

  async read({ folderPath, modifiedAt }: FoundFile): Promise<PresentFile | undefined> {
    if (modifiedAt === undefined) return undefined;
    const uri = uriIn(folderPath);
    try {
      if ((await vscode.workspace.fs.stat(uri)).size > largestText) return undefined;
      return { content: await vscode.workspace.fs.readFile(uri) };
    } catch {
      return undefined;
    }
  }

  async committed(
    { folderPath: { folder, file } }: FoundFile,
    commit: string,
  ): Promise<Uint8Array | undefined> {
    const root = vscode.Uri.parse(folder);
    // Git may be asked in a workspace that is trusted only.
    if (root.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
    const history = this.#histories.get(folder) ?? new GitHistory(root.fsPath, this.#signal);
    this.#histories.set(folder, history);
    const name = await history.nameAt(commit, file);
    return name === undefined ? undefined : await history.content(name);
  }
}

function uriIn({ folder, file }: FileOfFolder): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(folder), ...file.split('/'));
}

/** A link in the workspace may lead out of it. */
async function isReallyInside(folder: string, file: vscode.Uri): Promise<boolean> {
  if (file.scheme !== 'file') return true;
  try {
    const root = await realpath(vscode.Uri.parse(folder).fsPath);
    const below = path.relative(root, await realpath(file.fsPath));
    return below !== '' && !below.startsWith('..') && !path.isAbsolute(below);
  } catch {
    return false;
  }
}
