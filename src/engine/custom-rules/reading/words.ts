import type { Term } from '../../languages/term.ts';
import type { Formula, Search } from '../rule.ts';

/** Of each list one word is written in every text where a formula finds something. */
type Words = readonly (readonly string[])[];

const word = /[A-Za-z_$][\w$]*/g;

/** The words of a text. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(word) ?? []);

/** Words that a file has to hold for a rule to find anything in it. */
export function wordsOf(search: Search): Words {
  if (search.mode === 'search') return ofFormula(search.formula);
  // Sources may stand in one file and sinks in another.
  return [...ofAny([...search.sources, ...search.sinks].map(({ formula }) => formula))];
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
      return formula.parts.flatMap(ofFormula);
    case 'inside':
      return ofFormula(formula.formula);
    case 'regex':
    case 'not':
    case 'not-inside':
      return [];
  }
}

/** Of each way the rarest word, which a long one most likely is. */
function ofAny(formulas: readonly Formula[]): Words {
  const all = formulas.map((formula) => rarest(ofFormula(formula)));
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
