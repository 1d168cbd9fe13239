import type { Term } from '../../languages/term.ts';
import { containsMatch } from '../search/expressions.ts';
import type { Env } from './bindings.ts';
import type { Matching, Ways } from './ways.ts';

const none: Ways = [];
const metavariable = /^\$[A-Z_][A-Z_0-9]*$/;

/**
 * `"..."` is any string, `"$X"` binds the content, `"=~/…/"` is matched by an expression.
 * @param found the string that the term is, as far as that is known
 */
export function matchString(
  pattern: Term,
  found: string | undefined,
  term: Term,
  env: Env,
  { bindTo }: Pick<Matching, 'bindTo'>,
): Ways {
  if (found === undefined) return none;
  const { text } = pattern;
  if (pattern.kind === 'string-expression') {
    const [flags] = pattern.parts;
    const isSlow = flags?.kind === 'slow';
    return containsMatch({ source: text, flags: flags?.text ?? '', mayBeSlow: isSlow }, found) ? [env] : none;
  }
  if (text === '...') return [env];
  if (metavariable.test(text)) {
    const quotes = term.kind === 'string' ? Math.max(0, term.end - term.at - found.length) : 0;
    const at = term.at + Math.ceil(quotes / 2);
    return bindTo(text, { terms: [], at, end: term.end - Math.floor(quotes / 2), text: found }, env);
  }
  return text === found || unescaped(text) === unescaped(found) ? [env] : none;
}

const unescaped = (text: string): string => text.replaceAll(/\\(['"])/g, '$1');

/** A piece of a text with values in it, where `...` in the pattern is any piece. */
export function matchFragment(
  { text }: Term,
  term: Term,
  env: Env,
  { bindTo, bound }: Pick<Matching, 'bindTo' | 'bound'>,
): Ways {
  if (term.kind !== 'fragment') return none;
  if (metavariable.test(text)) return bindTo(text, { ...bound([term]), terms: [] }, env);
  const [before = '', ...rest] = text.split('...');
  if (rest.length === 0) return text === term.text ? [env] : none;
  return term.text.startsWith(before) && term.text.endsWith(rest.at(-1) ?? '') ? [env] : none;
}

/** `/.../` is any expression, `/$X/` binds its source. */
export function matchRegex(pattern: Term, term: Term, env: Env, { bindTo }: Pick<Matching, 'bindTo'>): Ways {
  if (term.kind !== 'regex') return none;
  if (pattern.text === '/Prpt0E/') return [env];
  const name = /^\/Prpt0M_(\w+)\/$/.exec(pattern.text);
  if (!name) return pattern.text === term.text ? [env] : none;
  const text = term.text.slice(1, Math.max(1, term.text.lastIndexOf('/')));
  const at = term.at + 1;
  return bindTo(`$${name[1]}`, { terms: [], at, end: at + text.length, text }, env);
}
