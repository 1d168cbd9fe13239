import type { Transaction } from 'kysely';
import { recordInventory } from '../ai-inventory/ai-inventory-record.ts';
import type { ScanCoverage } from '../analysis/scan-runner.ts';
import { instant } from '../core/context.ts';
import { addScanEnd } from '../core/event-outbox.ts';
import { recordPackages } from '../dependencies/package-record.ts';
import { inheritMoved } from '../issues/issue-branches.ts';
import { countSeen, resolveUnseen } from '../issues/issue-merge.ts';
import { carryMovedIssues } from '../issues/issue-moves.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { endScanStream } from './scan-end.ts';
import { addIssueEvents, addResolvedEvents, addScanEvent, forgetProgress } from './scan-events.ts';
import { Ended, type Executing, type Recorder } from './scan-recorder.ts';
import { coverageSummary, type ScanRow, scanRows, skipsListed } from './scan-rows.ts';

/** Records what a scan that came to its end found, and what it did not see any more. @throws Ended */
export async function complete(
  core: Executing,
  scan: ScanRow,
  coverage: ScanCoverage,
  {
    skippedFiles,
    unreadFiles,
    components,
    packages,
  }: Pick<Recorder, 'skippedFiles' | 'unreadFiles' | 'components' | 'packages'>,
): Promise<void> {
  const at = instant(core);
  const summary = coverageSummary(coverage);
  const notLookedAt = new Set([...skippedFiles, ...coverage.skips.map((skip) => skip.file)]);
  await core.db.transaction().execute(async (transaction) => {
    const moves = await carryMovedIssues(transaction, scan, notLookedAt);
    const inherited = await inheritMoved(transaction, scan, notLookedAt, at);
    const resolved = await resolveUnseen(transaction, scan, notLookedAt, at);
    const { numUpdatedRows } = await transaction
      .updateTable('scans')
      .set({
        status: 'COMPLETED',
        finished_at: at,
        progress: null,
        coverage: JSON.stringify(summary),
        resolved_issues: resolved.length,
        ...(await countsOf(transaction, scan)),
      })
      .where('id', '=', scan.id)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Ended();
    if (scan.kind !== 'PR') {
      // What a repository has is what its branches have; a pull request may never be merged.
      const { id, organization_id: organizationId, repository_id: repositoryId } = scan;
      const inventoried = { id, organizationId, repositoryId, finishedAt: at };
      await recordInventory(transaction, inventoried, components, unreadFiles);
      await recordPackages(transaction, inventoried, packages, unreadFiles);
      await addScanEnd(core, transaction, scan, 'scanCompleted');
    }
    await storeSkips(transaction, scan.id, coverage.skips.slice(0, skipsListed));
    // To a client that follows, the newcomer is gone, and the issue that it was is at the new place.
    await addResolvedEvents(transaction, scan.id, [...resolved, ...moves.map(({ to }) => to.id)]);
    await addIssueEvents(transaction, scan.id, [
      ...moves.map(({ from }) => ({ seq: from.seq, known: true })),
      ...inherited.map((seq) => ({ seq, known: false })),
    ]);
    await addScanEvent(transaction, scan.id, 'coverage', summary);
    await forgetProgress(transaction, scan.id);
  });
  const row = await scanRows(core.db).where('scans.id', '=', scan.id).executeTakeFirst();
  if (row) await endScanStream(core, row);
}

/** Of a pull request, all that it brings and nobody dismissed is new. */
async function countsOf(transaction: Transaction<Schema>, scan: ScanRow) {
  const counts = await countSeen(transaction, scan);
  if (scan.kind !== 'PR') return counts;
  const { critical, high, medium, low, info } = counts;
  return { ...counts, new_issues: critical + high + medium + low + info };
}

async function storeSkips(db: Queries, scanId: string, skips: ScanCoverage['skips']): Promise<void> {
  const rows = skips.map((skip, position) => ({
    scan_id: scanId,
    position,
    file: skip.file,
    reason: skip.reason,
    detail: skip.detail,
    partial: skip.partial ? 1 : 0,
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('scan_skips')
      .values(rows.slice(start, start + 500))
      .execute();
  }
}
