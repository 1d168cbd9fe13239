import type { FunctionIR, ModuleIR, Pattern, Stmt, Var } from './ir.ts';
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
}

export type Binding =
  | { readonly kind: 'local' }
  /** A variable in the environment record of function `owner` (this one, an enclosing one, or 0 for the module). */
  | { readonly kind: 'environment'; readonly owner: number }
  | { readonly kind: 'free' };

const local: Binding = { kind: 'local' };
const free: Binding = { kind: 'free' };

class Scope {
  readonly names = new Map<string, string>();
  readonly owner: number;
  readonly parent: Scope | undefined;
  constructor(owner: number, parent: Scope | undefined) {
    this.owner = owner;
    this.parent = parent;
  }
}

interface Building {
  uses: Set<string>;
  locals: Set<string>;
  captured: Set<string>;
  owners: Map<string, number>;
  closesOver: boolean;
  size: number;
  usesThis: boolean;
}

/** Renames in place and returns one scope a function, by index. */
export function resolveScopes(module: ModuleIR): readonly FunctionScope[] {
  const building: Building[] = module.functions.map(() => ({
    uses: new Set(),
    locals: new Set(),
    captured: new Set(),
    owners: new Map(),
    closesOver: false,
    size: 0,
    usesThis: false,
  }));
  const entered = new Set<number>();

  const at = (index: number): Building => building[index] as Building;

  const declare = (scope: Scope, name: string): void => {
    if (scope.names.has(name)) return;
    const own = at(scope.owner);
    let unique = name;
    for (let n = 2; own.locals.has(unique) && shadows(scope, unique); n++) unique = `${name}'${n}`;
    scope.names.set(name, unique);
    own.locals.add(unique);
  };

  /** Whether the name is visible from an enclosing scope of the same function. */
  const shadows = (scope: Scope, unique: string): boolean => {
    for (let s = scope.parent; s && s.owner === scope.owner; s = s.parent) {
      for (const value of s.names.values()) if (value === unique) return true;
    }
    return false;
  };

  const use = (scope: Scope, variable: Var): void => {
    for (let s: Scope | undefined = scope; s; s = s.parent) {
      const unique = s.names.get(variable.name);
      if (unique === undefined) continue;
      if (unique !== variable.name) (variable as { name: string }).name = unique;
      if (s.owner !== scope.owner) capture(scope, unique, s.owner);
      at(scope.owner).uses.add(unique);
      return;
    }
    at(scope.owner).uses.add(variable.name);
  };

  const capture = (scope: Scope, unique: string, owner: number): void => {
    at(owner).captured.add(unique);
    for (let s: Scope | undefined = scope; s && s.owner !== owner; s = s.parent) {
      at(s.owner).owners.set(unique, owner);
      if (owner !== 0) at(s.owner).closesOver = true;
    }
  };

  const declarePattern = (scope: Scope, target: Pattern): void => {
    switch (target.k) {
      case 'var':
        return declare(scope, target.name);
      case 'objectPattern':
        for (const prop of target.props) declarePattern(scope, prop.target);
        if (target.rest) declarePattern(scope, target.rest);
        return;
      case 'arrayPattern':
        for (const item of target.items) if (item) declarePattern(scope, item.target);
        return;
      case 'field':
      case 'index':
        return;
    }
  };

  /** Function-scoped declarations anywhere in the body, block-scoped ones of this block only. */
  const hoist = (scope: Scope, body: readonly Stmt[], functionScope: Scope): void => {
    const visit = (node: IRNode, top: boolean): void => {
      switch (node.k) {
        case 'declare':
          if (node.scope === 'function') declarePattern(functionScope, node.target);
          else if (top) declarePattern(scope, node.target);
          if (node.init) visit(node.init, false);
          return;
        case 'functionDeclaration':
        case 'classDeclaration':
          if (top) declare(scope, node.name);
          else if (module.language === 'python') declare(functionScope, node.name);
          return;
        case 'comprehension':
          for (const clause of node.clauses) declarePattern(functionScope, clause.target);
          break;
        case 'export':
          if (node.value) visit(node.value, false);
          return;
        default:
      }
      forEachChild(node, (child) => visit(child, false));
    };
    for (const statement of body) visit(statement, true);
  };

  const visitAll = (nodes: readonly IRNode[], scope: Scope): void => {
    for (const node of nodes) visit(node, scope);
  };

  const block = (body: readonly Stmt[], parent: Scope): void => {
    const scope = new Scope(parent.owner, parent);
    hoistBlock(scope, body);
    visitAll(body, scope);
  };

  const hoistBlock = (scope: Scope, body: readonly Stmt[]): void => {
    for (const statement of body) {
      const inner = statement.k === 'labeled' ? statement.body : statement;
      if (inner.k === 'declare' && inner.scope === 'block') declarePattern(scope, inner.target);
      else if (
        module.language !== 'python' &&
        (inner.k === 'functionDeclaration' || inner.k === 'classDeclaration')
      )
        declare(scope, inner.name);
    }
  };

  const enter = (index: number, scope: Scope): void => {
    const fn = module.functions[index];
    if (!fn || entered.has(index)) return;
    entered.add(index);
    functionBody(fn, new Scope(index, scope));
  };

  const functionBody = (fn: FunctionIR, scope: Scope): void => {
    for (const param of fn.params) declarePattern(scope, param.target);
    hoist(scope, fn.body, scope);
    for (const param of fn.params) {
      visit(param.target, scope);
      if (param.default) visit(param.default, scope);
    }
    visitAll(fn.body, scope);
  };

  const enterClass = (index: number, scope: Scope): void => {
    const cls = module.classes[index];
    if (!cls) return;
    for (const base of cls.supers) if ('k' in base) visit(base, scope);
    for (const decorator of cls.decorators) visit(decorator.expr, scope);
    for (const field of cls.fields) {
      for (const decorator of field.decorators) visit(decorator.expr, scope);
      if (field.init) visit(field.init, scope);
    }
    for (const method of cls.methods) enterFunction(method, scope);
  };

  const enterFunction = (index: number, scope: Scope): void => {
    const fn = module.functions[index];
    if (!fn) return;
    for (const decorator of fn.decorators) visit(decorator.expr, scope);
    for (const param of fn.params) for (const decorator of param.decorators) visit(decorator.expr, scope);
    enter(index, scope);
  };

  const visit = (node: IRNode, scope: Scope): void => {
    at(scope.owner).size++;
    switch (node.k) {
      case 'this':
      case 'super':
        at(scope.owner).usesThis = true;
        return;
      case 'var':
        return use(scope, node);
      case 'function':
        return enterFunction(node.fn, scope);
      case 'functionDeclaration':
        renameDeclaration(node, scope);
        return enterFunction(node.fn, scope);
      case 'class':
        return enterClass(node.cls, scope);
      case 'classDeclaration':
        renameDeclaration(node, scope);
        return enterClass(node.cls, scope);
      case 'new':
        if (node.body !== undefined) enterClass(node.body, scope);
        break;
      case 'block':
        return block(node.body, scope);
      case 'loop':
      case 'foreach': {
        const inner = new Scope(scope.owner, scope);
        const head = node.k === 'loop' ? node.init : node.target;
        if (head?.k === 'declare' && head.scope === 'block') declarePattern(inner, head.target);
        if (head?.k === 'block') hoistBlock(inner, head.body);
        if (node.k === 'loop' && head?.k === 'block') {
          visitAll(head.body, inner);
          for (const part of [node.test, node.body, node.update]) if (part) visit(part, inner);
          return;
        }
        return forEachChild(node, (child) => visit(child, inner));
      }
      case 'switch': {
        visit(node.subject, scope);
        const inner = new Scope(scope.owner, scope);
        for (const arm of node.cases) hoistBlock(inner, arm.body);
        for (const arm of node.cases) {
          visitAll(arm.tests, inner);
          visitAll(arm.body, inner);
        }
        return;
      }
      case 'try':
        visit(node.block, scope);
        for (const handler of node.handlers) {
          const inner = new Scope(scope.owner, scope);
          if (handler.param) {
            declarePattern(inner, handler.param);
            visit(handler.param, inner);
          }
          visit(handler.body, inner);
        }
        if (node.finalizer) visit(node.finalizer, scope);
        return;
      default:
    }
    forEachChild(node, (child) => visit(child, scope));
  };

  const renameDeclaration = (node: { readonly name: string }, scope: Scope): void => {
    const variable: Var = { k: 'var', name: node.name, at: 0, end: 0 };
    use(scope, variable);
    if (variable.name !== node.name) (node as { name: string }).name = variable.name;
  };

  const root = module.functions[0];
  if (!root) return [];
  entered.add(0);
  const moduleScope = new Scope(0, undefined);
  functionBody(root, moduleScope);
  // Members of classes and functions that no statement of the tree reaches (after syntax errors) stand in module scope.
  for (const cls of module.classes) for (const method of cls.methods) enterFunction(method, moduleScope);
  for (const fn of module.functions) enterFunction(fn.index, moduleScope);

  // Inner functions stand after outer ones.
  for (const fn of module.functions.toReversed()) {
    if (fn.lexicalThis && fn.parent !== undefined && at(fn.index).usesThis) at(fn.parent).usesThis = true;
  }
  return building.map((own, index) => {
    const bindings = new Map<string, Binding>();
    for (const name of own.locals) {
      bindings.set(
        name,
        index === 0 || own.captured.has(name) ? { kind: 'environment', owner: index } : local,
      );
    }
    for (const [name, owner] of own.owners)
      if (!bindings.has(name)) bindings.set(name, { kind: 'environment', owner });
    for (const name of own.uses) if (!bindings.has(name)) bindings.set(name, free);
    return {
      bindings,
      captured: own.captured,
      closesOver: own.closesOver,
      size: own.size,
      usesThis: own.usesThis,
    };
  });
}
