import * as vscode from 'vscode';
import type { Scan } from '../../api/contract/scans/scans.ts';
import { severityLabel } from '../../words/issues.ts';
import { toRange, uriOf } from '../issues/locations.ts';
import { severityIcon } from '../issues/severity-icon.ts';
import { isFinished } from '../scan-activity.ts';
import { agoText, scanDescription } from '../scans/scan-nodes.ts';
import { teamDescription } from './access-rows.ts';
import type {
  BroughtNode,
  FactNode,
  ScanNode,
  ScheduleNode,
  SectionNode,
  ServiceNode,
  SettingNode,
} from './nodes.ts';
import { lacksText } from './permission-text.ts';
import { nextRunText, scheduleText } from './schedule-text.ts';
import { isOwn, originText, settingLabel, settingTooltip, settingValue } from './setting-text.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** How the rows look and sound. */
export function itemOf(node: ServiceNode): vscode.TreeItem {
  const item = drawn(node);
  item.id = node.id;
  if ('lacks' in node && node.lacks !== undefined) restrict(item, lacksText(node.lacks));
  item.accessibilityInformation = {
    label: [item.label, item.description]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(', '),
  };
  return item;
}

/** Takes the actions of a row away, and says in its tooltip what they take. */
function restrict(item: vscode.TreeItem, reason: string): void {
  item.contextValue = `${item.contextValue}.restricted`;
  delete item.command;
  item.tooltip = typeof item.tooltip === 'string' ? `${item.tooltip}\n${reason}` : reason;
}

function drawn(node: ServiceNode): vscode.TreeItem {
  switch (node.kind) {
    case 'folder': {
      const item = new vscode.TreeItem(node.folder.name, Expanded);
      item.iconPath = new vscode.ThemeIcon('repo');
      item.contextValue = 'service.folder';
      return item;
    }
    case 'section':
      return sectionItem(node);
    case 'scan':
      return scanItem(node);
    case 'brought':
      return broughtItem(node);
    case 'schedule':
      return scheduleItem(node);
    case 'setting':
      return settingItem(node);
    case 'team': {
      const item = new vscode.TreeItem(node.access.team.name, Collapsed);
      item.iconPath = new vscode.ThemeIcon('organization');
      item.description = teamDescription(node.access);
      item.contextValue = 'service.team';
      item.tooltip = [item.description, node.access.team.description]
        .filter((part) => part !== '')
        .join('\n');
      return item;
    }
    case 'fact':
      return factItem(node);
  }
}

function sectionItem({ section }: SectionNode): vscode.TreeItem {
  const [label, icon] = sectionLook(section);
  const item = new vscode.TreeItem(label, section === 'scans' ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = `service.section.${section}`;
  return item;
}

function sectionLook(section: SectionNode['section']): readonly [label: string, icon: string] {
  switch (section) {
    case 'scans':
      return [vscode.l10n.t('Branches'), 'git-branch'];
    case 'pullRequests':
      return [vscode.l10n.t('Pull Requests'), 'git-pull-request'];
    case 'schedules':
      return [vscode.l10n.t('Schedules'), 'calendar'];
    case 'settings':
      return [vscode.l10n.t('Scanner Settings'), 'settings-gear'];
    case 'access':
      return [vscode.l10n.t('Who Has Access'), 'organization'];
  }
}

function scanItem({ folder, scan, isOfThisBranch }: ScanNode): vscode.TreeItem {
  const { pullRequest, status } = scan;
  const item = new vscode.TreeItem(
    pullRequest ? pullRequestLabel(pullRequest) : branchText(scan.branch),
    pullRequest && status === 'COMPLETED' ? Collapsed : None,
  );
  const description = descriptionOf({ folder, scan });
  item.description = isOfThisBranch ? vscode.l10n.t('this branch · {0}', description) : description;
  item.iconPath = scanIcon(status);
  const kind = pullRequest ? 'service.pullRequest' : 'service.scan';
  item.contextValue = isFinished(status) ? kind : `${kind}.running`;
  item.tooltip = [
    item.description,
    scan.commitSha === null ? '' : vscode.l10n.t('Commit {0}', scan.commitSha.slice(0, 12)),
    scan.errorMessage ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n');
  return item;
}

/** Shows where the scan found it; in a clone that has other code checked out, that may be another line. */
function broughtItem({ folder, issue }: BroughtNode): vscode.TreeItem {
  const { title, file, startLine, startColumn, endLine, endColumn, severity } = issue;
  const item = new vscode.TreeItem(title, None);
  item.iconPath = severityIcon(severity);
  item.description = `${file}:${startLine}`;
  item.contextValue = 'service.brought';
  item.tooltip = `${severityLabel(severity)}: ${title}\n${item.description}`;
  item.command = {
    command: 'vscode.open',
    title: vscode.l10n.t('Go to Issue'),
    arguments: [
      uriOf(folder.uri, file),
      { selection: toRange({ startLine, startColumn, endLine, endColumn }) },
    ],
  };
  return item;
}

function descriptionOf({ folder, scan }: Pick<ScanNode, 'folder' | 'scan'>): string {
  const run = { scanId: scan.id, folder, scan, status: scan.status, progress: scan.progress };
  return scanDescription({ folder, scan }, isFinished(scan.status) ? undefined : run, Date.now());
}

function pullRequestLabel({ number, title }: NonNullable<Scan['pullRequest']>): string {
  return title === undefined ? `#${number}` : `#${number} ${title}`;
}

function scanIcon(status: Scan['status']): vscode.ThemeIcon {
  switch (status) {
    case 'COMPLETED':
      return new vscode.ThemeIcon('pass');
    case 'FAILED':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    case 'CANCELLED':
      return new vscode.ThemeIcon('circle-slash');
    case 'QUEUED':
    case 'INDEXING':
    case 'RUNNING':
      return new vscode.ThemeIcon('sync~spin');
  }
}

/** @param branch null for the default branch, which is known with the first scan */
export function branchText(branch: string | null): string {
  return branch === null || branch === 'HEAD' ? vscode.l10n.t('Default branch') : branch;
}

function scheduleItem(node: ScheduleNode): vscode.TreeItem {
  const { scanBranch, executionCriteriaCrontab, nextRunAt, updatedAt } = node.schedule;
  const { language } = vscode.env;
  const item = new vscode.TreeItem(branchText(scanBranch), None);
  item.description = [
    scheduleText(executionCriteriaCrontab, language),
    nextRunText(nextRunAt, Date.now(), language),
  ].join(' · ');
  item.iconPath = new vscode.ThemeIcon('watch');
  item.contextValue = 'service.schedule';
  item.tooltip = [
    item.description,
    vscode.l10n.t('Cron expression: {0}', executionCriteriaCrontab),
    vscode.l10n.t('Changed {0}', agoText(Date.parse(updatedAt), Date.now())),
  ].join('\n');
  item.command = {
    command: 'parapet.changeSchedule',
    title: vscode.l10n.t('Change Schedule…'),
    arguments: [node],
  };
  return item;
}

function settingItem(node: SettingNode): vscode.TreeItem {
  const { name, settings } = node;
  const item = new vscode.TreeItem(settingLabel(name), None);
  const origin = originText(name, settings);
  item.description = [settingValue(name, settings.effective), origin]
    .filter((part) => part !== '')
    .join(' · ');
  item.iconPath = new vscode.ThemeIcon('symbol-property');
  item.contextValue = `service.setting.${isOwn(name, settings) ? 'own' : 'inherited'}`;
  item.tooltip = `${settingTooltip(name)}\n${item.description}`;
  item.command = {
    command: 'parapet.changeScannerSetting',
    title: vscode.l10n.t('Change Setting…'),
    arguments: [node],
  };
  return item;
}

function factItem({
  icon,
  label,
  description,
  tooltip,
  command,
  args,
  children = [],
}: FactNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label, children.length > 0 ? Collapsed : None);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = 'service.fact';
  if (description !== undefined) item.description = description;
  if (tooltip !== undefined) item.tooltip = tooltip;
  if (command !== undefined) item.command = { command, title: label, arguments: [...(args ?? [])] };
  return item;
}
