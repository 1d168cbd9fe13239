import type { Call, Expr, FunctionIR, ModuleIR, Stmt, Pattern as Target } from '../../../ir/ir.ts';
import { forEachChild, type IRNode } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';
import { namesSecret } from '../../../rules/secret-names.ts';

/** The module's functions whose results can be predicted from earlier ones. */
const predictable = new Set([
  'random',
  'randint',
  'randrange',
  'choice',
  'choices',
  'sample',
  'uniform',
  'getrandbits',
  'randbytes',
  'shuffle',
  'triangular',
  'gauss',
  'normalvariate',
  'betavariate',
  'expovariate',
]);

/** Tables of things that must not be guessed. */
const secretHolders = /session|cookie|token|password|secret/i;

/** Calls that keep or send what must not be guessed. */
const secretCalls = new Set([
  'set_cookie',
  'set_password',
  'generate_password_hash',
  'make_password',
  'hashpw',
  'set_signed_cookie',
]);

interface RandomNames {
  readonly modules: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

function randomNames(module: ModuleIR): RandomNames {
  const modules = new Set<string>();
  const functions = new Set<string>();
  for (const { local, module: from, member } of module.imports) {
    if (from === 'random' && member === '*') modules.add(local);
    else if (from === 'random' && predictable.has(member)) functions.add(local);
  }
  return { modules, functions };
}

/** What a function does with random numbers: which of its variables hold one, and where one becomes a secret. */
class RandomUse {
  readonly found = new Set<Call>();
  readonly #held = new Map<string, Set<Call>>();
  readonly #names: RandomNames;
  readonly #fn: FunctionIR;

  constructor(fn: FunctionIR, names: RandomNames) {
    this.#fn = fn;
    this.#names = names;
  }

  #isRandom(call: Call): boolean {
    const { callee } = call;
    if (callee.k === 'var') return this.#names.functions.has(callee.name);
    return (
      callee.k === 'field' &&
      predictable.has(callee.name) &&
      callee.object.k === 'var' &&
      this.#names.modules.has(callee.object.name)
    );
  }

  /** The random calls that a value comes from. */
  #origins(node: IRNode, into = new Set<Call>()): Set<Call> {
    if (node.k === 'call' && this.#isRandom(node)) into.add(node);
    if (node.k === 'var') for (const call of this.#held.get(node.name) ?? []) into.add(call);
    forEachChild(node, (child) => this.#origins(child, into));
    return into;
  }

  #report(calls: Iterable<Call>): void {
    for (const call of calls) this.found.add(call);
  }

  #assign(target: Target, value: Expr): void {
    const origins = this.#origins(value);
    if (origins.size === 0) return;
    if (target.k === 'var') {
      const held = this.#held.get(target.name) ?? new Set();
      for (const call of origins) held.add(call);
      this.#held.set(target.name, held);
    }
    const named = target.k === 'var' || target.k === 'field' ? target.name : '';
    const holder = target.k === 'field' || target.k === 'index' ? target.object : undefined;
    const owner = holder?.k === 'var' || holder?.k === 'field' ? holder.name : '';
    if (namesSecret(named) || secretHolders.test(owner)) this.#report(origins);
  }

  visit(node: IRNode | Stmt): void {
    forEachChild(node, (child) => this.visit(child));
    switch (node.k) {
      case 'declare':
        if (node.init) this.#assign(node.target, node.init);
        return;
      case 'assign':
        return this.#assign(node.target, node.value);
      case 'return':
        if (node.value && namesSecret(this.#fn.name)) this.#report(this.#origins(node.value));
        return;
      case 'object':
        for (const { key, value } of node.props)
          if (typeof key === 'string' && namesSecret(key)) this.#report(this.#origins(value));
        return;
      case 'call': {
        const name = node.callee.k === 'field' || node.callee.k === 'var' ? node.callee.name : '';
        for (const arg of node.args)
          if (secretCalls.has(name) || (arg.name !== undefined && namesSecret(arg.name)))
            this.#report(this.#origins(arg.value));
        return;
      }
      default:
    }
  }
}

/** Random numbers that others can predict where a secret is made. Elsewhere, in games and samples, they are right. */
export function* weakRandom(module: ModuleIR): Iterable<RuleMatch> {
  const names = randomNames(module);
  if (names.modules.size === 0 && names.functions.size === 0) return;
  for (const fn of module.functions) {
    const use = new RandomUse(fn, names);
    for (const statement of fn.body) use.visit(statement);
    for (const { at, end } of use.found) {
      yield {
        vulnClass: 'weak-random',
        at,
        end,
        message:
          'Who has seen a few numbers of the random module can compute the next ones, and so this secret. Use the secrets module.',
      };
    }
  }
}
