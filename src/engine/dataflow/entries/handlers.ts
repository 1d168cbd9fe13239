import { walk } from '../../ir/walk.ts';
import type { RowOf } from '../../libraries/rows.ts';
import type { Machine } from '../interpreter/machine.ts';
import { exportedUnder } from '../names/directives.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import { mentionedIn } from '../names/mentions.ts';
import { ofApi, unknown, type Value, withLabels } from '../values/values.ts';
import { firstParameter, hasKnownType, sourceOf } from './parameter-sources.ts';
import { wholly } from './whole-names.ts';

/** What a handler that is known by the names of its parameters gets in them. */
export function byNames(machine: Machine, fn: LinkedFunction, isRegistered: boolean): readonly Value[] {
  const handler = handlerOf(machine, fn);
  if (!handler) return [];
  const offset = firstParameter(fn);
  const given = handler.params.map((known, i) => {
    const param = fn.ir.params[i + offset];
    if (!param || hasKnownType(machine, param, fn.module)) return unknown;
    // Of what is registered, more is known than a name.
    const isGuess = known.type !== undefined && machine.catalog.guesses.has(known.type);
    const value = known.type === undefined || (isGuess && isRegistered) ? unknown : ofApi(known.type);
    // Where its route is seen, that says better what the client chooses.
    return known.source && !isRegistered
      ? withLabels(value, sourceOf(machine, known.source, 'a parameter of a handler', fn, param).labels)
      : value;
  });
  return [...(offset ? [unknown] : []), ...given];
}

/** What the names of a function's parameters say that it is. */
export function handlerOf(machine: Machine, fn: LinkedFunction): RowOf<'handler'> | undefined {
  const { catalog } = machine;
  if (catalog.handlers.length === 0) return undefined;
  const offset = firstParameter(fn);
  const names = fn.ir.params
    .slice(offset)
    .map((param) => (param.target.k === 'var' ? param.target.name : ''));
  return catalog.handlers.find(
    ({ params, named, uses, requires, file, directive }) =>
      params.every((param, i) => wholly(param.name).test(names[i] ?? '')) &&
      (requires === undefined || imports(fn.module, requires)) &&
      (file === undefined || new RegExp(file).test(fn.module.ir.path)) &&
      (named === undefined || wholly(named).test(nameOf(fn))) &&
      (directive === undefined || isExportedUnder(directive, fn)) &&
      (uses === undefined || uses.some((name) => mentionedIn(fn.ir).has(name))),
  );
}

/** Functions that a file exports to clients: those of a module that begins with `'use server'`. */
const isExportedUnder = (directive: string, fn: LinkedFunction): boolean =>
  fn.ir.parent === 0 && exportedUnder(directive, fn.module).has(nameOf(fn));

/** A function's own name, or that of what it is put into: `exports.handler = async (event) => …`, `fn: async (inputs) => …`. */
const nameOf = ({ ir, module }: LinkedFunction): string =>
  ir.name ||
  (/([\w$]+)\s*(?:(?::[^=\n]*)?=|:)\s*$/.exec(
    module.text.slice(Math.max(0, ir.at - longestHead), ir.at),
  )?.[1] ??
    '');

/** Characters before a function in which what it is assigned to is looked for. */
const longestHead = 120;

const imports = (module: LinkedModule, name: string): boolean =>
  specifiersOf(module).some(
    (specifier) => specifier === name || specifier.startsWith(`${name}.`) || specifier.startsWith(`${name}/`),
  );

const specifiers = new WeakMap<LinkedModule, readonly string[]>();

/** What a module imports: by declarations, and by calls of `require`. */
function specifiersOf(module: LinkedModule): readonly string[] {
  let found = specifiers.get(module);
  if (found) return found;
  const names = new Set<string>();
  for (const binding of module.ir.imports) names.add(binding.module.replace(/^node:/, ''));
  if (module.semantics.modules.importByCalls) {
    for (const statement of module.ir.functions[0]?.body ?? []) {
      walk(statement, (node) => {
        if (node.k === 'import' && typeof node.module === 'string') names.add(node.module);
        return undefined;
      });
    }
  }
  found = [...names];
  specifiers.set(module, found);
  return found;
}
