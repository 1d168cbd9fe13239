import type { Parameterised } from './parameterise.ts';

export const nothingToBind =
  'The text of the statement comes from elsewhere as a whole. Bind its values where it is put together.';

export const namesLeft =
  'What is put into the statement is not a value but a part of it: a table, a column, a list or a condition. Such a part cannot be bound; choose it from a list of allowed ones.';

export function explained({ parameters, left }: Parameterised): {
  readonly strategy: string;
  readonly title: string;
  readonly explanation: string;
} {
  const count = parameters.length;
  const values = count === 1 ? 'the value' : `${count} values`;
  const rest =
    left.length === 0
      ? ''
      : ' Other parts of the statement’s text are still put together: they are names or conditions, which cannot be bound.';
  return {
    strategy: 'sql-injection/bound-values',
    title: `Bind ${values} instead of writing ${count === 1 ? 'it' : 'them'} into the statement`,
    explanation: `The statement has a fixed text with ${count === 1 ? 'a place' : 'places'} for ${values}, and the database receives ${count === 1 ? 'it' : 'them'} apart from it, so that nothing in ${count === 1 ? 'it' : 'them'} is read as SQL.${rest}`,
  };
}
