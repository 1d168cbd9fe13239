import type { Term } from '../../languages/term.ts';

/** What a metavariable holds: terms that follow each other, or a part of a text. */
export interface Bound {
  readonly terms: readonly Term[];
  readonly at: number;
  readonly end: number;
  /** As it is written in the file; of a string's content without its quotes. */
  readonly text: string;
}

/** What metavariables hold, the latest first. */
export interface Bindings {
  readonly name: string;
  readonly value: Bound;
  readonly before: Bindings | undefined;
}

/** Nothing is held yet. */
export const unbound: Bindings | undefined = undefined;

export type Env = Bindings | undefined;

export function boundTo(env: Env, name: string): Bound | undefined {
  for (let one = env; one; one = one.before) if (one.name === name) return one.value;
  return undefined;
}

/** Every name with what it holds. */
export function entriesOf(env: Env): readonly (readonly [string, Bound])[] {
  const found: (readonly [string, Bound])[] = [];
  for (let one = env; one; one = one.before) found.push([one.name, one.value]);
  return found.reverse();
}

/** Of names in files: what says where their variable is declared. */
export const ownScopes = new WeakMap<Term, { scopeOf(term: Term): Term | undefined }>();

/** Whether two names of a file are of one variable. */
function areOneVariable(a: Term, b: Term): boolean {
  const file = ownScopes.get(a);
  return file === undefined || file !== ownScopes.get(b) || file.scopeOf(a) === file.scopeOf(b);
}

/** Whether two terms say the same, wherever they stand. */
export function areEqual(a: Term, b: Term): boolean {
  if (a === b) return true;
  const kindA = a.kind === 'word' ? 'name' : a.kind;
  const kindB = b.kind === 'word' ? 'name' : b.kind;
  if (kindA !== kindB || a.text !== b.text || a.parts.length !== b.parts.length) return false;
  if (kindA === 'name' && a.parts.length === 0) return areOneVariable(a, b);
  return a.parts.every((part, i) => areEqual(part, b.parts[i] as Term));
}

export function areSame(a: Bound, b: Bound): boolean {
  if (a.terms.length > 0 && b.terms.length > 0)
    return (
      a.terms.length === b.terms.length && a.terms.every((term, i) => areEqual(term, b.terms[i] as Term))
    );
  return unquoted(a) === unquoted(b);
}

const unquoted = ({ text }: Bound): string => /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text;

/** @returns undefined where the name holds something else already */
export function bind(env: Env, name: string, value: Bound): Bindings | undefined {
  const known = boundTo(env, name);
  if (known) return areSame(known, value) ? (env ?? undefined) : undefined;
  return { name, value, before: env };
}

/** What both hold; undefined where they hold other things under one name. */
export function unite(a: Env, b: Env): { readonly env: Env } | undefined {
  if (a === b || b === undefined) return { env: a };
  let env = a;
  for (const [name, value] of entriesOf(b)) {
    const known = boundTo(env, name);
    if (!known) env = { name, value, before: env };
    else if (!areSame(known, value)) return undefined;
  }
  return { env };
}

/** Equal for environments that hold the same. */
export const keyOf = (env: Env): string =>
  entriesOf(env)
    .map(
      ([name, { at, end, text }]) =>
        `${name}\u0000${at}\u0000${end}\u0000${end - at === text.length ? '' : text}`,
    )
    .toSorted()
    .join('\u0001');
