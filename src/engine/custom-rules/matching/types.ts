import { dottedTerm, type Term } from '../../languages/term.ts';
import type { IndexedFile } from './indexed-file.ts';

const literalTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['String', 'string', 'str', 'java.lang.String'],
  template: ['String', 'string', 'str'],
  number: ['int', 'number', 'long', 'float', 'double'],
  true: ['boolean', 'bool'],
  false: ['boolean', 'bool'],
};

/** Whether an expression is of a type, as far as declarations in its file say. */
export function isOfType(term: Term, type: string, file: IndexedFile): boolean {
  const wanted = type.replaceAll(/\s+/g, '');
  return typesOf(term, file).some(
    (one) =>
      one === wanted ||
      one.endsWith(`.${wanted}`) ||
      withoutArguments(one) === withoutArguments(wanted) ||
      withoutArguments(one).endsWith(`.${wanted}`),
  );
}

const withoutArguments = (type: string): string => type.replace(/<.*$/s, '');

function typesOf(term: Term, file: IndexedFile): readonly string[] {
  const literal = literalTypes[term.kind];
  if (literal) return literal;
  if (term.kind === 'binary' && term.text === '+')
    return term.parts.flatMap((part) =>
      typesOf(part, file).filter((type) => literalTypes['string']?.includes(type)),
    );
  if (term.kind === 'new')
    return named(
      term.parts.find(({ field }) => field === 'callee'),
      file,
    );
  if (term.kind === 'parenthesized' || term.kind === 'await_expression')
    return term.parts.flatMap((part) => typesOf(part, file));
  if (term.kind === 'cast_expression')
    return named(
      term.parts.find(({ field }) => field === 'type'),
      file,
    );
  const [object, property] = term.parts;
  const name =
    term.kind === 'member' && object?.kind === 'this' && property ? { ...property, kind: 'name' } : term;
  const variable = file.variableOf(name);
  if (!variable) return [];
  if (variable.type && variable.type.text !== 'var') return named(variable.type, file);
  return variable.value && variable.value.kind !== 'name' ? typesOf(variable.value, file) : [];
}

function named(type: Term | undefined, file: IndexedFile): readonly string[] {
  if (!type) return [];
  const base = type.kind === 'generic' ? type.parts[0] : type;
  const written = file.text.slice(type.at, type.end).replaceAll(/\s+/g, '');
  return [written, ...(base ? [dottedTerm(base) ?? '', ...file.fullNames(base)] : [])].filter(
    (one) => one !== '',
  );
}
