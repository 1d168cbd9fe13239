import * as vscode from 'vscode';
import { ApiError } from '../../api/api-error.ts';
import type { Issue } from '../../api/contract/issue.ts';
import { Failure } from '../../connection/failure.ts';
import type { ConnectFlow } from '../connect/connect.ts';
import { servicePage } from '../issues/service-page.ts';
import type { Window } from '../window.ts';
import { isSameService, type Link, readLink } from './link.ts';

export type LinkParts = Pick<Window, 'connection' | 'store' | 'session' | 'windowSession'> & {
  readonly connecting: ConnectFlow;
};

/**
 * Opens what a link from outside is about. The window connects to another service only once the person agrees, and enters
 * the token anew: none is ever sent because of a link.
 * @throws Failure
 */
export async function openLink(parts: LinkParts, uri: Pick<vscode.Uri, 'path' | 'query'>): Promise<void> {
  const link = readLink(uri.path, uri.query);
  switch (link.kind) {
    case 'wrong':
      throw new Failure({
        what: link.fault,
        advice: vscode.l10n.t('Open it only if you know who made it.'),
      });
    case 'connect':
      return await parts.connecting.connectTo(link.service);
    case 'issue':
      if (await isAtService(parts, link)) await showIssue(parts, link.id);
  }
}

/** Whether the window uses the link's service, if need be because the person connects to it now. */
async function isAtService(
  { connection, connecting }: LinkParts,
  { service }: Extract<Link, { kind: 'issue' }>,
): Promise<boolean> {
  const present = connection.remote?.url;
  const isThere = () => {
    const now = connection.remote?.url;
    return service !== undefined && now !== undefined && isSameService(now, service);
  };
  if (service === undefined || isThere()) return true;
  const yes = vscode.l10n.t('Connect…');
  const picked = await vscode.window.showWarningMessage(
    vscode.l10n.t('This link is about an issue of another service: {0}', service),
    {
      modal: true,
      detail: [
        present === undefined
          ? vscode.l10n.t('This window uses the service on this machine.')
          : vscode.l10n.t('This window uses {0}.', present),
        vscode.l10n.t(
          'Connect only if you know the service. You are asked for a token of it; no other is sent there.',
        ),
      ].join(' '),
    },
    yes,
  );
  if (picked !== yes) return false;
  await connecting.connectTo(service);
  return isThere();
}

async function showIssue(
  { connection, store, session, windowSession }: LinkParts,
  id: string,
): Promise<void> {
  await windowSession.use();
  await windowSession.loadQuietly();
  if (store.get(id)) {
    await vscode.commands.executeCommand('parapet.openIssue', id);
    await vscode.commands.executeCommand('parapet.showDetails', id);
    return;
  }
  const issue = await fetchIssue(connection, id);
  const folder = session.folders.find(({ repositoryId }) => repositoryId === issue.repositoryId);
  if (folder) {
    await vscode.commands.executeCommand('parapet.showDetails', id, folder.uri);
    return;
  }
  const page = servicePage(issue);
  const open = vscode.l10n.t('Open in the Service');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'This issue is in the repository {0}, which is not open in this window.',
      // A notification makes links of what stands in brackets.
      issue.repositoryName.replaceAll(/[[\]()]/g, ''),
    ),
    ...(page === undefined ? [] : [open]),
  );
  if (picked === open && page !== undefined) await vscode.env.openExternal(vscode.Uri.parse(page, true));
}

/** @throws Failure where none of the window's organizations has it */
async function fetchIssue(connection: LinkParts['connection'], id: string): Promise<Issue> {
  const { signal } = new AbortController();
  for (const folder of connection.scopes) {
    try {
      return await connection.use(signal, (api) => api.issue(id, signal), folder);
    } catch (error) {
      const { cause } = error instanceof Failure ? error : { cause: error };
      if (!(cause instanceof ApiError && cause.kind === 'notFound')) throw error;
    }
  }
  throw new Failure({
    what: vscode.l10n.t('The service has no such issue, or you may not see it.'),
    advice: vscode.l10n.t('Ask whoever made the link which service and repository it is about.'),
  });
}
