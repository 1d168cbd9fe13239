import type { Expr } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { pathsOf } from '../entries/decorator-paths.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedClass } from '../names/linking.ts';
import { dataLabels, traced } from '../values/labels.ts';
import { join, tainted, type Value } from '../values/values.ts';
import { emptyObject, writeField } from './heap.ts';

/**
 * What a program stores and reads back. One object stands for all rows of a model, and one for all that a store keeps under
 * keys: what is put into a field of a row, another function finds there. `SharedState` says who is looked at again.
 */

interface Place {
  readonly at: number;
  readonly end: number;
}

const entities = new WeakMap<Machine, Map<LinkedClass, boolean>>();

/** Whether objects of a class are stored. */
export function isEntity(machine: Machine, cls: LinkedClass): boolean {
  const { catalog } = machine;
  if (catalog.entities.size === 0) return false;
  let known = entities.get(machine);
  if (!known) {
    known = new Map();
    entities.set(machine, known);
  }
  let found = known.get(cls);
  if (found === undefined) {
    const bases = machine.project.members.apiBases(cls);
    const names = [...bases, ...cls.ir.decorators.flatMap((one) => pathsOf(machine, one, cls.module))];
    found = names.some((name) => [...catalog.entities].some((entity) => catalog.isA(name, entity)));
    known.set(cls, found);
  }
  return found;
}

/** Whether what is made of the object elsewhere is not seen: it may be one that was stored. */
export const isAnyOfClass = (machine: Machine, { refs }: Value, { state }: Frame): boolean =>
  refs.every((id) => machine.object(id, state)?.open);

/** What is stored in a field of an entity, of any of its objects. */
export function storedField(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  frame: Frame,
  node: Place,
): Value | undefined {
  let found: Value | undefined;
  for (const one of [cls, ...cls.bases]) {
    if (!isEntity(machine, one)) continue;
    const rows = machine.rowsOf(one);
    machine.noteRead(rows, name, frame);
    const value = machine.object(rows, frame.state)?.fields.get(name);
    if (value) found = found ? join(found, value) : value;
  }
  return found && tainted(traced(found.labels, 'assign', frame.fn, node, name));
}

/** Notes that data was put into a field of a row, unless the column takes numbers and the like. */
export function storeField(
  machine: Machine,
  rows: number,
  name: string,
  value: Value,
  frame: Frame,
  node: Place,
): void {
  const labels = dataLabels(value.labels);
  if (labels.length === 0) return;
  const record = machine.object(rows, frame.state) ?? emptyObject;
  if (record.cls && isPlainColumn(machine, record.cls, name)) return;
  const put = tainted(traced(labels, 'assign', frame.fn, node, name));
  frame.state.heap.set(rows, writeField(record, name, put, false));
}

/** `models.IntegerField()`, `Column(Integer)`: no text arrives there. */
function isPlainColumn({ catalog, project }: Machine, cls: LinkedClass, name: string): boolean {
  const field = cls.ir.fields.find((one) => one.name === name);
  if (!field) return false;
  if (project.isScalar(field.type, cls.module)) return true;
  const { init } = field;
  if (init?.k !== 'call') return false;
  const written: readonly Expr[] = [init.callee, ...init.args.map(({ value }) => value)];
  return written.some((expr) => {
    const dotted = dottedName(expr);
    const path = dotted === undefined ? undefined : project.typeNamed(dotted, cls.module);
    return typeof path === 'string' && catalog.model(path)?.neutral === true;
  });
}
