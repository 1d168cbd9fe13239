import { semanticsOf } from '../languages/registry.ts';
import type { Assign, FunctionIR, ModuleIR, Pattern, Stmt } from './ir.ts';
import { mayTell } from './tests.ts';
import { forEachChild, type IRNode } from './walk.ts';

/**
 * Scope resolution, once for all languages and after lowering. A function's names are made unique (an inner block's
 * `x` that shadows an outer one becomes `x'2`), so that a name means one variable throughout a function.
 *
 * Declaring a name is the lowering's task: JavaScript and Java declare with their own declarations; Python's lowering
 * emits a `declare` (function scope) for each name that a function assigns, save those that `global` and `nonlocal`
 * name. A name that nothing declares is free: an import, a global or an API.
 */
export interface FunctionScope {
  /** Every name this function uses or declares. */
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Own variables that functions inside it use: they live in the function's environment record. */
  readonly captured: ReadonlySet<string>;
  /** Whether variables of an enclosing function (not the module) are used, here or further inside. */
  readonly closesOver: boolean;
  /** Number of IR nodes: what analysing it once costs. */
  readonly size: number;
  /** Whether it, or an arrow function in it, speaks of its `this`. */
  readonly usesThis: boolean;
  /** Whether a variable is given the outcome of a test. */
  readonly keepsTests: boolean;
}

export type Binding =
  | { readonly kind: 'local' }
  /** A variable in the environment record of function `owner` (this one, an enclosing one, or 0 for the module). */
  | { readonly kind: 'environment'; readonly owner: number }
  | { readonly kind: 'free' };

const local: Binding = { kind: 'local' };
const free: Binding = { kind: 'free' };

const none: ReadonlySet<string> = new Set();

/** What is found out about a function on the way. */
class Building {
  readonly uses = new Set<string>();
  readonly locals = new Set<string>();
  /** As in `FunctionScope`. */
  captured: ReadonlySet<string> = none;
  /** Functions around it whose variables it uses, or one inside it does, by variable. */
  owners: Map<string, number> | undefined;
  closesOver = false;
  size = 0;
  usesThis = false;
  keepsTests = false;
}

class Scope {
  /** Unique names by written ones; most blocks declare nothing. */
  names: Map<string, string> | undefined;
  /** The unique names among them. */
  uniques: Set<string> | undefined;
  readonly owner: number;
  readonly own: Building;
  readonly parent: Scope | undefined;
  constructor(owner: number, own: Building, parent: Scope | undefined) {
    this.owner = owner;
    this.own = own;
    this.parent = parent;
  }
}

/**
 * Renames in place and returns one scope a function, by index.
 * @param assigned told of each assignment, its names resolved, and of the index of the function that it stands in
 */
export const resolveScopes = (
  module: ModuleIR,
  assigned?: (node: Assign, fn: number) => void,
): readonly FunctionScope[] => new Resolver(module, assigned).resolve();

/** Resolves the names of one module. */
class Resolver {
  readonly #module: ModuleIR;
  readonly #assigned: ((node: Assign, fn: number) => void) | undefined;
  readonly #building: readonly Building[];
  readonly #hoistFromBlocks: boolean;
  readonly #declareInBlocks: boolean;
  readonly #entered = new Set<number>();
  /** Where what is visited stands. */
  #scope: Scope;

  constructor(module: ModuleIR, assigned: ((node: Assign, fn: number) => void) | undefined) {
    this.#module = module;
    this.#assigned = assigned;
    this.#building = module.functions.map(() => new Building());
    ({ hoistFromBlocks: this.#hoistFromBlocks, declareInBlocks: this.#declareInBlocks } = semanticsOf(
      module.language,
    ).scopes);
    this.#scope = new Scope(0, this.#at(0), undefined);
  }

  #at(index: number): Building {
    return this.#building[index] as Building;
  }

  resolve(): readonly FunctionScope[] {
    const { functions, classes } = this.#module;
    const [root] = functions;
    if (!root) return [];
    this.#entered.add(0);
    this.#functionBody(root);
    // Members of classes and functions that no statement of the tree reaches (after syntax errors) stand in module scope.
    for (const cls of classes) for (const method of cls.methods) this.#enterFunction(method);
    for (const fn of functions) this.#enterFunction(fn.index);

    // Inner functions stand after outer ones.
    for (const fn of functions.toReversed()) {
      if (fn.lexicalThis && fn.parent !== undefined && this.#at(fn.index).usesThis)
        this.#at(fn.parent).usesThis = true;
    }
    return this.#building.map(scopeOf);
  }

  #declare(inside: Scope, name: string): void {
    if (inside.names?.has(name)) return;
    const { own } = inside;
    let unique = name;
    for (let n = 2; own.locals.has(unique) && this.#shadows(inside, unique); n++) unique = `${name}'${n}`;
    inside.names ??= new Map();
    inside.names.set(name, unique);
    inside.uniques ??= new Set();
    inside.uniques.add(unique);
    own.locals.add(unique);
  }

  /** Whether the name is visible from an enclosing this.#scope of the same function. */
  #shadows(inside: Scope, unique: string): boolean {
    for (let s = inside.parent; s && s.owner === inside.owner; s = s.parent) {
      if (s.uniques?.has(unique)) return true;
    }
    return false;
  }

  /** @returns the name's unique one */
  #use(name: string): string {
    for (let s: Scope | undefined = this.#scope; s; s = s.parent) {
      const unique = s.names?.get(name);
      if (unique === undefined) continue;
      if (s.owner !== this.#scope.owner) this.#capture(unique, s);
      this.#scope.own.uses.add(unique);
      return unique;
    }
    this.#scope.own.uses.add(name);
    return name;
  }

  #capture(unique: string, { owner, own }: Scope): void {
    if (own.captured === none) own.captured = new Set();
    (own.captured as Set<string>).add(unique);
    for (let s: Scope | undefined = this.#scope; s && s.owner !== owner; s = s.parent) {
      s.own.owners ??= new Map();
      s.own.owners.set(unique, owner);
      if (owner !== 0) s.own.closesOver = true;
    }
  }

  #declarePattern(inside: Scope, target: Pattern): void {
    switch (target.k) {
      case 'var':
        return this.#declare(inside, target.name);
      case 'objectPattern':
        for (const prop of target.props) this.#declarePattern(inside, prop.target);
        if (target.rest) this.#declarePattern(inside, target.rest);
        return;
      case 'arrayPattern':
        for (const item of target.items) if (item) this.#declarePattern(inside, item.target);
        return;
      case 'field':
      case 'index':
        return;
    }
  }

  /** Declares what the statements of a function's body declare for all of it. */
  #hoist(body: readonly Stmt[]): void {
    for (const statement of body) {
      if (statement.k === 'declare') this.#declarePattern(this.#scope, statement.target);
      else if (statement.k === 'functionDeclaration' || statement.k === 'classDeclaration')
        this.#declare(this.#scope, statement.name);
      // What Java's lowering declares for a whole function, it declares first in its body.
      if (this.#hoistFromBlocks) this.#hoistInside(statement);
    }
  }

  /** Declares what stands further inside for the whole function. */
  readonly #hoistInside = (node: IRNode): void => {
    switch (node.k) {
      case 'declare':
        if (node.scope === 'function') this.#declarePattern(this.#scope, node.target);
        if (node.init) this.#hoistInside(node.init);
        return;
      case 'functionDeclaration':
      case 'classDeclaration':
        if (!this.#declareInBlocks) this.#declare(this.#scope, node.name);
        return;
      case 'comprehension':
        for (const clause of node.clauses) this.#declarePattern(this.#scope, clause.target);
        break;
      default:
    }
    forEachChild(node, this.#hoistInside);
  };

  #hoistBlock(inside: Scope, body: readonly Stmt[]): void {
    for (const statement of body) {
      const inner = statement.k === 'labeled' ? statement.body : statement;
      if (inner.k === 'declare' && inner.scope === 'block') this.#declarePattern(inside, inner.target);
      else if (this.#declareInBlocks && (inner.k === 'functionDeclaration' || inner.k === 'classDeclaration'))
        this.#declare(inside, inner.name);
    }
  }

  #enter(fn: FunctionIR): void {
    if (this.#entered.has(fn.index)) return;
    this.#entered.add(fn.index);
    const outer = this.#scope;
    this.#scope = new Scope(fn.index, this.#at(fn.index), outer);
    this.#functionBody(fn);
    this.#scope = outer;
  }

  #functionBody(fn: FunctionIR): void {
    for (const param of fn.params) this.#declarePattern(this.#scope, param.target);
    this.#hoist(fn.body);
    for (const param of fn.params) {
      this.#visit(param.target);
      if (param.default) this.#visit(param.default);
    }
    for (const statement of fn.body) this.#visit(statement);
  }

  #enterClass(index: number): void {
    const cls = this.#module.classes[index];
    if (!cls) return;
    for (const base of cls.supers) if ('k' in base) this.#visit(base);
    for (const decorator of cls.decorators) this.#visit(decorator.expr);
    for (const field of cls.fields) {
      for (const decorator of field.decorators) this.#visit(decorator.expr);
      if (field.init) this.#visit(field.init);
    }
    for (const method of cls.methods) this.#enterFunction(method);
  }

  #enterFunction(index: number): void {
    const fn = this.#module.functions[index];
    if (!fn) return;
    for (const decorator of fn.decorators) this.#visit(decorator.expr);
    for (const param of fn.params) for (const decorator of param.decorators) this.#visit(decorator.expr);
    this.#enter(fn);
  }

  readonly #visit = (node: IRNode): void => {
    this.#scope.own.size++;
    switch (node.k) {
      case 'this':
      case 'super':
        this.#scope.own.usesThis = true;
        return;
      case 'var': {
        const unique = this.#use(node.name);
        if (unique !== node.name) (node as { name: string }).name = unique;
        return;
      }
      case 'function':
        return this.#enterFunction(node.fn);
      case 'functionDeclaration':
        this.#renameDeclaration(node);
        return this.#enterFunction(node.fn);
      case 'class':
        return this.#enterClass(node.cls);
      case 'classDeclaration':
        this.#renameDeclaration(node);
        return this.#enterClass(node.cls);
      case 'declare':
        if (node.init && mayTell(node.init)) this.#scope.own.keepsTests = true;
        return forEachChild(node, this.#visit);
      case 'assign':
        if (mayTell(node.value)) this.#scope.own.keepsTests = true;
        forEachChild(node, this.#visit);
        return this.#assigned?.(node, this.#scope.owner);
      case 'new':
        if (node.body !== undefined) this.#enterClass(node.body);
        return forEachChild(node, this.#visit);
      case 'block':
      case 'loop':
      case 'foreach':
      case 'switch':
      case 'try':
        return this.#visitScoped(node);
      default:
        return forEachChild(node, this.#visit);
    }
  };

  /** Visits a statement that opens scopes. */
  #visitScoped(node: Scoped): void {
    const outer = this.#scope;
    const open = (): Scope => {
      this.#scope = new Scope(outer.owner, outer.own, outer);
      return this.#scope;
    };
    switch (node.k) {
      case 'block':
        this.#hoistBlock(open(), node.body);
        for (const statement of node.body) this.#visit(statement);
        break;
      case 'loop':
      case 'foreach': {
        const head = node.k === 'loop' ? node.init : node.target;
        const inner = open();
        if (head?.k === 'declare' && head.scope === 'block') this.#declarePattern(inner, head.target);
        if (head?.k === 'block') this.#hoistBlock(inner, head.body);
        if (node.k === 'loop' && head?.k === 'block') {
          for (const statement of head.body) this.#visit(statement);
          for (const part of [node.test, node.body, node.update]) if (part) this.#visit(part);
        } else forEachChild(node, this.#visit);
        break;
      }
      case 'switch':
        this.#visit(node.subject);
        open();
        for (const arm of node.cases) this.#hoistBlock(this.#scope, arm.body);
        for (const arm of node.cases) {
          for (const test of arm.tests) this.#visit(test);
          for (const statement of arm.body) this.#visit(statement);
        }
        break;
      case 'try':
        this.#visit(node.block);
        for (const handler of node.handlers) {
          const inner = open();
          if (handler.param) {
            this.#declarePattern(inner, handler.param);
            this.#visit(handler.param);
          }
          this.#visit(handler.body);
        }
        this.#scope = outer;
        if (node.finalizer) this.#visit(node.finalizer);
        break;
    }
    this.#scope = outer;
  }

  #renameDeclaration(node: { readonly name: string }): void {
    const unique = this.#use(node.name);
    if (unique !== node.name) (node as { name: string }).name = unique;
  }
}

type Scoped = Extract<Stmt, { readonly k: 'block' | 'loop' | 'foreach' | 'switch' | 'try' }>;

function scopeOf(
  { uses, locals, captured, owners, closesOver, size, usesThis, keepsTests }: Building,
  index: number,
): FunctionScope {
  const bindings = new Map<string, Binding>();
  const environment: Binding = { kind: 'environment', owner: index };
  for (const name of locals) bindings.set(name, index === 0 || captured.has(name) ? environment : local);
  for (const [name, owner] of owners ?? [])
    if (!bindings.has(name)) bindings.set(name, { kind: 'environment', owner });
  for (const name of uses) if (!bindings.has(name)) bindings.set(name, free);
  return { bindings, captured, closesOver, size, usesThis, keepsTests };
}
