import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { Refusal } from '../core/errors.ts';
import { reachOver } from '../core/reach.ts';
import { namedIssues } from '../issues/issue-access.ts';
import { dropJobs, enqueue } from '../jobs/queue.ts';
import type { ScanWork } from '../jobs/scan-work.ts';
import type { Queries } from '../store/dialect.ts';
import {
  type InvestigationRow,
  investigationRows,
  isBusy,
  saveInvestigation,
  toInvestigationItem,
} from './investigation-rows.ts';

type Operations = typeof contract.investigations;
type Working = Core & { work: ScanWork };

const maximumWaiting = 1_000;

/** Puts investigations into the queue, all or none. Of one that waits or runs there is no second. */
export async function requestInvestigation(
  core: Working,
  caller: Caller,
  request: ParsedRequestOf<Operations['requestInvestigation']>,
): Promise<ResponseOf<Operations['requestInvestigation']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const issueIds = [...new Set(request.issueIds)];
  const context = request.context?.trim();
  const investigations = await core.db.transaction().execute(async (transaction) => {
    await namedIssues(transaction, caller, reach, issueIds, 'ISSUE_TRIAGE');
    const rows = await investigationRows(transaction, issueIds);
    const begun = issueIds.filter((id) => !isBusy(rows.get(id)));
    await refuseTooMany(transaction, begun.length);
    for (const issueId of begun) {
      const at = instant(core);
      const row: InvestigationRow = {
        issue_id: issueId,
        id: newId(),
        status: 'QUEUED',
        stage: 'Waiting for its turn',
        context: context === undefined || context === '' ? null : context,
        verdict: null,
        content: null,
        error_message: null,
        attempts: 0,
        created_at: at,
        updated_at: at,
      };
      await saveInvestigation(transaction, row);
      await enqueue(transaction, { id: newId(), kind: 'investigation', subjectId: row.id, at });
      rows.set(issueId, row);
    }
    return itemsOf(issueIds, rows);
  });
  core.work.wake();
  return { investigations };
}

/** Takes investigations out of the queue or stops them. */
export async function cancelInvestigation(
  core: Working,
  caller: Caller,
  request: ParsedRequestOf<Operations['cancelInvestigation']>,
): Promise<ResponseOf<Operations['cancelInvestigation']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const issueIds = [...new Set(request.issueIds)];
  const stopped: string[] = [];
  const investigations = await core.db.transaction().execute(async (transaction) => {
    await namedIssues(transaction, caller, reach, issueIds, 'ISSUE_TRIAGE');
    const rows = await investigationRows(transaction, issueIds);
    for (const row of [...rows.values()].filter(isBusy)) {
      const next: InvestigationRow = { ...row, status: 'CANCELLED', stage: null, updated_at: instant(core) };
      await saveInvestigation(transaction, next);
      rows.set(row.issue_id, next);
      stopped.push(row.id);
    }
    await dropJobs(transaction, stopped);
    return itemsOf(issueIds, rows);
  });
  for (const id of stopped) core.work.abort(id);
  return { investigations };
}

const itemsOf = (issueIds: readonly string[], rows: ReadonlyMap<string, InvestigationRow>) =>
  issueIds.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toInvestigationItem(row)] : [];
  });

async function refuseTooMany(db: Queries, more: number): Promise<void> {
  const { waiting } = await db
    .selectFrom('investigations')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow();
  if (Number(waiting) + more <= maximumWaiting) return;
  throw new Refusal(429, `${waiting} investigations are waiting already; at most ${maximumWaiting} may.`, {
    retryAfter: 30,
  });
}
