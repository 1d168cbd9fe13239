import * as vscode from 'vscode';
import type { Organization } from '../../api/contract/organizations/organizations.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import type { Remembered } from '../../connection/remembered.ts';

/**
 * Chooses the organization of this workspace, or of one of its folders, among those of the token.
 * @param given URI of the folder; asked for where there are several
 * @throws Failure
 */
export async function chooseOrganization(connection: Connection, given?: unknown): Promise<void> {
  const parts = connection.remoteParts();
  if (!parts) throw new Failure({ what: vscode.l10n.t('No service elsewhere is connected.') });
  const { organizationsToChoose } = await import('../../connection/remote-service.ts');
  const { toFailure } = await import('../../connection/open.ts');
  const { url } = parts.address;
  const organizations = await organizationsToChoose(parts, new AbortController().signal).catch(
    (error: unknown) => {
      const expiresAt = connection.remembered.signIn?.expiresAt;
      throw toFailure(error, { url, expiresAt, now: Date.now() });
    },
  );
  const [only, ...others] = organizations;
  if (others.length === 0) {
    await connection.remembered.setOrganization(undefined);
    const text = only
      ? vscode.l10n.t('The token works in one organization only: {0}.', only.name)
      : vscode.l10n.t('The service names no organizations; the token decides.');
    void vscode.window.showInformationMessage(text);
    connection.reset();
    return;
  }
  const { remembered } = connection;
  const of = await folderToChooseFor(remembered, given);
  if (of === 'cancelled') return;
  const present = remembered.organizationOf(of?.uri.toString())?.id;
  const chosen = await chooseAmong(organizations, present, of?.name);
  if (!chosen) return;
  if (of) {
    const isTheWorkspaces = chosen.id === remembered.organization?.id;
    await remembered.setFolderOrganization(of.uri.toString(), isTheWorkspaces ? undefined : chosen);
  } else await remembered.setOrganization(chosen);
  connection.reset(of?.uri.toString());
}

/** @returns undefined for all of the workspace */
async function folderToChooseFor(
  remembered: Remembered,
  given: unknown,
): Promise<vscode.WorkspaceFolder | undefined | 'cancelled'> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length < 2) return undefined;
  const named = folders.find(({ uri }) => uri.toString() === given);
  if (named) return named;
  const items = [
    {
      label: vscode.l10n.t('All folders'),
      description: remembered.organization?.name ?? '',
      folder: undefined,
    },
    ...folders.map((folder) => {
      const uri = folder.uri.toString();
      const own = remembered.hasOwnOrganization(uri) ? remembered.organizationOf(uri)?.name : undefined;
      return { label: folder.name, description: own ?? '', folder };
    }),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose the organization of'),
    placeHolder: vscode.l10n.t('A folder without one of its own works in that of all folders'),
    ignoreFocusOut: true,
  });
  return picked ? picked.folder : 'cancelled';
}

export async function chooseAmong(
  organizations: readonly Organization[],
  present: string | undefined,
  folder?: string,
): Promise<Organization | undefined> {
  const items = organizations.map((organization) => ({
    label: organization.name,
    description: organization.id === present ? vscode.l10n.t('used now') : '',
    detail: organization.id,
    organization,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title:
      folder === undefined
        ? vscode.l10n.t('Organization of this workspace')
        : vscode.l10n.t('Organization of {0}', folder),
    placeHolder: vscode.l10n.t('The token works in {0} organizations', organizations.length),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return picked?.organization;
}
