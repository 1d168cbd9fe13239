import type { AffectedSymbols } from '../advisory.ts';
import type { Ecosystem } from '../package.ts';
import { isBelow, memberPath } from './module-paths.ts';

/** What a reference from code to a package comes to: a module as it is imported, and names and calls (`()`) along it. */
export interface PackageReference {
  readonly module: string;
  readonly path: readonly string[];
}

/** A vulnerable function, method, class or module, as names from the package on. */
interface Symbol {
  /** All names, those of modules first; in Java and Python from the top, in JavaScript from the package. */
  readonly names: readonly string[];
  /** How many of them at the end are no modules: `Type.method` is two. */
  readonly own: number;
  readonly isConstructor: boolean;
}

/** Decides whether code uses what advisories call vulnerable in one package. */
export class VulnerableSymbols {
  readonly #ecosystem: Ecosystem;
  readonly #importNames: readonly string[];
  readonly #symbols: readonly Symbol[];

  /** @param importNames the modules that the package brings */
  constructor(ecosystem: Ecosystem, importNames: readonly string[], affected: readonly AffectedSymbols[]) {
    this.#ecosystem = ecosystem;
    this.#importNames = importNames;
    this.#symbols = affected.flatMap((one) => this.#read(one));
  }

  /** Whether any advisory says which symbols are vulnerable. */
  get areKnown(): boolean {
    return this.#symbols.length > 0;
  }

  #read({ module, names }: AffectedSymbols): readonly Symbol[] {
    const holder = module === undefined ? [] : this.#moduleNames(module);
    if (names.length === 0)
      return module === undefined ? [] : [{ names: holder, own: 0, isConstructor: false }];
    return names.map((name) => {
      const parts = this.#symbolNames(name);
      const last = parts.at(-1);
      const isConstructor =
        last === '<init>' ||
        last === '__init__' ||
        last === 'constructor' ||
        (parts.length > 1 && last === parts.at(-2));
      const own = isConstructor ? parts.slice(0, -1) : parts;
      const all = module === undefined || startsWith(own, holder) ? own : [...holder, ...own];
      const isWhole = module === undefined || all === own;
      return { names: all, own: isWhole ? typeAndMember(all) : own.length, isConstructor };
    });
  }

  #moduleNames(module: string): readonly string[] {
    return this.#ecosystem === 'npm' ? this.#ofPackage(memberPath(module)) : namesIn(module);
  }

  /** Names of a symbol, without the package in front where JavaScript's begin with it. */
  #symbolNames(name: string): readonly string[] {
    if (this.#ecosystem !== 'npm') return namesIn(name);
    const [own = ''] = this.#importNames;
    if (name === own || name === 'default' || name === 'module.exports') return [];
    const inside =
      name.startsWith(`${own}.`) || name.startsWith(`${own}#`) ? name.slice(own.length + 1) : name;
    return namesIn(inside).filter((part) => !/^(?:prototype|exports|module|default)$/.test(part));
  }

  #ofPackage(path: readonly string[]): readonly string[] {
    return path.filter((part) => part !== this.#importNames[0]);
  }

  /**
   * Whether the reference is to something vulnerable, or to a part of it. What a vulnerable function gave is no use of it: the call
   * that gave it is one.
   * @param isModule whether the reference is known to mean a module, not a function
   */
  has({ module, path }: PackageReference, isCall: boolean, isModule: boolean): boolean {
    const names =
      this.#ecosystem === 'npm'
        ? [...memberPath(module), ...(path[0] === 'default' ? path.slice(1) : path)]
        : withoutConstants([...module.split('.'), ...path]);
    return this.#symbols.some((symbol) => !(isModule && symbol.own > 0) && this.#fits(names, symbol, isCall));
  }

  #fits(names: readonly string[], symbol: Symbol, isCall: boolean): boolean {
    const plain = names.filter((name) => name !== '()');
    if (symbol.isConstructor)
      return isCall && names.at(-1) !== '()' && this.#isAt(plain, symbol, plain.length);
    if (symbol.names.length === 0) return this.#isWhole(names);
    // An instance, or what a function gave: whatever made it is the use.
    if (names.at(-1) === '()' && (isFunction(symbol) || !isCall)) return false;
    // Of a class, a member is it, too, and not what that gave.
    const shortest = isFunction(symbol) ? plain.length : symbol.own > 0 ? plain.length - 1 : 1;
    for (let end = plain.length; end >= Math.max(1, shortest); end--)
      if (this.#isAt(plain, symbol, end)) return true;
    return symbol.own > 1 && this.#isOfUnknownType(names, symbol);
  }

  /** The package itself, where that is one function, or what it also hands out under its own name. */
  #isWhole(names: readonly string[]): boolean {
    const [name] = names;
    return name === undefined || (names.length === 1 && name === this.#importNames[0]);
  }

  /**
   * A method of what a call gave of which the type is not known: `factory.create().parse()`. A constructor's name tells the type.
   * Java writes most types down; where it does not, some name of the chain has to speak of the type: `JsonMapper.builder().build()`.
   */
  #isOfUnknownType(names: readonly string[], symbol: Symbol): boolean {
    const last = names.findLastIndex((name) => name !== '()');
    const maker = names.lastIndexOf('()', last) - 1;
    if (names[last] !== symbol.names.at(-1) || maker !== last - 2) return false;
    if (maker < 0) return this.#ecosystem === 'npm';
    if (/^[A-Z]/.test(names[maker] ?? '')) return false;
    if (this.#ecosystem !== 'Maven') return true;
    const type = symbol.names.at(-2) ?? '';
    // Classes of helpers have no instances.
    if (/(?:Utils?|Helper)$/.test(type)) return false;
    const first = names.findIndex((name) => /^[A-Z]/.test(name));
    const chain = names.slice(first, last).join('.').toLowerCase();
    return wordsOf(type).some((word) => chain.includes(word));
  }

  /**
   * Whether the first `end` names are the symbol. What a module deep in a package has, a package of Python's may hand out further up,
   * and an advisory for Java may leave out the package.
   */
  #isAt(plain: readonly string[], { names, own }: Symbol, end: number): boolean {
    const used = plain.slice(0, end);
    if (used.length < own || !endsWith(used, names.slice(names.length - own))) return false;
    const above = used.slice(0, used.length - own);
    const modules = names.slice(0, names.length - own);
    if (this.#ecosystem === 'npm')
      return above.length === 0 || modules.length === 0 || isWithin(above, modules);
    if (modules.length === 0) return this.#importNames.some((name) => isBelow(above.join('.'), name));
    if (this.#ecosystem === 'Maven') return above.join('.') === modules.join('.');
    // What a package hands out further up is a function or a class, not one of its modules.
    if (own === 0) return above.join('.') === modules.join('.');
    const top = this.#importNames.some((name) => isBelow(names.join('.'), name)) ? modules : [];
    return top.length === 0 ? endsWith(above, modules) : isWithin(above, top) && above[0] === top[0];
  }
}

/** By the conventions of all three languages, whose classes have capitals. Of a class or a module, every member is meant. */
const isFunction = ({ names, own }: Symbol): boolean => own > 0 && !/^[A-Z]/.test(names.at(-1) ?? '');

const namesIn = (text: string): readonly string[] =>
  text
    .replaceAll('()', '')
    .split(/[.#:/]+/)
    .filter((part) => part !== '');

/** How many names at the end are a function, or a type and its method. */
function typeAndMember(names: readonly string[]): number {
  const type = names.findIndex((name) => /^[A-Z]/.test(name));
  return Math.min(names.length, type < 0 ? 1 : names.length - type);
}

/** `ObjectMapper` is `object` and `mapper`; short words say too little. */
const wordsOf = (type: string): readonly string[] =>
  (type.match(/[A-Z]+(?![a-z])|[A-Z][a-z\d]+/g) ?? [])
    .filter((word) => word.length >= 4)
    .map((word) => word.toLowerCase());

/** A constant of a class is most often an instance of it: `Factory.INSTANCE.create` is `Factory.create`. */
const withoutConstants = (names: readonly string[]): readonly string[] =>
  names.filter((name, i) => !(constant.test(name) && /^[A-Z]\w*[a-z]/.test(names[i - 1] ?? '')));

const constant = /^[A-Z][A-Z\d_]+$/;

const startsWith = (names: readonly string[], start: readonly string[]): boolean =>
  start.length > 0 && start.every((name, i) => names[i] === name);

const endsWith = (names: readonly string[], end: readonly string[]): boolean =>
  end.every((name, i) => names[names.length - end.length + i] === name);

/** Whether names stand in that order in others, which may have more between them. */
function isWithin(names: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const name of others) if (names[at] === name) at++;
  return at === names.length;
}
