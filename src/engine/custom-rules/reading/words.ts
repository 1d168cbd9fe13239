import type { Term } from '../../languages/term.ts';
import type { Formula, Search } from '../rule.ts';

/** Of each list one word is written in every text where a formula finds something. */
type Words = readonly (readonly string[])[];

const word = /[A-Za-z_$][\w$]*/g;

/** The words of a text, which are found when they are first asked for. */
export class WrittenWords {
  readonly #text: string;
  #words: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether of each list one word is written. */
  hold(words: Words): boolean {
    if (words.length === 0) return true;
    this.#words ??= wordsIn(this.#text);
    return words.every((some) => some.some((one) => this.#words?.has(one)));
  }
}

/** With and without a sign that is part of a name in code, and not in text. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set([...(text.match(word) ?? []), ...(text.includes('$') ? (text.match(/\w+/g) ?? []) : [])]);

/** Words that a file has to hold for a rule to find anything in it. */
export function wordsOf(search: Search): Words {
  if (search.mode === 'search') return wordsOfFormula(search.formula);
  // Sources may stand in one file and sinks in another.
  return [...ofAny([...search.sources, ...search.sinks].map(({ formula }) => formula))];
}

const known = new WeakMap<Formula, Words>();

/** Words that a text has to hold for a formula to be found in it. Each is found out once: a rule looks at many files. */
export function wordsOfFormula(formula: Formula): Words {
  let words = known.get(formula);
  if (!words) {
    words = ofFormula(formula);
    known.set(formula, words);
  }
  return words;
}

function ofFormula(formula: Formula): Words {
  switch (formula.kind) {
    case 'code':
      return [...new Set(formula.terms.flatMap(namesOf))].map((one) => [one]);
    case 'text':
      return formula.tokens.flatMap((token) =>
        token.kind === 'word' && /^[A-Za-z_]\w+$/.test(token.text) ? [[token.text]] : [],
      );
    case 'any':
      return ofAny(formula.parts);
    case 'all':
      return formula.parts.flatMap(wordsOfFormula);
    case 'inside':
      return wordsOfFormula(formula.formula);
    case 'regex':
    case 'not':
    case 'not-inside':
      return [];
  }
}

/** Of each way the rarest word, which a long one most likely is. */
function ofAny(formulas: readonly Formula[]): Words {
  const all = formulas.map((formula) => rarest(wordsOfFormula(formula)));
  return all.every((one) => one !== undefined) ? [[...new Set(all.flat())]] : [];
}

const lengthOf = (words: readonly string[]): number => Math.min(...words.map(({ length }) => length));

const rarest = (words: Words): readonly string[] | undefined =>
  words.reduce<readonly string[] | undefined>(
    (best, one) => (best && lengthOf(best) >= lengthOf(one) ? best : one),
    undefined,
  );

function namesOf(term: Term): readonly string[] {
  if (term.kind === 'name' || (term.kind === 'word' && term.field !== 'imported'))
    return term.text.match(word) ?? [];
  return term.parts.flatMap(namesOf);
}
