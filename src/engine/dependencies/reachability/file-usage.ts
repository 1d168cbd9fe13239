import type { LinkedFunction, LinkedModule } from '../../dataflow/names/linking.ts';
import { LineIndex } from '../../files/lines.ts';
import type { Expr, Node } from '../../ir/ir.ts';
import { dottedName, forEachChild, type IRNode } from '../../ir/walk.ts';
import { isMarkup } from '../../languages/registry.ts';
import { givenNames } from '../../routes/given-names.ts';
import { declaredImports, exportedName, isPath, listsModules, loadedBy, textsIn } from './imports.ts';
import { References } from './references.ts';
import type { FileUsage, ImportUse, Reference, Span, Use } from './usage.ts';

/** Of each kind, in one file: code that people write has fewer. */
const maximumUses = 20_000;
const maximumNamed = 500;

/** A name with a dot in it, as modules and classes have. */
const dotted = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){1,10}$/;
const longestName = 200;

/**
 * How an expression stands: its value is used; or it is only given a name, which is no use of it; or it is put into a table of
 * the program's, which is none of the program's own functions, for these are called from there by value.
 */
type Standing = 'used' | 'named' | 'kept';

/** Returns what a file of the product says of its functions and of what they use. Reads the IR alone. */
export function fileUsage(module: LinkedModule): FileUsage {
  return new FileReader(module).read();
}

class FileReader {
  readonly #module: LinkedModule;
  readonly #references: References;
  readonly #lines: LineIndex;
  readonly #imports: ImportUse[] = [];
  readonly #computed: Span[] = [];
  readonly #named: { name: string; span: Span }[] = [];
  readonly #exports = new Map<string, readonly Reference[]>();
  readonly #stars: string[] = [];
  readonly #uses = new Map<string, Use>();
  readonly #returns: (readonly Reference[])[];
  /** Of functions that are put into variables. */
  readonly #names = new Map<number, string>();
  /** Ranges of code that only type checkers read. */
  readonly #forTypes: Node[] = [];

  constructor(module: LinkedModule) {
    this.#module = module;
    this.#references = new References(module);
    this.#lines = new LineIndex(module.text);
    this.#returns = module.functions.map(() => []);
  }

  read(): FileUsage {
    const { functions, classes, ir, semantics } = this.#module;
    for (const fn of functions) {
      for (const { default: given } of fn.ir.params) if (given) this.#visit(given, fn, 'used');
      const around = functions[fn.ir.parent ?? 0];
      for (const { expr } of around ? fn.ir.decorators : []) this.#visit(expr, around ?? fn, 'used');
      for (const statement of fn.ir.body) this.#visit(statement, fn, 'used');
    }
    for (const cls of classes) this.#visitClass(cls.ir.index);
    this.#imports.push(...declaredImports(this.#module, this.#forTypes, (node) => this.#span(node)));
    const given = givenNames(ir);
    if (semantics.modules.areScopes)
      for (const [name, references] of this.#references.variables()) this.#export(name, references);
    if (semantics.modules.areScopes)
      for (const { local, module, member } of ir.imports)
        this.#export(local, [{ root: module, path: member === '*' ? [] : [member] }]);
    return {
      imports: this.#imports,
      computed: this.#computed,
      named: this.#named,
      functions: functions.map(({ ir: fn, cls }, i) => ({
        name:
          fn.name && cls
            ? `${cls.ir.name}.${fn.name}`
            : fn.name || (this.#names.get(fn.index) ?? given.get(fn.index) ?? ''),
        span: this.#span({ at: fn.nameAt, end: fn.nameAt + Math.max(1, fn.name.length) }),
        decorators: fn.decorators.flatMap(({ expr }) => this.#decoratorOf(expr)),
        returns: this.#returns[i] ?? [],
      })),
      classes: classes.map((cls) => ({
        name: cls.ir.qualifiedName,
        bases: cls.ir.supers.flatMap((base) => this.#baseOf(base)),
        methods: new Map([...cls.methods].map(([name, list]) => [name, list.map((fn) => fn.ir.index)])),
        callbacks: cls.ir.methods.filter((index) => this.#isCallback(cls, index)),
        fields: new Map(
          this.#references.fieldsOf(cls.ir.index).flatMap((name) => {
            const held = this.#references.ofField(cls.ir.index, name);
            return held.length > 0 ? [[name, held] as const] : [];
          }),
        ),
      })),
      exports: this.#exports,
      stars: semantics.modules.areScopes ? ir.wildcards : this.#stars,
      uses: [...this.#uses.values()],
    };
  }

  #decoratorOf(expr: Expr): readonly Reference[] {
    const [body] = this.#module.functions;
    return body ? this.#references.of(expr.k === 'call' ? expr.callee : expr, body) : [];
  }

  #baseOf(base: LinkedModule['classes'][number]['ir']['supers'][number]): readonly Reference[] {
    const [body] = this.#module.functions;
    if (!body) return [];
    const expr: Expr = 'k' in base ? base : { k: 'type', at: 0, end: 0, type: base };
    return this.#references.of(expr, body);
  }

  /** Java says what overrides; elsewhere any public method may, and in a class that nobody can name there is nothing else. */
  #isCallback(cls: LinkedModule['classes'][number], index: number): boolean {
    const method = this.#module.functions[index]?.ir;
    if (!method || cls.ir.supers.length === 0 || method.kind === 'constructor' || method.isStatic)
      return false;
    if (this.#module.semantics.modules.named !== 'class') return !method.name.startsWith('_');
    return (
      cls.ir.name === '' || method.decorators.some(({ expr }) => dottedName(expr) === 'java.lang.Override')
    );
  }

  /** What a class does when it is made, and its initialisers when it is instantiated. */
  #visitClass(index: number): void {
    const { functions, classes } = this.#module;
    const cls = classes[index];
    const around = functions[cls?.ir.parent ?? 0];
    if (!cls || !around) return;
    const [maker = around] = cls.methods.get(this.#module.semantics.classes.constructorName) ?? [];
    for (const { expr } of cls.ir.decorators) this.#visit(expr, around, 'used');
    for (const base of cls.ir.supers) if ('k' in base) this.#visit(base, around, 'used');
    for (const { init, isStatic, decorators } of cls.ir.fields) {
      if (init) this.#visit(init, isStatic ? around : maker, 'named');
      for (const { expr } of decorators) this.#visit(expr, around, 'used');
    }
  }

  #visit(node: IRNode, fn: LinkedFunction, standing: Standing): void {
    const visit = (inner: IRNode): void => this.#visit(inner, fn, 'used');
    switch (node.k) {
      case 'const':
        return this.#constant(node.value, node);
      case 'call':
      case 'new':
        this.#call(node, fn);
        for (const { value } of node.args) this.#visit(value, fn, 'used');
        return;
      case 'var':
      case 'field':
      case 'function':
      case 'class':
        if (standing !== 'named') this.#use(node, fn, node, standing);
        return node.k === 'field' ? this.#inner(node.object, fn) : undefined;
      case 'import':
        this.#import(node.module, node, fn);
        if (standing === 'used') this.#use(node, fn, node, standing);
        return;
      case 'template':
        if (node.tag) this.#use(node.tag, fn, node.tag, 'used', true);
        for (const part of node.parts) visit(part);
        return;
      case 'object':
        for (const { key, value } of node.props) {
          if (key !== undefined && typeof key !== 'string') visit(key);
          this.#visit(value, fn, standing === 'named' ? 'kept' : standing);
        }
        return;
      case 'await':
      case 'cast':
        return this.#visit(node.value, fn, standing);
      case 'conditional':
        visit(node.test);
        this.#visit(node.then, fn, standing);
        return this.#visit(node.else, fn, standing);
      case 'logical':
        this.#visit(node.left, fn, standing);
        return this.#visit(node.right, fn, standing);
      default:
        return this.#visitNaming(node, fn, visit);
    }
  }

  #visitNaming(node: IRNode, fn: LinkedFunction, visit: (inner: IRNode) => void): void {
    switch (node.k) {
      case 'assign': {
        const name = exportedName(node.target);
        const value = node.value;
        if (listsModules(node.target)) this.#listed(value);
        if (name !== undefined) this.#exportValue(name, value, fn);
        // Handing a function on is no use of it.
        if (name === '=' && value.k === 'object')
          for (const { value: member } of value.props) this.#visit(member, fn, 'named');
        else this.#visit(value, fn, 'named');
        if (node.target.k === 'field') return this.#inner(node.target.object, fn);
        return node.target.k === 'var' ? undefined : forEachChild(node.target, visit);
      }
      case 'declare':
        if (node.init?.k === 'function' && node.target.k === 'var')
          this.#names.set(node.init.fn, node.target.name);
        if (node.init && listsModules(node.target)) this.#listed(node.init);
        if (node.init) this.#visit(node.init, fn, 'named');
        return node.target.k === 'var' ? undefined : this.#defaults(node.target, visit);
      case 'export':
        if (node.name === undefined && node.module !== undefined) {
          this.#stars.push(node.module);
          this.#import(node.module, node, fn);
        } else if (node.value && node.name !== undefined) {
          this.#export(node.name, this.#references.of(node.value, fn));
          // Whoever shows a component runs its function.
          this.#visit(node.value, fn, isMarkup(this.#module.ir.language) ? 'used' : 'named');
        }
        return;
      case 'return':
        if (node.value) {
          this.#returns[fn.ir.index] = [
            ...(this.#returns[fn.ir.index] ?? []),
            ...this.#references.of(node.value, fn),
          ].slice(0, 4);
          visit(node.value);
        }
        return;
      case 'if':
        if (/^(?:typing\.)?TYPE_CHECKING$/.test(dottedName(node.test) ?? '')) this.#forTypes.push(node.then);
        return forEachChild(node, visit);
      default:
        return forEachChild(node, visit);
    }
  }

  /** Of what is taken apart, the defaults alone are evaluated. */
  #defaults(target: IRNode, visit: (inner: IRNode) => void): void {
    if (target.k === 'objectPattern' || target.k === 'arrayPattern')
      forEachChild(target, (inner) => (inner.k === 'var' ? undefined : visit(inner)));
  }

  #call(node: Extract<Expr, { k: 'call' | 'new' }>, fn: LinkedFunction): void {
    const { callee } = node;
    if (node.k === 'new' && node.body !== undefined)
      this.#add({
        fn: fn.ir.index,
        of: { root: { cls: node.body }, path: [] },
        isCall: true,
        span: this.#span(node),
      });
    const loaded = loadedBy(node);
    if (loaded) this.#import(loaded.module, node, fn);
    for (const name of loaded?.calls ?? [])
      if (typeof loaded?.module === 'string') {
        const of = { root: loaded.module, path: [name] };
        this.#add({ fn: fn.ir.index, of, isCall: true, span: this.#span(node) });
      }
    this.#use(callee, fn, node, 'used', true);
    this.#inner(callee, fn);
  }

  /** What a chain of names begins with may be calls. */
  #inner(expr: Expr, fn: LinkedFunction): void {
    if (expr.k === 'field') return this.#inner(expr.object, fn);
    if (expr.k !== 'var' && expr.k !== 'function' && expr.k !== 'class') this.#visit(expr, fn, 'named');
  }

  #use(expr: Expr, fn: LinkedFunction, place: Node, standing: Standing, isCall = false): void {
    for (const of of this.#references.of(expr, fn)) {
      if (standing === 'kept' && typeof of.root !== 'string') continue;
      this.#add({ fn: fn.ir.index, of, isCall, span: this.#span(place) });
    }
  }

  /** Each thing once for each function; a call counts before what is passed on. */
  #add(use: Use): void {
    const key = `${use.fn} ${JSON.stringify(use.of)}`;
    const known = this.#uses.get(key);
    if (known ? known.isCall || !use.isCall : this.#uses.size >= maximumUses) return;
    this.#uses.set(key, use);
  }

  #import(module: string | Expr, node: Node, fn: LinkedFunction): void {
    if (typeof module === 'string')
      this.#imports.push({ module: module.replace(/^node:/, ''), fn: fn.ir.index, span: this.#span(node) });
    else if (module.k === 'array')
      // `require(['a', 'b'], …)` of module loaders in browsers
      for (const { value } of module.items)
        this.#import(value.k === 'const' && typeof value.value === 'string' ? value.value : value, node, fn);
    else if (!isPath(module)) this.#computed.push(this.#span(node));
  }

  #constant(value: unknown, node: Node): void {
    if (typeof value !== 'string' || value.length > longestName || !dotted.test(value)) return;
    if (this.#named.length < maximumNamed) this.#named.push({ name: value, span: this.#span(node) });
  }

  #listed(list: Expr): void {
    for (const item of textsIn(list))
      if (item.k === 'const' && typeof item.value === 'string' && !item.value.includes('.'))
        this.#named.push({ name: item.value, span: this.#span(item) });
  }

  #exportValue(name: string, value: Expr, fn: LinkedFunction): void {
    if (name === '=' && value.k === 'object')
      for (const { key, value: member } of value.props)
        if (typeof key === 'string') this.#export(key, this.#references.of(member, fn));
        else if (key === undefined) this.#starOf(member, fn);
    this.#export(name, this.#references.of(value, fn));
  }

  /** `module.exports = { ...require('./other') }` */
  #starOf(value: Expr, fn: LinkedFunction): void {
    for (const { root, path } of this.#references.of(value, fn))
      if (typeof root === 'string' && path.length === 0) this.#stars.push(root);
  }

  #export(name: string, references: readonly Reference[]): void {
    if (references.length > 0 && !this.#exports.has(name)) this.#exports.set(name, references);
  }

  #span({ at, end }: Node): Span {
    const lines = this.#lines;
    const [first, last] = [lines.lineOf(at), lines.lineOf(Math.max(at, end))];
    return [first + 1, at - lines.startOf(first) + 1, last + 1, Math.max(at, end) - lines.startOf(last) + 1];
  }
}
