import { ROOT } from '../../scripts/paths.ts';
import { defaultScanAssets } from '../../src/service/scan/assets.ts';
import { scanFolder } from '../../src/service/scan/index.ts';
import { InventoryScan } from '../../src/service/scan/inventory.ts';
import { defaultScanLimits } from '../../src/service/scan/limits.ts';
import { listFiles } from '../../src/service/scan/listing.ts';

const rounds = 3;

/** Milliseconds of processor time of this process and its workers. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/** As a scan does it, which has parsed the code already: nothing is parsed here. */
async function takenInScan(root: string): Promise<void> {
  const listing = await listFiles(root, defaultScanLimits);
  await new InventoryScan(defaultScanAssets(), defaultScanLimits).take(listing, {});
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * What the detection adds to a full scan of a folder, in processor time. Taken by itself it lists the folder and starts
 * a worker too, so that the share is rather too large.
 * @param corpus the folder; this project's own sources, when none is given
 */
export async function bench(corpus = ROOT): Promise<Record<string, unknown>> {
  const scans: number[] = [];
  const inventories: number[] = [];
  for (let round = 0; round < rounds; round++) {
    scans.push(await processorMs(() => scanFolder({ root: corpus, on: () => undefined })));
    inventories.push(await processorMs(() => takenInScan(corpus)));
  }
  const scanMs = Math.round(median(scans));
  const detectionMs = Math.round(median(inventories));
  const addedPercent = Math.round((1000 * detectionMs) / (scanMs - detectionMs)) / 10;
  console.log(`a scan ${scanMs} ms, the detection ${detectionMs} ms: ${addedPercent} % more`);
  return { scanMs, detectionMs, addedPercent };
}
