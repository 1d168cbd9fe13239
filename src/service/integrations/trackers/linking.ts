import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import type { TrackerIssue } from '../../../api/contract/issue.ts';
import { isOfProject } from '../../../api/trackers/keys.ts';
import { type Caller, instant } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import { issueToTriage } from '../../issues/issue-access.ts';
import { fullIssue, wholeIssue } from '../../issues/issue-rows.ts';
import { trackerIssue } from '../../issues/tracker-issue.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Queries } from '../../store/dialect.ts';
import { asked, portOf, settingsOf, type TrackerRow, type Tracking, trackerOf } from './connected.ts';
import { onEveryBranch, recordLink } from './linked.ts';
import type { TrackedIssue } from './tracker.ts';

type Request = ParsedRequestOf<typeof contract.triage.linkTrackerIssue>;

const longestReadMs = 20_000;

/**
 * Links the tracker's issue in which this one is followed up, or takes the link away. What a connected tracker has is read there;
 * every other address is kept as it was given.
 */
export async function linkTrackerIssue(
  core: Tracking,
  caller: Caller,
  request: Request,
): Promise<ResponseOf<typeof contract.triage.linkTrackerIssue>> {
  const { id, reach } = await issueToTriage(core, caller, request);
  const { organization_id: organizationId } = await fullIssue(core.db, reach, id);
  const issueIds = await onEveryBranch(core.db, id);
  const link = await linkOf(core, organizationId, request);
  await core.db.transaction().execute(async (transaction) => {
    if (link.kind === 'connected') await recordLink(core, transaction, { ...link, issueIds });
    else await keep(core, transaction, issueIds, link.issue);
    // A person says where it is followed up: nothing that was left unclear has to be looked up any more.
    await transaction.deleteFrom('tracker_claims').where('issue_id', 'in', issueIds).execute();
  });
  return { issue: await wholeIssue(core, reach, id) };
}

type Link =
  | { readonly kind: 'connected'; readonly trackerId: string; readonly found: TrackedIssue }
  | { readonly kind: 'address'; readonly issue: TrackerIssue | null };

/** @throws Refusal 404 for another tracker; 422 where the named one does not have it */
async function linkOf(core: Tracking, organizationId: string, request: Request): Promise<Link> {
  const { url, trackerId, id, title } = request;
  if (url === null) return { kind: 'address', issue: null };
  if (trackerId !== undefined) {
    const row = await trackerOf(core, organizationId, trackerId);
    const found = await asked(core, row, id === undefined ? 'url' : 'id', async (port) => {
      const key = id ?? (url === undefined ? undefined : port.keyOf(new URL(url)));
      if (key === undefined || !isOfProject(settingsOf(row).project, key))
        throw new ProviderFailure(
          'missing',
          `Name an issue of ${settingsOf(row).project}, as ${row.name} names it.`,
        );
      return await port.read(key, AbortSignal.timeout(longestReadMs));
    });
    return { kind: 'connected', trackerId, found };
  }
  if (url === undefined)
    throw impossible('url', 'Give the address of the tracker’s issue, or trackerId and id.');
  return (
    (await inConnected(core, organizationId, new URL(url))) ?? {
      kind: 'address',
      issue: trackerIssue(url, id, title),
    }
  );
}

/** Of the connected tracker whose address it is; undefined where none has it, or does not say so. */
async function inConnected(core: Tracking, organizationId: string, url: URL): Promise<Link | undefined> {
  const rows = await core.db
    .selectFrom('trackers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('seq')
    .execute();
  const late = AbortSignal.timeout(longestReadMs);
  for (const row of rows) {
    if (new URL(row.base_url).origin !== url.origin) continue;
    const found = await readAt(core, row, url, late);
    if (found) return { kind: 'connected', trackerId: row.id, found };
  }
  return undefined;
}

async function readAt(
  core: Tracking,
  row: TrackerRow,
  url: URL,
  signal: AbortSignal,
): Promise<TrackedIssue | undefined> {
  try {
    const port = await portOf(core, row);
    const key = port.keyOf(url);
    return key !== undefined && isOfProject(settingsOf(row).project, key)
      ? await port.read(key, signal)
      : undefined;
  } catch (error) {
    if (error instanceof ProviderFailure || signal.aborted) return undefined;
    throw error;
  }
}

async function keep(
  core: Tracking,
  db: Queries,
  issueIds: readonly string[],
  issue: TrackerIssue | null,
): Promise<void> {
  await db
    .updateTable('issues')
    .set({ tracker: issue && JSON.stringify(issue), tracker_issue_id: null, updated_at: instant(core) })
    .where('id', 'in', issueIds)
    .execute();
}
