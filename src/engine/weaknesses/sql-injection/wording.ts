import type { Parameterised } from './parameterise.ts';

export const nothingToBind =
  'The text of the statement comes from elsewhere as a whole. Put places for values into it where it is put together, and hand the values over along with it.';

export const namesLeft =
  'What is put into the statement is not a value but a part of it: a table, a column, a list or a condition. Such a part cannot be bound; choose it from a list of allowed ones.';

export function explained({ parameters, left, guarded }: Parameterised): {
  readonly strategy: string;
  readonly title: string;
  readonly explanation: string;
} {
  const count = parameters.length;
  const them = count === 1 ? 'it' : 'them';
  const values = count === 1 ? 'the value' : `${count} values`;
  const said: string[] = [];
  if (count > 0) {
    said.push(
      `The statement has a fixed text with ${count === 1 ? 'a place' : 'places'} for ${values}, and the database receives ${them} apart from it, so that nothing in ${them} is read as SQL.`,
    );
  }
  if (guarded > 0) {
    said.push(
      'A name of a table or a column cannot be bound. It is checked before it becomes part of the statement: letters, digits, underscores and dots, and a direction of sorting; anything else is an error. Naming the columns that are allowed would be stricter.',
    );
  }
  if (left.length > 0) said.push('Other parts of the statement’s text are still put together.');
  return {
    strategy: count > 0 ? 'sql-injection/bound-values' : 'sql-injection/checked-names',
    title:
      count > 0
        ? `Bind ${values} instead of writing ${them} into the statement`
        : 'Check the name before it becomes part of the statement',
    explanation: said.join(' '),
  };
}
