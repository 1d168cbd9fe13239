import type { Catalog } from '../catalog/catalog.ts';
import type { Expr, LanguageId, TypeRef } from '../ir/ir.ts';
import { dottedName } from '../ir/walk.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from './linking.ts';
import { requiredNames } from './required.ts';
import { holders, scalarTypes, textUnits } from './scalars.ts';
import { type Callable, ofApi, ofClass, unknown, type Value } from './values.ts';

/** Functions with bodies that a call may mean; those without count only where there is no other. */
interface Callees {
  /** Of an object that is of no subclass. */
  readonly exactly: readonly Callable[];
  /** Of a method's own object: callers know which override it is, so one stands for all. */
  readonly ofItself: readonly Callable[];
  /** Of any object of the class. */
  readonly any: readonly Callable[];
  readonly isOverridden: boolean;
}

type ByName<T> = Map<LinkedClass, Map<string, T>>;

function cached<T>(store: ByName<T>, cls: LinkedClass, name: string, find: () => T): T {
  let own = store.get(cls);
  if (!own) {
    own = new Map();
    store.set(cls, own);
  }
  let found = own.get(name);
  if (!found) {
    found = find();
    own.set(name, found);
  }
  return found;
}

/** Written types whose meaning is kept. */
const maximumTypes = 500_000;

interface WrittenType {
  /** A class of the project or an API path. */
  readonly meaning: LinkedClass | string | undefined;
  /** Of numbers, dates and the like, which carry no text. */
  readonly isScalar: boolean;
  /** A value of which no more than this type is known. */
  readonly instance: Value;
}

/** All modules of one language family, by path, module name, class name. */
export class Project {
  readonly modules: ReadonlyMap<string, LinkedModule>;
  readonly catalog: Catalog;
  readonly #classes = new Map<string, LinkedClass>();
  readonly #simpleNames = new Map<string, LinkedClass[]>();
  readonly #methods: ByName<readonly LinkedFunction[]> = new Map();
  readonly #overrides: ByName<readonly LinkedFunction[]> = new Map();
  readonly #callees: ByName<Callees> = new Map();
  readonly #apiBases = new Map<LinkedClass, readonly string[]>();
  readonly #imported = new Map<LinkedModule, Map<string, LinkedModule | null>>();
  readonly #types = new Map<TypeRef, WrittenType>();
  readonly #reassignedOfOthers = new Set<string>();
  readonly #byModuleName = new Map<string, LinkedModule>();
  readonly #bySuffix = new Map<string, LinkedModule | null>();
  /** Constants of `*.properties` resources, by key; a key with different values in several files has all of them. */
  readonly resources: ReadonlyMap<string, readonly string[]>;

  constructor(
    modules: ReadonlyMap<string, LinkedModule>,
    catalog: Catalog,
    resources: ReadonlyMap<string, readonly string[]>,
  ) {
    this.modules = modules;
    this.catalog = catalog;
    this.resources = resources;
    for (const module of modules.values()) this.#index(module);
    for (const module of modules.values()) for (const cls of module.classes) this.#linkBases(cls);
    for (const cls of this.allClasses()) for (const base of cls.bases) base.subclasses.push(cls);
    for (const module of modules.values())
      for (const name of module.reassigned.ofOthers) this.#reassignedOfOthers.add(name);
  }

  /** Whether a field of a class of the module may have another value than its first. */
  isReassigned(name: string, module: LinkedModule): boolean {
    return module.reassigned.names.has(name) || this.#reassignedOfOthers.has(name);
  }

  *allClasses(): Iterable<LinkedClass> {
    for (const module of this.modules.values()) yield* module.classes;
  }

  #index(module: LinkedModule): void {
    for (const cls of module.classes) {
      cls.bases.length = 0;
      cls.apiBases.length = 0;
      cls.subclasses.length = 0;
      if (module.ir.language === 'java' || module.ir.language === 'python') {
        if (!this.#classes.has(cls.ir.qualifiedName)) this.#classes.set(cls.ir.qualifiedName, cls);
      }
      const list = this.#simpleNames.get(cls.ir.name);
      if (list) list.push(cls);
      else this.#simpleNames.set(cls.ir.name, [cls]);
    }
    if (module.ir.language === 'python') {
      this.#byModuleName.set(module.ir.name, module);
      // A project may be scanned from above its import root: `src/app/db.py` is imported as `app.db`.
      for (let dot = module.ir.name.indexOf('.'); dot >= 0; dot = module.ir.name.indexOf('.', dot + 1)) {
        const suffix = module.ir.name.slice(dot + 1);
        this.#bySuffix.set(suffix, this.#bySuffix.has(suffix) ? null : module);
      }
    }
  }

  #linkBases(cls: LinkedClass): void {
    for (const base of cls.ir.supers) {
      const found = 'k' in base ? this.#classOfExpression(base, cls.module) : this.typeOf(base, cls.module);
      if (!found) continue;
      if (typeof found === 'string') cls.apiBases.push(found);
      else if (found !== cls && !this.inherits(found, cls)) cls.bases.push(found);
    }
  }

  #classOfExpression(expr: Expr, module: LinkedModule): LinkedClass | string | undefined {
    const name = dottedName(expr);
    if (name === undefined) return undefined;
    const found = this.typeNamed(name, module);
    if (found !== undefined || !name.includes('.')) return found;
    // `class User(db.Model)`: a member of a variable, which may be anything that has such a member.
    const member = `*${name.slice(name.lastIndexOf('.'))}`;
    return this.catalog.knows(member) ? member : undefined;
  }

  /** What a dotted name means as a type in a module (JavaScript, Python): a class of the project or an API path. */
  typeNamed(name: string, module: LinkedModule): LinkedClass | string | undefined {
    const own = module.classes.find((cls) => cls.ir.name === name);
    if (own) return own;
    const dot = name.indexOf('.');
    const head = dot < 0 ? name : name.slice(0, dot);
    const tail = dot < 0 ? '' : name.slice(dot);
    const isScript = module.ir.language === 'javascript' || module.ir.language === 'typescript';
    for (const binding of [...module.ir.imports, ...(isScript ? requiredNames(module) : [])]) {
      if (binding.local !== head) continue;
      const target = this.moduleOf(binding.module, module);
      if (target) {
        const wanted = tail ? tail.slice(tail.lastIndexOf('.') + 1) : binding.member;
        const found =
          target.classes.find((cls) => cls.ir.name === wanted) ?? this.#reexported(target, wanted);
        if (found) return found;
        if (binding.member === 'default') return target.classes.find((cls) => cls.ir.kind !== 'interface');
        return undefined;
      }
      const path = apiOfImport(binding.module, binding.member, module.ir.language);
      return this.#classes.get(path + tail) ?? path + tail;
    }
    return this.#classes.get(name) ?? (this.catalog.knows(name) ? name : undefined);
  }

  #reexported(module: LinkedModule, name: string): LinkedClass | undefined {
    for (const binding of module.ir.imports) {
      if (binding.local !== name && binding.member !== name) continue;
      const target = this.moduleOf(binding.module, module);
      const found = target?.classes.find((cls) => cls.ir.name === binding.member);
      if (found) return found;
    }
    return undefined;
  }

  /** What is known of a written type. */
  written(type: TypeRef, module: LinkedModule): WrittenType {
    let known = this.#types.get(type);
    if (!known) {
      const meaning = this.#findType(type, module);
      const instance =
        meaning === undefined ? unknown : typeof meaning === 'string' ? ofApi(meaning) : ofClass(meaning);
      known = { meaning, instance, isScalar: this.#findScalar(type, meaning, module) };
      // Types of texts that were edited since are forgotten with the rest.
      if (this.#types.size >= maximumTypes) this.#types.clear();
      this.#types.set(type, known);
    }
    return known;
  }

  /** The meaning of a written type: a class of the project or an API path. */
  typeOf(type: TypeRef, module: LinkedModule): LinkedClass | string | undefined {
    return this.written(type, module).meaning;
  }

  #findType(type: TypeRef, module: LinkedModule): LinkedClass | string | undefined {
    if (type.array) return undefined;
    for (const name of type.candidates) {
      const cls = this.#classes.get(name);
      if (cls) return cls;
      if (module.ir.language !== 'java') {
        const found = this.typeNamed(name, module);
        if (found) return found;
      }
      if (this.catalog.knows(name)) return this.catalog.canonical(name);
    }
    return type.candidates[0];
  }

  /** Whether a type is one of numbers, dates and the like, which carry no text. */
  isScalar(type: TypeRef | undefined, module: LinkedModule): boolean {
    return type !== undefined && this.written(type, module).isScalar;
  }

  #findScalar(type: TypeRef, meaning: LinkedClass | string | undefined, module: LinkedModule): boolean {
    // Bytes and characters in a row are text.
    if (type.array) return type.candidates.some((name) => scalarTypes.has(name) && !textUnits.has(name));
    if (type.candidates.some((name) => scalarTypes.has(name))) return true;
    if (type.args && type.candidates.some((name) => holders.test(name)))
      return type.args.length > 0 && type.args.every((arg) => this.isScalar(arg, module));
    return typeof meaning === 'object' && meaning.ir.kind === 'enum';
  }

  classNamed(name: string): LinkedClass | undefined {
    return this.#classes.get(name);
  }

  /** The only class of this simple name in the project, if there is just one. */
  onlyClassNamed(name: string): LinkedClass | undefined {
    const list = this.#simpleNames.get(name);
    return list?.length === 1 ? list[0] : undefined;
  }

  inherits(cls: LinkedClass, from: LinkedClass): boolean {
    if (cls === from) return true;
    const seen = new Set<LinkedClass>();
    const stack = [cls];
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (next === from) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      stack.push(...next.bases);
    }
    return false;
  }

  /** A member function by name, its own or inherited: all overloads of the nearest class that has any. */
  method(cls: LinkedClass, name: string): readonly LinkedFunction[] {
    return cached(this.#methods, cls, name, () => this.#findMethod(cls, name));
  }

  #findMethod(cls: LinkedClass, name: string): readonly LinkedFunction[] {
    const seen = new Set<LinkedClass>();
    const search = (c: LinkedClass): readonly LinkedFunction[] => {
      if (seen.has(c)) return [];
      seen.add(c);
      const own = c.methods.get(name);
      if (own) return own;
      for (const base of c.bases) {
        const found = search(base);
        if (found.length > 0) return found;
      }
      return [];
    };
    return search(cls);
  }

  /** What calls of a method of a class that stands in no function may run. */
  callees(cls: LinkedClass, name: string): Callees {
    return cached(this.#callees, cls, name, () => {
      const own = this.method(cls, name);
      const overrides = this.overrides(cls, name);
      return {
        exactly: withBodies(asCallables(own)),
        ofItself: withBodies(asCallables([...own, ...overrides.slice(0, 1)])),
        any: withBodies(asCallables([...own, ...overrides])),
        isOverridden: overrides.length > 0,
      };
    });
  }

  /** Overrides below a class, nearest first, as many as calls are followed to. */
  overrides(cls: LinkedClass, name: string): readonly LinkedFunction[] {
    return cached(this.#overrides, cls, name, () => this.#findOverrides(cls, name));
  }

  #findOverrides(cls: LinkedClass, name: string): readonly LinkedFunction[] {
    const result: LinkedFunction[] = [];
    const seen = new Set<LinkedClass>([cls]);
    const queue = [...cls.subclasses];
    for (let next = queue.shift(); next && result.length < maximumOverrides; next = queue.shift()) {
      if (seen.has(next)) continue;
      seen.add(next);
      result.push(...(next.methods.get(name) ?? []));
      queue.push(...next.subclasses);
    }
    return result.slice(0, maximumOverrides);
  }

  /** External types that a class extends or implements, through all of its bases. */
  apiBases(cls: LinkedClass): readonly string[] {
    let found = this.#apiBases.get(cls);
    if (!found) {
      found = this.#findApiBases(cls);
      this.#apiBases.set(cls, found);
    }
    return found;
  }

  #findApiBases(cls: LinkedClass): readonly string[] {
    const result: string[] = [];
    const seen = new Set<LinkedClass>();
    const visit = (c: LinkedClass): void => {
      if (seen.has(c)) return;
      seen.add(c);
      result.push(...c.apiBases);
      for (const base of c.bases) visit(base);
    };
    visit(cls);
    return result;
  }

  /** The module that an import specifier means, when it is one of the project's. */
  moduleOf(specifier: string, from: LinkedModule): LinkedModule | undefined {
    let known = this.#imported.get(from);
    if (!known) {
      known = new Map();
      this.#imported.set(from, known);
    }
    let found = known.get(specifier);
    if (found === undefined) {
      found = this.#findModule(specifier, from) ?? null;
      known.set(specifier, found);
    }
    return found ?? undefined;
  }

  #findModule(specifier: string, from: LinkedModule): LinkedModule | undefined {
    return from.ir.language === 'python'
      ? this.#pythonModule(specifier, from)
      : this.#scriptModule(specifier, from);
  }

  #pythonModule(specifier: string, from: LinkedModule): LinkedModule | undefined {
    if (!specifier.startsWith('.')) {
      return (
        this.#byModuleName.get(specifier) ??
        this.#besideOf(specifier, from) ??
        this.#bySuffix.get(specifier) ??
        undefined
      );
    }
    const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
    const isPackage = from.ir.path.endsWith('__init__.py');
    const parts = from.ir.name.split('.');
    const base = parts.slice(0, parts.length - dots + (isPackage ? 1 : 0));
    const rest = specifier.slice(dots);
    return this.#byModuleName.get([...base, ...(rest ? [rest] : [])].join('.'));
  }

  /** A module in the importing file's folder or one above it: one of them is where the program's own imports start. */
  #besideOf(specifier: string, from: LinkedModule): LinkedModule | undefined {
    const folders = from.ir.path.split('/').slice(0, -1);
    for (; folders.length > 0; folders.pop()) {
      const found = this.#byModuleName.get(`${folders.join('.')}.${specifier}`);
      if (found && found !== from) return found;
    }
    return undefined;
  }

  #scriptModule(specifier: string, from: LinkedModule): LinkedModule | undefined {
    if (!specifier.startsWith('.') && !specifier.startsWith('@/') && !specifier.startsWith('~/')) {
      return this.#aliasedScript(specifier);
    }
    const folder = specifier.startsWith('.') ? from.ir.path.split('/').slice(0, -1) : [];
    const path = specifier.startsWith('.') ? joinPath(folder, specifier) : specifier.slice(2);
    return this.scriptAt(path) ?? (specifier.startsWith('.') ? undefined : this.scriptAt(`src/${path}`));
  }

  /** `src/db` with a base URL, as TypeScript projects import their own files. */
  #aliasedScript(specifier: string): LinkedModule | undefined {
    return specifier.includes('/') ? this.scriptAt(specifier) : undefined;
  }

  scriptAt(path: string): LinkedModule | undefined {
    const exactly = this.modules.get(path);
    if (exactly) return exactly;
    const stem = path.replace(/\.[cm]?jsx?$/, '');
    for (const extension of ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts']) {
      const found =
        this.modules.get(stem + extension) ??
        this.modules.get(path + extension) ??
        this.modules.get(`${path ? `${path}/` : ''}index${extension}`);
      if (found) return found;
    }
    return undefined;
  }
}

const asCallables = (functions: readonly LinkedFunction[]): readonly Callable[] =>
  [...new Set(functions)].map((fn) => ({ kind: 'function', fn, environment: undefined, self: undefined }));

/** Of functions that may be meant, those that have a body, if any has. */
export function withBodies(callables: readonly Callable[]): readonly Callable[] {
  const concrete = callables.filter((callable) => callable.kind !== 'function' || !callable.fn.ir.isAbstract);
  return concrete.length > 0 ? concrete : callables;
}

/** Overrides that a call of a method is followed to. */
const maximumOverrides = 6;

function joinPath(folder: readonly string[], specifier: string): string {
  const parts = [...folder];
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The API path of an imported name. An external JavaScript module's default and namespace are the module itself. */
export function apiOfImport(module: string, member: string, language: LanguageId): string {
  const path = module.startsWith('node:') ? module.slice(5) : module;
  if (member === '*') return path;
  if (member === 'default' && language !== 'python' && language !== 'java') return path;
  return `${path}.${member}`;
}
