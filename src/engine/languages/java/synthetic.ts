import type { Decorator, Expr, FieldDefinition, Param, Stmt, TypeRef } from '../../ir/ir.ts';
import { type Context, declareLocal, type Members } from './context.ts';
import { defineFunction, type FunctionHead } from './functions.ts';
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
  const own = lombokNames(decorators);
  if (own.size > 0 || members.fields.some((field) => field.decorators.length > 0))
    lombokMembers(own, members, context);
}

interface Span {
  readonly at: number;
  readonly end: number;
}

function head(node: Span, kind: FunctionHead['kind'], name: string, members: Members): FunctionHead {
  const { at, end } = node;
  const cls = members.cls;
  return { at, end, kind, name, nameAt: at, decorators: [], cls, isStatic: false, lexicalThis: false };
}

function has(members: Members, name: string, context: Context): boolean {
  return members.methods.some((index) => context.functions[index]?.name === name);
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

function parametersFor(fields: readonly FieldDefinition[], context: Context): Param[] {
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
      { k: 'expr', at, end, value: { k: 'assign', at, end, target: own(target.name, { at, end }), value } },
    ];
  });
}

function own(name: string, { at, end }: Span): Extract<Expr, { k: 'field' }> {
  return { k: 'field', at, end, object: { k: 'this', at, end }, name };
}

function assigningConstructor(
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

function getter(name: string, field: FieldDefinition, members: Members, context: Context): number {
  const { at, end, type } = field;
  const made = { ...head(field, 'method', name, members), ...(type && { returnType: type }) };
  return defineFunction(context, made, members.scope, () => ({
    params: [],
    body: [{ k: 'return', at, end, value: own(field.name, field) }],
  }));
}

function setter(name: string, field: FieldDefinition, members: Members, context: Context): number {
  return defineFunction(context, head(field, 'method', name, members), members.scope, () => {
    const params = parametersFor([field], context);
    return { params, body: assignFields(params) };
  });
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
      const value: Expr = { k: 'cast', at, end, type, value: { k: 'opaque', at, end, parts: [] } };
      return { params: [{ at, end, target, decorators: [] }], body: [{ k: 'return', at, end, value }] };
    }),
  );
}

function lombokNames(decorators: readonly Decorator[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { expr } of decorators) {
    const callee = expr.k === 'call' ? expr.callee : expr;
    if (callee.k !== 'type') continue;
    for (const candidate of callee.type.candidates)
      if (candidate.startsWith('lombok.')) names.add(candidate.slice(candidate.lastIndexOf('.') + 1));
  }
  return names;
}

const loggers: Readonly<Record<string, string>> = {
  Slf4j: 'org.slf4j.Logger',
  Log4j2: 'org.apache.logging.log4j.Logger',
  Log4j: 'org.apache.log4j.Logger',
  CommonsLog: 'org.apache.commons.logging.Log',
  Log: 'java.util.logging.Logger',
};

function lombokMembers(own: ReadonlySet<string>, members: Members, context: Context): void {
  const all = own.has('Data') || own.has('Value');
  const instance = members.fields.filter((field) => !field.isStatic);
  for (const field of instance) {
    const names = lombokNames(field.decorators);
    const suffix = field.name.charAt(0).toUpperCase() + field.name.slice(1);
    const read = field.type?.candidates[0] === 'boolean' ? `is${suffix}` : `get${suffix}`;
    const add = (name: string, make: typeof getter): void => {
      if (!has(members, name, context)) members.methods.push(make(name, field, members, context));
    };
    if (all || own.has('Getter') || names.has('Getter')) add(read, getter);
    if (own.has('Data') || own.has('Setter') || names.has('Setter')) add(`set${suffix}`, setter);
  }
  lombokConstructors(own, instance, members, context);
  for (const [annotation, type] of Object.entries(loggers)) {
    if (!own.has(annotation) || members.scope.outline.fields.has('log')) continue;
    const at = context.classes[members.cls]?.at ?? 0;
    members.fields.push({
      at,
      end: at,
      name: 'log',
      type: { candidates: [type] },
      isStatic: true,
      decorators: [],
    });
  }
}

function lombokConstructors(
  own: ReadonlySet<string>,
  instance: readonly FieldDefinition[],
  members: Members,
  context: Context,
): void {
  const [first] = instance;
  if (!first) return;
  const given = own.has('AllArgsConstructor') || own.has('Value') ? instance : undefined;
  const required = own.has('RequiredArgsConstructor') || own.has('Data');
  const fields = given ?? (required ? instance.filter((field) => field.init === undefined) : []);
  if (fields.length > 0 && !members.methods.some((m) => context.functions[m]?.kind === 'constructor'))
    members.methods.push(assigningConstructor(first, fields, members, context));
}
