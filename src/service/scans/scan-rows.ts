import type { Selectable } from 'kysely';
import type {
  Coverage,
  Scan,
  ScanDetail,
  ScanProgress,
  SeverityCounts,
} from '../../api/contract/scans/scans.ts';
import type { ScanCoverage } from '../analysis/scan-runner.ts';
import { stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import type { ScanTable } from '../store/tables/scan-tables.ts';

export type ScanRow = Selectable<ScanTable> & { readonly repository_name: string };
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
    advisories: coverage.advisories.map((one) => ({ ...one })),
  };
}

/** Scans with the name of their repository. */
export function scanRows(db: Queries) {
  return db
    .selectFrom('scans')
    .innerJoin('repositories', 'repositories.id', 'scans.repository_id')
    .selectAll('scans')
    .select('repositories.name as repository_name');
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
    branch: row.branch,
    commitSha: row.commit_sha,
    releaseTrack: row.release_track,
    ...(row.depth === null ? {} : { depth: row.depth }),
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
