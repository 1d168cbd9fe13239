import type { FamilyId } from '../../languages/registry.ts';
import { joined } from './module-paths.ts';
import type { PackageReference } from './symbols.ts';
import type { ProductFile, Reference } from './usage.ts';

/** A function of the program: the body of a file is its function 0. */
export interface FunctionTarget {
  readonly kind: 'function';
  readonly file: ProductFile;
  readonly fn: number;
}
export interface ClassTarget {
  readonly kind: 'class';
  readonly file: ProductFile;
  readonly cls: number;
  /** An instance of it, not the class itself. */
  readonly isInstance: boolean;
}
/** What a reference means across the files of a program. */
export type Target =
  | FunctionTarget
  | ClassTarget
  | { readonly kind: 'module'; readonly file: ProductFile }
  | ({ readonly kind: 'package' } & PackageReference);

/** Names that stand for each other across files, in a row. */
const maximumDepth = 10;
const maximumTargets = 6;

const none: readonly Target[] = [];

/** Follows references through imports, exports, classes and what functions return, among the files of one language family. */
export class ProgramReferences {
  readonly #files: ReadonlyMap<string, ProductFile>;
  /** Of languages that name classes by their whole names. */
  readonly #classes = new Map<string, ClassTarget>();
  readonly #known = new Map<string, readonly Target[]>();
  #depth = 0;

  constructor(files: ReadonlyMap<string, ProductFile>) {
    this.#files = files;
    for (const file of files.values()) {
      if (!namesWholeClasses(file.family)) continue;
      for (const [cls, { name }] of file.usage.classes.entries())
        if (!this.#classes.has(name))
          this.#classes.set(name, { kind: 'class', file, cls, isInstance: false });
    }
  }

  /** What a reference of a file means. @returns nothing where that is not known */
  of(file: ProductFile, reference: Reference): readonly Target[] {
    const key = `${file.path} ${JSON.stringify(reference)}`;
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#depth >= maximumDepth) return none;
    // What goes round in a circle comes to nothing new.
    this.#known.set(key, none);
    this.#depth++;
    const found = this.#resolve(file, reference).slice(0, maximumTargets);
    this.#depth--;
    this.#known.set(key, found);
    return found;
  }

  #resolve(file: ProductFile, { root, path }: Reference): readonly Target[] {
    if (typeof root === 'string') return this.#fromModule(file, root, path);
    return 'fn' in root
      ? this.#along([{ kind: 'function', file, fn: root.fn }], path)
      : this.#along([{ kind: 'class', file, cls: root.cls, isInstance: false }], path);
  }

  #fromModule(file: ProductFile, module: string, path: readonly string[]): readonly Target[] {
    const cls = this.#classNamed(module, path);
    if (cls) return this.#along([cls.target], cls.rest);
    // Of Python's packages, a name may be a module.
    for (let length = path.length; length >= 0; length--) {
      const name = joined(module, path.slice(0, length).join('.'));
      const found = this.#files.get(file.links.resolved.get(name) ?? '');
      if (found) return this.#along([{ kind: 'module', file: found }], path.slice(length));
      if (file.family !== 'python') break;
    }
    const own = this.#files.get(file.links.resolved.get(module) ?? '');
    if (own) return this.#along([{ kind: 'module', file: own }], path);
    return file.links.resolved.has(module) || module.startsWith('.')
      ? none
      : [{ kind: 'package', module, path }];
  }

  #classNamed(
    module: string,
    path: readonly string[],
  ): { readonly target: ClassTarget; readonly rest: readonly string[] } | undefined {
    if (this.#classes.size === 0) return undefined;
    let name = module;
    for (let used = 0; used <= path.length; used++) {
      const target = this.#classes.get(name);
      if (target) return { target, rest: path.slice(used) };
      if (path[used] === '()') break;
      name = `${name}.${path[used]}`;
    }
    return undefined;
  }

  #along(targets: readonly Target[], path: readonly string[]): readonly Target[] {
    let found = targets;
    for (const name of path) {
      found = found.flatMap((target) => this.#member(target, name)).slice(0, maximumTargets);
      if (found.length === 0) break;
    }
    return found;
  }

  #member(target: Target, name: string): readonly Target[] {
    switch (target.kind) {
      case 'package':
        return [{ ...target, path: [...target.path, name] }];
      case 'module':
        return this.#exported(target.file, name);
      case 'function': {
        if (name !== '()') return none;
        const returns = target.file.usage.functions[target.fn]?.returns ?? [];
        return returns.flatMap((reference) => this.of(target.file, reference));
      }
      case 'class':
        return name === '()'
          ? target.isInstance
            ? none
            : [{ ...target, isInstance: true }]
          : this.#classMember(target, name);
    }
  }

  #exported(file: ProductFile, name: string): readonly Target[] {
    const { exports, stars } = file.usage;
    const direct = exports.get(name);
    if (direct) return direct.flatMap((reference) => this.of(file, reference));
    // `module.exports = run`: the module is the function, and so is its default.
    const whole = (exports.get('=') ?? []).map(
      ({ root, path }): Reference => ({
        root,
        path: name === 'default' ? path : [...path, name],
      }),
    );
    const found = whole.flatMap((reference) => this.of(file, reference));
    if (found.length > 0) return found;
    if (name === 'default') return [{ kind: 'module', file }];
    return stars.flatMap((module) => this.of(file, { root: module, path: [name] }));
  }

  #classMember(target: ClassTarget, name: string, depth = maximumDepth): readonly Target[] {
    const { file, cls } = target;
    const own = file.usage.classes[cls];
    if (!own || depth === 0) return none;
    const methods = own.methods.get(name);
    if (methods) return methods.map((fn) => ({ kind: 'function', file, fn }));
    const field = own.fields.get(name);
    if (field) return field.flatMap((reference) => this.of(file, reference));
    const bases = own.bases.flatMap((base) => this.of(file, base));
    const inherited = bases.flatMap((above) =>
      above.kind === 'class'
        ? this.#classMember({ ...above, isInstance: target.isInstance }, name, depth - 1)
        : none,
    );
    // What packages declare is not seen: a class of the project that has the member has it before them.
    if (inherited.length > 0) return inherited;
    return bases.flatMap((above) =>
      above.kind === 'package' ? this.#member({ ...above, path: [...above.path, '()'] }, name) : none,
    );
  }

  /** The functions that run when a function or class is called, or passed on to somebody who calls it. */
  calledBy(target: Target): readonly FunctionTarget[] {
    if (target.kind === 'function') return [target];
    if (target.kind !== 'class') return [];
    const { file, cls } = target;
    const own = file.usage.classes[cls];
    if (!own) return [];
    const makers = ['constructor', '__init__'].flatMap((name) =>
      this.#classMember({ ...target, isInstance: true }, name),
    );
    const callbacks = own.bases.some((base) => this.of(file, base).some(({ kind }) => kind === 'package'))
      ? own.callbacks
      : [];
    return [
      ...makers.filter((maker) => maker.kind === 'function'),
      ...callbacks.map((fn): FunctionTarget => ({ kind: 'function', file, fn })),
      // Initialisers of a class run with its file's body.
      { kind: 'function', file, fn: 0 },
    ];
  }
}

const namesWholeClasses = (family: FamilyId): boolean => family !== 'javascript';
