import type { Issue } from '../../../api/contract/issue.ts';
import type { IssueFilters } from '../../../api/contract/issues.ts';
import { stored } from '../../core/context.ts';
import { issueStatistics } from '../../issues/filter-statistics.ts';
import { issueRows, issuesInFull } from '../../issues/issue-rows.ts';
import type { CoverageSummary } from '../../scans/scan-rows.ts';
import { issueSeqs, type ReportWork, type ReportWriter } from '../report-writer.ts';
import type { DocxContent, DocxFinding, FurtherFinding, ScannedRepository } from './content.ts';
import { docxInThread } from './docx-thread.ts';
import { type DocxTexts, docxTexts } from './texts.ts';

/** What people read: findings in full, and those after them as rows. All others are counted. */
const mostInFull = 100;
const mostListed = 1_000;
/** Repositories whose scans are told of. */
const mostScans = 200;
/** Days that the trend looks back. */
const trendDays = 91;

export const writeDocx: ReportWriter = async (work, write) => {
  const content = await contentOf(work);
  await write(await docxInThread(content, work.signal));
  return content.total;
};

async function contentOf(work: ReportWork): Promise<DocxContent> {
  const { core, row, filters, reach, matching, repositories, signal } = work;
  const texts = docxTexts[row.language];
  const seqs = await issueSeqs(work);
  signal.throwIfAborted();
  const full = await issuesInFull(core, seqs.slice(0, mostInFull));
  return {
    language: row.language,
    title: row.name,
    ...(await namesOf(work)),
    madeAt: core.now().toISOString(),
    toolVersion: core.version,
    scope: scopeOf(filters, repositories, texts),
    statistics: await issueStatistics(core, reach, matching, { days: trendDays, interval: 'week' }),
    days: trendDays,
    scans: await scansOf(work),
    total: seqs.length,
    findings: full.map(findingOf),
    further: await furtherOf(work, seqs.slice(mostInFull, mostInFull + mostListed), texts),
  };
}

async function namesOf({ core, row }: ReportWork): Promise<Pick<DocxContent, 'organization' | 'madeBy'>> {
  const { name: organization } = await core.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', row.organization_id)
    .executeTakeFirstOrThrow();
  const maker = await core.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', row.created_by)
    .executeTakeFirst();
  return { organization, madeBy: maker?.name ?? maker?.email ?? '' };
}

/** The filters as a person reads them: repositories by name, and all else as it was given. */
function scopeOf(
  filters: IssueFilters,
  repositories: ReportWork['repositories'],
  texts: DocxTexts,
): DocxContent['scope'] {
  const names = repositories.map(({ name }) => name).join(', ');
  return Object.entries(filters).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (name === 'repositoryIds') return [[texts.repository, names]];
    return [[name, Array.isArray(value) ? value.join(', ') : String(value)]];
  });
}

async function scansOf({ core, repositories }: ReportWork): Promise<ScannedRepository[]> {
  const told = repositories.slice(0, mostScans);
  if (told.length === 0) return [];
  const rows = await core.db
    .selectFrom('scans')
    .select(['repository_id', 'branch', 'commit_sha', 'finished_at', 'coverage'])
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('scans')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('kind', '!=', 'PR')
        .where('status', '=', 'COMPLETED')
        .where(
          'repository_id',
          'in',
          told.map(({ id }) => id),
        )
        .groupBy('repository_id'),
    )
    .execute();
  return told.map(({ id, name: repository }) => {
    const row = rows.find((one) => one.repository_id === id);
    if (!row?.coverage) return { repository };
    const coverage = stored<CoverageSummary>(row.coverage);
    return {
      repository,
      scan: {
        branch: row.branch,
        commit: row.commit_sha,
        finishedAt: row.finished_at ?? '',
        filesAnalysed: coverage.filesAnalysed,
        filesPartial: coverage.filesPartial,
        filesSkipped: coverage.filesSkipped,
        hidden: (coverage.hidden ?? []).reduce((sum, { files }) => sum + files, 0),
        switchedOff: (coverage.switchedOff ?? []).map(({ module, folder }) =>
          folder === undefined ? module : `${module} (${folder})`,
        ),
      },
    };
  });
}

function findingOf(issue: Issue): DocxFinding {
  const { codeFlows, cvssScoreDetailed: cvss, triage, howToFix, patch } = issue;
  const [first, ...others] = codeFlows;
  return {
    title: issue.title,
    description: issue.description,
    severity: issue.severity,
    score: issue.score,
    confidence: issue.confidence,
    status: issue.status,
    cwes: issue.cwes,
    repositoryName: issue.repositoryName,
    scanTargetBranch: issue.scanTargetBranch,
    file: issue.file,
    startLine: issue.startLine,
    snippet: issue.snippet,
    firstSeenAt: issue.firstSeenAt,
    vulnImpact: issue.vulnImpact,
    remediation: issue.remediation,
    references: issue.references,
    url: issue.url,
    steps: (first?.steps ?? []).slice(0, mostSteps).map(({ file, range, message, snippet }) => ({
      place: `${file}:${range.startLine}`,
      message,
      code: snippet,
    })),
    moreFlows: others.length,
    cvss: cvss && { score: cvss.score, severity: cvss.severity, vector: cvss.cvssVector },
    cvss3: cvss && { score: cvss.cvssV3Score, severity: cvss.cvssV3Severity, vector: cvss.cvssV3Vector },
    howToFix: howToFix && { before: howToFix.before, after: howToFix.after, command: howToFix.command },
    patch: patch?.status ?? 'NONE',
    decision: triage?.reason,
  };
}

/** Of a flow; the first ones lead to where the rest is read. */
const mostSteps = 20;

async function furtherOf(
  { core }: ReportWork,
  seqs: readonly number[],
  texts: DocxTexts,
): Promise<FurtherFinding[]> {
  if (seqs.length === 0) return [];
  const rows = await issueRows(core.db).where('issues.seq', 'in', seqs).execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => {
    const row = bySeq.get(seq);
    if (!row) return [];
    return [
      {
        severity: row.severity,
        title: row.title,
        place: `${row.repository_name} · ${row.file}:${row.start_line}`,
        status: texts.statuses[row.status],
      },
    ];
  });
}
