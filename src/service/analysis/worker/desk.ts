import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnalysisEvent, Analyzer, AnalyzerOptions } from '../../../engine/analysis.ts';
import { deepLimits } from '../../../engine/analysis.ts';
import type { Fixer } from '../../../engine/fixes/fixer.ts';
import { readSource } from '../files/read.ts';
import { Outlooks } from './outlooks.ts';
import { Signal, type WorkerSetup } from './setup.ts';

/** The analyzer could not be made: no question can be answered. */
export class AnalyzerUnavailable extends Error {}
/** The worker was asked to stop, and did. */
export class Cancelled extends Error {}

export interface WorkerParts {
  readonly createAnalyzer: (options: AnalyzerOptions) => Promise<Analyzer>;
  /** Left out where no fixes are asked for. */
  readonly createFixer: ((options: AnalyzerOptions) => Promise<Fixer>) | undefined;
}

/** What answers in a worker are made with. Analyzer and fixer are kept, so a later change costs only what depends on it. */
export class Desk {
  readonly setup: WorkerSetup;
  readonly options: AnalyzerOptions;
  /** Sends what is found while a question is answered. */
  readonly tell: (events: readonly AnalysisEvent[]) => void;
  /** By file: the analyzer reports on files of earlier questions too. */
  readonly blobIds = new Map<string, string>();
  readonly #signals: Int32Array;
  readonly #parts: WorkerParts;
  #analyzer: Promise<Analyzer> | undefined;
  #fixer: Promise<Fixer> | undefined;
  #outlooks: Outlooks | undefined;

  constructor(setup: WorkerSetup, parts: WorkerParts, tell: (events: readonly AnalysisEvent[]) => void) {
    this.setup = setup;
    this.tell = tell;
    this.#parts = parts;
    this.#signals = new Int32Array(setup.signals);
    this.options = {
      loadGrammar: (name) => findModule(setup.grammars, name),
      loadRuntime: () => findModule(setup.grammars, 'web-tree-sitter.wasm'),
      onWork: () => this.beat(),
    };
    Atomics.store(this.#signals, Signal.loaded, 1);
  }

  /** Shows that the worker gets on. */
  beat(): void {
    Atomics.add(this.#signals, Signal.beat, 1);
  }

  /** Whether the worker was asked to stop. */
  get isCancelled(): boolean {
    return Atomics.load(this.#signals, Signal.cancel) === 1;
  }

  /** Shows which file of the question is in work; -1 when there is none. */
  at(index: number): void {
    Atomics.store(this.#signals, Signal.file, index);
  }

  /** The text of a file, as far as one may be read. */
  readonly text = (name: string): string | undefined =>
    readSource(this.setup.root, name, this.setup.fileBytes).file?.text;

  /** The kept analyzer. @throws AnalyzerUnavailable */
  async analyzer(): Promise<Analyzer> {
    const { depth } = this.setup;
    this.#analyzer ??= this.#parts.createAnalyzer(
      depth === 'deep' ? { ...this.options, limits: deepLimits } : this.options,
    );
    return await available(this.#analyzer);
  }

  /** An analyzer for one question, with a larger budget. @throws AnalyzerUnavailable */
  async deepAnalyzer(): Promise<Analyzer> {
    return await available(this.#parts.createAnalyzer({ ...this.options, limits: deepLimits }));
  }

  /** @throws where this worker makes no fixes */
  async fixer(): Promise<Fixer> {
    this.#fixer ??= this.#parts.createFixer?.(this.options);
    const fixer = await this.#fixer;
    if (!fixer) throw new Error('this worker makes no fixes');
    return fixer;
  }

  /** Undefined where this worker makes no fixes. */
  async outlooks(): Promise<Outlooks | undefined> {
    if (!this.#parts.createFixer) return undefined;
    this.#outlooks ??= new Outlooks(await this.fixer());
    return this.#outlooks;
  }
}

async function available(analyzer: Promise<Analyzer>): Promise<Analyzer> {
  try {
    return await analyzer;
  } catch (error) {
    throw new AnalyzerUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @throws with the folders searched, when the module is in none of them */
async function findModule(folders: readonly string[], name: string): Promise<Uint8Array> {
  for (const folder of folders) {
    try {
      return await readFile(path.join(folder, name));
    } catch {
      // The next folder may have it.
    }
  }
  throw new Error(`${name} is in none of the folders ${folders.join(', ')}. Install Parapet again.`);
}
