import type { Call, Expr, FunctionIR, ModuleIR, Pattern as Target } from '../../../ir/ir.ts';
import { forEachChild, type IRNode } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';
import { namesSecret } from '../../../rules/secret-names.ts';

function isRandom(call: Call): boolean {
  const { callee } = call;
  return (
    callee.k === 'field' &&
    callee.name === 'random' &&
    callee.object.k === 'var' &&
    callee.object.name === 'Math'
  );
}

/** Whether a call keeps a value under a name: `set(name, value)` and its like. */
const isKept = ({ callee }: Call): boolean =>
  callee.k === 'field' && /^(?:set|put|add|append|cookie|setCookie|setItem|setex|hset)$/i.test(callee.name);

/** Names that only hold such a value for a while: what they are used for decides. */
const nameOf = (target: Target): string => (target.k === 'var' || target.k === 'field' ? target.name : '');

/** Which calls of `Math.random` end up in a value that must not be guessed, within one function. */
class RandomUse {
  readonly found = new Set<Call>();
  readonly #held = new Map<string, Set<Call>>();
  readonly #module: ModuleIR;
  /** The function's name, or that of the variable or property it is the value of. */
  readonly #names: ReadonlyMap<number, string>;

  constructor(module: ModuleIR, names: ReadonlyMap<number, string>) {
    this.#module = module;
    this.#names = names;
  }

  #origins(node: IRNode, into = new Set<Call>()): Set<Call> {
    if (node.k === 'call' && isRandom(node)) into.add(node);
    if (node.k === 'var') for (const call of this.#held.get(node.name) ?? []) into.add(call);
    // `Array.from({ length: 8 }, () => Math.random())`
    if (node.k === 'function') {
      const [only, ...more] = this.#module.functions[node.fn]?.body ?? [];
      if (only?.k === 'return' && more.length === 0) this.#origins(only, into);
    }
    forEachChild(node, (child) => this.#origins(child, into));
    return into;
  }

  #keep(target: Target, value: Expr): void {
    const origins = this.#origins(value);
    if (origins.size === 0) return;
    if (target.k === 'var') {
      const held = this.#held.get(target.name) ?? new Set();
      for (const call of origins) held.add(call);
      this.#held.set(target.name, held);
    }
    if (namesSecret(nameOf(target))) for (const call of origins) this.found.add(call);
  }

  #reportReturned(fn: FunctionIR, value: Expr): void {
    const name = fn.name || (this.#names.get(fn.index) ?? '');
    if (namesSecret(name)) for (const call of this.#origins(value)) this.found.add(call);
  }

  run(fn: FunctionIR): void {
    const visit = (node: IRNode): void => {
      forEachChild(node, visit);
      switch (node.k) {
        case 'declare':
          if (node.init) this.#keep(node.target, node.init);
          return;
        case 'assign':
          return this.#keep(node.target, node.value);
        case 'return':
          if (node.value) this.#reportReturned(fn, node.value);
          return;
        case 'call': {
          // `cookies.set('session', …)`, `sessionStorage.setItem('token', …)`
          const [name, value] = node.args;
          if (value && name?.value.k === 'const' && typeof name.value.value === 'string' && isKept(node))
            if (namesSecret(name.value.value))
              for (const call of this.#origins(value.value)) this.found.add(call);
          return;
        }
        case 'object':
          for (const { key, value } of node.props)
            if (typeof key === 'string' && value.k !== 'function' && namesSecret(key))
              for (const call of this.#origins(value)) this.found.add(call);
          return;
        default:
      }
    };
    for (const statement of fn.body) visit(statement);
  }
}

/** The names that anonymous functions are known by. */
function namesOfFunctions(module: ModuleIR): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const visit = (node: IRNode): void => {
    forEachChild(node, visit);
    if (node.k === 'declare' && node.init?.k === 'function') names.set(node.init.fn, nameOf(node.target));
    else if (node.k === 'assign' && node.value.k === 'function')
      names.set(node.value.fn, nameOf(node.target));
    else if (node.k === 'object')
      for (const { key, value } of node.props)
        if (typeof key === 'string' && value.k === 'function') names.set(value.fn, key);
  };
  for (const fn of module.functions) for (const statement of fn.body) visit(statement);
  return names;
}

/** `Math.random` where a token, password or key is made. Elsewhere, in games and animations, it is right. */
export function* weakRandom(module: ModuleIR): Iterable<RuleMatch> {
  const names = namesOfFunctions(module);
  const use = new RandomUse(module, names);
  for (const fn of module.functions) use.run(fn);
  for (const { at, end } of use.found) {
    yield {
      vulnClass: 'weak-random',
      at,
      end,
      message:
        'Who has seen a few numbers of Math.random can compute the next ones, and so this secret. Use crypto.randomBytes or crypto.randomUUID.',
    };
  }
}
