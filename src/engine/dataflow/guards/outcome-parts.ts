/** A function that gives its outcome as a part of what it returns: `ok, message = validate(x)`, `validate(x).error`. */
import type { Call, Expr } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { Exit, Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedClass } from '../names/linking.ts';
import { constant, exact, nothing, truthOf, unknown, type Value } from '../values/values.ts';
import { outcomeKeptIn } from './kept-guards.ts';

/** Part of an outcome, by its name or its place. */
export interface OutcomePart {
  readonly name: string;
  /** A method gives it: `outcome.valid()`. */
  readonly isCalled: boolean;
}

/** The call whose outcome an expression asks for a part of. */
export function partAsked(
  machine: Machine,
  expr: Expr,
  frame: Frame,
): readonly [Call, OutcomePart] | undefined {
  const [of, part] = splitPart(expr);
  if (!of || !part) return undefined;
  // A method of what the project has no class of gives nothing that its functions put there.
  if (part.isCalled && (of.k !== 'var' || !machine.evaluate(of, frame).cls)) return undefined;
  const kept = of.k === 'var' ? outcomeKeptIn(frame.fn, of.name) : of;
  const made = kept?.k === 'await' ? kept.value : kept;
  return made?.k === 'call' ? [made, part] : undefined;
}

function splitPart(expr: Expr): readonly [Expr?, OutcomePart?] {
  if (expr.k === 'field') return [expr.object, { name: expr.name, isCalled: false }];
  if (expr.k === 'index' && expr.index.k === 'const')
    return [expr.object, { name: String(expr.index.value), isCalled: false }];
  if (expr.k === 'call' && expr.args.length === 0 && expr.callee.k === 'field')
    return [expr.callee.object, { name: expr.callee.name, isCalled: true }];
  return [];
}

/** What stands for a part where a function returns: its value, and the expression of it where that is written there. */
export function partAt(
  machine: Machine,
  { value, expr, state }: Exit,
  { name: asked, isCalled }: OutcomePart,
): { readonly value: Value; readonly expr: Expr | undefined } {
  const { cls } = value;
  const name = isCalled ? fieldBehind(machine, cls, asked) : asked;
  if (name === undefined) return { value: unknown, expr: undefined };
  const written = expr && writtenPart(expr, name, cls);
  // What a constructor is given need not be kept where its summary says enough.
  if (written?.k === 'const') return { value: constant(written.value), expr: written };
  return { value: valueAt(machine, value, name, state), expr: written };
}

function valueAt(machine: Machine, value: Value, name: string, state: Exit['state']): Value {
  const [id, ...others] = value.refs;
  const object = id === undefined || others.length > 0 ? undefined : machine.object(id, state);
  if (!object) return unknown;
  const found = object.items && /^\d+$/.test(name) ? object.items[Number(name)] : object.fields.get(name);
  return found ?? (object.open || object.rest || object.cls ? unknown : nothing);
}

/** The field that a method without parameters returns: a record's has its name. */
function fieldBehind(machine: Machine, cls: LinkedClass | undefined, method: string): string | undefined {
  const [own] = cls ? machine.project.members.method(cls, method) : [];
  if (!own) return cls?.ir.kind === 'record' ? method : undefined;
  const [only, ...others] = own.ir.body;
  if (only?.k !== 'return' || others.length > 0) return undefined;
  return only.value?.k === 'field' ? only.value.name : undefined;
}

function writtenPart(expr: Expr, name: string, cls: LinkedClass | undefined): Expr | undefined {
  if (expr.k === 'array') return expr.items[Number(name)]?.value;
  if (expr.k === 'object') return expr.props.find(({ key }) => key === name)?.value;
  if (!cls || (expr.k !== 'new' && expr.k !== 'call')) return undefined;
  const given = expr.args.find((arg) => arg.name === name);
  return given?.value ?? expr.args[placeOf(cls, name)]?.value;
}

/** The place of what a constructor puts into a field; -1 where none says so. */
function placeOf({ ir, module }: LinkedClass, name: string): number {
  const constructors = ir.methods
    .map((index) => module.functions[index]?.ir)
    .filter((fn) => fn?.kind === 'constructor' && fn.body.length > 0);
  const [own, ...others] = constructors;
  if (!own) return ir.fields.filter(({ isStatic }) => !isStatic).findIndex((field) => field.name === name);
  if (others.length > 0) return -1;
  let place = -1;
  const params = own.params.slice(module.semantics.classes.selfParameter ? 1 : 0);
  for (const statement of own.body)
    walk(statement, (node) => {
      const { k } = node;
      if (k === 'assign' && node.target.k === 'field' && node.target.name === name) {
        const { value } = node;
        place = params.findIndex(
          ({ target }) => target.k === 'var' && value.k === 'var' && target.name === value.name,
        );
      }
      return undefined;
    });
  return place;
}

/** The truth of what a function returned, or of a part of it; undefined where it may be either. */
export function truthAt(value: Value): boolean | undefined {
  const known = exact(value);
  if (known) return Boolean(known.value);
  return value.refs.length > 0 && value.labels.length === 0 ? true : truthOf(value);
}
