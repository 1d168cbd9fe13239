import * as l10n from '@vscode/l10n';
import type { Severity } from '../../api/contract/vocabulary.ts';
import { fileKey, type KnownIssue } from './known-issue.ts';
import {
  compareIssues,
  compareText,
  isSuppressed,
  severities,
  severityLabel,
  severityRank,
} from './ranking.ts';

export const groupings = ['severity', 'file', 'class'] as const;
export type Grouping = (typeof groupings)[number];

export interface IssueGroup {
  readonly kind: 'group';
  /** Stable while the grouping is the same; the tree keeps a group open by it. */
  readonly key: string;
  readonly label: string;
  readonly by: Grouping | 'suppressed';
  /** The worst severity within. */
  readonly severity: Severity;
  /** In the order shown. */
  readonly issues: readonly KnownIssue[];
}

const suppressedKey = 'suppressed';

/** Puts issues into the groups of the tree: worst group first, the suppressed ones last. */
export function groupIssues(issues: Iterable<KnownIssue>, grouping: Grouping): IssueGroup[] {
  const members = new Map<string, KnownIssue[]>();
  for (const known of issues) {
    const key = groupKey(known, grouping);
    const group = members.get(key);
    if (group) group.push(known);
    else members.set(key, [known]);
  }
  return [...members].map(([key, group]) => toGroup(key, group, grouping)).sort(compareGroups);
}

export function groupKey(known: KnownIssue, grouping: Grouping): string {
  if (isSuppressed(known.issue.status)) return suppressedKey;
  switch (grouping) {
    case 'severity':
      return `severity:${known.issue.severity}`;
    case 'file':
      return `file:${fileKey(known)}`;
    case 'class':
      return `class:${known.issue.vulnClass}`;
  }
}

function toGroup(key: string, members: KnownIssue[], grouping: Grouping): IssueGroup {
  const issues = members.sort(grouping === 'file' && key !== suppressedKey ? compareInFile : compareIssues);
  const worst = issues.reduce((a, b) =>
    severityRank(b.issue.severity) < severityRank(a.issue.severity) ? b : a,
  );
  const by = key === suppressedKey ? suppressedKey : grouping;
  return { kind: 'group', key, label: groupLabel(worst, by), by, severity: worst.issue.severity, issues };
}

function groupLabel(member: KnownIssue, by: IssueGroup['by']): string {
  switch (by) {
    case 'suppressed':
      return l10n.t('Suppressed');
    case 'severity':
      return severityLabel(member.issue.severity);
    case 'file':
      return member.issue.file;
    case 'class':
      return className(member.issue.vulnClass);
  }
}

const acronyms = new Set([
  'sql',
  'nosql',
  'ldap',
  'xss',
  'ssrf',
  'xxe',
  'tls',
  'jwt',
  'csrf',
  'redos',
  'xpath',
  'url',
  'api',
]);

/** A class id as words: `sql-injection` → `SQL injection`. */
export function className(vulnClass: string): string {
  const words = vulnClass.split(/[-_]/).map((word) => (acronyms.has(word) ? spelled(word) : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function spelled(acronym: string): string {
  if (acronym === 'nosql') return 'NoSQL';
  if (acronym === 'xpath') return 'XPath';
  if (acronym === 'redos') return 'ReDoS';
  return acronym.toUpperCase();
}

function compareInFile(a: KnownIssue, b: KnownIssue): number {
  return a.issue.startLine - b.issue.startLine || compareIssues(a, b);
}

function compareGroups(a: IssueGroup, b: IssueGroup): number {
  if (a.by === 'suppressed' || b.by === 'suppressed') {
    return Number(a.by === 'suppressed') - Number(b.by === 'suppressed');
  }
  const bySeverity = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  if (bySeverity !== 0) return bySeverity;
  return a.by === 'class'
    ? b.issues.length - a.issues.length || compareText(a.label, b.label)
    : compareText(a.label, b.label);
}
