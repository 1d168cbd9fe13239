/**
 * Texts of a source file that the engine parsed: whole expressions instead of literals, with constants in their places.
 * Strings that nobody uses, and those that are only compared, logged or thrown, are none of them.
 */
import type { Arg, Call, Expr, ModuleIR, New, Pattern, Stmt } from '../ir/ir.ts';
import { dottedName, forEachChild, type IRNode } from '../ir/walk.ts';
import { endpointOf, mayCallProviders, plainModelAddress, providerWords } from './endpoints.ts';
import type { Literal } from './literals.ts';
import { mayHavePrompts, promptOf, promptWords } from './source-prompts.ts';

/** What stands for a part that the program computes. */
const computed = '{value}';
/** Texts that one expression may come to: `given || usual`. */
const mostAlternatives = 4;
const longestText = 100_000;
const deepestConstant = 8;

/** Of these, in lower case, every file has one whose texts there is anything to be found in. */
export const tellingWords: readonly string[] = [...providerWords, ...promptWords];

/** Whether a parsed file has anything to be found in its texts. */
export const mayTell = (text: string): boolean => mayCallProviders(text) || mayHavePrompts(text);

/** The texts of a file that are the address of a provider's interface, or a prompt. */
export function tellingTexts(module: ModuleIR, source: string): readonly Literal[] {
  const found: Literal[] = [];
  const constants = new Constants(module);
  const visitor = new Visitor((expr, before) => {
    const start = startOf(expr, source);
    for (const text of constants.textsOf(expr, true)) {
      const literal = { text, start, before };
      if (endpointOf(literal) || plainModelAddress(literal, source)) found.push(literal);
    }
    // What a prompt takes from elsewhere is a prompt there.
    for (const text of constants.textsOf(expr, false)) {
      const literal = { text, start, before };
      if (promptOf(literal)) found.push(literal);
    }
  });
  for (const fn of module.functions) {
    for (const { target, default: value } of fn.params) if (value) visitor.expr(value, namedBy(target));
    for (const { expr } of fn.decorators) visitor.expr(expr, '');
    for (const statement of fn.body) visitor.node(statement, `${fn.name} = `);
  }
  for (const { fields, decorators } of module.classes) {
    for (const { expr } of decorators) visitor.expr(expr, '');
    for (const { name, init, decorators: own } of fields) {
      if (init) visitor.expr(init, `${name} = `);
      for (const { expr } of own) visitor.expr(expr, '');
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Behind the opening quote of the first literal. */
function startOf(expr: Expr, source: string): number {
  const first = firstText(expr);
  const opening = (first ?? expr).at;
  const begin = first?.value.trim().slice(0, 12) ?? '';
  const line = source.slice(opening, source.indexOf('\n', opening) >>> 0).slice(0, 400);
  const at = begin === '' ? -1 : line.indexOf(begin);
  return at < 0 ? opening : opening + at;
}

function firstText(expr: Expr): { readonly at: number; readonly value: string } | undefined {
  if (expr.k === 'const')
    return typeof expr.value === 'string' && expr.value !== ''
      ? { at: expr.at, value: expr.value }
      : undefined;
  for (const part of partsOf(expr) ?? []) {
    const found = firstText(part);
    if (found) return found;
  }
  return undefined;
}

const namedBy = (target: Pattern): string =>
  target.k === 'var' || target.k === 'field' ? `${target.name} = ` : '';

/** The parts that make up a text; undefined for an expression that is none. */
function partsOf(expr: Expr): readonly Expr[] | undefined {
  switch (expr.k) {
    case 'const':
      return typeof expr.value === 'string' ? [] : undefined;
    case 'template':
      return expr.tag && !/^(?:dedent|outdent|stripIndent|html|t|prompt)$/.test(dottedName(expr.tag) ?? '')
        ? undefined
        : expr.parts;
    case 'binary':
      return expr.op === '+' ? [expr.left, expr.right] : undefined;
    case 'logical':
      return [expr.left, expr.right];
    case 'conditional':
      return [expr.then, expr.else];
    case 'cast':
    case 'await':
      return [expr.value];
    case 'call':
    case 'new':
      return callParts(expr);
    default:
      return undefined;
  }
}

/** Calls that make one text of others. */
function callParts(call: Call | New): readonly Expr[] | undefined {
  const name = lastName(call);
  const values = call.args.map(({ value }) => value);
  const [first, second] = values;
  switch (name) {
    case 'URL':
    case 'urljoin':
      if (first && second) return name === 'URL' ? [second, first] : [first, second];
      return first && [first];
    case 'URI':
    case 'Uri':
    case 'Url':
    case 'String':
    case 'str':
    case 'dedent':
    case 'cleandoc':
      return first && [first];
    case 'create':
      return first && /^(?:.*\.)?URI\.create$/.test(dottedName(call.callee) ?? '') ? [first] : undefined;
    // Of the environment, with what is taken where it says nothing.
    case 'getenv':
    case 'getOrDefault':
    case 'getProperty':
    case 'get':
      return second && values.length === 2 ? [second] : undefined;
    case 'orElse':
    case 'requireNonNullElse':
      return values.at(-1) && [values.at(-1) as Expr];
    case 'trim':
    case 'strip':
    case 'rstrip':
    case 'lstrip':
    case 'trimEnd':
    case 'stripIndent':
    case 'toString':
    case 'toLowerCase':
    case 'lower':
    case 'replace':
    case 'replaceAll':
    case 'removesuffix':
    case 'formatted':
      return call.callee.k === 'field' ? [call.callee.object] : undefined;
    case 'format':
      return formatted(call);
    case 'concat':
      return call.callee.k === 'field' ? [call.callee.object, ...values] : undefined;
    case 'join':
      return joined(call);
    default:
      return undefined;
  }
}

/** `"{}".format(x)` and `String.format("%s", x)`: what is put in by its place is put in. */
function formatted({ callee, args }: Call | New): readonly Expr[] | undefined {
  if (callee.k !== 'field') return undefined;
  const own = callee.object.k === 'const' && typeof callee.object.value === 'string';
  const pattern = own ? callee.object : args[0]?.value;
  if (pattern?.k !== 'const' || typeof pattern.value !== 'string') return undefined;
  const values = args.slice(own ? 0 : 1).filter(({ name }) => name === undefined);
  const texts = pattern.value.split(own ? '{}' : '%s');
  if (texts.length > 20) return [pattern];
  return texts.flatMap((value, index): readonly Expr[] => {
    const text = { ...pattern, value };
    const put = index === 0 ? undefined : values[index - 1]?.value;
    return index === 0 ? [text] : [put ?? { ...pattern, value: computed }, text];
  });
}

/** `['a', 'b'].join('')`, `''.join(['a', 'b'])`. */
function joined({ callee, args }: Call | New): readonly Expr[] | undefined {
  if (callee.k !== 'field') return undefined;
  const [list, between] =
    callee.object.k === 'array' ? [callee.object, args[0]?.value] : [args[0]?.value, callee.object];
  if (list?.k !== 'array' || between?.k !== 'const') return undefined;
  return list.items.flatMap(({ value }, index) => (index === 0 ? [value] : [between, value]));
}

function lastName({ callee }: Call | New): string | undefined {
  return callee.k === 'field' ? callee.name : dottedName(callee)?.split('.').at(-1);
}

/** What names of a module stand for, where they are given a value just once. */
class Constants {
  readonly #values = new Map<string, Expr | undefined>();
  #depth = 0;

  constructor(module: ModuleIR) {
    const give = (name: string, value: Expr | undefined): void => {
      this.#values.set(name, this.#values.has(name) ? undefined : value);
    };
    const visit = (node: IRNode): void => {
      if (node.k === 'declare' && node.target.k === 'var') {
        if (node.init) give(node.target.name, node.init);
      } else if (node.k === 'assign' && (node.target.k === 'var' || node.target.k === 'field'))
        give(node.target.name, node.op === undefined ? node.value : undefined);
      else if (node.k === 'foreach' && node.target.k === 'declare' && node.target.target.k === 'var')
        give(node.target.target.name, undefined);
      forEachChild(node, visit);
    };
    for (const { params, body } of module.functions) {
      for (const { target } of params) if (target.k === 'var') give(target.name, undefined);
      for (const statement of body) visit(statement);
    }
    for (const { fields } of module.classes) for (const { name, init } of fields) give(name, init);
  }

  /** What an expression may come to as a text; none where it has no text of its own. @param all with constants in their places */
  textsOf(expr: Expr, all: boolean): readonly string[] {
    if (expr.k === 'var' || expr.k === 'field') return [];
    return this.#texts(expr, all) ?? [];
  }

  #texts(expr: Expr, all: boolean): readonly string[] | undefined {
    if (expr.k === 'var' || expr.k === 'field') return all ? this.#named(expr.name) : undefined;
    const parts = partsOf(expr);
    if (!parts) return undefined;
    if (expr.k === 'const') return [String(expr.value)];
    const texts = parts.map((part) => this.#texts(part, all));
    if (texts.every((each) => each === undefined)) return undefined;
    if (expr.k === 'logical' || expr.k === 'conditional')
      return texts.flatMap((each) => each ?? []).slice(0, mostAlternatives);
    return texts.reduce<readonly string[]>(
      (before, each) =>
        before
          .flatMap((start) => (each ?? [computed]).map((end) => `${start}${end}`.slice(0, longestText)))
          .slice(0, mostAlternatives),
      [''],
    );
  }

  #named(name: string): readonly string[] | undefined {
    const value = this.#values.get(name);
    if (!value || this.#depth >= deepestConstant) return undefined;
    this.#depth++;
    try {
      return this.#texts(value, true);
    } finally {
      this.#depth--;
    }
  }
}

/** Methods that look at a text, and do nothing with it. */
const comparing =
  /^(?:startsWith|startswith|endsWith|endswith|includes|contains|indexOf|lastIndexOf|equals|equalsIgnoreCase|matches|match|test|search|find|has|count|assertEqual|assertEquals|toBe|toEqual|toContain)$/;
/** What a person reads, or follows. */
const shown = /^(?:href|placeholder|title|label|alt|help|tooltip|homepage|example|examples)$/;
const telling =
  /^(?:console\.\w+|print|println|.*\b(?:log|logger|logging|LOGGER|LOG|_logger|logs)\.\w+|System\.(?:out|err)\.\w+|warnings\.warn|alert|click\.echo|typer\.echo)$/;

/** Calls back for each whole expression that may be a text, with what it is given to. */
class Visitor {
  readonly #on: (expr: Expr, before: string) => void;

  constructor(on: (expr: Expr, before: string) => void) {
    this.#on = on;
  }

  /** @param returned what a `return` gives its value to */
  node(node: IRNode, returned: string): void {
    switch (node.k) {
      case 'expr':
        // A text by itself is a comment.
        if (node.value.k !== 'const' && node.value.k !== 'template') this.expr(node.value, '');
        return;
      case 'declare':
        if (node.init) this.expr(node.init, namedBy(node.target));
        return;
      case 'return':
        if (node.value) this.expr(node.value, returned);
        return;
      case 'export':
        if (node.value) this.expr(node.value, node.name === undefined ? '' : `${node.name} = `);
        return;
      case 'throw':
        return;
      case 'switch':
        this.expr(node.subject, '');
        for (const { body } of node.cases) for (const statement of body) this.node(statement, returned);
        return;
      default:
        if (isExpr(node)) this.expr(node, '');
        else forEachChild(node, (child) => this.node(child, returned));
    }
  }

  /** @param before what the expression is given to, as it would be written: `name = `, `call(` */
  expr(expr: Expr, before: string): void {
    const parts = partsOf(expr);
    if (parts) {
      this.#on(expr, before);
      this.#others(expr);
      return;
    }
    switch (expr.k) {
      case 'assign':
        return this.expr(expr.value, namedBy(expr.target));
      case 'object': {
        const role = expr.props.find(({ key }) => key === 'role')?.value;
        const isSystem = role?.k === 'const' && (role.value === 'system' || role.value === 'developer');
        for (const { key, value } of expr.props) {
          if (typeof key === 'string' && shown.test(key)) continue;
          if (typeof key !== 'string') this.expr(value, '');
          else if (key === 'content' && isSystem) this.expr(value, 'systemMessage = ');
          else if (key === 'template' && before.endsWith('(')) this.expr(value, `${before}{ template: `);
          else this.expr(value, `${key} = `);
        }
        return;
      }
      case 'array':
        for (const { value } of expr.items) this.expr(value, before);
        return;
      case 'call':
      case 'new':
        return this.#call(expr, before);
      case 'binary':
        if (['==', '!=', 'in'].includes(expr.op)) return this.#unused(expr.left, expr.right);
        break;
      default:
    }
    forEachChild(expr, (child) => {
      if (isExpr(child)) this.expr(child, '');
    });
  }

  #call(call: Call | New, before: string): void {
    const name = dottedName(call.callee) ?? '';
    const values = call.args.map(({ value }) => value);
    if (comparing.test(lastName(call) ?? ''))
      return this.#unused(...(call.callee.k === 'field' ? [call.callee.object] : []), ...values);
    this.expr(call.callee, '');
    if (telling.test(name) || /(?:Error|Exception)$/.test(name)) return this.#unused(...values);
    const given = /^[\w$]+ = $/.test(before) ? before : '';
    for (const arg of call.args) this.expr(arg.value, argumentOf(arg, `${given}${name}(`));
  }

  /** What is computed inside a text. */
  #others(expr: Expr): void {
    for (const part of partsOf(expr) ?? []) {
      if (partsOf(part)) this.#others(part);
      else this.expr(part, '');
    }
  }

  /** Texts are left out, what is inside of other expressions is not. */
  #unused(...exprs: readonly Expr[]): void {
    for (const expr of exprs) {
      if (partsOf(expr)) this.#others(expr);
      else if (expr.k !== 'array') this.expr(expr, '');
    }
  }
}

function argumentOf({ name }: Arg, call: string): string {
  if (name === undefined) return call;
  return name === 'template' ? `${call}template=` : `${name} = `;
}

const statements: ReadonlySet<string> = new Set<Stmt['k']>([
  'expr',
  'declare',
  'functionDeclaration',
  'classDeclaration',
  'block',
  'if',
  'loop',
  'foreach',
  'switch',
  'try',
  'return',
  'throw',
  'break',
  'continue',
  'labeled',
  'export',
]);
const isExpr = (node: IRNode): node is Expr =>
  !statements.has(node.k) && node.k !== 'objectPattern' && node.k !== 'arrayPattern';
