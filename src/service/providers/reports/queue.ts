import { setTimeout as sleep } from 'node:timers/promises';
import { type Core, instant, newId } from '../../core/context.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ScanWork } from '../../jobs/scan-work.ts';
import type { PullRequestReports } from '../../scans/pull-requests/reports.ts';
import type { ServiceCore } from '../../service-core.ts';
import { ProviderFailure } from '../failure.ts';

/** How often a report is begun before it is given up. */
const mostAttempts = 3;
/** Before it is tried again where the host did not answer. */
const pausesMs = [2_000, 15_000];

type Queueing = Pick<Core, 'db' | 'now'> & { readonly work: ScanWork };

/** Puts reports on scans of pull requests into the queue. @param core is there once the service is put together */
export function queuedReports(core: () => Queueing, onError: (error: unknown) => void): PullRequestReports {
  const ask = (scanId: string): void => {
    askForReport(core(), scanId).catch(onError);
  };
  return {
    queued: ask,
    ended: ask,
    bypassed: ask,
    triaged: (issueIds) => {
      reportAgain(core(), issueIds).catch(onError);
    },
  };
}

/** Asks for reports on the open pull requests that issues are of. */
async function reportAgain(core: Queueing, issueIds: readonly string[]): Promise<void> {
  if (issueIds.length === 0) return;
  const scans = await core.db
    .selectFrom('issues')
    .innerJoin('pull_requests', (join) =>
      join
        .onRef('pull_requests.repository_id', '=', 'issues.repository_id')
        .onRef('pull_requests.branch', '=', 'issues.branch'),
    )
    .innerJoin('scans', 'scans.pull_request_id', 'pull_requests.id')
    .select((eb) => eb.fn.max('scans.seq').as('seq'))
    .where('issues.id', 'in', [...issueIds])
    .where('pull_requests.state', '=', 'OPEN')
    .groupBy('pull_requests.id')
    .execute();
  for (const { seq } of scans) {
    const scan = await core.db
      .selectFrom('scans')
      .select('id')
      .where('seq', '=', seq)
      .where('status', '=', 'COMPLETED')
      .executeTakeFirst();
    if (scan) await askForReport(core, scan.id);
  }
}

/** Asks for a report on what a scan says now; one that waits already suffices. */
async function askForReport(core: Queueing, scanId: string, attempts = 0): Promise<void> {
  const isAsked = await core.db.transaction().execute(async (transaction) => {
    const served = await transaction
      .selectFrom('scans')
      .innerJoin('repositories', 'repositories.id', 'scans.repository_id')
      .select('scans.pull_request_id')
      .where('scans.id', '=', scanId)
      .where('repositories.installation_id', 'is not', null)
      .executeTakeFirst();
    if (!served) return false;
    const at = instant(core);
    await transaction
      .insertInto('pull_request_reports')
      .values({ scan_id: scanId, status: 'QUEUED', note: null, attempts, created_at: at })
      .onConflict((on) => on.column('scan_id').doUpdateSet({ status: 'QUEUED', note: null, attempts }))
      .execute();
    // A job of its own each time: the one before may be about to end.
    await enqueue(transaction, {
      id: newId(),
      kind: 'pull-request-report',
      subjectId: `${scanId} ${newId()}`,
      at,
    });
    return true;
  });
  if (isAsked) core.work.wake();
}

/** Reports on the pull requests of one service take turns: two at once would comment twice. */
const turns = new WeakMap<object, Map<string, Promise<unknown>>>();

/** @param subject a scan, and what tells this job from others about it */
export async function executeReport(core: ServiceCore, subject: string, signal: AbortSignal): Promise<void> {
  const [scanId = ''] = subject.split(' ');
  const scan = await core.db
    .selectFrom('scans')
    .select('pull_request_id')
    .where('id', '=', scanId)
    .executeTakeFirst();
  if (!scan?.pull_request_id) return;
  const waiting = turns.get(core.work) ?? new Map<string, Promise<unknown>>();
  turns.set(core.work, waiting);
  const key = scan.pull_request_id;
  const turn = (waiting.get(key) ?? Promise.resolve()).then(() => report(core, scanId, signal));
  const settled = turn.catch(() => undefined);
  waiting.set(key, settled);
  try {
    await turn;
  } finally {
    if (waiting.get(key) === settled) waiting.delete(key);
  }
}

async function report(core: ServiceCore, scanId: string, signal: AbortSignal): Promise<void> {
  const row = await core.db
    .updateTable('pull_request_reports')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('scan_id', '=', scanId)
    .where('status', '=', 'QUEUED')
    .returning('attempts')
    .executeTakeFirst();
  if (!row) return;
  // What ends or is triaged while this is written is asked for again: its attempts begin anew, and the row stays queued.
  const { attempts } = row;
  const before = await statusOf(core, scanId);
  const { reportScan } = await import('./report.ts');
  for (let tried = 0; ; tried++) {
    try {
      const note = await reportScan(core, scanId, signal);
      if ((await statusOf(core, scanId)) === before) await end(core, scanId, 'DONE', note, attempts);
      return;
    } catch (error) {
      if (signal.aborted) return;
      const isExpected = error instanceof ProviderFailure;
      const mayPass = error instanceof ProviderFailure && ['unreachable', 'limited'].includes(error.fault);
      const pause = pausesMs[tried];
      if (mayPass && pause !== undefined) {
        await sleep(pause, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        continue;
      }
      if (error instanceof ProviderFailure) await noteFailure(core, scanId, error);
      const reason = isExpected ? error.message : 'The service failed at this report.';
      await end(core, scanId, 'FAILED', reason, attempts);
      if (!isExpected) throw error;
      return;
    }
  }
}

/** An administrator has to know that the credentials do not suffice for reports. */
async function noteFailure(core: ServiceCore, scanId: string, failure: ProviderFailure): Promise<void> {
  const row = await core.db
    .selectFrom('scans')
    .innerJoin('repositories', 'repositories.id', 'scans.repository_id')
    .select('repositories.installation_id')
    .where('scans.id', '=', scanId)
    .executeTakeFirst();
  if (row?.installation_id) await core.providers.note(row.installation_id, failure);
}

async function statusOf({ db }: Pick<Core, 'db'>, scanId: string): Promise<string | undefined> {
  const row = await db.selectFrom('scans').select('status').where('id', '=', scanId).executeTakeFirst();
  return row?.status;
}

async function end(
  { db }: Pick<Core, 'db'>,
  scanId: string,
  status: 'DONE' | 'FAILED',
  note: string,
  attempts: number,
): Promise<void> {
  await db
    .updateTable('pull_request_reports')
    .set({ status, note })
    .where('scan_id', '=', scanId)
    .where('attempts', '=', attempts)
    .execute();
}

/**
 * Asks again for reports that a stopped or killed service had not made, those on scans that had just ended, too. To be
 * called before the queue is worked on.
 */
export async function resumeReports(core: ServiceCore): Promise<void> {
  await core.db.deleteFrom('jobs').where('kind', '=', 'pull-request-report').execute();
  const latest = await core.db
    .selectFrom('scans')
    .innerJoin('repositories', 'repositories.id', 'scans.repository_id')
    .innerJoin('pull_requests', 'pull_requests.id', 'scans.pull_request_id')
    .leftJoin('pull_request_reports', 'pull_request_reports.scan_id', 'scans.id')
    .select(['scans.id', 'pull_request_reports.status', 'pull_request_reports.attempts'])
    .where('scans.pull_request_id', 'is not', null)
    .where('repositories.installation_id', 'is not', null)
    .where('scans.seq', 'in', (eb) =>
      eb
        .selectFrom('scans as last')
        .select((of) => of.fn.max('last.seq').as('seq'))
        .where('last.pull_request_id', 'is not', null)
        .groupBy('last.pull_request_id'),
    )
    .where((eb) =>
      eb.or([
        eb('pull_request_reports.status', '=', 'QUEUED'),
        eb.and([eb('pull_request_reports.status', 'is', null), eb('pull_requests.state', '=', 'OPEN')]),
      ]),
    )
    .execute();
  for (const { id, attempts } of latest) {
    const begun = attempts ?? 0;
    if (begun < mostAttempts) await askForReport(core, id, begun);
    else await end(core, id, 'FAILED', `The service ended ${begun} times during this report.`, begun);
  }
}
