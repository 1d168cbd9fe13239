const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Bytes that are kept of a key or a value: more than any id has. */
const mostKept = 256;

/**
 * Finds the id of a JSON-RPC message that is read piece by piece and never kept: the value of `id` in the outermost
 * object. It holds a few hundred bytes, whatever the message has.
 */
export class IdSearch {
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  /** What was read of the present key or value of the outermost object. */
  #kept: number[] = [];
  #key: string | undefined;
  #id: string | number | null = null;

  /** Null where none was found until now, as JSON-RPC has it for a message whose id is not known. */
  get id(): string | number | null {
    return this.#id;
  }

  add(bytes: Buffer): void {
    for (const byte of bytes) this.#take(byte);
  }

  #take(byte: number): void {
    if (this.#isString) {
      this.#keep(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isString = false;
    } else if (byte === quote) {
      this.#isString = true;
      this.#keep(byte);
    } else if (opening.has(byte)) {
      this.#keep(byte);
      this.#depth++;
    } else if (closing.has(byte)) {
      if (this.#depth === 1) this.#endValue();
      this.#depth--;
    } else if (this.#depth === 1 && byte === colon) {
      this.#key = this.#parsed()?.toString();
    } else if (this.#depth === 1 && byte === comma) {
      this.#endValue();
    } else this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#kept.length < mostKept) this.#kept.push(byte);
  }

  #endValue(): void {
    const value = this.#parsed();
    if (this.#key === 'id' && value !== undefined) this.#id = value;
    this.#key = undefined;
  }

  /** What was kept, where it is a string or a number. */
  #parsed(): string | number | undefined {
    const text = Buffer.from(this.#kept).toString('utf8');
    this.#kept = [];
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'string' || typeof value === 'number' ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
