import * as vscode from 'vscode';
import type { Discovery } from '../api/discovery.ts';

const toldKey = 'parapet.toldDamage';

/**
 * Tells the user of damaged files of the database that the start of the service found: once, in whichever window
 * hears of it first.
 * @param memory of the user, across windows
 */
export async function tellDamage(
  { instanceId, putAside = [] }: Discovery,
  memory: Pick<vscode.Memento, 'get' | 'update'>,
): Promise<void> {
  if (putAside.length === 0 || memory.get(toldKey) === instanceId) return;
  await memory.update(toldKey, instanceId);
  const scan = vscode.l10n.t('Scan This Workspace');
  for (const { part, file } of putAside) {
    const what =
      part === 'database'
        ? vscode.l10n.t(
            'Parapet’s database on this machine is damaged. A new one was started without the earlier issues and decisions. The damaged file is kept: {0}',
            file,
          )
        : vscode.l10n.t(
            'Parapet’s latest changes on this machine are damaged. Issues and decisions from just before the last stop may be missing. The damaged file is kept: {0}',
            file,
          );
    // Nothing waits for the answer: the connection is there.
    void vscode.window.showWarningMessage(what, scan).then((chosen) => {
      if (chosen === scan) void vscode.commands.executeCommand('parapet.scanWorkspace');
    });
  }
}
