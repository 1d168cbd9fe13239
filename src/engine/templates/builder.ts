import type { Expr, FunctionIR, ModuleIR, Node, Stmt } from '../ir/ir.ts';
import type { LanguageId } from '../languages/registry.ts';
import { mountsIn } from './compiled-regions.ts';
import { functionOf, moduleOf, parameter } from './functions.ts';
import { type HtmlPlace, HtmlPlaces } from './html-places.ts';
import * as ir from './nodes.ts';

/** A template as the solver analyses it: a function of its context. */
export interface TemplateModule {
  readonly module: ModuleIR;
  /** Index of the function that writes the page. */
  readonly main: number;
  /** Functions that other templates may call, by name. */
  readonly functions: ReadonlyMap<string, number>;
}

export interface TemplateInput {
  readonly path: string;
  readonly text: string;
  /** The language of the program that renders it. */
  readonly language: LanguageId;
  /** Whether values are escaped unless the template says otherwise. */
  readonly escapes: boolean;
}

/** The parameter that holds what the program hands to the template; no variable of a template can be called so. */
export const contextName = '#context';
/** What a template that extends another says of the blocks that it fills. */
const blocksField = '#blocks';

interface Scope {
  /** Unique names of variables by those written. */
  readonly names: Map<string, string>;
  readonly parent: Scope | undefined;
  /** An object whose fields are names here, too. */
  within?: Expr;
}

/** Statements in each other; what is nested deeper stays where it is. */
const maximumDepth = 150;

interface Open {
  readonly kind: string;
  readonly statements: Stmt[];
  readonly close: (body: readonly Stmt[]) => void;
}

/** Puts a template together from the directives that its engine reads. */
export class TemplateBuilder {
  readonly #input: TemplateInput;
  readonly #places: HtmlPlaces;
  readonly #functions: FunctionIR[] = [];
  readonly #named = new Map<string, number>();
  #scope: Scope = { names: new Map(), parent: undefined };
  readonly #open: Open[] = [];
  readonly #main: Stmt[] = [];
  /** How often a name was declared. */
  readonly #declared = new Map<string, number>();
  /** Variables by the function that they are declared in. */
  readonly #variables = new Map<number, string[]>();
  /** Index of the function that statements are added to. */
  #owner = mainIndex;
  readonly #blocks: string[] = [];
  #base: { readonly node: Node; readonly name: Expr } | undefined;
  readonly #escaping: boolean[] = [];

  constructor(input: TemplateInput) {
    this.#input = input;
    this.#places = new HtmlPlaces(mountsIn(input.text));
  }

  get text(): string {
    return this.#input.text;
  }

  get escapes(): boolean {
    return this.#escaping.at(-1) ?? this.#input.escapes;
  }

  /** Literal text of the page. */
  literal(from: number, to: number): void {
    this.#places.feed(this.#input.text.slice(from, to));
  }

  /** Markup that the engine itself puts together. */
  markup(text: string): void {
    this.#places.feed(text);
  }

  add(statement: Stmt): void {
    (this.#open.at(-1)?.statements ?? this.#main).push(statement);
  }

  /** What a name means: a variable of the template, else what the context holds under it. */
  readonly resolve = (name: string, node: Node): Expr => {
    const own = (object: Expr): Expr => ir.field(node, object, name);
    let around: Expr | undefined;
    for (let scope: Scope | undefined = this.#scope; scope; scope = scope.parent) {
      const known = scope.names.get(name);
      if (known !== undefined) return ir.variable(node, known);
      around ??= scope.within;
    }
    const given = own(this.context(node));
    return around === undefined ? given : either(node, own(around), given);
  };

  /** In the innermost scope, the fields of an object are names, before those that are known around it. */
  nest(object: Expr): void {
    this.#scope.within = object;
  }

  context(node: Node): Expr {
    return ir.variable(node, contextName);
  }

  #lookUp(name: string): string | undefined {
    for (let scope: Scope | undefined = this.#scope; scope; scope = scope.parent) {
      const known = scope.names.get(name);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** Whether a name is a variable of the template where it stands. */
  declares(name: string): boolean {
    return this.#lookUp(name) !== undefined;
  }

  /** Declares a variable, visible to the end of the innermost scope. @returns its name in the representation */
  declare(name: string): string {
    const count = (this.#declared.get(name) ?? 0) + 1;
    this.#declared.set(name, count);
    const unique = count === 1 ? name : `${name}'${count}`;
    this.#scope.names.set(name, unique);
    const own = this.#variables.get(this.#owner);
    if (own) own.push(unique);
    else this.#variables.set(this.#owner, [unique]);
    return unique;
  }

  /** `{% set x = … %}` */
  assign(node: Node, name: string, value: Expr): void {
    const known = this.#lookUp(name);
    if (known === undefined) this.add(ir.declare(node, ir.variable(node, this.declare(name)), value));
    else
      this.add(ir.run({ k: 'assign', target: ir.variable(node, known), value, at: node.at, end: node.end }));
  }

  /** Writes a value where the template stands. */
  output(node: Node, value: Expr, escaped = this.escapes): void {
    this.add(ir.run(this.written(node, value, escaped)));
  }

  /** What has not been escaped by default is due to the program, all else to the template. */
  get #unescaped(): string {
    return this.#input.escapes || this.#escaping.length > 0 ? ir.operations.markup : ir.operations.unescaped;
  }

  /** What writing a value comes to; the value itself where its escaping suits its place. */
  written(node: Node, value: Expr, escaped: boolean): Expr {
    const place = this.#places.hole();
    const api = escaped ? dangers[place] : this.#unescaped;
    // The address that an object of the program's keeps is rarely one that a client wrote.
    if (api === ir.operations.url && isAttribute(value)) return value;
    return api === undefined ? value : ir.operation(node, api, [value]);
  }

  get depth(): number {
    return this.#open.length;
  }

  /** Opens a block statement; what is added until `end` is its body. */
  begin(kind: string, close: (body: readonly Stmt[]) => void, scoped = false): void {
    if (this.#open.length >= maximumDepth) return;
    if (scoped) this.#scope = { names: new Map(), parent: this.#scope };
    const leave = (body: readonly Stmt[]): void => {
      if (scoped && this.#scope.parent) this.#scope = this.#scope.parent;
      close(body);
    };
    this.#open.push({ kind, statements: [], close: leave });
  }

  /** The kind of the innermost statement that is open. */
  get innermost(): string | undefined {
    return this.#open.at(-1)?.kind;
  }

  /** Ends the innermost statement of a kind, and what was left open in it; does nothing where none is open. */
  end(...kinds: readonly string[]): void {
    const at = this.#open.findLastIndex(({ kind }) => kinds.includes(kind));
    if (at < 0) return;
    while (this.#open.length > at) this.#closeOne();
  }

  /** Ends the innermost statement that is of one of these kinds, if it is the innermost of all that end so. */
  endInnermost(...kinds: readonly string[]): void {
    const kind = this.#open.findLast((each) => kinds.includes(each.kind))?.kind;
    if (kind !== undefined) this.end(kind);
  }

  #closeOne(): void {
    const open = this.#open.pop();
    open?.close(open.statements);
  }

  /** A branch; the next one may follow. */
  beginIf(node: Node, test: Expr): void {
    this.begin('if', (body) => this.add(ir.branch(node, test, ir.block(node, body))));
  }

  /** `{% elif … %}`, `{% else %}`: what follows may be, too. Branches are independent of each other. */
  nextBranch(node: Node, test: Expr): void {
    if (this.innermost !== 'if') return;
    this.end('if');
    this.beginIf(node, test);
  }

  /** A loop with its variables: one for the elements, or several that take them apart. */
  beginLoop(node: Node, names: readonly string[], iterable: Expr): void {
    const [first = 'item', ...others] = names;
    this.begin('for', (body) => this.add(ir.forEach(node, target, iterable, ir.block(node, body))), true);
    const variables = [first, ...others].map((name) => ir.variable(node, this.declare(name)));
    const target =
      others.length === 0
        ? (variables[0] as Extract<Expr, { k: 'var' }>)
        : ({
            k: 'arrayPattern',
            items: variables.map((each) => ({ target: each })),
            at: node.at,
            end: node.end,
          } as const);
  }

  /** A part that has variables of its own. */
  beginScope(kind: string): void {
    this.begin(
      kind,
      (body) => {
        for (const statement of body) this.add(statement);
      },
      true,
    );
  }

  beginEscaping(kind: string, escapes: boolean): void {
    this.begin(kind, (body) => {
      this.#escaping.pop();
      for (const statement of body) this.add(statement);
    });
    if (this.innermost === kind) this.#escaping.push(escapes);
  }

  /** `{% block x %}`: it is written unless a template that extends this one fills it. */
  beginBlock(node: Node, name: string): void {
    this.#blocks.push(name);
    this.begin('block', (body) => {
      const filled = ir.field(node, ir.field(node, this.context(node), blocksField), name);
      this.add(ir.branch(node, ir.not(node, filled), ir.block(node, body)));
    });
  }

  extends(node: Node, name: Expr): void {
    this.#base = { node, name };
  }

  /** What another template is given: this one's context with its variables, or further values alone. */
  contextFor(
    node: Node,
    values: readonly (readonly [name: string, value: Expr])[] = [],
    alone = false,
  ): Expr {
    const own: [string, Expr][] = [];
    for (let scope: Scope | undefined = this.#scope; scope && !alone; scope = scope.parent)
      for (const [name, unique] of scope.names)
        if (!own.some(([known]) => known === name)) own.push([name, ir.variable(node, unique)]);
    return ir.object(node, [
      ...(alone ? [] : [ir.property(node, undefined, this.context(node))]),
      ...[...own, ...values].map(([name, value]) => ir.property(node, name, value)),
    ]);
  }

  include(node: Node, name: Expr, context: Expr = this.contextFor(node)): void {
    this.add(ir.run(ir.operation(node, ir.operations.include, [name, context])));
  }

  /** `{% import "x" as m %}`: the functions that another template declares. */
  functionsOf(node: Node, name: Expr): Expr {
    return ir.operation(node, ir.operations.functions, [name]);
  }

  /** A macro: a function that writes its body where it is called. */
  beginFunction(node: Node, name: string, params: readonly string[]): void {
    if (this.#open.length >= maximumDepth) return;
    const owner = this.#owner;
    const index = this.#functions.length + mainIndex + 1;
    const own = this.declare(name);
    // Its place is kept until its body is known.
    this.#functions.push(functionOf({ index, name, node, params: [], body: [], parent: owner }));
    this.begin(
      'function',
      (body) => {
        this.#owner = owner;
        this.#functions[index - mainIndex - 1] = functionOf({
          index,
          name,
          node: { at: node.at, end: Math.max(node.end, body.at(-1)?.end ?? 0) },
          params: params.map((param) => parameter(node, param)),
          body: this.#withVariables(index, body),
          parent: owner,
        });
        const { at, end } = node;
        this.add(ir.declare(node, ir.variable(node, own), { k: 'function', fn: index, at, end }));
      },
      true,
    );
    // Callers may name them.
    for (const param of params) this.#scope.names.set(param, param);
    this.#owner = index;
    this.#named.set(name, index);
  }

  /** Variables are those of a whole function, wherever they are set: what some languages have to be told first. */
  #withVariables(owner: number, body: readonly Stmt[]): readonly Stmt[] {
    const at = body[0]?.at ?? 0;
    const node = { at, end: at };
    const own = this.#variables.get(owner) ?? [];
    return [...own.map((name) => ir.declare(node, ir.variable(node, name))), ...body];
  }

  /** Returns the template. */
  finish(): TemplateModule {
    while (this.#open.length > 0) this.#closeOne();
    if (this.#base) {
      const { node, name } = this.#base;
      const given = ir.field(node, this.context(node), blocksField);
      const filled = [...new Set(this.#blocks)].map((each) =>
        ir.property(node, each, ir.constant(node, true)),
      );
      const blocks = ir.object(node, [ir.property(node, undefined, given), ...filled]);
      this.include(node, name, this.contextFor(node, [[blocksField, blocks]]));
    }
    const node = { at: 0, end: this.#input.text.length };
    const body = functionOf({ index: 0, name: '', node, params: [], body: [], parent: undefined });
    const main = functionOf({
      index: mainIndex,
      name: this.#input.path.slice(this.#input.path.lastIndexOf('/') + 1),
      node,
      params: [parameter(node, contextName)],
      body: this.#withVariables(mainIndex, this.#main),
      parent: 0,
    });
    return {
      module: moduleOf(this.#input, [{ ...body, kind: 'module' }, main, ...this.#functions]),
      main: mainIndex,
      functions: this.#named,
    };
  }
}

const mainIndex = 1;

/** Whether a value is an attribute of something that the program hands over, other than the request. */
function isAttribute(value: Expr): boolean {
  if (value.k !== 'field') return false;
  if (value.object.k === 'var') return value.object.name !== contextName;
  let holder = value.object;
  while (holder.k === 'field' && holder.object.k === 'field') holder = holder.object;
  return holder.k !== 'field' || !requests.has(holder.name);
}

const requests: ReadonlySet<string> = new Set(['request', 'param', 'session']);

/** What harms though it is escaped for markup, by where it stands. */
export const dangers: Readonly<Record<HtmlPlace, string | undefined>> = {
  text: undefined,
  quoted: undefined,
  unquoted: ir.operations.attribute,
  url: ir.operations.url,
  handler: ir.operations.handler,
  compiled: ir.operations.compiled,
  script: ir.operations.script,
};

/** The first value, or where it is nothing, the second. */
export const either = (node: Node, left: Expr, right: Expr): Expr => ({
  k: 'logical',
  op: '??',
  left,
  right,
  at: node.at,
  end: node.end,
});
