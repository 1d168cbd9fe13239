import type { IssueStore } from '../issue-store.ts';
import type { KnownIssue } from '../known-issue.ts';
import { latestScans } from '../news.ts';
import { isResolved, isSuppressed } from '../ranking.ts';
import { inScope, type Scope } from '../scope.ts';
import { type IssueFilter, isActive, matcher } from './filter.ts';
import { type Grouping, groupedBy, groupKey } from './grouping.ts';
import { compareGroups, groupIssues, IssueGroup, pageSize } from './issue-group.ts';
import { comparisons, type Sorting } from './sorting.ts';

export type GroupNode = IssueGroup;

export interface IssueNode {
  readonly kind: 'issue';
  parent: GroupNode;
  known: KnownIssue;
}

/** Stands for what a group, or the tree itself, does not list yet. */
export interface MoreNode {
  readonly kind: 'more';
  readonly parent: GroupNode | undefined;
}

/** How the tree shows the issues. */
export interface Look {
  readonly grouping: Grouping;
  readonly sorting: Sorting;
  readonly scope: Scope;
  readonly filter: IssueFilter;
}

/** What of the tree has to be drawn again. */
export interface Refresh {
  /** True when groups came, went or changed their order: everything. */
  readonly root: boolean;
  /** Groups whose members or their order changed. */
  readonly groups: readonly GroupNode[];
  /** Listed issues that changed and stay where they are. */
  readonly issues: readonly IssueNode[];
}

type Source = Pick<IssueStore, 'all' | 'get' | 'files' | 'ofFile'>;

/** From so many changed files on, grouping everything anew is cheaper than carrying the changes over. */
const manyFiles = 200;

/**
 * The nodes of the issues tree. They keep their identity from one change to the next, and what a change costs depends
 * on what changed, not on how many issues there are.
 */
export class IssueTreeModel {
  readonly #source: Source;
  #look: Look;
  #groups = new Map<string, IssueGroup>();
  #order: readonly IssueGroup[] = [];
  readonly #nodes = new Map<string, IssueNode>();
  /** What is in the groups, by file. */
  readonly #taken = new Map<string, readonly KnownIssue[]>();
  /** The latest scan of each folder that had an earlier one. */
  #latestScans: ReadonlyMap<string, string> = new Map();
  #listedGroups = pageSize;
  #matching = 0;

  constructor(source: Source, look: Look) {
    this.#source = source;
    this.#look = look;
  }

  /** All groups; `roots` lists a page of them. */
  get groups(): readonly GroupNode[] {
    return this.#order;
  }

  /** Open issues that the tree shows, or would on request for more. */
  get matching(): number {
    return this.#matching;
  }

  has(group: GroupNode): boolean {
    return this.#groups.get(group.key) === group;
  }

  /** Shows the issues in another way; a group that is in both keeps its identity and what it lists. */
  show(look: Look): Refresh {
    const isAnotherList =
      look.grouping !== this.#look.grouping ||
      look.sorting !== this.#look.sorting ||
      look.filter !== this.#look.filter;
    // Filtered groups are others: what the editor still tells of the ones before is not about them.
    if (isActive(look.filter) !== isActive(this.#look.filter)) this.#groups = new Map();
    this.#look = look;
    if (isAnotherList) this.#listedGroups = pageSize;
    return this.#rebuild();
  }

  /** Takes over what changed in these files (keys of `fileKey`). */
  change(files: ReadonlySet<string>): Refresh {
    if (files.size > manyFiles) return this.#rebuild();
    const scans = latestScans(this.#source.all());
    if (!sameEntries(scans, this.#latestScans)) return this.#rebuild();
    const changes = new Changes();
    const before = this.#order;
    const matches = matcher(this.#look.filter);
    for (const file of files) {
      const taken = this.#taken.get(file) ?? [];
      const after = this.#source.ofFile(file).filter((known) => this.#isListed(known, matches));
      if (after.length > 0) this.#taken.set(file, after);
      else this.#taken.delete(file);
      this.#carryOver(taken, after, changes);
    }
    if (changes.moved.size > 0) this.#order = [...this.#groups.values()].sort(compareGroups);
    return changes.refresh(sameMembers(before, this.#order), this.#nodes);
  }

  /** Whether an issue is new in the latest scan; after the very first scan all would be, so none is said to be. */
  isNews(known: KnownIssue): boolean {
    const { firstSeenScanId, reported } = known.issue;
    if (reported) return reported.baseline === 'new';
    return firstSeenScanId !== undefined && firstSeenScanId === this.#latestScans.get(known.folder);
  }

  roots(): (GroupNode | MoreNode)[] {
    if (this.#order.length <= this.#listedGroups) return [...this.#order];
    return [...this.#order.slice(0, this.#listedGroups), { kind: 'more', parent: undefined }];
  }

  children(group: GroupNode): (IssueNode | MoreNode)[] {
    const shown: (IssueNode | MoreNode)[] = group.issues
      .slice(0, group.listed)
      .map((known) => this.#node(group, known));
    if (group.issues.length > group.listed) shown.push({ kind: 'more', parent: group });
    return shown;
  }

  /** How many there are below a group, or how many groups there are, and how many of them are listed. */
  listed({ parent }: MoreNode): { readonly listed: number; readonly of: number } {
    return parent === undefined
      ? { listed: this.#listedGroups, of: this.#order.length }
      : { listed: parent.listed, of: parent.issues.length };
  }

  showMore({ parent }: MoreNode): void {
    if (parent === undefined) this.#listedGroups += pageSize;
    else parent.listed += pageSize;
  }

  /** The node of an issue, listed if it was not; undefined when the tree leaves the issue out. */
  find(known: KnownIssue): IssueNode | undefined {
    const group = this.#groups.get(groupKey(known, this.#look.grouping));
    const index = group?.issues.findIndex(({ issue }) => issue.id === known.issue.id) ?? -1;
    const found = group?.issues[index];
    if (group === undefined || found === undefined) return undefined;
    group.listed = Math.max(group.listed, index + 1);
    this.#listedGroups = Math.max(this.#listedGroups, this.#order.indexOf(group) + 1);
    return this.#node(group, found);
  }

  #rebuild(): Refresh {
    const before = this.#order;
    const scans = latestScans(this.#source.all());
    const isOtherNews = !sameEntries(scans, this.#latestScans);
    this.#latestScans = scans;
    const listed = this.#takeAll();
    const compare = comparisons[this.#look.sorting];
    const changed: IssueGroup[] = [];
    const groups = groupIssues(listed, this.#look.grouping, compare).map((group) => {
      const old = this.#groups.get(group.key);
      if (!old) return group;
      // Its order may be another one even so, while it has but one member.
      if (!sameMembers(old.issues, group.issues)) changed.push(old);
      old.become(group);
      return old;
    });
    this.#groups = new Map(groups.map((group) => [group.key, group]));
    this.#order = groups;
    const root = isOtherNews || !sameMembers(before, groups);
    return { root, groups: root ? [] : changed, issues: [] };
  }

  /** @returns what the tree lists now */
  #takeAll(): KnownIssue[] {
    const matches = matcher(this.#look.filter);
    const listed: KnownIssue[] = [];
    this.#taken.clear();
    this.#matching = 0;
    for (const file of this.#source.files()) {
      const taken = this.#source.ofFile(file).filter((known) => this.#isListed(known, matches));
      if (taken.length > 0) this.#taken.set(file, taken);
      for (const known of taken) {
        listed.push(known);
        if (isOpen(known)) this.#matching++;
      }
    }
    for (const id of this.#nodes.keys()) {
      const known = this.#source.get(id);
      if (!known || !this.#isListed(known, matches)) this.#nodes.delete(id);
    }
    return listed;
  }

  #isListed(known: KnownIssue, matches: ReturnType<typeof matcher>): boolean {
    return (
      !isResolved(known.issue.status) &&
      inScope(known.issue, this.#look.scope) &&
      matches(known, this.isNews(known))
    );
  }

  #carryOver(before: readonly KnownIssue[], after: readonly KnownIssue[], changes: Changes): void {
    const gone = new Map(before.map((known) => [known.issue.id, known]));
    for (const known of after) {
      const old = gone.get(known.issue.id);
      gone.delete(known.issue.id);
      if (old === known) continue;
      if (old) this.#replace(old, known, changes);
      else this.#add(known, changes);
    }
    for (const known of gone.values()) {
      this.#remove(known, changes);
      this.#nodes.delete(known.issue.id);
    }
  }

  #replace(old: KnownIssue, known: KnownIssue, changes: Changes): void {
    const { grouping } = this.#look;
    const group = this.#groups.get(groupKey(old, grouping));
    if (!group || groupKey(known, grouping) !== group.key) {
      this.#remove(old, changes);
      this.#add(known, changes);
      return;
    }
    const severity = group.severity;
    const staysInPlace = group.replace(old, known);
    this.#matching += Number(isOpen(known)) - Number(isOpen(old));
    const node = this.#nodes.get(known.issue.id);
    if (node) node.known = known;
    if (severity !== group.severity) changes.moved.add(group);
    if (staysInPlace) changes.issues.add(known.issue.id);
    else changes.groups.add(group);
  }

  #add(known: KnownIssue, changes: Changes): void {
    const key = groupKey(known, this.#look.grouping);
    const group = this.#groups.get(key);
    if (isOpen(known)) this.#matching++;
    if (group) {
      group.add(known);
      changes.moved.add(group);
      changes.groups.add(group);
      return;
    }
    const { grouping, sorting } = this.#look;
    const added = new IssueGroup(key, groupedBy(key, grouping), [known], comparisons[sorting]);
    this.#groups.set(key, added);
    changes.moved.add(added);
    changes.root = true;
  }

  #remove(known: KnownIssue, changes: Changes): void {
    const key = groupKey(known, this.#look.grouping);
    const group = this.#groups.get(key);
    if (!group) return;
    group.remove(known);
    if (isOpen(known)) this.#matching--;
    changes.moved.add(group);
    changes.groups.add(group);
    if (group.issues.length > 0) return;
    this.#groups.delete(key);
    changes.root = true;
  }

  #node(parent: GroupNode, known: KnownIssue): IssueNode {
    const existing = this.#nodes.get(known.issue.id);
    if (existing) {
      existing.known = known;
      existing.parent = parent;
      return existing;
    }
    const node: IssueNode = { kind: 'issue', parent, known };
    this.#nodes.set(known.issue.id, node);
    return node;
  }
}

/** Changed issues of a group from which on the group is drawn anew instead of each of them. */
const manyIssues = 50;

/** What carrying over a change did to the tree. */
class Changes {
  /** A group came or went. */
  root = false;
  /** Groups that may have another place among the groups. */
  readonly moved = new Set<IssueGroup>();
  readonly groups = new Set<IssueGroup>();
  /** Ids of issues that stay where they are. */
  readonly issues = new Set<string>();

  refresh(isOrderKept: boolean, nodes: ReadonlyMap<string, IssueNode>): Refresh {
    if (this.root || !isOrderKept) return { root: true, groups: [], issues: [] };
    const byGroup = new Map<IssueGroup, IssueNode[]>();
    for (const id of this.issues) {
      const node = nodes.get(id);
      if (!node || this.groups.has(node.parent)) continue;
      const ofGroup = byGroup.get(node.parent);
      if (ofGroup) ofGroup.push(node);
      else byGroup.set(node.parent, [node]);
    }
    for (const [group, ofGroup] of byGroup) if (ofGroup.length > manyIssues) this.groups.add(group);
    const issues = [...byGroup.values()].flat().filter(({ parent }) => !this.groups.has(parent));
    return { root: false, groups: [...this.groups], issues };
  }
}

function isOpen({ issue }: KnownIssue): boolean {
  return !isSuppressed(issue.status);
}

function sameMembers(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((member, index) => member === b[index]);
}

function sameEntries(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
