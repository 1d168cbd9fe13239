import type { Param } from '../../ir/ir.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import { join, unknown, type Value, withApi } from '../values/values.ts';
import { byAnnotations, byDecorators } from './decorated.ts';
import { byNames } from './handlers.ts';
import { injectedFunctions, makerOf } from './injection.ts';
import { byOverriding } from './overriding.ts';
import { isExcepted, sourceOf, writtenType } from './parameter-sources.ts';
import { returnsTo } from './responses.ts';
import { type RouteParameters, type RouteTables, routesIn, routeTables } from './route-tables.ts';

/** What is known of the parameters of functions that frameworks call: by registration, decorator, name, or overriding. */
export class EntryKnowledge {
  readonly #machine: Machine;
  readonly #registered = new Map<LinkedFunction, readonly Value[]>();
  readonly #known = new Map<LinkedFunction, readonly Value[]>();
  #injected: ReadonlySet<LinkedFunction> | undefined;
  #routes: RouteTables | undefined;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** @returns whether this says anything new of the function */
  register(fn: LinkedFunction, params: readonly Value[]): boolean {
    const before = this.#registered.get(fn);
    const after = before ? merge(before, params) : params;
    this.#registered.set(fn, after);
    this.#known.delete(fn);
    return (
      !before ||
      after.some(
        (value, i) => value.api !== before[i]?.api || value.labels.length !== before[i]?.labels.length,
      )
    );
  }

  /** Forgets what was inferred of a function whose code changed. What it was registered with stays. */
  forget(fn: LinkedFunction): void {
    this.#known.delete(fn);
  }

  /** Whether a function has a table of routes in it, or had one when they were read. */
  listsRoutes(fn: LinkedFunction): boolean {
    return (
      this.#routes !== undefined && (this.#routes.holders.has(fn) || routesIn(this.#machine, fn).length > 0)
    );
  }

  isEntry(fn: LinkedFunction): boolean {
    return this.#registered.has(fn) || this.parameters(fn).some((value) => value !== unknown);
  }

  /** The API that takes what the function returns, where the framework makes a response of it. */
  returnsTo(fn: LinkedFunction): string | undefined {
    return returnsTo(this.#machine, fn);
  }

  parameters(fn: LinkedFunction): readonly Value[] {
    let values = this.#known.get(fn);
    if (!values) {
      values = this.#infer(fn);
      this.#known.set(fn, values);
    }
    return values;
  }

  #infer(fn: LinkedFunction): readonly Value[] {
    let values: readonly Value[] = this.#registered.get(fn) ?? [];
    for (const more of [
      byDecorators(this.#machine, fn),
      this.#ofDependency(fn),
      this.#ofProgram(fn),
      byNames(this.#machine, fn, this.#registered.has(fn)),
      byOverriding(this.#machine, fn),
      ...this.#machine.project.hooks.parameters.map((parameters) => parameters(this.#machine, fn)),
      byAnnotations(this.#machine, fn),
      this.#byInterfaces(fn),
    ])
      values = merge(...this.#narrowed(values, more));
    return values.map((value, i) => this.#asWritten(value, fn.ir.params[i], fn.module));
  }

  /** Of two types of a parameter, the one that is the other's, too: a request of a framework that is built on another. */
  #narrowed(a: readonly Value[], b: readonly Value[]): [readonly Value[], readonly Value[]] {
    const narrow = (values: readonly Value[], by: readonly Value[]): readonly Value[] =>
      values.map((value, i) => this.#narrowedTo(value, by[i]?.api));
    return [narrow(a, b), narrow(b, a)];
  }

  #narrowedTo(value: Value, type: string | undefined): Value {
    if (value.api === undefined || type === undefined || value.api === type) return value;
    return this.#machine.catalog.isA(type, value.api) ? withApi(value, type) : value;
  }

  #asWritten(value: Value, param: Param | undefined, module: LinkedModule): Value {
    if (value.api === undefined || !param) return value;
    const written = writtenType(this.#machine, param, module);
    return typeof written === 'string' ? this.#narrowedTo(value, written) : value;
  }

  /** A function whose result is a handler's parameter gets its own parameters from the client, too. */
  #ofDependency(fn: LinkedFunction): readonly Value[] {
    this.#injected ??= injectedFunctions(this.#machine);
    if (!this.#injected.has(fn)) return [];
    const offset = fn.cls && !fn.ir.isStatic ? 1 : 0;
    const except = this.#machine.catalog.entries.flatMap((entry) => entry.except ?? []);
    return fn.ir.params.map((param, i) =>
      i < offset || isExcepted(this.#machine, param, except) || makerOf(this.#machine, param, fn.module)
        ? unknown
        : sourceOf(this.#machine, 'remote', 'a request parameter', fn, param),
    );
  }

  /** `main(String[] args)` */
  #ofProgram(fn: LinkedFunction): readonly Value[] {
    const [param, ...others] = fn.ir.params;
    const { program } = fn.module.semantics.functions;
    if (!program || fn.ir.name !== program.name || !fn.ir.isStatic || !param) return [];
    const isText = param.type?.candidates.some((name) => program.argument.has(name));
    if (others.length > 0 || !isText || !(param.type?.array || param.rest)) return [];
    return [sourceOf(this.#machine, 'arguments', 'an argument of the command line', fn, param)];
  }

  /** What the annotations of an interface say of the methods that implement it. */
  #byInterfaces(fn: LinkedFunction): readonly Value[] {
    let values: readonly Value[] = [];
    for (const base of fn.cls?.bases ?? []) {
      for (const declared of this.#machine.project.members.method(base, fn.ir.name)) {
        if (declared.ir.isAbstract && declared.ir.params.length === fn.ir.params.length)
          values = merge(values, this.parameters(declared));
      }
    }
    return values;
  }

  /** What the routes of a view class let through. */
  routeOf(cls: LinkedClass): RouteParameters | undefined {
    if (this.#machine.project.hooks.routes.length === 0) return undefined;
    this.#routes ??= routeTables(this.#machine);
    return this.#routes.views.get(cls);
  }
}

function merge(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
    join(a[i] ?? unknown, b[i] ?? unknown),
  );
}
