import { ROOT } from '../../scripts/paths.ts';
import { scanFolder } from '../../src/service/analysis/index.ts';
import { type FolderInventory, InventoryScan } from '../../src/service/analysis/inventory.ts';

const rounds = 3;

/** Milliseconds of processor time of this process and its workers. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/** Processor time of the detection within one scan, which has parsed the code already and has nothing else to do then. */
async function withinScan(scan: () => Promise<unknown>): Promise<number> {
  const { take } = InventoryScan.prototype;
  let spent = 0;
  InventoryScan.prototype.take = async function (this: InventoryScan, ...given: Parameters<typeof take>) {
    let taken: FolderInventory | undefined;
    spent += await processorMs(async () => {
      taken = await take.apply(this, given);
    });
    if (!taken) throw new Error('No inventory was taken.');
    return taken;
  };
  try {
    await scan();
  } finally {
    InventoryScan.prototype.take = take;
  }
  return spent;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * What the detection adds to a full scan of a folder, in processor time.
 * @param corpus the folder; this project's own sources, when none is given
 */
export async function bench(corpus = ROOT): Promise<Record<string, unknown>> {
  const scans: number[] = [];
  const inventories: number[] = [];
  for (let round = 0; round < rounds; round++) {
    scans.push(
      await processorMs(async () => {
        inventories.push(await withinScan(() => scanFolder({ root: corpus, on: () => undefined })));
      }),
    );
  }
  const scanMs = Math.round(median(scans));
  const detectionMs = Math.round(median(inventories));
  const addedPercent = Math.round((1000 * detectionMs) / (scanMs - detectionMs)) / 10;
  console.log(`a scan ${scanMs} ms, the detection ${detectionMs} ms: ${addedPercent} % more`);
  return { scanMs, detectionMs, addedPercent };
}
