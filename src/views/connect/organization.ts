import * as vscode from 'vscode';
import type { Organization } from '../../api/contract/organizations.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';

/** Chooses the organization of this workspace among those of the token. @throws Failure */
export async function chooseOrganization(connection: Connection): Promise<void> {
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
  const chosen = await chooseAmong(organizations, connection.remembered.organization?.id);
  if (!chosen) return;
  await connection.remembered.setOrganization(chosen);
  connection.reset();
}

export async function chooseAmong(
  organizations: readonly Organization[],
  present: string | undefined,
): Promise<Organization | undefined> {
  const items = organizations.map((organization) => ({
    label: organization.name,
    description: organization.id === present ? vscode.l10n.t('used now') : '',
    detail: organization.id,
    organization,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Organization of this workspace'),
    placeHolder: vscode.l10n.t('The token works in {0} organizations', organizations.length),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return picked?.organization;
}
