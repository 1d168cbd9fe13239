import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { codeColumn, uriOf } from '../issues/locations.ts';
import { handlerLine } from './handler-line.ts';
import type { KnownEndpoint } from './known-endpoint.ts';

/** Opens the handler of an endpoint, where the file names it now. @throws Failure where the file is gone */
export async function openEndpoint({ endpoint, folder }: KnownEndpoint, isGlance: boolean): Promise<void> {
  const uri = uriOf(folder, endpoint.file);
  const document = await vscode.workspace.openTextDocument(uri).then(
    (opened) => opened,
    () => undefined,
  );
  if (!document)
    throw new Failure({
      what: vscode.l10n.t('{0} is no longer there: it was moved or deleted since the scan.', endpoint.file),
      advice: vscode.l10n.t('Scan the workspace again.'),
    });
  const { line, isFound } = handlerLine(document.getText(), endpoint);
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(document, {
    viewColumn: codeColumn(),
    selection: new vscode.Range(at, at),
    preserveFocus: isGlance,
    preview: true,
  });
  if (!isFound)
    vscode.window.setStatusBarMessage(
      `$(question) ${vscode.l10n.t('The handler is not in the file any more: its code changed since the scan.')}`,
      5_000,
    );
}
