import type { Transaction } from 'kysely';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import { recordInventory } from '../ai-inventory/ai-inventory-record.ts';
import type { ScanCoverage } from '../analysis/scan-runner.ts';
import { instant } from '../core/context.ts';
import { addScanEnd } from '../core/event-outbox.ts';
import { recordPackages } from '../dependencies/package-record.ts';
import { recordEndpoints } from '../endpoints/endpoint-record.ts';
import { inheritMoved } from '../issues/issue-branches.ts';
import { countHidden, countSeen, resolveUnseen } from '../issues/issue-merge.ts';
import { carryMovedIssues, type LookedAt } from '../issues/issue-moves.ts';
import { queueAutomaticPatches } from '../patches/automatic-patches.ts';
import { assignApplications, recordApplications } from '../repositories/applications.ts';
import { looksFor, type ScanSettings, switchedOffIn } from '../settings/scan-settings.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { type GoneIssue, goneReasons, packsSummary } from './gone-reasons.ts';
import { heldBackBy, isOfTrack } from './release-track.ts';
import { endScanStream } from './scan-end.ts';
import { addIssueEvents, addResolvedEvents, addScanEvent, forgetProgress } from './scan-events.ts';
import { Ended, type Executing, type Recorder } from './scan-recorder.ts';
import { coverageSummary, type ScanRow, scanRows, skipsListed } from './scan-rows.ts';

/** Records what a scan that came to its end found, and what it did not see any more. @throws Ended */
export async function complete(
  core: Executing,
  scan: ScanRow,
  coverage: ScanCoverage,
  recorded: Pick<
    Recorder,
    | 'skippedFiles'
    | 'unreadFiles'
    | 'components'
    | 'packages'
    | 'endpoints'
    | 'applications'
    | 'settings'
    | 'unreported'
    | 'ofOrganization'
  >,
): Promise<void> {
  const at = instant(core);
  const { settings, unreadFiles } = recorded;
  const notLookedAt = new Set([...recorded.skippedFiles, ...coverage.skips.map((skip) => skip.file)]);
  const lookedAt: LookedAt = (issue) =>
    !notLookedAt.has(issue.file) &&
    looksFor(settings, issue) &&
    isOfTrack(scan.release_track, issue.vuln_class);
  await core.db.transaction().execute(async (transaction) => {
    const moves = await carryMovedIssues(transaction, scan, lookedAt);
    const inherited = await inheritMoved(transaction, scan, lookedAt, at);
    const reasons = (gone: readonly GoneIssue[]) =>
      goneReasons(transaction, gone, coverage, recorded.ofOrganization);
    const resolved = await resolveUnseen(transaction, scan, lookedAt, reasons, at);
    const summary = {
      ...coverageSummary(coverage),
      releaseTrack: {
        track: scan.release_track,
        heldBack: [...heldBackBy(scan.release_track)],
        findings: recorded.unreported.heldBack,
      },
      ...(await settingsSummary(transaction, scan, settings)),
      ...packsSummary(recorded.ofOrganization, recorded.unreported.switchedOff),
    };
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
      await recordInventory(transaction, inventoried, recorded.components, unreadFiles);
      await recordPackages(transaction, inventoried, recorded.packages, unreadFiles);
      await recordEndpoints(
        transaction,
        { ...inventoried, branch: scan.branch },
        recorded.endpoints,
        unreadFiles,
      );
      await recordParts(transaction, scan, recorded.applications, at);
      await queueAutomaticPatches(transaction, scan, settings, at);
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
  // There may be patches to make now.
  core.work.wake();
}

/** The parts of a monorepo, as the scan found them. Only the default branch says which are gone. */
async function recordParts(
  db: Queries,
  scan: ScanRow,
  folders: readonly string[] | undefined,
  at: string,
): Promise<void> {
  if (folders === undefined) return;
  const { default_branch } = await db
    .selectFrom('repositories')
    .select('default_branch')
    .where('id', '=', scan.repository_id)
    .executeTakeFirstOrThrow();
  const isOfDefault = default_branch === null || default_branch === scan.branch;
  const { organization_id, repository_id: id } = scan;
  const others = isOfDefault ? 'forget' : 'keep';
  if (await recordApplications(db, { id, organization_id }, folders, { at, others }))
    await assignApplications(db, id);
}

/** What the scanner settings left out, for the coverage; nothing where they are the usual ones. */
async function settingsSummary(
  db: Queries,
  scan: ScanRow,
  settings: ScanSettings,
): Promise<Pick<Coverage, 'switchedOff' | 'belowThreshold'>> {
  const switchedOff = switchedOffIn(settings);
  const hasThreshold = [settings, ...settings.applications].some((part) => part.confidenceThreshold > 0);
  return {
    ...(switchedOff.length > 0 && { switchedOff }),
    ...(hasThreshold && { belowThreshold: await countHidden(db, scan) }),
  };
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
