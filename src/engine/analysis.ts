import type { AddedModel } from './added/added-models.ts';
import type { Literal } from './ai-inventory/index.ts';
import type { CustomRules } from './custom-rules/rule-set.ts';
import type { ProductFile } from './dependencies/reachability/usage.ts';
import type { FoundEndpoint } from './endpoints/endpoint.ts';
import type { Finding, Skip } from './finding.ts';
import type { Inspection } from './investigation/inspection.ts';
import type { Library } from './libraries/schema.ts';
import type { FileRoles } from './roles/code-role.ts';
import type { ThreatModel } from './threat-models.ts';

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
  /** After flows were solved, of each file that is other than before: what it uses; undefined where it is no product code. */
  | { readonly type: 'usage'; readonly file: string; readonly product: ProductFile | undefined }
  /** After flows were solved: every route of the modules that were analysed together. */
  | { readonly type: 'endpoints'; readonly endpoints: readonly FoundEndpoint[] }
  | { readonly type: 'skip'; readonly skip: Skip };

/**
 * What an analysis may spend. But for one last resort it is counted work, not time: what is found must not depend on the machine, on
 * what else it does, or on how many cores it has. Totals grow with the code, so that a scan's work is linear in it.
 */
export interface AnalysisLimits {
  /** Hundreds of the parser's operations for each 1,000 characters of a file; twenty times as many for a short one. */
  readonly parseSteps: number;
  /**
   * Milliseconds of processor time for parsing one file, as a last resort: on some broken texts each of the parser's
   * operations takes longer than the one before. Ordinary code takes a hundredth. It is reported as an error of ours.
   */
  readonly parseMs: number;
  /** Abstract steps that solving one entry point may take. */
  readonly entrySteps: number;
  /** Abstract steps for each IR node of a file, for all of its functions together, each as often as it is analysed. */
  readonly nodeSteps: number;
}

export const defaultLimits: AnalysisLimits = {
  parseSteps: 100,
  parseMs: 10_000,
  entrySteps: 200_000,
  nodeSteps: 500,
};

/** For a scan that goes deeper, and for a single finding that a person wants to know more about. */
export const deepLimits: AnalysisLimits = {
  parseSteps: 400,
  parseMs: 30_000,
  entrySteps: 1_600_000,
  nodeSteps: 4_000,
};

export interface AnalyzerOptions {
  /** Reads a grammar's WebAssembly module by file name, e.g. `tree-sitter-java.wasm`. */
  readonly loadGrammar: (fileName: string) => Promise<Uint8Array>;
  /** Reads the parser runtime's WebAssembly module, `web-tree-sitter.wasm`. */
  readonly loadRuntime: () => Promise<Uint8Array>;
  readonly limits?: Partial<AnalysisLimits>;
  /** Called now and then while work is done, by the number of its steps. */
  readonly onWork?: () => void;
}

/** What a team's own model files say, beside our libraries. */
export interface TeamModels {
  /** Of all that they say: other models have another one. */
  readonly digest: string;
  readonly libraries: readonly Library[];
  /** Sources and sinks of an organization: findings are added for them, and none is taken away. */
  readonly added?: readonly AddedModel[];
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
      /** The models that hold from now on beside our own libraries; none when left out. */
      readonly models?: TeamModels | undefined;
      /** Rules of people that hold from now on; none when left out. Where they change, every file has to be given again. */
      readonly rules?: CustomRules | undefined;
      /** Data is followed for these rules and for no weakness of ours: the findings of flows are those of the rules. */
      readonly rulesAlone?: boolean | undefined;
      /** Whose data counts from now on for every weakness; `defaultThreatModels` when left out. */
      readonly threatModels?: readonly ThreatModel[] | undefined;
      /** Files that by their place are no part of the product; none when left out. */
      readonly roles?: FileRoles | undefined;
      /** Whether hints are told, too: places that may be wrong, as the routes beside them are otherwise. */
      readonly hints?: boolean | undefined;
    },
    on: (event: AnalysisEvent) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** What the code around a finding of the last analysis shows. */
  inspect(finding: Pick<Finding, 'file' | 'range' | 'codeFlows'>): Inspection;
}
