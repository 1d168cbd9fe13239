import type { Call, Expr, FunctionIR } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { everyClass } from '../values/masks.ts';
import { clear } from './barriers.ts';

/** Comparisons of two digests that tell nothing of where they differ: nobody takes them for anything but signatures. */
const comparisons = /(?:^|\.)(?:compare_digest|constant_time_compare|timingSafeEqual)$/;

/** What makes a signature, with the place of what is signed. */
const makers: readonly { readonly name: RegExp; readonly signed: number }[] = [
  { name: /(?:^|\.)hmac\.(?:new|digest)$/, signed: 1 },
  { name: /(?:^|\.)createHmac(?:\.\w+)*\.update$/, signed: 0 },
];

/**
 * `compare_digest(hmac.new(KEY, body, sha256).hexdigest(), sent)`: what carries a signature by a key of the program's is of
 * its own making, or of a friend's.
 */
export function refineBySignature(machine: Machine, test: Call, truth: boolean, frame: Frame): boolean {
  if (!comparisons.test(dottedName(test.callee) ?? '')) return false;
  if (!truth) return true;
  for (const { value } of test.args)
    for (const signed of signedBy(machine, value, frame)) clear(machine, signed, everyClass, frame);
  return true;
}

/** What a signature was made of, where it is made in the comparison or kept in a variable that is set once. */
function signedBy(machine: Machine, expr: Expr, frame: Frame): readonly Expr[] {
  const found: Expr[] = [];
  walk(made(expr, frame.fn.ir), (node) => {
    if (node.k !== 'call') return undefined;
    const signed = signedIn(node) ?? signedByOwn(machine, node, frame);
    if (signed) found.push(signed);
    return undefined;
  });
  return found;
}

function signedIn(call: Call): Expr | undefined {
  const name = dottedName(call.callee) ?? '';
  const maker = makers.find((one) => one.name.test(name));
  return maker && call.args[maker.signed]?.value;
}

/** `sign(body)`: a function of the project's that signs its parameter. */
function signedByOwn(machine: Machine, call: Call, frame: Frame): Expr | undefined {
  if (call.callee.k !== 'var') return undefined;
  const [callable] = machine.evaluate(call.callee, frame).callables;
  if (callable?.kind !== 'function') return undefined;
  const { body, params } = callable.fn.ir;
  let place = -1;
  for (const statement of body)
    walk(statement, (node) => {
      const signed = node.k === 'call' ? signedIn(node) : undefined;
      if (signed?.k === 'var')
        place = params.findIndex(({ target }) => target.k === 'var' && target.name === signed.name);
      return place < 0;
    });
  return call.args[place]?.value;
}

function made(expr: Expr, fn: FunctionIR): Expr {
  if (expr.k !== 'var') return expr;
  const values: (Expr | undefined)[] = [];
  for (const statement of fn.body)
    walk(statement, (node) => {
      const isIt =
        (node.k === 'declare' || node.k === 'assign') &&
        node.target.k === 'var' &&
        node.target.name === expr.name;
      if (isIt) values.push(node.k === 'declare' ? node.init : node.value);
      return node.k !== 'function';
    });
  const [only, ...others] = values.filter((value) => value !== undefined);
  return only && others.length === 0 ? only : expr;
}
