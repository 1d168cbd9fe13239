import * as vscode from 'vscode';
import { isLoopback } from '../../api/loopback.ts';
import { Failure } from '../../connection/failure.ts';
import type { SettingsChange } from '../../connection/repository/settings-api.ts';
import type { SessionFolder } from '../scan-activity.ts';
import { fetchableBranch } from '../standing-watch.ts';
import type { Window } from '../window.ts';
import { branchText } from './items.ts';
import type { ScheduleNode, SectionNode, ServiceNode, SettingNode } from './nodes.ts';
import { askPullRequest } from './pull-request-questions.ts';
import { askSchedule } from './schedule-questions.ts';
import { nextRunText, scheduleText } from './schedule-text.ts';
import type { ServiceTree } from './service-tree.ts';
import { askSetting } from './setting-questions.ts';
import { settingLabel } from './setting-text.ts';

export interface ActionParts {
  readonly window: Pick<Window, 'connection' | 'session'>;
  readonly tree: ServiceTree;
}

/** Cancels a scan that runs at the service, whoever started it. */
export async function cancelScan({ window, tree }: ActionParts, node: ServiceNode): Promise<void> {
  if (node.kind !== 'scan') return;
  const { signal } = new AbortController();
  await window.connection.use(signal, (api) => api.cancelScan(node.scan.id, signal), node.folder.uri);
  tree.reloadSection(node.folder, node.scan.pullRequest ? 'pullRequests' : 'scans');
}

/** Asks for the number of the pull request that the checked-out branch has, and scans what it brings. */
export async function scanPullRequest(
  { window, tree }: ActionParts,
  node: ServiceNode | undefined,
): Promise<void> {
  const folder = node && 'folder' in node ? node.folder : window.session.folders[0];
  if (!folder)
    throw new Failure({ what: vscode.l10n.t('The service has no repository of this window yet.') });
  const branch = await fetchableBranch(folder.uri);
  if (branch === undefined)
    throw new Failure({
      what: vscode.l10n.t('The branch that is checked out in {0} is not pushed.', folder.name),
      advice: vscode.l10n.t('Push it and open a pull request. Its number is asked for then.'),
    });
  const asked = await askPullRequest(branch, await basesOf(window, folder, branch));
  if (!asked) return;
  const { signal } = new AbortController();
  await window.connection.use(
    signal,
    (api) => api.repository.scanPullRequest(folder.repositoryId, { ...asked, branch }, signal),
    folder.uri,
  );
  tree.reloadSection(folder, 'pullRequests');
}

/** Branches that were scanned, beside the pull request's own, the latest first. */
async function basesOf(
  { connection }: ActionParts['window'],
  { uri, repositoryId }: SessionFolder,
  head: string,
): Promise<string[]> {
  const { signal } = new AbortController();
  const scans = await connection.use(signal, (api) => api.repository.scans(repositoryId, signal), uri);
  return [...new Set(scans.flatMap(({ branch }) => branch ?? []))].filter(
    (name) => name !== 'HEAD' && name !== head,
  );
}

/** Scans a pull request that was scanned before again. */
export async function rescanPullRequest({ window, tree }: ActionParts, node: ServiceNode): Promise<void> {
  if (node.kind !== 'scan') return;
  const { signal } = new AbortController();
  await window.connection.use(
    signal,
    (api) => api.repository.rescanPullRequest(node.scan.id, signal),
    node.folder.uri,
  );
  tree.reloadSection(node.folder, 'pullRequests');
}

/** Opens the page that a provider has of a pull request. @throws Failure where there is none */
export async function openPullRequest(node: ServiceNode): Promise<void> {
  const text = node.kind === 'scan' ? node.scan.pullRequest?.url : undefined;
  const url = text === undefined ? null : URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isSafe)
    throw new Failure({ what: vscode.l10n.t('The service does not know the address of this pull request.') });
  await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}

/** Asks for a schedule and adds it, or changes the one of the row. */
export async function saveSchedule(
  { window, tree }: ActionParts,
  node: SectionNode | ScheduleNode,
): Promise<void> {
  const { folder } = node;
  const present = node.kind === 'schedule' ? node.schedule : undefined;
  const title = present ? vscode.l10n.t('Change the schedule') : vscode.l10n.t('Add a schedule');
  const known = window.session.history.filter((one) => one.folder.uri === folder.uri);
  const branches = [...new Set(known.flatMap(({ scan }) => scan.branch ?? []))].filter(
    (name) => name !== 'HEAD',
  );
  const wanted = await askSchedule(title, present, branches);
  if (!wanted) return;
  const { signal } = new AbortController();
  const saved = await window.connection.use(
    signal,
    (api) => api.repository.saveSchedule(folder.repositoryId, wanted, present?.id, signal),
    folder.uri,
  );
  tree.reloadSection(folder, 'schedules');
  const { language } = vscode.env;
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} is scanned {1}: {2}.',
      branchText(saved.scanBranch),
      scheduleText(saved.executionCriteriaCrontab, language),
      nextRunText(saved.nextRunAt, Date.now(), language),
    ),
  );
}

export async function deleteSchedule({ window, tree }: ActionParts, node: ScheduleNode): Promise<void> {
  const { folder, schedule } = node;
  const yes = vscode.l10n.t('Delete');
  const picked = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete the schedule of {0}?', branchText(schedule.scanBranch)),
    {
      modal: true,
      detail: vscode.l10n.t('The branch is no longer scanned by itself. Its scans and issues stay.'),
    },
    yes,
  );
  if (picked !== yes) return;
  const { signal } = new AbortController();
  await window.connection.use(
    signal,
    (api) => api.repository.deleteSchedule(folder.repositoryId, schedule.id, signal),
    folder.uri,
  );
  tree.reloadSection(folder, 'schedules');
}

/** Asks for the new value of a setting of the repository, and says what it is then. */
export async function changeSetting(parts: ActionParts, node: SettingNode): Promise<void> {
  const { uri, repositoryId } = node.folder;
  const { signal } = new AbortController();
  const change = await askSetting(node.name, node.settings.effective, async () => {
    const list = await parts.window.connection.use(
      signal,
      (api) => api.dependencies.packages(repositoryId, signal),
      uri,
    );
    return list?.packages ?? [];
  });
  if (change) await saveSetting(parts, node, change);
}

/** The repository no longer says it itself. */
export async function inheritSetting(parts: ActionParts, node: SettingNode): Promise<void> {
  await saveSetting(parts, node, { [node.name]: null });
}

async function saveSetting(
  { window, tree }: ActionParts,
  { folder, name }: SettingNode,
  change: SettingsChange,
): Promise<void> {
  const { signal } = new AbortController();
  await window.connection.use(
    signal,
    (api) => api.settings.change(folder.repositoryId, change, signal),
    folder.uri,
  );
  tree.reloadSection(folder, 'settings');
  vscode.window.setStatusBarMessage(
    `$(check) ${vscode.l10n.t('{0} is changed; it holds from the next scan.', settingLabel(name))}`,
    5_000,
  );
}
