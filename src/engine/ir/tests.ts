import type { Expr } from './ir.ts';

const comparisons = new Set(['==', '===', '!=', '!==', 'in', 'instanceof', '<', '<=', '>', '>=']);

/** Whether an expression may be answered by yes or no: a call may, whatever it is called. */
export const isTest = (expr: Expr): boolean =>
  (expr.k === 'call' && expr.args.length > 0) ||
  (expr.k === 'binary' && comparisons.has(expr.op)) ||
  (expr.k === 'unary' && expr.op === '!') ||
  (expr.k === 'logical' &&
    (isTest(expr.left) || (expr.op === '&&' && expr.left.k === 'var')) &&
    isTest(expr.right));

/** Whether an expression says where in a list something stands: `list.indexOf(x)`. */
export const isSearch = (expr: Expr): boolean =>
  expr.k === 'call' && expr.callee.k === 'field' && expr.callee.name === 'indexOf';

/** Whether an expression looks something up that may not be there: `TABLE[key]`, a list of what passes a test. */
export const isLookup = (expr: Expr): boolean =>
  (expr.k === 'index' && expr.index.k !== 'const') ||
  (expr.k === 'comprehension' && expr.clauses.some(({ conditions }) => conditions.length > 0));

/** Whether a variable that holds an expression's value may hold the outcome of a test, or a part of it has one. */
export const mayTell = (expr: Expr): boolean =>
  expr.k === 'await' ? mayTell(expr.value) : isTest(expr) || isSearch(expr) || isLookup(expr);
