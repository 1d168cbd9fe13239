import type { ScanDepth } from '../../api/contract/vocabulary.ts';

/** The bounds of a scan. What a bound leaves out is reported in the coverage. */
export interface ScanLimits {
  /** Bytes of the largest file that is read. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  readonly files: number;
  /**
   * Milliseconds of processor time that a worker takes for one file without a sign of life; then it is given up. Work is bounded by
   * steps, which are such signs: this stops what hangs, a bug of Parapet's, and is reported as one.
   */
  readonly fileStallMs: number;
  /** The same while flows between files are solved. */
  readonly solveStallMs: number;
  /** Megabytes of JavaScript heap of one worker. */
  readonly workerHeapMb: number;
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
