import { ProviderFailure } from '../failure.ts';
import type { ChangedLines, HostedComment, HostedPullRequest, Provider } from '../provider.ts';
import {
  goneComment,
  issueComment,
  issueIdOf,
  marker,
  type ReportedIssue,
  type Summarized,
  saysGone,
  summaryComment,
  summaryMarker,
} from './texts.ts';

/** New comments on lines of one report; further issues are in the summary. */
export const mostComments = 20;

export interface Target {
  readonly provider: Provider;
  readonly path: string;
  readonly pullRequest: HostedPullRequest;
  readonly signal: AbortSignal;
}

/** What became of an issue that a comment tells of and that is not open. */
export type Closed = (issueId: string) => { readonly title: string; readonly reason: 'gone' | 'dismissed' };

/**
 * Brings the comments of a pull request to what a scan found: one an issue, on its line where the change has it, edited in
 * place, and closed when the issue is gone. What is there already is read first, so that nothing is said twice, however
 * often this is begun.
 * @param issues those that are open, the most severe first
 */
export async function bringComments(
  target: Target,
  issues: readonly ReportedIssue[],
  summary: Omit<Summarized, 'issues' | 'onLines'>,
  closed: Closed,
): Promise<void> {
  const { provider, path, pullRequest, signal } = target;
  const existing = await provider.comments(path, pullRequest.number, marker, signal);
  const byIssue = new Map<string, HostedComment>();
  for (const comment of existing) {
    const issueId = issueIdOf(comment.body);
    if (issueId !== undefined && !byIssue.has(issueId)) byIssue.set(issueId, comment);
  }
  const open = new Set(issues.map(({ id }) => id));
  for (const [issueId, comment] of byIssue)
    if (!open.has(issueId)) await close(target, issueId, comment, closed);
  const onLines = await commentOnLines(target, issues, byIssue);
  const body = summaryComment({ ...summary, issues, onLines });
  const present = existing.find((comment) => comment.body.includes(summaryMarker));
  if (present) await edit(target, present, body);
  else if (issues.length > 0) await provider.addComment(path, pullRequest, { body }, signal);
}

/** @returns the issues that have a comment on their line */
async function commentOnLines(
  target: Target,
  issues: readonly ReportedIssue[],
  byIssue: ReadonlyMap<string, HostedComment>,
): Promise<ReadonlySet<string>> {
  const { provider, path, pullRequest, signal } = target;
  const onLines = new Set<string>();
  let lines: ChangedLines | undefined;
  let added = 0;
  for (const issue of issues) {
    const present = byIssue.get(issue.id);
    if (present) {
      onLines.add(issue.id);
      // Who resolved the thread by hand is not contradicted; one that we closed is open again.
      if (present.isResolved && saysGone(present.body))
        await provider.setResolved(path, pullRequest.number, present, false, signal);
      await edit(target, present, issueComment(issue));
      continue;
    }
    if (added >= mostComments) continue;
    lines ??= await provider.changedLines(path, pullRequest, signal);
    const line = lineOf(lines, issue);
    if (line === undefined) continue;
    added += 1;
    const place = { file: issue.file, line };
    if (await provider.addComment(path, pullRequest, { body: issueComment(issue), place }, signal))
      onLines.add(issue.id);
  }
  return onLines;
}

/** The first line of an issue that the change has. */
function lineOf(lines: ChangedLines, { file, startLine, endLine }: ReportedIssue): number | undefined {
  const changed = lines.get(file);
  if (changed === 'all') return startLine;
  for (let line = startLine; changed && line <= endLine; line++) if (changed.has(line)) return line;
  return undefined;
}

async function close(target: Target, issueId: string, comment: HostedComment, closed: Closed): Promise<void> {
  const { provider, path, pullRequest, signal } = target;
  const { title, reason } = closed(issueId);
  await edit(target, comment, goneComment(issueId, title, reason));
  if (comment.isResolved) return;
  try {
    await provider.setResolved(path, pullRequest.number, comment, true, signal);
  } catch (error) {
    // Its text says so already; not every token may close a thread.
    if (!(error instanceof ProviderFailure && ['forbidden', 'refused', 'missing'].includes(error.fault)))
      throw error;
  }
}

async function edit(
  { provider, path, pullRequest, signal }: Target,
  comment: HostedComment,
  body: string,
): Promise<void> {
  if (sameText(comment.body, body)) return;
  await provider.updateComment(path, pullRequest.number, comment, body, signal);
}

/** Hosts change the ends of lines. */
const sameText = (one: string, other: string): boolean =>
  one.replaceAll('\r\n', '\n').trim() === other.replaceAll('\r\n', '\n').trim();
