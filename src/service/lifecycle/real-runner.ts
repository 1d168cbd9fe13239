import type { ScanRunner } from '../domain/scan-runner.ts';
import { gitState } from '../scan/git.ts';
import { type ScanAssets, scanFolder } from '../scan/index.ts';
import { defaultScanLimits } from '../scan/limits.ts';
import { listFiles } from '../scan/listing.ts';

/** The runner that analyses in worker threads. `assets` says where the worker and the grammars lie. */
export function createScanRunner(assets?: ScanAssets): ScanRunner {
  return {
    checkedOut: (root, signal) => gitState(root, signal),
    files: async (root, signal) => (await listFiles(root, defaultScanLimits, signal)).files,
    scanFolder: (request) => scanFolder({ ...request, ...(assets ? { assets } : {}) }),
  };
}
