import type { Call, Expr } from '../../ir/ir.ts';
import { readingName } from '../../ir/walk.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { CallSite, Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedModule } from '../names/linking.ts';
import { dataLabels } from '../values/labels.ts';
import { exact, noClaim, type Value } from '../values/values.ts';

/** Reads of what stands under a name, which come to the same thing each time: `args.get('x')`, `getParameter("x")`. */
const keyedRead = /^get(?:[A-Z_]\w*)?$/;

/**
 * The name under which is kept what a guard showed of an expression that is no variable: `request.args.x` for
 * `request.args['x']` and for `request.args.get('x')`.
 */
export function claimName(machine: Machine, expr: Expr, frame: Frame): string | undefined {
  if (expr.k === 'index') return keyed(machine, expr.object, 'get', expr.index, frame);
  const { callee, args } = expr.k === 'call' ? expr : noCall;
  const [first, ...others] = args;
  const isKeyed = first && callee?.k === 'field' && keyedRead.test(callee.name);
  if (!isKeyed || others.some(({ value }) => value.k !== 'const')) return readingName(expr);
  return keyed(machine, callee.object, callee.name, first.value, frame);
}

const noCall = { callee: undefined, args: [] } as const;

function keyed(machine: Machine, object: Expr, method: string, key: Expr, frame: Frame): string | undefined {
  if (key.k !== 'const' && key.k !== 'var') return undefined;
  const holder = readingName(object);
  const name = holder === undefined ? undefined : exact(machine.evaluate(key, frame))?.value;
  if (typeof name !== 'string' && !(Number.isInteger(name) && method === 'get')) return undefined;
  return method === 'get' ? `${holder}.${name}` : `${holder}.${method}(${name})`;
}

/** What a guard said of this very expression (`req.query.name`, `query.getName()`), which is not a variable. */
export function claimed(machine: Machine, expr: Expr, frame: Frame): Value | undefined {
  if (!frame.claims) return undefined;
  const name = claimName(machine, expr, frame);
  const value = name === undefined ? undefined : frame.state.variables.get(`?${name}`);
  return value === noClaim ? undefined : value;
}

export function claim(frame: Frame, name: string, value: Value): void {
  frame.claims ??= new Set();
  frame.claims.add(name);
  frame.state.variables.set(`?${name}`, value);
}

/**
 * `request.query.kind = KINDS[name]`: from here on a client's object has what was put there, though the object itself is not
 * seen being made.
 */
export function claimWritten(
  machine: Machine,
  target: Extract<Expr, { k: 'field' | 'index' }>,
  { refs, labels, api }: Value,
  value: Value,
  frame: Frame,
): void {
  if (refs.length > 0 || (labels.length === 0 && api === undefined)) return;
  // Nobody's data takes the place of a client's.
  if (dataLabels(deepLabels(machine, value, frame, 2)).length > 0) return;
  const name = claimName(machine, target, frame);
  if (name !== undefined) claim(frame, name, value);
}

/** What was shown of something, and of what is below it, does not hold of what is put in its place. */
export function withdrawClaims(frame: Frame, name: string): void {
  for (const known of frame.claims ?? [])
    if (known === name || known.startsWith(`${name}.`)) frame.state.variables.set(`?${known}`, noClaim);
}

/** What moves the elements of a list, so that another one stands at a place. */
const moving = new Set(
  'pop shift unshift splice insert reverse sort clear remove popleft appendleft rotate poll removeFirst'.split(
    ' ',
  ),
);

/** After `parts.pop(0)` nothing is known of `parts[0]`. */
export function withdrawMoved(frame: Frame, method: string, receiver: Expr | undefined): void {
  if (!frame.claims || !moving.has(method)) return;
  const name = receiver && readingName(receiver);
  if (name !== undefined) withdrawClaims(frame, name);
}

/**
 * What was shown of something that a call is given, or that modules import, such as the request that is being answered, holds in
 * what is called, too.
 */
export function inheritClaims(frame: Frame, { frame: caller, node }: CallSite): void {
  const given = new Map<string, string>();
  const call = node as Partial<Call>;
  const args = call.k === 'call' && call.args && !frame.fn.cls ? call.args : [];
  for (const [i, { value, name, spread }] of args.entries()) {
    if (spread !== undefined || name !== undefined) break;
    const target = frame.fn.ir.params[i]?.target;
    if (value.k === 'var' && target?.k === 'var') given.set(value.name, target.name);
  }
  for (const known of caller.claims ?? []) {
    const value = caller.state.variables.get(`?${known}`);
    const [root = '', ...rest] = known.split('.');
    if (!value || value === noClaim) continue;
    if (rest.length === 0) {
      // A variable that both have from a function around them.
      if (ownerOf(caller, root) !== undefined && ownerOf(caller, root) === ownerOf(frame, root))
        claim(frame, root, value);
      continue;
    }
    const isLocal = caller.fn.scope.bindings.get(root)?.kind === 'local';
    const name =
      given.get(root) ?? (isLocal ? undefined : importedAs(root, caller.fn.module, frame.fn.module));
    if (name !== undefined) claim(frame, [name, ...rest].join('.'), value);
  }
}

/** The function around, whose variable a name is. */
function ownerOf({ fn }: Frame, name: string): number | undefined {
  const binding = fn.scope.bindings.get(name);
  return binding?.kind === 'environment' ? binding.owner : undefined;
}

/** The name in one module of what another one imports under a name of its own. */
export function importedAs(name: string, from: LinkedModule, to: LinkedModule): string | undefined {
  const there = from.ir.imports.find(({ local }) => local === name);
  return there && to.ir.imports.find((i) => i.module === there.module && i.member === there.member)?.local;
}
