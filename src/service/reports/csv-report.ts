import type { Issue } from '../../api/contract/issue.ts';
import { byteOrderMark, type CsvField, csvRow } from './csv.ts';
import { issuesOf, type ReportWriter } from './report-writer.ts';

/** The columns, in their order: names of the interface's fields, which do not change. */
const columns: Readonly<Record<string, (issue: Issue) => CsvField>> = {
  id: (issue) => issue.id,
  severity: (issue) => issue.severity,
  score: (issue) => issue.score,
  confidence: (issue) => issue.confidence,
  title: (issue) => issue.title,
  description: (issue) => issue.description,
  vulnImpact: (issue) => issue.vulnImpact,
  vulnClass: (issue) => issue.vulnClass,
  category: (issue) => issue.category,
  cwes: (issue) => issue.cwes.join(' '),
  status: (issue) => issue.status,
  validation: (issue) => issue.validation,
  repositoryName: (issue) => issue.repositoryName,
  repositoryId: (issue) => issue.repositoryId,
  branch: (issue) => issue.scanTargetBranch ?? undefined,
  commitSha: (issue) => issue.commitSha ?? undefined,
  file: (issue) => issue.file,
  startLine: (issue) => issue.startLine,
  endLine: (issue) => issue.endLine,
  language: (issue) => issue.language,
  ruleId: (issue) => issue.ruleId,
  cvssScore: (issue) => issue.cvssScoreDetailed?.score,
  cvssVector: (issue) => issue.cvssScoreDetailed?.cvssVector,
  cvssV3Score: (issue) => issue.cvssScoreDetailed?.cvssV3Score,
  cvssV3Vector: (issue) => issue.cvssScoreDetailed?.cvssV3Vector,
  package: (issue) => issue.dependency?.name,
  packageVersion: (issue) => issue.dependency?.version,
  advisory: (issue) => issue.dependency?.advisory.id,
  reachability: (issue) => issue.dependency?.reachability.level,
  remediation: (issue) => issue.remediation,
  patch: (issue) => issue.patch?.status,
  triageReason: (issue) => issue.triage?.reason,
  triagedBy: (issue) => issue.triage?.by,
  note: (issue) => issue.note,
  trackerIssue: (issue) => issue.trackerIssue?.url,
  firstSeenAt: (issue) => issue.firstSeenAt,
  lastSeenAt: (issue) => issue.lastSeenAt,
  url: (issue) => issue.url,
};

export const writeCsv: ReportWriter = async (work, write) => {
  await write(byteOrderMark + csvRow(Object.keys(columns)));
  let count = 0;
  for await (const issue of issuesOf(work)) {
    await write(csvRow(Object.values(columns).map((of) => of(issue))));
    count += 1;
  }
  return count;
};
