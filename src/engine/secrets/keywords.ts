/** Finds many words in a text in one pass over it (Aho and Corasick, 1975), without regard to ASCII case. */
export class KeywordIndex {
  /** Column of each ASCII character; 0 for those in no keyword, and for everything beyond ASCII. */
  readonly #columns = new Uint8Array(128);
  readonly #width: number;
  /** Next state by state and column: failure links are worked in, so each character costs one look-up. */
  readonly #next: Uint16Array;
  /** Keywords that end in a state, the longest first. */
  readonly #ends: (readonly number[])[] = [];
  readonly #endsHere: Uint8Array;
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
    this.#width = width;
    this.#lengths = keywords.map((keyword) => keyword.length);
    this.#next = new Uint16Array(capacity * width);
    this.#addTrie(keywords);
    this.#linkFailures();
    this.#endsHere = Uint8Array.from(this.#ends, (ends) => (ends.length > 0 ? 1 : 0));
  }

  /** Calls back with the keyword's number and the offset where it begins, in the order of their ends. */
  scan(text: string, found: (keyword: number, start: number) => void): void {
    const next = this.#next;
    const columns = this.#columns;
    const width = this.#width;
    const endsHere = this.#endsHere;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      state = next[state * width + (code < 128 ? (columns[code] as number) : 0)] as number;
      if (endsHere[state] !== 1) continue;
      for (const keyword of this.#ends[state] ?? []) found(keyword, at + 1 - (this.#lengths[keyword] ?? 0));
    }
  }

  #addTrie(keywords: readonly string[]): void {
    const ends: number[][] = [[]];
    for (const [number, keyword] of keywords.entries()) {
      let state = 0;
      for (let i = 0; i < keyword.length; i++) {
        const cell = state * this.#width + (this.#columns[keyword.charCodeAt(i)] ?? 0);
        let next = this.#next[cell] ?? 0;
        if (next === 0) {
          next = ends.length;
          this.#next[cell] = next;
          ends.push([]);
        }
        state = next;
      }
      ends[state]?.push(number);
    }
    this.#ends.push(...ends);
  }

  /** Breadth first, so that the state a failure leads to is complete before it is copied from. */
  #linkFailures(): void {
    const width = this.#width;
    const failure = new Uint16Array(this.#ends.length);
    const queue = [0];
    for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
      const fallback = failure[state] ?? 0;
      if (state !== 0) this.#ends[state] = [...(this.#ends[state] ?? []), ...(this.#ends[fallback] ?? [])];
      for (let column = 0; column < width; column++) {
        const child = this.#next[state * width + column] ?? 0;
        const instead = state === 0 ? 0 : (this.#next[fallback * width + column] ?? 0);
        if (child === 0) this.#next[state * width + column] = instead;
        else {
          failure[child] = instead;
          queue.push(child);
        }
      }
    }
  }
}
