import type { Expr } from '../ir/ir.ts';
import { dottedName, walk } from '../ir/walk.ts';
import { clear } from './clearing.ts';
import type { Frame, Machine } from './machine.ts';
import { bitOf } from './masks.ts';

/**
 * `target.hasOwnProperty(key)`: what an object has under a key of its own is no prototype. Of the object whose keys are gone
 * through it says nothing: an attacker's has a `__proto__` of its own.
 */
export function refineOwnKey(machine: Machine, owner: Expr, key: Expr, frame: Frame): void {
  const isAttackers = machine
    .evaluate(owner, frame)
    .labels.some(({ origin }) => origin.kind === 'source' && origin.source === 'remote');
  if (!isAttackers && !areKeysOf(owner, key, frame)) clear(machine, key, bitOf('prototype-pollution'), frame);
}

/** `for (const key in owner)`, `for (const key of Object.keys(owner))`, `Object.keys(owner).forEach((key) => …)`. */
function areKeysOf(owner: Expr, key: Expr, { fn: { ir, module } }: Frame): boolean {
  const name = dottedName(owner);
  if (name === undefined || key.k !== 'var') return true;
  const holds = (expr: Expr): boolean =>
    dottedName(expr) === name || (expr.k === 'call' && expr.args.some(({ value }) => holds(value)));
  let found = false;
  for (const statement of ir.body)
    walk(statement, (node) => {
      if (node.k === 'foreach') {
        const target = node.target.k === 'declare' ? node.target.target : node.target;
        let isKey = false;
        walk(target, (part) => {
          isKey ||= part.k === 'var' && part.name === key.name;
        });
        found ||= isKey && holds(node.iterable);
      }
      return !found;
    });
  // The function of a `forEach` has the key for its parameter.
  const isParameter = ir.params.some(({ target }) => target.k === 'var' && target.name === key.name);
  return found || (isParameter && goesThrough(name, module.text.slice(Math.max(0, ir.at - lookback), ir.at)));
}

/** How far before a function what it is given to is looked for. */
const lookback = 200;

/** Whether the text before a function ends with what goes through an object's keys. */
const goesThrough = (name: string, before: string): boolean =>
  new RegExp(
    `\\b(?:keys|entries|getOwnPropertyNames)\\(${name.replace(/[.$]/g, '\\$&')}\\)[.\\w]{0,40}\\($`,
  ).test(before.trimEnd());
