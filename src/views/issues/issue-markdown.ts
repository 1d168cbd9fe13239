import * as l10n from '@vscode/l10n';
import { escapeMarkdown, fence, shorten } from '../markdown.ts';
import { stateOf } from './issue-state.ts';
import { stateLabel } from './issue-state-text.ts';
import { gradeText } from './issue-text.ts';
import { type KnownIssue, shownLine } from './known-issue.ts';

/** Issues that are written out at most; a clipboard of ten thousand helps nobody. */
export const mostWritten = 200;

/**
 * Issues as Markdown for a ticket, a chat or a review: what, where, how bad, why, and the code. Paths are those within
 * the repository; nothing says where it lies on this machine.
 */
export function issuesMarkdown(issues: readonly KnownIssue[]): string {
  const written = issues.slice(0, mostWritten).map(issueMarkdown);
  const left = issues.length - written.length;
  if (left > 0) written.push(l10n.t('… and {0} more', left));
  return `${written.join('\n\n')}\n`;
}

function issueMarkdown(known: KnownIssue): string {
  const { issue } = known;
  const state = stateOf(known);
  const isPlain = state.kind === 'open' || state.kind === 'reported';
  const facts = [gradeText(issue), ...issue.cwes, issue.ruleId, isPlain ? '' : stateLabel(state)];
  const lines = [
    `### ${escapeMarkdown(issue.title)}`,
    '',
    `\`${issue.file.replaceAll('`', '')}:${shownLine(known)}\` · ${facts
      .filter((fact) => fact !== '')
      .map(escapeMarkdown)
      .join(' · ')}`,
  ];
  if (issue.description !== '') lines.push('', escapeMarkdown(shorten(issue.description, 2_000)));
  if (issue.flow && issue.flow.stepCount > 1) {
    const { file, range, message } = issue.flow.source;
    lines.push('', `${escapeMarkdown(l10n.t('From {0}: {1}', `${file}:${range.startLine}`, message))}`);
  }
  if (issue.snippet.trim() !== '') lines.push('', fence(issue.snippet, issue.language));
  return lines.join('\n');
}
