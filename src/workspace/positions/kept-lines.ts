/**
 * What is needed of scanned texts that no commit has, kept on the disk so that it outlives the window. Lines are kept
 * as salted hashes: which line is which can be told by them, and nothing can be read from them.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { splitLines } from '../code-text.ts';
import { paced } from '../paced.ts';

/** Lines of the largest text that is kept, and bytes of all that is. */
const mostLines = 20_000;
const mostBytes = 8_000_000;
const saltBytes = 16;
/** Characters of a hash, base64: 66 bits are enough to tell the lines of one file apart. */
const hashLength = 11;

export class KeptLines {
  readonly #folder: string;
  #writing: Promise<void> = Promise.resolve();

  /** @param folder absolute path of a folder that holds nothing else; it need not exist yet */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps a text by git's name for it. A disk that cannot be written costs nothing but the memory of it. */
  async keep(blobId: string, text: string): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(blobId, text)).catch(() => undefined);
    await this.#writing;
  }

  /**
   * A text as far as a later one still has its lines; in place of the others are lines that are like no code.
   * @returns undefined when the text was not kept, or what was kept cannot be read
   */
  async recall(blobId: string, present: string): Promise<string | undefined> {
    const [salt, ...kept] = ((await this.#read(blobId)) ?? '').split('\n');
    if (salt === undefined || salt === '' || kept.length === 0) return undefined;
    const known = new Map<string, string>();
    await paced(new Set(splitLines(present).map((line) => line.trim())), (line) => {
      known.set(hashOf(line, salt), line);
    });
    const lines: string[] = [];
    for (const [index, one] of kept.entries()) {
      const [, indent, hash] = /^(\d{1,4}) ([\w-]{11})$/.exec(one) ?? [];
      if (indent === undefined || hash === undefined) return undefined;
      const line = known.get(hash);
      lines.push(line === undefined ? `\0${index}` : ' '.repeat(Number(indent)) + line);
    }
    return lines.join('\n');
  }

  async #read(blobId: string): Promise<string | undefined> {
    if (!isName(blobId)) return undefined;
    try {
      return await readFile(path.join(this.#folder, blobId), 'utf8');
    } catch {
      return undefined;
    }
  }

  async #write(blobId: string, text: string): Promise<void> {
    const lines = splitLines(text);
    if (!isName(blobId) || lines.length > mostLines) return;
    const salt = randomBytes(saltBytes).toString('base64url');
    const kept: string[] = [salt];
    await paced(lines, (line) => {
      const indent = Math.min(9999, line.length - line.trimStart().length);
      kept.push(`${indent} ${hashOf(line.trim(), salt)}`);
    });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#folder, blobId);
    await writeFile(`${file}.new`, kept.join('\n'), { mode: 0o600 });
    await rename(`${file}.new`, file);
    await this.#makeRoom();
  }

  /** Forgets the oldest of what is too much. */
  async #makeRoom(): Promise<void> {
    const names = await readdir(this.#folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(path.join(this.#folder, name));
        return { name, size, mtimeMs };
      }),
    );
    let bytes = 0;
    for (const { name, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
      bytes += size;
      if (bytes > mostBytes) await rm(path.join(this.#folder, name), { force: true });
    }
  }
}

function hashOf(line: string, salt: string): string {
  return createHmac('sha256', salt).update(line).digest('base64url').slice(0, hashLength);
}

function isName(blobId: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(blobId);
}
