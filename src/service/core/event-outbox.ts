import type { TriggerKind } from '../../api/contract/agent/triggers.ts';
import type { IssueStatus } from '../../api/contract/vocabulary.ts';
import type { Queries } from '../store/dialect.ts';
import { type Caller, type Core, instant } from './context.ts';

/**
 * What happens and may fire event triggers. It is written down in the transaction in which it happens, so that it is
 * known if and only if it happened, whatever becomes of the process; `dispatch.ts` takes it from there.
 */
export type Occurrence =
  | { readonly kind: 'scanCompleted' | 'scanFailed' | 'newIssue'; readonly scanId: string }
  | {
      readonly kind: 'issueStatusChanged';
      readonly issueIds: readonly string[];
      readonly from: IssueStatus;
      readonly to: IssueStatus;
      readonly by: 'person' | 'system';
    }
  | { readonly kind: 'patchReady'; readonly issueId: string };

export interface Where {
  readonly organizationId: string;
  readonly repositoryId: string;
  /** The agent's job that brought it about. */
  readonly jobId?: string | undefined;
}

/** Writes down what happened where a trigger or the chat channel of the organization waits for its kind. */
export async function addOccurrence(
  db: Queries,
  { organizationId, repositoryId, jobId }: Where,
  occurrence: Occurrence,
  at: string,
): Promise<void> {
  if (!(await isAwaited(db, organizationId, occurrence.kind))) return;
  await db
    .insertInto('agent_outbox')
    .values({
      organization_id: organizationId,
      repository_id: repositoryId,
      kind: occurrence.kind,
      occurrence: JSON.stringify(occurrence),
      job_id: jobId ?? null,
      at,
    })
    .execute();
}

/** What a chat channel may be told. */
const ofChat: ReadonlySet<TriggerKind> = new Set(['newIssue', 'patchReady', 'scanFailed']);

async function isAwaited(db: Queries, organizationId: string, kind: TriggerKind): Promise<boolean> {
  const trigger = await db
    .selectFrom('agent_triggers')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('enabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  if (trigger !== undefined || !ofChat.has(kind)) return trigger !== undefined;
  const channel = await db
    .selectFrom('chat_channels')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return channel !== undefined;
}

interface EndedScan {
  readonly id: string;
  readonly organization_id: string;
  readonly repository_id: string;
}

/** That a scan ended, and, however it ended, that it may have found something new. */
export async function addScanEnd(
  core: Pick<Core, 'now' | 'happened'>,
  db: Queries,
  scan: EndedScan,
  ended: 'scanCompleted' | 'scanFailed' | 'cancelled',
): Promise<void> {
  const { organization_id: organizationId, repository_id: repositoryId, id: scanId } = scan;
  const where = { organizationId, repositoryId, jobId: await causeOf(db, scanId) };
  const at = instant(core);
  if (ended !== 'cancelled') await addOccurrence(db, where, { kind: ended, scanId }, at);
  await addOccurrence(db, where, { kind: 'newIssue', scanId }, at);
  core.happened();
}

export async function addPatchReady(
  core: Pick<Core, 'happened'>,
  db: Queries,
  patch: { readonly id: string; readonly issue_id: string },
  at: string,
): Promise<void> {
  const { issue_id: issueId } = patch;
  const issue = await db
    .selectFrom('issues')
    .select(['organization_id', 'repository_id'])
    .where('id', '=', issueId)
    .executeTakeFirstOrThrow();
  const where = {
    organizationId: issue.organization_id,
    repositoryId: issue.repository_id,
    jobId: await causeOf(db, patch.id),
  };
  await addOccurrence(db, where, { kind: 'patchReady', issueId }, at);
  core.happened();
}

/** An issue before its status was changed. */
export interface Changed {
  readonly id: string;
  readonly organization_id: string;
  readonly repository_id: string;
  readonly status: IssueStatus;
}

export interface StatusChange {
  readonly to: IssueStatus;
  readonly by: 'person' | 'system';
  readonly at: string;
  readonly jobId?: string | undefined;
}

/** That issues have another status; one occurrence a repository and former status. */
export async function addStatusChanges(
  db: Queries,
  before: readonly Changed[],
  { to, by, at, jobId }: StatusChange,
): Promise<void> {
  const changed = before.filter(({ status }) => status !== to);
  const groups = new Map<string, Changed[]>();
  for (const issue of changed) {
    const key = `${issue.repository_id} ${issue.status}`;
    groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  for (const issues of groups.values()) {
    const [first] = issues;
    if (!first) continue;
    await addOccurrence(
      db,
      { organizationId: first.organization_id, repositoryId: first.repository_id, jobId },
      {
        kind: 'issueStatusChanged',
        issueIds: issues.map(({ id }) => id),
        from: first.status,
        to,
        by,
      },
      at,
    );
  }
}

/** That the agent asked for scans or patches: what they bring about later is its doing, and fires no trigger. */
export async function addCauses(
  db: Queries,
  caller: Pick<Caller, 'agentJobId'>,
  subjectIds: readonly string[],
  at: string,
): Promise<void> {
  const { agentJobId } = caller;
  if (agentJobId === undefined || subjectIds.length === 0) return;
  await db
    .insertInto('agent_causes')
    .values(subjectIds.map((id) => ({ subject_id: id, job_id: agentJobId, at })))
    .onConflict((on) => on.column('subject_id').doUpdateSet({ job_id: agentJobId, at }))
    .execute();
}

export async function causeOf(db: Queries, subjectId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('agent_causes')
    .select('job_id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();
  return row?.job_id;
}

/** Forgets what was asked for before the time: it has long ended. */
export async function forgetOldCauses(db: Queries, before: string): Promise<void> {
  await db.deleteFrom('agent_causes').where('at', '<', before).execute();
}

/** That the agent had a patch made, or decided on it; for the list of its patches. */
export async function addAgentPatches(
  db: Queries,
  caller: Pick<Caller, 'agentJobId'>,
  issues: readonly { readonly id: string; readonly organizationId: string }[],
  at: string,
): Promise<void> {
  const { agentJobId } = caller;
  if (agentJobId === undefined || issues.length === 0) return;
  await db
    .insertInto('agent_patches')
    .values(
      issues.map(({ id, organizationId }) => ({
        issue_id: id,
        organization_id: organizationId,
        job_id: agentJobId,
        at,
      })),
    )
    .onConflict((on) => on.column('issue_id').doUpdateSet({ job_id: agentJobId, at }))
    .execute();
}
