import * as l10n from '@vscode/l10n';
import { severityLabel, statusLabel } from '../../../words/issues.ts';
import { className } from '../class-name.ts';
import { fileKey, type KnownIssue } from '../known-issue.ts';
import { isSuppressed } from '../ranking.ts';
import { categoryLabel } from '../scope.ts';

export const groupings = [
  'severity',
  'file',
  'class',
  'rule',
  'category',
  'repository',
  'status',
  'tool',
] as const;
export type Grouping = (typeof groupings)[number];
/**
 * What a group's members share. Whatever the grouping, the suppressed ones are apart, and those outside of the product, unless it
 * is by status.
 */
export type GroupedBy = Grouping | 'outside' | 'suppressed';

const suppressedKey = 'suppressed';
const outsideKey = 'outside';

/** Stable while the grouping is the same; the tree keeps a group open by it. */
export function groupKey(known: KnownIssue, grouping: Grouping): string {
  const { issue } = known;
  if (grouping === 'status') return `status:${issue.status}`;
  if (isSuppressed(issue.status)) return suppressedKey;
  if (issue.codeRole) return outsideKey;
  switch (grouping) {
    case 'severity':
      return `severity:${issue.severity}`;
    case 'file':
      return `file:${fileKey(known)}`;
    case 'class':
      return `class:${issue.vulnClass}`;
    case 'rule':
      return `rule:${issue.ruleId}`;
    case 'category':
      return `category:${issue.category}`;
    case 'repository':
      return `repository:${known.folder}\n${issue.repositoryId}`;
    case 'tool':
      return `tool:${issue.reported?.tool ?? ''}`;
  }
}

export function groupedBy(key: string, grouping: Grouping): GroupedBy {
  return key === suppressedKey || key === outsideKey ? key : grouping;
}

/** What a group is called, from any of its members. */
export function groupLabel({ issue }: KnownIssue, by: GroupedBy): string {
  switch (by) {
    case 'suppressed':
      return l10n.t('Suppressed');
    case 'outside':
      return l10n.t('Not product code');
    case 'severity':
      return severityLabel(issue.severity);
    case 'file':
      return issue.file;
    case 'class':
      return issue.reported ? issue.title : className(issue.vulnClass);
    case 'rule':
      return issue.ruleId === '' ? className(issue.vulnClass) : issue.ruleId;
    case 'category':
      return categoryLabel(issue.category);
    case 'repository':
      return issue.repositoryName;
    case 'status':
      return statusLabel(issue.status);
    case 'tool':
      return issue.reported?.tool ?? 'Parapet';
  }
}
