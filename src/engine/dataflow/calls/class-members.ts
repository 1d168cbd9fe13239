import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import type { Callable } from '../values/values.ts';

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

type FieldHolder = 'static' | 'instance';

type ByName<T> = Map<LinkedClass, Map<string, T>>;

const find = <T>(store: ByName<T>, cls: LinkedClass, name: string): T | undefined =>
  store.get(cls)?.get(name);

function keep<T>(store: ByName<T>, cls: LinkedClass, name: string, found: T): T {
  const own = store.get(cls);
  if (own) own.set(name, found);
  else store.set(cls, new Map([[name, found]]));
  return found;
}

/** What the project's classes have, inherited and overridden, by name: found once, as long as no class changes. */
export class ClassMembers {
  readonly #methods: ByName<readonly LinkedFunction[]> = new Map();
  readonly #overrides: ByName<readonly LinkedFunction[]> = new Map();
  readonly #callees: ByName<Callees> = new Map();
  readonly #statics: ByName<readonly Callable[]> = new Map();
  readonly #fields: ByName<FieldHolder | null> = new Map();
  readonly #apiBases = new Map<LinkedClass, readonly string[]>();

  /** A member function by name, its own or inherited: all overloads of the nearest class that has any. */
  method(cls: LinkedClass, name: string): readonly LinkedFunction[] {
    return find(this.#methods, cls, name) ?? keep(this.#methods, cls, name, findMethod(cls, name));
  }

  /** Names of the methods that objects of a class have, its own first; constructors and accessors are left out. */
  methodNames(cls: LinkedClass, seen = new Set<LinkedClass>()): readonly string[] {
    if (seen.has(cls)) return [];
    seen.add(cls);
    const own = [...cls.methods].flatMap(([name, [fn]]) =>
      fn?.ir.kind === 'method' && !fn.ir.isStatic ? [name] : [],
    );
    return [...own, ...cls.bases.flatMap((base) => this.methodNames(base, seen))];
  }

  /** What calls of a method of a class that stands in no function may run. */
  callees(cls: LinkedClass, name: string): Callees {
    return find(this.#callees, cls, name) ?? keep(this.#callees, cls, name, this.#findCallees(cls, name));
  }

  #findCallees(cls: LinkedClass, name: string): Callees {
    const own = this.method(cls, name);
    const overrides = this.overrides(cls, name);
    if (overrides.length === 0) {
      const exactly = this.ofClass(cls, name);
      return { exactly, ofItself: exactly, any: exactly, isOverridden: false };
    }
    return {
      exactly: withBodies(asCallables(own)),
      ofItself: withBodies(asCallables([...own, ...overrides.slice(0, 1)])),
      any: withBodies(asCallables([...own, ...overrides])),
      isOverridden: overrides.length > 0,
    };
  }

  /** What a method called by the name of a class that closes over nothing may run. */
  ofClass(cls: LinkedClass, name: string): readonly Callable[] {
    return (
      find(this.#statics, cls, name) ??
      keep(this.#statics, cls, name, withBodies(asCallables(this.method(cls, name))))
    );
  }

  /** Overrides below a class, nearest first, as many as calls are followed to. */
  overrides(cls: LinkedClass, name: string): readonly LinkedFunction[] {
    return find(this.#overrides, cls, name) ?? keep(this.#overrides, cls, name, findOverrides(cls, name));
  }

  /** Whether the field that a name means in a class, its own or inherited, is the class's or its objects'. */
  holderOfField(cls: LinkedClass, name: string): FieldHolder | undefined {
    const known = find(this.#fields, cls, name);
    if (known !== undefined) return known ?? undefined;
    return keep(this.#fields, cls, name, findFieldHolder(cls, name) ?? null) ?? undefined;
  }

  /** External types that a class extends or implements, through all of its bases. */
  apiBases(cls: LinkedClass): readonly string[] {
    let found = this.#apiBases.get(cls);
    if (!found) {
      found = findApiBases(cls);
      this.#apiBases.set(cls, found);
    }
    return found;
  }
}

const noFunctions: readonly LinkedFunction[] = [];

function findMethod(cls: LinkedClass, name: string): readonly LinkedFunction[] {
  const own = cls.methods.get(name);
  if (own) return own;
  if (cls.bases.length === 0) return noFunctions;
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

function findFieldHolder(cls: LinkedClass, name: string): FieldHolder | undefined {
  const seen = new Set<LinkedClass>();
  const search = (c: LinkedClass): FieldHolder | undefined => {
    if (seen.has(c)) return undefined;
    seen.add(c);
    const field = c.ir.fields.find((f) => f.name === name);
    if (field) return field.isStatic ? 'static' : 'instance';
    for (const base of c.bases) {
      const found = search(base);
      if (found) return found;
    }
    return undefined;
  };
  return search(cls);
}

function findOverrides(cls: LinkedClass, name: string): readonly LinkedFunction[] {
  if (cls.subclasses.length === 0) return noFunctions;
  const inherited = findMethod(cls, name);
  const result: LinkedFunction[] = [];
  const seen = new Set<LinkedClass>([cls]);
  const queue = [...cls.subclasses];
  for (let next = queue.shift(); next && result.length < maximumOverrides; next = queue.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    // A subclass may have it from another base: a mixin, or what implements an interface without naming it.
    for (const fn of findMethod(next, name))
      if (!inherited.includes(fn) && !result.includes(fn)) result.push(fn);
    queue.push(...next.subclasses);
  }
  return result.slice(0, maximumOverrides);
}

function findApiBases(cls: LinkedClass): readonly string[] {
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

/** Whether a class is another or below it. */
export function inherits(cls: LinkedClass, from: LinkedClass): boolean {
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

const asCallables = (functions: readonly LinkedFunction[]): readonly Callable[] =>
  (functions.length < 2 ? functions : [...new Set(functions)]).map((fn) => ({
    kind: 'function',
    fn,
    environment: undefined,
    self: undefined,
  }));

/** Of functions that may be meant, those that have a body, if any has. */
export function withBodies(callables: readonly Callable[]): readonly Callable[] {
  if (callables.length < 2) return callables;
  const concrete = callables.filter((callable) => callable.kind !== 'function' || !callable.fn.ir.isAbstract);
  return concrete.length > 0 ? concrete : callables;
}

/** Overrides that a call of a method is followed to. */
const maximumOverrides = 6;
