import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { maximumReportBytes } from '../../api/contract/reports/reports.ts';

/** Why a report cannot be made. The message is for a person. */
export class ReportFailure extends Error {}

/** Takes the next piece of a file; resolves when there is room for another. */
export type Write = (piece: string | Uint8Array) => Promise<void>;

/** The files of reports: one a report, in a folder of the service's own, there whole or not at all. */
export class ReportFiles {
  readonly #folder: string;
  readonly #maximumBytes: number;

  constructor(folder: string, maximumBytes = maximumReportBytes) {
    this.#folder = folder;
    this.#maximumBytes = maximumBytes;
  }

  /**
   * Writes the file of a report.
   * @param produce writes its pieces, one after the other
   * @returns its bytes, and what `produce` answered
   * @throws ReportFailure when it is too large, the file system's error, or that of `produce`: nothing is kept then
   */
  async write<T>(
    id: string,
    produce: (write: Write) => Promise<T>,
  ): Promise<{ readonly bytes: number; readonly made: T }> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const unfinished = `${this.#pathOf(id)}.part`;
    const stream = createWriteStream(unfinished, { mode: 0o600 });
    const ended = finished(stream);
    // It is awaited below; without this, a failure before that would be nobody's.
    ended.catch(() => undefined);
    let bytes = 0;
    try {
      const made = await produce(async (piece) => {
        bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
        if (bytes > this.#maximumBytes) throw tooLarge(this.#maximumBytes);
        if (stream.destroyed) await ended;
        if (!stream.write(piece)) await Promise.race([ended, drained(stream)]);
      });
      stream.end();
      await ended;
      await rename(unfinished, this.#pathOf(id));
      return { bytes, made };
    } catch (error) {
      stream.destroy();
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** @returns undefined where the file is gone. */
  async open(id: string): Promise<{ readonly bytes: number; readonly content: ReadStream } | undefined> {
    const file = this.#pathOf(id);
    const found = await stat(file).catch(() => undefined);
    return found && { bytes: found.size, content: createReadStream(file) };
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(this.#pathOf(id), { force: true });
  }

  /** Deletes what belongs to no report that is kept, say because the service was killed. */
  async removeAllBut(ids: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => []))
      if (!ids.has(name)) await rm(join(this.#folder, name), { force: true });
  }

  /** @param id a UUID of ours, never a name that somebody gave */
  #pathOf(id: string): string {
    return join(this.#folder, id);
  }
}

function drained(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve);
  });
}

function tooLarge(bytes: number): ReportFailure {
  return new ReportFailure(
    `The report comes to more than ${Math.floor(bytes / 1024 / 1024)} MB. Narrow its filters, for example to fewer repositories.`,
  );
}
