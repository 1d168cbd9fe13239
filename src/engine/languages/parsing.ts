import { Language as Grammar, Parser, type Tree } from 'web-tree-sitter';
import { type AnalyzerOptions, defaultLimits } from '../analysis.ts';
import type { Skip } from '../finding.ts';
import type { ModuleIR } from '../ir/ir.ts';
import { processorTime } from '../processor-time.ts';
import { placedInFile } from './embedded.ts';
import type { EmbeddedCode, Language } from './language.ts';
import { mostNodes, NodeMeter } from './node-meter.ts';
import { languageParts } from './parts.generated.ts';
import { type FileLanguage, fileLanguage } from './registry.ts';
import { startRuntime } from './runtime.ts';
import { copyTree, type SyntaxCopy, type SyntaxNode, type Unread } from './syntax.ts';
import { type TreeCopier, treeCopier } from './tree-memory.ts';

type FoundLanguage = FileLanguage & { readonly language: Language };

/** A file's language with how it is lowered; undefined for one that the engine does not parse. */
export function loweringOf(path: string, text = ''): FoundLanguage | undefined {
  const found = fileLanguage(path, text);
  return found && { ...found, language: languageParts[found.family].language };
}

/** Leaves out punctuation and comments alone. */
const everything: Unread = { skip: new Set(), keywords: new Set() };

export interface Lowered {
  readonly module: ModuleIR | undefined;
  readonly skip: Skip | undefined;
}

interface Reader {
  readonly parser: Parser;
  readonly copy: TreeCopier;
}

interface Read extends SyntaxCopy {
  readonly tree: Tree;
}

/** Of a language with several grammars, whether a file has the plainest. */
const isPlain = ({ id, family }: FileLanguage): boolean => id === family;

/** The runtime never gives back what a grammar took, so that each is loaded once a thread, whoever asks. */
const readers = new Map<string, Promise<Reader>>();

async function loadReader(name: string, language: Language, options: AnalyzerOptions): Promise<Reader> {
  const memory = await startRuntime(options.loadRuntime);
  const grammar = await Grammar.load(await options.loadGrammar(name));
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { parser, copy: treeCopier(parser, grammar, memory, language) };
}

/** Parses and lowers files, each grammar loaded when first needed. Not shared between threads. */
export class Parsing {
  readonly #options: AnalyzerOptions;
  readonly #parseSteps: number;
  readonly #parseMs: number;
  readonly #readers = new Map<string, Reader>();

  private constructor(options: AnalyzerOptions, parseSteps: number, parseMs: number) {
    this.#options = options;
    this.#parseSteps = parseSteps;
    this.#parseMs = parseMs;
  }

  /** What parses with these limits; see `AnalysisLimits` for both. */
  static async create(
    options: AnalyzerOptions,
    parseSteps: number,
    parseMs: number = defaultLimits.parseMs,
  ): Promise<Parsing> {
    await startRuntime(options.loadRuntime);
    return new Parsing(options, parseSteps, parseMs);
  }

  /** Loads the grammar of a file, if it is not loaded yet. */
  async prepare(path: string, text?: string): Promise<void> {
    const found = loweringOf(path, text);
    if (!found) return;
    await this.#load(found.grammar, found.language);
    if (found.embeds)
      for (const grammar of found.language.embedded?.grammars ?? [])
        await this.#load(grammar, found.language);
    const second = isPlain(found) && text !== undefined ? found.language.second?.grammar(text) : undefined;
    if (second !== undefined) await this.#load(second, found.language);
  }

  async #load(grammar: string, language: Language): Promise<void> {
    if (this.#readers.has(grammar)) return;
    let reader = readers.get(grammar);
    if (!reader) {
      reader = loadReader(grammar, language, this.#options);
      readers.set(grammar, reader);
      // One that could not be read now may be there later.
      reader.catch(() => readers.delete(grammar));
    }
    this.#readers.set(grammar, await reader);
  }

  /** @returns the whole tree without comments; undefined for markup, for a language that is not parsed, or when it takes too many steps */
  tree(path: string, text: string): SyntaxCopy | undefined {
    const found = loweringOf(path, text);
    const parser = found && this.#readers.get(found.grammar)?.parser;
    if (!parser || found.embeds) return undefined;
    const tree = this.#parse(parser, text);
    if (typeof tree === 'string') return undefined;
    try {
      const copy = copyTree(tree, everything);
      // A bracket that is missing is in no copy.
      return copy.errors === 0 && tree.rootNode.hasError ? { ...copy, errors: 1 } : copy;
    } finally {
      tree.delete();
    }
  }

  /** @returns the IR, or why there is none; both where it is of a part only */
  lower(path: string, text: string): Lowered {
    const found = loweringOf(path, text);
    const reader = found && this.#readers.get(found.grammar);
    if (!found || !reader) return { module: undefined, skip: undefined };
    const embedded = found.embeds ? found.language.embedded?.parts(path, text) : undefined;
    if (embedded) return this.#lowerParts(path, text, found, embedded);
    let read = this.#read(reader, text);
    if (read === 'steps') return { module: undefined, skip: spent(path, text, this.#parseSteps) };
    if (read === 'time') return { module: undefined, skip: endless(path, this.#parseMs) };
    try {
      if (read.errors > 0) read = this.#better(read, found, text);
      const { root, errors, truncated } = read;
      const meter = new NodeMeter(mostNodes(text));
      const module = meter.within(() => {
        const lowered = found.language.lower({ root, text, path, id: found.id, errors, meter });
        meter.count(lowered);
        return lowered;
      });
      if (!module) return { module: undefined, skip: tooLarge(path, text) };
      return { module, skip: truncated ? tooDeep(path) : errors > 0 ? broken(path, errors) : undefined };
    } finally {
      read.tree.delete();
    }
  }

  /** Of markup: its parts are read one by one, and lowered as one module. */
  #lowerParts(path: string, text: string, found: FoundLanguage, code: EmbeddedCode): Lowered {
    const ofModule: SyntaxNode[] = [];
    const component: SyntaxNode[] = [];
    let { errors } = code;
    let truncated = false;
    for (const part of code.parts) {
      const reader = this.#readers.get(part.grammar);
      const read = reader && this.#read(reader, part.text);
      if (read === 'steps') return { module: undefined, skip: spent(path, text, this.#parseSteps) };
      if (read === 'time') return { module: undefined, skip: endless(path, this.#parseMs) };
      if (!read) continue;
      errors += read.errors;
      truncated ||= read.truncated;
      (part.scope === 'module' ? ofModule : component).push(placedInFile(read.root, part));
      read.tree.delete();
    }
    const whole = { at: 0, end: text.length, type: 'program', field: '' };
    const root = { ...whole, children: ofModule.flatMap(({ children }) => children) };
    const meter = new NodeMeter(
      mostNodes({ length: code.parts.reduce((sum, part) => sum + part.text.length, text.length) }),
    );
    const module = meter.within(() => {
      const input = { root, component, text, path, id: found.id, errors, meter };
      const lowered = found.language.lower(input);
      meter.count(lowered);
      return lowered;
    });
    if (!module) return { module: undefined, skip: tooLarge(path, text) };
    return { module, skip: truncated ? tooDeep(path) : errors > 0 ? broken(path, errors) : undefined };
  }

  #read({ parser, copy }: Reader, text: string): Read | 'steps' | 'time' {
    const tree = this.#parse(parser, text);
    if (typeof tree === 'string') return tree;
    const copied = copy(tree);
    // What is broken from its first line on is one error as a whole.
    return { ...copied, tree, errors: copied.errors + (tree.rootNode.isError ? 1 : 0) };
  }

  /** What a text with errors comes to in its other spelling, where that has fewer of them. */
  #better(first: Read, found: FoundLanguage, text: string): Read {
    const { second } = found.language;
    if (!second) return first;
    const grammar = (isPlain(found) ? second.grammar(text) : undefined) ?? found.grammar;
    const spelt = second.respell(text);
    const reader = this.#readers.get(grammar);
    if (!reader || (spelt === text && grammar === found.grammar)) return first;
    const other = this.#read(reader, spelt);
    if (typeof other === 'string') return first;
    const [better, worse] = other.errors < first.errors ? [other, first] : [first, other];
    worse.tree.delete();
    return better;
  }

  /** The tree, or the limit that was met. */
  #parse(parser: Parser, text: string): Tree | 'steps' | 'time' {
    const { onWork = () => undefined } = this.#options;
    const latest = processorTime() + this.#parseMs;
    let left = allowed(text, this.#parseSteps);
    let met: 'steps' | 'time' | undefined;
    const isSpent = (): boolean => {
      onWork();
      if (--left < 0) met ??= 'steps';
      else if (left % 16 === 0 && processorTime() > latest) met ??= 'time';
      return met !== undefined;
    };
    const tree = parser.parse((at) => (isSpent() ? '' : text.slice(at, at + chunkLength)), null, {
      progressCallback: isSpent,
    });
    if (tree && met === undefined) return tree;
    tree?.delete();
    parser.reset();
    return met ?? 'steps';
  }
}

/** Characters that the parser is given at a time: what its buffer holds. Of a longer text it takes no more, but slower. */
const chunkLength = 5_000;

/** Steps that a text of this length may take to parse, each a hundred of the parser's operations or a piece of text. */
const allowed = (text: string, parseSteps: number): number =>
  Math.ceil((parseSteps * (text.length + 20_000)) / 1_000);

const endless = (file: string, parseMs: number): Skip => ({
  file,
  reason: 'internal-error',
  detail: `This is a bug in Parapet: parsing it did not end within ${parseMs / 1_000} s of processor time.`,
  partial: false,
});

const spent = (file: string, text: string, parseSteps: number): Skip => ({
  file,
  reason: 'step-limit',
  detail: `Parsing was stopped after ${allowed(text, parseSteps)} steps.`,
  partial: false,
});

const tooLarge = (file: string, text: string): Skip => ({
  file,
  reason: 'step-limit',
  detail: `Its code grew to more than ${mostNodes(text)} nodes while it was lowered.`,
  partial: false,
});

const tooDeep = (file: string): Skip => ({
  file,
  reason: 'too-deep',
  detail: 'Code nested deeper than 400 levels was left out.',
  partial: true,
});

const broken = (file: string, errors: number): Skip => ({
  file,
  reason: 'syntax-errors',
  detail: `${errors} ${errors === 1 ? 'place does' : 'places do'} not follow the language's grammar; the rest was analysed.`,
  partial: true,
});
