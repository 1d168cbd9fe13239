/** Texts that readers of text have fallen over: what begins something and never ends it, what nests, what never breaks. */

const marks = [...'[]()<>*_`~!#|\\&;: \t\n'];
const units: readonly string[] = [
  ...marks,
  // Triples, and words of each form that is read.
  ...[
    '[a](',
    '![a](',
    '](',
    '[a]:',
    '[[a]',
    '``a`',
    '```\\',
    '\\```',
    '`a|',
    '**a*',
    '_a_b',
    '~~a',
    '<a ',
    '<!--',
    '</',
  ],
  ...[
    '&amp;',
    '&#x',
    '&a',
    'a@',
    '@a.',
    'www.',
    'http://',
    'https://a',
    '//',
    '/a',
    '../',
    './',
    '..\\',
    'a.b',
    'a/b',
  ],
  ...[
    '> ',
    '- ',
    '1. ',
    '> - ',
    '    - ',
    '```\n',
    '~~~\n',
    'a|b\n',
    '|-|\n',
    '---\n',
    '# a\n',
    'a\n\n',
    '\r',
    '\r\n',
  ],
  ...[
    'a',
    'a ',
    'aa\n',
    '\u00e4',
    '\ud83d\ude00',
    '\ud83d',
    '\ude00',
    '\u200b',
    '\u202e',
    '\u0000',
    '\ufeff',
    '\u2028',
  ],
  ...[
    '"',
    "'",
    '"a',
    "'a",
    '{',
    '}',
    '{"a":',
    '[{',
    '{{',
    '{{a}}',
    '${',
    '$(',
    '%',
    '%2',
    '%41',
    '=',
    'a=',
    'a: ',
    '? ',
    '+',
    ',',
  ],
  ...[
    '@@ -1 +1 @@\n',
    '--- a\n',
    '+++ b\n',
    '+a\n',
    '-a\n',
    ' a\n',
    '\\ \n',
    'data: a\n',
    'data:',
    ': a\n',
    '<data>',
    '*/',
    '/*',
  ],
];

export interface Family {
  readonly name: string;
  readonly of: (length: number) => string;
}

const repeated = (unit: string): Family => ({
  name: JSON.stringify(unit),
  of: (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
});

/** Something many times over, with an end that makes a match of the whole fail. */
const ended = (unit: string): Family => ({
  name: `x ${JSON.stringify(unit)} … x`,
  of: (length) => `x${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}x`,
});

const shaped: readonly Family[] = [
  { name: 'brackets in brackets', of: (length) => '['.repeat(length / 2) + ']'.repeat(length / 2) },
  {
    name: 'parentheses in parentheses',
    of: (length) => `[a](${'('.repeat(length / 2)}${')'.repeat(length / 2)})`,
  },
  { name: 'JSON in JSON', of: (length) => '{"a":['.repeat(length / 8) + ']}'.repeat(length / 8) },
  { name: 'lines that are longer and longer', of: (length) => lines(length, (line) => 'a'.repeat(line)) },
  {
    name: 'lines that are further and further in',
    of: (length) => lines(length, (line) => `${' '.repeat(line)}- a`),
  },
  {
    name: 'code with more and more marks',
    of: (length) => lines(length, (line) => '`'.repeat(line)).replaceAll('\n', 'a'),
  },
  { name: 'code that does not end', of: (length) => `\`\`\`js\n${'a '.repeat(length / 2)}` },
  { name: 'different words', of: (length) => words(length) },
];

function lines(length: number, line: (number: number) => string): string {
  const all: string[] = [];
  for (let [number, size] = [1, 0]; size < length; number += 1) {
    const next = line(number);
    all.push(next);
    size += next.length + 1;
  }
  return all.join('\n').slice(0, length);
}

function words(length: number): string {
  let text = '';
  for (let number = 0; text.length < length; number += 1) text += `${number.toString(36)} `;
  return text.slice(0, length);
}

/** Of two marks each. */
export const pairs: readonly Family[] = marks
  .flatMap((one) => marks.filter((other) => other !== one).map((other) => one + other))
  .map(repeated);

export const families: readonly Family[] = [
  ...units.map(repeated),
  ...[' ', '\n', '\t', '/', '.', 'a', '`', '[', '(', '-', '_', '"', '\\', '@', '=', '*'].map(ended),
  ...shaped,
];
