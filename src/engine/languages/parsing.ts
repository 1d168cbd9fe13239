import { Language as Grammar, Parser, type Tree } from 'web-tree-sitter';
import { type AnalyzerOptions, defaultLimits } from '../analysis.ts';
import type { Skip } from '../finding.ts';
import type { ModuleIR } from '../ir/ir.ts';
import { processorTime } from '../processor-time.ts';
import type { Language } from './language.ts';
import { mostNodes, NodeMeter } from './node-meter.ts';
import { languageParts } from './parts.generated.ts';
import { type FileLanguage, fileLanguage } from './registry.ts';
import { startRuntime } from './runtime.ts';
import { copyTree, type SyntaxCopy, type Unread } from './syntax.ts';
import { type TreeCopier, treeCopier } from './tree-memory.ts';

/** A file's language with how it is lowered; undefined for one that the engine does not parse. */
export function loweringOf(
  path: string,
  text = '',
): (FileLanguage & { readonly language: Language }) | undefined {
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
    if (!found || this.#readers.has(found.grammar)) return;
    let reader = readers.get(found.grammar);
    if (!reader) {
      reader = loadReader(found.grammar, found.language, this.#options);
      readers.set(found.grammar, reader);
      // One that could not be read now may be there later.
      reader.catch(() => readers.delete(found.grammar));
    }
    this.#readers.set(found.grammar, await reader);
  }

  /** @returns the whole tree without comments; undefined for a language that is not parsed, or when it takes too many steps */
  tree(path: string, text: string): SyntaxCopy | undefined {
    const found = loweringOf(path, text);
    const parser = found && this.#readers.get(found.grammar)?.parser;
    if (!parser) return undefined;
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
    const { parser, copy } = reader;
    const tree = this.#parse(parser, text);
    if (tree === 'steps') return { module: undefined, skip: spent(path, text, this.#parseSteps) };
    if (tree === 'time') return { module: undefined, skip: endless(path, this.#parseMs) };
    try {
      const { root, errors: within, truncated } = copy(tree);
      // What is broken from its first line on is one error as a whole.
      const errors = within + (tree.rootNode.isError ? 1 : 0);
      const meter = new NodeMeter(mostNodes(text));
      const module = meter.within(() => {
        const lowered = found.language.lower({ root, text, path, id: found.id, errors, meter });
        meter.count(lowered);
        return lowered;
      });
      if (!module) return { module: undefined, skip: tooLarge(path, text) };
      return { module, skip: truncated ? tooDeep(path) : errors > 0 ? broken(path, errors) : undefined };
    } finally {
      tree.delete();
    }
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
