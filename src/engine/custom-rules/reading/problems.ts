import { LineIndex } from '../../files/lines.ts';
import type { Span } from '../../files/structured/value.ts';
import type { RuleProblem } from '../rule.ts';

/** A rule cannot be read: the place and the reason. */
export class Unreadable extends Error {
  readonly place: Pick<Span, 'start'>;

  constructor(place: Pick<Span, 'start'>, message: string) {
    super(message);
    this.place = place;
  }
}

/** Says what is wrong in a file, with lines and columns. */
export class Problems {
  readonly list: RuleProblem[] = [];
  readonly #file: string;
  readonly #lines: LineIndex;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#lines = new LineIndex(text);
  }

  lineOf(offset: number): number {
    return this.#lines.lineOf(offset) + 1;
  }

  add(offset: number, message: string, rule?: string): void {
    if (this.list.length >= maximumProblems) return;
    const line = this.#lines.lineOf(offset);
    const column = offset - this.#lines.startOf(line) + 1;
    this.list.push({
      file: this.#file,
      line: line + 1,
      column,
      ...(rule !== undefined && { rule }),
      message,
    });
  }
}

/** Problems that are told of one file. */
const maximumProblems = 100;
