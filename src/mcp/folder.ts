import { createHash, randomUUID } from 'node:crypto';
import { lstat, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { code } from '../agent/data.ts';
import { type ServiceCalls, ToolFailure, type WorkspaceActions } from '../agent/tool.ts';
import { approvePatch, getPatch, type PatchedFile } from '../api/contract/patches.ts';

/** Applies patches to the files of a folder, where no editor has them open. */
export class Folder implements WorkspaceActions {
  readonly #root: string;
  readonly #service: ServiceCalls;
  readonly #scope: { readonly organizationId?: string };

  /** @param root absolute */
  constructor(root: string, service: ServiceCalls, organizationId: string | undefined) {
    this.#root = root;
    this.#service = service;
    this.#scope = organizationId === undefined ? {} : { organizationId };
  }

  /**
   * All files of the patch or none. Only files that are exactly what the patch was made and proven for are changed.
   * @throws ToolFailure with the reason
   */
  async applyPatch(issueId: string, signal: AbortSignal): Promise<string> {
    const request = { ...this.#scope, issueId };
    const { patch } = await this.#service.call(getPatch, request, { signal });
    if (patch.status !== 'READY' || patch.files.length === 0)
      throw new ToolFailure('There is no patch to apply.');
    const changes = await Promise.all(patch.files.map((file) => this.#changed(file)));
    signal.throwIfAborted();
    await writeAll(changes);
    await this.#service.call(approvePatch, request, { signal }).catch(() => undefined);
    const files = patch.files.map(({ path: name }) => `- ${code(name)}`).join('\n');
    return `Applied. These files were changed:\n${files}\n\nscan_repository tells whether the issue is gone.`;
  }

  async #changed(file: PatchedFile): Promise<Change> {
    const target = await this.#placeOf(file.path);
    const before = await readFile(target);
    if (sha256(before) !== file.baseSha256) {
      throw new ToolFailure(`${code(file.path)} was changed since the patch was made. Generate it again.`);
    }
    const after = edited(before, file.edits);
    if (sha256(after) !== file.patchedSha256) {
      throw new ToolFailure(
        `The change of ${code(file.path)} is not the one that was proven. Nothing was changed.`,
      );
    }
    return { target, before, after };
  }

  /** @throws ToolFailure where it is not a plain file of the folder */
  async #placeOf(name: string): Promise<string> {
    const root = await realpath(this.#root);
    const target = path.join(root, name);
    const segments = name.split(/[/\\]/);
    const isOdd = segments.some(
      (each) => each === '' || each === '.' || each === '..' || each.toLowerCase() === '.git',
    );
    const real = isOdd || path.isAbsolute(name) ? undefined : await realpath(target).catch(() => undefined);
    if (real !== target || !(await lstat(real)).isFile()) {
      throw new ToolFailure(`${code(name)} is no plain file of this folder; nothing was changed.`);
    }
    return real;
  }
}

interface Change {
  readonly target: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const byteOrderMark = '\ufeff';

/** The bytes with the replacements in them. What cannot be decoded comes out otherwise, which the hash tells. */
function edited(bytes: Buffer, edits: PatchedFile['edits']): Buffer {
  const decoded = bytes.toString('utf8');
  const mark = decoded.startsWith(byteOrderMark) ? byteOrderMark : '';
  let text = decoded.slice(mark.length);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offset = (line: number, column: number) => (starts[line - 1] ?? text.length) + column - 1;
  const replacements = edits.map(({ startLine, startColumn, endLine, endColumn, newText }) => ({
    from: offset(startLine, startColumn),
    to: offset(endLine, endColumn),
    newText,
  }));
  // From the end, so that the offsets of those before stay right.
  for (const { from, to, newText } of replacements.toReversed())
    text = text.slice(0, from) + newText + text.slice(to);
  return Buffer.from(mark + text, 'utf8');
}

/** Each file is replaced as a whole; when one cannot be, those before it get their text back. */
async function writeAll(changes: readonly Change[]): Promise<void> {
  const done: Change[] = [];
  try {
    for (const change of changes) {
      await replace(change.target, change.after);
      done.push(change);
    }
  } catch (error) {
    for (const { target, before } of done) await replace(target, before);
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ToolFailure(`A file could not be written${reason}; nothing was changed.`, { cause: error });
  }
}

async function replace(target: string, content: Buffer): Promise<void> {
  const { mode } = await stat(target);
  const beside = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID().slice(0, 8)}`);
  try {
    await writeFile(beside, content, { mode, flag: 'wx' });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
