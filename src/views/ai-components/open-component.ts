import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { uriOf } from '../issues/locations.ts';
import { withoutLinks } from '../markdown.ts';
import { presentLine } from './mentions.ts';
import type { ComponentNode } from './nodes.ts';

/** Opens the file that a component was found in, at the line that names it now. */
export async function openComponent({ component, known }: ComponentNode, isGlance: boolean): Promise<void> {
  const { name, filePath, line, repositoryName } = component;
  if (!known) {
    const place = line === undefined ? filePath : `${filePath}:${line}`;
    void vscode.window.showInformationMessage(
      withoutLinks(
        vscode.l10n.t(
          '{0} is in the repository {1}, which is not open here: {2}',
          name,
          repositoryName,
          place,
        ),
      ),
    );
    return;
  }
  const uri = uriOf(known.folder, filePath);
  const isThere = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    throw new Failure({
      what: vscode.l10n.t('{0} is no longer there: it was moved or deleted since the scan.', filePath),
      advice: vscode.l10n.t('Scan the workspace again.'),
    });
  }
  const document = await vscode.workspace.openTextDocument(uri).then(
    (opened) => opened,
    () => undefined,
  );
  // Models and other files that are no text are opened as whatever the editor makes of them.
  if (!document) {
    await vscode.commands.executeCommand('vscode.open', uri, { preserveFocus: isGlance });
    return;
  }
  const at = new vscode.Position(presentLine(document.getText(), component) - 1, 0);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(at, at),
    preserveFocus: isGlance,
    preview: true,
  });
}
