import type { Transaction } from 'kysely';
import {
  type IssueStatus,
  type ScanKind,
  type Severity,
  suppressedStatuses,
} from '../../api/contract/vocabulary.ts';
import { newId } from '../core/context.ts';
import type { ScanRow } from '../scans/scan-rows.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { type LookedAt, type Move, type Placed, pairMoves } from './issue-moves.ts';
import { scoreWithin } from './severity-score.ts';

/**
 * Issues are a branch's own, for code differs; what people decide about one holds on every branch of the repository that
 * has the same finding: what was dismissed does not come back because somebody switched branches.
 */

/** Rows of one statement: below SQLite's and PostgreSQL's limits on parameters. */
const rowsAtOnce = 200;

/** Decisions about the finding; being patched and resolved are about the code of one branch. */
const carried: readonly IssueStatus[] = ['REVIEWING', 'INFORMATIONAL', ...suppressedStatuses];

export function holdsOnEveryBranch(status: IssueStatus): boolean {
  return status === 'PENDING_REVIEW' || carried.includes(status);
}

interface Sighting {
  readonly file: string;
  readonly fingerprint: string;
}

const identity = ({ file, fingerprint }: Sighting): string => `${fingerprint}\0${file}`;

/** The same findings, unless resolved, on the other branches of their repositories. @param issueIds few */
export async function twinsOf(db: Queries, issueIds: readonly string[]) {
  const named = await db
    .selectFrom('issues')
    .select(['repository_id', 'file', 'fingerprint'])
    .where('id', 'in', issueIds)
    .execute();
  const found = [];
  for (const repositoryId of new Set(named.map((issue) => issue.repository_id))) {
    const branches = await branchesOf(db, repositoryId);
    if (branches.length < 2) continue;
    const wanted = new Set(named.filter((issue) => issue.repository_id === repositoryId).map(identity));
    const rows = await db
      .selectFrom('issues')
      .select(['id', 'file', 'fingerprint', 'status', 'severity', 'found_score'])
      .where('repository_id', '=', repositoryId)
      .where('branch', 'in', branches)
      .where(
        'fingerprint',
        'in',
        named.map(({ fingerprint }) => fingerprint),
      )
      .where('status', '!=', 'RESOLVED')
      .where('id', 'not in', issueIds)
      .execute();
    found.push(...rows.filter((row) => wanted.has(identity(row))));
  }
  return found;
}

/** Pull requests whose issues are looked through, those that changed last. */
const mostPullRequests = 300;

/** What issues have as their branch: branches that were scanned and, unless a kind is named, pull requests with issues. */
async function branchesOf(db: Queries, repositoryId: string, kind?: ScanKind): Promise<readonly string[]> {
  const scanned = await db
    .selectFrom('scans')
    .select('branch')
    .distinct()
    .where('repository_id', '=', repositoryId)
    .where('kind', '!=', 'PR')
    .execute();
  const pullRequests = kind
    ? []
    : await db
        .selectFrom('pull_requests')
        .select('branch')
        .where('repository_id', '=', repositoryId)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('issues')
              .select('issues.seq')
              .whereRef('issues.repository_id', '=', 'pull_requests.repository_id')
              .whereRef('issues.branch', '=', 'pull_requests.branch'),
          ),
        )
        .orderBy('updated_at', 'desc')
        .limit(mostPullRequests)
        .execute();
  return [...scanned, ...pullRequests].map(({ branch }) => branch);
}

/**
 * What another branch had before is not new on this one: it was first seen there. What a pull request brought is new on
 * the branch that it is merged into.
 * @returns counting numbers of the newcomers that are so
 */
export async function inheritSighting(
  db: Transaction<Schema>,
  scan: ScanRow,
  newcomers: readonly Placed[],
): Promise<ReadonlySet<number>> {
  const others = await otherBranches(db, scan, 'FULL');
  if (newcomers.length === 0 || others.length === 0) return new Set();
  const rows = await db
    .selectFrom('issues')
    .select(['file', 'fingerprint', 'first_scan_id', 'first_seen_at'])
    .where('repository_id', '=', scan.repository_id)
    .where('branch', 'in', others)
    .where(
      'fingerprint',
      'in',
      newcomers.map(({ fingerprint }) => fingerprint),
    )
    .orderBy('first_seen_at', 'desc')
    .execute();
  // The earliest is the last one.
  const first = new Map(rows.map((row) => [identity(row), row]));
  const known = newcomers.filter((newcomer) => first.has(identity(newcomer)));
  const together = Map.groupBy(known, (newcomer) => first.get(identity(newcomer))?.first_scan_id);
  for (const some of together.values()) {
    const [one] = some;
    const sighting = one && first.get(identity(one));
    if (!sighting) continue;
    const { first_scan_id, first_seen_at } = sighting;
    await db
      .updateTable('issues')
      .set({ first_scan_id, first_seen_at })
      .where(
        'seq',
        'in',
        some.map(({ seq }) => seq),
      )
      .execute();
  }
  return new Set(known.map(({ seq }) => seq));
}

/** What an issue is after it took over a decision. */
export interface Inherited {
  readonly seq: number;
  readonly status: IssueStatus;
  readonly severity: Severity;
}

/**
 * Gives issues that a branch has for the first time what people decided about the same finding on another one, the
 * latest first: status with its reason and end, note, severity, linked issue of a tracker.
 */
export async function inheritDecisions(
  db: Transaction<Schema>,
  scan: ScanRow,
  newcomers: readonly Placed[],
  at: string,
): Promise<readonly Inherited[]> {
  const others = await otherBranches(db, scan);
  if (newcomers.length === 0 || others.length === 0) return [];
  const decided = latestOfEach(
    await decidedOn(db, scan, others)
      .where(
        'fingerprint',
        'in',
        newcomers.map(({ fingerprint }) => fingerprint),
      )
      .execute(),
  );
  const inherited: Inherited[] = [];
  for (const newcomer of newcomers) {
    const from = decided.get(identity(newcomer));
    if (from) inherited.push(await take(db, newcomer, from, at));
  }
  return inherited;
}

/**
 * The same of issues whose file has another name on this branch: there by the same fingerprint, and not under the name
 * that the other branch has.
 * @returns counting numbers of the issues that took over a decision
 */
export async function inheritMoved(
  db: Transaction<Schema>,
  scan: ScanRow,
  lookedAt: LookedAt,
  at: string,
): Promise<readonly number[]> {
  const others = await otherBranches(db, scan);
  if (others.length === 0) return [];
  const decided = latestOfEach(await decidedOn(db, scan, others).execute());
  if (decided.size === 0) return [];
  const here = await sightings(db, scan, [...decided.values()]);
  const present = new Set(here.map(identity));
  const gone = [...decided.values()].filter((issue) => !present.has(identity(issue)) && lookedAt(issue));
  const moves: readonly Move[] = pairMoves(
    gone,
    here.filter(({ isUntouched }) => isUntouched),
  );
  for (const { from, to } of moves) {
    const decision = decided.get(identity(from));
    if (decision) await take(db, to, decision, at);
  }
  return moves.map(({ to }) => to.seq);
}

/** What the scan saw of these fingerprints, and whether it is new and nobody has judged it. */
async function sightings(db: Transaction<Schema>, scan: ScanRow, decided: readonly Decided[]) {
  const fingerprints = [...new Set(decided.map(({ fingerprint }) => fingerprint))];
  const found = [];
  for (let start = 0; start < fingerprints.length; start += rowsAtOnce) {
    const rows = await db
      .selectFrom('issues')
      .select(['seq', 'id', 'file', 'fingerprint', 'status', 'note', 'set_severity', 'triage_at'])
      .select('first_scan_id')
      .where('repository_id', '=', scan.repository_id)
      .where('branch', '=', scan.branch)
      .where('fingerprint', 'in', fingerprints.slice(start, start + rowsAtOnce))
      .where('scan_id', '=', scan.id)
      .execute();
    found.push(...rows);
  }
  return found.map((row) => ({
    ...row,
    isUntouched:
      row.first_scan_id === scan.id &&
      row.status === 'PENDING_REVIEW' &&
      row.note === null &&
      row.set_severity === null &&
      row.triage_at === null,
  }));
}

/** Branches that were scanned, with pull requests unless a kind is named. */
async function otherBranches(db: Queries, scan: ScanRow, kind?: ScanKind): Promise<readonly string[]> {
  return (await branchesOf(db, scan.repository_id, kind)).filter((branch) => branch !== scan.branch);
}

const decisionColumns = [
  'status',
  'note',
  'triage_disposition',
  'triage_reason',
  'triage_by',
  'triage_at',
  'triage_until',
  'set_severity',
  'tracker',
  'tracker_issue_id',
] as const;

function decidedOn(db: Transaction<Schema>, scan: ScanRow, branches: readonly string[]) {
  return db
    .selectFrom('issues')
    .select(['seq', 'id', 'branch', 'file', 'fingerprint', 'category', 'vuln_class', ...decisionColumns])
    .where('repository_id', '=', scan.repository_id)
    .where('branch', 'in', branches)
    .where('status', '!=', 'RESOLVED')
    .where(({ eb, or }) =>
      or([
        eb('triage_at', 'is not', null),
        eb('note', 'is not', null),
        eb('set_severity', 'is not', null),
        eb('tracker', 'is not', null),
      ]),
    );
}

type Decided = Awaited<ReturnType<ReturnType<typeof decidedOn>['execute']>>[number];

function latestOfEach(decided: readonly Decided[]): ReadonlyMap<string, Decided> {
  const latest = new Map<string, Decided>();
  for (const one of decided) {
    const before = latest.get(identity(one));
    if (!before || (one.triage_at ?? '') > (before.triage_at ?? '')) latest.set(identity(one), one);
  }
  return latest;
}

async function take(
  db: Transaction<Schema>,
  { seq, id }: Placed,
  from: Decided,
  at: string,
): Promise<Inherited> {
  const { note, set_severity, tracker, tracker_issue_id, triage_reason, triage_disposition } = from;
  const isDecided = from.triage_at !== null && carried.includes(from.status);
  const now = await db
    .selectFrom('issues')
    .select(['found_score', 'severity', 'score'])
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  const { status, severity } = await db
    .updateTable('issues')
    .set({
      note,
      tracker,
      tracker_issue_id,
      set_severity,
      severity: set_severity ?? now.severity,
      score: set_severity ? scoreWithin(set_severity, now.found_score) : now.score,
      ...(isDecided
        ? {
            status: from.status,
            hidden: 0,
            triage_disposition,
            triage_reason,
            triage_by: from.triage_by,
            triage_at: from.triage_at,
            triage_until: from.triage_until,
          }
        : {}),
    })
    .where('seq', '=', seq)
    .returning(['status', 'severity'])
    .executeTakeFirstOrThrow();
  if (isDecided) {
    await db
      .insertInto('triage_history')
      .values({
        id: newId(),
        issue_id: id,
        user_id: null,
        at,
        from_status: 'PENDING_REVIEW',
        to_status: status,
        disposition: triage_disposition,
        reason: `As on the branch ${from.branch}${triage_reason === null ? '.' : `: ${triage_reason}`}`,
      })
      .execute();
  }
  return { seq, status, severity };
}
