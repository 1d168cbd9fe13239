import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import type { TrackerVisibility } from '../../../api/contract/integrations/trackers.ts';
import { type Caller, instant, newId } from '../../core/context.ts';
import { conflict, impossible } from '../../core/errors.ts';
import { issueToTriage } from '../../issues/issue-access.ts';
import { type FullIssueRow, fullIssue, wholeIssue } from '../../issues/issue-rows.ts';
import { ProviderFailure, type ProviderFault } from '../../providers/failure.ts';
import type { TrackerClaimTable } from '../../store/tables/integration-tables.ts';
import { asked, note, portOf, settingsOf, type TrackerRow, type Tracking, trackerOf } from './connected.ts';
import { type DraftChanges, draftOf, textOf } from './draft.ts';
import { onEveryBranch, recordLink } from './linked.ts';
import type { TrackedIssue } from './tracker.ts';

type Operations = typeof contract.trackers;

/** The longest that creating takes; how long after its beginning a claim is nobody's any more is longer. */
const longestMs = 45_000;
const claimedMs = 60_000;
const longestVisibilityMs = 10_000;

/** Faults after which the tracker has created nothing for sure. */
const surelyNot: ReadonlySet<ProviderFault> = new Set([
  'credentials',
  'forbidden',
  'missing',
  'limited',
  'conflict',
  'refused',
]);

/** What would be sent, and who reads it; nothing of the issue is sent. */
export async function previewTrackerIssue(
  core: Tracking,
  caller: Caller,
  request: ParsedRequestOf<Operations['previewTrackerIssue']>,
): Promise<ResponseOf<Operations['previewTrackerIssue']>> {
  const { id, reach } = await issueToTriage(core, caller, request);
  const row = await fullIssue(core.db, reach, id);
  const tracker = await trackerOf(core, row.organization_id, request.trackerId);
  const draft = draftOf(core, row, tracker, request, '(given when it is created)');
  const { project, title, blocks, labels, priority } = draft;
  return {
    draft: {
      trackerId: tracker.id,
      trackerName: tracker.name,
      project,
      title,
      text: request.text ?? textOf(row),
      description: await asked(core, tracker, 'trackerId', async (port) => port.rendered(blocks)),
      labels: [...labels],
      ...(priority === undefined ? {} : { priority }),
      visibility: await visibilityOf(core, tracker, project),
    },
  };
}

/** One that does not say so leaves it unknown: a person decides what they see. */
async function visibilityOf(
  core: Tracking,
  tracker: TrackerRow,
  project: string,
): Promise<TrackerVisibility> {
  const late = AbortSignal.timeout(longestVisibilityMs);
  try {
    return await (await portOf(core, tracker)).visibility(project, late);
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !late.aborted) throw error;
    if (error instanceof ProviderFailure) await note(core, tracker.id, error);
    return 'unknown';
  }
}

/**
 * Creates an issue in a tracker, once: what is claimed first is written down, and what an attempt left unclear is looked up by its
 * marker before another one is made.
 */
export async function createTrackerIssue(
  core: Tracking,
  caller: Caller,
  request: ParsedRequestOf<Operations['createTrackerIssue']>,
): Promise<ResponseOf<Operations['createTrackerIssue']>> {
  const { id, reach } = await issueToTriage(core, caller, request);
  const tracker = await trackerOf(
    core,
    (await fullIssue(core.db, reach, id)).organization_id,
    request.trackerId,
  );
  const issueIds = await onEveryBranch(core.db, id);
  const claim = await claimOf(core, issueIds, tracker);
  // Read behind the claim: whoever had it before may have just linked one.
  const row = await fullIssue(core.db, reach, id);
  let created = false;
  if (row.tracker === null) {
    const earlier = claim.isNew ? undefined : await lookUp(core, tracker, claim);
    const found = earlier ?? (await create(core, row, tracker, claim, request));
    created = earlier === undefined;
    await core.db.transaction().execute(async (transaction) => {
      await recordLink(core, transaction, { issueIds, trackerId: tracker.id, found });
      await transaction.deleteFrom('tracker_claims').where('issue_id', '=', claim.issue_id).execute();
    });
  } else await release(core, claim);
  return { issue: await wholeIssue(core, reach, id), created };
}

type Claim = TrackerClaimTable & { readonly isNew: boolean };

/** @throws Refusal 409 while somebody else creates it */
async function claimOf(core: Tracking, issueIds: readonly string[], tracker: TrackerRow): Promise<Claim> {
  const at = instant(core);
  // The same for all who ask, on whichever branch they look.
  const issueId = issueIds.toSorted()[0] ?? '';
  const fresh = {
    issue_id: issueId,
    tracker_id: tracker.id,
    project: settingsOf(tracker).project,
    // One word of letters and digits: no markup escapes a part of it.
    marker: `parapet${newId().replaceAll('-', '')}`,
    begun_at: at,
    tried_at: at,
  };
  const inserted = await core.db
    .insertInto('tracker_claims')
    .values(fresh)
    .onConflict((on) => on.column('issue_id').doNothing())
    .returning('issue_id')
    .executeTakeFirst();
  if (inserted) return { ...fresh, isNew: true };
  const free = new Date(core.now().getTime() - claimedMs).toISOString();
  const taken = await core.db
    .updateTable('tracker_claims')
    .set({ tried_at: at })
    .where('issue_id', '=', issueId)
    .where('tried_at', '<=', free)
    .returningAll()
    .executeTakeFirst();
  if (!taken) throw conflict('This issue is being created in a tracker. Look again in a minute.');
  if (taken.tracker_id !== tracker.id)
    throw conflict(
      'Whether this issue was created in another tracker is not known yet. Ask for it there again, or link it.',
    );
  return { ...taken, isNew: false };
}

async function release({ db }: Tracking, { issue_id }: Claim): Promise<void> {
  await db.deleteFrom('tracker_claims').where('issue_id', '=', issue_id).execute();
}

function lookUp(core: Tracking, tracker: TrackerRow, claim: Claim): Promise<TrackedIssue | undefined> {
  return asked(core, tracker, 'trackerId', async (port) => {
    const search = {
      project: claim.project,
      marker: claim.marker,
      since: new Date(claim.begun_at),
      now: core.now(),
    };
    return await port.find(search, AbortSignal.timeout(longestMs));
  });
}

async function create(
  core: Tracking,
  row: FullIssueRow,
  tracker: TrackerRow,
  claim: Claim,
  changes: DraftChanges,
): Promise<TrackedIssue> {
  const draft = draftOf(core, row, tracker, changes, claim.marker);
  const late = AbortSignal.timeout(longestMs);
  try {
    const found = await (await portOf(core, tracker)).create(draft, late);
    await note(core, tracker.id, undefined);
    return found;
  } catch (error) {
    if (error instanceof ProviderFailure && surelyNot.has(error.fault)) {
      await release(core, claim);
      await note(core, tracker.id, error);
      throw impossible('trackerId', error.message);
    }
    if (error instanceof ProviderFailure || late.aborted) {
      const reason = error instanceof ProviderFailure ? error.message : 'The tracker did not answer in time.';
      throw impossible(
        'trackerId',
        `${reason} Whether the issue was created is not known. Ask again in a minute: it is looked up first.`,
      );
    }
    throw error;
  }
}
