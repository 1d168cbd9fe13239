import * as vscode from 'vscode';
import type { NetworkSettings } from '../api/transport/network.ts';
import { networkSettings } from './network-settings.ts';
import { chosenService, type RemoteAddress, type ServiceChoice } from './service-address.ts';

export type { RemoteAddress } from './service-address.ts';

/**
 * The service the user chose. Only the user's own settings count: a workspace that could set the address could have
 * the token sent anywhere.
 */
export function serviceChoice(): ServiceChoice {
  const settings = vscode.workspace.getConfiguration('parapet.service');
  return chosenService(own(settings, 'url'), own(settings, 'headerPrefix'));
}

/** The remote service the user chose, or undefined for the one on this machine and for settings that are wrong. */
export function remoteAddress(): RemoteAddress | undefined {
  const choice = serviceChoice();
  return choice.kind === 'remote' ? choice.address : undefined;
}

export async function setRemoteAddress(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('parapet.service')
    .update('url', url, vscode.ConfigurationTarget.Global);
}

/** How the editor reaches other machines. */
export function editorNetwork(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  return networkSettings((key) => http.get<unknown>(key));
}

export function affectsService(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('parapet.service');
}

export function affectsNetwork(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('http');
}

function own(settings: vscode.WorkspaceConfiguration, key: string): unknown {
  const inspected = settings.inspect<unknown>(key);
  return inspected?.globalValue ?? inspected?.defaultValue;
}
