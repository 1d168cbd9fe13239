/** In an entry of the table: a keyword ends in the state that it leads to. */
const endFlag = 1 << 30;

/** Finds many words in a text in one pass over it (Aho and Corasick, 1975), without regard to ASCII case. */
export class KeywordIndex {
  /** Column of each character of one byte; 0 for those in no keyword, and for everything beyond. */
  readonly #columns = new Uint8Array(256);
  /** States are numbered by the offsets of their rows, whose length is a power of two: `state | column` is an entry. */
  readonly #rowBits: number;
  /** Next state by state and column: failure links are worked in, so each character costs one look-up. */
  readonly #next: Int32Array;
  /** Keywords that end in a state, the longest first; by row. */
  readonly #ends: (readonly number[])[] = [];
  readonly #lengths: readonly number[];

  /** @param keywords lower case ASCII */
  constructor(keywords: readonly string[]) {
    let width = 1;
    let capacity = 1;
    for (const keyword of keywords) {
      capacity += keyword.length;
      for (let i = 0; i < keyword.length; i++) {
        const code = keyword.charCodeAt(i);
        if (code >= 128) throw new RangeError(`Keyword ${keyword} is not ASCII.`);
        if (this.#columns[code] === 0) this.#columns[code] = width++;
      }
    }
    for (let code = 65; code <= 90; code++) this.#columns[code] = this.#columns[code + 32] ?? 0;
    this.#rowBits = Math.ceil(Math.log2(width));
    this.#lengths = keywords.map((keyword) => keyword.length);
    this.#next = new Int32Array(capacity << this.#rowBits);
    this.#addTrie(keywords);
    this.#linkFailures();
    for (let entry = 0; entry < this.#next.length; entry++) {
      const next = this.#next[entry] ?? 0;
      if (this.#ends[next >> this.#rowBits]?.length) this.#next[entry] = next | endFlag;
    }
  }

  /** Calls back with the keyword's number and the offset where it begins, in the order of their ends. */
  scan(text: string, found: (keyword: number, start: number) => void): void {
    const next = this.#next;
    const columns = this.#columns;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      state = next[state | (code < 256 ? (columns[code] as number) : 0)] as number;
      if (state < endFlag) continue;
      state ^= endFlag;
      for (const keyword of this.#ends[state >> this.#rowBits] ?? [])
        found(keyword, at + 1 - (this.#lengths[keyword] ?? 0));
    }
  }

  #addTrie(keywords: readonly string[]): void {
    const ends: number[][] = [[]];
    for (const [number, keyword] of keywords.entries()) {
      let state = 0;
      for (let i = 0; i < keyword.length; i++) {
        const entry = state | (this.#columns[keyword.charCodeAt(i)] ?? 0);
        let next = this.#next[entry] ?? 0;
        if (next === 0) {
          next = ends.length << this.#rowBits;
          this.#next[entry] = next;
          ends.push([]);
        }
        state = next;
      }
      ends[state >> this.#rowBits]?.push(number);
    }
    this.#ends.push(...ends);
  }

  /** Breadth first, so that the state a failure leads to is complete before it is copied from. */
  #linkFailures(): void {
    const failure = new Int32Array(this.#ends.length);
    const queue = [0];
    for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
      const row = state >> this.#rowBits;
      const fallback = failure[row] ?? 0;
      if (state !== 0)
        this.#ends[row] = [...(this.#ends[row] ?? []), ...(this.#ends[fallback >> this.#rowBits] ?? [])];
      for (let column = 0; column < 1 << this.#rowBits; column++) {
        const child = this.#next[state | column] ?? 0;
        const instead = state === 0 ? 0 : (this.#next[fallback | column] ?? 0);
        if (child === 0) this.#next[state | column] = instead;
        else {
          failure[child >> this.#rowBits] = instead;
          queue.push(child);
        }
      }
    }
  }
}
