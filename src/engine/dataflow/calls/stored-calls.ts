import type { Model } from '../../libraries/model.ts';
import { isEntity, storeField } from '../heap/stored-rows.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedClass } from '../names/linking.ts';
import { joinLabels, type Label } from '../values/labels.ts';
import { exact, reference, tainted, type Value, withLabels } from '../values/values.ts';
import { valuesAt } from './places.ts';

/** What the rows of the catalog say that a call stores. */
export function storeArguments(machine: Machine, model: Model, invocation: Invocation): void {
  const { frame, node } = invocation.site;
  for (const { row, places, key } of model.writes) {
    const rows = key ? machine.rowsOf(row.store) : modelOf(machine, invocation);
    if (rows === undefined) continue;
    if (key) {
      const name = keyAt(machine, key, invocation);
      if (name === undefined) continue;
      for (const place of places)
        for (const value of valuesAt(machine, place, invocation))
          storeField(machine, rows, name, value, frame, node);
      continue;
    }
    for (const { name, value } of invocation.args)
      if (name !== undefined) storeField(machine, rows, name, value, frame, node);
    for (const place of places)
      for (const value of valuesAt(machine, place, invocation)) storeObject(machine, rows, value, invocation);
  }
}

/** The fields of an object that is stored: wholly a client's, all that its class declares. */
function storeObject(machine: Machine, rows: number, value: Value, { site }: Invocation): void {
  const { frame, node } = site;
  const entity = value.cls && isEntity(machine, value.cls) ? value.cls : undefined;
  const given = value.labels.filter(isGiven);
  const stored = new Set(entity ? [rows, machine.rowsOf(entity)] : [rows]);
  for (const id of stored) {
    for (const { name } of entity && given.length > 0 ? entity.ir.fields : [])
      storeField(machine, id, name, tainted(given), frame, node);
    for (const ref of value.refs)
      for (const [name, field] of machine.object(ref, frame.state)?.fields ?? [])
        storeField(machine, id, name, field, frame, node);
  }
}

/** Whether it is what a client sent, as it was sent: what is looked up with it is another matter. */
function isGiven({ trace }: Label): boolean {
  for (let step = trace; step; step = step.previous)
    if (step.kind !== 'source' && step.kind !== 'argument') return false;
  return true;
}

/** What a call that reads what was stored gives: an object of the model, or what is kept under the key. */
export function readStored(machine: Machine, model: Model, invocation: Invocation, result: Value): Value {
  let value = result;
  for (const { row, key } of model.reads) {
    if (key) {
      const name = keyAt(machine, key, invocation);
      const { frame } = invocation.site;
      const rows = machine.rowsOf(row.store);
      if (name !== undefined) machine.noteRead(rows, name, frame);
      const kept = name === undefined ? undefined : machine.object(rows, frame.state)?.fields.get(name);
      if (kept) value = withLabels(value, joinLabels(value.labels, kept.labels));
      continue;
    }
    value = asRow(machine, value, invocation);
  }
  const [written] = model.writes;
  return written && !written.key && model.neutral ? asRow(machine, value, invocation) : value;
}

function asRow(machine: Machine, value: Value, invocation: Invocation): Value {
  const rows = value.refs.length === 0 ? modelOf(machine, invocation) : undefined;
  return rows === undefined
    ? value
    : withLabels(
        reference(rows, value.api, machine.object(rows, invocation.site.frame.state)?.cls),
        value.labels,
      );
}

/** Keys are told from names of fields by their beginning: who reads one writes it as a text. */
function keyAt(
  machine: Machine,
  places: NonNullable<Model['reads'][number]['key']>,
  invocation: Invocation,
): string | undefined {
  const [value] = places.flatMap((place) => valuesAt(machine, place, invocation));
  const text = value && exact(value)?.value;
  return typeof text === 'string' ? `"${text}` : undefined;
}

/** The rows of the model that a method is called on: of a class, or of what goes by this name. */
function modelOf(machine: Machine, invocation: Invocation): number | undefined {
  const { receiver, receiverExpr } = invocation;
  const row = receiver?.refs.find((id) => machine.isRow(id));
  if (row !== undefined) return row;
  const cls = entityOf(machine, invocation) ?? entityAmong(machine, invocation);
  if (cls) return machine.rowsOf(cls);
  const name =
    receiverExpr?.k === 'var' || receiverExpr?.k === 'field' ? receiverExpr.name : nameOfMade(invocation);
  return name === undefined ? undefined : machine.rowsOf(`model ${nameOfModel(name)}`);
}

/** `new User(…)` of what a library made. */
function nameOfMade({ site: { frame, node }, isNew }: Invocation): string | undefined {
  const written = isNew ? frame.fn.module.text.slice(node.at, node.end) : '';
  return /^(?:new\s+)?(?:\w+\.)*(\w+)/.exec(written)?.[1];
}

/** `User`, `userModel`, `this.userRepository`: what goes by one name, is of one model. */
const nameOfModel = (name: string): string =>
  name
    .replace(/'\d+$/, '')
    .replace(/(?:Model|Repository|Repo)$/, '')
    .toLowerCase();

/** The entity that a call is about: `Watch.objects.filter(…)`, `User.query.get(…)`. */
function entityOf(machine: Machine, { receiver, receiverExpr, site }: Invocation): LinkedClass | undefined {
  if (receiver?.cls && isEntity(machine, receiver.cls)) return receiver.cls;
  let head = receiverExpr;
  while (head?.k === 'field') head = head.object;
  return head?.k === 'var' ? entityIn(machine, machine.evaluate(head, site.frame)) : undefined;
}

function entityIn(machine: Machine, { callables }: Value): LinkedClass | undefined {
  const [callable] = callables;
  return callable?.kind === 'class' && isEntity(machine, callable.cls) ? callable.cls : undefined;
}

/** `session.query(User)`, `session.get(User, id)` */
const entityAmong = (machine: Machine, { args }: Invocation): LinkedClass | undefined =>
  args.map(({ value }) => entityIn(machine, value)).find((cls) => cls !== undefined);

/** Methods that run a statement that was made for an entity: `session.execute(select(User))`. */
const running = new Set(['execute', 'scalars', 'scalar', 'exec', 'stream']);

/** What a call about an entity gives: one that stands for any of its objects, unless more is known. */
export function rowsFrom(
  machine: Machine,
  value: Value,
  name: string | undefined,
  invocation: Invocation,
): Value {
  if (value.refs.length + value.callables.length + value.labels.length > 0 || value.known) return value;
  const rows = rowsAbout(machine, value, name, invocation);
  if (rows === undefined) return value;
  return reference(rows, value.api, machine.object(rows, invocation.site.frame.state)?.cls);
}

function rowsAbout(
  machine: Machine,
  value: Value,
  name: string | undefined,
  invocation: Invocation,
): number | undefined {
  const { receiver, args } = invocation;
  if (value.cls)
    return value.api !== undefined && isEntity(machine, value.cls) ? machine.rowsOf(value.cls) : undefined;
  const row = receiver?.refs.find((id) => machine.isRow(id));
  if (row !== undefined) return row;
  const cls = receiver && (entityOf(machine, invocation) ?? entityAmong(machine, invocation));
  if (cls) return machine.rowsOf(cls);
  return name !== undefined && running.has(name)
    ? args.flatMap((arg) => arg.value.refs).find((id) => machine.isRow(id))
    : undefined;
}
