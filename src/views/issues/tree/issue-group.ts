import type { Severity } from '../../../api/contract/vocabulary.ts';
import type { KnownIssue } from '../known-issue.ts';
import { compareText, severities, severityRank, statuses } from '../ranking.ts';
import { type GroupedBy, type Grouping, groupedBy, groupKey, groupLabel } from './grouping.ts';
import { type Comparison, indexIn } from './sorting.ts';

/** Issues of one group that the tree lists at first, and adds at each request for more; groups, too. */
export const pageSize = 500;

/** A group of the tree, its issues always in order. It keeps its identity while it has members. */
export class IssueGroup {
  readonly kind = 'group';
  readonly key: string;
  readonly label: string;
  readonly by: GroupedBy;
  /** How many of its issues the tree lists; more on request. */
  listed = pageSize;
  #compare: Comparison;
  #issues: KnownIssue[];
  #counts = [0, 0, 0, 0, 0];

  /** @param members at least one */
  constructor(key: string, by: GroupedBy, members: KnownIssue[], compare: Comparison) {
    this.key = key;
    this.by = by;
    this.#compare = compare;
    this.#issues = members.sort(compare);
    for (const known of members) this.#count(known, 1);
    const [first] = members;
    this.label = first ? groupLabel(first, by) : '';
  }

  /** In the order shown. */
  get issues(): readonly KnownIssue[] {
    return this.#issues;
  }

  /** The worst severity within. */
  get severity(): Severity {
    return severities[this.#counts.findIndex((count) => count > 0)] ?? 'INFO';
  }

  /** Takes the members and the order of another group of the same key. */
  become(other: IssueGroup): void {
    this.#compare = other.#compare;
    this.#issues = other.#issues;
    this.#counts = other.#counts;
  }

  add(known: KnownIssue): void {
    this.#issues.splice(indexIn(this.#issues, known, this.#compare), 0, known);
    this.#count(known, 1);
  }

  remove(known: KnownIssue): void {
    this.#issues.splice(indexIn(this.#issues, known, this.#compare), 1);
    this.#count(known, -1);
  }

  /** Puts one in the place of another. @returns whether the order of the issues stays as it was */
  replace(before: KnownIssue, after: KnownIssue): boolean {
    const index = indexIn(this.#issues, before, this.#compare);
    this.#count(before, -1);
    this.#count(after, 1);
    if (this.#compare(before, after) === 0) {
      this.#issues[index] = after;
      return true;
    }
    this.#issues.splice(index, 1);
    const place = indexIn(this.#issues, after, this.#compare);
    this.#issues.splice(place, 0, after);
    return place === index;
  }

  #count({ issue }: KnownIssue, change: 1 | -1): void {
    const rank = severityRank(issue.severity);
    this.#counts[rank] = (this.#counts[rank] ?? 0) + change;
  }
}

/** Puts issues into groups, worst group first, those apart last. */
export function groupIssues(
  issues: Iterable<KnownIssue>,
  grouping: Grouping,
  compare: Comparison,
): IssueGroup[] {
  const members = new Map<string, KnownIssue[]>();
  for (const known of issues) {
    const key = groupKey(known, grouping);
    const group = members.get(key);
    if (group) group.push(known);
    else members.set(key, [known]);
  }
  return [...members]
    .map(([key, group]) => new IssueGroup(key, groupedBy(key, grouping), group, compare))
    .sort(compareGroups);
}

/** A total order: by status as in an issue's life, else the worst first, then the largest, files and the rest by name. */
export function compareGroups(a: IssueGroup, b: IssueGroup): number {
  return (
    apartRank(a) - apartRank(b) ||
    statusRank(a) - statusRank(b) ||
    severityRank(a.severity) - severityRank(b.severity) ||
    (a.by === 'file' ? 0 : b.issues.length - a.issues.length) ||
    compareText(a.label, b.label) ||
    compareText(a.key, b.key)
  );
}

/** Those that are apart come last. */
const apartRank = ({ by }: IssueGroup): number => (by === 'suppressed' ? 2 : by === 'outside' ? 1 : 0);

function statusRank({ by, issues }: IssueGroup): number {
  const status = issues[0]?.issue.status;
  return by === 'status' && status !== undefined ? statuses.indexOf(status) : 0;
}
