import { PassThrough, type Readable } from 'node:stream';

/** Reads the answers of `git cat-file --batch`, one object after the other, without holding one whole. */
export class BlobStream {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(output: Readable) {
    // What nobody reads by the time a program ends, Node.js throws away: reading begins at once.
    this.#chunks = output.pipe(new PassThrough())[Symbol.asyncIterator]();
  }

  /** Passes on the next object's bytes. @throws where it is not the one that was asked for */
  async next(object: string, write: (chunk: Buffer) => Promise<void>): Promise<void> {
    const header = await this.#line();
    const [name, type, size] = header.split(' ');
    if (name !== object || type !== 'blob') throw new Error('git answered with another object');
    let left = Number(size);
    while (left > 0) {
      const chunk = await this.#some();
      const part = chunk.subarray(0, left);
      this.#rest = chunk.subarray(part.length);
      left -= part.length;
      await write(part);
    }
    // A line end closes each object.
    const end = await this.#some();
    this.#rest = end.subarray(1);
  }

  async #line(): Promise<string> {
    let text = '';
    for (;;) {
      const chunk = await this.#some();
      const at = chunk.indexOf(0x0a);
      if (at >= 0) {
        this.#rest = chunk.subarray(at + 1);
        return text + chunk.toString('latin1', 0, at);
      }
      text += chunk.toString('latin1');
      this.#rest = Buffer.alloc(0);
      if (text.length > 1_000) throw new Error('git answered with no header');
    }
  }

  async #some(): Promise<Buffer> {
    if (this.#rest.length > 0) return this.#rest;
    const { done, value } = await this.#chunks.next();
    if (done) throw new Error('git ended early');
    return value;
  }
}
