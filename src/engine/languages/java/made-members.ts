import type { Expr, FieldDefinition, Param, Stmt } from '../../ir/ir.ts';
import { type Context, declareLocal, type Members } from './context.ts';
import { defineFunction, type FunctionHead } from './functions.ts';

/** Methods that stand in no source text: accessors and constructors made of fields. */

export interface Span {
  readonly at: number;
  readonly end: number;
}

export function head(node: Span, kind: FunctionHead['kind'], name: string, members: Members): FunctionHead {
  const { at, end } = node;
  const cls = members.cls;
  return { at, end, kind, name, nameAt: at, decorators: [], cls, isStatic: false, lexicalThis: false };
}

export function has(members: Members, name: string, context: Context): boolean {
  return members.methods.some((index) => context.functions[index]?.name === name);
}

export function parametersFor(fields: readonly FieldDefinition[], context: Context): Param[] {
  return fields.map(({ at, end, name, type, decorators }) => {
    declareLocal(context, name, type);
    return { at, end, target: { k: 'var', at, end, name }, ...(type && { type }), decorators };
  });
}

/** `this.p = p` for each parameter `p`. */
export function assignFields(params: readonly Param[]): Stmt[] {
  return params.flatMap(({ at, end, target }): Stmt[] => {
    if (target.k !== 'var') return [];
    const value: Expr = { k: 'var', at, end, name: target.name };
    return [
      {
        k: 'expr',
        at,
        end,
        value: { k: 'assign', at, end, target: ownField(target.name, { at, end }), value },
      },
    ];
  });
}

export function ownField(name: string, { at, end }: Span): Extract<Expr, { k: 'field' }> {
  return { k: 'field', at, end, object: { k: 'this', at, end }, name };
}

export function assigningConstructor(
  node: Span,
  fields: readonly FieldDefinition[],
  members: Members,
  context: Context,
): number {
  return defineFunction(context, head(node, 'constructor', '', members), members.scope, () => {
    const params = parametersFor(fields, context);
    return { params, body: assignFields(params) };
  });
}

export function getter(name: string, field: FieldDefinition, members: Members, context: Context): number {
  const { at, end, type } = field;
  const made = { ...head(field, 'method', name, members), ...(type && { returnType: type }) };
  return defineFunction(context, made, members.scope, () => ({
    params: [],
    body: [{ k: 'return', at, end, value: ownField(field.name, field) }],
  }));
}

export function setter(name: string, field: FieldDefinition, members: Members, context: Context): number {
  return defineFunction(context, head(field, 'method', name, members), members.scope, () => {
    const params = parametersFor([field], context);
    return { params, body: assignFields(params) };
  });
}
