import type { Invocation, Machine } from './machine.ts';
import { clearedByPattern, isStrictPattern } from './patterns.ts';
import { exact } from './values.ts';

/** Python's functions that give what a pattern found in a text, or the text with what it found replaced. */
const searches = /^(?:re|regex)\.(Pattern\.)?(match|fullmatch|search|findall|finditer|sub)$/;

/** A pattern that finds all that is not in a list: `[^\w.-]+`, `\W`. */
const unlisted = /^(?:\[\^((?:\\[\s\S]|[^\]\\])+)\]|\\([WD]))[+*]?$/;

/**
 * The classes for which what a search returns is safe, whatever was searched: what was found is made of the characters that
 * the pattern lists, and what is left of a text is made of those that were not replaced.
 */
export function clearedBySearch(machine: Machine, path: string, invocation: Invocation): number {
  const [, compiled, method] = searches.exec(path) ?? [];
  if (method === undefined) return 0;
  const { receiver, args, site } = invocation;
  const source = compiled
    ? receiver?.refs.map((id) => machine.object(id, site.frame.state)?.fields.get('source')).at(0)
    : args[0]?.value;
  const pattern = source && exact(source)?.value;
  if (typeof pattern !== 'string') return 0;
  if (method !== 'sub') return isStrictPattern(pattern, true, true) ? clearedByPattern(pattern) : 0;
  const [, set, letter] = unlisted.exec(pattern) ?? [];
  const kept = set ?? letter?.toLowerCase().replace(/^/, '\\');
  const replacement = args[compiled ? 0 : 1];
  const put = replacement && exact(replacement.value)?.value;
  return kept === undefined || /\\[SWD]/.test(kept) || typeof put !== 'string'
    ? 0
    : clearedByPattern(`[${put.replace(/[\\\]^-]/g, '\\$&')}${kept}]`);
}
