import type { Place } from '../../libraries/access-paths.ts';
import type { RowOf } from '../../libraries/rows.ts';
import type { HeapObject } from '../heap/heap.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { isEndOfOptions } from '../values/options.ts';
import { exact, prefixOf, tainted, type Value } from '../values/values.ts';
import { valuesAt } from './places.ts';

type Words = NonNullable<RowOf<'sink'>['words']>;

/** Expressions of rows, compiled. */
const compiled = new Map<string, RegExp>();

function expression(source: string): RegExp {
  let pattern = compiled.get(source);
  if (!pattern) {
    pattern = new RegExp(source);
    compiled.set(source, pattern);
  }
  return pattern;
}

/**
 * The words of a command that its program may read as options, as far as they are not known: those before `--`, and
 * not those that belong to an option before them, as `message` in `['-m', message]`.
 */
export function optionWords(
  machine: Machine,
  place: Place,
  { skip = 0, flags }: Words,
  invocation: Invocation,
): readonly Value[] {
  const { state } = invocation.site.frame;
  const words: Value[] = [];
  /** Words at places that are not known. */
  const loose: Value[] = [];
  const addList = (list: HeapObject, value: Value): void => {
    const known = list.items ?? list.lead ?? inOrder(list);
    words.push(...known);
    if (list.rest) loose.push(without(list.rest, list.items ? [] : known));
    if (list.content && list.content.labels.length > 0) loose.push(list.content);
    if (value.labels.length > 0) loose.push(without(value, known));
  };
  for (const value of valuesAt(machine, place, invocation)) {
    const lists = value.refs.flatMap((id) => {
      const object = machine.object(id, state);
      return object && (object.items || object.rest || object.fields.has('0')) ? [object] : [];
    });
    for (const list of lists) addList(list, value);
    // A text that was split: words of it may stand anywhere.
    if (lists.length === 0) (skip > 0 ? loose : words).push(value);
  }
  const own = words.slice(skip);
  const end = own.findIndex(isEndOfOptions);
  const before = end === -1 ? [...own, ...loose] : own.slice(0, end);
  const isFlag = expression(flags);
  return before.filter((_, i) => {
    const previous = i > 0 && i < own.length ? before[i - 1] : undefined;
    return previous === undefined || !takesNext(previous, isFlag);
  });
}

/** What is not told of already: the unknown elements of a list hold the data of those that are known, too. */
const without = (rest: Value, known: readonly Value[]): Value =>
  tainted(
    rest.labels.filter(
      ({ origin }) => !known.some(({ labels }) => labels.some((label) => label.origin === origin)),
    ),
  );

/** Elements with their index as a name, from the first one on. */
function inOrder({ fields }: HeapObject): readonly Value[] {
  const found: Value[] = [];
  for (let value = fields.get('0'); value; value = fields.get(String(found.length))) found.push(value);
  return found;
}

/** Whether a word is an option whose value is the next word. */
function takesNext(word: Value, isFlag: RegExp): boolean {
  const text = exact(word)?.value;
  if (typeof text === 'string') return /^-[^-]|^--./.test(text) && !text.includes('=') && !isFlag.test(text);
  // `'-D' + name` is whole.
  return word.labels.length === 0 && /^-+\w*$/.test(prefixOf(word));
}
