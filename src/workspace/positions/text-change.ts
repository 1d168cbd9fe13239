import { Carrier } from './carry.ts';

/** A place in a text, 0-based, as editors count. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** One replacement, in positions of the text before the event that it belongs to. */
export interface TextEdit {
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly text: string;
}

/** What one edit did to the lines; what is costly is worked out when it is asked for, and once. */
export class Change {
  readonly removed: readonly string[];
  readonly inserted: readonly string[];
  /** The first and the last line that the edit touched, as they were. */
  readonly before: readonly [string, string];
  readonly serial: number;
  #removedText: string | undefined;
  #insertedText: string | undefined;
  #carrier: Carrier | undefined;

  constructor(
    removed: readonly string[],
    inserted: readonly string[],
    before: readonly [string, string],
    serial: number,
  ) {
    this.removed = removed;
    this.inserted = inserted;
    this.before = before;
    this.serial = serial;
  }

  /** Lines that the text has more now. */
  get added(): number {
    return this.inserted.length - this.removed.length;
  }

  get removedText(): string {
    this.#removedText ??= this.removed.join('\n');
    return this.#removedText;
  }

  get insertedText(): string {
    this.#insertedText ??= this.inserted.join('\n');
    return this.#insertedText;
  }

  get carrier(): Carrier {
    this.#carrier ??= new Carrier(this.removed, this.inserted);
    return this.#carrier;
  }
}
