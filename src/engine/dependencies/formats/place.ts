import { LineIndex } from '../../files/lines.ts';
import type { Fault, Span } from '../../files/structured/value.ts';
import type { Range } from '../../finding.ts';
import type { ManifestProblem } from '../package.ts';

/** Lines and columns of one text, and the problems that were found in it. */
export class Place {
  readonly problems: ManifestProblem[] = [];
  readonly #lines: LineIndex;

  /** @param faults what the parser of the file found wrong */
  constructor(text: string, faults: readonly Fault[] = []) {
    this.#lines = new LineIndex(text);
    for (const { offset, message } of faults) this.problem(offset, message);
  }

  range({ start, end }: Span): Range {
    const startLine = this.#lines.lineOf(start);
    const endLine = this.#lines.lineOf(end);
    return {
      startLine: startLine + 1,
      startColumn: start - this.#lines.startOf(startLine) + 1,
      endLine: endLine + 1,
      endColumn: end - this.#lines.startOf(endLine) + 1,
    };
  }

  /** @param message a sentence */
  problem(offset: number, message: string): void {
    this.problems.push({ line: this.#lines.lineOf(offset) + 1, message });
  }
}
