import type { Expr, FunctionIR, Stmt } from '../../ir/ir.ts';
import { type IRNode, walk } from '../../ir/walk.ts';
import type { Frame } from '../interpreter/machine.ts';

/**
 * Whether an expression is a list of words that the environment holds, e.g. `process.env.HOSTS.split(',')`: whoever runs the
 * program chose what is in it. Looked at by its form, for its content is unknown either way. A text of the environment is
 * none: parts of its words are in it, too.
 */
export function isListOfEnvironment(expr: Expr, frame: Frame): boolean {
  let isSplit = false;
  const reaches = (node: Expr, depth: number): boolean => {
    if (depth > 12) return false;
    switch (node.k) {
      case 'field':
        return environment.has(node.name) || reaches(node.object, depth + 1);
      case 'index':
        return reaches(node.object, depth + 1);
      case 'logical':
        return node.op !== '&&' && node.right.k === 'const' && reaches(node.left, depth + 1);
      case 'cast':
        return reaches(node.value, depth + 1);
      case 'var':
        if (environment.has(node.name)) return true;
        return valuesOf(node.name, frame).every((value) => reaches(value, depth + 1));
      case 'new':
        return reachesFirst(node.args[0]?.value, depth);
      case 'call': {
        const { callee } = node;
        const name = callee.k === 'field' || callee.k === 'var' ? callee.name : undefined;
        if (name === undefined) return false;
        if (environment.has(name)) return true;
        if (name === 'split') isSplit = true;
        if (collections.has(name)) return reachesFirst(node.args[0]?.value, depth);
        return callee.k === 'field' && passing.has(name) && reaches(callee.object, depth + 1);
      }
      default:
        return false;
    }
  };
  const reachesFirst = (first: Expr | undefined, depth: number): boolean =>
    first !== undefined && reaches(first, depth + 1);
  return reaches(expr, 0) && isSplit;
}

const environment = new Set(['env', 'environ', 'getenv']);
const passing = new Set(['split', 'get', 'getOrDefault', 'trim', 'strip', 'toLowerCase', 'lower', 'filter']);
const collections = new Set(['asList', 'of', 'copyOf', 'from', 'set', 'list', 'frozenset', 'tuple']);

/** What a name is given in the function, else in its module. @returns a value that says nothing where it is given none */
function valuesOf(name: string, { fn }: Frame): readonly Expr[] {
  const own = assignmentsIn(fn.ir).get(name);
  const [module] = fn.module.ir.functions;
  return own ?? (module && assignmentsIn(module).get(name)) ?? [nothing];
}

const nothing: Expr = { k: 'const', value: null, at: 0, end: 0 };
const known = new WeakMap<FunctionIR, ReadonlyMap<string, readonly Expr[]>>();

function assignmentsIn(fn: FunctionIR): ReadonlyMap<string, readonly Expr[]> {
  const cached = known.get(fn);
  if (cached) return cached;
  const found = new Map<string, Expr[]>();
  const add = (name: string, value: Expr): unknown => found.set(name, [...(found.get(name) ?? []), value]);
  const visit = (node: IRNode): undefined => {
    if (node.k === 'declare' && node.init && node.target.k === 'var') add(node.target.name, node.init);
    if (node.k === 'assign' && node.target.k === 'var') add(node.target.name, node.value);
  };
  for (const statement of fn.body as readonly Stmt[]) walk(statement, visit);
  known.set(fn, found);
  return found;
}
