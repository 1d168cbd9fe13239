import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { blobIdOf } from '../../api/blob-id.ts';
import { GitHistory } from '../../workspace/git-history.ts';
import type { FileChange } from '../../workspace/patches/patch-diff.ts';
import type { KnownIssue } from '../issues/known-issue.ts';

/** Characters of texts that patches were made for and that are remembered. */
const mostRemembered = 16_000_000;
/** Milliseconds that git may take to look for a text. */
const gitMs = 4_000;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Finds the exact text that a patch was made for: on the disk, seen earlier in this window, or in the repository. */
export class PatchBases {
  readonly #seen = new Map<string, string>();
  #size = 0;

  /**
   * @param bytes of the file as it is on the disk
   * @returns undefined where it is not to be had, or is no UTF-8
   */
  async find(
    change: FileChange,
    known: KnownIssue,
    folder: vscode.Uri,
    bytes: Uint8Array | undefined,
  ): Promise<string | undefined> {
    const { baseSha256 } = change;
    if (baseSha256 === undefined) {
      // Only of the file with the issue it is known what the service read.
      const isScanned = change.path === known.issue.file && known.issue.blobId !== undefined;
      return isScanned && bytes && blobIdOf(bytes) === known.issue.blobId ? decoded(bytes) : undefined;
    }
    if (bytes && sha256(bytes) === baseSha256) return this.#remember(baseSha256, decoded(bytes));
    const seen = this.#seen.get(baseSha256);
    if (seen !== undefined) return seen;
    const committed = await committedText(change, known, folder);
    return committed && sha256(committed) === baseSha256 ? decoded(committed) : undefined;
  }

  #remember(name: string, text: string | undefined): string | undefined {
    if (text === undefined || this.#seen.has(name) || text.length > mostRemembered) return text;
    this.#seen.set(name, text);
    this.#size += text.length;
    for (const [oldest, { length }] of this.#seen) {
      if (this.#size <= mostRemembered) break;
      this.#seen.delete(oldest);
      this.#size -= length;
    }
    return text;
  }
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

async function committedText(
  { path }: FileChange,
  { issue }: KnownIssue,
  folder: vscode.Uri,
): Promise<Buffer | undefined> {
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  const git = new GitHistory(folder.fsPath, AbortSignal.timeout(gitMs));
  const ofIssue = path === issue.file ? issue.blobId : undefined;
  const committed = issue.commitSha === null ? undefined : await git.nameAt(issue.commitSha, path);
  for (const name of [ofIssue, committed]) {
    const content = name === undefined ? undefined : await git.content(name);
    if (content) return content;
  }
  return undefined;
}
