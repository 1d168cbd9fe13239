/** Rows of dumped databases: what stands in a column of passwords or keys, whether named in the statement or in the table. */
import { secretKindOf, wordsOf } from './names.ts';
import { isHash } from './placeholders.ts';

export interface DumpedSecret {
  readonly start: number;
  readonly end: number;
  readonly hash: boolean;
}

const insert =
  /\b(?:INSERT|REPLACE)\s{1,4}(?:IGNORE\s{1,4})?INTO\s{1,4}(?<table>[\w.`"[\]]{1,200})\s{0,4}(?:\((?<columns>[^()]{1,4000})\)\s{0,4})?VALUES\s{0,4}/gi;
const copy =
  /^COPY\s{1,4}(?<table>[\w."]{1,200})\s{0,4}\((?<columns>[^()]{1,4000})\)\s{1,4}FROM\s{1,4}stdin;[^\n]*\n/gim;
const create =
  /\bCREATE\s{1,4}TABLE\s{1,4}(?:IF\s{1,4}NOT\s{1,4}EXISTS\s{1,4})?(?<table>[\w.`"[\]]{1,200})\s{0,4}\(/gi;
const definition = /^\s{0,40}(?:[`"[](?<quoted>[^`"\]\n]{1,100})[`"\]]|(?<bare>[A-Za-z_]\w{0,100}))\s/;
const notColumn = /^(?:primary|unique|key|index|constraint|foreign|check|fulltext|spatial)$/i;
const maximumTables = 500;
const longestTable = 20_000;

/** The first ones of an SQL file. Each character is looked at by one statement at most. */
export function dumpedSecrets(text: string, most: number): DumpedSecret[] {
  if (!/\b(?:INSERT|REPLACE)\b|^COPY\s/im.test(text)) return [];
  const tables = columnsByTable(text);
  const found: DumpedSecret[] = [];
  let read = 0;
  const take = (rows: Iterable<readonly Span[]>, columns: readonly number[], of: typeof valueAt): void => {
    for (const row of rows) {
      read = row.at(-1)?.end ?? read;
      found.push(...columns.flatMap((column) => of(text, row[column])));
      if (found.length >= most) return;
    }
  };
  for (const match of text.matchAll(insert)) {
    const { table = '', columns } = match.groups ?? {};
    const names = columns === undefined ? tables.get(nameOf(table)) : columns.split(',').map(nameOf);
    const secret = match.index < read || found.length >= most ? [] : secretColumns(names ?? []);
    if (secret.length > 0) take(rowsAt(text, match.index + match[0].length), secret, literalAt);
  }
  read = 0;
  for (const match of text.matchAll(copy)) {
    const names = (match.groups?.['columns'] ?? '').split(',').map(nameOf);
    const secret = match.index < read || found.length >= most ? [] : secretColumns(names);
    if (secret.length > 0) take(copiedRows(text, match.index + match[0].length), secret, valueAt);
  }
  return found.slice(0, most);
}

/** Columns whose names say it; a hash stands where the password was. */
function secretColumns(names: readonly string[]): number[] {
  return names.flatMap((name, column) => {
    const words = wordsOf(name).filter((word) => !/^(?:hash|hashed|encrypted|digest|crypted)$/.test(word));
    return secretKindOf(words.join('_')) !== undefined || /(?:^|_)(?:pass|pw)$/.test(words.join('_'))
      ? [column]
      : [];
  });
}

function nameOf(text: string): string {
  return text
    .replace(/[`"[\]\s]/g, '')
    .replace(/^.*\./, '')
    .toLowerCase();
}

function columnsByTable(text: string): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, readonly string[]>();
  for (const match of text.matchAll(create)) {
    if (tables.size >= maximumTables) break;
    const from = match.index + match[0].length;
    const [columns = ''] = text.slice(from, from + longestTable).split(';', 1);
    const names = columns.split(/,\s{0,4}\n|\n/).flatMap((line) => {
      const { quoted, bare } = definition.exec(line)?.groups ?? {};
      return quoted !== undefined || (bare !== undefined && !notColumn.test(bare))
        ? [quoted ?? bare ?? '']
        : [];
    });
    tables.set(nameOf(match.groups?.['table'] ?? ''), names);
  }
  return tables;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The values of each row of `(…), (…);`, as they are written. */
function* rowsAt(text: string, from: number): Iterable<readonly Span[]> {
  let at = from;
  for (;;) {
    while (/[\s,]/.test(text[at] ?? '')) at++;
    if (text[at] !== '(') return;
    const row: Span[] = [];
    let start = ++at;
    let depth = 0;
    for (; at < text.length; at++) {
      const character = text[at];
      if (character === "'") at = closingQuote(text, at);
      else if (character === '(') depth++;
      else if (character === ')' && depth-- === 0) break;
      else if (character === ',' && depth === 0) {
        row.push({ start, end: at });
        start = at + 1;
      }
    }
    row.push({ start, end: at });
    at++;
    yield row;
  }
}

/** @returns where the literal that begins here ends: quotes within are doubled or escaped */
function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === "'") {
      if (text[at + 1] !== "'") return at;
      at++;
    }
  }
  return text.length;
}

function* copiedRows(text: string, from: number): Iterable<readonly Span[]> {
  let at = from;
  while (at < text.length && !text.startsWith('\\.', at)) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const row: Span[] = [];
    for (let start = at; start <= end; ) {
      const tab = text.indexOf('\t', start);
      const stop = tab < 0 || tab > end ? end : tab;
      row.push({ start, end: stop });
      start = stop + 1;
    }
    at = end + 1;
    yield row;
  }
}

function literalAt(text: string, span: Span | undefined): DumpedSecret[] {
  const found = span && /^\s*'(?<value>.*)'\s*$/s.exec(text.slice(span.start, span.end));
  if (!span || !found) return [];
  const start = text.indexOf("'", span.start) + 1;
  return valueAt(text, { start, end: start + (found.groups?.['value']?.length ?? 0) });
}

function valueAt(text: string, span: Span | undefined): DumpedSecret[] {
  if (!span) return [];
  const value = text.slice(span.start, span.end);
  if (value.length < 4 || value.length > 400 || /^\\N$|\s/.test(value)) return [];
  return [{ ...span, hash: isHash(value) || /^\$[\w.-]{1,16}\$|^[$*][./0-9A-Za-z]{20,}$/.test(value) }];
}
