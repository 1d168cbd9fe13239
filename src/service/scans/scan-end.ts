import type { LogChannel } from '../core/channel.ts';
import type { Core } from '../core/context.ts';
import type { PullRequestReports } from './pull-requests/reports.ts';
import { addScanEvent } from './scan-events.ts';
import { type ScanRow, toScan } from './scan-rows.ts';

export type Ending = Core & {
  readonly channel: LogChannel;
  readonly pullRequestReports: PullRequestReports;
};

/** Writes the last two events of a scan's stream: its final status and `done`; tells who reports on pull requests. */
export async function endScanStream(core: Ending, row: ScanRow): Promise<void> {
  const reason = row.error_message === null ? {} : { errorMessage: row.error_message };
  const { issueCounts } = toScan(row);
  await core.db.transaction().execute(async (transaction) => {
    await addScanEvent(transaction, row.id, 'scan.status', { scanId: row.id, status: row.status, ...reason });
    await addScanEvent(transaction, row.id, 'done', {
      scanId: row.id,
      status: row.status,
      issueCounts,
      ...reason,
    });
  });
  core.channel.announce(row.id);
  if (row.kind === 'PR') core.pullRequestReports.ended(row.id);
}
