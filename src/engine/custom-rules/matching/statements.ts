import type { Term } from '../../languages/term.ts';
import type { Env } from './bindings.ts';
import { isMany, prefixes } from './sequences.ts';
import type { Matching, Ways } from './ways.ts';

/** Statements that follow each other, and where the last of them ends. */
export interface StatementRun {
  readonly env: Env;
  readonly at: number;
  readonly end: number;
}

/**
 * The ways in which patterns are statements of a block from the first one on. After an ellipsis, a statement may stand in a block
 * within the block.
 */
export function statementRuns(
  matching: Matching,
  patterns: readonly Term[],
  terms: readonly Term[],
  env: Env,
): readonly StatementRun[] {
  // What cannot begin here need not be looked at, and most statements begin nothing.
  const [first] = patterns;
  const [start] = terms;
  if (!first || !start || (!isMany(first) && statement(matching, first, start, env).length === 0)) return [];
  const hasGap = patterns.some(isMany);
  const lists = hasGap ? [terms, flattened(terms)] : [terms];
  const found: StatementRun[] = [];
  for (const list of lists) {
    if (list !== terms && list.length === terms.length) continue;
    const ends = prefixes(matching, patterns, list, env, (pattern, term, way) =>
      statement(matching, pattern, term, way),
    );
    for (const [taken, ways] of ends) {
      const at = list[0]?.at ?? 0;
      const end = list.slice(0, taken).reduce((last, term) => Math.max(last, term.end), at);
      for (const way of ways) found.push({ env: way, at, end });
    }
  }
  return found;
}

/** The statements of a body: all of them, or those before an ellipsis. */
export function wholeBlock(
  matching: Matching,
  patterns: readonly Term[],
  terms: readonly Term[],
  env: Env,
): Ways {
  if (patterns.every(({ kind }) => kind === 'ellipsis') && patterns.length > 0) return [env];
  const one = (pattern: Term, term: Term, way: Env): Ways => statement(matching, pattern, term, way);
  const direct = prefixes(matching, patterns, terms, env, one).get(terms.length) ?? [];
  if (!patterns.some(({ kind }) => kind === 'ellipsis')) return direct;
  const deep = flattened(terms);
  if (deep.length === terms.length) return direct;
  return [...direct, ...(prefixes(matching, patterns, deep, env, one).get(deep.length) ?? [])];
}

/** A pattern that is an expression stands anywhere in a statement, but not in blocks and functions within it. */
function statement(matching: Matching, pattern: Term, term: Term, env: Env): Ways {
  const direct = matching.match(pattern, term, env);
  if (direct.length > 0) return direct;
  const [expression] = pattern.kind === 'statement' ? pattern.parts : [];
  if (!expression || expression.kind === 'metavariable') return [];
  return within(term).flatMap((one) => matching.match(expression, one, env));
}

const boundaries: ReadonlySet<string> = new Set(['block', 'function', 'class', 'members']);

function within(term: Term): readonly Term[] {
  const found: Term[] = [];
  const visit = (one: Term): void => {
    for (const part of one.parts) {
      if (boundaries.has(part.kind)) continue;
      found.push(part);
      visit(part);
    }
  };
  if (!boundaries.has(term.kind)) visit(term);
  return found;
}

/** Statements, each followed by those within it. */
export function flattened(terms: readonly Term[]): readonly Term[] {
  const found: Term[] = [];
  const visit = (term: Term): void => {
    for (const part of term.parts) {
      if (part.field === 'statement' || part.field === 'member') found.push(part);
      visit(part);
    }
  };
  for (const term of terms) {
    found.push(term);
    visit(term);
  }
  return found;
}
