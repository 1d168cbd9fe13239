import type { LinkedFunction, LinkedModule } from '../../dataflow/names/linking.ts';
import type { Expr, Pattern, TypeRef } from '../../ir/ir.ts';
import { forEachChild, type IRNode } from '../../ir/walk.ts';
import type { Reference } from './usage.ts';

/** What a variable or a field may hold: an expression, seen from a function, of which a part may be meant; or its written type. */
type Held =
  | { readonly expr: Expr; readonly fn: LinkedFunction; readonly path: readonly string[] }
  | { readonly type: TypeRef };

type ImportBinding = LinkedModule['ir']['imports'][number];

/** Things that a name may mean; further ones are not followed. */
const maximumMeanings = 4;
const maximumPath = 8;
/** Names that stand for each other, in a row. */
const maximumAliases = 24;

const none: readonly Reference[] = [];

/** What expressions of one file refer to, whatever order its statements run in. */
export class References {
  readonly #module: LinkedModule;
  /** By function and name. */
  readonly #variables = new Map<string, Held[]>();
  /** By the names that they give in the file. */
  readonly #imports = new Map<string, ImportBinding[]>();
  /** Indices of classes by their names. */
  readonly #classes = new Map<string, number>();
  /** Names of a class's fields, by its index. */
  readonly #fieldNames = new Map<number, Set<string>>();
  /** By class and name. */
  readonly #fields = new Map<string, Held[]>();
  /** What was found out of variables and fields; nothing while that goes on. */
  readonly #known = new Map<readonly Held[], readonly Reference[]>();
  /** The same of objects that are written down, by variable and key. */
  readonly #tables = new Map<readonly Held[], Map<string | undefined, readonly Reference[]>>();
  #depth = 0;

  constructor(module: LinkedModule) {
    this.#module = module;
    for (const one of module.ir.imports) {
      const known = this.#imports.get(one.local);
      if (!known) this.#imports.set(one.local, [one]);
      else if (known.length < maximumMeanings) known.push(one);
    }
    for (const { ir } of module.classes)
      if (!this.#classes.has(ir.name)) this.#classes.set(ir.name, ir.index);
    for (const fn of module.functions) this.#collect(fn);
    for (const { ir } of module.classes) {
      const [holder] = ir.methods.flatMap((index) => module.functions[index] ?? []);
      for (const { name, type, init } of ir.fields) {
        if (init && holder) this.#holdField(ir.index, name, { expr: init, fn: holder, path: [] });
        if (type) this.#holdField(ir.index, name, { type });
      }
    }
  }

  #holdField(cls: number, name: string, held: Held): void {
    this.#hold(this.#fields, `${cls} ${name}`, held);
    const names = this.#fieldNames.get(cls);
    if (names) names.add(name);
    else this.#fieldNames.set(cls, new Set([name]));
  }

  #hold(into: Map<string, Held[]>, key: string, held: Held): void {
    const known = into.get(key);
    if (!known) into.set(key, [held]);
    else if (known.length < maximumMeanings) known.push(held);
  }

  #collect(fn: LinkedFunction): void {
    for (const { target, type } of fn.ir.params)
      if (type && target.k === 'var') this.#hold(this.#variables, this.#keyOf(target.name, fn), { type });
    const visit = (node: IRNode): void => {
      if (node.k === 'declare') {
        if (node.init) this.#bind(node.target, node.init, fn, []);
        if (node.type && node.target.k === 'var')
          this.#hold(this.#variables, this.#keyOf(node.target.name, fn), { type: node.type });
      } else if (node.k === 'assign' && node.op === undefined) this.#bind(node.target, node.value, fn, []);
      else if (node.k === 'functionDeclaration')
        this.#declare(node.name, { k: 'function', at: node.at, end: node.end, fn: node.fn }, fn);
      else if (node.k === 'classDeclaration')
        this.#declare(node.name, { k: 'class', at: node.at, end: node.end, cls: node.cls }, fn);
      forEachChild(node, visit);
    };
    for (const statement of fn.ir.body) visit(statement);
  }

  #declare(name: string, expr: Expr, fn: LinkedFunction): void {
    this.#hold(this.#variables, this.#keyOf(name, fn), { expr, fn, path: [] });
  }

  #bind(target: Pattern, expr: Expr, fn: LinkedFunction, path: readonly string[]): void {
    switch (target.k) {
      case 'var':
        return this.#hold(this.#variables, this.#keyOf(target.name, fn), { expr, fn, path });
      case 'field': {
        const cls = this.#classOfSelf(target.object, fn);
        if (cls !== undefined) this.#holdField(cls, target.name, { expr, fn, path });
        return;
      }
      case 'objectPattern':
        for (const { key, target: inner } of target.props)
          if (typeof key === 'string') this.#bind(inner, expr, fn, [...path, key]);
        if (target.rest) this.#bind(target.rest, expr, fn, path);
        return;
      default:
    }
  }

  /** The function in whose scope a name lives, and the name. */
  #keyOf(name: string, fn: LinkedFunction): string {
    const binding = fn.scope.bindings.get(name);
    return `${binding?.kind === 'environment' ? binding.owner : fn.ir.index} ${name}`;
  }

  /** What an expression may refer to, where a function evaluates it. */
  of(expr: Expr, fn: LinkedFunction): readonly Reference[] {
    if (this.#depth >= maximumAliases) return none;
    this.#depth++;
    try {
      return this.#evaluate(expr, fn);
    } finally {
      this.#depth--;
    }
  }

  #evaluate(expr: Expr, fn: LinkedFunction): readonly Reference[] {
    switch (expr.k) {
      case 'var':
        return this.#named(expr.name, fn);
      case 'this':
        return this.#self(fn);
      case 'field':
        return distinct([
          ...along(this.of(expr.object, fn), expr.name),
          ...this.#inTable(expr.object, fn, expr.name),
        ]);
      case 'index':
        return this.#inTable(expr.object, fn, constantKey(expr.index));
      case 'call':
      case 'new':
        if (expr.k === 'new' && expr.body !== undefined) return [{ root: { cls: expr.body }, path: ['()'] }];
        return along(this.of(expr.callee, fn), '()');
      case 'import':
        return typeof expr.module === 'string' ? [{ root: expr.module, path: [] }] : none;
      case 'function':
        return [{ root: { fn: expr.fn }, path: [] }];
      case 'class':
        return [{ root: { cls: expr.cls }, path: [] }];
      case 'type':
        return this.#typed(expr.type);
      case 'await':
      case 'assign':
        return this.of(expr.value, fn);
      case 'cast':
        return distinct([...this.of(expr.value, fn), ...along(this.#typed(expr.type), '()')]);
      case 'logical':
        return distinct([...this.of(expr.left, fn), ...this.of(expr.right, fn)]);
      case 'conditional':
        return distinct([...this.of(expr.then, fn), ...this.of(expr.else, fn)]);
      case 'sequence': {
        const last = expr.items.at(-1);
        return last ? this.of(last, fn) : none;
      }
      default:
        return none;
    }
  }

  /** What an object that is written down holds under a key; under any where the key is not known. */
  #inTable(object: Expr, fn: LinkedFunction, key: string | undefined): readonly Reference[] {
    if (object.k !== 'var') return none;
    const held = this.#variables.get(this.#keyOf(object.name, fn));
    if (!held) return none;
    const keys = this.#tables.get(held) ?? new Map<string | undefined, readonly Reference[]>();
    this.#tables.set(held, keys);
    const known = keys.get(key);
    if (known) return known;
    keys.set(key, none);
    const found = distinct(
      held.flatMap((one) =>
        'expr' in one && one.expr.k === 'object' && one.path.length === 0
          ? one.expr.props
              .filter((prop) => typeof prop.key === 'string' && (key === undefined || prop.key === key))
              .slice(0, maximumMeanings)
              .flatMap(({ value }) => this.of(value, one.fn))
          : [],
      ),
    );
    keys.set(key, found);
    return found;
  }

  #named(name: string, fn: LinkedFunction): readonly Reference[] {
    const binding = fn.scope.bindings.get(name);
    const holder = binding?.kind === 'environment' ? this.#module.functions[binding.owner] : fn;
    if (holder && this.#selfParameter(holder) === name) return this.#self(holder);
    const isFree = !binding || binding.kind === 'free';
    const held = isFree ? none : this.#held(this.#variables.get(this.#keyOf(name, fn)));
    // What is imported may be given another value where that fails: `except ImportError: name = None`.
    if (!isFree && holder?.ir.index !== 0) return held;
    const { wildcards } = this.#module.ir;
    const found = this.#imports.get(name) ?? [];
    if (found.length > 0)
      return distinct([
        ...found.map(({ module, member }) => ({ root: module, path: member === '*' ? [] : [member] })),
        ...held,
      ]);
    if (!isFree) return held;
    const cls = this.#classes.get(name);
    if (cls !== undefined) return [{ root: { cls }, path: [] }];
    return this.#module.semantics.modules.named === 'module'
      ? wildcards.slice(0, maximumMeanings).map((module) => ({ root: module, path: [name] }))
      : none;
  }

  /** What a field of a class of the file holds. */
  ofField(cls: number, name: string): readonly Reference[] {
    return this.#held(this.#fields.get(`${cls} ${name}`));
  }

  /** Names of the fields of a class that something is known of. */
  fieldsOf(cls: number): readonly string[] {
    return [...(this.#fieldNames.get(cls) ?? [])];
  }

  /** What the file's own variables hold, by name. */
  *variables(): Iterable<readonly [string, readonly Reference[]]> {
    for (const [key, held] of this.#variables) {
      const [owner = '', name = ''] = key.split(' ', 2);
      if (owner === '0') yield [name, this.#held(held)];
    }
  }

  #held(held: readonly Held[] | undefined): readonly Reference[] {
    if (!held) return none;
    const known = this.#known.get(held);
    if (known) return known;
    this.#known.set(held, none);
    const found = distinct(
      held.flatMap((one) => {
        if ('type' in one) return along(this.#typed(one.type), '()');
        return one.path.reduce(along, this.of(one.expr, one.fn));
      }),
    );
    this.#known.set(held, found);
    return found;
  }

  #typed({ candidates, array }: TypeRef): readonly Reference[] {
    if (array) return none;
    const own = this.#module.classes.find(({ ir }) => candidates.includes(ir.qualifiedName));
    if (own) return [{ root: { cls: own.ir.index }, path: [] }];
    if (this.#module.semantics.modules.named !== 'file')
      return candidates.slice(0, maximumMeanings).map((name) => ({ root: name, path: [] }));
    return this.#module.ir.imports
      .filter(({ module, member }) => candidates.includes(`${module}.${member}`))
      .slice(0, 1)
      .map(({ module, member }) => ({ root: module, path: [member] }));
  }

  /** Where an arrow function has its `this` from. */
  #methodAround(fn: LinkedFunction): LinkedFunction {
    let around = fn;
    while (around.ir.lexicalThis && around.ir.parent !== undefined) {
      const outer = this.#module.functions[around.ir.parent];
      if (!outer) break;
      around = outer;
    }
    return around;
  }

  #selfParameter(fn: LinkedFunction): string | undefined {
    if (!this.#module.semantics.classes.selfParameter || !fn.cls || fn.ir.isStatic) return undefined;
    const target = fn.ir.params[0]?.target;
    return target?.k === 'var' ? target.name : undefined;
  }

  #self(fn: LinkedFunction): readonly Reference[] {
    const { cls, ir } = this.#methodAround(fn);
    return cls ? [{ root: { cls: cls.ir.index }, path: ir.isStatic ? [] : ['()'] }] : none;
  }

  #classOfSelf(object: Expr, fn: LinkedFunction): number | undefined {
    if (object.k === 'this') return this.#methodAround(fn).cls?.ir.index;
    if (object.k !== 'var') return undefined;
    for (let around: LinkedFunction | undefined = fn; around; ) {
      if (this.#selfParameter(around) === object.name) return around.cls?.ir.index;
      around = around.ir.parent === undefined ? undefined : this.#module.functions[around.ir.parent];
    }
    return undefined;
  }
}

const constantKey = (index: Expr): string | undefined =>
  index.k === 'const' && typeof index.value === 'string' ? index.value : undefined;

/** What a member, or a call, of each gives. */
function along(references: readonly Reference[], name: string): readonly Reference[] {
  return references.flatMap(({ root, path }) =>
    path.length < maximumPath ? [{ root, path: [...path, name] }] : [],
  );
}

function distinct(references: readonly Reference[]): readonly Reference[] {
  if (references.length < 2) return references;
  const found = new Map(references.map((one) => [JSON.stringify(one), one]));
  return [...found.values()].slice(0, maximumMeanings);
}
