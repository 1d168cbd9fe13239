import * as l10n from '@vscode/l10n';
import type { IssueListItem } from '../../../api/contract/issue.ts';
import type { Category, IssueStatus, Severity } from '../../../api/contract/vocabulary.ts';
import { severityLabel, statusLabel } from '../../../words/issues.ts';
import { className } from '../class-name.ts';
import type { KnownIssue } from '../known-issue.ts';
import { severities, statuses } from '../ranking.ts';
import { categories, categoryLabel } from '../scope.ts';

/** What the user wants to see in the tree for now; an empty list asks for no value in particular. */
export interface IssueFilter {
  /** Words that title, file, class, rule, weakness or description must contain. */
  readonly text: string;
  readonly severities: readonly Severity[];
  readonly categories: readonly Category[];
  readonly statuses: readonly IssueStatus[];
  /** Only issues that the latest scan saw for the first time. */
  readonly newOnly: boolean;
}

export const noFilter: IssueFilter = {
  text: '',
  severities: [],
  categories: [],
  statuses: [],
  newOnly: false,
};

export function isActive(filter: IssueFilter): boolean {
  const { text, severities, categories, statuses, newOnly } = filter;
  return words(text).length > 0 || severities.length + categories.length + statuses.length > 0 || newOnly;
}

export function sameFilter(a: IssueFilter, b: IssueFilter): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether issues match, as a function of the issue and of whether it is new; made once for many issues. */
export function matcher(filter: IssueFilter): (known: KnownIssue, isNews: boolean) => boolean {
  if (!isActive(filter)) return () => true;
  const wanted = words(filter.text);
  const severities = new Set(filter.severities);
  const categories = new Set(filter.categories);
  const statuses = new Set(filter.statuses);
  return ({ issue }, isNews) =>
    (severities.size === 0 || severities.has(issue.severity)) &&
    (categories.size === 0 || categories.has(issue.category)) &&
    (statuses.size === 0 || statuses.has(issue.status)) &&
    (!filter.newOnly || isNews) &&
    (wanted.length === 0 || containsAll(searchText(issue), wanted));
}

/** The filter in a few words: `“db” · Critical, High · new`. */
export function filterSummary(filter: IssueFilter): string {
  const parts = [
    words(filter.text).length > 0 ? l10n.t('“{0}”', filter.text.trim()) : '',
    filter.severities.map(severityLabel).join(', '),
    filter.categories.map(categoryLabel).join(', '),
    filter.statuses.map(statusLabel).join(', '),
    filter.newOnly ? l10n.t('new') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The filter that was kept with the workspace; whatever is no filter of ours counts as none. */
export function readFilter(stored: unknown): IssueFilter {
  if (typeof stored !== 'object' || stored === null) return noFilter;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const text = fields.get('text');
  return {
    text: typeof text === 'string' ? text.slice(0, longestText) : '',
    severities: known(severities, fields.get('severities')),
    categories: known(categories, fields.get('categories')),
    statuses: known(statuses, fields.get('statuses')),
    newOnly: fields.get('newOnly') === true,
  };
}

/** Characters of the text of a filter. */
export const longestText = 200;

function known<T extends string>(all: readonly T[], stored: unknown): readonly T[] {
  return Array.isArray(stored) ? all.filter((one) => stored.includes(one)) : [];
}

function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function containsAll(text: string, wanted: readonly string[]): boolean {
  return wanted.every((word) => text.includes(word));
}

const searchTexts = new WeakMap<IssueListItem, string>();

/** What a text is looked for in, made once for each issue. */
function searchText(issue: IssueListItem): string {
  const made = searchTexts.get(issue);
  if (made !== undefined) return made;
  const { title, file, vulnClass, ruleId, cwes, description, repositoryName } = issue;
  const text = [title, file, className(vulnClass), vulnClass, ruleId, ...cwes, repositoryName, description]
    .join('\n')
    .toLowerCase();
  searchTexts.set(issue, text);
  return text;
}
