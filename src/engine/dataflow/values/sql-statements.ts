/**
 * What an SQL statement says of tables and columns: which of them it writes with which parameters, and which it reads. Only the
 * plain forms are read; of any other statement nothing is known.
 */

/** A parameter: by its place among the placeholders, or by its name. */
export type Slot = { readonly place: number } | { readonly name: string };

export interface WrittenColumn {
  readonly column: string;
  readonly slot: Slot;
}

export interface ReadColumn {
  /** The name that the row has it under. */
  readonly name: string;
  readonly table: string;
  readonly column: string;
}

export type SqlStatement =
  /** `columns` is a slot where an object names them: `INSERT INTO t SET ?`. */
  | { readonly kind: 'write'; readonly table: string; readonly columns: readonly WrittenColumn[] | Slot }
  | { readonly kind: 'read'; readonly columns: readonly ReadColumn[] }
  /** `SELECT * FROM t` */
  | { readonly kind: 'readAll'; readonly table: string };

const identifier = String.raw`[\w."\x60[\]]+`;
const insert = new RegExp(
  String.raw`^\s*(?:INSERT|REPLACE)\s(?:[\sA-Z]{0,40}\s)?INTO\s+(${identifier})\s*\(([^()]*)\)\s*VALUES\s*\(`,
  'i',
);
const setOf = new RegExp(String.raw`^\s*(?:INSERT\s+INTO|UPDATE)\s+(${identifier})\s+SET\s`, 'i');
const selecting = /^\s*SELECT\s+(?:DISTINCT\s+)?/i;
const keywords =
  'JOIN|LEFT|RIGHT|INNER|OUTER|FULL|CROSS|NATURAL|ON|USING|WHERE|GROUP|ORDER|LIMIT|UNION|HAVING|FOR';
const joined = new RegExp(
  String.raw`\b(?:FROM|JOIN)\s+(${identifier})(?:\s+(?:AS\s+)?(?!(?:${keywords})\b)(\w+))?`,
  'gi',
);

/** @param isWhole whether the text is all of the statement, and not just its beginning */
export function sqlStatement(text: string, isWhole: boolean): SqlStatement | undefined {
  return inserted(text, isWhole) ?? updated(text, isWhole) ?? selected(text);
}

function inserted(text: string, isWhole: boolean): SqlStatement | undefined {
  const found = insert.exec(text);
  if (!found) return undefined;
  const [head, table = '', names = ''] = found;
  const values = partsOf(text.slice(head.length), /\)/);
  if (!values.ended && !isWhole) return undefined;
  const columns = names.split(',').map(plain);
  return written(table, columns, values.parts);
}

function updated(text: string, isWhole: boolean): SqlStatement | undefined {
  const found = setOf.exec(text);
  if (!found) return undefined;
  const [head, table = ''] = found;
  const { parts, ended } = partsOf(text.slice(head.length), /\bWHERE\b|\bRETURNING\b|;/i);
  if (!ended && !isWhole) return undefined;
  const [only = ''] = parts;
  if (parts.length === 1 && only.trim() === '?')
    return { kind: 'write', table: plain(table), columns: { place: 0 } };
  const pairs = parts.map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, Math.max(at, 0)), part.slice(at + 1)] as const;
  });
  return written(
    table,
    pairs.map(([column]) => plain(column)),
    pairs.map(([, value]) => value),
  );
}

function written(table: string, columns: readonly string[], values: readonly string[]): SqlStatement {
  let place = 0;
  const found: WrittenColumn[] = [];
  values.forEach((value, i) => {
    const slots = slotsIn(value);
    const [only] = slots;
    const column = columns[i];
    // An expression around a parameter is not what is stored.
    if (only && slots.length === 1 && column && isParameter(value))
      found.push({ column, slot: only === true ? { place } : only });
    place += slots.filter((slot) => slot === true).length;
  });
  return { kind: 'write', table: plain(table), columns: found };
}

const placeholder = /\?|%s|%\((\w+)\)s|(?<![:\w])[:@](\w+)|\$(\d+)/g;

/** The parameters in a part of a statement; `true` for the next one. */
const slotsIn = (text: string): readonly (Slot | true)[] =>
  [...text.matchAll(placeholder)].map(([, python, named, numbered]) => {
    const name = python ?? named;
    if (name !== undefined) return { name };
    return numbered === undefined ? true : { place: Number(numbered) - 1 };
  });

const isParameter = (text: string): boolean =>
  /^\s*(?:\?|%s|%\(\w+\)s|[:@]\w+|\$\d+)\s*(?:::\s*\w+\s*)?$/.test(text);

function selected(text: string): SqlStatement | undefined {
  const found = selecting.exec(text);
  if (!found) return undefined;
  const { parts, ended } = partsOf(text.slice(found[0].length), /\bFROM\b/i);
  if (!ended) return undefined;
  const tables = [...text.matchAll(joined)].map(([, table = '', alias]) => ({
    table: plain(table),
    alias: alias?.toLowerCase(),
  }));
  const [only] = tables;
  if (!only) return undefined;
  if (parts.length === 1 && tables.length === 1 && /^(?:\w+\.)?\*$/.test(parts[0]?.trim() ?? ''))
    return { kind: 'readAll', table: only.table };
  const columns = parts.map((part): ReadColumn => {
    const [, written = '', name] = /^\s*([\w."`[\]]+)(?:\s+(?:AS\s+)?["`]?(\w+)["`]?)?\s*$/i.exec(part) ?? [];
    const column = plain(written);
    const dot = written.lastIndexOf('.');
    const qualifier = dot < 0 ? undefined : plain(written.slice(0, dot));
    const owner =
      qualifier === undefined
        ? tables.length === 1
          ? only
          : undefined
        : tables.find(({ table, alias }) => alias === qualifier || table === qualifier);
    return { name: name ?? column, table: owner?.table ?? '', column: owner ? column : '' };
  });
  return { kind: 'read', columns };
}

/** A name without its quotes and what it is qualified with. */
const plain = (name: string): string =>
  name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/["`[\]\s]/g, '')
    .toLowerCase();

/** What commas separate, outside of parentheses and quotes, up to where `end` is found there. */
function partsOf(text: string, end: RegExp): { readonly parts: readonly string[]; readonly ended: boolean } {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  const tokens = text.match(/'[^']*'|\w+|[^\w']|'/g) ?? [];
  for (const token of tokens) {
    if (depth === 0 && end.test(token)) return { parts: [...parts, part], ended: true };
    if (token === '(') depth++;
    else if (token === ')') depth--;
    if (token === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += token;
  }
  return { parts: [...parts, part], ended: false };
}
