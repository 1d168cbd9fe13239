import {
  type ExpressionBuilder,
  type OnConflictDatabase,
  type OnConflictTables,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely';
import type { CodeRoleOfIssue, Exposure, Fixable } from '../../api/contract/issue.ts';
import { type IssueStatus, openStatuses, type Severity } from '../../api/contract/vocabulary.ts';
import { allFlows, messageOf, unfolded } from '../../engine/causes.ts';
import { type Finding, severityOf } from '../../engine/finding.ts';
import { newId } from '../core/context.ts';
import { addStatusChanges, causeOf } from '../core/event-outbox.ts';
import type { StoredIssueFound } from '../scans/scan-events.ts';
import type { ScanRow } from '../scans/scan-rows.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { issueTerms } from '../store/search-terms.ts';
import type { IssueTable } from '../store/tables/issue-tables.ts';
import { dependencyColumns } from './dependency-columns.ts';
import { inheritDecisions, inheritSighting } from './issue-branches.ts';
import { asKnown, knownSinks, sinksText } from './issue-causes.ts';
import type { LookedAt } from './issue-moves.ts';
import { cwesText, flowSummary } from './issue-rows.ts';
import { judgedColumns, seenColumns } from './seen-columns.ts';

/** Rows of one statement: below SQLite's and PostgreSQL's limits on parameters. */
const rowsAtOnce = 200;

/** What a scan came to know of an issue when it found it. */
export interface SeenIssue extends StoredIssueFound {
  readonly severity: Severity;
  readonly open: boolean;
}

/** What a scan knows of its repository that issues are to say. */
export interface MergeContext {
  /** The application of a monorepo that a file is a part of. */
  readonly applicationOf: (file: string) => string | null;
  /** Whether a finding is one that settings do not want shown. */
  readonly isHidden: (finding: Finding) => boolean;
}

/**
 * Merges findings of a running scan with the issues of its repository and branch, by file and fingerprint. What is
 * known keeps its identifier, status, note and triage, and takes the new place and text; a resolved one that is seen
 * again is open again; what is new to the branch takes over what was decided on another one. What has both in common
 * counts once, the last one given. A file that was renamed looks new here: `carryMovedIssues` knows it at the end of the
 * scan. What settings do not want shown is kept all the same, hidden as long as nobody has decided about it.
 * @returns the issues that are shown, in the order of the findings.
 */
export async function mergeFindings(
  db: Transaction<Schema>,
  scan: ScanRow,
  findings: readonly Finding[],
  at: string,
  context: MergeContext,
): Promise<SeenIssue[]> {
  const given = [...new Map(findings.map((finding) => [identity(finding), finding])).values()];
  const ofCauses = given.flatMap((finding) => (finding.others ? unfolded(finding) : []));
  const unique = asKnown(given, await knownSinks(db, scan.repository_id, scan.branch, ofCauses));
  const merged: SeenIssue[] = [];
  for (let start = 0; start < unique.length; start += rowsAtOnce) {
    merged.push(...(await mergeSome(db, scan, unique.slice(start, start + rowsAtOnce), at, context)));
  }
  return merged;
}

/** What makes two findings of a repository and branch the same issue. */
function identity({ file, fingerprint }: { readonly file: string; readonly fingerprint: string }): string {
  return `${fingerprint}\0${file}`;
}

async function mergeSome(
  db: Transaction<Schema>,
  scan: ScanRow,
  findings: readonly Finding[],
  at: string,
  context: MergeContext,
): Promise<SeenIssue[]> {
  const before = await db
    .selectFrom('issues')
    .select(['id', 'file', 'fingerprint', 'status', 'first_scan_id'])
    .where('repository_id', '=', scan.repository_id)
    .where('branch', '=', scan.branch)
    .where(
      'fingerprint',
      'in',
      findings.map((finding) => finding.fingerprint),
    )
    .execute();
  const known = new Map(before.map((issue) => [identity(issue), issue]));
  const rows = await db
    .insertInto('issues')
    .values(findings.map((finding) => issueValues(scan, finding, at, context)))
    .onConflict((on) =>
      on.columns(['repository_id', 'branch', 'fingerprint', 'file']).doUpdateSet((eb) => ({
        ...Object.fromEntries(seenColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ...Object.fromEntries(judgedColumns.map((column) => [column, unlessSet(eb, column)])),
        hidden: eb
          .case()
          .when('issues.status', 'in', ['PENDING_REVIEW', 'RESOLVED'])
          .then(eb.ref('excluded.hidden'))
          .else(0)
          .end(),
        status: eb
          .case()
          .when('issues.status', '=', 'RESOLVED')
          .then(eb.val<IssueStatus>('PENDING_REVIEW'))
          .else(eb.ref('issues.status'))
          .end(),
      })),
    )
    .returning(['seq', 'id', 'file', 'fingerprint', 'severity', 'status', 'hidden'])
    .execute();
  const newcomers = rows.filter((row) => !known.has(identity(row)));
  const inherited = await inheritDecisions(db, scan, newcomers, at);
  const seenElsewhere = await inheritSighting(db, scan, newcomers);
  const bySeq = new Map(inherited.map((issue) => [issue.seq, issue]));
  const merged = new Map(rows.map((row) => [identity(row), { ...row, ...bySeq.get(row.seq) }]));
  await db
    .insertInto('scan_issues')
    .values(rows.map((row) => ({ scan_seq: scan.seq, issue_seq: row.seq })))
    .onConflict((on) => on.doNothing())
    .execute();
  await recordSystemChanges(
    db,
    scan,
    before.flatMap((issue) => {
      const now = issue.status === 'RESOLVED' ? merged.get(identity(issue)) : undefined;
      return now ? [now] : [];
    }),
    { from: 'RESOLVED', to: 'PENDING_REVIEW', at },
  );
  return findings.flatMap((finding) => {
    const row = merged.get(identity(finding));
    const issue = known.get(identity(finding));
    if (!row || (row.hidden === 1 && row.status === 'PENDING_REVIEW')) return [];
    const { seq, severity, status } = row;
    const wasThere = seenElsewhere.has(row.seq) || (issue !== undefined && issue.first_scan_id !== scan.id);
    return [{ seq, known: wasThere, severity, open: openStatuses.includes(status) }];
  });
}

/** An issue that a scan did not see. */
type UnseenIssue = Pick<Selectable<IssueTable>, 'vuln_class' | 'scan_id' | 'definitions' | 'exposure'>;

/**
 * Resolves the open issues of a completed scan's repository and branch that it did not see. Issues in files that were
 * left out, whole or in part, stay: not looking is not the same as not finding. Dismissed ones stay dismissed.
 * @param reasons why they went, for their history; undefined where it is that their code changed
 * @returns identifiers of the resolved issues that are shown.
 */
export async function resolveUnseen(
  db: Transaction<Schema>,
  scan: ScanRow,
  lookedAt: LookedAt,
  reasons: (gone: readonly UnseenIssue[]) => Promise<(issue: UnseenIssue) => string | undefined>,
  at: string,
): Promise<string[]> {
  const unseen = await db
    .selectFrom('issues')
    .select(['id', 'file', 'category', 'vuln_class', 'status', 'hidden'])
    .select(['scan_id', 'definitions', 'exposure'])
    .where('repository_id', '=', scan.repository_id)
    .where('branch', '=', scan.branch)
    .where('scan_id', '!=', scan.id)
    .where('status', 'in', openStatuses)
    .execute();
  const gone = unseen.filter(lookedAt);
  const reasonOf = await reasons(gone);
  for (let start = 0; start < gone.length; start += rowsAtOnce) {
    const some = gone.slice(start, start + rowsAtOnce);
    await db
      .updateTable('issues')
      .set({ status: 'RESOLVED', updated_at: at })
      .where(
        'id',
        'in',
        some.map((issue) => issue.id),
      )
      .execute();
    for (const from of openStatuses) {
      const changed = some
        .filter((issue) => issue.status === from)
        .map((issue) => ({ ...issue, reason: reasonOf(issue) }));
      await recordSystemChanges(db, scan, changed, { from, to: 'RESOLVED', at });
    }
  }
  return gone.filter(({ hidden }) => hidden === 0).map(({ id }) => id);
}

/** Open issues that a scan saw, by severity, and how many of all it saw are new; as they are now. */
export async function countSeen(db: Transaction<Schema>, scan: ScanRow) {
  const rows = await db
    .selectFrom('scan_issues')
    .innerJoin('issues', 'issues.seq', 'scan_issues.issue_seq')
    .where('scan_seq', '=', scan.seq)
    .where('hidden', '=', 0)
    .select((eb) => [
      'severity',
      eb.fn.sum<number>(sql`case when ${eb('status', 'in', openStatuses)} then 1 else 0 end`).as('open'),
      eb.fn.sum<number>(sql`case when ${eb('first_scan_id', '=', scan.id)} then 1 else 0 end`).as('fresh'),
    ])
    .groupBy('severity')
    .execute();
  const open = (severity: string) => Number(rows.find((row) => row.severity === severity)?.open ?? 0);
  return {
    critical: open('CRITICAL'),
    high: open('HIGH'),
    medium: open('MEDIUM'),
    low: open('LOW'),
    info: open('INFO'),
    new_issues: rows.reduce((sum, row) => sum + Number(row.fresh), 0),
  };
}

/** How many open issues a scan saw that settings do not want shown. */
export async function countHidden(db: Queries, scan: Pick<ScanRow, 'seq'>): Promise<number> {
  const { count } = await db
    .selectFrom('scan_issues')
    .innerJoin('issues', 'issues.seq', 'scan_issues.issue_seq')
    .where('scan_seq', '=', scan.seq)
    .where('hidden', '=', 1)
    .where('status', 'in', openStatuses)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface SystemChange {
  readonly from: IssueStatus;
  readonly to: IssueStatus;
  readonly at: string;
}

async function recordSystemChanges(
  db: Transaction<Schema>,
  scan: ScanRow,
  issues: readonly { readonly id: string; readonly hidden: number; readonly reason?: string | undefined }[],
  change: SystemChange,
): Promise<void> {
  if (issues.length === 0) return;
  await db
    .insertInto('triage_history')
    .values(
      issues.map(({ id, reason = null }) => ({
        id: newId(),
        issue_id: id,
        user_id: null,
        at: change.at,
        from_status: change.from,
        to_status: change.to,
        disposition: null,
        reason,
      })),
    )
    .execute();
  if (scan.kind === 'PR') return;
  const { organization_id, repository_id } = scan;
  const before = issues
    .filter(({ hidden }) => hidden === 0)
    .map(({ id }) => ({ id, organization_id, repository_id, status: change.from }));
  const jobId = await causeOf(db, scan.id);
  await addStatusChanges(db, before, { to: change.to, by: 'system', at: change.at, jobId });
}

function issueValues(scan: ScanRow, finding: Finding, at: string, context: MergeContext) {
  const flow = flowSummary(
    finding.codeFlows.map((codeFlow) => ({ steps: [...codeFlow.steps] })),
    finding.source?.threatModel,
    finding.others?.length,
  );
  const cwes = cwesText(finding.cwes);
  const description = messageOf(finding);
  return {
    id: newId(),
    organization_id: scan.organization_id,
    repository_id: scan.repository_id,
    branch: scan.branch,
    fingerprint: finding.fingerprint,
    scan_id: scan.id,
    scan_kind: scan.kind,
    commit_sha: scan.commit_sha,
    blob_id: finding.blobId ?? null,
    first_scan_id: scan.id,
    rule_id: finding.ruleId,
    vuln_class: finding.vulnClass,
    category: finding.category,
    cwes,
    severity: severityOf(finding.score),
    score: finding.score,
    found_score: finding.score,
    confidence: finding.confidence,
    status: 'PENDING_REVIEW' as const,
    language: finding.language,
    title: finding.title,
    description,
    file: finding.file,
    start_line: finding.range.startLine,
    start_column: finding.range.startColumn,
    end_line: finding.range.endLine,
    end_column: finding.range.endColumn,
    snippet: finding.snippet,
    flow: flow ? JSON.stringify(flow) : null,
    code_flows: JSON.stringify(allFlows(finding)),
    other_sinks: sinksText(finding),
    exposure: exposureOf(finding),
    code_role: roleOf(finding),
    definitions: finding.definitions ? JSON.stringify(finding.definitions) : null,
    fixable: fixableOf(finding),
    application_id: context.applicationOf(finding.file),
    hidden: context.isHidden(finding) ? 1 : 0,
    ...dependencyColumns(finding),
    search_text: [finding.title, description, finding.file, finding.vulnClass].join('\n').toLowerCase(),
    search_terms: issueTerms({
      organization_id: scan.organization_id,
      title: finding.title,
      description,
      file: finding.file,
      vuln_class: finding.vulnClass,
      cwes,
      route: finding.entryPoint?.path ?? '',
    }),
    note: null,
    triage_disposition: null,
    triage_reason: null,
    triage_by: null,
    triage_at: null,
    triage_until: null,
    created_at: at,
    updated_at: at,
    first_seen_at: at,
    last_seen_at: at,
  };
}

/** The column as the scan has it, or as it is where a person set the severity. */
const unlessSet = (
  eb: ExpressionBuilder<OnConflictDatabase<Schema, 'issues'>, OnConflictTables<'issues'>>,
  column: (typeof judgedColumns)[number],
) =>
  eb
    .case()
    .when('issues.set_severity', 'is', null)
    .then(eb.ref(`excluded.${column}`))
    .else(eb.ref(`issues.${column}`))
    .end();

function fixableOf({ outlook }: Finding): string | null {
  if (!outlook) return null;
  const fixable: Fixable = outlook.fixable
    ? { by: 'MECHANICAL' }
    : { by: 'NONE', ...(outlook.reason === '' ? {} : { reason: outlook.reason }) };
  return JSON.stringify(fixable);
}

function roleOf({ role }: Finding): string | null {
  const codeRole: CodeRoleOfIssue | undefined = role && { role: role.role, evidence: role.by };
  return codeRole ? JSON.stringify(codeRole) : null;
}

function exposureOf({ source, entryPoint }: Finding): string | null {
  const threatModel = source?.threatModel;
  if (!threatModel && !entryPoint) return null;
  const exposure: Exposure = { ...(threatModel && { threatModel }), ...(entryPoint && { entryPoint }) };
  return JSON.stringify(exposure);
}
