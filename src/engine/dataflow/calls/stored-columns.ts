import type { Model } from '../../libraries/model.ts';
import { emptyObject, writeField } from '../heap/heap.ts';
import { holderIn } from '../heap/held-objects.ts';
import { storeField } from '../heap/stored-rows.ts';
import type { Frame, Invocation, Machine } from '../interpreter/machine.ts';
import { joinLabels, noLabels } from '../values/labels.ts';
import { type Slot, type SqlStatement, sqlStatement } from '../values/sql-statements.ts';
import {
  exact,
  join,
  prefixOf,
  reference,
  tainted,
  unknown,
  type Value,
  withApi,
  withKnown,
  withLabels,
  withRefs,
} from '../values/values.ts';
import { plain } from './calls-of-elements.ts';
import { valuesAt } from './places.ts';

/**
 * Tables that statements write and read: what one puts into a column as a parameter, another one finds there. One object stands
 * for all rows of a table, as for those of a model.
 */

/** What a call that runs or prepares a statement gives, after what the statement stores was stored. */
export function runStatement(machine: Machine, model: Model, invocation: Invocation, result: Value): Value {
  const text = statementAt(machine, model, invocation);
  if (text?.known === undefined) return result;
  const statement = readOf(text);
  if (!statement) return result;
  // Of a prepared statement, the text says what is done when its parameters are set.
  if (statement.kind === 'write') {
    write(machine, statement, invocation);
    return result.known || !isPrepared(result) ? result : withKnown(result, text.known);
  }
  if (isPrepared(result)) return result.known ? result : withKnown(result, text.known);
  return rowsRead(machine, statement, invocation, result);
}

const resultSet = 'java.sql.ResultSet';

const isPrepared = ({ api }: Value): boolean => api === 'java.sql.PreparedStatement';

const readOf = (text: Value): SqlStatement | undefined =>
  sqlStatement(prefixOf(text), text.known?.kind === 'exact');

const statementAt = (machine: Machine, model: Model, invocation: Invocation): Value | undefined =>
  model.sinks
    .filter(({ row }) => row.vulnClass === 'sql-injection')
    .flatMap(({ places }) => places.flatMap((place) => valuesAt(machine, place, invocation)))
    .find(({ known }) => known !== undefined);

function write(
  machine: Machine,
  { table, columns }: Extract<SqlStatement, { kind: 'write' }>,
  invocation: Invocation,
): void {
  const { frame, node } = invocation.site;
  const rows = machine.rowsOf(`table ${table}`);
  const store = (column: string, value: Value | undefined): void => {
    if (value) storeField(machine, rows, column.toLowerCase(), value, frame, node);
  };
  if (!Array.isArray(columns)) {
    for (const id of given(machine, columns as Slot, invocation)?.refs ?? [])
      for (const [name, value] of machine.object(id, frame.state)?.fields ?? []) store(name, value);
    return;
  }
  for (const { column, slot } of columns) store(column, given(machine, slot, invocation));
}

/** The value of a parameter: in a list or object behind the statement, or behind it itself. */
function given(machine: Machine, slot: Slot, { args, site: { frame } }: Invocation): Value | undefined {
  const behind = args.slice(1);
  const [first] = behind;
  if ('name' in slot) {
    const named = behind.find(({ name }) => name === slot.name)?.value;
    return (
      named ??
      first?.value.refs.map((id) => machine.object(id, frame.state)?.fields.get(slot.name)).find(Boolean)
    );
  }
  for (const id of first?.value.refs ?? []) {
    const items = machine.object(id, frame.state)?.items;
    if (items) return items[slot.place];
  }
  return behind[slot.place]?.value;
}

/** Under this name, a cursor keeps what it ran last. */
const lastRows = '%rows';

function rowsRead(
  machine: Machine,
  statement: Exclude<SqlStatement, { kind: 'write' }>,
  invocation: Invocation,
  result: Value,
): Value {
  const { frame, node } = invocation.site;
  const row = reference(rowOf(machine, statement, frame));
  const id = machine.allocate({ ...emptyObject, rest: row, open: true }, frame, node);
  if (invocation.receiver && areAskedOfCursors(frame)) {
    const holder = holderIn(machine, invocation.receiverExpr, invocation.receiver, frame);
    if (holder.refs.length > 0) machine.writeField(holder, lastRows, reference(id), frame, node);
  }
  callWithRows(machine, reference(id), row, invocation);
  // `queryForList(text, String.class)`: rows of one column are its values.
  const [only, ...others] = statement.kind === 'read' ? statement.columns : [];
  const isValue = only && others.length === 0 && invocation.args[1]?.value.callables[0]?.kind !== 'function';
  const labels =
    isValue && rowsAreTyped(frame) ? machine.readField(row, only.name, frame, node).labels : noLabels;
  return withLabels(withRefs(result, [...result.refs, id]), joinLabels(result.labels, labels));
}

/** Whether rows are read from what ran the statement, as from Python's cursors. */
const areAskedOfCursors = ({ fn }: Frame): boolean => fn.module.semantics.modules.named === 'module';

/** Callbacks get all rows after an error, or one row at a time. */
function callWithRows(machine: Machine, rows: Value, row: Value, { args, site }: Invocation): void {
  const given = rowsAreTyped(site.frame) ? [withApi(row, resultSet)] : [unknown, rows];
  for (const { value } of args)
    for (const callable of value.callables)
      if (callable.kind === 'function') machine.callCallable(callable, undefined, given.map(plain), site);
}

/** Whether rows are read by methods for the type of each column. */
const rowsAreTyped = ({ fn }: Frame): boolean => fn.module.semantics.functions.implementInterfaces;

/** A row of the columns that were asked for, by name and, where rows are lists, by place. */
function rowOf(machine: Machine, statement: Exclude<SqlStatement, { kind: 'write' }>, frame: Frame): number {
  const isObject = frame.fn.module.semantics.values.havePrototypes;
  if (statement.kind === 'readAll') {
    const all = machine.rowsOf(`table ${statement.table}`);
    if (isObject) nameFirst(machine, all, frame);
    return all;
  }
  const values = statement.columns.map(({ table, column }) => {
    if (table === '' || column === '') return unknown;
    const rows = machine.rowsOf(`table ${table}`);
    machine.noteRead(rows, column, frame);
    return tainted(machine.object(rows, frame.state)?.fields.get(column)?.labels ?? noLabels);
  });
  const names = statement.columns.map(({ name }) => name);
  const sources = statement.columns.map(({ table, column }) => `${table}.${column}`);
  const id = machine.rowsOf(`rows ${names.join()} of ${sources.join()}`);
  const fields = new Map(names.map((name, i) => [name, values[i] ?? unknown] as const));
  frame.state.heap.set(id, { ...emptyObject, fields, items: isObject ? undefined : values, open: true });
  if (isObject) nameFirst(machine, id, frame);
  return id;
}

/** `rows[0]` of rows that are objects: any of them. */
function nameFirst(machine: Machine, id: number, frame: Frame): void {
  const object = machine.object(id, frame.state) ?? emptyObject;
  frame.state.heap.set(id, writeField(object, '0', reference(id), true));
}

const oneRow = /^(?:fetch_?(?:one|row)|first|one|one_or_none|get)$/;
const allRows = /^(?:fetch_?(?:all|many)|all|toList|list)$/;

/** `cursor.fetchall()`, `statement.executeQuery()`, `rows.getString("url")`: what of the rows that were read a method gives. */
export function fetched(machine: Machine, name: string, invocation: Invocation, result: Value): Value {
  const { receiver, args, site } = invocation;
  if (!receiver) return result;
  if (isPrepared(receiver)) return ofPrepared(machine, name, receiver, invocation, result);
  if (receiver.refs.length === 0) return result;
  if (receiver.api === resultSet) return ofResultSet(machine, name, receiver, invocation, result);
  const all = oneRow.test(name) || allRows.test(name) ? lastRead(machine, receiver, site.frame) : undefined;
  if (!all || args.some(({ value }) => value.callables.length > 0)) return result;
  if (allRows.test(name)) return withRefs(result, [all]);
  const row = machine.object(all, site.frame.state)?.rest;
  return row ? withRefs(result, row.refs) : result;
}

/** The list that a cursor read last, or that a value is. */
function lastRead(machine: Machine, { refs }: Value, { state }: Frame): number | undefined {
  for (const id of refs) {
    const object = machine.object(id, state);
    const [kept] = object?.fields.get(lastRows)?.refs ?? [];
    if (kept !== undefined) return kept;
    if (object?.rest?.refs.some((row) => machine.isRow(row))) return id;
  }
  return undefined;
}

function ofPrepared(
  machine: Machine,
  name: string,
  receiver: Value,
  invocation: Invocation,
  result: Value,
): Value {
  const statement = receiver.known && readOf(receiver);
  const [place, value] = invocation.args;
  if (statement?.kind === 'write' && /^set[A-Z]/.test(name) && place && value) {
    const at = exact(place.value)?.value;
    const columns = Array.isArray(statement.columns) ? statement.columns : [];
    const { frame, node } = invocation.site;
    for (const { column, slot } of columns)
      if ('place' in slot && slot.place + 1 === at)
        storeField(machine, machine.rowsOf(`table ${statement.table}`), column, value.value, frame, node);
  }
  if (!statement || statement.kind === 'write' || name !== 'executeQuery') return result;
  return withRefs(result, [rowOf(machine, statement, invocation.site.frame)]);
}

function ofResultSet(
  machine: Machine,
  name: string,
  receiver: Value,
  { args: [key], site }: Invocation,
  result: Value,
): Value {
  const at = /^get[A-Z]/.test(name) && key ? exact(key.value)?.value : undefined;
  if (typeof at !== 'string' && typeof at !== 'number') return result;
  const field = typeof at === 'string' ? at.toLowerCase() : String(at - 1);
  let found: Value | undefined;
  for (const id of receiver.refs) {
    if (!machine.isRow(id)) continue;
    const value = machine.readField(reference(id), field, site.frame, site.node);
    found = found ? join(found, value) : value;
  }
  return found ? withLabels(result, joinLabels(result.labels, found.labels)) : result;
}
