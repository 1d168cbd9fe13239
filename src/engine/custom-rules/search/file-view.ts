import { type TextPart, textParts } from '../generic/text-tokens.ts';
import type { IndexedFile } from '../matching/indexed-file.ts';
import type { Steps } from '../matching/steps.ts';
import { WrittenWords, wordsOfFormula } from '../reading/words.ts';
import type { Formula, RuleOptions, Target } from '../rule.ts';
import type { Found } from './found.ts';

interface Kept {
  readonly found: readonly Found[];
  readonly steps: number;
}

/** A file as formulas look at it: its text, and, where a language is looked for, its terms. */
export class FileView {
  readonly text: string;
  readonly target: Target;
  readonly code: IndexedFile | undefined;
  readonly #words: WrittenWords;
  #parts: readonly TextPart[] | undefined;
  /** By the options that decide what a pattern matches. */
  readonly #found = {
    'true-true': new Map<Formula, Kept>(),
    'true-false': new Map<Formula, Kept>(),
    'false-true': new Map<Formula, Kept>(),
    'false-false': new Map<Formula, Kept>(),
  };

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

  /**
   * What a formula finds in the whole file, which is looked for once: many rules have parts in common. It costs each of them as
   * many steps as the first one.
   * @throws StepLimit
   */
  once(
    formula: Formula,
    { constantPropagation, symbolicPropagation }: RuleOptions,
    steps: Steps,
    find: () => readonly Found[],
  ): readonly Found[] {
    const kept = this.#found[`${constantPropagation}-${symbolicPropagation}`];
    const known = kept.get(formula);
    if (known) {
      steps.spend(known.steps);
      return known.found;
    }
    const before = steps.taken;
    const found = find();
    kept.set(formula, { found, steps: steps.taken - before });
    return found;
  }

  get parts(): readonly TextPart[] {
    this.#parts ??= textParts(this.text);
    return this.#parts;
  }
}
