import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import { remoteAddress, setRemoteAddress } from '../../connection/settings.ts';

/** Goes back to the service on this machine; the token of the other one is kept. */
export async function useLocalService(): Promise<void> {
  await setRemoteAddress(undefined);
}

/**
 * Forgets everything of services elsewhere: tokens, addresses, chosen organizations, what may be sent, and what is shown
 * of them.
 * @param forgetUploads takes the permissions to send code back
 */
export async function signOut(connection: Connection, forgetUploads: () => Promise<void>): Promise<void> {
  const { remembered, credentials } = connection;
  const known = [remoteAddress()?.url, remembered.signIn?.url, ...remembered.addresses];
  const addresses = new Set(known.filter((address) => address !== undefined));
  if (addresses.size === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is nothing to sign out of.'));
    return;
  }
  const yes = vscode.l10n.t('Sign Out');
  const picked = await vscode.window.showWarningMessage(
    vscode.l10n.t('Sign out of {0}?', [...addresses].join(', ')),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Token, address, chosen organizations and permissions to send code are forgotten, and the issues of that service are no longer shown. Nothing is deleted there.',
      ),
    },
    yes,
  );
  if (picked !== yes) return;
  await setRemoteAddress(undefined);
  const outcomes = await Promise.allSettled([...addresses].map((address) => credentials.forget(address)));
  await remembered.forgetAll();
  await forgetUploads();
  connection.reset();
  if (outcomes.some(({ status }) => status === 'rejected')) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'The secret storage of the editor does not work, so the token may still be in it. Delete the token in the service’s dashboard.',
      ),
    );
    return;
  }
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Signed out. The service on this machine is used.'),
  );
}

/** Sends the token to an address, or under header names, that it was not given for: once the user has agreed. */
export async function agreeToService(connection: Connection): Promise<void> {
  const parts = connection.remoteParts();
  if (!parts) return;
  const { agree, questionOf } = await import('../../connection/remote-service.ts');
  const question = await questionOf(parts);
  if (question) {
    const yes = vscode.l10n.t('Send the Token');
    const picked = await vscode.window.showWarningMessage(
      question.what === 'address'
        ? vscode.l10n.t('Send the token of {0} to {1}?', question.given, question.now)
        : vscode.l10n.t(
            'Send the token to {0} under the header prefix {1}?',
            parts.address.url,
            question.now,
          ),
      {
        modal: true,
        detail: vscode.l10n.t('Whoever runs that service can then act with your token.'),
      },
      yes,
    );
    if (picked !== yes) return;
    await agree(parts);
  }
  connection.reset();
}

/** Asks the service that is used for a sign of life, and says what answered. @throws Failure */
export async function testConnection(connection: Connection): Promise<void> {
  const text = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Testing the connection'),
      cancellable: true,
    },
    async (_progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const { describeConnection } = await import('../../connection/describe.ts');
      const { scopes } = connection;
      return await connection.useClient(
        stop.signal,
        (client, remote) => describeConnection(client, remote, scopes, stop.signal),
        scopes[0],
      );
    },
  );
  void vscode.window.showInformationMessage(text);
}
