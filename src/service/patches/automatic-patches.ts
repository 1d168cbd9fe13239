import { worstFirst } from '../issues/issue-order.ts';
import type { ScanRow } from '../scans/scan-rows.ts';
import { type ScanSettings, settingsAt } from '../settings/scan-settings.ts';
import type { Queries } from '../store/dialect.ts';
import { maximumWaiting, queuePatch, waitingPatches } from './patch-queue.ts';

/** Patches that one scan asks for: each is an analysis of the whole folder. */
const mostAScan = 20;
/** Issues that are looked through for them. */
const mostLookedAt = 2_000;

/**
 * Asks for patches of the critical and high issues that a scan found for the first time, the worst first, where settings
 * want them. Nobody applies them: they wait to be reviewed, as those that a person asks for.
 */
export async function queueAutomaticPatches(
  db: Queries,
  scan: ScanRow,
  settings: ScanSettings,
  at: string,
): Promise<void> {
  if (![settings, ...settings.applications].some(({ autoPatching }) => autoPatching)) return;
  const found = await db
    .selectFrom('issues')
    .select(['id', 'organization_id', 'file'])
    .where('repository_id', '=', scan.repository_id)
    .where('branch', '=', scan.branch)
    .where('first_scan_id', '=', scan.id)
    .where('status', '=', 'PENDING_REVIEW')
    .where('severity', 'in', ['CRITICAL', 'HIGH'])
    .where('hidden', '=', 0)
    .where('patch', 'is', null)
    .orderBy(worstFirst)
    .limit(mostLookedAt)
    .execute();
  const room = Math.min(mostAScan, maximumWaiting - (await waitingPatches(db)));
  const wanted = found
    .filter(({ file }) => settingsAt(settings, file).autoPatching)
    .slice(0, Math.max(0, room));
  for (const { id, organization_id: organizationId } of wanted)
    await queuePatch(db, { id, organizationId, force: false, upgrade: undefined }, undefined, at);
}
