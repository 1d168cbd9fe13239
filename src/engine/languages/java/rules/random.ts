import type {
  Call,
  ClassIR,
  Expr,
  FunctionIR,
  ModuleIR,
  Pattern as Target,
  TypeRef,
} from '../../../ir/ir.ts';
import { forEachChild, type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';
import { namesSecret } from '../../../rules/secret-names.ts';

const generators = new Set([
  'java.util.Random',
  'java.util.concurrent.ThreadLocalRandom',
  'java.util.SplittableRandom',
  'kotlin.random.Random',
]);
const draws = /^next(?:Int|Long|Double|Float|Boolean|Gaussian|Bytes)$|^(?:ints|longs|doubles)$/;

const isGenerator = (type: TypeRef | undefined): boolean =>
  type?.candidates.some((name) => generators.has(name)) ?? false;
const typeName = (expr: Expr): string => (expr.k === 'type' ? (expr.type.candidates[0] ?? '') : '');
const nameOf = (target: Target): string => (target.k === 'var' || target.k === 'field' ? target.name : '');

/** Whether a call of the function reads as one that draws, whatever of. */
function mayDraw(fn: FunctionIR): boolean {
  let found = false;
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'call' && node.callee.k === 'field')
        found ||= node.callee.name.startsWith('random') || draws.test(node.callee.name);
      return !found;
    });
  return found;
}

/** What is filled with random bytes under such a name is what they keep secret. */
const fillsSecret = (name: string): boolean =>
  /^(?:key|iv|salt|nonce|seed)(?:Bytes|Data|Material)?$/i.test(name);

/** Which draws of predictable random numbers end up in a value that must not be guessed, within one function. */
class RandomUse {
  readonly found = new Set<Call>();
  readonly #held = new Map<string, Set<Call>>();
  readonly #generators: Set<string>;
  readonly #secretPlace: boolean;

  constructor(fn: FunctionIR, cls: ClassIR | undefined) {
    this.#generators = new Set(
      (cls?.fields ?? [])
        .filter((field) => isGenerator(field.type) && !this.#isSecure(field.init))
        .map((field) => field.name),
    );
    for (const param of fn.params)
      if (isGenerator(param.type) && param.target.k === 'var') this.#generators.add(param.target.name);
    this.#secretPlace = namesSecret(fn.name);
    // Twice, so that what a loop carries around is seen.
    for (let pass = 0; pass < 2; pass++) for (const statement of fn.body) this.#visit(statement);
  }

  /** `Random r = new SecureRandom()` is as good as its maker. */
  #isSecure(init: Expr | undefined): boolean {
    return init?.k === 'new' && typeName(init.callee).endsWith('.SecureRandom');
  }

  #isDraw(call: Call): boolean {
    const { callee } = call;
    if (callee.k !== 'field') return false;
    const { object, name } = callee;
    const type = typeName(object);
    if (type === 'java.lang.Math' && name === 'random') return true;
    if (/\.RandomStringUtils$/.test(type)) return name.startsWith('random');
    if (/\.RandomUtils$/.test(type)) return draws.test(name);
    return draws.test(name) && this.#isPredictable(object);
  }

  #isPredictable(object: Expr): boolean {
    switch (object.k) {
      case 'new':
        return object.callee.k === 'type' && isGenerator(object.callee.type);
      case 'call':
        return (
          object.callee.k === 'field' &&
          object.callee.object.k === 'type' &&
          isGenerator(object.callee.object.type)
        );
      case 'var':
      case 'field':
        return this.#generators.has(object.name);
      default:
        return false;
    }
  }

  /** The draws whose value is in the value of an expression. */
  #drawsIn(node: IRNode, found = new Set<Call>()): Set<Call> {
    if (node.k === 'call' && this.#isDraw(node)) found.add(node);
    if (node.k === 'var' || node.k === 'field')
      for (const draw of this.#held.get(node.name) ?? []) found.add(draw);
    // A comparison or a place in a list says little of the number.
    if (node.k === 'binary' && /^(?:[<>]=?|[=!]=)$/.test(node.op)) return found;
    forEachChild(node, (child) => this.#drawsIn(child, found));
    return found;
  }

  #hold(name: string, held: ReadonlySet<Call>): void {
    if (name === '' || held.size === 0) return;
    const known = this.#held.get(name) ?? new Set();
    for (const draw of held) known.add(draw);
    this.#held.set(name, known);
    if (namesSecret(name)) this.#report(held);
  }

  #report(held: Iterable<Call>): void {
    for (const draw of held) this.found.add(draw);
  }

  #visit(node: IRNode): void {
    forEachChild(node, (child) => this.#visit(child));
    switch (node.k) {
      case 'declare':
        if (node.target.k === 'var' && isGenerator(node.type) && !this.#isSecure(node.init))
          this.#generators.add(node.target.name);
        if (node.target.k === 'var' && node.init?.k === 'new' && this.#isPredictable(node.init))
          this.#generators.add(node.target.name);
        if (node.init) this.#hold(nameOf(node.target), this.#drawsIn(node.init));
        return;
      case 'assign':
        this.#hold(nameOf(node.target), this.#drawsIn(node.value));
        return;
      case 'return':
        if (node.value && this.#secretPlace) this.#report(this.#drawsIn(node.value));
        return;
      case 'call':
      case 'new':
        this.#visitCall(node);
        return;
      default:
    }
  }

  /** `token.append(draw)`, `setPassword(draw)`, `new Cookie("id", draw)`, `random.nextBytes(salt)`. */
  #visitCall(node: Extract<IRNode, { k: 'call' | 'new' }>): void {
    const [first] = node.args;
    if (node.k === 'call' && node.callee.k === 'field' && node.callee.name === 'nextBytes') {
      if (!this.#isDraw(node) || (first?.value.k !== 'var' && first?.value.k !== 'field')) return;
      this.#hold(first.value.name, new Set([node]));
      if (fillsSecret(first.value.name)) this.#report([node]);
      return;
    }
    const held = new Set<Call>();
    for (const arg of node.args) this.#drawsIn(arg.value, held);
    if (held.size === 0) return;
    const { callee } = node;
    if (callee.k === 'field' && /^(?:append|add|put|write|insert)$/.test(callee.name)) {
      const { object } = callee;
      if (object.k === 'var' || object.k === 'field') this.#hold(object.name, held);
    }
    const name =
      callee.k === 'field' || callee.k === 'var' ? callee.name : typeName(callee).replace(/^.*\./, '');
    const said = node.args.some(
      ({ value }) => value.k === 'const' && typeof value.value === 'string' && namesSecret(value.value),
    );
    if (namesSecret(name) || said) this.#report(held);
  }
}

/** Random numbers that can be predicted, where they become tokens, keys, passwords. Dice and delays are left alone. */
export function* weakRandom(module: ModuleIR): Iterable<RuleMatch> {
  for (const fn of module.functions) {
    if (!mayDraw(fn)) continue;
    const cls = module.classes.find((candidate) => candidate.index === classOf(fn, module));
    for (const draw of new RandomUse(fn, cls).found) {
      yield {
        vulnClass: 'weak-random',
        at: draw.at,
        end: draw.end,
        message:
          'This value must not be guessed, but it comes from a generator whose numbers can be predicted from earlier ones. Use java.security.SecureRandom.',
      };
    }
  }
}

/** The class whose fields a function sees by `this`: a lambda's is that of the method around it. */
function classOf(fn: FunctionIR, module: ModuleIR): number | undefined {
  let current: FunctionIR | undefined = fn;
  while (current?.cls === undefined && current?.lexicalThis && current.parent !== undefined)
    current = module.functions[current.parent];
  return current?.cls;
}
