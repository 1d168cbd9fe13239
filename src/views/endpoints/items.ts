import * as vscode from 'vscode';
import { type Access, accessLabel, accessOf, callOf, evidenceOf } from '../../words/endpoints.ts';
import type { NoticeNode } from '../ai-components/nodes.ts';
import { issueDescription, issueSpoken } from '../issues/issue-text.ts';
import { uriOf } from '../issues/locations.ts';
import { severityIcon } from '../issues/severity-icon.ts';
import { glance } from '../issues/tree/tree-items.ts';
import { escapeMarkdown } from '../markdown.ts';
import type { EndpointNode, GroupNode, IssueNode, TreeNode } from './nodes.ts';

/** How the nodes of the tree look and sound. */
export function itemOf(node: TreeNode): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node);
    case 'endpoint':
      return endpointItem(node);
    case 'issue':
      return issueItem(node);
    case 'notice':
      return noticeItem(node);
  }
}

/** Shape and colour both tell it, so that neither colour blindness nor high contrast hides it. */
export function accessIcon(access: Access): vscode.ThemeIcon {
  switch (access) {
    case 'anonymous':
      return new vscode.ThemeIcon('unlock', new vscode.ThemeColor('editorWarning.foreground'));
    case 'unknown':
      return new vscode.ThemeIcon('question');
    case 'loggedIn':
      return new vscode.ThemeIcon('lock');
    case 'role':
      return new vscode.ThemeIcon('shield');
  }
}

const countText = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 endpoint') : vscode.l10n.t('{0} endpoints', count);

const issuesText = (count: number): string =>
  count === 0 ? '' : count === 1 ? vscode.l10n.t('1 issue') : vscode.l10n.t('{0} issues', count);

function groupItem({ id, group }: GroupNode): vscode.TreeItem {
  const { by, label, access, members } = group;
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, by === 'access' ? Expanded : Collapsed);
  const [first] = members;
  if (by === 'file' && first) {
    item.resourceUri = uriOf(first.folder, first.endpoint.file);
    item.iconPath = vscode.ThemeIcon.File;
  } else item.iconPath = access ? accessIcon(access) : new vscode.ThemeIcon('symbol-folder');
  item.id = id;
  item.contextValue = 'endpoint.group';
  item.description = String(members.length);
  item.accessibilityInformation = { label: `${label}, ${countText(members.length)}` };
  return item;
}

function endpointItem(node: EndpointNode): vscode.TreeItem {
  const { known, issues, parent } = node;
  const { endpoint } = known;
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(callOf(endpoint), issues.length > 0 ? Collapsed : None);
  const access = accessOf(endpoint);
  const { by } = parent.group;
  const place =
    by === 'file' ? vscode.l10n.t('line {0}', endpoint.line) : `${endpoint.file}:${endpoint.line}`;
  const parts = [by === 'access' ? '' : accessLabel(access), issuesText(issues.length), place];
  item.id = node.id;
  item.contextValue = endpoint.path === '' ? 'endpoint' : 'endpoint.path';
  item.iconPath = accessIcon(access);
  item.description = parts.filter((part) => part !== '').join(' · ');
  item.tooltip = new vscode.MarkdownString(endpointMarkdown(node));
  item.command = {
    command: 'parapet.endpointsOpen',
    title: vscode.l10n.t('Go to Handler'),
    // As a click in the Explorer does it: the tree keeps the focus.
    arguments: [node, true],
  };
  item.accessibilityInformation = {
    label: [
      callOf(endpoint),
      accessLabel(access),
      issuesText(issues.length),
      `${endpoint.file}:${endpoint.line}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  };
  return item;
}

/** An endpoint in one screenful: what it does, who can call it and how that was seen, what it takes. */
function endpointMarkdown({ known, issues }: EndpointNode): string {
  const { endpoint } = known;
  const { description, parameters, lastSeenAt, branch } = endpoint;
  const taken = parameters.map(({ name, in: from }) => `${name} (${from})`).join(', ');
  const facts = [
    ...evidenceOf(endpoint),
    taken === '' ? '' : vscode.l10n.t('Parameters: {0}.', taken),
    issues.length === 0 ? '' : vscode.l10n.t('Issues whose data comes in here: {0}.', issues.length),
  ];
  return [
    `**${escapeMarkdown(callOf(endpoint))}** · ${escapeMarkdown(accessLabel(accessOf(endpoint)))}`,
    escapeMarkdown(description),
    facts
      .filter((fact) => fact !== '')
      .map((fact) => `- ${escapeMarkdown(fact)}`)
      .join('\n'),
    escapeMarkdown(
      vscode.l10n.t('As scanned on {0}, branch {1}.', new Date(lastSeenAt).toLocaleString(), branch),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function issueItem({ id, issue }: IssueNode): vscode.TreeItem {
  const item = new vscode.TreeItem(issue.issue.title);
  item.id = id;
  item.contextValue = 'endpoint.issue';
  item.iconPath = severityIcon(issue.issue.severity);
  item.description = issueDescription(issue, 'severity', false);
  item.accessibilityInformation = { label: issueSpoken(issue) };
  item.command = {
    command: 'parapet.openIssue',
    title: vscode.l10n.t('Go to Code'),
    arguments: [issue.issue.id, glance],
  };
  return item;
}

function noticeItem({ id, icon, label, description, command }: NoticeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.id = `notice:${id}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  if (description !== undefined) item.description = description;
  if (command !== undefined) item.command = { command, title: label };
  item.tooltip = [label, description ?? ''].filter((part) => part !== '').join(': ');
  item.accessibilityInformation = {
    label: [label, description ?? ''].filter((part) => part !== '').join(', '),
  };
  return item;
}
