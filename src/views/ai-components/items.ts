import * as vscode from 'vscode';
import type { AiComponent } from '../../api/contract/ai-inventory.ts';
import { uriOf } from '../issues/locations.ts';
import { agoText } from '../scans/scan-nodes.ts';
import { componentMarkdown } from './component-text.ts';
import type {
  AiNode,
  ComponentNode,
  GroupNode,
  KindNode,
  MoreNode,
  NoticeNode,
  RepositoryNode,
} from './nodes.ts';
import { countText, kindWords, usageWords } from './words.ts';

/** How the nodes of the tree look and sound. */
export function itemOf(node: AiNode): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node);
    case 'component':
      return componentItem(node);
    case 'repository':
      return repositoryItem(node);
    case 'kind':
      return kindItem(node);
    case 'more':
      return moreItem(node);
    case 'notice':
      return noticeItem(node);
  }
}

function groupItem({ id, group }: GroupNode): vscode.TreeItem {
  const { by, label, members } = group;
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const state = by === 'file' ? Collapsed : Expanded;
  const [first] = members;
  const isFile = by === 'file' && first !== undefined;
  const item = new vscode.TreeItem(label, state);
  if (isFile) item.resourceUri = uriOf(first.folder, first.component.filePath);
  item.id = id;
  item.contextValue = 'ai.group';
  item.iconPath = isFile ? vscode.ThemeIcon.File : new vscode.ThemeIcon(group.icon);
  item.description = String(members.length);
  item.accessibilityInformation = { label: `${label}, ${countText(members.length)}` };
  return item;
}

function componentItem(node: ComponentNode): vscode.TreeItem {
  const { component, isNew, parent } = node;
  const item = new vscode.TreeItem(component.name);
  item.id = node.id;
  item.contextValue = 'ai.component';
  const isOfKind = parent.kind === 'kind' || parent.group.by === 'kind';
  item.iconPath = new vscode.ThemeIcon(
    kindWords()[component.kind].icon,
    isNew ? new vscode.ThemeColor('gitDecoration.addedResourceForeground') : undefined,
  );
  const isOfFile = parent.kind === 'group' && parent.group.by === 'file';
  const place = isOfFile ? '' : placeText(component);
  const parts = [component.version ?? '', isOfKind ? '' : kindWords()[component.kind].label, place];
  const fresh = isNew ? vscode.l10n.t('new') : '';
  const use = component.usage === 'RUNTIME' ? '' : usageWords()[component.usage];
  item.description = [fresh, ...parts, use].filter((part) => part !== '').join(' · ');
  item.tooltip = new vscode.MarkdownString(componentMarkdown(component, isNew));
  item.command = {
    command: 'parapet.aiOpen',
    title: vscode.l10n.t('Go to Code'),
    // As a click in the Explorer does it: the tree keeps the focus.
    arguments: [node, true],
  };
  const spoken = [
    component.name,
    component.version ?? '',
    kindWords()[component.kind].label,
    component.provider ?? '',
  ];
  item.accessibilityInformation = {
    label: [...spoken, usageWords()[component.usage], placeText(component), fresh]
      .filter((part) => part !== '')
      .join(', '),
  };
  return item;
}

const placeText = ({ filePath, line }: Pick<AiComponent, 'filePath' | 'line'>): string =>
  line === undefined ? filePath : `${filePath}:${line}`;

function repositoryItem({ id, item: row }: RepositoryNode): vscode.TreeItem {
  const { repositoryName, monorepoName, scanFinishedAt, totalCount } = row;
  const label =
    monorepoName === undefined || monorepoName === null
      ? repositoryName
      : `${repositoryName} / ${monorepoName}`;
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.contextValue = 'ai.repository';
  item.iconPath = new vscode.ThemeIcon('repo');
  item.description = `${countText(totalCount)} · ${agoText(Date.parse(scanFinishedAt), Date.now())}`;
  item.tooltip = vscode.l10n.t('Scanned {0}', new Date(scanFinishedAt).toLocaleString());
  item.accessibilityInformation = { label: `${label}, ${countText(totalCount)}` };
  return item;
}

function kindItem({ id, count }: KindNode): vscode.TreeItem {
  const { label, icon } = kindWords()[count.kind];
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.contextValue = 'ai.kind';
  item.iconPath = new vscode.ThemeIcon(icon);
  item.description = String(count.count);
  item.accessibilityInformation = { label: `${label}, ${countText(count.count)}` };
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Show more'));
  item.id = node.id;
  item.description = vscode.l10n.t('{0} listed', node.listed);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'parapet.aiShowMore', title: vscode.l10n.t('Show more'), arguments: [node] };
  item.accessibilityInformation = { label: `${vscode.l10n.t('Show more')}, ${item.description}` };
  return item;
}

function noticeItem(notice: NoticeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(notice.label);
  item.id = `notice:${notice.id}`;
  item.iconPath = new vscode.ThemeIcon(notice.icon);
  if (notice.description !== undefined) item.description = notice.description;
  if (notice.command !== undefined) item.command = { command: notice.command, title: notice.label };
  item.accessibilityInformation = {
    label: [notice.label, notice.description ?? ''].filter((part) => part !== '').join(', '),
  };
  return item;
}
