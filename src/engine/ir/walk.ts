import type { Arg, Decorator, Expr, Pattern, Stmt } from './ir.ts';

export type IRNode = Expr | Pattern | Stmt;

const args = (list: readonly Arg[], visit: (node: IRNode) => void): void => {
  for (const arg of list) visit(arg.value);
};

/** Calls `visit` for each direct child, in order of evaluation. Function and class bodies are not entered. */
export function forEachChild(node: IRNode, visit: (node: IRNode) => void): void {
  switch (node.k) {
    case 'const':
    case 'regexp':
    case 'var':
    case 'function':
    case 'class':
    case 'this':
    case 'super':
    case 'type':
    case 'api':
      return;
    case 'field':
      return visit(node.object);
    case 'index':
      visit(node.object);
      return visit(node.index);
    case 'call':
    case 'new':
      visit(node.callee);
      return args(node.args, visit);
    case 'unary':
      return visit(node.operand);
    case 'binary':
    case 'logical':
      visit(node.left);
      return visit(node.right);
    case 'conditional':
      visit(node.test);
      visit(node.then);
      return visit(node.else);
    case 'template':
      if (node.tag) visit(node.tag);
      for (const part of node.parts) visit(part);
      return;
    case 'object':
      for (const prop of node.props) {
        if (prop.key !== undefined && typeof prop.key !== 'string') visit(prop.key);
        visit(prop.value);
      }
      return;
    case 'array':
      return args(node.items, visit);
    case 'assign':
      visit(node.value);
      return visit(node.target);
    case 'await':
    case 'cast':
      return visit(node.value);
    case 'yield':
      if (node.value) visit(node.value);
      return;
    case 'sequence':
      for (const item of node.items) visit(item);
      return;
    case 'import':
      if (typeof node.module !== 'string') visit(node.module);
      return;
    case 'comprehension':
      for (const clause of node.clauses) {
        visit(clause.iterable);
        visit(clause.target);
        for (const condition of clause.conditions) visit(condition);
      }
      if (node.key) visit(node.key);
      return visit(node.element);
    case 'opaque':
      for (const part of node.parts) visit(part);
      return;
    case 'objectPattern':
      for (const prop of node.props) {
        if (typeof prop.key !== 'string') visit(prop.key);
        if (prop.default) visit(prop.default);
        visit(prop.target);
      }
      if (node.rest) visit(node.rest);
      return;
    case 'arrayPattern':
      for (const item of node.items) {
        if (item?.default) visit(item.default);
        if (item) visit(item.target);
      }
      return;
    default:
      forEachChildOfStatement(node, visit);
  }
}

function forEachChildOfStatement(node: Stmt, visit: (node: IRNode) => void): void {
  switch (node.k) {
    case 'functionDeclaration':
    case 'classDeclaration':
    case 'break':
    case 'continue':
      return;
    case 'expr':
      return visit(node.value);
    case 'return':
    case 'throw':
    case 'export':
      if (node.value) visit(node.value);
      return;
    case 'declare':
      if (node.init) visit(node.init);
      return visit(node.target);
    case 'block':
      for (const statement of node.body) visit(statement);
      return;
    case 'if':
      visit(node.test);
      visit(node.then);
      if (node.else) visit(node.else);
      return;
    case 'loop':
      if (node.init) visit(node.init);
      if (node.test) visit(node.test);
      visit(node.body);
      if (node.update) visit(node.update);
      return;
    case 'foreach':
      visit(node.iterable);
      visit(node.target);
      return visit(node.body);
    case 'switch':
      visit(node.subject);
      for (const arm of node.cases) {
        for (const test of arm.tests) visit(test);
        for (const statement of arm.body) visit(statement);
      }
      return;
    case 'try':
      visit(node.block);
      for (const handler of node.handlers) {
        if (handler.param) visit(handler.param);
        visit(handler.body);
      }
      if (node.finalizer) visit(node.finalizer);
      return;
    case 'labeled':
      return visit(node.body);
  }
}

/** Visits a node and all below it, parents first. `visit` returns false to leave a subtree out. */
export function walk(node: IRNode, visit: (node: IRNode) => boolean | undefined): void {
  const enter = (inner: IRNode): void => {
    if (visit(inner) !== false) forEachChild(inner, enter);
  };
  enter(node);
}

/** The dotted name of a decorator or of a chain of names, e.g. `app.route`; undefined for anything computed. */
export function dottedName(node: Expr): string | undefined {
  if (node.k === 'var') return node.name;
  if (node.k === 'call' || node.k === 'new') return dottedName(node.callee);
  if (node.k === 'type') return node.type.candidates[0];
  if (node.k !== 'field') return undefined;
  const object = dottedName(node.object);
  return object === undefined ? undefined : `${object}.${node.name}`;
}

/** A name for an expression that reads the same thing whenever it stands: `a.b`, `a.getB()`. */
export function readingName(node: Expr): string | undefined {
  if (node.k !== 'call') return dottedName(node);
  if (node.args.length > 0 || node.callee.k !== 'field' || !/^(?:get|is)[A-Z]/.test(node.callee.name))
    return undefined;
  const name = dottedName(node.callee);
  return name && `${name}()`;
}

export const decoratorArgs = (decorator: Decorator): readonly Arg[] =>
  decorator.expr.k === 'call' || decorator.expr.k === 'new' ? decorator.expr.args : [];
