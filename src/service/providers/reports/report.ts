import { type IssueStatus, suppressedStatuses } from '../../../api/contract/vocabulary.ts';
import type { VulnerableDependency } from '../../../api/contract/vulnerable-dependency.ts';
import { stored } from '../../core/context.ts';
import { knowledgeOf } from '../../issues/issue-knowledge.ts';
import { issuePage, repositoryPage } from '../../issues/issue-page.ts';
import { type CoverageSummary, type ScanRow, scanRows, toScan } from '../../scans/scan-rows.ts';
import type { ServiceCore } from '../../service-core.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import type { Queries } from '../../store/dialect.ts';
import { pathBelow } from '../connected.ts';
import type { Check } from '../provider.ts';
import { bringComments, type Target } from './comments.ts';
import {
  bySeverity,
  completedCheck,
  failedCheck,
  pendingCheck,
  type ReportedIssue,
  type Summarized,
} from './texts.ts';

/** Issues of one report. */
const mostIssues = 500;
/** What a person decided that the change may keep. */
const accepted: readonly IssueStatus[] = [...suppressedStatuses, 'INFORMATIONAL'];

/**
 * Brings check and comments of a pull request to what its latest scan says.
 * @returns what was done, as a sentence
 * @throws ProviderFailure; the signal's reason
 */
export async function reportScan(core: ServiceCore, scanId: string, signal: AbortSignal): Promise<string> {
  const scan = await scanRows(core.db).where('scans.id', '=', scanId).executeTakeFirst();
  const found = scan && (await whereOf(core, scan));
  if (!scan || !found) return 'Nobody is told of this scan.';
  if (!(await isLatest(core.db, scan))) return 'A later scan of the pull request is reported.';
  const { installation, provider } = await core.providers.of(found.installationId);
  const path = pathBelow(installation.base_url, found.url);
  if (path === undefined) return 'The repository is not at the host of its installation.';
  const pullRequest = await provider.pullRequest(path, scan.pull_number ?? 0, signal);
  const commit = scan.commit_sha ?? scan.head_sha ?? pullRequest.headCommit;
  const target: Target = { provider, path, pullRequest: { ...pullRequest, headCommit: commit }, signal };
  const url = repositoryPage(core.publicAddress, scan.repository_id);
  const set = (check: Check) => provider.setCheck(path, target.pullRequest, check, signal);
  switch (scan.status) {
    case 'QUEUED':
    case 'INDEXING':
    case 'RUNNING':
      await set(pendingCheck(url));
      return 'The check is pending.';
    case 'FAILED':
      await set(failedCheck(scan.error_message ?? 'The scan failed.', url));
      return 'The check says that the scan failed.';
    case 'CANCELLED':
      await set(failedCheck(scan.error_message ?? 'The scan was cancelled.', url));
      return 'The check says that the scan was cancelled.';
    case 'COMPLETED':
      return await reportCompleted(core, scan, { target, commit, url, set });
  }
}

interface Reporting {
  readonly target: Target;
  readonly commit: string;
  readonly url: string | undefined;
  readonly set: (check: Check) => Promise<void>;
}

async function reportCompleted(
  core: ServiceCore,
  scan: ScanRow,
  { target, commit, url, set }: Reporting,
): Promise<string> {
  const settings = await effectiveSettings(core.db, {
    organizationId: scan.organization_id,
    repositoryId: scan.repository_id,
  });
  const rows = await issuesOf(core.db, scan);
  const issues = rows
    .filter(({ status }) => status !== 'RESOLVED' && !accepted.includes(status))
    .map((row) => toReported(core, row))
    .toSorted(bySeverity)
    .slice(0, mostIssues);
  const incomplete = scan.coverage ? stored<CoverageSummary>(scan.coverage) : undefined;
  const summary: Omit<Summarized, 'issues' | 'onLines'> = {
    commit,
    filesIncomplete: (incomplete?.filesSkipped ?? 0) + (incomplete?.filesPartial ?? 0),
    mayBypass: settings.allowPrCheckBypass,
    bypass: toScan(scan).pullRequest?.bypass,
    url,
  };
  // The check first: merging may wait for it.
  await set(completedCheck({ ...summary, issues, onLines: new Set() }));
  if (target.pullRequest.state !== 'OPEN') return 'The check is set; the pull request is closed.';
  const byId = new Map(rows.map((row) => [row.id, row]));
  await bringComments(target, issues, summary, (issueId) => {
    const row = byId.get(issueId);
    const isDismissed = row !== undefined && row.status !== 'RESOLVED';
    return { title: row?.title ?? 'an issue', reason: isDismissed ? 'dismissed' : 'gone' };
  });
  return `${issues.length} issues are reported.`;
}

/** The installation and address of a scan's repository; undefined where it came without an installation. */
async function whereOf(
  { db }: Pick<ServiceCore, 'db'>,
  { repository_id, pull_request_id }: ScanRow,
): Promise<{ installationId: string; url: string } | undefined> {
  if (pull_request_id === null) return undefined;
  const row = await db
    .selectFrom('repositories')
    .select(['installation_id', 'url'])
    .where('id', '=', repository_id)
    .executeTakeFirst();
  return row?.installation_id && row.url ? { installationId: row.installation_id, url: row.url } : undefined;
}

async function isLatest(db: Queries, { seq, pull_request_id }: ScanRow): Promise<boolean> {
  const later = await db
    .selectFrom('scans')
    .select('id')
    .where('pull_request_id', '=', pull_request_id)
    .where('seq', '>', seq)
    .limit(1)
    .executeTakeFirst();
  return later === undefined;
}

/** Issues of a pull request, those that are resolved, too. */
function issuesOf(db: Queries, scan: ScanRow) {
  return db
    .selectFrom('issues')
    .select([
      'id',
      'status',
      'title',
      'severity',
      'cwes',
      'file',
      'start_line',
      'end_line',
      'description',
      'vuln_class',
      'dependency',
    ])
    .where('repository_id', '=', scan.repository_id)
    .where('branch', '=', scan.branch)
    .where('hidden', '=', 0)
    .execute();
}

type IssueRow = Awaited<ReturnType<typeof issuesOf>>[number];

function toReported({ publicAddress }: ServiceCore, row: IssueRow): ReportedIssue {
  return {
    id: row.id,
    title: row.title,
    severity: row.severity,
    cwes: row.cwes.split(' ').filter(Boolean),
    file: row.file,
    startLine: row.start_line,
    endLine: row.end_line,
    description: row.description,
    remedy: remedyOf(row),
    url: issuePage(publicAddress, row.id).url,
  };
}

function remedyOf({ dependency, vuln_class }: IssueRow): string | undefined {
  if (dependency === null) return knowledgeOf(vuln_class).remediation;
  const { name, fixedVersion } = stored<VulnerableDependency>(dependency);
  return fixedVersion ? `Upgrade ${name} to ${fixedVersion} or later.` : undefined;
}
