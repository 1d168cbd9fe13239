/** What a scan and its worker threads say to each other. Both sides are one program: types suffice, no validation. */

import type { ScanDepth } from '../../api/contract/vocabulary.ts';
import type { FileFacts, Literal } from '../../engine/ai-inventory/index.ts';
import type { AnalysisEvent } from '../../engine/analysis.ts';
import type { Finding } from '../../engine/finding.ts';
import type { Surroundings } from '../../engine/fixes/fix.ts';
import type { Proposal } from '../../engine/fixes/fixer.ts';
import type { ProposedChange } from '../../engine/fixes/proposed/change.ts';
import type { Examined } from '../../engine/fixes/proposed/examine.ts';
import type { Inspection } from '../../engine/investigation/inspection.ts';

/** Given to a worker when it starts. */
export interface WorkerSetup {
  readonly root: string;
  /** Folders that are searched for the parsers' WebAssembly modules, in order. */
  readonly grammars: readonly string[];
  /** `Int32Array` of `Signal.length` cells, shared: readable while the other side computes. */
  readonly signals: SharedArrayBuffer;
  readonly fileBytes: number;
  readonly depth: ScanDepth;
}

export interface AnalyseRequest {
  readonly type: 'analyse';
  readonly files: readonly string[];
  readonly removed: readonly string[];
  /** Texts that stand for those on the disk, by path: changes that are tried. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Whether findings say if rules know a fix for them. */
  readonly withOutlook?: boolean;
  /** Only to see whether the files can be read: flows are not solved. The worker is of no use afterwards. */
  readonly readOnly?: boolean;
}

export interface ProposeRequest {
  readonly type: 'propose';
  readonly finding: Finding;
  readonly around: Surroundings;
}

/** Has a change that somebody proposed held against what no fix may do. */
export interface ExamineRequest {
  readonly type: 'examine';
  readonly finding: Finding;
  readonly change: ProposedChange;
}

/** Has the family analysed anew with a larger budget, and the code around one finding looked at. */
export interface InspectRequest {
  readonly type: 'inspect';
  readonly files: readonly string[];
  readonly file: string;
  readonly fingerprint: string;
}

export interface Inspected {
  readonly type: 'inspected';
  /** As the deeper analysis has it; undefined where it does not find it. */
  readonly found: Finding | undefined;
  readonly inspection: Inspection;
}

/** Has files examined for AI components. */
export interface InventoryRequest {
  readonly type: 'inventory';
  readonly files: readonly string[];
  /** By file, what the analysis has read in it already; whatever is missing is parsed here where `parse` says so. */
  readonly texts: ReadonlyMap<string, readonly Literal[]>;
  readonly parse: boolean;
}

export interface Inventoried {
  readonly type: 'inventoried';
  /** Of the files that say anything. */
  readonly facts: readonly FileFacts[];
}

export type ToWorker = AnalyseRequest | ProposeRequest | ExamineRequest | InspectRequest | InventoryRequest;

export type FromWorker =
  | { readonly type: 'events'; readonly events: readonly AnalysisEvent[] }
  | { readonly type: 'done' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'proposed'; readonly proposal: Proposal }
  | { readonly type: 'examined'; readonly examined: Examined }
  | Inspected
  | Inventoried
  /** The analyzer could not be made at all. */
  | { readonly type: 'unavailable'; readonly message: string }
  /** The analyzer threw; the signals say at which file. */
  | { readonly type: 'failed'; readonly message: string };

/** Cells of the shared signals. */
export const Signal = {
  /** Set to 1 to ask the worker to stop. */
  cancel: 0,
  /** Index of the file in work, -1 when there is none. */
  file: 1,
  /** Changes whenever the worker gets on. */
  beat: 2,
  /** 1 once the worker's program runs. A worker that ends before that will never run, whatever it is given. */
  loaded: 3,
  length: 4,
} as const;
