import type { Queries } from '../store/dialect.ts';
import type { ScanRow } from './scan-rows.ts';

/** Scans of a repository and branch that are kept; older ones go with their coverage and which issues they saw. */
export const scansKept = 100;
/** Of these, scans whose events can still be read again. */
export const eventLogsKept = 5;

/**
 * Thins out what earlier scans left, so that scanning at every change does not fill the disk. Issues and their history
 * stay.
 */
export async function thinOut(
  db: Queries,
  scan: Pick<ScanRow, 'repository_id' | 'branch'>,
  kept = { scans: scansKept, eventLogs: eventLogsKept },
): Promise<void> {
  const finished = db
    .selectFrom('scans')
    .where('repository_id', '=', scan.repository_id)
    .where('branch', '=', scan.branch)
    .where('finished_at', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(scansKept * 2);
  const old = await finished.select('seq').offset(kept.scans).execute();
  if (old.length > 0) {
    await db
      .deleteFrom('scans')
      .where(
        'seq',
        'in',
        old.map((row) => row.seq),
      )
      .execute();
  }
  // `done` stays: a client that comes late is told the end at once.
  const withoutLog = await finished.select('id').offset(kept.eventLogs).execute();
  if (withoutLog.length > 0) {
    await db
      .deleteFrom('scan_events')
      .where(
        'scan_id',
        'in',
        withoutLog.map((row) => row.id),
      )
      .where('type', '!=', 'done')
      .execute();
  }
}
