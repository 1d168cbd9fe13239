import { semanticsOf } from '../languages/registry.ts';
import type { Assign, FunctionIR, ModuleIR, Pattern, Stmt } from './ir.ts';
import { isSearch, isTest } from './tests.ts';
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
export function resolveScopes(
  module: ModuleIR,
  assigned?: (node: Assign, fn: number) => void,
): readonly FunctionScope[] {
  const { hoistFromBlocks, declareInBlocks } = semanticsOf(module.language).scopes;
  const building = module.functions.map(() => new Building());
  const at = (index: number): Building => building[index] as Building;
  const moduleScope = new Scope(0, at(0), undefined);
  /** Where what is visited stands. */
  let scope = moduleScope;

  const declare = (inside: Scope, name: string): void => {
    if (inside.names?.has(name)) return;
    const { own } = inside;
    let unique = name;
    for (let n = 2; own.locals.has(unique) && shadows(inside, unique); n++) unique = `${name}'${n}`;
    inside.names ??= new Map();
    inside.names.set(name, unique);
    inside.uniques ??= new Set();
    inside.uniques.add(unique);
    own.locals.add(unique);
  };

  /** Whether the name is visible from an enclosing scope of the same function. */
  const shadows = (inside: Scope, unique: string): boolean => {
    for (let s = inside.parent; s && s.owner === inside.owner; s = s.parent) {
      if (s.uniques?.has(unique)) return true;
    }
    return false;
  };

  /** @returns the name's unique one */
  const use = (name: string): string => {
    for (let s: Scope | undefined = scope; s; s = s.parent) {
      const unique = s.names?.get(name);
      if (unique === undefined) continue;
      if (s.owner !== scope.owner) capture(unique, s);
      scope.own.uses.add(unique);
      return unique;
    }
    scope.own.uses.add(name);
    return name;
  };

  const capture = (unique: string, { owner, own }: Scope): void => {
    if (own.captured === none) own.captured = new Set();
    (own.captured as Set<string>).add(unique);
    for (let s: Scope | undefined = scope; s && s.owner !== owner; s = s.parent) {
      s.own.owners ??= new Map();
      s.own.owners.set(unique, owner);
      if (owner !== 0) s.own.closesOver = true;
    }
  };

  const declarePattern = (inside: Scope, target: Pattern): void => {
    switch (target.k) {
      case 'var':
        return declare(inside, target.name);
      case 'objectPattern':
        for (const prop of target.props) declarePattern(inside, prop.target);
        if (target.rest) declarePattern(inside, target.rest);
        return;
      case 'arrayPattern':
        for (const item of target.items) if (item) declarePattern(inside, item.target);
        return;
      case 'field':
      case 'index':
        return;
    }
  };

  /** Declares what the statements of a function's body declare for all of it. */
  const hoist = (body: readonly Stmt[]): void => {
    for (const statement of body) {
      if (statement.k === 'declare') declarePattern(scope, statement.target);
      else if (statement.k === 'functionDeclaration' || statement.k === 'classDeclaration')
        declare(scope, statement.name);
      // What Java's lowering declares for a whole function, it declares first in its body.
      if (hoistFromBlocks) hoistInside(statement);
    }
  };

  /** Declares what stands further inside for the whole function. */
  const hoistInside = (node: IRNode): void => {
    switch (node.k) {
      case 'declare':
        if (node.scope === 'function') declarePattern(scope, node.target);
        if (node.init) hoistInside(node.init);
        return;
      case 'functionDeclaration':
      case 'classDeclaration':
        if (!declareInBlocks) declare(scope, node.name);
        return;
      case 'comprehension':
        for (const clause of node.clauses) declarePattern(scope, clause.target);
        break;
      default:
    }
    forEachChild(node, hoistInside);
  };

  const hoistBlock = (inside: Scope, body: readonly Stmt[]): void => {
    for (const statement of body) {
      const inner = statement.k === 'labeled' ? statement.body : statement;
      if (inner.k === 'declare' && inner.scope === 'block') declarePattern(inside, inner.target);
      else if (declareInBlocks && (inner.k === 'functionDeclaration' || inner.k === 'classDeclaration'))
        declare(inside, inner.name);
    }
  };

  const entered = new Set<number>();
  const enter = (fn: FunctionIR): void => {
    if (entered.has(fn.index)) return;
    entered.add(fn.index);
    const outer = scope;
    scope = new Scope(fn.index, at(fn.index), outer);
    functionBody(fn);
    scope = outer;
  };

  const functionBody = (fn: FunctionIR): void => {
    for (const param of fn.params) declarePattern(scope, param.target);
    hoist(fn.body);
    for (const param of fn.params) {
      visit(param.target);
      if (param.default) visit(param.default);
    }
    for (const statement of fn.body) visit(statement);
  };

  const enterClass = (index: number): void => {
    const cls = module.classes[index];
    if (!cls) return;
    for (const base of cls.supers) if ('k' in base) visit(base);
    for (const decorator of cls.decorators) visit(decorator.expr);
    for (const field of cls.fields) {
      for (const decorator of field.decorators) visit(decorator.expr);
      if (field.init) visit(field.init);
    }
    for (const method of cls.methods) enterFunction(method);
  };

  const enterFunction = (index: number): void => {
    const fn = module.functions[index];
    if (!fn) return;
    for (const decorator of fn.decorators) visit(decorator.expr);
    for (const param of fn.params) for (const decorator of param.decorators) visit(decorator.expr);
    enter(fn);
  };

  const visit = (node: IRNode): void => {
    scope.own.size++;
    switch (node.k) {
      case 'this':
      case 'super':
        scope.own.usesThis = true;
        return;
      case 'var': {
        const unique = use(node.name);
        if (unique !== node.name) (node as { name: string }).name = unique;
        return;
      }
      case 'function':
        return enterFunction(node.fn);
      case 'functionDeclaration':
        renameDeclaration(node);
        return enterFunction(node.fn);
      case 'class':
        return enterClass(node.cls);
      case 'classDeclaration':
        renameDeclaration(node);
        return enterClass(node.cls);
      case 'declare':
        if (node.init && (isTest(node.init) || isSearch(node.init))) scope.own.keepsTests = true;
        return forEachChild(node, visit);
      case 'assign':
        if (isTest(node.value)) scope.own.keepsTests = true;
        forEachChild(node, visit);
        return assigned?.(node, scope.owner);
      case 'new':
        if (node.body !== undefined) enterClass(node.body);
        return forEachChild(node, visit);
      case 'block':
      case 'loop':
      case 'foreach':
      case 'switch':
      case 'try':
        return visitScoped(node);
      default:
        return forEachChild(node, visit);
    }
  };

  /** Visits a statement that opens scopes. */
  const visitScoped = (node: Scoped): void => {
    const outer = scope;
    const open = (): Scope => {
      scope = new Scope(outer.owner, outer.own, outer);
      return scope;
    };
    switch (node.k) {
      case 'block':
        hoistBlock(open(), node.body);
        for (const statement of node.body) visit(statement);
        break;
      case 'loop':
      case 'foreach': {
        const head = node.k === 'loop' ? node.init : node.target;
        const inner = open();
        if (head?.k === 'declare' && head.scope === 'block') declarePattern(inner, head.target);
        if (head?.k === 'block') hoistBlock(inner, head.body);
        if (node.k === 'loop' && head?.k === 'block') {
          for (const statement of head.body) visit(statement);
          for (const part of [node.test, node.body, node.update]) if (part) visit(part);
        } else forEachChild(node, visit);
        break;
      }
      case 'switch':
        visit(node.subject);
        open();
        for (const arm of node.cases) hoistBlock(scope, arm.body);
        for (const arm of node.cases) {
          for (const test of arm.tests) visit(test);
          for (const statement of arm.body) visit(statement);
        }
        break;
      case 'try':
        visit(node.block);
        for (const handler of node.handlers) {
          const inner = open();
          if (handler.param) {
            declarePattern(inner, handler.param);
            visit(handler.param);
          }
          visit(handler.body);
        }
        scope = outer;
        if (node.finalizer) visit(node.finalizer);
        break;
    }
    scope = outer;
  };

  const renameDeclaration = (node: { readonly name: string }): void => {
    const unique = use(node.name);
    if (unique !== node.name) (node as { name: string }).name = unique;
  };

  const root = module.functions[0];
  if (!root) return [];
  entered.add(0);
  functionBody(root);
  // Members of classes and functions that no statement of the tree reaches (after syntax errors) stand in module scope.
  for (const cls of module.classes) for (const method of cls.methods) enterFunction(method);
  for (const fn of module.functions) enterFunction(fn.index);

  // Inner functions stand after outer ones.
  for (const fn of module.functions.toReversed()) {
    if (fn.lexicalThis && fn.parent !== undefined && at(fn.index).usesThis) at(fn.parent).usesThis = true;
  }
  return building.map(scopeOf);
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
