import type { Literal } from './ai-inventory/index.ts';
import type { Finding, Skip } from './finding.ts';
import type { Inspection } from './investigation/inspection.ts';

/** One file as the caller read it: decoded, size-checked and known to be text. */
export interface SourceFile {
  /** Relative to the scanned root, `/` as separator. */
  readonly path: string;
  readonly text: string;
}

export type AnalysisEvent =
  | {
      readonly type: 'progress';
      readonly phase: 'reading' | 'solving';
      readonly done: number;
      readonly total: number;
    }
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'analysed'; readonly file: string; readonly language: string; readonly bytes: number }
  /** Of a parsed file that may name a model's interface or a prompt: the texts that do; for the inventory. */
  | { readonly type: 'texts'; readonly file: string; readonly texts: readonly Literal[] }
  | { readonly type: 'skip'; readonly skip: Skip };

export interface AnalysisLimits {
  /** Milliseconds that parsing and lowering one file may take. */
  readonly fileTimeMs: number;
  /**
   * Milliseconds that solving one entry point may take. Steps are what bounds it: with this, findings would hang on how
   * busy the machine is, so it is far above what the steps take.
   */
  readonly entryTimeMs: number;
  /** Abstract steps that solving one entry point may take. */
  readonly entrySteps: number;
}

export const defaultLimits: AnalysisLimits = { fileTimeMs: 5_000, entryTimeMs: 15_000, entrySteps: 200_000 };

/** For a single finding that a person wants to know more about. */
export const deepLimits: AnalysisLimits = { fileTimeMs: 20_000, entryTimeMs: 50_000, entrySteps: 1_600_000 };

export interface AnalyzerOptions {
  /** Reads a grammar's WebAssembly module by file name, e.g. `tree-sitter-java.wasm`. */
  readonly loadGrammar: (fileName: string) => Promise<Uint8Array>;
  /** Reads the parser runtime's WebAssembly module, `web-tree-sitter.wasm`. */
  readonly loadRuntime: () => Promise<Uint8Array>;
  readonly limits?: Partial<AnalysisLimits>;
}

/**
 * A project's analysis, kept in memory so that a change costs only what depends on it.
 * Not shared between threads; one analyzer a worker and project.
 */
export interface Analyzer {
  /**
   * Takes added or changed files and the paths of removed ones, and reports every finding of the project as it
   * stands then; findings of earlier calls that still hold are reported again. Events come in order: findings of
   * single files while reading, flows while solving.
   * @throws the signal's reason when cancelled; the analyzer then holds what it had read and may be used again.
   */
  analyse(
    change: {
      readonly files: Iterable<SourceFile>;
      readonly fileCount: number;
      readonly removed?: readonly string[];
    },
    on: (event: AnalysisEvent) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** What the code around a finding of the last analysis shows. */
  inspect(finding: Pick<Finding, 'file' | 'range' | 'codeFlows'>): Inspection;
}
