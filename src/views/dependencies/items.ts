import * as vscode from 'vscode';
import type { Package } from '../../api/contract/dependencies.ts';
import type { RepositoryExposure } from '../../connection/dependency-api.ts';
import { severityLabel } from '../../words/issues.ts';
import { severities } from '../issues/ranking.ts';
import { severityIcon } from '../issues/severity-icon.ts';
import { withoutLinks } from '../markdown.ts';
import type {
  DependencyNode,
  FolderNode,
  GroupNode,
  NoticeNode,
  PackageNode,
  VulnerabilityNode,
  VulnerableNode,
} from './nodes.ts';
import { countText, reachabilityLabel, wayText } from './package-text.ts';

/** How the nodes of the tree look and sound. */
export function itemOf(node: DependencyNode): vscode.TreeItem {
  switch (node.kind) {
    case 'vulnerable':
      return vulnerableItem(node);
    case 'vulnerability':
      return vulnerabilityItem(node);
    case 'folder':
      return folderItem(node);
    case 'group':
      return groupItem(node);
    case 'package':
      return packageItem(node);
    case 'notice':
      return noticeItem(node);
  }
}

const opening = (node: DependencyNode): vscode.Command => ({
  command: 'parapet.dependencyOpen',
  title: vscode.l10n.t('Go to Dependency'),
  // As a click in the Explorer does it: the tree keeps the focus.
  arguments: [node, true],
});

function vulnerableItem(node: VulnerableNode): vscode.TreeItem {
  const { vulnerabilities, id } = node;
  const [worst] = vulnerabilities;
  const { dependency, issue } = worst;
  const label = `${dependency.name} ${dependency.version}`;
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.contextValue = 'dependency.vulnerable';
  item.iconPath = severityIcon(issue.severity);
  item.description = [
    exposureText(node.exposure),
    reachabilityLabel(dependency.reachability.level),
    countText(vulnerabilities.length),
    broughtText(dependency.path.map(({ name }) => name)),
    dependency.scope === 'DEVELOPMENT' ? vscode.l10n.t('development') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
  item.tooltip = [wayText(dependency.path), exposureTooltip(node.exposure)]
    .filter((line) => line !== '')
    .join('\n');
  item.command = opening(node);
  item.accessibilityInformation = {
    label: `${label}, ${severityLabel(issue.severity)}, ${item.description}`,
  };
  return item;
}

function vulnerabilityItem(node: VulnerabilityNode): vscode.TreeItem {
  const { issue, dependency } = node.vulnerability;
  const item = new vscode.TreeItem(dependency.advisory.id);
  item.id = node.id;
  item.contextValue = 'dependency.vulnerability';
  item.iconPath = severityIcon(issue.severity);
  const fix =
    dependency.fixedVersion === undefined
      ? vscode.l10n.t('no fixed version known')
      : vscode.l10n.t('fixed in {0}', dependency.fixedVersion);
  item.description = [reachabilityLabel(dependency.reachability.level), fix]
    .filter((part) => part !== '')
    .join(' · ');
  item.tooltip = new vscode.MarkdownString(
    withoutLinks([issue.title, issue.description, dependency.reachability.evidence].join('\n\n')),
  );
  item.command = {
    command: 'parapet.dependencyDetails',
    title: vscode.l10n.t('Show Details'),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: `${issue.title}, ${severityLabel(issue.severity)}, ${item.description}`,
  };
  return item;
}

function folderItem({ id, name, packages, isCut, exposure }: FolderNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    vscode.l10n.t('All packages of {0}', name),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('package');
  item.description = [
    isCut ? vscode.l10n.t('the first {0}', packages.length) : String(packages.length),
    exposureText(exposure),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  if (exposure?.isExposed === true) item.tooltip = exposureTooltip(exposure);
  return item;
}

const exposureText = (exposure: RepositoryExposure | undefined): string =>
  exposure?.isExposed === true ? vscode.l10n.t('exposed') : '';

/** Whose word it is, and of when. */
const exposureTooltip = (exposure: RepositoryExposure | undefined): string =>
  exposure?.isExposed === true
    ? vscode.l10n.t(
        'Exposed to the internet, as the cloud posture integration reported on {0}',
        new Date(exposure.asOf).toLocaleString(vscode.env.language),
      )
    : '';

function groupItem({ id, name, packages }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('list-tree');
  item.description = String(packages.length);
  return item;
}

function packageItem(node: PackageNode): vscode.TreeItem {
  const { row, index } = node;
  const below = index.belowOf(row);
  const version = row.version ?? row.requirement ?? '';
  const item = new vscode.TreeItem(
    row.name,
    below.count > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
  );
  item.id = node.id;
  item.contextValue = 'dependency.package';
  const worst = severities.find((severity) => row.vulnerabilities[severity] !== undefined);
  item.iconPath = worst ? severityIcon(worst) : new vscode.ThemeIcon('package');
  const count = vulnerabilityCount(row);
  item.description = [
    version,
    count > 0 ? countText(count) : '',
    below.vulnerable > 0
      ? vscode.l10n.t('brings {0}, {1} vulnerable', below.count, below.vulnerable)
      : below.count > 0
        ? vscode.l10n.t('brings {0}', below.count)
        : '',
    row.scope === 'DEVELOPMENT' ? vscode.l10n.t('development') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
  item.tooltip = [wayText(row.path), ...(row.licenses ?? [])].filter((line) => line !== '').join('\n');
  item.command = opening(node);
  item.accessibilityInformation = { label: `${row.name} ${item.description}` };
  return item;
}

function noticeItem(notice: NoticeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(notice.label);
  item.id = `notice:${notice.id}`;
  item.iconPath = new vscode.ThemeIcon(notice.icon);
  if (notice.description !== undefined) item.description = notice.description;
  // A narrow side bar cuts both.
  item.tooltip = [notice.label, notice.description ?? ''].filter((line) => line !== '').join('\n');
  if (notice.command !== undefined) item.command = { command: notice.command, title: notice.label };
  return item;
}

const vulnerabilityCount = ({ vulnerabilities }: Package): number =>
  (Object.values(vulnerabilities) as (number | undefined)[]).reduce<number>(
    (sum, count) => sum + (count ?? 0),
    0,
  );

const broughtText = ([first, ...rest]: readonly string[]): string =>
  first !== undefined && rest.length > 0 ? vscode.l10n.t('by {0}', first) : '';
