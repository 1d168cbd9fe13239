import type { Frame } from '../../dataflow/interpreter/machine.ts';
import type { LinkedFunction, LinkedModule } from '../../dataflow/names/linking.ts';
import { unknown, type Value } from '../../dataflow/values/values.ts';
import type { Call, Decorator, FunctionIR } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

/** What parsers of arguments give: an object with a field for each argument that was declared. */
const namespace = /\.(?:argparse|reqparse)\.Namespace$|^argparse\.Namespace$/;
/** Types of arguments of which no text arrives, or one of a fixed choice. */
const plainTypes =
  /^(?:int|float|bool|(?:uuid\.)?UUID|(?:decimal\.)?Decimal|(?:click\.)?(?:INT|FLOAT|BOOL|UUID|Choice|IntRange|FloatRange|DateTime))$/;
const flags = new Set(['store_true', 'store_false', 'count', 'store_const']);

const known = new WeakMap<FunctionIR, ReadonlyMap<string, boolean>>();

/**
 * Whether an argument holds no text of anybody's choice: `add_argument("--limit", type=int)`, `choices=[…]`. Looked for in
 * all functions of the module.
 */
function isPlainArgument(api: string | undefined, name: string, frame: Frame): boolean {
  return api !== undefined && namespace.test(api) && isPlainIn(frame, name);
}

/** What Django hands a command's `handle` in its `**options`. */
const commandOptions = 'django.core.management.Options';

/** Of a command's options, those that hold no text of anybody's choice. */
function plainOptions(api: string | undefined, frame: Frame): ReadonlyMap<string, Value> {
  if (api !== commandOptions) return new Map();
  const names = frame.fn.module.ir.functions.flatMap((ir) => [...declaredIn(ir).keys()]);
  return new Map(names.filter((name) => isPlainIn(frame, name)).map((name) => [name, unknown]));
}

function isPlainIn({ fn: { module } }: Frame, name: string): boolean {
  if (!read.has(module)) {
    read.add(module);
    for (const fn of module.functions)
      if (seen.has(fn) || declaredIn(fn.ir).size > 0) seen.set(fn, textOf(fn));
  }
  const found = module.ir.functions.flatMap((ir) => declaredIn(ir).get(name) ?? []);
  return found.length > 0 && found.every(Boolean);
}

/** Modules whose declarations were asked for, and what their functions declared then. */
const read = new WeakSet<LinkedModule>();
const seen = new WeakMap<LinkedFunction, string>();

/** Whether an edited function declares other arguments than others were told. */
function declaresOthers(fn: LinkedFunction): boolean {
  const differs = read.has(fn.module) && (seen.get(fn) ?? '[]') !== textOf(fn);
  if (differs) read.delete(fn.module);
  return differs;
}

const textOf = ({ ir }: LinkedFunction): string => JSON.stringify([...declaredIn(ir)]);

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
      (name === 'type' && plainTypes.test(dottedName(value) ?? '')) ||
      ((name === 'is_flag' || name === 'count') && value.k === 'const' && value.value === true) ||
      (name === 'action' && value.k === 'const' && flags.has(String(value.value))),
  );

/** The names of parameters that click's decorators describe so: `@click.option("--count", type=int)`. */
function plainOptionsOf(decorators: readonly Decorator[]): ReadonlySet<string> {
  const names = decorators.flatMap(({ expr }) => {
    if (expr.k !== 'call' || !/(?:^|\.)(?:option|argument)$/.test(dottedName(expr) ?? '') || !isPlain(expr))
      return [];
    // A name without dashes is the parameter's own.
    const written = expr.args.flatMap(({ name, value }) =>
      name === undefined && value.k === 'const' && typeof value.value === 'string' ? [value.value] : [],
    );
    const own = written.find((text) => /^\w+$/.test(text)) ?? nameOf(expr);
    return own === undefined ? [] : [own.toLowerCase()];
  });
  return new Set(names);
}

/** argparse, its relatives, click, and the commands of Django, which declare arguments alike. */
export const hooks: LibraryHooks = {
  isPlainField: isPlainArgument,
  plainFields: plainOptions,
  plainParameters: plainOptionsOf,
  declaresOthers,
};
