import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { blobIdOf } from '../../api/blob-id.ts';
import { type GitHistory, largestText } from '../git-history.ts';
import type { KeptLines } from './kept-lines.ts';

/** What is known of the text that an issue was found in. */
export interface ScannedFile {
  /** Relative to the folder, `/` as separator. */
  readonly file: string;
  /** What was checked out when it was scanned. */
  readonly commitSha: string | null;
  /** Git's name for the very content that was scanned, committed or not; a service need not tell it. */
  readonly blobId?: string | undefined;
}

/** Bytes, compressed, of texts that are remembered because no repository has them. */
const mostRemembered = 16_000_000;

/** Finds the text that was scanned: on the disk, in what was seen in this window, or in the repository. */
export class ScannedTexts {
  readonly #history: GitHistory | undefined;
  readonly #kept: KeptLines | undefined;
  readonly #remembered = new Map<string, Buffer>();
  #rememberedBytes = 0;

  /** @param lines keeps over a reload of the window what no commit has */
  constructor(history: GitHistory | undefined, lines?: KeptLines) {
    this.#history = history;
    this.#kept = lines;
  }

  /**
   * @param present contents that the file has now, on the disk and in the editor
   * @returns as much of the text as is to be had: all of it, the lines that are there still, or nothing
   */
  async textOf(scanned: ScannedFile, present: readonly Uint8Array[]): Promise<string | undefined> {
    const committed = async () =>
      scanned.commitSha === null ? undefined : await this.#history?.nameAt(scanned.commitSha, scanned.file);
    const name = scanned.blobId ?? (await committed());
    if (name === undefined) return undefined;
    const same = present.find((content) => blobIdOf(content) === name);
    if (same) {
      if (scanned.blobId !== undefined) await this.#remember(scanned, same);
      return decode(same);
    }
    const kept = this.#remembered.get(name);
    const known = kept ? inflateRawSync(kept) : await this.#history?.content(name);
    if (known) return decode(known);
    const checkedIn = scanned.blobId === undefined ? undefined : await committed();
    const stored = checkedIn === undefined ? undefined : await this.#history?.content(checkedIn);
    // Git stores line feeds where it writes other line ends to the disk.
    if (stored && blobIdOf(withCarriageReturns(stored)) === name) return decode(stored);
    const latest = present.at(-1);
    return latest && (await this.#kept?.recall(name, decode(latest)));
  }

  /** Keeps a content that no commit has, so that what is written over it can be compared with it. */
  async #remember({ file, commitSha, blobId }: ScannedFile, content: Uint8Array): Promise<void> {
    if (blobId === undefined || this.#remembered.has(blobId) || content.byteLength > largestText) return;
    const committed = commitSha === null ? undefined : await this.#history?.nameAt(commitSha, file);
    if (committed === blobId) return;
    void this.#kept?.keep(blobId, decode(content));
    const small = deflateRawSync(content, { level: 1 });
    this.#remembered.set(blobId, small);
    this.#rememberedBytes += small.byteLength;
    for (const [name, oldest] of this.#remembered) {
      if (this.#rememberedBytes <= mostRemembered) break;
      this.#remembered.delete(name);
      this.#rememberedBytes -= oldest.byteLength;
    }
  }
}

export function decode(content: Uint8Array): string {
  return new TextDecoder().decode(content);
}

function withCarriageReturns(content: Buffer): Buffer {
  return Buffer.from(content.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}
