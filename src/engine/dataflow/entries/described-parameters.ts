import type { Expr, Param } from '../../ir/ir.ts';
import { decoratorArgs, dottedName } from '../../ir/walk.ts';
import { clearedByDescription, clearedByField } from '../guards/checked.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import type { Mask } from '../values/masks.ts';

/** What a decorator's first argument describes: the fields of a class, or of a dictionary that is written there. */
export type Description =
  | { readonly kind: 'class'; readonly cls: LinkedClass }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Expr> };

/** `@use_args(Filter(), location="query")`, `@use_kwargs({"host": fields.Str()})` */
export function describedBy(
  machine: Machine,
  fn: LinkedFunction,
  decorator: LinkedFunction['ir']['decorators'][number],
): Description | undefined {
  const args = decoratorArgs(decorator);
  const schema = (args.find(({ name }) => name === undefined || name === 'schema') ?? args[0])?.value;
  if (!schema) return undefined;
  if (schema.k === 'object') {
    const fields = schema.props.flatMap(({ key, value }) =>
      typeof key === 'string' ? [[key, value] as const] : [],
    );
    return { kind: 'fields', fields: new Map(fields) };
  }
  const name = dottedName(schema.k === 'call' ? schema.callee : schema);
  const cls = name === undefined ? undefined : machine.project.typeNamed(name, fn.module);
  return typeof cls === 'object' ? { kind: 'class', cls } : undefined;
}

/** The classes for which what arrives in a parameter of this name is safe; undefined for one that is not described. */
export function clearedByName(
  machine: Machine,
  description: Description,
  { target }: Param,
  fn: LinkedFunction,
): Mask | undefined {
  if (target.k !== 'var') return undefined;
  if (description.kind === 'class') return clearedByField(machine, description.cls, target.name);
  const field = description.fields.get(target.name);
  return field && clearedByDescription(machine, field, fn.module);
}
