import type { ScanDepth } from '../../api/contract/vocabulary.ts';

/** The bounds of a scan. What a bound leaves out is reported in the coverage. */
export interface ScanLimits {
  /** Bytes of the largest file that is read. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  readonly files: number;
  /** Milliseconds without a sign of life while one file is read and parsed; then the worker is given up. */
  readonly fileStallMs: number;
  /** The same while flows between files are solved. */
  readonly solveStallMs: number;
  /** Megabytes of JavaScript heap of one worker. */
  readonly workerHeapMb: number;
  /** Workers given up in one analysis before the rest of its files is left out. */
  readonly restarts: number;
  /** Skips that are listed one by one; the counts are complete beyond. */
  readonly listedSkips: number;
  /** What the engine may do within a file, a function and an entry point. */
  readonly depth: ScanDepth;
}

export const defaultScanLimits: ScanLimits = {
  fileBytes: 2 * 1024 * 1024,
  totalBytes: 512 * 1024 * 1024,
  files: 200_000,
  fileStallMs: 20_000,
  solveStallMs: 60_000,
  workerHeapMb: 1_536,
  restarts: 8,
  listedSkips: 1_000,
  depth: 'standard',
};

/** For a scan that a person asked to go further than the one before, and waits for. */
export const deepScanLimits: ScanLimits = {
  ...defaultScanLimits,
  fileBytes: 8 * 1024 * 1024,
  fileStallMs: 60_000,
  solveStallMs: 240_000,
  workerHeapMb: 3_072,
  depth: 'deep',
};
