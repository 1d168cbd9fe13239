import type { Call, FunctionIR } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import type { LinkedFunction } from './linking.ts';

/** What parsers of arguments give: an object with a field for each argument that was declared. */
const namespace = /\.(?:argparse|reqparse)\.Namespace$|^argparse\.Namespace$/;
const numeric = new Set(['int', 'float', 'bool']);
const flags = new Set(['store_true', 'store_false', 'count', 'store_const']);

const known = new WeakMap<FunctionIR, ReadonlyMap<string, boolean>>();

/**
 * Whether an argument holds no text of anybody's choice: `add_argument("--limit", type=int)`, `choices=[…]`. Looked for in the
 * function that reads it and in what runs while the module is loaded.
 */
export function isPlainArgument(api: string | undefined, name: string, fn: LinkedFunction): boolean {
  if (api === undefined || !namespace.test(api)) return false;
  const { functions } = fn.module.ir;
  const declaring = [fn.ir, ...functions.filter(({ index, kind }) => index === 0 || kind === 'initializer')];
  const found = declaring.flatMap((ir) => declaredIn(ir).get(name) ?? []);
  return found.length > 0 && found.every(Boolean);
}

function declaredIn(ir: FunctionIR): ReadonlyMap<string, boolean> {
  let found = known.get(ir);
  if (!found) {
    found = declarations(ir);
    known.set(ir, found);
  }
  return found;
}

function declarations(ir: FunctionIR): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const statement of ir.body)
    walk(statement, (node) => {
      if (node.k !== 'call' || node.callee.k !== 'field' || node.callee.name !== 'add_argument')
        return undefined;
      const name = nameOf(node);
      if (name !== undefined) found.set(name, isPlain(node) && found.get(name) !== false);
      return undefined;
    });
  return found;
}

function nameOf({ args }: Call): string | undefined {
  const given = args.find(({ name }) => name === 'dest');
  const written = (given ? [given] : args.filter(({ name }) => name === undefined)).flatMap(({ value }) =>
    value.k === 'const' && typeof value.value === 'string' ? [value.value] : [],
  );
  const chosen = written.find((text) => text.startsWith('--')) ?? written[0];
  return chosen?.replace(/^-+/, '').replaceAll('-', '_');
}

const isPlain = ({ args }: Call): boolean =>
  args.some(
    ({ name, value }) =>
      name === 'choices' ||
      (name === 'type' && value.k === 'var' && numeric.has(value.name)) ||
      (name === 'action' && value.k === 'const' && flags.has(String(value.value))),
  );
