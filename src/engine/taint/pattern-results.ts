import { emptyObject } from './heap.ts';
import type { Invocation, Machine } from './machine.ts';
import { clearedByPattern, groupOf, isStrictPattern } from './patterns.ts';
import { constant, exact, reference, type Value } from './values.ts';

/** Python's functions that give what a pattern found in a text, or the text with what it found replaced. */
const searches = /^(?:re|regex)\.(Pattern\.)?(match|fullmatch|search|findall|finditer|sub)$/;

/** Java's object that finds a pattern in a text. */
const matcher = 'java.util.regex.Matcher';

/** A pattern that finds all that is not in a list: `[^\w.-]+`, `\W`. */
const unlisted = /^(?:\[\^((?:\\[\s\S]|[^\]\\])+)\]|\\([WD]))[+*]?$/;

/**
 * The classes for which what a search returns is safe, whatever was searched: what was found is made of the characters that
 * the pattern lists, and what is left of a text is made of those that were not replaced.
 */
export function clearedBySearch(machine: Machine, path: string, invocation: Invocation): number {
  if (path === `${matcher}.group`) return clearedByGroup(machine, invocation);
  const [, compiled, method] = searches.exec(path) ?? [];
  if (method === undefined) return 0;
  const { receiver, args } = invocation;
  const pattern = compiled ? sourceIn(machine, receiver, invocation) : args[0] && exact(args[0].value)?.value;
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

/** `PATTERN.matcher(text)`: an object that knows its pattern; undefined where that is not known. */
export function matcherOf(machine: Machine, path: string, invocation: Invocation): Value | undefined {
  if (path !== 'java.util.regex.Pattern.matcher') return undefined;
  const source = sourceIn(machine, invocation.receiver, invocation);
  if (source === undefined) return undefined;
  const { frame, node } = invocation.site;
  const fields = new Map([['source', constant(source)]]);
  return reference(machine.allocate({ ...emptyObject, fields }, frame, node), matcher);
}

/** `matcher.group(1)`: made of what stands in the group. */
function clearedByGroup(machine: Machine, invocation: Invocation): number {
  const source = sourceIn(machine, invocation.receiver, invocation);
  const [first] = invocation.args;
  const which = first ? exact(first.value)?.value : 0;
  if (source === undefined || (typeof which !== 'number' && typeof which !== 'string')) return 0;
  const group = groupOf(source, which);
  return group !== undefined && isStrictPattern(group, true, true) ? clearedByPattern(group) : 0;
}

/** The text of the pattern that an object holds, if it holds one only. */
function sourceIn(machine: Machine, value: Value | undefined, { site }: Invocation): string | undefined {
  const sources = (value?.refs ?? []).map((id) => {
    const source = machine.object(id, site.frame.state)?.fields.get('source');
    return source && exact(source)?.value;
  });
  const [only, ...others] = sources;
  return others.length === 0 && typeof only === 'string' ? only : undefined;
}
