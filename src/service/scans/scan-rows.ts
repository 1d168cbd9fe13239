import type { Selectable } from 'kysely';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import type {
  CheckBypass,
  Scan,
  ScanDetail,
  ScanProgress,
  SeverityCounts,
} from '../../api/contract/scans/scans.ts';
import type { PullRequestState } from '../../api/contract/vocabulary.ts';
import type { ScanCoverage } from '../analysis/scan-runner.ts';
import { stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import type { PullRequestReportTable } from '../store/tables/provider-tables.ts';
import type { ScanTable } from '../store/tables/scan-tables.ts';

export type ScanRow = Selectable<ScanTable> & {
  readonly repository_name: string;
} & Partial<PullRequestOfScan>;

/** What a scan of a pull request says of it; null of other scans. */
interface PullRequestOfScan {
  readonly pull_number: number | null;
  readonly pull_title: string | null;
  readonly pull_url: string | null;
  readonly pull_author: string | null;
  readonly pull_state: PullRequestState | null;
  readonly pull_head_ref: string | null;
  readonly pull_base_branch: string | null;
  readonly bypassed_by: string | null;
  readonly bypass_reason: string | null;
  readonly bypassed_at: string | null;
  readonly report_status: PullRequestReportTable['status'] | null;
  readonly report_note: string | null;
}

/** Statuses of scans that wait or run. */
export const unfinished = ['QUEUED', 'INDEXING', 'RUNNING'] as const;

export type CoverageSummary = Omit<Coverage, 'skips' | 'skipsTruncated'>;

/** More skips than this are counted, not listed. */
export const skipsListed = 1_000;
const ruleFilesListed = 100;
const modelsListed = 200;

export function coverageSummary(coverage: ScanCoverage): CoverageSummary {
  return {
    filesAnalysed: coverage.filesAnalysed,
    bytesAnalysed: coverage.bytesAnalysed,
    filesByLanguage: { ...coverage.filesByLanguage },
    filesSkipped: coverage.filesSkipped,
    filesPartial: coverage.filesPartial,
    incomplete: { ...coverage.incomplete, reasons: { ...coverage.incomplete.reasons } },
    excluded: { ...coverage.excluded },
    hidden: coverage.hidden.slice(0, ruleFilesListed).map((one) => ({ ...one })),
    threatModels: [...coverage.threatModels],
    models: coverage.models.slice(0, modelsListed).map((one) => ({ ...one })),
    ...(coverage.rules.length > 0 && {
      rules: coverage.rules.slice(0, modelsListed).map((one) => ({ ...one })),
    }),
    advisories: coverage.advisories.map((one) => ({ ...one })),
  };
}

/** Scans with the name of their repository, and what is known of their pull request. */
export function scanRows(db: Queries) {
  return db
    .selectFrom('scans')
    .innerJoin('repositories', 'repositories.id', 'scans.repository_id')
    .leftJoin('pull_requests', 'pull_requests.id', 'scans.pull_request_id')
    .leftJoin('check_bypasses', (join) =>
      join
        .onRef('check_bypasses.pull_request_id', '=', 'scans.pull_request_id')
        .onRef('check_bypasses.commit_sha', '=', 'scans.commit_sha'),
    )
    .leftJoin('pull_request_reports', 'pull_request_reports.scan_id', 'scans.id')
    .selectAll('scans')
    .select([
      'repositories.name as repository_name',
      'pull_requests.number as pull_number',
      'pull_requests.title as pull_title',
      'pull_requests.url as pull_url',
      'pull_requests.author as pull_author',
      'pull_requests.state as pull_state',
      'pull_requests.head_ref as pull_head_ref',
      'pull_requests.base_branch as pull_base_branch',
      'check_bypasses.bypassed_by',
      'check_bypasses.reason as bypass_reason',
      'check_bypasses.at as bypassed_at',
      'pull_request_reports.status as report_status',
      'pull_request_reports.note as report_note',
    ]);
}

/** A ref as people know it: a branch by its name, others in full. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//, '');

/** What was scanned: a branch, or the head of a pull request. */
const branchOf = (row: ScanRow): string => (row.pull_head_ref ? shortRef(row.pull_head_ref) : row.branch);

function bypassOf(row: ScanRow): { readonly bypass?: CheckBypass } {
  const { bypassed_by: by, bypass_reason: reason, bypassed_at: at } = row;
  return by && reason && at ? { bypass: { by, reason, at } } : {};
}

function pullRequestOf(row: ScanRow): Pick<Scan, 'pullRequest'> {
  if (typeof row.pull_number !== 'number') return {};
  return {
    pullRequest: {
      number: row.pull_number,
      ...(row.pull_title && { title: row.pull_title }),
      ...(row.pull_url && { url: row.pull_url }),
      ...(row.pull_author && { author: row.pull_author }),
      ...(row.pull_state && { state: row.pull_state }),
      ...(row.pull_head_ref && { headRef: row.pull_head_ref }),
      ...(row.pull_base_branch && { baseBranch: row.pull_base_branch }),
      ...(row.base_sha && { baseSha: row.base_sha }),
      ...bypassOf(row),
      ...(row.report_status && {
        check: { status: row.report_status, ...(row.report_note && { note: row.report_note }) },
      }),
    },
  };
}

export function issueCountsOf(row: Selectable<ScanTable>): SeverityCounts {
  return { CRITICAL: row.critical, HIGH: row.high, MEDIUM: row.medium, LOW: row.low, INFO: row.info };
}

export function toScan(row: ScanRow): Scan {
  return {
    id: row.id,
    organizationId: row.organization_id,
    repositoryId: row.repository_id,
    repositoryName: row.repository_name,
    kind: row.kind,
    status: row.status,
    branch: branchOf(row),
    commitSha: row.commit_sha,
    releaseTrack: row.release_track,
    ...(row.depth === null ? {} : { depth: row.depth }),
    ...pullRequestOf(row),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    ...(row.progress === null ? {} : { progress: stored<ScanProgress>(row.progress) }),
    issueCounts: issueCountsOf(row),
    newIssueCount: row.new_issues,
    resolvedIssueCount: row.resolved_issues,
    ...(row.coverage === null ? {} : { coverage: stored<CoverageSummary>(row.coverage) }),
  };
}

export async function toScanDetail(db: Queries, row: ScanRow): Promise<ScanDetail> {
  const { coverage, ...scan } = toScan(row);
  if (!coverage) return scan;
  const skips = await db
    .selectFrom('scan_skips')
    .select(['file', 'reason', 'detail', 'partial'])
    .where('scan_id', '=', row.id)
    .orderBy('position')
    .limit(skipsListed)
    .execute();
  return {
    ...scan,
    coverage: {
      ...coverage,
      skips: skips.map((skip) => ({ ...skip, partial: skip.partial === 1 })),
      skipsTruncated: coverage.filesSkipped + coverage.filesPartial > skips.length,
    },
  };
}
