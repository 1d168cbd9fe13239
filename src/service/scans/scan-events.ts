import type { EventOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { type Core, stored } from '../core/context.ts';
import { issueRows, toIssueListItems } from '../issues/issue-rows.ts';
import type { Queries } from '../store/dialect.ts';

export type ScanEvent = EventOf<typeof contract.scanEvents.scanEvents>;
type EventName = ScanEvent['event'];
type DataOf<Name extends EventName> = Extract<ScanEvent, { event: Name }>['data'];

/** An issue's event is kept as its number: the issue is read when the event is sent, so the log stays small. */
export interface StoredIssueFound {
  readonly seq: number;
  readonly known: boolean;
}

export type NumberedScanEvent = ScanEvent & { readonly id: number };

export async function addScanEvent<Name extends Exclude<EventName, 'issue.found'>>(
  db: Queries,
  scanId: string,
  type: Name,
  data: DataOf<Name>,
): Promise<void> {
  await db
    .insertInto('scan_events')
    .values({ scan_id: scanId, type, data: JSON.stringify(data) })
    .execute();
}

export function addIssueEvents(
  db: Queries,
  scanId: string,
  found: readonly StoredIssueFound[],
): Promise<void> {
  return addMany(
    db,
    found.map((issue) => ({ scan_id: scanId, type: 'issue.found', data: JSON.stringify(issue) })),
  );
}

export function addResolvedEvents(db: Queries, scanId: string, issueIds: readonly string[]): Promise<void> {
  return addMany(
    db,
    issueIds.map((issueId) => ({
      scan_id: scanId,
      type: 'issue.resolved',
      data: JSON.stringify({ issueId }),
    })),
  );
}

const rowsAtOnce = 500;

async function addMany(db: Queries, rows: { scan_id: string; type: string; data: string }[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('scan_events')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
  }
}

/** The events of a scan after one of them (0: from the first), in order, at most `limit`. */
export async function scanEventsAfter(
  core: Pick<Core, 'db' | 'publicAddress'>,
  scanId: string,
  after: number,
  limit: number,
): Promise<{ events: NumberedScanEvent[]; last: number; more: boolean }> {
  const rows = await core.db
    .selectFrom('scan_events')
    .select(['id', 'type', 'data'])
    .where('scan_id', '=', scanId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const found = rows.flatMap((row) =>
    row.type === 'issue.found' ? [stored<StoredIssueFound>(row.data).seq] : [],
  );
  const issues = await issuesBySeq(core, found);
  const events = rows.flatMap((row): NumberedScanEvent[] => {
    if (row.type !== 'issue.found')
      return [{ id: row.id, event: row.type, data: stored(row.data) } as NumberedScanEvent];
    const { seq, known } = stored<StoredIssueFound>(row.data);
    const issue = issues.get(seq);
    return issue ? [{ id: row.id, event: 'issue.found', data: { issue, known } }] : [];
  });
  return { events, last: rows.at(-1)?.id ?? after, more: rows.length === limit };
}

async function issuesBySeq(
  core: Pick<Core, 'db' | 'publicAddress'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, IssueListItem>> {
  if (numbers.length === 0) return new Map();
  const rows = await issueRows(core.db).where('issues.seq', 'in', numbers).execute();
  const items = toIssueListItems(core, rows);
  return new Map(rows.flatMap((row, index) => (items[index] ? [[row.seq, items[index]]] : [])));
}

/** Progress is of interest while it happens; the rest of a log is kept for a day after the scan. */
export async function forgetProgress(db: Queries, scanId: string): Promise<void> {
  await db
    .deleteFrom('scan_events')
    .where('scan_id', '=', scanId)
    .where('type', '=', 'scan.progress')
    .execute();
}

export async function forgetOldEvents(db: Queries, before: string): Promise<void> {
  await db
    .deleteFrom('scan_events')
    .where('scan_id', 'in', (eb) =>
      eb.selectFrom('scans').select('scans.id').where('finished_at', '<', before),
    )
    .where('type', '!=', 'done')
    .execute();
}
