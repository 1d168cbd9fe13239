import { emptyObject, type HeapObject } from '../heap/heap.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { gap } from './constants.ts';
import { clearLabels, type Labels } from './labels.ts';
import { type Mask, noClass, ofObjects } from './masks.ts';
import { clearedByPattern, clearedByRemoval, groupOf, isStrictPattern } from './patterns.ts';
import {
  constant,
  exact,
  prefixOf,
  reference,
  tainted,
  type Value,
  withKnown,
  withLabels,
} from './values.ts';

/** Python's functions that give what a pattern found in a text, or the text with what it found replaced. */
const searches = /^(?:re|regex)\.(Pattern\.)?(match|fullmatch|search|findall|finditer|sub)$/;

/** JavaScript's and Java's methods of texts that replace what a pattern finds. */
const replacements = /^(?:(?:\*|String)\.replace(?:All)?|java\.lang\.String\.replaceAll)$/;

/** Java's object that finds a pattern in a text. */
const matcher = 'java.util.regex.Matcher';

/** A pattern that finds all that is not in a list: `[^\w.-]+`, `\W`. */
const unlisted = /^(?:\[\^((?:\\[\s\S]|[^\]\\])+)\]|\\([WD]))[+*]?$/;

/**
 * The classes for which what a search returns is safe, whatever was searched: what was found is made of the characters that
 * the pattern lists, and what is left of a text is made of those that were not replaced.
 */
export function clearedBySearch(machine: Machine, path: string, invocation: Invocation): Mask {
  if (path === `${matcher}.group`) return clearedByGroup(machine, invocation);
  if (replacements.test(path)) return clearedByReplacement(machine, path, invocation);
  const [, compiled, method] = searches.exec(path) ?? [];
  if (method === undefined) return noClass;
  const { receiver, args } = invocation;
  const pattern = compiled ? sourceIn(machine, receiver, invocation) : args[0] && exact(args[0].value)?.value;
  if (typeof pattern !== 'string') return noClass;
  if (method !== 'sub') return isStrictPattern(pattern, true, true) ? clearedByPattern(pattern) : noClass;
  return clearedByListing(pattern, args[compiled ? 0 : 1]?.value);
}

/** `text.replace(/[^\w.]/g, '')` of JavaScript's, `text.replaceAll("[^\\w.]", "")` of Java's. */
function clearedByReplacement(machine: Machine, path: string, invocation: Invocation): Mask {
  const [sought, put] = invocation.args.map(({ value }) => value);
  if (path.startsWith('java.')) {
    const pattern = sought && exact(sought)?.value;
    return typeof pattern === 'string' ? clearedByListing(pattern, put) : noClass;
  }
  const pattern = sourceIn(machine, sought, invocation);
  const isEverywhere = path.endsWith('All') || fieldIn(machine, sought, 'flags', invocation)?.includes('g');
  return pattern !== undefined && isEverywhere ? clearedByListing(pattern, put) : noClass;
}

/** The classes for which a text is safe in which all was replaced that a pattern finds, or does not list. */
function clearedByListing(pattern: string, replacement: Value | undefined): Mask {
  const put = replacement && exact(replacement)?.value;
  if (typeof put !== 'string') return noClass;
  const [, set, letter] = unlisted.exec(pattern) ?? [];
  const kept = set ?? letter?.toLowerCase().replace(/^/, '\\');
  const isListed = kept !== undefined && !/\\[SWD]/.test(kept);
  return clearedByRemoval(pattern, put).or(
    isListed ? clearedByPattern(`[${put.replace(/[\\\]^-]/g, '\\$&')}${kept}]`) : noClass,
  );
}

/** JavaScript's methods that tell what a pattern found in a text. */
const finds = /^(?:(?:\*|String)\.(match|matchAll)|RegExp\.exec)$/;

/** Groups of a pattern that are told apart. */
const maximumGroups = 16;

/** What a search gives that knows its pattern, or its groups; undefined where the pattern is not known. */
export function foundBy(
  machine: Machine,
  path: string,
  invocation: Invocation,
  given: Labels,
): Value | undefined {
  if (path === 'java.util.regex.Pattern.matcher') return matcherOf(machine, invocation, given);
  const labels = clearLabels(given, ofObjects());
  if (splitting.test(path) || machine.project.hooks.splitsCommands.includes(path))
    return partsOf(machine, path, invocation, labels);
  const [isFind, method] = finds.exec(path) ?? [];
  if (!isFind || labels.length === 0) return undefined;
  const { args, receiver, site } = invocation;
  const pattern = method === undefined ? receiver : args[0]?.value;
  const source = sourceIn(machine, pattern, invocation);
  if (source === undefined) return undefined;
  const isEvery = method !== undefined && fieldIn(machine, pattern, 'flags', invocation)?.includes('g');
  const allocate = (object: Partial<HeapObject>): Value =>
    reference(machine.allocate({ ...emptyObject, ...object }, site.frame, site.node), 'Array');
  const groups = groupsOf(source, labels);
  if (isEvery && method === 'match') return allocate({ rest: groups[0] });
  const named = new Map(
    [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => [name, group(source, name, labels)]),
  );
  const match = allocate({ items: groups, fields: new Map([['groups', allocate({ fields: named })]]) });
  return isEvery ? allocate({ rest: match }) : match;
}

/** Calls that give the parts of a text. */
const splitting = /^(?:\*|String|str|java\.lang\.String)\.split$/;

/** `location.href.split('#')`, `shlex.split("git clone " + url)`: as far as it is known, each part is. */
function partsOf(machine: Machine, path: string, invocation: Invocation, labels: Labels): Value | undefined {
  const { receiver, args, site } = invocation;
  const isCommand = machine.project.hooks.splitsCommands.includes(path);
  const text = isCommand ? args[0]?.value : receiver;
  const beginning = text ? prefixOf(text) : '';
  const separator = isCommand ? blanks : separatorIn(machine, args[0]?.value, invocation);
  if (labels.length === 0 || beginning === '' || separator === undefined) return undefined;
  const [certain = '', ...unsure] = beginning.split(gap);
  const known = certain.split(separator);
  const last = known.pop() ?? '';
  const open = unsure.length > 0 ? gap : isCommand && /['"]/.test(last) ? '' : last;
  const items = known
    .map(constant)
    .concat(withKnown(tainted(labels), open === '' ? undefined : { kind: 'prefix', text: open }));
  const parts = { ...emptyObject, items, rest: tainted(labels) };
  return reference(
    machine.allocate(parts, site.frame, site.node),
    site.frame.fn.module.semantics.types.arrayLiteral,
  );
}

const blanks = /\s+/;

/** What a text is split at; undefined where that is not known. */
function separatorIn(
  machine: Machine,
  given: Value | undefined,
  invocation: Invocation,
): string | RegExp | undefined {
  if (!given) return blanks;
  const text = exact(given)?.value ?? sourceIn(machine, given, invocation);
  if (typeof text !== 'string' || text === '') return undefined;
  return /^(?:\\s|\[ (?:\\t)?\]| )[+*]?$/.test(text) ? blanks : text;
}

const group = (source: string, which: number | string, labels: Labels): Value =>
  tainted(clearLabels(labels, clearedByFound(groupOf(source, which))));

function groupsOf(source: string, labels: Labels): readonly Value[] {
  const found: Value[] = [];
  while (found.length < maximumGroups && groupOf(source, found.length) !== undefined)
    found.push(group(source, found.length, labels));
  return found;
}

/** The classes for which a text is safe that a pattern found somewhere in another one. */
const clearedByFound = (source: string | undefined): Mask =>
  source !== undefined && isStrictPattern(source, true, true) ? clearedByPattern(source) : noClass;

/** `PATTERN.matcher(text)`: an object that knows its pattern. */
function matcherOf(machine: Machine, invocation: Invocation, labels: Labels): Value | undefined {
  const source = sourceIn(machine, invocation.receiver, invocation);
  if (source === undefined) return undefined;
  const { frame, node } = invocation.site;
  const fields = new Map([['source', constant(source)]]);
  return withLabels(reference(machine.allocate({ ...emptyObject, fields }, frame, node), matcher), labels);
}

/** `matcher.group(1)`: made of what stands in the group. */
function clearedByGroup(machine: Machine, invocation: Invocation): Mask {
  const source = sourceIn(machine, invocation.receiver, invocation);
  const [first] = invocation.args;
  const which = first ? exact(first.value)?.value : 0;
  if (source === undefined || (typeof which !== 'number' && typeof which !== 'string')) return noClass;
  return clearedByFound(groupOf(source, which));
}

/** The text of the pattern that an object holds, if it holds one only. */
const sourceIn = (machine: Machine, value: Value | undefined, invocation: Invocation): string | undefined =>
  fieldIn(machine, value, 'source', invocation);

function fieldIn(
  machine: Machine,
  value: Value | undefined,
  name: string,
  { site }: Invocation,
): string | undefined {
  const found = (value?.refs ?? []).map((id) => {
    const field = machine.object(id, site.frame.state)?.fields.get(name);
    return field && exact(field)?.value;
  });
  const [only, ...others] = found;
  return others.length === 0 && typeof only === 'string' ? only : undefined;
}
