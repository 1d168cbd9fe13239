import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import type { Credentials } from '../../connection/credentials.ts';
import { remoteAddress, setRemoteAddress } from '../../connection/settings.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const defaultPrefix = 'X-Service-API-Token';

/**
 * Asks for address, token ID and secret, tries them, and keeps them only when they work: the address in the user's
 * own settings, the token in the editor's secret storage.
 */
export async function connectToService(connection: Connection): Promise<void> {
  const url = await askAddress(remoteAddress()?.url);
  if (url === undefined) return;
  const credentials = await askToken();
  if (!credentials) return;
  const headerPrefix = remoteAddress()?.headerPrefix ?? defaultPrefix;
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Connecting to {0}', url),
      cancellable: true,
    },
    async (_progress, token) => {
      const { tryConnection } = await import('../../connection/try-connection.ts');
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      await tryConnection({ url, headerPrefix }, credentials, stop.signal);
    },
  );
  await connection.credentials.write(url, credentials);
  await setRemoteAddress(url);
  void vscode.window.showInformationMessage(vscode.l10n.t('Connected to {0}.', url));
}

/** Goes back to the service on this machine, and forgets the token. */
export async function useLocalService(connection: Connection): Promise<void> {
  const remote = remoteAddress();
  if (!remote) return;
  await connection.credentials.forget(remote.url);
  await setRemoteAddress(undefined);
}

async function askAddress(present: string | undefined): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to a service (1 of 3): address'),
    prompt: vscode.l10n.t('The base URL of your team’s service'),
    placeHolder: 'https://security.example.com',
    value: present ?? '',
    ignoreFocusOut: true,
    validateInput: addressFault,
  });
  return text?.trim().replace(/\/+$/, '');
}

/** Secrets go over TLS; only this very machine may be spoken to without. */
export function addressFault(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return vscode.l10n.t('Enter an address.');
  if (!URL.canParse(trimmed))
    return vscode.l10n.t('This is not a URL. Example: https://security.example.com');
  const { protocol, hostname, username, password } = new URL(trimmed);
  if (username !== '' || password !== '')
    return vscode.l10n.t('Leave user name and password out of the address.');
  if (protocol === 'https:') return undefined;
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'http:' && isThisMachine
    ? undefined
    : vscode.l10n.t('Use https: the token would otherwise cross the network readable by others.');
}

async function askToken(): Promise<Credentials | undefined> {
  const tokenId = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to a service (2 of 3): token ID'),
    prompt: vscode.l10n.t(
      'The ID of an API token, made in the service’s dashboard under Settings, API Tokens',
    ),
    placeHolder: '00000000-0000-0000-0000-000000000000',
    ignoreFocusOut: true,
    validateInput: (text) =>
      uuid.test(text.trim())
        ? undefined
        : vscode.l10n.t('A token ID is a UUID: 32 hexadecimal digits in five groups.'),
  });
  if (tokenId === undefined) return undefined;
  const tokenSecret = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to a service (3 of 3): token secret'),
    prompt: vscode.l10n.t('The secret that was shown once when the token was made'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter the secret.') : undefined),
  });
  return tokenSecret === undefined ? undefined : { tokenId: tokenId.trim(), tokenSecret: tokenSecret.trim() };
}
