/** Whether a text that begins with another is below it: only where that ends a folder's name, as `root + '/'` does. */
import type { Expr, FunctionIR, Pattern } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { bitOf } from '../values/masks.ts';
import { exact, type Value } from '../values/values.ts';
import { pathClasses } from './barriers.ts';

/** Methods that leave the end of a text as it is, or of one path as a text. */
const keepsEnd = new Set(['toString', 'toLowerCase', 'lower', 'encode', 'valueOf']);

const endings = new Set(['endsWith', 'endswith']);

/** Variables that are set by way of others, that often. */
const maximumHops = 4;

/** Whether a text surely ends in a separator: `/srv/files` begins `/srv/files-of-others` too. */
export function endsInSeparator(machine: Machine, expr: Expr, frame: Frame, hops = maximumHops): boolean {
  const value = machine.evaluate(expr, frame);
  const model = value.api === undefined ? undefined : machine.catalog.model(value.api);
  const known = exact(value)?.value ?? model?.constant?.value;
  if (typeof known === 'string') return /[\\/]$/.test(known);
  const items = listed(machine, value, frame);
  if (items) return items.length > 0 && items.every((item) => /[\\/]$/.test(String(exact(item)?.value)));
  const ends = (one: Expr | undefined): boolean =>
    one !== undefined && endsInSeparator(machine, one, frame, hops);
  switch (expr.k) {
    case 'binary':
      return expr.op === '+' && ends(expr.right);
    case 'template':
      return expr.tag === undefined && ends(expr.parts.at(-1));
    case 'cast':
    case 'await':
      return ends(expr.value);
    case 'conditional':
      // `root.endsWith('/') ? root : root + '/'`
      return asksForEnd(expr.test) ? ends(expr.then) || ends(expr.else) : ends(expr.then) && ends(expr.else);
    case 'assign':
      return ends(expr.value);
    case 'array':
      return expr.items.length > 0 && expr.items.every(({ value }) => ends(value));
    case 'call':
      return callEnds(machine, expr, frame, ends);
    case 'var':
    case 'field': {
      if (hops === 0) return false;
      const set = lastSet(expr, frame);
      return set !== undefined && endsInSeparator(machine, set, frame, hops - 1);
    }
    default:
      return false;
  }
}

/** The elements of a list that are all known. */
function listed(
  machine: Machine,
  { refs: [id, ...others] }: Value,
  frame: Frame,
): readonly Value[] | undefined {
  const object = id === undefined || others.length > 0 ? undefined : machine.object(id, frame.state);
  return object?.rest || !object?.items?.every((item) => exact(item)) ? undefined : object.items;
}

function callEnds(
  machine: Machine,
  { callee, args }: Extract<Expr, { k: 'call' }>,
  frame: Frame,
  ends: (one: Expr | undefined) => boolean,
): boolean {
  const last = args.at(-1)?.value;
  if (callee.k === 'field') {
    // `os.path.join(root, "")`
    if (callee.name === 'join' && last && args.length > 1)
      return ends(last) || endsInEmptyPart(machine, callee.object, last, frame);
    if (callee.name === 'concat') return ends(last);
    if (keepsEnd.has(callee.name)) return ends(callee.object);
  }
  return callee.k === 'var' && /^(?:String|str)$/.test(callee.name) && args.length === 1 && ends(last);
}

/** An empty last part leaves a separator at the end of what this joins. */
const endsInEmptyPart = (machine: Machine, joiner: Expr, last: Expr, frame: Frame): boolean =>
  machine.evaluate(joiner, frame).api === 'os.path' && exact(machine.evaluate(last, frame))?.value === '';

const asksForEnd = (test: Expr): boolean =>
  test.k === 'call' && test.callee.k === 'field' && endings.has(test.callee.name);

/** `this.root` too. */
const nameOf = (expr: Expr): string | undefined =>
  expr.k === 'field' && expr.object.k === 'this' ? `this.${expr.name}` : dottedName(expr);

/** What a variable or a field of the own object was set to last, as far as the code around says it. */
export function lastSet(expr: Extract<Expr, { k: 'var' | 'field' }>, frame: Frame): Expr | undefined {
  const name = nameOf(expr);
  if (name === undefined) return undefined;
  const { fn } = frame;
  const binding = expr.k === 'var' ? fn.scope.bindings.get(expr.name) : undefined;
  if (expr.k === 'var' && (!binding || binding.kind === 'free')) return undefined;
  const owner = binding?.kind === 'environment' ? binding.owner : undefined;
  const holder = owner === undefined ? fn.ir : fn.module.functions[owner]?.ir;
  if (expr.k === 'var') return holder && lastIn(holder, name, holder === fn.ir ? expr.at : Infinity);
  const own = lastIn(fn.ir, name, expr.at);
  if (own) return own;
  for (const index of fn.cls?.ir.methods ?? []) {
    const method = fn.module.functions[index]?.ir;
    const set = method && lastIn(method, name, Infinity);
    if (set) return set;
  }
  return undefined;
}

const isNamed = (target: Pattern, name: string): boolean =>
  (target.k === 'var' || target.k === 'field') && nameOf(target) === name;

function lastIn(fn: FunctionIR, name: string, before: number): Expr | undefined {
  let last: Expr | undefined;
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'function') return false;
      const value = node.k === 'declare' ? node.init : node.k === 'assign' ? node.value : undefined;
      if ((node.k === 'declare' || node.k === 'assign') && value && node.at < before)
        if (isNamed(node.target, name)) last = value;
      return undefined;
    });
  return last;
}

/** Whether a text, or the part of it that is shown, was resolved: in what was not, `..` still leads out. */
export const isResolved = ({ labels }: Pick<Value, 'labels'>): boolean =>
  labels.every(({ cleared }) => cleared.meets(bitOf('resolved-path').or(pathClasses())));
