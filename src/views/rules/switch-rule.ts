import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { requireTrust } from '../../workspace/trust.ts';
import { nameOf } from './rule-files.ts';
import { switchedText } from './switch-text.ts';

/**
 * Switches a rule in its file, and saves the file unless somebody is editing it.
 * @returns whether the file is saved, so that scans see the change
 * @throws Failure where the text does not have the rule, or cannot be changed
 */
export async function switchInFile(file: vscode.Uri, ruleId: string, enabled: boolean): Promise<boolean> {
  requireTrust(vscode.l10n.t('This workspace is not trusted, so its rules are not changed.'));
  const document = await vscode.workspace.openTextDocument(file);
  const change = switchedText(document.getText(), ruleId, enabled);
  if (!change)
    throw new Failure({
      what: vscode.l10n.t('The rule {0} could not be switched in {1}.', ruleId, nameOf(file)),
      advice: vscode.l10n.t('Correct the mistakes in the file, or write "enabled: false" below its id.'),
    });
  const wasDirty = document.isDirty;
  const range = new vscode.Range(document.positionAt(change.from), document.positionAt(change.to));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(file, range, change.text);
  const isDone = (await vscode.workspace.applyEdit(edit)) && (wasDirty || (await document.save()));
  if (!isDone) throw new Failure({ what: vscode.l10n.t('{0} could not be changed.', nameOf(file)) });
  return !wasDirty;
}
