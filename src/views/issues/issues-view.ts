import * as vscode from 'vscode';
import type { Severity } from '../../api/contract/vocabulary.ts';
import type { Session } from '../session.ts';
import type { IssueStore } from './issue-store.ts';
import { issueDescription, issueSpoken, tooltipMarkdown } from './issue-text.ts';
import {
  type GroupNode,
  type IssueNode,
  IssueTreeModel,
  type MoreNode,
  pageSize,
} from './issue-tree-model.ts';
import { fileUri } from './locations.ts';
import { activityText, type NoticeNode, noticesOf } from './notices.ts';
import { passes } from './problems.ts';
import { isResolved, isSuppressed } from './ranking.ts';
import { groupingSetting, minimumSeverity } from './settings.ts';

export type TreeNode = GroupNode | IssueNode | MoreNode | NoticeNode;

/** The Issues view: the complete list, worst first, in groups. */
export class IssuesView implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #store: IssueStore;
  readonly #session: Session;
  readonly #model = new IssueTreeModel();
  readonly #refresh = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #subscriptions: vscode.Disposable[];
  #notices: readonly NoticeNode[] = [];

  constructor(store: IssueStore, session: Session) {
    this.#store = store;
    this.#session = session;
    this.#view = vscode.window.createTreeView<TreeNode>('parapet.issues', {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#subscriptions = [
      this.#view,
      this.#refresh,
      store.onChange(() => this.#updateIssues()),
      session.onDidChange(() => this.#updateNotices()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('parapet.issues')) this.#updateIssues();
      }),
    ];
  }

  /** Issues that are selected in the tree. */
  get selectedIds(): readonly string[] {
    return idsOf(this.#view.selection);
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  showMore(node: unknown): void {
    if (!isTreeNode(node) || node.kind !== 'more') return;
    this.#model.showMore(node.parent);
    this.#refresh.fire(node.parent);
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node === undefined) return [...this.#notices, ...this.#model.groups];
    return node.kind === 'group' ? this.#model.children(node) : [];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.kind === 'issue' || node.kind === 'more' ? node.parent : undefined;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    switch (node.kind) {
      case 'group':
        return groupItem(node);
      case 'issue':
        return issueItem(node, this.#model.isNews(node.known));
      case 'more':
        return moreItem(node);
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

  #updateIssues(): void {
    const refresh = this.#model.update(this.#store.all(), groupingSetting(), minimumSeverity());
    if (refresh.root) this.#refresh.fire(undefined);
    else if (refresh.groups.length > 0) this.#refresh.fire([...refresh.groups]);
    const shown = this.#model.openCount;
    const tooltip =
      shown === 1 ? vscode.l10n.t('1 security issue') : vscode.l10n.t('{0} security issues', shown);
    this.#view.badge = shown === 0 ? undefined : { value: shown, tooltip };
    this.#updateNotices();
  }

  /** Cheap, because a scan's progress calls it many times a second. */
  #updateNotices(): void {
    this.#view.message = activityText(this.#session.activity) ?? '';
    const notices = noticesOf(this.#session, this.#model.groups.length, this.#hiddenCount(minimumSeverity()));
    if (JSON.stringify(notices) === JSON.stringify(this.#notices)) return;
    this.#notices = notices;
    this.#refresh.fire(undefined);
  }

  #hiddenCount(minimum: Severity): number {
    let hidden = 0;
    for (const { issue } of this.#store.all()) {
      if (!isResolved(issue.status) && !isSuppressed(issue.status) && !passes(issue.severity, minimum))
        hidden++;
    }
    return hidden;
  }
}

/** The issues among tree nodes; a group stands for all of its own. */
export function idsOf(nodes: readonly unknown[]): readonly string[] {
  const ids = nodes.flatMap((node) => {
    if (!isTreeNode(node)) return [];
    if (node.kind === 'issue') return [node.known.issue.id];
    return node.kind === 'group' ? node.group.issues.map(({ issue }) => issue.id) : [];
  });
  return [...new Set(ids)];
}

export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function groupItem({ key, group }: GroupNode): vscode.TreeItem {
  const isFile = group.by === 'file';
  const first = group.issues[0];
  const file = isFile && first ? fileUri(first) : undefined;
  const item = file
    ? new vscode.TreeItem(file, vscode.TreeItemCollapsibleState.Expanded)
    : new vscode.TreeItem(
        group.label,
        group.by === 'suppressed' || group.severity === 'LOW' || group.severity === 'INFO'
          ? vscode.TreeItemCollapsibleState.Collapsed
          : vscode.TreeItemCollapsibleState.Expanded,
      );
  item.id = key;
  item.contextValue = group.by === 'suppressed' ? 'group.suppressed' : 'group';
  const count = String(group.issues.length);
  if (file) {
    item.iconPath = vscode.ThemeIcon.File;
    const folder = group.label.slice(0, Math.max(0, group.label.lastIndexOf('/')));
    item.description = folder === '' ? count : `${count} · ${folder}`;
  } else {
    item.description = count;
    item.iconPath =
      group.by === 'suppressed' ? new vscode.ThemeIcon('eye-closed') : severityIcon(group.severity);
  }
  const label =
    group.issues.length === 1
      ? vscode.l10n.t('{0}, 1 issue', group.label)
      : vscode.l10n.t('{0}, {1} issues', group.label, group.issues.length);
  item.accessibilityInformation = { label };
  return item;
}

function issueItem({ known, parent }: IssueNode, isNews: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(known.issue.title);
  item.id = known.issue.id;
  item.description = issueDescription(known, parent.group.by, isNews);
  const suppressed = isSuppressed(known.issue.status);
  item.contextValue = suppressed ? 'issue.suppressed' : 'issue.open';
  item.iconPath = itemIcon(known.place.kind, known.issue.severity, suppressed);
  item.accessibilityInformation = { label: issueSpoken(known) };
  item.command = {
    command: 'parapet.openIssue',
    title: vscode.l10n.t('Go to Code'),
    arguments: [known.issue.id],
  };
  return item;
}

function itemIcon(
  place: IssueNode['known']['place']['kind'],
  severity: Severity,
  suppressed: boolean,
): vscode.ThemeIcon {
  if (suppressed) return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
  if (place === 'changed' || place === 'gone')
    return new vscode.ThemeIcon('question', new vscode.ThemeColor('disabledForeground'));
  return severityIcon(severity);
}

/** Shape and colour both tell the severity, so that neither colour blindness nor high contrast hides it. */
export function severityIcon(severity: Severity): vscode.ThemeIcon {
  switch (severity) {
    case 'CRITICAL':
      return new vscode.ThemeIcon('flame', new vscode.ThemeColor('editorError.foreground'));
    case 'HIGH':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('editorError.foreground'));
    case 'MEDIUM':
      return new vscode.ThemeIcon('warning', new vscode.ThemeColor('editorWarning.foreground'));
    case 'LOW':
      return new vscode.ThemeIcon('info', new vscode.ThemeColor('editorInfo.foreground'));
    case 'INFO':
      return new vscode.ThemeIcon('circle-outline', new vscode.ThemeColor('descriptionForeground'));
  }
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const left = node.parent.group.issues.length - node.parent.listed;
  const item = new vscode.TreeItem(vscode.l10n.t('Show {0} more', Math.min(left, pageSize)));
  item.id = `more:${node.parent.key}`;
  item.description = vscode.l10n.t('{0} of {1} listed', node.parent.listed, node.parent.group.issues.length);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'parapet.showMore', title: vscode.l10n.t('Show More Issues'), arguments: [node] };
  return item;
}

function noticeItem(notice: NoticeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(notice.label);
  item.id = `notice:${notice.id}`;
  item.iconPath = new vscode.ThemeIcon(
    notice.icon,
    notice.color ? new vscode.ThemeColor(notice.color) : undefined,
  );
  if (notice.description !== undefined) item.description = notice.description;
  if (notice.command !== undefined) item.command = { command: notice.command, title: notice.label };
  item.accessibilityInformation = {
    label: [notice.label, notice.description ?? ''].filter((part) => part !== '').join(', '),
  };
  return item;
}
