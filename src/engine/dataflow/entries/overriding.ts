import type { Param } from '../../ir/ir.ts';
import type { RowOf } from '../../libraries/rows.ts';
import { writtenTypeOf } from '../calls/lambda-types.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import { clearLabels } from '../values/labels.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { ofApi, unknown, type Value, withLabels } from '../values/values.ts';
import { pathsOf } from './decorator-paths.ts';
import { firstParameter, isExcepted, sourceOf } from './parameter-sources.ts';
import { wholly } from './whole-names.ts';

type Catalog = Machine['catalog'];

const rowsByName = new WeakMap<Catalog, Map<string, readonly RowOf<'override'>[]>>();

/** What the catalog says of methods of this name, whosever they are. */
function overriddenBy(catalog: Catalog, name: string): readonly RowOf<'override'>[] {
  let known = rowsByName.get(catalog);
  if (!known) {
    known = new Map();
    rowsByName.set(catalog, known);
  }
  let rows = known.get(name);
  if (!rows) {
    rows = catalog.overrides.filter((row) => wholly(row.method).test(name));
    known.set(name, rows);
  }
  return rows;
}

export function overridingReturnsTo(machine: Machine, fn: LinkedFunction): string | undefined {
  const { catalog, project } = machine;
  const bases = fn.cls ? project.members.apiBases(fn.cls) : [];
  if (bases.length === 0) return undefined;
  return overriddenBy(catalog, fn.ir.name).find(
    (row) => row.returnsTo !== undefined && bases.some((base) => catalog.isA(base, row.type)),
  )?.returnsTo;
}

/** What the library's method says of its parameters, of the method that overrides it, or that a class under its annotation has. */
export function byOverriding(machine: Machine, fn: LinkedFunction): readonly Value[] {
  const { cls } = fn;
  if (!cls) return byWrittenType(machine, fn);
  const { catalog, project } = machine;
  const rows = overriddenBy(catalog, fn.ir.name);
  if (rows.length === 0) return [];
  const bases = [
    ...project.members.apiBases(cls),
    ...cls.ir.decorators.flatMap((one) => pathsOf(machine, one, cls.module)),
  ];
  for (const row of rows) {
    if (!bases.some((base) => catalog.isA(base, row.type))) continue;
    const offset = firstParameter(fn);
    return fn.ir.params.map((param, i) => {
      const known = row.params[Math.min(i - offset, row.params.length - 1)];
      if (i < offset || !known) return unknown;
      let value = known.type === undefined ? unknown : ofApi(known.type);
      if (known.source && !isExcepted(machine, param, known.except ?? [])) {
        const { labels } = sourceOf(machine, known.source, 'a parameter of a handler', fn, param);
        value = withLabels(value, clearLabels(labels, clearedByRoute(machine, cls, param, i - offset)));
      }
      return value;
    });
  }
  return [];
}

/** A lambda that is an object of a library's type is called as what overrides its method would be. */
function byWrittenType(machine: Machine, fn: LinkedFunction): readonly Value[] {
  const type = writtenTypeOf(fn);
  const { catalog, project } = machine;
  const meaning = type && project.typeOf(type, fn.module);
  if (typeof meaning !== 'string') return [];
  const row = catalog.overrides.find((candidate) => catalog.isA(meaning, candidate.type));
  return fn.ir.params.map((param, i) => {
    const known = row?.params[i];
    const value = known?.type === undefined ? unknown : ofApi(known.type);
    return known?.source
      ? withLabels(value, sourceOf(machine, known.source, 'a parameter of a handler', fn, param).labels)
      : value;
  });
}

function clearedByRoute(machine: Machine, cls: LinkedClass, { target }: Param, place: number): Mask {
  const route = machine.routeOf(cls);
  return (target.k === 'var' ? route?.get(target.name) : undefined) ?? route?.get(place) ?? noClass;
}
