import type { Selectable } from 'kysely';
import type {
  CodeFlow,
  CodeRoleOfIssue,
  Exposure,
  Fixable,
  FlowStep,
  Investigation,
  InvestigationSummary,
  Issue,
  IssueListItem,
  PatchSummary,
  TrackerIssue,
  Triage,
} from '../../api/contract/issue.ts';
import { severityOf, type ThreatModel } from '../../api/contract/vocabulary.ts';
import type { VulnerableDependency } from '../../api/contract/vulnerable-dependency.ts';
import { ecosystems } from '../../engine/dependencies/package.ts';
import { upgradeAdvice, upgradeCommand } from '../../engine/dependencies/upgrades/advice.ts';
import type { Range } from '../../engine/finding.ts';
import { byHand } from '../../engine/fixes/by-hand/index.ts';
import { type Core, stored } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { inReach, type Reach } from '../core/reach.ts';
import {
  investigationRow,
  investigationRows,
  toInvestigation,
} from '../investigations/investigation-rows.ts';
import { shortRef } from '../scans/scan-rows.ts';
import type { Queries } from '../store/dialect.ts';
import type { IssueTable } from '../store/tables/issue-tables.ts';
import { assessmentOf, knowledgeOf, publishedAssessment } from './issue-knowledge.ts';
import { issuePage } from './issue-page.ts';
import { historyOf } from './triage-history.ts';

type WithPages = Pick<Core, 'publicAddress'>;

export type FullIssueRow = Omit<Selectable<IssueTable>, 'other_sinks' | 'definitions' | Searched> & {
  readonly repository_name: string;
  /** Of an issue of a pull request, the ref that was scanned. */
  readonly head_ref: string | null;
};
/** What only searches ask. */
type Searched =
  | 'search_terms'
  | 'package_key'
  | 'package_versions'
  | 'advisory_ids'
  | 'reachability'
  | 'package_scope'
  | 'fixed_version'
  | 'hidden'
  | 'tracker_issue_id';
type NotRead = 'code_flows' | 'exposure' | 'search_text';
/** Without what only the detail shows: a page of issues does not read the flows of each. */
export type IssueRow = Omit<FullIssueRow, NotRead>;

const listed = [
  'id',
  'seq',
  'organization_id',
  'repository_id',
  'branch',
  'fingerprint',
  'scan_id',
  'scan_kind',
  'commit_sha',
  'blob_id',
  'first_scan_id',
  'rule_id',
  'vuln_class',
  'category',
  'cwes',
  'severity',
  'score',
  'confidence',
  'status',
  'validation',
  'language',
  'title',
  'description',
  'file',
  'start_line',
  'start_column',
  'end_line',
  'end_column',
  'snippet',
  'flow',
  'code_role',
  'dependency',
  'application_id',
  'note',
  'triage_disposition',
  'triage_reason',
  'triage_by',
  'triage_at',
  'triage_until',
  'set_severity',
  'found_score',
  'tracker',
  'patch',
  'fixable',
  'investigation',
  'created_at',
  'updated_at',
  'first_seen_at',
  'last_seen_at',
] as const satisfies readonly (keyof IssueTable)[];

/** Issues with the name of their repository, as lists need them. */
export function issueRows(db: Queries) {
  return db
    .selectFrom('issues')
    .select(listed.map((column) => `issues.${column}` as const))
    .select((eb) =>
      eb
        .selectFrom('repositories')
        .select('repositories.name')
        .whereRef('repositories.id', '=', 'issues.repository_id')
        .$asScalar()
        .$notNull()
        .as('repository_name'),
    )
    .select((eb) =>
      eb
        .case()
        .when('issues.scan_kind', '=', 'PR')
        .then(
          eb
            .selectFrom('pull_requests')
            .select('pull_requests.head_ref')
            .whereRef('pull_requests.repository_id', '=', 'issues.repository_id')
            .whereRef('pull_requests.branch', '=', 'issues.branch')
            .$asScalar(),
        )
        .else(null)
        .end()
        .as('head_ref'),
    );
}

export function fullIssueRows(db: Queries) {
  return issueRows(db).select(['issues.code_flows', 'issues.exposure', 'issues.search_text']);
}

interface StoredFlow {
  readonly source: FlowStep;
  readonly stepCount: number;
  readonly threatModel?: ThreatModel;
  readonly otherSinks?: number;
}

export function flowSummary(
  flows: readonly CodeFlow[],
  threatModel?: ThreatModel,
  otherSinks?: number,
): StoredFlow | undefined {
  const steps = flows[0]?.steps ?? [];
  const [source] = steps;
  return (
    source && {
      source,
      stepCount: steps.length,
      ...(threatModel && { threatModel }),
      ...(otherSinks !== undefined && { otherSinks }),
    }
  );
}

/** Issues as lists have them, in the order of the rows. */
export function toIssueListItems({ publicAddress }: WithPages, rows: readonly IssueRow[]): IssueListItem[] {
  return rows.map((row) => toIssueListItem(row, publicAddress));
}

function toIssueListItem(row: IssueRow, pages: WithPages['publicAddress']): IssueListItem {
  return {
    id: row.id,
    organizationId: row.organization_id,
    repositoryId: row.repository_id,
    repositoryName: row.repository_name,
    scanId: row.scan_id,
    firstSeenScanId: row.first_scan_id,
    scanKind: row.scan_kind,
    scanTargetBranch: row.head_ref === null ? row.branch : shortRef(row.head_ref),
    commitSha: row.commit_sha,
    ...(row.blob_id === null ? {} : { blobId: row.blob_id }),
    title: row.title,
    description: row.description,
    vulnClass: row.vuln_class,
    category: row.category,
    cwes: cwesOf(row.cwes),
    severity: row.severity,
    score: row.score,
    confidence: row.confidence,
    status: row.status,
    validation: row.validation,
    file: row.file,
    startLine: row.start_line,
    startColumn: row.start_column,
    endLine: row.end_line,
    endColumn: row.end_column,
    snippet: row.snippet,
    fingerprint: row.fingerprint,
    language: row.language,
    ruleId: row.rule_id,
    ...(row.flow === null ? {} : { flow: stored<StoredFlow>(row.flow) }),
    ...(row.code_role === null ? {} : { codeRole: stored<CodeRoleOfIssue>(row.code_role) }),
    ...(row.dependency === null ? {} : { dependency: stored<VulnerableDependency>(row.dependency) }),
    ...(row.application_id === null ? {} : { applicationId: row.application_id }),
    ...(row.patch === null ? {} : { patch: stored<PatchSummary>(row.patch) }),
    ...(row.fixable === null ? {} : { fixable: stored<Fixable>(row.fixable) }),
    ...(row.investigation === null ? {} : { investigation: stored<InvestigationSummary>(row.investigation) }),
    ...(row.note === null ? {} : { note: row.note }),
    ...triageOf(row),
    ...(row.set_severity === null ? {} : { foundSeverity: severityOf(row.found_score) }),
    ...(row.tracker === null ? {} : { trackerIssue: stored<TrackerIssue>(row.tracker) }),
    ...issuePage(pages, row.id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

function toIssue(
  row: FullIssueRow,
  investigation: Investigation | undefined,
  pages: WithPages['publicAddress'],
): Issue {
  const byHand = row.status === 'NON_EXPLOITABLE' ? row.triage_reason : null;
  const codeFlows = stored<CodeFlow[]>(row.code_flows);
  const exposure = row.exposure === null ? undefined : stored<Exposure>(row.exposure);
  const { investigation: _, ...item } = toIssueListItem(row, pages);
  return {
    ...item,
    codeFlows,
    ...(exposure && { exposure }),
    ...(investigation && { investigation, ...assessedBy(investigation) }),
    ...assessed(row, exposure ?? {}, codeFlows[0]?.steps ?? []),
    ...knowledgeOf(row.vuln_class),
    ...(item.dependency ? upgradeKnowledge(item.dependency) : howToFix(row.vuln_class, item)),
    ...(byHand === null ? {} : { nonExploitableReason: byHand }),
  };
}

/** What follows from how the data comes in, and from where the code stands. */
function assessed(row: FullIssueRow, exposure: Exposure, steps: readonly FlowStep[]) {
  if (row.dependency !== null) return publishedAssessment(stored<VulnerableDependency>(row.dependency));
  const assessment = assessmentOf(row.vuln_class, exposure, steps, row.found_score);
  if (row.code_role === null || assessment.scoreReason === undefined) return assessment;
  return {
    ...assessment,
    scoreReason: 'Lower than CVSS suggests because the code is not part of the product.',
  };
}

/** What ends this vulnerability of a package, in place of what is said of all of them. */
function upgradeKnowledge({
  ecosystem,
  ...dependency
}: VulnerableDependency): Pick<Issue, 'howToFix' | 'remediation'> {
  const known = ecosystems.find((one) => one === ecosystem);
  if (!known) return {};
  const asked = { ...dependency, ecosystem: known };
  const text = upgradeAdvice(asked);
  const command = upgradeCommand(asked);
  return { remediation: text, howToFix: { text, ...(command !== undefined && { command }) } };
}

/** How a person fixes it, in the names of the code as it was scanned. */
export function howToFix(
  vulnClass: string,
  { language, snippet, ...range }: Pick<IssueListItem, 'language' | 'snippet' | keyof Range>,
): Pick<Issue, 'howToFix'> {
  const found = byHand({ vulnClass, language, snippet, range });
  return found ? { howToFix: found } : {};
}

export function cwesText(cwes: readonly string[]): string {
  return cwes.length === 0 ? '' : ` ${cwes.join(' ')} `;
}

function cwesOf(text: string): string[] {
  return text.split(' ').filter((cwe) => cwe !== '');
}

function triageOf(row: IssueRow): { triage?: Triage } {
  if (row.triage_at === null) return {};
  return {
    triage: {
      at: row.triage_at,
      ...(row.triage_disposition === null ? {} : { disposition: row.triage_disposition }),
      ...(row.triage_reason === null ? {} : { reason: row.triage_reason }),
      ...(row.triage_by === null ? {} : { by: row.triage_by }),
      ...(row.triage_until === null ? {} : { until: row.triage_until }),
    },
  };
}

/** The system's own judgement, in Markdown. */
function assessedBy({ summary, evidence }: Investigation): Pick<Issue, 'validationSecurityAssessment'> {
  if (summary === undefined) return {};
  const list = evidence.map(({ text }) => `- ${text}`).join('\n');
  return { validationSecurityAssessment: `${summary}\n\n${list}` };
}

/** An issue with all that is known of it, as of one moment. @throws Refusal 404 */
export async function wholeIssue(
  { db, publicAddress }: Pick<Core, 'db' | 'publicAddress'>,
  reach: Reach,
  issueId: string,
): Promise<Issue> {
  return await db.transaction().execute(async (transaction) => {
    const row = await fullIssue(transaction, reach, issueId);
    const investigation = await investigationRow(transaction, issueId);
    const issue = toIssue(row, investigation && toInvestigation(investigation), publicAddress);
    return { ...issue, history: await historyOf(transaction, issueId) };
  });
}

/** Issues in full, without their history, in the order of `seqs`; one that is gone meanwhile is left out. */
export async function issuesInFull(
  { db, publicAddress }: Pick<Core, 'db' | 'publicAddress'>,
  seqs: readonly number[],
): Promise<Issue[]> {
  if (seqs.length === 0) return [];
  const rows = await fullIssueRows(db).where('issues.seq', 'in', seqs).execute();
  const investigations = await investigationRows(
    db,
    rows.flatMap(({ id, investigation }) => (investigation === null ? [] : [id])),
  );
  const bySeq = new Map(
    rows.map((row) => {
      const investigation = investigations.get(row.id);
      return [row.seq, toIssue(row, investigation && toInvestigation(investigation), publicAddress)];
    }),
  );
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** @throws Refusal 404 */
export async function fullIssue(db: Queries, reach: Reach, issueId: string): Promise<FullIssueRow> {
  const row = await fullIssueRows(db)
    .where('issues.id', '=', issueId)
    .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')))
    .executeTakeFirst();
  if (!row) throw notFound('issue');
  return row;
}
