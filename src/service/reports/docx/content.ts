import type { HowToFix, Issue } from '../../../api/contract/issue.ts';
import type { ReportLanguage } from '../../../api/contract/reports/reports.ts';
import type { IssueStatistics } from '../../../api/contract/stats.ts';
import type { Severity } from '../../../api/contract/vocabulary.ts';

/** What a document is made of: plain data, which goes to the thread that makes it. */
export interface DocxContent {
  readonly language: ReportLanguage;
  readonly title: string;
  readonly organization: string;
  readonly madeBy: string;
  readonly madeAt: string;
  readonly toolVersion: string;
  /** What was chosen, as name and value. */
  readonly scope: readonly (readonly [string, string])[];
  readonly statistics: IssueStatistics;
  /** Days that its trend looks back. */
  readonly days: number;
  readonly scans: readonly ScannedRepository[];
  /** Issues of the report, all told. */
  readonly total: number;
  /** The worst of them, in full. */
  readonly findings: readonly DocxFinding[];
  /** Those after them, as rows of a table. */
  readonly further: readonly FurtherFinding[];
}

/** What the latest scan of a repository looked at. */
export interface ScannedRepository {
  readonly repository: string;
  /** Absent where no scan has come to its end. */
  readonly scan?: {
    readonly branch: string;
    readonly commit: string | null;
    readonly finishedAt: string;
    readonly filesAnalysed: number;
    readonly filesPartial: number;
    readonly filesSkipped: number;
    readonly hidden: number;
    readonly switchedOff: readonly string[];
  };
}

export type DocxFinding = Pick<
  Issue,
  | 'title'
  | 'description'
  | 'severity'
  | 'score'
  | 'confidence'
  | 'status'
  | 'cwes'
  | 'repositoryName'
  | 'scanTargetBranch'
  | 'file'
  | 'startLine'
  | 'snippet'
  | 'firstSeenAt'
  | 'vulnImpact'
  | 'remediation'
  | 'references'
  | 'url'
> & {
  /** Of the first flow; more are counted. */
  readonly steps: readonly { readonly place: string; readonly message: string; readonly code: string }[];
  readonly moreFlows: number;
  readonly cvss: Cvss | undefined;
  readonly cvss3: Cvss | undefined;
  readonly howToFix: Pick<HowToFix, 'before' | 'after' | 'command'> | undefined;
  readonly patch: string;
  readonly decision: string | undefined;
};

interface Cvss {
  readonly score: number | undefined;
  readonly severity: string;
  readonly vector: string;
}

export interface FurtherFinding {
  readonly severity: Severity;
  readonly title: string;
  readonly place: string;
  readonly status: string;
}
