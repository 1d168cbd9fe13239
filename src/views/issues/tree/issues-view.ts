import * as vscode from 'vscode';
import type { Repositories } from '../../../workspace/repositories.ts';
import { inTurn } from '../../../yielding.ts';
import { coverageNotice } from '../../scans/coverage-gaps.ts';
import type { CoverageWatch } from '../../scans/coverage-watch.ts';
import type { Session } from '../../session.ts';
import type { StandingWatch } from '../../standing-watch.ts';
import type { IssueStore } from '../issue-store.ts';
import type { IssueTally } from '../issue-tally.ts';
import { tooltipMarkdown } from '../issue-text.ts';
import type { KnownIssue } from '../known-issue.ts';
import { groupingSetting, scopeSetting, sortingSetting } from '../settings.ts';
import type { Expansion } from './expansion.ts';
import { filterSummary } from './filter.ts';
import type { FilterState } from './filter-state.ts';
import {
  type GroupNode,
  type IssueNode,
  IssueTreeModel,
  type Look,
  type MoreNode,
  type Refresh,
} from './issue-tree-model.ts';
import { activityText, leftOutNotices, type NoticeNode, noticesOf } from './notices.ts';
import { standingNotices } from './standing-notices.ts';
import { groupItem, issueItem, moreItem, noticeItem, opensByItself } from './tree-items.ts';

export type TreeNode = GroupNode | IssueNode | MoreNode | NoticeNode;

/** Changed files that the tree takes over in the turn in which they changed. */
const fewFiles = 50;

export interface IssuesViewParts {
  readonly store: IssueStore;
  readonly tally: IssueTally;
  readonly session: Session;
  readonly filter: FilterState;
  readonly expansion: Expansion;
  readonly drag: vscode.TreeDragAndDropController<TreeNode>;
  readonly reports: {
    readonly notices: readonly NoticeNode[];
    readonly onDidChange: vscode.Event<void>;
  };
  readonly repositories: Pick<Repositories, 'leftOut'>;
  readonly coverage: Pick<CoverageWatch, 'all' | 'onDidChange'>;
  readonly standing: Pick<StandingWatch, 'all' | 'onDidChange'>;
}

/** The Issues view: the complete list in groups, as far as settings and filter let it be seen. */
export class IssuesView implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #parts: IssuesViewParts;
  readonly #model: IssueTreeModel;
  readonly #refresh = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #subscriptions: { dispose(): void }[];
  #notices: readonly NoticeNode[] = [];
  #isFiltered = false;
  /** Changed files that the tree has still to take over. */
  readonly #waiting = new Set<string>();
  #callOff: (() => void) | undefined;

  constructor(parts: IssuesViewParts) {
    this.#parts = parts;
    const { store, tally, session, filter, expansion, drag, reports } = parts;
    this.#model = new IssueTreeModel(store, this.#look());
    this.#view = vscode.window.createTreeView<TreeNode>('parapet.issues', {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
      dragAndDropController: drag,
    });
    const remember = (isOpen: boolean) => {
      return ({ element }: vscode.TreeViewExpansionEvent<TreeNode>) => {
        // A filter opens all groups; how they were is not forgotten for that.
        if (element.kind !== 'group' || filter.isActive || !this.#model.has(element)) return;
        expansion.set(element.key, isOpen);
      };
    };
    this.#subscriptions = [
      this.#view,
      this.#refresh,
      this.#view.onDidExpandElement(remember(true)),
      this.#view.onDidCollapseElement(remember(false)),
      tally.onChange(({ files }) => this.#take(files)),
      { dispose: () => this.#callOff?.() },
      filter.onDidChange(() => this.#showAnew()),
      session.onDidChange(() => this.#updateNotices()),
      reports.onDidChange(() => this.#updateNotices()),
      parts.coverage.onDidChange(() => this.#updateNotices()),
      parts.standing.onDidChange(() => this.#updateNotices()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('parapet.issues')) this.#showAnew();
      }),
    ];
    this.#describeFilter();
  }

  /** Issues that are selected in the tree. */
  get selectedIds(): readonly string[] {
    return idsOf(this.#view.selection);
  }

  /** Issues that the tree shows, or would on request for more. */
  get shownIds(): readonly string[] {
    return idsOf(this.#model.groups);
  }

  get onDidChangeSelection(): vscode.Event<vscode.TreeViewSelectionChangeEvent<TreeNode>> {
    return this.#view.onDidChangeSelection;
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  showMore(node: unknown): void {
    if (!isTreeNode(node) || node.kind !== 'more') return;
    this.#model.showMore(node);
    this.#refresh.fire(node.parent);
  }

  /** Selects an issue in the tree. @returns whether the tree lists it */
  async reveal(known: KnownIssue): Promise<boolean> {
    const node = this.#model.find(known);
    if (!node) return false;
    this.#refresh.fire(node.parent);
    await this.#view.reveal(node, { select: true, focus: true });
    return true;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node === undefined) return [...this.#notices, ...this.#model.roots()];
    return node.kind === 'group' ? this.#model.children(node) : [];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.kind === 'issue' || node.kind === 'more' ? node.parent : undefined;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    switch (node.kind) {
      case 'group':
        return this.#groupItem(node);
      case 'issue':
        return issueItem(node, this.#model.isNews(node.known));
      case 'more':
        return moreItem(node, this.#model.listed(node));
      case 'notice':
        return noticeItem(node);
    }
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node.kind === 'issue') item.tooltip = new vscode.MarkdownString(tooltipMarkdown(node.known));
    return item;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** While there is a filter groups have ids of their own, so that they are open whatever they were before. */
  #groupItem(group: GroupNode): vscode.TreeItem {
    if (this.#isFiltered) return groupItem(group, `filtered:${group.key}`, true);
    const isOpen = this.#parts.expansion.get(group.key) ?? opensByItself(group, this.#model.groups.length);
    return groupItem(group, group.key, isOpen);
  }

  #look(): Look {
    return {
      grouping: groupingSetting(),
      sorting: sortingSetting(),
      scope: scopeSetting(),
      filter: this.#parts.filter.filter,
    };
  }

  /** What is little at once; what is much in a turn of its own, for others follow the same change. */
  #take(files: ReadonlySet<string>): void {
    if (files.size <= fewFiles && this.#waiting.size === 0) {
      this.#draw(this.#model.change(files));
      return;
    }
    for (const file of files) this.#waiting.add(file);
    this.#callOff ??= inTurn(() => {
      this.#callOff = undefined;
      const taken = new Set(this.#waiting);
      this.#waiting.clear();
      this.#draw(this.#model.change(taken));
    });
  }

  #showAnew(): void {
    const refresh = this.#model.show(this.#look());
    const isFiltered = this.#parts.filter.isActive;
    const root = refresh.root || isFiltered !== this.#isFiltered;
    this.#isFiltered = isFiltered;
    this.#draw({ ...refresh, root });
    this.#describeFilter();
  }

  #draw({ root, groups, issues }: Refresh): void {
    if (root) this.#refresh.fire(undefined);
    else if (groups.length + issues.length > 0) this.#refresh.fire([...groups, ...issues]);
    const { open } = this.#parts.tally.all;
    const tooltip =
      open === 1 ? vscode.l10n.t('1 security issue') : vscode.l10n.t('{0} security issues', open);
    if (this.#view.badge?.value !== open)
      this.#view.badge = open === 0 ? undefined : { value: open, tooltip };
    this.#updateNotices();
  }

  /** The filter stands beside the view's name as long as it holds. */
  #describeFilter(): void {
    const { filter } = this.#parts;
    this.#isFiltered = filter.isActive;
    this.#view.description = filter.isActive ? filterSummary(filter.filter) : '';
    void vscode.commands.executeCommand('setContext', 'parapet.filtered', filter.isActive);
  }

  /** Cheap, because a scan's progress calls it many times a second. */
  #updateNotices(): void {
    const { session, tally, filter } = this.#parts;
    const { matching } = this.#model;
    const { open, belowMinimum, ofOtherCategories, outside } = tally.all;
    const message =
      activityText(session.activity) ??
      (filter.isActive ? filterMessage(filterSummary(filter.filter), matching, open) : '');
    if (this.#view.message !== message) this.#view.message = message;
    const ofScans = noticesOf(session, {
      listed: this.#model.groups.length + this.#waiting.size,
      filtered: filter.isActive ? Math.max(0, open - matching) : 0,
      belowMinimum,
      ofOtherCategories,
      outside,
    });
    const leftOut = leftOutNotices(session, this.#parts.repositories.leftOut);
    const coverage =
      session.activity.kind === 'settled' ? coverageNotice(this.#parts.coverage.all) : undefined;
    const notices = [
      ...(coverage ? [coverage] : []),
      ...this.#parts.reports.notices,
      ...leftOut,
      ...(session.activity.kind === 'settled' ? standingNotices(this.#parts.standing.all) : []),
      // The line about coverage says as much, and more.
      ...ofScans.filter(({ id }) => !coverage || id !== 'skipped'),
    ];
    if (JSON.stringify(notices) === JSON.stringify(this.#notices)) return;
    this.#notices = notices;
    this.#refresh.fire(undefined);
  }
}

function filterMessage(filter: string, matching: number, open: number): string {
  return open === 1
    ? vscode.l10n.t('Filtered by {0}: {1} of 1 issue', filter, matching)
    : vscode.l10n.t('Filtered by {0}: {1} of {2} issues', filter, matching, open);
}

/** The issues among tree nodes; a group stands for all of its own. */
export function idsOf(nodes: readonly unknown[]): readonly string[] {
  const ids = nodes.flatMap((node) => {
    if (!isTreeNode(node)) return [];
    if (node.kind === 'issue') return [node.known.issue.id];
    return node.kind === 'group' ? node.issues.map(({ issue }) => issue.id) : [];
  });
  return [...new Set(ids)];
}

export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
