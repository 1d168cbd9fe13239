import { type TextPart, textParts } from '../generic/text-tokens.ts';
import type { IndexedFile } from '../matching/indexed-file.ts';
import type { Target } from '../rule.ts';

/** A file as formulas look at it: its text, and, where a language is looked for, its terms. */
export class FileView {
  readonly text: string;
  readonly target: Target;
  readonly code: IndexedFile | undefined;
  #parts: readonly TextPart[] | undefined;

  constructor(text: string, target: Target, code?: IndexedFile) {
    this.text = text;
    this.target = target;
    this.code = code;
  }

  get parts(): readonly TextPart[] {
    this.#parts ??= textParts(this.text);
    return this.#parts;
  }
}
