import { busyPatchStatuses } from '../../api/contract/vocabulary.ts';
import type { UpgradeWish } from '../analysis/upgrades/propose.ts';
import { newId } from '../core/context.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Queries } from '../store/dialect.ts';
import { type PatchRow, savePatch } from './patch-rows.ts';

/** Patches that may wait at once, of everyone together. */
export const maximumWaiting = 1_000;

export async function waitingPatches(db: Queries): Promise<number> {
  const { waiting } = await db
    .selectFrom('patches')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('status', 'in', busyPatchStatuses)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

export interface WantedPatch {
  /** Of the issue. */
  readonly id: string;
  readonly organizationId: string;
  readonly force: boolean;
  readonly upgrade: UpgradeWish | undefined;
}

/** Records that a patch is to be made, and its job. @param before the patch that it is in the place of */
export async function queuePatch(
  db: Queries,
  issue: WantedPatch,
  before: PatchRow | undefined,
  at: string,
): Promise<PatchRow> {
  const row: PatchRow = {
    issue_id: issue.id,
    id: newId(),
    organization_id: issue.organizationId,
    status: 'QUEUED',
    stage: 'Waiting for its turn',
    validation: 'NOT_RUN',
    forced: issue.force ? 1 : 0,
    attempts: 0,
    error_message: null,
    content: null,
    evidence: null,
    trace: null,
    upgrade: issue.upgrade ? JSON.stringify(issue.upgrade) : null,
    before: before ? JSON.stringify({ ...before, before: null }) : null,
    approved_at: null,
    approved_by: null,
    created_at: at,
    updated_at: at,
  };
  await savePatch(db, row);
  await enqueue(db, { id: newId(), kind: 'patch', subjectId: issue.id, at });
  return row;
}
