import type { CheckBypass, SeverityCounts } from '../../../api/contract/scans/scans.ts';
import type { Severity } from '../../../api/contract/vocabulary.ts';
import type { Check } from '../provider.ts';
import { code, plain, shortened } from './markdown.ts';

/** What a report says of an issue. */
export interface ReportedIssue {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly cwes: readonly string[];
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly description: string;
  /** What to do, as plain text. */
  readonly remedy: string | undefined;
  /** Where it is read in full. */
  readonly url: string | undefined;
}

/**
 * Begins every marker; comments with it are ours. It is a definition of a link that nothing refers to: all hosts show none
 * of it, where some show comments of HTML.
 */
export const marker = '[//]: # (parapet:';
export const summaryMarker = `${marker}summary)`;
const goneText = '**Resolved.**';
const mostDescription = 700;
/** Issues that the summary lists. */
const mostListed = 50;

const issueMarker = (id: string): string => `${marker}issue ${id})`;

/** Of which issue a comment tells. */
export const issueIdOf = (body: string): string | undefined =>
  /\(parapet:issue ([0-9a-f-]{36})\)/.exec(body)?.[1];

export const saysGone = (body: string): boolean => body.startsWith(goneText);

const severityNames: Readonly<Record<Severity, string>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  INFO: 'Info',
};
const order: readonly Severity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'];

export const bySeverity = (a: ReportedIssue, b: ReportedIssue): number =>
  order.indexOf(a.severity) - order.indexOf(b.severity) ||
  (a.file < b.file ? -1 : a.file > b.file ? 1 : a.startLine - b.startLine);

export function issueComment(issue: ReportedIssue): string {
  const cwes = issue.cwes.length === 0 ? '' : ` (${issue.cwes.slice(0, 3).join(', ')})`;
  return [
    `**${severityNames[issue.severity]}: ${plain(issue.title)}**${cwes}`,
    plain(shortened(issue.description, mostDescription)),
    ...(issue.remedy === undefined
      ? []
      : [`**What to do:** ${plain(shortened(issue.remedy, mostDescription))}`]),
    ...(issue.url === undefined ? [] : [`[Show in Parapet](${issue.url})`]),
    issueMarker(issue.id),
  ].join('\n\n');
}

/** In the place of a comment whose issue is no longer found, or was dismissed. */
export function goneComment(issueId: string, title: string, reason: 'gone' | 'dismissed'): string {
  const why =
    reason === 'gone'
      ? 'The latest scan does not find this issue any more'
      : 'This issue was dismissed in Parapet';
  return `${goneText} ${why}: ${plain(title)}\n\n${issueMarker(issueId)}`;
}

export interface Summarized {
  readonly issues: readonly ReportedIssue[];
  /** Those of them that have a comment on their line. */
  readonly onLines: ReadonlySet<string>;
  readonly commit: string;
  /** Files that were not analysed, or not to the end. */
  readonly filesIncomplete: number;
  /** Whether the repository's settings let contributors bypass the check. */
  readonly mayBypass: boolean;
  /** Who did, and why. */
  readonly bypass: CheckBypass | undefined;
  readonly url: string | undefined;
}

/** `2 high, 1 medium` */
function countsText(counts: SeverityCounts): string {
  const named = order.map((severity) => [counts[severity], severityNames[severity].toLowerCase()] as const);
  return named
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(', ');
}

export function countsOf(issues: readonly ReportedIssue[]): SeverityCounts {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
  for (const { severity } of issues) counts[severity] += 1;
  return counts;
}

const issuesText = (count: number): string => (count === 1 ? '1 new issue' : `${count} new issues`);

export function summaryComment(summary: Summarized): string {
  const { issues, onLines, commit, url } = summary;
  const listed = issues.slice(0, mostListed);
  const rows = listed.map(
    (issue) =>
      `- **${severityNames[issue.severity]}**: ${link(plain(issue.title), issue.url)} in ${code(issue.file)}, line ${issue.startLine}${onLines.has(issue.id) ? ' (comment on the line)' : ''}`,
  );
  const rest = issues.length - listed.length;
  return [
    `**${titleOf(summary)}** at ${code(commit.slice(0, 12))}`,
    ...(rows.length === 0 ? [] : [rows.join('\n')]),
    ...(rest > 0 ? [`${rest} more are not listed here.`] : []),
    ...notesOf(summary),
    ...(url === undefined ? [] : [`[Show the repository in Parapet](${url})`]),
    summaryMarker,
  ].join('\n\n');
}

const link = (text: string, url: string | undefined): string =>
  url === undefined ? text : `[${text}](${url})`;

function titleOf(summary: Summarized): string {
  const { issues } = summary;
  if (issues.length === 0) return 'No new issues';
  const counts = `${issuesText(issues.length)}: ${countsText(countsOf(issues))}`;
  return isBypassed(summary) ? `Bypassed, ${counts}` : counts;
}

/** Issues of the severity INFO hold nobody up. */
const isBlocking = ({ issues }: Summarized): boolean => issues.some(({ severity }) => severity !== 'INFO');

/** Only where settings still allow it. */
const isBypassed = (summary: Summarized): boolean =>
  summary.mayBypass && summary.bypass !== undefined && isBlocking(summary);

function bypassNotes(summary: Summarized): string[] {
  const { bypass, mayBypass } = summary;
  if (!mayBypass || !isBlocking(summary)) return [];
  return bypass
    ? [`**${plain(bypass.by)} bypassed this check:** ${plain(shortened(bypass.reason, mostDescription))}`]
    : ['The settings of this repository let contributors bypass this check.'];
}

function notesOf(summary: Summarized): string[] {
  const { filesIncomplete } = summary;
  return [
    ...(filesIncomplete === 0
      ? []
      : [
          filesIncomplete === 1
            ? '1 file was not analysed to its end.'
            : `${filesIncomplete} files were not analysed to their end.`,
        ]),
    ...bypassNotes(summary),
  ];
}

export function completedCheck(summary: Summarized): Check {
  return {
    state: !isBlocking(summary) ? 'success' : isBypassed(summary) ? 'neutral' : 'failure',
    title: titleOf(summary),
    summary: [titleOf(summary), ...notesOf(summary)].join('\n\n'),
    url: summary.url,
  };
}

export const pendingCheck = (url: string | undefined): Check => ({
  state: 'pending',
  title: 'The change is scanned',
  summary: 'The change is scanned for security issues that it brings.',
  url,
});

/** @param reason a sentence of ours */
export const failedCheck = (reason: string, url: string | undefined): Check => ({
  state: 'error',
  title: 'The scan did not complete',
  summary: plain(reason),
  url,
});
