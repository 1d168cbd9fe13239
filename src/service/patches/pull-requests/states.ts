import { type Core, instant, newId } from '../../core/context.ts';
import { addStatusChanges } from '../../core/event-outbox.ts';
import { pathBelow } from '../../providers/connected.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { Queries } from '../../store/dialect.ts';
import type { PatchPullRequestTable } from '../../store/tables/provider-tables.ts';
import { patchRow, resolvedWith, savePatch } from '../patch-rows.ts';

type Row = Omit<PatchPullRequestTable, 'seq'>;
export type PatchPullRequestState = Row['state'];

/** How old the known state of an open pull request may be. */
const staleMs = 5 * 60_000;
/** States that are asked for at once, and the longest wait for them. */
const mostAsked = 20;
const longestMs = 10_000;

/**
 * Records how the pull request of a patch stands at its host; nothing where it is no patch's. Closed without being merged,
 * its issues are what they were before they were `PATCHING`; opened again, they are `PATCHING` again.
 */
export async function recordPatchState(
  core: Core,
  which: { readonly repositoryId: string; readonly number: number },
  now: { readonly state: PatchPullRequestState; readonly title: string },
): Promise<void> {
  const at = instant(core);
  const changed = await core.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('patch_pull_requests')
      .selectAll()
      .where('repository_id', '=', which.repositoryId)
      .where('number', '=', which.number)
      .executeTakeFirst();
    if (!row) return false;
    await transaction
      .updateTable('patch_pull_requests')
      .set({ state: now.state, title: now.title, checked_at: at })
      .where('id', '=', row.id)
      .execute();
    const wasClosed = row.state === 'CLOSED';
    const isClosed = now.state === 'CLOSED';
    if (wasClosed === isClosed) return false;
    await (isClosed ? putBack : patchAgain)(transaction, row, at);
    return true;
  });
  if (changed) core.happened();
}

/** Asks hosts how pull requests stand that are open as far as is known; one that does not answer leaves what is known. */
export async function askForStates(
  core: ServiceCore,
  only?: readonly string[],
): Promise<ReadonlyMap<string, PatchPullRequestState>> {
  const stale = new Date(core.now().getTime() - staleMs).toISOString();
  let query = core.db
    .selectFrom('patch_pull_requests as opened')
    .innerJoin('repositories', 'repositories.id', 'opened.repository_id')
    .select(['opened.id', 'opened.number', 'opened.repository_id'])
    .select(['repositories.installation_id', 'repositories.url'])
    .where('opened.state', '=', 'OPEN')
    .where('opened.checked_at', '<', stale)
    .where('repositories.installation_id', 'is not', null)
    .orderBy('opened.checked_at')
    .limit(mostAsked);
  if (only) query = query.where('opened.id', 'in', [...only, '']);
  const signal = AbortSignal.timeout(longestMs);
  const states = new Map<string, PatchPullRequestState>();
  const asked = await Promise.allSettled(
    (await query.execute()).map(async ({ id, number, repository_id, installation_id, url }) => {
      const { installation, provider } = await core.providers.of(installation_id ?? '');
      const path = pathBelow(installation.base_url, url ?? '');
      if (path === undefined) return;
      const found = await provider.pullRequest(path, number, signal);
      states.set(id, found.state);
      await recordPatchState(core, { repositoryId: repository_id, number }, found);
    }),
  );
  for (const one of asked)
    if (one.status === 'rejected' && !signal.aborted && !(one.reason instanceof ProviderFailure))
      throw one.reason;
  return states;
}

/** Gives the issues of a pull request that was closed the status back that they had before. */
async function putBack(db: Queries, row: Row, at: string): Promise<void> {
  const patch = await patchRow(db, row.issue_id);
  if (patch?.id === row.patch_id) await savePatch(db, { ...patch, approved_at: null, approved_by: null });
  for (const issue of await issuesOf(db, row)) {
    if (issue.status !== 'PATCHING') continue;
    const last = await db
      .selectFrom('triage_history')
      .select('from_status')
      .where('issue_id', '=', issue.id)
      .where('to_status', '=', 'PATCHING')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const to = last?.from_status ?? 'PENDING_REVIEW';
    await change(db, issue, to, `Pull request #${row.number} was closed without being merged.`, at);
  }
}

async function patchAgain(db: Queries, row: Row, at: string): Promise<void> {
  for (const issue of await issuesOf(db, row))
    if (issue.status !== 'PATCHING' && issue.status !== 'RESOLVED')
      await change(db, issue, 'PATCHING', `Pull request #${row.number} was opened again.`, at);
}

/** The issues that a pull request is to end, but for those that another open one is to end as well. */
async function issuesOf(db: Queries, row: Row) {
  const patch = await patchRow(db, row.issue_id);
  const also = patch?.id === row.patch_id ? await resolvedWith(db, patch) : [];
  return await db
    .selectFrom('issues')
    .select(['id', 'status', 'organization_id', 'repository_id'])
    .where('id', 'in', [row.issue_id, ...also])
    .where('id', 'not in', (of) =>
      of
        .selectFrom('patch_pull_requests')
        .select('issue_id')
        .where('repository_id', '=', row.repository_id)
        .where('state', '=', 'OPEN')
        .where('id', '!=', row.id),
    )
    .execute();
}

type Issue = Awaited<ReturnType<typeof issuesOf>>[number];

async function change(db: Queries, issue: Issue, to: Issue['status'], reason: string, at: string) {
  await db.updateTable('issues').set({ status: to, updated_at: at }).where('id', '=', issue.id).execute();
  await db
    .insertInto('triage_history')
    .values({
      id: newId(),
      issue_id: issue.id,
      user_id: null,
      at,
      from_status: issue.status,
      to_status: to,
      disposition: null,
      reason,
    })
    .execute();
  await addStatusChanges(db, [issue], { to, by: 'system', at });
}
