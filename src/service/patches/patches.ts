import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import { busyPatchStatuses } from '../../api/contract/vocabulary.ts';
import { readBase } from '../analysis/base-text.ts';
import { type Caller, type Core, instant, newId, stored } from '../core/context.ts';
import { conflict, impossible, notFound, Refusal } from '../core/errors.ts';
import { addAgentPatches, addCauses, addStatusChanges } from '../core/event-outbox.ts';
import { type Reach, reachOver } from '../core/reach.ts';
import { namedIssues } from '../issues/issue-access.ts';
import { dropJobs } from '../jobs/queue.ts';
import { traceName } from '../models/connection.ts';
import { mayAsk } from '../models/models.ts';
import { type CodeAccess, openIssueCode } from '../repositories/repository-code.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';
import { maximumWaiting, queuePatch, waitingPatches } from './patch-queue.ts';
import {
  contentOf,
  type PatchRow,
  patchRow,
  patchRows,
  resolvedWith,
  savePatch,
  toPatch,
  toStatusItem,
  traceOf,
} from './patch-rows.ts';

type Operations = typeof contract.patches;
type Coded = Core & CodeAccess;
type Working = Coded & Pick<ServiceCore, 'work' | 'models' | 'ownSockets'>;

/** Has patches made: queued, all or none. One that is being made goes on. */
export async function generatePatch(
  core: Working,
  caller: Caller,
  request: ParsedRequestOf<Operations['generatePatch']>,
): Promise<ResponseOf<Operations['generatePatch']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  // A package manager runs as the user that the service runs as.
  if (request.upgrade?.runPackageManager && !core.ownSockets)
    throw impossible('upgrade.runPackageManager', 'A service for several people runs no package manager.');
  const single = request.issueId !== undefined;
  const issueIds = [...new Set(request.issueIds ?? [request.issueId ?? ''])];
  const unasked = await withModelUnasked(core, await issuesOf(core.db, caller, reach, issueIds, { single }));
  const patches = await core.db.transaction().execute(async (transaction) => {
    const issues = await issuesOf(transaction, caller, reach, issueIds, { single });
    const rows = await patchRows(transaction, issueIds);
    for (const [index, { id }] of issues.entries()) {
      const field = single ? 'issueId' : `issueIds[${index}]`;
      const row = rows.get(id);
      const isAskedOtherwise = request.upgrade !== undefined || unasked.has(id);
      if (row?.status === 'UNPATCHABLE' && !request.force && !isAskedOtherwise) throw unpatchable(row, field);
    }
    const begun = issues.filter(({ id }) => !isBusy(rows.get(id)));
    await refuseTooMany(transaction, begun.length);
    for (const { id, organizationId } of begun) {
      const wanted = { id, organizationId, force: request.force, upgrade: request.upgrade };
      const row = await queuePatch(transaction, wanted, rows.get(id), instant(core));
      rows.set(id, row);
      await addCauses(transaction, caller, [row.id], row.created_at);
    }
    await addAgentPatches(transaction, caller, issues, instant(core));
    return issueIds.map((id) => toStatusItem(id, rows.get(id)));
  });
  core.work.wake();
  return { patches };
}

/** Those without a patch for which a language model may be asked now that was not asked then. */
async function withModelUnasked(core: Working, issues: readonly PatchedIssue[]): Promise<Set<string>> {
  const rows = await patchRows(
    core.db,
    issues.map(({ id }) => id),
  );
  const unasked = new Set<string>();
  for (const { id, organizationId, repositoryId } of issues) {
    const row = rows.get(id);
    if (row?.status !== 'UNPATCHABLE') continue;
    const model = await mayAsk(core, core.models, organizationId, repositoryId);
    if (model && traceOf(row)?.model !== traceName(model.connection)) unasked.add(id);
  }
  return unasked;
}

const isBusy = (row: PatchRow | undefined): boolean =>
  row !== undefined && busyPatchStatuses.includes(row.status);

function unpatchable(row: PatchRow, field: string): Refusal {
  const message = `No patch can be made: ${row.error_message ?? 'no reason was kept.'} \`force: true\` tries again.`;
  return conflict(message, { issues: [{ path: field, message }] });
}

async function refuseTooMany(db: Queries, more: number): Promise<void> {
  const waiting = await waitingPatches(db);
  if (waiting + more > maximumWaiting)
    throw new Refusal(429, `${waiting} patches are waiting already; at most ${maximumWaiting} may.`, {
      retryAfter: 30,
    });
}

interface PatchedIssue {
  readonly id: string;
  readonly organizationId: string;
  readonly repositoryId: string;
  readonly branch: string;
}

/** @throws Refusal for the first that is not there: 404 for one by itself, 422 for one of a list; 403 */
async function issuesOf(
  db: Queries,
  caller: Caller,
  reach: Reach,
  issueIds: readonly string[],
  { single, permission = 'ISSUE_TRIAGE' }: { single: boolean; permission?: RepositoryPermission },
): Promise<PatchedIssue[]> {
  const found = await namedIssues(db, caller, reach, issueIds, permission).catch((error: unknown) => {
    throw single && error instanceof Refusal && error.status === 422 ? notFound('issue') : error;
  });
  const byId = new Map(found.map((issue) => [issue.id, issue]));
  return issueIds.flatMap((id) => {
    const issue = byId.get(id);
    if (!issue) return [];
    return {
      id,
      organizationId: issue.organization_id,
      repositoryId: issue.repository_id,
      branch: issue.branch,
    };
  });
}

export async function patchStatuses(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['patchStatuses']>,
): Promise<ResponseOf<Operations['patchStatuses']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const seen = { single: false, permission: 'REPOSITORY_VIEW' } as const;
  await issuesOf(core.db, caller, reach, [...new Set(request.issueIds)], seen);
  const rows = await patchRows(core.db, request.issueIds);
  return { patches: request.issueIds.map((id) => toStatusItem(id, rows.get(id))) };
}

export async function getPatch(
  core: Coded,
  caller: Caller,
  request: ParsedRequestOf<Operations['getPatch']>,
): Promise<ResponseOf<Operations['getPatch']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const seen = { single: true, permission: 'REPOSITORY_VIEW' } as const;
  const [issue] = await issuesOf(core.db, caller, reach, [request.issueId], seen);
  const row = await patchRow(core.db, request.issueId);
  const resolves = row ? await resolvedWith(core.db, row) : [];
  return { patch: toPatch(request.issueId, row, await isCurrent(core, issue, row), resolves) };
}

/** Whether every file is, byte for byte, as the patch was made for; undefined where there is no patch to apply. */
async function isCurrent(
  core: Coded,
  issue: PatchedIssue | undefined,
  row: PatchRow | undefined,
): Promise<boolean | undefined> {
  const content = row?.status === 'READY' ? contentOf(row) : undefined;
  if (!content) return undefined;
  using code = issue && (await openIssueCode(core, issue).catch(() => undefined));
  if (!code) return false;
  for (const { path, baseSha256 } of content.files) {
    const base = await readBase(code.root, path).catch(() => undefined);
    if (base === undefined || typeof base === 'string' || base.sha256 !== baseSha256) return false;
  }
  return true;
}

/** Takes patches out of the queue or stops them; what there was before is there again. */
export async function cancelPatch(
  core: Working,
  caller: Caller,
  request: ParsedRequestOf<Operations['cancelPatch']>,
): Promise<ResponseOf<Operations['cancelPatch']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const issueIds = [...new Set(request.issueIds)];
  const stopped: string[] = [];
  const patches = await core.db.transaction().execute(async (transaction) => {
    await issuesOf(transaction, caller, reach, issueIds, { single: false });
    const rows = await patchRows(transaction, issueIds);
    for (const row of rows.values()) {
      if (!isBusy(row)) continue;
      const next = restored(core, row);
      await savePatch(transaction, next);
      rows.set(row.issue_id, next);
      stopped.push(row.issue_id);
    }
    await dropJobs(transaction, stopped);
    return issueIds.map((id) => toStatusItem(id, rows.get(id)));
  });
  for (const id of stopped) core.work.abort(id);
  return { patches };
}

function restored(core: Core, row: PatchRow): PatchRow {
  if (row.before !== null) return stored<PatchRow>(row.before);
  return { ...row, status: 'NONE', stage: null, updated_at: instant(core) };
}

/** Records that a person took the patch. Writes no file: that is the client's, where the files are open. */
export async function approvePatch(
  core: Coded,
  caller: Caller,
  request: ParsedRequestOf<Operations['approvePatch']>,
): Promise<ResponseOf<Operations['approvePatch']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const [issue] = await issuesOf(core.db, caller, reach, [request.issueId], { single: true });
  const before = await patchRow(core.db, request.issueId);
  if (before?.status !== 'READY') throw conflict('There is no patch that is ready.');
  const current = await isCurrent(core, issue, before);
  const resolves = await resolvedWith(core.db, before);
  const row = await core.db.transaction().execute(async (transaction) => {
    const now = await patchRow(transaction, request.issueId);
    if (now?.status !== 'READY' || now.id !== before.id) throw conflict('The patch is being made anew.');
    const { email } = await transaction
      .selectFrom('users')
      .select('email')
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    const at = instant(core);
    const approved: PatchRow = {
      ...now,
      approved_at: now.approved_at ?? at,
      approved_by: now.approved_by ?? email,
    };
    await savePatch(transaction, approved);
    for (const id of [request.issueId, ...resolves]) await setPatching(transaction, caller, id, at);
    if (issue) await addAgentPatches(transaction, caller, [issue], at);
    return approved;
  });
  core.happened();
  return { patch: toPatch(request.issueId, row, current, resolves) };
}

async function setPatching(db: Queries, caller: Caller, issueId: string, at: string): Promise<void> {
  const before = await db
    .selectFrom('issues')
    .select(['id', 'status', 'organization_id', 'repository_id'])
    .where('id', '=', issueId)
    .executeTakeFirstOrThrow();
  const { status } = before;
  if (status === 'PATCHING' || status === 'RESOLVED') return;
  await db
    .updateTable('issues')
    .set({ status: 'PATCHING', updated_at: at })
    .where('id', '=', issueId)
    .execute();
  await db
    .insertInto('triage_history')
    .values({
      id: newId(),
      issue_id: issueId,
      user_id: caller.userId,
      at,
      from_status: status,
      to_status: 'PATCHING',
      disposition: null,
      reason: 'Its patch was taken.',
    })
    .execute();
  await addStatusChanges(db, [before], { to: 'PATCHING', by: 'person', at, jobId: caller.agentJobId });
}
