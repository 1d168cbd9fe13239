import { grouped } from '../grouped.ts';
import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import { languageParts } from '../languages/parts.generated.ts';
import { familyOf } from '../languages/registry.ts';
import { checksBefore } from './checks.ts';
import {
  type Check,
  type EntryPoint,
  joinPaths,
  noRoutes,
  type Requirement,
  type Route,
  type Routes,
} from './entry-point.ts';
import { keepsClaims } from './forged.ts';
import { givenNames } from './given-names.ts';
import { asksBefore, asksCaller, requirementsOf } from './requirements.ts';
import { type ModuleLookup, moduleScope } from './scope.ts';
import { viewsetRoutes } from './viewsets.ts';

export type { EntryPoint } from './entry-point.ts';

/** A module with its text, as the look-up needs it. */
export interface RoutedModule {
  readonly ir: ModuleIR;
  readonly text: string;
}

/** A route with its handler: `from` declares the one, `module` holds the other. */
export interface Handled {
  readonly route: Route;
  readonly from: ModuleIR;
  readonly module: ModuleIR;
  readonly fn: FunctionIR;
}

/** A route with all functions that its handler may mean: the methods of a class-based view, none where it was not found. */
export interface Declaration {
  readonly route: Route;
  readonly from: ModuleIR;
  readonly handlers: readonly { readonly module: ModuleIR; readonly fn: FunctionIR }[];
  /** Its path has the prefixes of those who serve it. */
  readonly isWhole?: true;
}

/** Code of a handler that is reached. */
export interface Place {
  readonly at: number;
  readonly end: number;
}

/** A route, and the module that declares it. */
interface Declared {
  readonly route: Route;
  readonly from: string;
}

const known = new WeakMap<ModuleIR, Routes>();

/** Texts in which a route may be declared by calls: most modules are not walked. */
const mayRoute =
  /\.(?:get|post|put|patch|delete|del|all|route|use|head|options)\s*\(|\b(?:re_)?path\s*\(|\burl\s*\(|\.add_\w+\s*\(|\.(?:include_router|register_blueprint|register)\s*\(|REST_FRAMEWORK|Controller\b|@\w|\bclass\b|\bexport\b/;

function routesOf({ ir, text }: RoutedModule): Routes {
  const before = known.get(ir);
  if (before) return before;
  const routes = mayRoute.test(text) ? languageParts[familyOf(ir.language)].routes?.(ir) : undefined;
  known.set(ir, routes ?? noRoutes);
  return routes ?? noRoutes;
}

/** Which routes lead to a place of the project's code. Read from the modules as they are when it is asked. */
export class EntryPoints {
  readonly #modules: ReadonlyMap<string, RoutedModule>;
  readonly #lookup: ModuleLookup;
  #elsewhere: readonly Declared[] | undefined;

  #everywhere: Routes['everywhere'] | undefined;
  #mounted: readonly Mount[] | undefined;
  /** By the module that is mounted. */
  #mountedOn: ReadonlyMap<ModuleIR | undefined, readonly Mount[]> | undefined;
  #keepsClaims: boolean | undefined;
  #restPaths: readonly string[] | undefined;
  #declared: readonly Declaration[] | undefined;
  /** By how many mounts are followed further out. */
  readonly #prefixes = new Map<number, Map<ModuleIR, readonly (string | undefined)[]>>();
  readonly #callersAsked = new WeakMap<Check, boolean>();
  readonly #asked = new WeakMap<Check, readonly Requirement[]>();

  /** @param lookup which of the modules an import means */
  constructor(modules: ReadonlyMap<string, RoutedModule>, lookup: ModuleLookup) {
    this.#modules = modules;
    this.#lookup = lookup;
  }

  /**
   * The route whose handler holds an offset.
   * @param place where the handler hands the data on, or where it does harm: what the handler asks before counts
   * @returns undefined where none is known: for code that handlers call, ask for where the data came in
   */
  at(path: string, offset: number, place: Place = { at: offset, end: offset }): EntryPoint | undefined {
    const module = this.#modules.get(path);
    if (!module) return undefined;
    const inside = routesOf(module).routes.filter(
      ({ handler }) => 'at' in handler && handler.at <= offset && offset < handler.end,
    );
    // Of nested handlers the innermost.
    const size = Math.min(...inside.map(sizeOf));
    const declared =
      inside.length > 0
        ? inside.filter((route) => sizeOf(route) === size).map((route) => ({ route, from: path }))
        : this.#fromElsewhere(module, offset);
    const [{ route } = { route: undefined }] = declared;
    if (!route) return undefined;
    const own = module.ir.functions
      .filter((fn) => fn.index > 0 && fn.at <= offset && offset < fn.end)
      .flatMap((fn) => checksBefore(fn, offset));
    const administrators = this.#askedOf(declared, 'administrators', module, place);
    const bearer = this.#askedOf(declared, 'bearer', module, place);
    const proven = [administrators, bearer].flatMap((by) => by ?? []);
    const guards = new Set([...this.#globalGuards(route.path), ...route.guards, ...own, ...proven]);
    return {
      methods: route.methods,
      path: route.path,
      guards: [...guards],
      ...(administrators !== undefined && { administrators }),
      ...(bearer !== undefined && { bearer }),
    };
  }

  /** What asks this of the callers of all routes that lead to a place, on whichever of them a caller comes. */
  #askedOf(
    declared: readonly Declared[],
    requirement: Requirement,
    handling: RoutedModule,
    place: Place,
  ): string | undefined {
    const { ir } = handling;
    const scope = moduleScope(ir, this.#lookup);
    const asksItself =
      !this.#isForged() &&
      ir.functions.some(
        (fn) =>
          fn.index > 0 &&
          fn.at <= place.at &&
          place.end <= fn.end &&
          asksBefore(fn, place, requirement, scope),
      );
    if (asksItself) return 'a check in the handler';
    for (const { at, end, checks } of routesOf(handling).decorated ?? []) {
      const by = at <= place.at && place.end <= end ? this.#asking(checks, requirement, ir) : undefined;
      if (by !== undefined) return by;
    }
    const found = declared.map(({ route, from }) => {
      const module = this.#modules.get(from)?.ir;
      return (
        module &&
        (this.#asking(route.checks ?? [], requirement, module) ?? this.#askedAround(module, requirement))
      );
    });
    return found.every((by) => by !== undefined) ? found[0] : undefined;
  }

  #asking(checks: readonly Check[], requirement: Requirement, module: ModuleIR): string | undefined {
    return checks.find((check) => {
      let asked = this.#asked.get(check);
      if (!asked) {
        const isBelieved = check.k === 'known' || !this.#isForged();
        asked = isBelieved ? requirementsOf(check, moduleScope(module, this.#lookup)) : [];
        this.#asked.set(check, asked);
      }
      return asked.includes(requirement);
    })?.by;
  }

  /** What asks it wherever a module's routes are served. */
  #askedAround(module: ModuleIR, requirement: Requirement): string | undefined {
    const found = this.#mountsOf(module).map(({ checks, from }) => this.#asking(checks, requirement, from));
    return found.every((by) => by !== undefined) ? found[0] : undefined;
  }

  /** Whether the identity that the program keeps is not to be believed. */
  #isForged(): boolean {
    this.#keepsClaims ??= [...this.#modules.values()].some(keepsClaims);
    return this.#keepsClaims;
  }

  #mounts(): readonly Mount[] {
    this.#mounted ??= [...this.#modules.values()].flatMap((module) =>
      (routesOf(module).mounts ?? []).map((mount) => ({ ...mount, from: module.ir })),
    );
    return this.#mounted;
  }

  /** The mounts below which a module is served. */
  #mountsOf(module: ModuleIR): readonly Mount[] {
    this.#mountedOn ??= grouped(this.#mounts(), ({ module: name, from }) => this.#lookup(name, from));
    return this.#mountedOn.get(module) ?? [];
  }

  /** Each route whose handler is found, with the module that declares it. */
  handled(): readonly Handled[] {
    return this.declared().flatMap(({ route, from, handlers }) => {
      const [only] = handlers;
      return only && handlers.length === 1 ? [{ route, from, ...only }] : [];
    });
  }

  /** Each route that the project declares. */
  declared(): readonly Declaration[] {
    this.#declared ??= this.#findHandlers();
    return this.#declared;
  }

  /** Routes of classes that are registered with routers. */
  viewsets(): readonly Declaration[] {
    const modules = [...this.#modules.values()].map((module) => ({
      ir: module.ir,
      routes: routesOf(module),
    }));
    return viewsetRoutes(modules, this.#lookup, (module) => this.prefixesOf(module));
  }

  #findHandlers(): readonly Declaration[] {
    const byName = new Map<string, { readonly module: ModuleIR; readonly fn: FunctionIR }[]>();
    for (const { ir } of this.#modules.values()) {
      const given = givenNames(ir);
      for (const fn of ir.functions) {
        const names = new Set([fn.name || (given.get(fn.index) ?? ''), ofClass(fn, ir)]);
        for (const name of names) {
          if (fn.index === 0 || name === '') continue;
          const same = byName.get(name);
          if (same) same.push({ module: ir, fn });
          else byName.set(name, [{ module: ir, fn }]);
        }
      }
    }
    return [...this.#modules.values()].flatMap((from) =>
      routesOf(from).routes.map((route): Declaration => {
        const { handler } = route;
        if ('at' in handler) {
          const fn = from.ir.functions.find(({ at, end }) => at === handler.at && end === handler.end);
          return { route, from: from.ir, handlers: fn ? [{ module: from.ir, fn }] : [] };
        }
        const wanted = moduleName(handler.module ?? from.ir.path);
        const handlers = (byName.get(handler.name) ?? []).filter(
          ({ module }) => moduleName(module.path) === wanted,
        );
        return { route, from: from.ir, handlers };
      }),
    );
  }

  /** What lets only known callers pass in front of a route, as code or a library shows: the guards as written. */
  askingCallers(route: Route, from: ModuleIR): readonly string[] {
    const mounted = this.#mountsOf(from);
    const shown = (checks: readonly Check[], module: ModuleIR): readonly string[] =>
      checks.filter((check) => this.#asksCaller(check, module)).map(({ by }) => by);
    // Served below several mounts, it is as open as the most open of them.
    const around = mounted.map((mount) => shown(mount.checks, mount.from));
    const onAll = around.every((names) => names.length > 0) ? around.flat() : [];
    return [...shown(route.checks ?? [], from), ...onAll];
  }

  #asksCaller(check: Check, module: ModuleIR): boolean {
    let asks = this.#callersAsked.get(check);
    if (asks === undefined) {
      asks =
        check.k === 'known' || (!this.#isForged() && asksCaller(check, moduleScope(module, this.#lookup)));
      this.#callersAsked.set(check, asks);
    }
    return asks;
  }

  /** Paths of the project's applications of Jakarta REST; several do not say which of them serves a resource. */
  restPaths(): readonly string[] {
    this.#restPaths ??= [
      ...new Set([...this.#modules.values()].flatMap((module) => routesOf(module).restPaths ?? [])),
    ];
    return this.#restPaths;
  }

  /** The paths below which a module's routes are served: `['']` where nobody mounts it, undefined for one that is not constant. */
  prefixesOf(module: ModuleIR, depth = 0): readonly (string | undefined)[] {
    const known = this.#prefixes.get(depth) ?? new Map<ModuleIR, readonly (string | undefined)[]>();
    this.#prefixes.set(depth, known);
    const found = known.get(module) ?? this.#findPrefixes(module, depth);
    known.set(module, found);
    return found;
  }

  #findPrefixes(module: ModuleIR, depth: number): readonly (string | undefined)[] {
    const mounted = this.#mountsOf(module);
    if (mounted.length === 0 || depth >= maximumMounts) return [''];
    const few = new Set<string | undefined>();
    for (const { prefix, from } of mounted)
      for (const outer of this.prefixesOf(from, depth + 1)) {
        if (few.size >= maximumMounts) return [...few];
        few.add(outer === undefined || prefix === undefined ? undefined : joinPaths(outer, prefix));
      }
    return [...few];
  }

  /** What asks who the caller is in front of a route: what it says itself, who serves its module, and the whole project. */
  guardsOf(route: Route, { path }: ModuleIR): readonly string[] {
    const served = this.#mounts().filter(({ module }) => moduleName(module) === moduleName(path));
    return [...route.guards, ...this.#globalGuards(route.path), ...served.flatMap(({ guards }) => guards)];
  }

  /** Handlers that other modules register by name. Wrong guesses are worse than none: the name must fit one place only. */
  #fromElsewhere({ ir }: RoutedModule, offset: number): readonly Declared[] {
    const given = givenNames(ir);
    const around = ir.functions.filter((fn) => fn.index > 0 && fn.at <= offset && offset < fn.end);
    const names = around.flatMap((fn) => [
      fn.name || (given.get(fn.index) ?? ''),
      ir.classes[fn.cls ?? -1]?.name ?? '',
    ]);
    this.#elsewhere ??= [...this.#modules].flatMap(([from, module]) =>
      routesOf(module).routes.flatMap((route) => ('name' in route.handler ? [{ route, from }] : [])),
    );
    const fitting = this.#elsewhere.filter(({ route: { handler } }) => {
      if (!('name' in handler) || !names.includes(handler.name)) return false;
      return handler.module === undefined || moduleName(handler.module) === moduleName(ir.path);
    });
    const [first] = fitting;
    const isOne = fitting.every(
      ({ route, from }) => from === first?.from && ownerOf(route) === ownerOf(first?.route),
    );
    return isOne ? fitting : [];
  }

  #globalGuards(path: string): readonly string[] {
    this.#everywhere ??= [...this.#modules.values()].flatMap((module) => routesOf(module).everywhere);
    return this.#everywhere
      .filter(({ except }) => !except.some((pattern) => covers(pattern, path)))
      .map(({ guard }) => guard);
  }
}

/** A router that a module serves below a path. */
type Mount = NonNullable<Routes['mounts']>[number] & { readonly from: ModuleIR };

/** Mounts within mounts that are followed, and places of one router. */
const maximumMounts = 8;

/** The class of which a function is a method that answers requests: a class-based view is registered by its class. */
const ofClass = (fn: FunctionIR, ir: ModuleIR): string =>
  /^(?:get|post|put|patch|delete)$/.test(fn.name) ? (ir.classes[fn.cls ?? -1]?.name ?? '') : '';

const ownerOf = (route: Route | undefined): string | undefined =>
  route && 'name' in route.handler ? route.handler.owner : undefined;

const sizeOf = ({ handler }: Route): number => ('at' in handler ? handler.end - handler.at : 0);

/** `./routes/users.js` and `src/routes/users.ts` may be the same module; `app.users` too. */
function moduleName(path: string): string {
  const base = path.split('/').at(-1) ?? path;
  const stem = base.replace(/\.(?:[cm]?[jt]sx?|py)$/, '');
  const name = stem.split('.').at(-1) ?? stem;
  return name === 'index' || name === '__init__' ? moduleName(path.slice(0, -base.length - 1)) : name;
}

/** `/public/**` covers `/public/help`. */
const covers = (pattern: string, path: string): boolean =>
  pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -3)) : pattern === path;
