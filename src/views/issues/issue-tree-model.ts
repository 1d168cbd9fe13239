import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Severity } from '../../api/contract/vocabulary.ts';
import { type Grouping, groupIssues, type IssueGroup } from './grouping.ts';
import type { KnownIssue } from './known-issue.ts';
import { passes } from './problems.ts';
import { isResolved } from './ranking.ts';

export interface GroupNode {
  readonly kind: 'group';
  readonly key: string;
  group: IssueGroup;
  /** How many of its issues the tree lists; more on request. */
  listed: number;
}

export interface IssueNode {
  readonly kind: 'issue';
  readonly parent: GroupNode;
  known: KnownIssue;
}

export interface MoreNode {
  readonly kind: 'more';
  readonly parent: GroupNode;
}

export interface Refresh {
  /** True when groups came, went or changed their order. */
  readonly root: boolean;
  /** The groups whose members changed, when the root stays as it is. */
  readonly groups: readonly GroupNode[];
}

/** Issues of one group that the tree lists at first, and adds at each request for more. */
export const pageSize = 500;

/**
 * The nodes of the issues tree. They keep their identity from one update to the next, so that the editor refreshes
 * only the groups that changed and keeps selection and expansion.
 */
export class IssueTreeModel {
  readonly #groups = new Map<string, GroupNode>();
  readonly #nodes = new Map<string, IssueNode>();
  #order: readonly GroupNode[] = [];
  /** The latest scan of each folder that had an earlier one. */
  #latestScans: ReadonlyMap<string, string> = new Map();

  get groups(): readonly GroupNode[] {
    return this.#order;
  }

  /** Open issues that are shown, the number on the badge. */
  get openCount(): number {
    return this.#order.reduce(
      (sum, { group }) => sum + (group.by === 'suppressed' ? 0 : group.issues.length),
      0,
    );
  }

  /** Takes the present issues and says what of the tree has to be drawn again. */
  update(issues: Iterable<KnownIssue>, grouping: Grouping, minimum: Severity): Refresh {
    const listed = [...issues].filter(
      ({ issue }) => !isResolved(issue.status) && passes(issue.severity, minimum),
    );
    const before = this.#order;
    this.#latestScans = latestScans(listed);
    const changed: GroupNode[] = [];
    this.#order = groupIssues(listed, grouping).map((group) => {
      const node = this.#groups.get(group.key);
      if (!node) {
        const added: GroupNode = { kind: 'group', key: group.key, group, listed: pageSize };
        this.#groups.set(group.key, added);
        return added;
      }
      if (!sameMembers(node.group.issues, group.issues)) changed.push(node);
      node.group = group;
      return node;
    });
    const kept = new Set(this.#order);
    for (const [key, node] of this.#groups) if (!kept.has(node)) this.#groups.delete(key);
    this.#forgetMissing(listed);
    const root =
      before.length !== this.#order.length || before.some((node, index) => node !== this.#order[index]);
    return { root, groups: changed };
  }

  /** Whether an issue is new in the latest scan; after the very first scan all would be, so none is said to be. */
  isNews(known: KnownIssue): boolean {
    return (
      known.issue.firstSeenScanId !== undefined &&
      known.issue.firstSeenScanId === this.#latestScans.get(known.folder)
    );
  }

  children(node: GroupNode): (IssueNode | MoreNode)[] {
    const shown: (IssueNode | MoreNode)[] = node.group.issues
      .slice(0, node.listed)
      .map((known) => this.#node(node, known));
    if (node.group.issues.length > node.listed) shown.push({ kind: 'more', parent: node });
    return shown;
  }

  showMore(node: GroupNode): void {
    node.listed += pageSize;
  }

  /** The node of an issue, when the tree lists it. */
  find(id: string): IssueNode | undefined {
    for (const group of this.#order) {
      const index = group.group.issues.findIndex(({ issue }) => issue.id === id);
      if (index < 0) continue;
      const known = group.group.issues[index];
      if (index >= group.listed) group.listed = index + 1;
      return known && this.#node(group, known);
    }
    return undefined;
  }

  #node(parent: GroupNode, known: KnownIssue): IssueNode {
    const existing = this.#nodes.get(known.issue.id);
    if (existing?.parent === parent) {
      existing.known = known;
      return existing;
    }
    const node: IssueNode = { kind: 'issue', parent, known };
    this.#nodes.set(known.issue.id, node);
    return node;
  }

  #forgetMissing(listed: readonly KnownIssue[]): void {
    if (this.#nodes.size <= listed.length) return;
    const present = new Set(listed.map(({ issue }) => issue.id));
    for (const id of this.#nodes.keys()) if (!present.has(id)) this.#nodes.delete(id);
  }
}

function latestScans(listed: readonly KnownIssue[]): Map<string, string> {
  const latest = new Map<string, IssueListItem>();
  const firstScans = new Map<string, Set<string | undefined>>();
  for (const { folder, issue } of listed) {
    const before = latest.get(folder);
    if (!before || issue.lastSeenAt > before.lastSeenAt) latest.set(folder, issue);
    const scans = firstScans.get(folder);
    if (scans) scans.add(issue.firstSeenScanId);
    else firstScans.set(folder, new Set([issue.firstSeenScanId]));
  }
  const several = [...latest].filter(([folder]) => (firstScans.get(folder)?.size ?? 0) > 1);
  return new Map(several.map(([folder, { scanId }]) => [folder, scanId]));
}

function sameMembers(a: readonly KnownIssue[], b: readonly KnownIssue[]): boolean {
  return a.length === b.length && a.every((known, index) => known === b[index]);
}
