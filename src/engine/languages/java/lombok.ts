import type { Decorator, Expr, FieldDefinition, Stmt, TypeRef } from '../../ir/ir.ts';
import type { Context, Members } from './context.ts';
import { defineFunction } from './functions.ts';
import {
  assignFields,
  assigningConstructor,
  getter,
  has,
  head,
  ownField,
  parametersFor,
  type Span,
  setter,
} from './made-members.ts';

/** The annotations of Lombok's among those of a class or field. */
export function lombokNames(decorators: readonly Decorator[]): ReadonlySet<string> {
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

/** Adds what Lombok's annotations on a class and on its fields make. */
export function lombokMembers(decorators: readonly Decorator[], members: Members, context: Context): void {
  const own = lombokNames(decorators);
  const style = accessorStyle(decorators);
  const all = own.has('Data') || own.has('Value');
  const instance = members.fields.filter((field) => !field.isStatic);
  for (const field of instance) {
    const names = lombokNames(field.decorators);
    const suffix = field.name.charAt(0).toUpperCase() + field.name.slice(1);
    const prefix = field.type?.candidates[0] === 'boolean' ? 'is' : 'get';
    const read = style.isFluent ? field.name : `${prefix}${suffix}`;
    const write = style.isFluent ? field.name : `set${suffix}`;
    const add = (name: string, make: typeof getter): void => {
      if (style.isFluent || !has(members, name, context))
        members.methods.push(make(name, field, members, context));
    };
    if (all || own.has('Getter') || names.has('Getter')) add(read, getter);
    if (own.has('Data') || own.has('Setter') || names.has('Setter'))
      add(write, style.isChained ? chainedSetter : setter);
    if (own.has('With') || names.has('With')) add(`with${suffix}`, copying(instance));
  }
  lombokConstructors(own, instance, members, context);
  if (own.has('Builder') || own.has('SuperBuilder')) builderMembers(instance, members, context);
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

interface AccessorStyle {
  readonly isFluent: boolean;
  readonly isChained: boolean;
}

/** `@Accessors(fluent = true, chain = true)`: accessors go by the field's name, setters return their object. */
function accessorStyle(decorators: readonly Decorator[]): AccessorStyle {
  const style = decorators.find((one) => lombokNames([one]).has('Accessors'))?.expr;
  const isSet = (name: string): boolean =>
    style?.k === 'call' &&
    style.args.some((arg) => arg.name === name && arg.value.k === 'const' && arg.value.value === true);
  const isFluent = isSet('fluent');
  return { isFluent, isChained: isFluent || isSet('chain') };
}

/** A setter that returns its object. */
function chainedSetter(name: string, field: FieldDefinition, members: Members, context: Context): number {
  return defineFunction(context, head(field, 'method', name, members), members.scope, () => {
    const params = parametersFor([field], context);
    return { params, body: [...assignFields(params), ...returnSelf(field)] };
  });
}

const returnSelf = ({ at, end }: Span): Stmt[] => [{ k: 'return', at, end, value: { k: 'this', at, end } }];

/** `@With`: a copy of the object, in which one field differs. */
const copying =
  (fields: readonly FieldDefinition[]): typeof getter =>
  (name, field, members, context) =>
    defineFunction(context, head(field, 'method', name, members), members.scope, () => {
      const { at, end } = field;
      const type: TypeRef = { candidates: [members.scope.outline.qualifiedName] };
      const args = fields.map((one) => ({
        value: one === field ? { k: 'var' as const, at, end, name: field.name } : ownField(one.name, field),
      }));
      const value: Expr = { k: 'new', at, end, callee: { k: 'type', at, end, type }, args };
      return { params: parametersFor([field], context), body: [{ k: 'return', at, end, value }] };
    });

/**
 * `@Builder`: what is built stands for its builder, too. `builder()` makes one without running a constructor, `name(x)` fills
 * a field, and `build()` and `toBuilder()` return it.
 */
function builderMembers(fields: readonly FieldDefinition[], members: Members, context: Context): void {
  const [first] = fields;
  if (!first) return;
  const { at, end } = first;
  const add = (name: string, isStatic: boolean, body: Stmt[]): void => {
    if (has(members, name, context)) return;
    const made = { ...head(first, 'method', name, members), isStatic };
    members.methods.push(defineFunction(context, made, members.scope, () => ({ params: [], body })));
  };
  const type: TypeRef = { candidates: [members.scope.outline.qualifiedName] };
  const value: Expr = { k: 'new', at, end, callee: { k: 'type', at, end, type }, args: [] };
  add('builder', true, [{ k: 'return', at, end, value }]);
  add('build', false, returnSelf(first));
  add('toBuilder', false, returnSelf(first));
  for (const field of fields)
    if (!has(members, field.name, context))
      members.methods.push(chainedSetter(field.name, field, members, context));
}
