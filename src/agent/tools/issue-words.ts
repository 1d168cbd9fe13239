import * as z from 'zod';
import type { Place } from '../../api/contract/agent/message.ts';
import { Id } from '../../api/contract/fields.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import {
  Category,
  Fixer,
  InvestigationStatus,
  IssueStatus,
  openStatuses,
  PatchStatus,
  Severity,
  Verdict,
} from '../../api/contract/vocabulary.ts';
import { code, visible, words } from '../data.ts';

/** How issues are put into words and into data, the same by every tool. */

export const IssueRow = z.object({
  id: Id,
  title: z.string(),
  severity: Severity,
  score: z.number(),
  confidence: z.number(),
  status: IssueStatus,
  category: Category,
  vulnClass: z.string(),
  cwes: z.array(z.string()),
  repository: z.string(),
  file: z.string(),
  line: z.int(),
  endLine: z.int(),
  /** Its latest scan is the first that saw it. */
  isNew: z.boolean(),
  patch: PatchStatus.optional(),
  /** Who could make a patch, where that is known. */
  fixableBy: Fixer.optional(),
  investigation: InvestigationStatus.optional(),
  verdict: Verdict.optional(),
});
export type IssueRow = z.output<typeof IssueRow>;

export function issueRow(issue: IssueListItem): IssueRow {
  const { investigation, patch } = issue;
  return {
    id: issue.id,
    title: issue.title,
    severity: issue.severity,
    score: issue.score,
    confidence: issue.confidence,
    status: issue.status,
    category: issue.category,
    vulnClass: issue.vulnClass,
    cwes: issue.cwes.slice(0, 10),
    repository: issue.repositoryName,
    file: issue.file,
    line: issue.startLine,
    endLine: issue.endLine,
    isNew: isNew(issue),
    ...(patch && patch.status !== 'NONE' && { patch: patch.status }),
    ...(issue.fixable && { fixableBy: issue.fixable.by }),
    ...(investigation && { investigation: investigation.status }),
    ...(investigation?.verdict && { verdict: investigation.verdict }),
  };
}

function isNew({ firstSeenScanId, scanId }: IssueListItem): boolean {
  return firstSeenScanId === scanId;
}

/** `SQL injection` in `src/app.js:12`, as one line of Markdown. */
export function issueName(issue: Pick<IssueListItem, 'title' | 'file' | 'startLine'>): string {
  return `${words(issue.title, 120)} in ${code(`${issue.file}:${issue.startLine}`)}`;
}

export function issueLine(issue: IssueListItem): string {
  const notes = [
    isNew(issue) ? 'new' : '',
    openStatuses.includes(issue.status) && issue.status !== 'PENDING_REVIEW' ? inWords(issue.status) : '',
    openStatuses.includes(issue.status) ? '' : inWords(issue.status),
    verdictWords(issue),
    issue.patch?.status === 'READY' ? 'patch ready' : '',
  ].filter((note) => note !== '');
  const noted = notes.length > 0 ? ` · ${notes.join(' · ')}` : '';
  return `**${inWords(issue.severity)}** ${issueName(issue)}${noted} · id ${issue.id}`;
}

function verdictWords({ investigation }: IssueListItem): string {
  return investigation?.verdict ? `investigated: ${inWords(investigation.verdict)}` : '';
}

/** `FALSE_POSITIVE` → `false positive`. */
export function inWords(constant: string): string {
  return constant.toLowerCase().replaceAll('_', ' ');
}

export function issuePlace(issue: Pick<IssueListItem, 'id' | 'title' | 'file' | 'startLine'>): Place {
  return {
    label: visible(`${issue.file}:${issue.startLine}`),
    path: issue.file,
    line: issue.startLine,
    issueId: issue.id,
  };
}

/** `3 issues`, `1 issue`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}

/** Said below a page of a list. */
export function moreLine(shown: number, total: number | undefined, nextCursor: string | undefined): string {
  if (nextCursor === undefined) return '';
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en')}`;
  return `\n\n*Showing ${shown}${of}; \`nextCursor\` in the data leads to the next page.*`;
}
