import * as vscode from 'vscode';

export interface RemoteAddress {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly headerPrefix: string;
}

const defaultPrefix = 'X-Service-API-Token';

/**
 * The remote service the user chose, or undefined for the one on this machine. Only the user's own settings count:
 * a workspace that could set the address could have the token sent anywhere.
 */
export function remoteAddress(): RemoteAddress | undefined {
  const settings = vscode.workspace.getConfiguration('parapet.service');
  const url = own(settings, 'url').trim().replace(/\/+$/, '');
  if (url === '') return undefined;
  return { url, headerPrefix: own(settings, 'headerPrefix') || defaultPrefix };
}

export async function setRemoteAddress(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('parapet.service')
    .update('url', url, vscode.ConfigurationTarget.Global);
}

export function affectsService(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('parapet.service');
}

function own(settings: vscode.WorkspaceConfiguration, key: string): string {
  const inspected = settings.inspect<unknown>(key);
  const value = inspected?.globalValue ?? inspected?.defaultValue;
  return typeof value === 'string' ? value : '';
}
