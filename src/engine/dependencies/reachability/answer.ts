import { LineIndex } from '../../files/lines.ts';
import type { CodeFlow, FlowStep, Location } from '../../finding.ts';
import type { FamilyId } from '../../languages/registry.ts';
import type { Ecosystem } from '../package.ts';
import { CallGraph, type FunctionNode } from './call-graph.ts';
import { type ImportNames, importNamesOf } from './import-names.ts';
import { joined } from './module-paths.ts';
import { PackageIndex } from './package-index.ts';
import { ProgramReferences } from './program-references.ts';
import type { Reachability, WantedPackage } from './reachability.ts';
import { type PackageReference, VulnerableSymbols } from './symbols.ts';
import type { ProductFile, Span, Use } from './usage.ts';

/** What is known of a project's product code. */
export interface ProductCode {
  /** By path. */
  readonly files: ReadonlyMap<string, ProductFile>;
  /** Files that may import packages and were not read, or not to their end, by the ecosystem whose packages these are. */
  readonly unread: Readonly<Partial<Record<Ecosystem, readonly string[]>>>;
  /** The text of a file, for snippets. */
  read(path: string): string | undefined;
}

/** Languages of which code imports the packages of an ecosystem. */
const families: Readonly<Partial<Record<Ecosystem, FamilyId>>> = {
  npm: 'javascript',
  PyPI: 'python',
  Maven: 'java',
};

const maximumPlaces = 5;
const maximumSteps = 24;
const maximumSnippet = 400;

interface PackageUse extends PackageReference {
  readonly file: ProductFile;
  readonly use: Use;
}

interface ImportPlace {
  readonly file: ProductFile;
  /** Dotted with its member in Java and Python, a specifier in JavaScript. */
  readonly module: string;
  readonly span: Span;
}

/** Returns how far the product gets into each package, by its key. */
export function reachabilityOf(
  wanted: readonly WantedPackage[],
  code: ProductCode,
): ReadonlyMap<string, Reachability> {
  const programs = new Map<FamilyId, Program>();
  return new Map(
    wanted.map((one) => {
      const family = families[one.ecosystem];
      if (!family) return [one.key, unknown(`Imports of ${one.ecosystem} packages are not analysed.`)];
      const program = programs.get(family) ?? new Program(one.ecosystem, family, code);
      programs.set(family, program);
      return [one.key, program.answer(one)];
    }),
  );
}

const unknown = (why: string, places: readonly Location[] = []): Reachability => ({
  level: 'unknown',
  why,
  places,
});

/** The product code of one language family, and what it uses of packages. */
class Program {
  readonly #code: ProductCode;
  readonly #files: ReadonlyMap<string, ProductFile>;
  readonly #references: ProgramReferences;
  readonly #uses: PackageIndex<PackageUse>;
  readonly #imports: PackageIndex<ImportPlace>;
  /** Files and the modules that they import. */
  readonly #importing = new Set<string>();
  /** Dotted names in texts. */
  readonly #named: PackageIndex<{ readonly file: ProductFile; readonly span: Span }>;
  /** Modules that are imported whole. */
  readonly #modules = new Set<string>();
  /** An import by a name that is put together while the program runs. */
  readonly #computed: Location | undefined;
  readonly #lines = new Map<string, { readonly text: string; readonly index: LineIndex }>();
  #graph: CallGraph | undefined;

  constructor(ecosystem: Ecosystem, family: FamilyId, code: ProductCode) {
    this.#code = code;
    this.#files = new Map([...code.files].filter(([, file]) => file.family === family).toSorted(byPath));
    this.#references = new ProgramReferences(this.#files);
    this.#uses = new PackageIndex(ecosystem);
    this.#imports = new PackageIndex(ecosystem);
    this.#named = new PackageIndex(ecosystem);
    for (const file of this.#files.values()) this.#read(file, ecosystem);
    const computing = [...this.#files.values()].find(({ usage }) => usage.computed.length > 0);
    const [first] = computing?.usage.computed ?? [];
    this.#computed = computing && first && this.#location(computing, first);
  }

  #read(file: ProductFile, ecosystem: Ecosystem): void {
    const { usage, links } = file;
    for (const use of usage.uses)
      for (const target of this.#references.of(file, use.of))
        if (target.kind === 'package')
          this.#uses.add(referenceName(ecosystem, target), { ...target, file, use });
    for (const { module, member, span } of usage.imports) {
      if (member === undefined) this.#modules.add(module);
      if (links.resolved.has(module) || module.startsWith('.')) continue;
      const whole = joined(module, member ?? '');
      this.#imports.add(whole, { file, module: whole, span });
      this.#importing.add(`${file.path} ${whole}`);
    }
    for (const { name, span } of usage.named) this.#named.add(name, { file, span });
  }

  answer(wanted: WantedPackage): Reachability {
    const names = importNamesOf(wanted.ecosystem, wanted.name);
    if (!names) return unknown(`Imports of ${wanted.ecosystem} packages are not analysed.`);
    const symbols = new VulnerableSymbols(wanted.ecosystem, names.names, wanted.symbols);
    const uses = this.#uses.in(names.names);
    const vulnerable = symbols.areKnown
      ? uses.filter((one) => symbols.has(one, one.use.isCall, this.#isModule(one)))
      : [];
    if (vulnerable.length > 0) return this.#called(wanted, vulnerable);
    const places = this.#importsOf(names, uses);
    if (places.length > 0)
      return { level: 'imported', places, symbols: symbols.areKnown ? 'known' : 'unknown' };
    return this.#notImported(wanted, names);
  }

  /** Whether some file imports what is named as a module, so that it is no function of the same name: `import dns.query`. */
  #isModule({ file, module, path }: PackageUse): boolean {
    return file.family === 'python' && this.#modules.has([module, ...path].join('.'));
  }

  #importsOf({ names }: ImportNames, uses: readonly PackageUse[]): readonly Location[] {
    const imports = this.#imports.in(names);
    const places = imports.length > 0 ? imports : this.#namedWhole(uses);
    return places.slice(0, maximumPlaces).map(({ file, span }) => this.#location(file, span));
  }

  /** A class may be named whole where it is used, and a package by one around it that is imported; a written type is no import. */
  #namedWhole(uses: readonly PackageUse[]): readonly { readonly file: ProductFile; readonly span: Span }[] {
    return uses.flatMap(({ file, module, use: { span } }) => {
      const isImported = file.family === 'java' || this.#importing.has(`${file.path} ${module}`);
      return isImported ? [{ file, span }] : [];
    });
  }

  #called(wanted: WantedPackage, uses: readonly PackageUse[]): Reachability {
    this.#graph ??= new CallGraph(this.#files, this.#references);
    let best: { readonly use: PackageUse; readonly way: readonly FunctionNode[] } | undefined;
    for (const use of uses) {
      const end = this.#graph.reached(use.file, use.use.fn);
      const way = end && wayTo(end);
      if (way && (!best || cost(way) < cost(best.way))) best = { use, way };
    }
    if (best) return { level: 'reached', flow: this.#flow(wanted, best.use, best.way) };
    const places = uses.slice(0, maximumPlaces).map(({ file, use }) => this.#location(file, use.span));
    return { level: 'called', places };
  }

  #notImported(wanted: WantedPackage, names: ImportNames): Reachability {
    const { ecosystem, name } = wanted;
    for (const above of wanted.broughtBy) {
      const known = importNamesOf(ecosystem, above);
      if (!known?.areAll || known.runsWithoutImport)
        return unknown(`${above} brings ${name}. What ${above} calls in it is not known.`);
      const places = this.#importsOf(known, []);
      if (places.length > 0)
        return unknown(
          `${above} brings ${name}, and the product imports it. What ${above} calls in it is not known.`,
          places,
        );
    }
    const [named] = this.#named.in(names.names);
    if (named)
      return unknown(`A text names ${name}, so that it may be loaded by its name.`, [
        this.#location(named.file, named.span),
      ]);
    if (names.runsWithoutImport) return unknown(`${name} takes part in programs that do not import it.`);
    if (!names.areAll) return unknown(`The names by which code imports ${name} are not known.`);
    if (this.#computed)
      return unknown('Modules are imported by names that are put together while the program runs.', [
        this.#computed,
      ]);
    const unread = this.#code.unread[ecosystem] ?? [];
    if (unread.length > 0)
      return unknown(
        unread.length === 1
          ? `${unread[0]} was not read to its end, and may import it.`
          : `${unread[0]} and ${unread.length - 1} more files were not read to their end, and may import it.`,
      );
    return { level: 'not-imported' };
  }

  #flow(
    wanted: WantedPackage,
    { file, use, module, path }: PackageUse,
    way: readonly FunctionNode[],
  ): CodeFlow {
    const steps = way.flatMap((node): readonly FlowStep[] => this.#step(node));
    const api = [module, ...path.filter((name) => name !== '()' && name !== 'default')].join('.');
    const end: FlowStep = {
      ...this.#location(file, use.span),
      role: 'sink',
      message: `${use.isCall ? 'It calls' : 'It uses'} ${api}, which is vulnerable in this version of ${wanted.name}.`,
    };
    const begin = steps.slice(0, maximumSteps - 1);
    return { steps: [...begin, end] };
  }

  #step({ file, fn, by }: FunctionNode): readonly FlowStep[] {
    if (by.kind === 'entry')
      return [{ ...this.#nameOf(file, fn), role: 'source', message: entryText(by, called(file, fn)) }];
    const { from, span } = by;
    const caller = called(from.file, from.fn);
    const callee = called(file, fn);
    const message = {
      call: `${caller} calls ${callee}.`,
      pass: `${caller} passes on ${callee}, to be called.`,
      import: `${caller} imports ${file.path}, whose code runs then.`,
      leads: `${caller} comes to call ${callee}.`,
    }[by.kind];
    const place = span ? this.#location(from.file, span) : this.#nameOf(from.file, from.fn);
    return [{ ...place, role: 'propagator', message }];
  }

  #nameOf(file: ProductFile, fn: number): Location {
    return this.#location(file, file.usage.functions[fn]?.span ?? [1, 1, 1, 1]);
  }

  #location({ path }: ProductFile, [startLine, startColumn, endLine, endColumn]: Span): Location {
    let known = this.#lines.get(path);
    if (!known) {
      const text = this.#code.read(path) ?? '';
      known = { text, index: new LineIndex(text) };
      this.#lines.set(path, known);
    }
    const { text, index } = known;
    const snippet = text.slice(index.startOf(startLine - 1), index.endOf(endLine - 1, text));
    return {
      file: path,
      range: { startLine, startColumn, endLine, endColumn },
      snippet: snippet.trim().slice(0, maximumSnippet),
    };
  }
}

function byPath([a]: readonly [string, ProductFile], [b]: readonly [string, ProductFile]): number {
  return a < b ? -1 : 1;
}

/** A module with the names that may still be parts of its name. */
const referenceName = (ecosystem: Ecosystem, { module, path }: PackageReference): string =>
  ecosystem === 'npm' ? module : [module, ...path.filter((name) => name !== '()')].join('.');

/** From an entry point to a function, in the order of the calls. */
function wayTo(end: FunctionNode): readonly FunctionNode[] {
  const way = [end];
  for (let node = end; node.by.kind !== 'entry'; ) {
    node = node.by.from;
    way.push(node);
  }
  return way.reverse();
}

/** What clients ask for counts before what a program does by itself, and short ways before long ones. */
function cost(way: readonly FunctionNode[]): number {
  const by = way[0]?.by;
  const isAsked = by?.kind === 'entry' && (by.entry === 'route' || by.entry === 'framework');
  return way.length + (isAsked ? 0 : longestWay);
}

/** No way is longer: what is further from an entry point than all functions of a program is not reached. */
const longestWay = 1_000_000;

function called({ path, usage }: ProductFile, fn: number): string {
  if (fn === 0) return path;
  const name = usage.functions[fn]?.name ?? '';
  return name === '' ? 'a function without a name' : name;
}

function entryText({ entry, route }: Extract<FunctionNode['by'], { kind: 'entry' }>, name: string): string {
  switch (entry) {
    case 'route':
      return `Requests for ${route ?? 'a route'} run ${name}.`;
    case 'framework':
      return `Code outside of the project calls ${name}.`;
    case 'program':
      return `A program begins in ${name}.`;
    case 'published':
      return `Whoever uses this library can call ${name}.`;
    case 'hosted':
      return `${name} runs before code outside of the project calls what stands there.`;
    case 'loaded':
      return `Nothing in the project imports ${name}: it is started or loaded by its place.`;
  }
}
