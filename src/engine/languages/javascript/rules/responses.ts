import type { Call, Expr, ModuleIR } from '../../../ir/ir.ts';
import { forEachChild, type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

const sending = new Set(['send', 'json', 'jsonp', 'end', 'write', 'render', 'html', 'text']);
const responses = /^_?(?:res|resp|response|reply)$/;
const errors = /^_?(?:e|ex|err|error|exception|reason)\d?$/i;
/** What a program's environment is compared with. */
const environments = /^(?:dev|development|prod|production|test|debug|local|staging)$/i;
/** Names that most likely say where the program runs: a reason to doubt. */
const development = /isDev|isProd|development|production|debug/i;
const doubtful = 50;
/** Declarations of one name that are looked at, in all functions of a file. */
const mostDeclarations = 8;

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

/** Whether a test asks where the program runs: what is set there, or a variable that was given the answer to that. */
function asksWhere(declared: Declared, test: Expr, depth = 3): boolean {
  let found = false;
  walk(test, (node) => {
    if (node.k === 'field' && isEnvironment(node.object)) found = true;
    if (node.k === 'const' && typeof node.value === 'string' && environments.test(node.value)) found = true;
    if (node.k === 'var' && depth > 0)
      found ||= declared(node.name).some((value) => asksWhere(declared, value, depth - 1));
    return !found;
  });
  return found;
}

/** What the variables of a name are declared with, in the whole file; none for a name that is declared again and again. */
type Declared = (name: string) => readonly Expr[];

/** Reads the file's declarations when they are first asked for. */
function declarationsIn(module: ModuleIR): Declared {
  let byName: Map<string, Expr[]> | undefined;
  const read = (): Map<string, Expr[]> => {
    const found = new Map<string, Expr[]>();
    for (const { body } of module.functions)
      for (const statement of body)
        walk(statement, (node) => {
          if (node.k !== 'declare' || node.target.k !== 'var' || !node.init) return undefined;
          const known = found.get(node.target.name);
          if (known) known.push(node.init);
          else found.set(node.target.name, [node.init]);
          return undefined;
        });
    return found;
  };
  return (name) => {
    byName ??= read();
    const values = byName.get(name) ?? [];
    return values.length > mostDeclarations ? [] : values;
  };
}

const isEnvironment = (node: IRNode): boolean =>
  node.k === 'field' && node.name === 'env' && node.object.k === 'var' && node.object.name === 'process';

interface Exposed {
  readonly message: string;
  readonly confidence?: number;
}

/** What of the program's inside is in the value: a stack trace, the whole environment. */
function exposed(declared: Declared, node: IRNode): Exposed | undefined {
  if (node.k === 'function') return undefined;
  if (isEnvironment(node))
    return { message: 'All environment variables are sent to the client, keys and passwords too.' };
  if (node.k === 'field') {
    if (node.name === 'stack' && node.object.k === 'var' && errors.test(node.object.name))
      return {
        message:
          'The stack trace is sent to the client: it shows file names, versions and how the program works.',
      };
    return isEnvironment(node.object) ? undefined : exposed(declared, node.object);
  }
  const test = node.k === 'conditional' ? node.test : node.k === 'logical' ? node.left : undefined;
  if (test && asksWhere(declared, test)) return undefined;
  if (node.k === 'binary' && node.op !== '+') return undefined;
  let found: Exposed | undefined;
  forEachChild(node, (child) => {
    found ??= exposed(declared, child);
  });
  return found && test && mentions(test, development) ? { ...found, confidence: doubtful } : found;
}

/** Answers that show visitors the program's inside. */
export function* exposedInternals(module: ModuleIR): Iterable<RuleMatch> {
  const declared = declarationsIn(module);
  const found: RuleMatch[] = [];
  const note = ({ at, end }: IRNode, what: Exposed, isDoubtful: boolean): void => {
    found.push({
      vulnClass: 'information-exposure',
      at,
      end,
      ...what,
      ...(isDoubtful && { confidence: doubtful }),
    });
  };
  const visit = (node: IRNode, isDoubtful: boolean): void => {
    if (node.k === 'if' && asksWhere(declared, node.test)) return;
    const doubts = isDoubtful || (node.k === 'if' && mentions(node.test, development));
    if (node.k === 'call' && isSending(node)) {
      for (const arg of node.args) {
        const what = exposed(declared, arg.value);
        if (!what) continue;
        note(node, what, doubts);
        break;
      }
    }
    if (node.k === 'assign' && node.target.k === 'field' && node.target.name === 'body') {
      const what = rootOf(node.target) === 'ctx' ? exposed(declared, node.value) : undefined;
      if (what) note(node, what, doubts);
    }
    forEachChild(node, (child) => visit(child, doubts));
  };
  for (const fn of module.functions) for (const statement of fn.body) visit(statement, false);
  yield* found;
}
