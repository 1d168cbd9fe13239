/** Seeded damage to texts and to JSON: the same seed gives the same damage, so that what falls can be tried again. */

/** A repeatable source of numbers from 0 to below 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Next = () => number;

export const pick = <T>(next: Next, all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
const below = (next: Next, most: number): number => Math.floor(next() * most);

/** What parsers and expressions count, nest and look back over. */
const pieces = [
  ...['(', ')', '[', ']', '{', '}', '<', '>', '"', "'", '`', '\\', '/', '*', '#', '@', '$', ':', ';', ','],
  ...['.', '?', '!', '-', '--', '++', '~', '%', '=', '=>', '->', '...', '${', '/*', '*/', '//', '"""', "'''"],
  ...[
    '\n',
    '\r',
    '\t',
    ' ',
    '\u0000',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\u202e',
    'é',
    '😀',
    '<!--',
    ']]>',
    '&amp;',
  ],
  ...[
    'if ',
    'else ',
    'for ',
    'class ',
    'def ',
    'function ',
    'return ',
    'new ',
    'async ',
    'await ',
    'lambda ',
  ],
  ...[
    'try {',
    'switch (',
    'case ',
    'import ',
    'from ',
    'yield ',
    'a.b',
    'x=',
    '1e999',
    '0x',
    '==',
    '&&',
    '||',
  ],
];
const longestRun = 3_000;

/** The text with one to six places damaged: left out, doubled, moved, filled, run on, spliced with another text. */
export function mutateText(next: Next, text: string, other: string): string {
  let result = text;
  for (let times = 1 + below(next, 6); times > 0; times--) {
    const at = below(next, result.length + 1);
    const end = Math.min(result.length, at + below(next, 200));
    const span = result.slice(at, end);
    const rest = result.slice(end);
    const before = result.slice(0, at);
    switch (below(next, 7)) {
      case 0:
        result = before + rest;
        break;
      case 1:
        result = before + span.repeat(1 + below(next, 40)) + rest;
        break;
      case 2:
        result = before + pick(next, pieces) + span + rest;
        break;
      case 3:
        result = before + pick(next, pieces).repeat(1 + below(next, longestRun)) + span + rest;
        break;
      case 4:
        result =
          before +
          `${pick(next, pieces)}${pick(next, pieces)}`.repeat(1 + below(next, longestRun / 4)) +
          rest;
        break;
      case 5:
        result = before;
        break;
      default:
        result = before + other.slice(below(next, other.length + 1)) + rest;
    }
  }
  return result.slice(0, 400_000);
}

const strangeValues: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '../..',
    '%00',
  ],
  ...['x'.repeat(30_000), '9'.repeat(400), "' or 1=1 --", '*'.repeat(5_000), [], [[]], {}, { a: {} }],
  ...['00000000-0000-0000-0000-000000000000', '2026-02-30T25:61:00Z', '-0', 'NaN', '{{x}}', '\u202egnp.exe'],
  Array.from({ length: 2_000 }, (_, index) => index),
];

/** The value with one place changed to something that its schema hardly expects. */
export function mutateJson(next: Next, value: unknown): unknown {
  if (next() < 0.25) return pick(next, strangeValues);
  if (Array.isArray(value) && value.length > 0) {
    const at = below(next, value.length);
    return next() < 0.3
      ? [...value, ...value, pick(next, strangeValues)]
      : value.with(at, mutateJson(next, value[at]));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0 || next() < 0.2)
      return {
        ...value,
        [pick(next, ['x', 'orgId', 'constructor', 'limit', 'cursor', ''])]: pick(next, strangeValues),
      };
    const at = below(next, entries.length);
    const [name, inner] = entries[at] ?? ['', undefined];
    if (next() < 0.15) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return { ...value, [name]: mutateJson(next, inner) };
  }
  if (typeof value === 'string') return mutateText(next, value, value);
  return pick(next, strangeValues);
}
