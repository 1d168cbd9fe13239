import type { ScanDepth } from '../../../api/contract/vocabulary.ts';

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
