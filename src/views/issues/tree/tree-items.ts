import * as vscode from 'vscode';
import type { Category } from '../../../api/contract/vocabulary.ts';
import { stateOf } from '../issue-state.ts';
import { stateIcon } from '../issue-state-text.ts';
import { issueDescription, issueSpoken } from '../issue-text.ts';
import { shownLine } from '../known-issue.ts';
import { fileUri } from '../locations.ts';
import { isSuppressed } from '../ranking.ts';
import { severityIcon } from '../severity-icon.ts';
import { issueContext } from './issue-context.ts';
import { pageSize } from './issue-group.ts';
import type { GroupNode, IssueNode, MoreNode } from './issue-tree-model.ts';
import type { NoticeNode } from './notices.ts';

/** How the nodes of the issues tree look and sound. */

/** Says that an issue is opened by choosing it in the tree. */
export const glance = 'glance';

/** From so many groups on they are closed at first: to open all of them would list everything at once. */
const manyGroups = 40;

/** Whether a group is open until the user says otherwise. */
export function opensByItself(group: GroupNode, groups: number): boolean {
  return (
    groups <= manyGroups &&
    group.by !== 'suppressed' &&
    group.by !== 'outside' &&
    group.severity !== 'LOW' &&
    group.severity !== 'INFO' &&
    !(group.by === 'status' && group.issues.every(({ issue }) => isSuppressed(issue.status)))
  );
}

export function groupItem(group: GroupNode, id: string, isOpen: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const state = isOpen ? Expanded : Collapsed;
  const [first] = group.issues;
  const count = String(group.issues.length);
  const item =
    group.by === 'file' && first
      ? new vscode.TreeItem(fileUri(first), state)
      : new vscode.TreeItem(group.label, state);
  item.id = id;
  item.contextValue = group.by === 'suppressed' ? 'group.suppressed' : 'group';
  item.iconPath = groupIcon(group);
  const folder = group.by === 'file' ? group.label.slice(0, Math.max(0, group.label.lastIndexOf('/'))) : '';
  item.description = folder === '' ? count : `${count} · ${folder}`;
  const label =
    group.issues.length === 1
      ? vscode.l10n.t('{0}, 1 issue', group.label)
      : vscode.l10n.t('{0}, {1} issues', group.label, group.issues.length);
  item.accessibilityInformation = { label };
  return item;
}

function groupIcon({ by, severity, issues }: GroupNode): vscode.ThemeIcon {
  switch (by) {
    case 'suppressed':
      return new vscode.ThemeIcon('eye-closed');
    case 'outside':
      return new vscode.ThemeIcon('beaker');
    case 'file':
      return vscode.ThemeIcon.File;
    case 'repository':
      return new vscode.ThemeIcon('repo');
    case 'tool':
      return new vscode.ThemeIcon('tools');
    case 'category':
      return new vscode.ThemeIcon(categoryIcons[issues[0]?.issue.category ?? 'SAST']);
    case 'status':
      return new vscode.ThemeIcon(issues.some(isOpen) ? 'circle-large-outline' : 'circle-slash');
    case 'severity':
    case 'class':
    case 'rule':
      return severityIcon(severity);
  }
}

const categoryIcons: Readonly<Record<Category, string>> = {
  SAST: 'code',
  SCA: 'package',
  SECRETS: 'key',
  IAC: 'server-environment',
};

function isOpen({ issue }: GroupNode['issues'][number]): boolean {
  return !isSuppressed(issue.status);
}

export function issueItem({ known, parent }: IssueNode, isNews: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(known.issue.title);
  item.id = known.issue.id;
  item.description = issueDescription(known, parent.by, isNews);
  item.contextValue = issueContext(known);
  item.iconPath = issueIcon(known);
  // With its line, so that it can be dragged to where a file with a position is taken; no decoration is for that.
  item.resourceUri = fileUri(known).with({ fragment: `L${shownLine(known)}` });
  item.accessibilityInformation = { label: issueSpoken(known) };
  item.command = {
    command: 'parapet.openIssue',
    title: vscode.l10n.t('Go to Code'),
    arguments: [known.issue.id, glance],
  };
  return item;
}

/** An issue that is open has its severity's icon; one that is settled, or has to be, has its state's. */
function issueIcon(known: IssueNode['known']): vscode.ThemeIcon {
  const state = stateOf(known);
  switch (state.kind) {
    case 'checking':
      return new vscode.ThemeIcon('sync~spin');
    case 'suppressed':
    case 'resolved':
    case 'applied':
    case 'changed':
    case 'gone': {
      const icon = stateIcon(state) ?? 'question';
      return new vscode.ThemeIcon(icon, new vscode.ThemeColor('disabledForeground'));
    }
    default:
      return severityIcon(known.issue.severity);
  }
}

export function moreItem(node: MoreNode, { listed, of }: { listed: number; of: number }): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Show {0} more', Math.min(of - listed, pageSize)));
  item.id = `more:${node.parent?.key ?? ''}`;
  item.description = vscode.l10n.t('{0} of {1} listed', listed, of);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'parapet.showMore', title: vscode.l10n.t('Show More Issues'), arguments: [node] };
  item.accessibilityInformation = { label: `${labelOf(item)}, ${item.description}` };
  return item;
}

export function noticeItem(notice: NoticeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(notice.label);
  item.id = `notice:${notice.id}`;
  item.iconPath = new vscode.ThemeIcon(
    notice.icon,
    notice.color ? new vscode.ThemeColor(notice.color) : undefined,
  );
  if (notice.description !== undefined) item.description = notice.description;
  if (notice.tooltip !== undefined) item.tooltip = notice.tooltip;
  if (notice.context !== undefined) item.contextValue = notice.context;
  if (notice.command !== undefined)
    item.command = { command: notice.command, title: notice.label, arguments: [...(notice.args ?? [])] };
  item.accessibilityInformation = {
    label: [notice.label, notice.description ?? ''].filter((part) => part !== '').join(', '),
  };
  return item;
}

function labelOf({ label }: vscode.TreeItem): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}
