/** Scans from the sources, in worker threads that are bundled as they are shipped: those begin in half the time. */
import { pathToFileURL } from 'node:url';
import { defaultScanAssets, type ScanAssets } from '../../src/service/analysis/assets.ts';
import type { ScanRunner } from '../../src/service/analysis/scan-runner.ts';
import * as source from '../../src/service/analysis/worker-runner.ts';
import { builtProgram } from './built-programs.ts';

/** What a scan starts and loads. */
export const scanAssets: ScanAssets = {
  ...defaultScanAssets(),
  worker: pathToFileURL(builtProgram('worker')),
};

/** The service's runner. */
export const createScanRunner = (): ScanRunner => source.createScanRunner(scanAssets);
