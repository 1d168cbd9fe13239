import type { Term } from '../../languages/term.ts';
import type { IndexedFile } from './indexed-file.ts';

const maximumDepth = 20;

/** The string that an expression is, as far as literals, their concatenation and names that are assigned once say it. */
export function stringOf(term: Term, file: IndexedFile, depth = 0): string | undefined {
  if (depth > maximumDepth) return undefined;
  if (term.kind === 'string') return term.text;
  if (term.kind === 'binary' && term.text === '+') {
    const parts = term.parts.map((part) => stringOf(part, file, depth + 1));
    return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
  }
  const value = valueOfName(term, file);
  return value && stringOf(value, file, depth + 1);
}

/** The literal that a name stands for, if it does. */
export function literalOf(term: Term, file: IndexedFile, depth = 0): Term | undefined {
  if (literals.has(term.kind)) return term;
  if (depth > maximumDepth) return undefined;
  const value = valueOfName(term, file);
  return value && literalOf(value, file, depth + 1);
}

const literals: ReadonlySet<string> = new Set(['string', 'number', 'true', 'false', 'null', 'none']);

/** What a name was assigned, where it is assigned once. */
export const valueOfName = (term: Term, file: IndexedFile): Term | undefined => {
  if (term.kind === 'name') return file.variableOf(term)?.value;
  const [object, property] = term.parts;
  if (term.kind !== 'member' || !property || !(object?.kind === 'this' || object?.text === 'self'))
    return undefined;
  return file.variableOf({ ...property, kind: 'name' })?.value;
};
