import type { Expr } from './ir.ts';

const nameOf = (callee: Expr): string => (callee.k === 'field' || callee.k === 'var' ? callee.name : '');

const comparisons = new Set(['==', '===', '!=', '!==', 'in', 'instanceof', '<', '<=', '>', '>=']);

/** What functions are called that say yes or no. */
const question =
  /^(?:is|has|can|check|valid|test|match|fullmatch|contains|includes|starts|ends|allow|equals|every|some|(?:exec|search)$)/i;

/** Whether an expression asks something that is answered by yes or no. */
export const isTest = (expr: Expr): boolean =>
  (expr.k === 'call' && question.test(nameOf(expr.callee))) ||
  (expr.k === 'binary' && comparisons.has(expr.op)) ||
  (expr.k === 'unary' && expr.op === '!') ||
  (expr.k === 'logical' && isTest(expr.left) && isTest(expr.right));

/** Whether an expression says where in a list something stands: `list.indexOf(x)`. */
export const isSearch = (expr: Expr): boolean =>
  expr.k === 'call' && expr.callee.k === 'field' && expr.callee.name === 'indexOf';
