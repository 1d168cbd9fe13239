/** What a place in an SQL statement may hold, by the statement's text before it. */
export type Position = 'value' | 'number' | 'name';

const operators = new Set(['=', '<', '>', '<=', '>=', '!=', '<>', '<=>', '||', '+', '-', '/', '%', '==']);
const beforeValues = new Set([
  'like',
  'ilike',
  'rlike',
  'regexp',
  'glob',
  'match',
  'between',
  'then',
  'else',
  'against',
]);
const beforeNumbers = new Set(['limit', 'offset']);
const clauses = new Set([
  'select',
  'from',
  'where',
  'and',
  'or',
  'on',
  'order',
  'group',
  'by',
  'having',
  'limit',
  'offset',
  'set',
  'values',
  'into',
  'table',
  'join',
  'union',
  'not',
  'exists',
  'distinct',
  'as',
  'over',
  'with',
]);

interface Open {
  /** The word before the parenthesis. */
  readonly word: string;
  /** The word before that. */
  readonly before: string;
}

const token =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<=>|[<>!=]=|<>|\|\||[A-Za-z_][\w$.]*|\d[\w.]*|\S/g;

/** Only what a value may replace without a change of meaning is one; a list, a column or a whole condition is not. */
export function positionAfter(before: string): Position {
  const opened: Open[] = [];
  let last = '';
  let lastButOne = '';
  let clause = '';
  let between = false;
  for (const [found] of before.matchAll(token)) {
    if (found.startsWith('--') || found.startsWith('/*')) continue;
    const word = found.toLowerCase();
    if (word === '(') opened.push({ word: last, before: lastButOne });
    else if (word === ')') opened.pop();
    else if (clauses.has(word) && opened.length === 0) clause = word;
    if (word === 'between') between = true;
    lastButOne = last;
    last = word;
    if (word === 'and' && between) {
      last = 'between';
      between = false;
    }
  }
  if (beforeNumbers.has(last)) return 'number';
  if (operators.has(last) || beforeValues.has(last)) return 'value';
  const open = opened.at(-1);
  if (last === '(' || last === ',') {
    if (last === ',' && !open && clause === 'limit') return 'number';
    return open && takesValues(open) && (last === ',' || open.word !== 'in') ? 'value' : 'name';
  }
  return 'name';
}

function takesValues({ word, before }: Open): boolean {
  if (word === 'values' || word === 'in') return true;
  return (
    /^[a-z_]\w*$/.test(word) &&
    !clauses.has(word) &&
    before !== 'into' &&
    before !== 'table' &&
    before !== 'join'
  );
}
