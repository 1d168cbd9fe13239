import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { code } from '../agent/data.ts';
import { type ServiceCalls, ToolFailure, type WorkspaceActions } from '../agent/tool.ts';
import { approvePatch, getPatch, type PatchedFile } from '../api/contract/patches.ts';
import { patchTarget, type Target, type TargetFault } from '../api/patch-target.ts';

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
    await writeAll(this.#root, changes);
    await this.#service.call(approvePatch, request, { signal }).catch(() => undefined);
    const files = patch.files.map(({ path: name }) => `- ${code(name)}`).join('\n');
    return `Applied. These files were changed:\n${files}\n\nscan_repository tells whether the issue is gone.`;
  }

  async #changed(file: PatchedFile): Promise<Change> {
    const name = path.join(this.#root, file.path);
    const target = await this.#targetOf(file.path);
    const before = await readFile(target.real);
    if (sha256(before) !== file.baseSha256) {
      throw new ToolFailure(`${code(file.path)} was changed since the patch was made. Generate it again.`);
    }
    const after = edited(before, file.edits);
    if (sha256(after) !== file.patchedSha256) {
      throw new ToolFailure(
        `The change of ${code(file.path)} is not the one that was proven. Nothing was changed.`,
      );
    }
    return { name, target, before, after };
  }

  /** @throws ToolFailure where a patch may not write there */
  async #targetOf(name: string): Promise<Target> {
    const isOdd = path.isAbsolute(name) || name.split(/[/\\]/).some((each) => /^\.{0,2}$/.test(each));
    const target = isOdd ? 'outside' : await patchTarget(this.#root, path.join(this.#root, name));
    if (typeof target !== 'string') return target;
    throw new ToolFailure(`${code(name)} ${faults[target]}; nothing was changed.`);
  }
}

const faults: Readonly<Record<TargetFault, string>> = {
  outside: 'is no plain file of this folder',
  protected: 'is read by git, an editor or a pipeline, which may run what is written there',
  nested: 'belongs to another repository inside this folder',
  hardLink: 'has a second name on the disk (hard link), which would change too',
  foreign: 'belongs to another user',
  missing: 'is no plain file of this folder',
  notAFile: 'is no plain file of this folder',
  readOnly: 'is read-only',
  tooLarge: 'is far larger than any file that is patched',
};

interface Change {
  /** As it is spelled. */
  readonly name: string;
  readonly target: Target;
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
async function writeAll(root: string, changes: readonly Change[]): Promise<void> {
  const done: Change[] = [];
  try {
    for (const change of changes) {
      const { name, target, after } = change;
      const now = await patchTarget(root, name);
      if (!isSame(now, target) || now.inode !== target.inode) throw new Moved();
      await replace(target.real, after);
      done.push(change);
      if (!isSame(await patchTarget(root, name), target)) throw new Moved();
    }
  } catch (error) {
    for (const { target, before } of done) await replace(target.real, before);
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    if (error instanceof Moved)
      throw new ToolFailure(
        'A file, or a folder on the way to it, was replaced meanwhile. Nothing was changed; try again.',
      );
    throw new ToolFailure(`A file could not be written${reason}; nothing was changed.`, { cause: error });
  }
}

/** What is under a name is not what was looked at. */
class Moved extends Error {}

function isSame(now: Target | TargetFault, target: Target): now is Target {
  return typeof now !== 'string' && now.real === target.real && now.device === target.device;
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
