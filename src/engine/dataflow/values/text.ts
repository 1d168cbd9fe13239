import type { Primitive } from '../../ir/ir.ts';
import type { Invocation } from '../interpreter/machine.ts';
import { fold, gap, isGap } from './constants.ts';
import { exact, type Known, prefixOf, type Value } from './values.ts';

const maximumText = 2_000;

type Method = (text: string, args: readonly Primitive[]) => Primitive | undefined;

const isText = (value: Primitive | undefined): value is string => typeof value === 'string';
const isPlace = (value: Primitive | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value);

const test =
  (holds: (text: string, part: string) => boolean): Method =>
  (text, [part]) =>
    isText(part) ? holds(text, part) : undefined;

/** Methods of text under the names that the languages give them; undefined where the arguments do not fit. */
const methods: Readonly<Record<string, Method>> = {
  toLowerCase: (text) => text.toLowerCase(),
  lower: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  strip: (text, args) => (args.length === 0 ? text.trim() : undefined),
  charAt: (text, [at]) => (isPlace(at) ? text.charAt(at) : undefined),
  length: (text) => text.length,
  isEmpty: (text) => text === '',
  isBlank: (text) => text.trim() === '',
  equals: (text, [other]) => (isText(other) || other === null ? text === other : undefined),
  equalsIgnoreCase: test((text, other) => text.toLowerCase() === other.toLowerCase()),
  contentEquals: test((text, other) => text === other),
  contains: test((text, part) => text.includes(part)),
  includes: test((text, part) => text.includes(part)),
  startsWith: (text, args) => (args.length === 1 && isText(args[0]) ? text.startsWith(args[0]) : undefined),
  startswith: test((text, part) => text.startsWith(part)),
  endsWith: test((text, part) => text.endsWith(part)),
  endswith: test((text, part) => text.endsWith(part)),
  indexOf: (text, [part, from]) =>
    isText(part) ? text.indexOf(part, isPlace(from) ? from : undefined) : undefined,
  lastIndexOf: (text, args) => (args.length === 1 && isText(args[0]) ? text.lastIndexOf(args[0]) : undefined),
  substring: (text, [from, to]) =>
    isPlace(from) && (to === undefined || isPlace(to)) ? text.substring(from, to) : undefined,
  repeat: (text, [times]) =>
    isPlace(times) && times >= 0 && times * text.length <= maximumText ? text.repeat(times) : undefined,
};

/** Methods that leave the text as it is, or at least its beginning. */
const keeping = new Set([
  'toString',
  'trim',
  'strip',
  'intern',
  'getBytes',
  'toCharArray',
  'encode',
  'stripTrailing',
  'toURL',
  'toURI',
  'toASCIIString',
]);
/** Methods that give the part of a text from one place to another. */
const cutting = new Set(['slice', 'substring', 'substr', 'subSequence']);
/** `String.valueOf(x)`, `URI.create(x)`: the text of the argument. */
const converting = new Set(['valueOf', 'copyValueOf', 'requireNonNull', 'create']);

/**
 * What is known of the text that a method of text gives, from what is known of the text and the arguments; `content` is how
 * a text begins that is put together in the receiver.
 */
export function knownText(path: string, invocation: Invocation, content = ''): Known | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const { receiver, args } = invocation;
  const [first] = args;
  if (!receiver) return first && path === 'encodeURI' ? asText(first.value) : undefined;
  if (name === 'concat' && first && args.length === 1) return fold('+', receiver, first.value)?.value.known;
  if (name === 'format' || name === 'formatted') return formattedText(receiver, args);
  if (name === 'join' && receiver.api !== undefined && /(?:^|\.)path(?:\.posix)?$/.test(receiver.api))
    return joinedPath(args);
  if (name === 'from' && receiver.api === 'Buffer' && first) return asText(first.value);
  if (receiver.known === undefined) {
    if (content && keeping.has(name)) return { kind: 'prefix', text: content };
    return first && args.length === 1 && converting.has(name) ? asText(first.value) : undefined;
  }
  const text = exact(receiver)?.value;
  if (isText(text) && receiver.labels.length === 0 && Object.hasOwn(methods, name)) {
    const known = args.map((arg) => (arg.value.labels.length === 0 ? exact(arg.value) : undefined));
    if (known.every((value) => value !== undefined)) {
      const value = methods[name]?.(
        text,
        known.map((each) => each?.value),
      );
      if (value !== undefined) return { kind: 'exact', value };
    }
  }
  if (cutting.has(name) && first && exact(first.value)?.value === 0) return beginningOf(receiver);
  return keeping.has(name) || name === 'valueOf' ? receiver.known : undefined;
}

/** A part of a text that begins where it does. */
const beginningOf = (text: Value): Known | undefined =>
  text.known?.kind === 'prefix' ? text.known : undefined;

/** `path.join('/tmp', name)`, as far as its parts are known. */
function joinedPath(args: Invocation['args']): Known | undefined {
  let text = '';
  for (const [i, { value }] of args.entries()) {
    const part = exact(value)?.value;
    if (typeof part !== 'string') return i === 0 ? undefined : { kind: 'prefix', text: `${text}/` };
    text += i === 0 ? part.replace(/(?<!\/)\/+$/, '') : `/${part.replace(/^\/+|(?<!\/)\/+$/g, '')}`;
  }
  return { kind: 'exact', value: text };
}

function asText(value: Value): Known | undefined {
  const known = exact(value);
  if (!known) return value.known;
  return known.value === undefined ? undefined : { kind: 'exact', value: String(known.value) };
}

/**
 * The beginning of a format up to its first place that is not known: `'…{}'.format(x)`, `'…%s'.formatted(x)`,
 * `String.format('…%s', x)`. Where the program's own text is put there, it goes on after a gap:
 * `String.format("%s/users/%s", base, id)`.
 */
function formattedText(receiver: Value, args: Invocation['args']): Known | undefined {
  const own = prefixOf(receiver);
  const [format = '', values] =
    own !== '' ? [own, args] : [args[0] && prefixOf(args[0].value), args.slice(1)];
  if (!format) return undefined;
  const { text, rest, used } = filled(format, values);
  const whole = exact(own !== '' ? receiver : (args[0]?.value ?? receiver)) !== undefined;
  if (rest === '' && whole && used > 0) return { kind: 'exact', value: text };
  const next = values[used];
  if (text === '' && next && isGap(next.value) && /^(?:%s|\{\})/.test(rest))
    return { kind: 'prefix', text: gap + (rest.slice(2).split(/[{%]/, 1)[0] ?? '') };
  return { kind: 'prefix', text: text || ' ' };
}

/** A format with the constants put in that come first; what is left begins with the place of something else. */
function filled(format: string, values: Invocation['args']) {
  let text = '';
  let rest = format;
  let used = 0;
  for (;;) {
    const [start = ''] = rest.split(/[{%]/, 1);
    text += start;
    rest = rest.slice(start.length);
    const value = values[used]?.value;
    const known = value && value.labels.length === 0 ? exact(value)?.value : undefined;
    if (!/^(?:%s|\{\})/.test(rest) || !isText(known) || text.length > maximumText)
      return { text, rest, used };
    text += known;
    rest = rest.slice(2);
    used++;
  }
}
