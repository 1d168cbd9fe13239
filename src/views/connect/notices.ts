import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import { expiryOf } from '../../connection/expiry.ts';
import type { FailureAction } from '../../connection/failure.ts';

/** What is told about the connection without being asked: a token that ends, a service that is another one now. */
export function watchConnection(connection: Connection, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.Disposable.from(
    connection.onDidLearnTokenEnd(({ url, expiresAt }) => void warnOfEnd(url, expiresAt)),
    connection.onDidChangeService(() => {
      void askAboutChange(connection).catch((error: unknown) => log.debug(String(error)));
    }),
  );
}

async function warnOfEnd(url: string, expiresAt: string): Promise<void> {
  const expiry = expiryOf(expiresAt, Date.now());
  if (expiry.kind !== 'soon') return;
  const { dayOf, replaceToken } = await import('../../connection/explain.ts');
  const day = dayOf(expiresAt);
  const text =
    expiry.days < 1
      ? vscode.l10n.t('The token for {0} ends within a day.', url)
      : vscode.l10n.t('The token for {0} ends soon, on {1}.', url, day);
  await offer(text, [replaceToken()]);
}

/** The user is asked in the window that they look at; the others show it in their view. */
async function askAboutChange(connection: Connection): Promise<void> {
  const parts = vscode.window.state.focused ? connection.remoteParts() : undefined;
  if (!parts) return;
  const { mustAgree, questionOf } = await import('../../connection/remote-service.ts');
  const question = await questionOf(parts);
  if (!question) return;
  const failure = mustAgree(question);
  await offer(failure.sentence, failure.text.actions ?? []);
}

async function offer(text: string, actions: readonly FailureAction[]): Promise<void> {
  const picked = await vscode.window.showWarningMessage(text, ...actions.map(({ title }) => title));
  const action = actions.find(({ title }) => title === picked);
  if (action) await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
}
