import type { Expr, ModuleIR } from '../../../ir/ir.ts';
import { forEachChild, type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

const isTrue = (value: Expr | undefined): boolean => value?.k === 'const' && value.value === true;

/** The origin as the request names it: a parameter, or its header. */
function isAsked(value: Expr | undefined, parameters: ReadonlySet<string>): boolean {
  if (value?.k === 'var') return parameters.has(value.name);
  let asked = false;
  if (value)
    walk(value, (node) => {
      const names = node.k === 'field' ? [node.name] : node.k === 'const' ? [node.value] : [];
      if (names.some((name) => typeof name === 'string' && name.toLowerCase() === 'origin')) asked = true;
      return !asked;
    });
  return asked && (value?.k === 'call' || value?.k === 'field' || value?.k === 'index');
}

/** A function that accepts whichever origin it is asked about: it tests nothing. */
function acceptsAny(value: Expr, module: ModuleIR): boolean {
  const fn = value.k === 'function' ? module.functions[value.fn] : undefined;
  if (!fn) return false;
  const parameters = new Set(fn.params.flatMap(({ target }) => (target.k === 'var' ? [target.name] : [])));
  const [only, ...more] = fn.body;
  if (more.length > 0 || !only) return false;
  const answer = only.k === 'return' ? only.value : only.k === 'expr' ? only.value : undefined;
  if (answer?.k === 'call' && answer.callee.k === 'var' && parameters.has(answer.callee.name)) {
    const accepted = answer.args[1]?.value;
    return isTrue(accepted) || isAsked(accepted, parameters);
  }
  return only.k === 'return' && (isTrue(answer) || isAsked(answer, parameters));
}

/** `{ origin: (origin, callback) => callback(null, true), credentials: true }`, whichever library reads it. */
export function* acceptedOrigins(module: ModuleIR): Iterable<RuleMatch> {
  const found: RuleMatch[] = [];
  const visit = (node: IRNode): void => {
    forEachChild(node, visit);
    if (node.k !== 'object') return;
    const of = (name: string): Expr | undefined => node.props.find(({ key }) => key === name)?.value;
    const origin = of('origin');
    if (!origin || !isTrue(of('credentials')) || !acceptsAny(origin, module)) return;
    found.push({
      vulnClass: 'cors-misconfiguration',
      at: node.at,
      end: node.end,
      message: 'Any site may send requests with the cookies of the user and read the answers.',
    });
  };
  for (const fn of module.functions) for (const statement of fn.body) visit(statement);
  yield* found;
}
