import { type TextPart, textParts } from '../generic/text-tokens.ts';
import type { IndexedFile } from '../matching/indexed-file.ts';
import { WrittenWords, wordsOfFormula } from '../reading/words.ts';
import type { Formula, Target } from '../rule.ts';

/** A file as formulas look at it: its text, and, where a language is looked for, its terms. */
export class FileView {
  readonly text: string;
  readonly target: Target;
  readonly code: IndexedFile | undefined;
  readonly #words: WrittenWords;
  #parts: readonly TextPart[] | undefined;

  constructor(text: string, target: Target, code?: IndexedFile, words = new WrittenWords(text)) {
    this.text = text;
    this.target = target;
    this.code = code;
    this.#words = words;
  }

  /** Whether a formula may be found here, by the words that it needs. */
  mayHold(formula: Formula): boolean {
    return this.#words.hold(wordsOfFormula(formula));
  }

  get parts(): readonly TextPart[] {
    this.#parts ??= textParts(this.text);
    return this.#parts;
  }
}
