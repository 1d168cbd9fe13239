import type { Transaction } from 'kysely';
import type { Category } from '../../api/contract/vocabulary.ts';
import { grouped } from '../../engine/grouped.ts';
import type { ScanRow } from '../scans/scan-rows.ts';
import type { Schema } from '../store/schema.ts';
import { judgedColumns, seenColumns } from './seen-columns.ts';

/** Rows of one statement: below SQLite's and PostgreSQL's limits on parameters. */
const rowsAtOnce = 200;

/** An issue by what it is (`fingerprint`) and where it is (`file`). */
export interface Placed {
  readonly seq: number;
  readonly id: string;
  readonly file: string;
  readonly fingerprint: string;
}

/** Whether a scan looked where an issue is: not looking is not the same as not finding. */
export type LookedAt = (issue: {
  readonly file: string;
  readonly category: Category;
  readonly vuln_class: string;
}) => boolean;

export interface Move {
  readonly from: Placed;
  readonly to: Placed;
}

/**
 * Recognises issues whose file was renamed or moved: gone from one file and, by the same fingerprint, new in another.
 * They stay the same issue: identifier, status, note, history and first sighting are kept, the place is the new one.
 * "Gone" and "new" are told from the last completed scan on, so that a failed one in between changes nothing. An issue
 * in a file that was not looked at is not gone, and one that a person has already judged at its new place is not new.
 * @returns what was one issue in two places, in the order of the paths.
 */
export async function carryMovedIssues(
  db: Transaction<Schema>,
  scan: ScanRow,
  lookedAt: LookedAt,
): Promise<Move[]> {
  const since = await lastCompleted(db, scan);
  const unseen = await inScan(db, scan)
    .where('issues.scan_id', '!=', scan.id)
    .where('issues.status', '!=', 'RESOLVED')
    .where('issues.scan_id', 'in', scansFrom(db, scan, since))
    .execute();
  const gone = unseen.filter(lookedAt);
  if (gone.length === 0) return [];
  const appeared = await inScan(db, scan)
    .where('issues.scan_id', '=', scan.id)
    .where('issues.status', '=', 'PENDING_REVIEW')
    .where('issues.note', 'is', null)
    .where('issues.first_scan_id', 'in', scansFrom(db, scan, since + 1))
    .execute();
  const moves = pairMoves(gone, appeared);
  for (let start = 0; start < moves.length; start += rowsAtOnce) {
    await join(db, scan, moves.slice(start, start + rowsAtOnce));
  }
  return moves;
}

/**
 * Pairs what is gone with what is new under the same fingerprint, each at most once. Of several, those go together
 * whose paths end most alike (a moved folder keeps its files apart), then in the order of the paths.
 */
export function pairMoves(gone: readonly Placed[], appeared: readonly Placed[]): Move[] {
  const before = grouped(gone, ({ fingerprint }) => fingerprint);
  return [...grouped(appeared, ({ fingerprint }) => fingerprint)]
    .flatMap(([fingerprint, targets]) => pairAlike(before.get(fingerprint) ?? [], targets))
    .toSorted((a, b) => byPath(a.to, b.to));
}

function pairAlike(gone: readonly Placed[], appeared: readonly Placed[]): Move[] {
  const moves: Move[] = [];
  let from = gone.toSorted(byPath);
  let to = appeared.toSorted(byPath);
  const depth = (issues: readonly Placed[]): number =>
    issues.reduce((most, { file }) => Math.max(most, file.split('/').length), 0);
  for (let length = Math.min(depth(from), depth(to)); length >= 0 && from.length > 0; length--) {
    // The last ones first, so that the next one is always at the end.
    const waiting = grouped(from.toReversed(), ({ file }) => pathEnd(file, length));
    const left: Placed[] = [];
    for (const issue of to) {
      const match = waiting.get(pathEnd(issue.file, length))?.pop();
      if (match) moves.push({ from: match, to: issue });
      else left.push(issue);
    }
    from = [...waiting.values()].flat().toSorted(byPath);
    to = left;
  }
  return moves;
}

/** The last parts of a path, or all of it where it has fewer, told apart from a longer one that ends so. */
function pathEnd(file: string, parts: number): string {
  return parts === 0 ? '' : `/${file}`.split('/').slice(-parts).join('/');
}

function byPath(a: Placed, b: Placed): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.fingerprint < b.fingerprint ? -1 : Number(a.fingerprint > b.fingerprint);
}

/** The counting number of the last completed scan before this one, 0 when there is none. */
async function lastCompleted(db: Transaction<Schema>, scan: ScanRow): Promise<number> {
  const row = await db
    .selectFrom('scans')
    .select('seq')
    .where('repository_id', '=', scan.repository_id)
    .where('branch', '=', scan.branch)
    .where('status', '=', 'COMPLETED')
    .where('seq', '<', scan.seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

function scansFrom(db: Transaction<Schema>, scan: ScanRow, seq: number) {
  return db
    .selectFrom('scans')
    .select('scans.id')
    .where('scans.repository_id', '=', scan.repository_id)
    .where('scans.branch', '=', scan.branch)
    .where('scans.seq', '>=', seq);
}

function inScan(db: Transaction<Schema>, scan: ScanRow) {
  return db
    .selectFrom('issues')
    .select([
      'issues.seq',
      'issues.id',
      'issues.file',
      'issues.fingerprint',
      'issues.category',
      'issues.vuln_class',
    ])
    .where('issues.repository_id', '=', scan.repository_id)
    .where('issues.branch', '=', scan.branch);
}

/** Puts what was newly seen into the issue that was there before, and removes the newcomer. */
async function join(db: Transaction<Schema>, scan: ScanRow, moves: readonly Move[]): Promise<void> {
  const newcomers = moves.map(({ to }) => to.seq);
  const seen = await db
    .selectFrom('issues')
    .select(['seq', 'file', ...seenColumns, ...judgedColumns])
    .where('seq', 'in', newcomers)
    .execute();
  const bySeq = new Map(seen.map((row) => [row.seq, row]));
  await db.deleteFrom('issues').where('seq', 'in', newcomers).execute();
  for (const { from, to } of moves) {
    const row = bySeq.get(to.seq);
    if (!row) continue;
    const { seq: _, severity, score, ...place } = row;
    await db.updateTable('issues').set(place).where('seq', '=', from.seq).execute();
    await db
      .updateTable('issues')
      .set({ severity, score })
      .where('seq', '=', from.seq)
      .where('set_severity', 'is', null)
      .execute();
  }
  await db
    .insertInto('scan_issues')
    .values(moves.map(({ from }) => ({ scan_seq: scan.seq, issue_seq: from.seq })))
    .onConflict((on) => on.doNothing())
    .execute();
}
