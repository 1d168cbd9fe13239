import type { Decorator, Expr, Param, Stmt, TypeRef } from '../../ir/ir.ts';
import type { Context, Members } from './context.ts';
import { defineFunction } from './functions.ts';
import { lombokMembers, lombokNames } from './lombok.ts';
import { assigningConstructor, getter, has, head, parametersFor } from './made-members.ts';
import type { ClassOutline } from './outline.ts';

/** Members that the compiler, or Lombok's annotations, add to what is written. */
export function synthesize(
  outline: ClassOutline,
  decorators: readonly Decorator[],
  members: Members,
  context: Context,
): void {
  if (outline.kind === 'record') recordMembers(outline, members, context);
  if (outline.kind === 'enum') enumMembers(outline, members, context);
  if (lombokNames(decorators).size > 0 || members.fields.some((field) => field.decorators.length > 0))
    lombokMembers(decorators, members, context);
}

function recordMembers(outline: ClassOutline, members: Members, context: Context): void {
  const components = members.fields.filter((field) => outline.components.includes(field.name));
  const [first] = components;
  const written = members.methods.some((index) => {
    const method = context.functions[index];
    return method?.kind === 'constructor' && method.params.length === components.length;
  });
  if (!written && first) members.methods.push(assigningConstructor(first, components, members, context));
  for (const field of components)
    if (!has(members, field.name, context)) members.methods.push(getter(field.name, field, members, context));
}

/** The components as parameters of the record's canonical constructor. */
export function componentParameters(members: Members, context: Context): Param[] {
  const { components } = members.scope.outline;
  return parametersFor(
    members.fields.filter((field) => components.includes(field.name)),
    context,
  );
}

/** `values()`, and `valueOf(name)`, whose result is one of the constants whatever the name was. */
function enumMembers(outline: ClassOutline, members: Members, context: Context): void {
  const [first] = members.fields;
  if (!first) return;
  const { at, end } = first;
  const type: TypeRef = { candidates: [outline.qualifiedName] };
  const isStatic = true;
  const constants = members.fields.filter((field) => field.init?.k === 'new' && field.isStatic);
  const values = { ...head(first, 'method', 'values', members), isStatic };
  const items = constants.map(({ name }) => ({
    value: { k: 'field' as const, at, end, object: { k: 'type' as const, at, end, type }, name },
  }));
  const body: Stmt[] = [{ k: 'return', at, end, value: { k: 'array', at, end, items } }];
  members.methods.push(defineFunction(context, values, members.scope, () => ({ params: [], body })));
  const byName = { ...head(first, 'method', 'valueOf', members), isStatic, returnType: type };
  members.methods.push(
    defineFunction(context, byName, members.scope, () => {
      const target = { k: 'var' as const, at, end, name: 'name' };
      const index: Expr = { k: 'opaque', at, end, parts: [] };
      const one: Expr = { k: 'index', at, end, object: { k: 'array', at, end, items }, index };
      const value: Expr = { k: 'cast', at, end, type, value: one };
      return { params: [{ at, end, target, decorators: [] }], body: [{ k: 'return', at, end, value }] };
    }),
  );
}
