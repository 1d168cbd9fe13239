import type { Decorator, Param } from '../../ir/ir.ts';
import { decoratorArgs, dottedName } from '../../ir/walk.ts';
import type { RowOf } from '../../libraries/rows.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import { clearLabels } from '../values/labels.ts';
import { noClass } from '../values/masks.ts';
import { ofApi, unknown, type Value, withClass, withLabels } from '../values/values.ts';
import { pathsOf } from './decorator-paths.ts';
import { clearedByName, describedBy } from './described-parameters.ts';
import { firstParameter, hasKnownType, isExcepted, sourceOf, writtenType } from './parameter-sources.ts';

/** What the decorators of a function say of its parameters. */
export function byDecorators(machine: Machine, fn: LinkedFunction): readonly Value[] {
  if (fn.ir.decorators.length === 0) return [];
  const paths = fn.ir.decorators.flatMap((d) => pathsOf(machine, d, fn.module));
  return byPaths(machine, fn, [...paths, ...machine.decoratedAs(fn)]);
}

/** What decorators with these paths say of a function's parameters. */
function byPaths(machine: Machine, fn: LinkedFunction, paths: readonly string[]): readonly Value[] {
  const { catalog } = machine;
  for (const entry of catalog.entries) {
    if (!paths.includes(entry.decorator)) continue;
    const isApart = entry.described === 'apart';
    const described = entry.described && !isApart && describedParameters(machine, fn, entry);
    if (described) return described;
    const plain = isApart ? plainParameters(machine, fn.ir.decorators) : undefined;
    const converted = entry.converted === undefined ? undefined : convertedNames(fn, entry.converted);
    return fn.ir.params.map((param, i) => {
      if (param.target.k === 'var' && (converted?.has(param.target.name) || plain?.has(param.target.name)))
        return unknown;
      if (i === 0 && fn.cls && !fn.ir.isStatic && fn.module.semantics.classes.selfParameter) return unknown;
      if (isExcepted(machine, param, entry.except ?? [])) return unknown;
      if (isInjected(machine, param, fn.module, entry.except ?? [])) return unknown;
      if (entry.given !== undefined && isGiven(machine, param, fn.module, entry.given)) return unknown;
      return entry.source ? sourceOf(machine, entry.source, entry.what, fn, param) : unknown;
    });
  }
  return [];
}

function plainParameters(machine: Machine, decorators: readonly Decorator[]): ReadonlySet<string> {
  const { plainParameters } = machine.project.hooks;
  return new Set(plainParameters.flatMap((namesIn) => [...namesIn(decorators)]));
}

/** Parameters of which the decorator has a description: one that holds all fields, or one for each. */
function describedParameters(
  machine: Machine,
  fn: LinkedFunction,
  entry: RowOf<'entry'>,
): readonly Value[] | undefined {
  const decorator = fn.ir.decorators.find((d) => pathsOf(machine, d, fn.module).includes(entry.decorator));
  const description = decorator && describedBy(machine, fn, decorator);
  const { source, what } = entry;
  if (!description || !source) return undefined;
  const offset = firstParameter(fn);
  return fn.ir.params.map((param, i) => {
    if (i < offset) return unknown;
    const value = sourceOf(machine, source, what, fn, param);
    if (entry.described === 'whole')
      return i === offset && description.kind === 'class' ? withClass(value, description.cls) : value;
    const cleared = clearedByName(machine, description, param, fn);
    return withLabels(value, clearLabels(value.labels, cleared ?? noClass));
  });
}

function isGiven(machine: Machine, param: Param, module: LinkedModule, given: string): boolean {
  const pattern = new RegExp(given);
  return param.decorators.some((decorator) =>
    pathsOf(machine, decorator, module).some((path) => pattern.test(path)),
  );
}

/** `db = Depends(get_db)`: the framework gives it, not the client. */
function isInjected(
  machine: Machine,
  param: Param,
  module: LinkedModule,
  except: readonly string[],
): boolean {
  const makers = [
    ...param.decorators.map((decorator) => decorator.expr),
    ...(param.default ? [param.default] : []),
  ];
  return makers.some((maker) => {
    const name = maker.k === 'call' ? dottedName(maker) : undefined;
    const type = name === undefined ? undefined : machine.project.typeNamed(name, module);
    if (typeof type !== 'string' || !except.includes(type) || maker.k !== 'call') return false;
    // `form: OAuth2PasswordRequestForm = Depends()`: an object of the written type, made of what the client sent.
    return maker.args.length > 0 || typeof writtenType(machine, param, module) === 'object';
  });
}

/** `<int:number>` in the text of a route: whatever is not a number does not reach the function. */
function convertedNames(fn: LinkedFunction, pattern: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const decorator of fn.ir.decorators) {
    const route = decoratorArgs(decorator)[0]?.value;
    if (route?.k !== 'const' || typeof route.value !== 'string') continue;
    for (const match of route.value.matchAll(new RegExp(pattern, 'g')))
      for (const name of match.slice(1)) if (name) names.add(name);
  }
  return names;
}

/** What the annotations of the parameters themselves say. */
export function byAnnotations(machine: Machine, fn: LinkedFunction): readonly Value[] {
  const { catalog } = machine;
  if (catalog.parameters.length === 0 || fn.ir.params.every((param) => param.decorators.length === 0))
    return [];
  return fn.ir.params.map((param) => {
    for (const decorator of param.decorators) {
      const paths = pathsOf(machine, decorator, fn.module);
      const row = catalog.parameters.find((candidate) => paths.includes(candidate.decorator));
      if (!row) continue;
      if (row.source)
        return sourceOf(machine, row.source, row.what ?? 'a parameter of the request', fn, param);
      return row.type === undefined || hasKnownType(machine, param, fn.module) ? unknown : ofApi(row.type);
    }
    return unknown;
  });
}
