import type { ScanProgress } from '../../api/contract/scans/scans.ts';
import type { FetchReport } from '../mirrors/transfer.ts';
import type { Ending } from './scan-end.ts';
import { addScanEvent } from './scan-events.ts';

/** Milliseconds between two records of how a fetch goes. */
const pauseMs = 400;

/** Records how the fetch of a scan goes, one record after the other. */
export interface FetchRecord extends AsyncDisposable {
  readonly report: FetchReport;
}

/** A record that cannot be written is left out: the next one says more, and the scan's own writes tell of a full disk. */
export function recordFetch(core: Ending, scanId: string): FetchRecord {
  let writing = Promise.resolve();
  let isWriting = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    report: ({ bytes, objects, totalObjects }) => {
      const now = performance.now();
      const isWhole = totalObjects > 0 && objects === totalObjects;
      if (isWriting || (now - last < pauseMs && !isWhole)) return;
      last = now;
      isWriting = true;
      const fetch = { bytes, objects, totalObjects };
      writing = write(core, scanId, { phase: 'fetching', filesDone: 0, filesTotal: 0, fetch })
        .catch(() => undefined)
        .finally(() => {
          isWriting = false;
        });
    },
    [Symbol.asyncDispose]: () => writing,
  };
}

async function write(core: Ending, scanId: string, progress: ScanProgress): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('scans')
      .set({ progress: JSON.stringify(progress) })
      .where('id', '=', scanId)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await addScanEvent(transaction, scanId, 'scan.progress', progress);
  });
  core.channel.announce(scanId);
}
