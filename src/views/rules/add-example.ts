import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { requireTrust } from '../../workspace/trust.ts';
import { exampleText } from './example-text.ts';
import { folderOfRules, nameOf } from './rule-files.ts';

/** A rule of the workspace, by its file. */
export interface RuleOfFile {
  readonly id: string;
  readonly file: vscode.Uri;
}

/** Characters of one example file that a check reads. */
const maximumExample = 100_000;

/**
 * Asks which rule the selected code is an example of and whether the rule should match it, and writes it beside the rule's file.
 * @returns the rule's file; undefined where nothing was chosen
 * @throws Failure where there is no rule, or no code
 */
export async function addExample(rules: readonly RuleOfFile[]): Promise<vscode.Uri | undefined> {
  requireTrust(vscode.l10n.t('This workspace is not trusted, so no example is written into it.'));
  const editor = vscode.window.activeTextEditor;
  const code = editor?.document.getText(editor.selection) ?? '';
  if (!editor || code.trim() === '') throw new Failure({ what: vscode.l10n.t('Select the code first.') });
  const folder = vscode.workspace.getWorkspaceFolder(editor.document.uri);
  const near = rules.filter(({ file }) => folderOfRules(file)?.uri.toString() === folder?.uri.toString());
  if (near.length === 0)
    throw new Failure({
      what: vscode.l10n.t('This folder has no rule that can be read.'),
      actions: [{ title: vscode.l10n.t('New Rule from This Code…'), command: 'parapet.newRule' }],
    });
  const rule = await vscode.window.showQuickPick(
    near.map(({ id, file }) => ({ label: id, description: nameOf(file), id, file })),
    { title: vscode.l10n.t('Add an Example'), placeHolder: vscode.l10n.t('Which rule is it an example of?') },
  );
  if (!rule) return undefined;
  const matches = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('The rule should match it'), says: 'ruleid' as const },
      { label: vscode.l10n.t('The rule should not match it'), says: 'ok' as const },
    ],
    { title: vscode.l10n.t('Add an Example'), placeHolder: rule.id },
  );
  if (!matches) return undefined;
  await write(rule, editor.document.uri, code, matches.says);
  return rule.file;
}

async function write(rule: RuleOfFile, from: vscode.Uri, code: string, kind: 'ruleid' | 'ok'): Promise<void> {
  const extension = /\.[^./]+$/.exec(from.path)?.[0] ?? '.txt';
  const name = `${nameOf(rule.file).replace(/\.ya?ml$/, '')}${extension}`;
  const file = vscode.Uri.joinPath(rule.file, '..', name);
  const create = new vscode.WorkspaceEdit();
  create.createFile(file, { ignoreIfExists: true });
  await vscode.workspace.applyEdit(create);
  const document = await vscode.workspace.openTextDocument(file);
  const present = document.getText();
  const text = exampleText(present, extension, { kind, ruleId: rule.id, code });
  if (present.length + text.length > maximumExample)
    throw new Failure({
      what: vscode.l10n.t('{0} is full: an example file has at most {1} characters.', name, maximumExample),
    });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(file, document.positionAt(present.length), text);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save()))
    throw new Failure({ what: vscode.l10n.t('{0} could not be changed.', name) });
  const end = document.positionAt(document.getText().length);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    selection: new vscode.Range(end, end),
  });
}
