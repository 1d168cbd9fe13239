import type { Decorator, Param, TypeRef } from '../../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../../ir/walk.ts';
import type { RowOf } from '../../libraries/rows.ts';
import type { ThreatModel } from '../../threat-models.ts';
import { writtenTypeOf } from '../calls/lambda-types.ts';
import { newLabel } from '../calls/sources.ts';
import { clearedByChecks, clearedByText } from '../guards/checked.ts';
import type { Machine } from '../interpreter/machine.ts';
import { exportedUnder } from '../names/directives.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import { mentionedIn } from '../names/mentions.ts';
import { clearLabels, type Label, step } from '../values/labels.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { join, ofApi, unknown, type Value, withApi, withClass, withLabels } from '../values/values.ts';
import { clearedByName, describedBy } from './described-parameters.ts';
import { injectedFunctions, makerOf } from './injection.ts';
import { type RouteParameters, type RouteTables, routesIn, routeTables } from './route-tables.ts';

/** What is known of the parameters of functions that frameworks call: by registration, decorator, name, or overriding. */
export class EntryKnowledge {
  readonly #machine: Machine;
  readonly #registered = new Map<LinkedFunction, readonly Value[]>();
  readonly #known = new Map<LinkedFunction, readonly Value[]>();
  readonly #overridden = new Map<string, readonly RowOf<'override'>[]>();
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
    if (fn.ir.decorators.length === 0) return this.#overridingReturnsTo(fn) ?? this.#handlerOf(fn)?.returnsTo;
    const { catalog } = this.#machine;
    const own = fn.ir.decorators.flatMap((d) => this.#pathsOf(d, fn.module));
    const entry = catalog.entries.find((row) => own.includes(row.decorator));
    if (entry?.returnsTo !== undefined) return entry.returnsTo;
    if (entry && catalog.answers.length > 0) {
      // What a class says of all its handlers counts for those that are.
      const around = (fn.cls?.ir.decorators ?? []).flatMap((d) => this.#pathsOf(d, fn.module));
      const answer = catalog.answers.find(
        (row) =>
          (own.includes(row.decorator) || around.includes(row.decorator)) &&
          this.#returnsOneOf(fn, row) &&
          (row.only === undefined || this.#isDecorated(fn, row.only)),
      );
      if (answer) {
        const isExempt = answer.unless !== undefined && this.#isDecorated(fn, answer.unless, answer.about);
        return isExempt ? undefined : answer.returnsTo;
      }
    }
    return this.#overridingReturnsTo(fn);
  }

  #overridingReturnsTo(fn: LinkedFunction): string | undefined {
    const { catalog, project } = this.#machine;
    const bases = fn.cls ? project.members.apiBases(fn.cls) : [];
    if (bases.length === 0) return undefined;
    return this.#overriddenBy(fn).find(
      (row) => row.returnsTo !== undefined && bases.some((base) => catalog.isA(base, row.type)),
    )?.returnsTo;
  }

  /** What the catalog says of methods of this name, whosever they are. */
  #overriddenBy({ ir: { name } }: LinkedFunction): readonly RowOf<'override'>[] {
    let rows = this.#overridden.get(name);
    if (!rows) {
      rows = this.#machine.catalog.overrides.filter((row) => wholly(row.method).test(name));
      this.#overridden.set(name, rows);
    }
    return rows;
  }

  #returnsOneOf(fn: LinkedFunction, { returns }: RowOf<'answer'>): boolean {
    return !returns || returns.includes(this.#written(fn.ir.returnType, fn.module));
  }

  /** Whether the text of a decorator, the function's or its class's, matches the expression. */
  #isDecorated(fn: LinkedFunction, source: string, about?: string): boolean {
    const pattern = new RegExp(source, 'i');
    const texts = (decorators: readonly Decorator[]): string[] =>
      decorators.map(({ at, end }) => fn.module.text.slice(at, end));
    const own = texts(fn.ir.decorators);
    // What a method says for itself counts more than what its class says of all.
    const says = about === undefined ? undefined : new RegExp(about, 'i');
    if (says && own.some((text) => says.test(text))) return own.some((text) => pattern.test(text));
    const around = texts(fn.cls?.ir.decorators ?? []).filter(
      (text) => !own.some((other) => nameIn(other) === nameIn(text)),
    );
    return [...own, ...around].some((text) => pattern.test(text));
  }

  /** A type with its arguments, `Page<java.lang.String>`; '' for a class of the project. */
  #written(type: TypeRef | undefined, module: LinkedModule): string {
    const found = type && this.#machine.project.typeOf(type, module);
    if (typeof found !== 'string') return '';
    const args = type?.args?.map((arg) => this.#written(arg, module)) ?? [];
    return args.length > 0 ? `${found}<${args.join(', ')}>` : found;
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
      this.#byDecorators(fn),
      this.#ofDependency(fn),
      this.#ofProgram(fn),
      this.#byNames(fn),
      this.#byOverriding(fn),
      ...this.#machine.project.hooks.parameters.map((parameters) => parameters(this.#machine, fn)),
      this.#byAnnotations(fn),
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
    const written = this.#typeOf(param, module);
    return typeof written === 'string' ? this.#narrowedTo(value, written) : value;
  }

  /** A function whose result is a handler's parameter gets its own parameters from the client, too. */
  #ofDependency(fn: LinkedFunction): readonly Value[] {
    this.#injected ??= injectedFunctions(this.#machine);
    if (!this.#injected.has(fn)) return [];
    const offset = fn.cls && !fn.ir.isStatic ? 1 : 0;
    const except = this.#machine.catalog.entries.flatMap((entry) => entry.except ?? []);
    return fn.ir.params.map((param, i) =>
      i < offset || this.#isExcepted(param, except) || makerOf(this.#machine, param, fn.module)
        ? unknown
        : this.#source('remote', 'a request parameter', fn, param),
    );
  }

  /** `main(String[] args)` */
  #ofProgram(fn: LinkedFunction): readonly Value[] {
    const [param, ...others] = fn.ir.params;
    const { program } = fn.module.semantics.functions;
    if (!program || fn.ir.name !== program.name || !fn.ir.isStatic || !param) return [];
    const isText = param.type?.candidates.some((name) => program.argument.has(name));
    if (others.length > 0 || !isText || !(param.type?.array || param.rest)) return [];
    return [this.#source('arguments', 'an argument of the command line', fn, param)];
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

  #source(threatModel: ThreatModel, what: string, fn: LinkedFunction, param: Param): Value {
    if (this.#machine.project.isScalar(param.type, fn.module)) return unknown;
    const origin = this.#machine.origin({ threatModel, api: undefined, what }, fn, param);
    const label: Label = { ...newLabel(origin), trace: step(undefined, 'source', fn, param) };
    const cleared = clearedByChecks(this.#machine, param, fn.module)
      .or(this.#clearedByOwnRoute(fn, param))
      .or(clearedByText(param.type, fn.module));
    return withLabels(unknown, clearLabels([label], cleared));
  }

  #clearedByOwnRoute(fn: LinkedFunction, param: Param): Mask {
    const { routeParameter } = this.#machine.project.hooks;
    return routeParameter.reduce((mask, clearedBy) => mask.or(clearedBy(fn, param)), noClass);
  }

  #byDecorators(fn: LinkedFunction): readonly Value[] {
    if (fn.ir.decorators.length === 0) return [];
    const paths = fn.ir.decorators.flatMap((d) => this.#pathsOf(d, fn.module));
    const { catalog } = this.#machine;
    for (const entry of catalog.entries) {
      if (!paths.includes(entry.decorator)) continue;
      const isApart = entry.described === 'apart';
      const described = entry.described && !isApart && this.#describedParameters(fn, entry);
      if (described) return described;
      const plain = isApart ? this.#plainParameters(fn.ir.decorators) : undefined;
      const converted = entry.converted === undefined ? undefined : convertedNames(fn, entry.converted);
      return fn.ir.params.map((param, i) => {
        if (param.target.k === 'var' && (converted?.has(param.target.name) || plain?.has(param.target.name)))
          return unknown;
        if (i === 0 && fn.cls && !fn.ir.isStatic && fn.module.semantics.classes.selfParameter) return unknown;
        if (this.#isExcepted(param, entry.except ?? [])) return unknown;
        if (this.#isInjected(param, fn.module, entry.except ?? [])) return unknown;
        if (entry.given !== undefined && this.#isGiven(param, fn.module, entry.given)) return unknown;
        return entry.source ? this.#source(entry.source, entry.what, fn, param) : unknown;
      });
    }
    return [];
  }

  #plainParameters(decorators: readonly Decorator[]): ReadonlySet<string> {
    const { plainParameters } = this.#machine.project.hooks;
    return new Set(plainParameters.flatMap((namesIn) => [...namesIn(decorators)]));
  }

  /** Parameters of which the decorator has a description: one that holds all fields, or one for each. */
  #describedParameters(fn: LinkedFunction, entry: RowOf<'entry'>): readonly Value[] | undefined {
    const decorator = fn.ir.decorators.find((d) => this.#pathsOf(d, fn.module).includes(entry.decorator));
    const description = decorator && describedBy(this.#machine, fn, decorator);
    const { source, what } = entry;
    if (!description || !source) return undefined;
    const offset = firstParameter(fn);
    return fn.ir.params.map((param, i) => {
      if (i < offset) return unknown;
      const value = this.#source(source, what, fn, param);
      if (entry.described === 'whole')
        return i === offset && description.kind === 'class' ? withClass(value, description.cls) : value;
      const cleared = clearedByName(this.#machine, description, param, fn);
      return withLabels(value, clearLabels(value.labels, cleared ?? noClass));
    });
  }

  /** Types that say for themselves that the program gives the parameter. */
  #isExcepted({ type }: Param, except: readonly string[]): boolean {
    const { catalog } = this.#machine;
    return type?.candidates.some((name) => except.some((wanted) => catalog.isA(name, wanted))) ?? false;
  }

  #isGiven(param: Param, module: LinkedModule, given: string): boolean {
    const pattern = new RegExp(given);
    return param.decorators.some((decorator) =>
      this.#pathsOf(decorator, module).some((path) => pattern.test(path)),
    );
  }

  /** `db = Depends(get_db)`: the framework gives it, not the client. */
  #isInjected(param: Param, module: LinkedModule, except: readonly string[]): boolean {
    const makers = [
      ...param.decorators.map((decorator) => decorator.expr),
      ...(param.default ? [param.default] : []),
    ];
    return makers.some((maker) => {
      const name = maker.k === 'call' ? dottedName(maker) : undefined;
      const type = name === undefined ? undefined : this.#machine.project.typeNamed(name, module);
      if (typeof type !== 'string' || !except.includes(type) || maker.k !== 'call') return false;
      // `form: OAuth2PasswordRequestForm = Depends()`: an object of the written type, made of what the client sent.
      return maker.args.length > 0 || typeof this.#typeOf(param, module) === 'object';
    });
  }

  /** The API paths that a decorator may mean: imported, or a method of something imported (`app.route`). */
  #pathsOf(decorator: Decorator, module: LinkedModule): readonly string[] {
    const { catalog, project } = this.#machine;
    const written = decorator.expr.k === 'call' ? decorator.expr.callee : decorator.expr;
    if (written.k === 'type') return this.#annotationPaths(written.type, module);
    const name = dottedName(decorator.expr);
    if (name === undefined) return [];
    const found: string[] = [];
    const type = project.typeNamed(name, module);
    if (typeof type === 'string') found.push(catalog.canonical(type));
    const dot = name.lastIndexOf('.');
    if (dot > 0) {
      const holder = this.#machine.moduleValue(module, name.slice(0, dot));
      if (holder?.api !== undefined) found.push(`${holder.api}${name.slice(dot)}`);
      found.push(`*${name.slice(dot)}`);
    } else {
      found.push(name);
      const value = this.#machine.moduleValue(module, name);
      if (value?.api !== undefined) found.push(value.api);
    }
    return found;
  }

  /** Java's lowering names every type that an annotation may be. One of the project's own stands for those on it. */
  #annotationPaths(type: TypeRef, module: LinkedModule, depth = 0): readonly string[] {
    const { catalog, project } = this.#machine;
    const own = project.typeOf(type, module);
    if (typeof own !== 'object' || depth >= maximumMetaAnnotations) {
      const paths = type.candidates.map((candidate) => catalog.canonical(candidate));
      return typeof own === 'string' && !paths.includes(own) ? [...paths, own] : paths;
    }
    return own.ir.decorators.flatMap(({ expr }) => {
      const written = expr.k === 'call' ? expr.callee : expr;
      return written.k === 'type' ? this.#annotationPaths(written.type, own.module, depth + 1) : [];
    });
  }

  #byNames(fn: LinkedFunction): readonly Value[] {
    const handler = this.#handlerOf(fn);
    if (!handler) return [];
    const offset = firstParameter(fn);
    const given = handler.params.map((known, i) => {
      const param = fn.ir.params[i + offset];
      if (!param || this.#hasKnownType(param, fn.module)) return unknown;
      const value = known.type === undefined ? unknown : ofApi(known.type);
      // Where its route is seen, that says better what the client chooses.
      return known.source && !this.#registered.has(fn)
        ? withLabels(value, this.#source(known.source, 'a parameter of a handler', fn, param).labels)
        : value;
    });
    return [...(offset ? [unknown] : []), ...given];
  }

  /** What the names of a function's parameters say that it is. */
  #handlerOf(fn: LinkedFunction): RowOf<'handler'> | undefined {
    const { catalog } = this.#machine;
    if (catalog.handlers.length === 0) return undefined;
    const offset = firstParameter(fn);
    const names = fn.ir.params
      .slice(offset)
      .map((param) => (param.target.k === 'var' ? param.target.name : ''));
    return catalog.handlers.find(
      ({ params, named, uses, requires, file, directive }) =>
        params.every((param, i) => wholly(param.name).test(names[i] ?? '')) &&
        (named === undefined || wholly(named).test(nameOf(fn))) &&
        (requires === undefined || imports(fn.module, requires)) &&
        (file === undefined || new RegExp(file).test(fn.module.ir.path)) &&
        (directive === undefined || isExportedUnder(directive, fn)) &&
        (uses === undefined || uses.some((name) => mentionedIn(fn.ir).has(name))),
    );
  }

  #typeOf({ type }: Param, module: LinkedModule): ReturnType<Machine['project']['typeOf']> | undefined {
    return type && this.#machine.project.typeOf(type, module);
  }

  /** A type that is written says more than a name. */
  #hasKnownType(param: Param, module: LinkedModule): boolean {
    const { catalog, project } = this.#machine;
    const type = param.type && project.typeOf(param.type, module);
    return typeof type === 'object' || (typeof type === 'string' && catalog.knows(type));
  }

  #byOverriding(fn: LinkedFunction): readonly Value[] {
    const { cls } = fn;
    if (!cls) return this.#byWrittenType(fn);
    const { catalog, project } = this.#machine;
    const bases = project.members.apiBases(cls);
    if (bases.length === 0) return [];
    for (const row of this.#overriddenBy(fn)) {
      if (!bases.some((base) => catalog.isA(base, row.type))) continue;
      const offset = fn.module.semantics.classes.selfParameter && !fn.ir.isStatic ? 1 : 0;
      return fn.ir.params.map((param, i) => {
        const known = row.params[Math.min(i - offset, row.params.length - 1)];
        if (i < offset || !known) return unknown;
        let value = known.type === undefined ? unknown : ofApi(known.type);
        if (known.source && !this.#isExcepted(param, known.except ?? [])) {
          const { labels } = this.#source(known.source, 'a parameter of a handler', fn, param);
          value = withLabels(value, clearLabels(labels, this.#clearedByRoute(cls, param, i - offset)));
        }
        return value;
      });
    }
    return [];
  }

  /** A lambda that is an object of a library's type is called as what overrides its method would be. */
  #byWrittenType(fn: LinkedFunction): readonly Value[] {
    const type = writtenTypeOf(fn);
    const { catalog, project } = this.#machine;
    const meaning = type && project.typeOf(type, fn.module);
    if (typeof meaning !== 'string') return [];
    const row = catalog.overrides.find((candidate) => catalog.isA(meaning, candidate.type));
    return fn.ir.params.map((param, i) => {
      const known = row?.params[i];
      const value = known?.type === undefined ? unknown : ofApi(known.type);
      return known?.source
        ? withLabels(value, this.#source(known.source, 'a parameter of a handler', fn, param).labels)
        : value;
    });
  }

  /** What the routes of a view class let through. */
  routeOf(cls: LinkedClass): RouteParameters | undefined {
    if (this.#machine.project.hooks.routes.length === 0) return undefined;
    this.#routes ??= routeTables(this.#machine);
    return this.#routes.views.get(cls);
  }

  #clearedByRoute(cls: LinkedClass, { target }: Param, place: number): Mask {
    const route = this.routeOf(cls);
    return (target.k === 'var' ? route?.get(target.name) : undefined) ?? route?.get(place) ?? noClass;
  }

  #byAnnotations(fn: LinkedFunction): readonly Value[] {
    const { catalog } = this.#machine;
    if (catalog.parameters.length === 0 || fn.ir.params.every((param) => param.decorators.length === 0))
      return [];
    return fn.ir.params.map((param) => {
      for (const decorator of param.decorators) {
        const paths = this.#pathsOf(decorator, fn.module);
        const row = catalog.parameters.find((candidate) => paths.includes(candidate.decorator));
        if (!row) continue;
        if (row.source) return this.#source(row.source, row.what ?? 'a parameter of the request', fn, param);
        return row.type === undefined || this.#hasKnownType(param, fn.module) ? unknown : ofApi(row.type);
      }
      return unknown;
    });
  }
}

/** Annotations that are composed of annotations, in a row. */
const maximumMetaAnnotations = 3;

/** A function's own name, or that of what it is assigned to: `exports.handler = async (event) => …`. */
const nameOf = ({ ir, module }: LinkedFunction): string =>
  ir.name ||
  (/([\w$]+)\s*(?::[^=\n]*)?=\s*$/.exec(module.text.slice(Math.max(0, ir.at - longestHead), ir.at))?.[1] ??
    '');

/** Characters before a function in which what it is assigned to is looked for. */
const longestHead = 120;

const firstParameter = ({ cls, module, ir }: LinkedFunction): number =>
  cls && module.semantics.classes.selfParameter && !ir.isStatic ? 1 : 0;

const nameIn = (decorator: string): string => decorator.split('(', 1)[0] ?? '';

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

function merge(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
    join(a[i] ?? unknown, b[i] ?? unknown),
  );
}

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

const patterns = new Map<string, RegExp>();

/** The pattern of a row for a whole name, compiled once. */
function wholly(pattern: string): RegExp {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    compiled = new RegExp(`^(?:${pattern})$`);
    patterns.set(pattern, compiled);
  }
  return compiled;
}

/** Functions that a file exports to clients: those of a module that begins with `'use server'`. */
const isExportedUnder = (directive: string, fn: LinkedFunction): boolean =>
  fn.ir.parent === 0 && exportedUnder(directive, fn.module).has(nameOf(fn));
