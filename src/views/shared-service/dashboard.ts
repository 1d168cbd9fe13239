import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { Window } from '../window.ts';
import { type DashboardPage, dashboardUrl } from './dashboard-url.ts';
import type { ServiceNode } from './nodes.ts';

/** Opens a page of the service that is used in the browser. @throws Failure with the service on this machine */
export async function openDashboard(
  { connection }: Pick<Window, 'connection'>,
  page: DashboardPage,
): Promise<void> {
  const { remote } = connection;
  if (!remote)
    throw new Failure({ what: vscode.l10n.t('The service on this machine has no pages for a browser.') });
  await vscode.env.openExternal(vscode.Uri.parse(dashboardUrl(remote.url, page), true));
}

/** Opens the page of a row's repository, else of the window's first. @throws Failure where there is none */
export async function openRepositoryPage(
  window: Pick<Window, 'connection' | 'session'>,
  node: ServiceNode | undefined,
): Promise<void> {
  const folder = node && 'folder' in node ? node.folder : window.session.folders[0];
  if (!folder)
    throw new Failure({ what: vscode.l10n.t('The service has no repository of this window yet.') });
  await openDashboard(window, { kind: 'repository', id: folder.repositoryId });
}
