import type { Call, Expr, ModuleIR } from '../ir/ir.ts';
import { forEachChild, type IRNode, walk } from '../ir/walk.ts';
import type { PatternMatch } from './pattern.ts';

const sending = new Set(['send', 'json', 'jsonp', 'end', 'write', 'render', 'html', 'text']);
const responses = /^_?(?:res|resp|response|reply)$/;
const errors = /^_?(?:e|ex|err|error|exception|reason)\d?$/i;
const development = /NODE_ENV|isDev|isProd|development|production|debug/i;

/** The variable that a chain of calls and fields begins with: `res` of `res.status(500).type('x')`. */
function rootOf(expr: Expr): string {
  let node = expr;
  for (;;) {
    if (node.k === 'var') return node.name;
    if (node.k === 'call') node = node.callee;
    else if (node.k === 'field') node = node.object;
    else return '';
  }
}

function isSending({ callee }: Call): boolean {
  return callee.k === 'field' && sending.has(callee.name) && responses.test(rootOf(callee.object));
}

function mentions(test: Expr, pattern: RegExp): boolean {
  let found = false;
  walk(test, (node) => {
    if (
      ((node.k === 'var' || node.k === 'field') && pattern.test(node.name)) ||
      (node.k === 'const' && typeof node.value === 'string' && pattern.test(node.value))
    )
      found = true;
    return !found;
  });
  return found;
}

const isEnvironment = (node: IRNode): boolean =>
  node.k === 'field' && node.name === 'env' && node.object.k === 'var' && node.object.name === 'process';

/** What of the program's inside is in the value: a stack trace, the whole environment. */
function exposed(node: IRNode): string | undefined {
  if (node.k === 'function') return undefined;
  if (isEnvironment(node)) return 'All environment variables are sent to the client, keys and passwords too.';
  if (node.k === 'field') {
    if (node.name === 'stack' && node.object.k === 'var' && errors.test(node.object.name))
      return 'The stack trace is sent to the client: it shows file names, versions and how the program works.';
    return isEnvironment(node.object) ? undefined : exposed(node.object);
  }
  if (node.k === 'conditional' && mentions(node.test, development)) return undefined;
  if (node.k === 'logical' && mentions(node.left, development)) return undefined;
  if (node.k === 'binary' && node.op !== '+') return undefined;
  let found: string | undefined;
  forEachChild(node, (child) => {
    found ??= exposed(child);
  });
  return found;
}

/** Answers that show visitors the program's inside. */
export function* exposedInternals(module: ModuleIR): Iterable<PatternMatch> {
  const found: PatternMatch[] = [];
  const visit = (node: IRNode): void => {
    if (node.k === 'if' && mentions(node.test, development)) return;
    if (node.k === 'call' && isSending(node)) {
      for (const arg of node.args) {
        const message = exposed(arg.value);
        if (message !== undefined) {
          found.push({ vulnClass: 'information-exposure', at: node.at, end: node.end, message });
          break;
        }
      }
    }
    if (node.k === 'assign' && node.target.k === 'field' && node.target.name === 'body') {
      const message = rootOf(node.target) === 'ctx' ? exposed(node.value) : undefined;
      if (message !== undefined)
        found.push({ vulnClass: 'information-exposure', at: node.at, end: node.end, message });
    }
    forEachChild(node, visit);
  };
  for (const fn of module.functions) for (const statement of fn.body) visit(statement);
  yield* found;
}
