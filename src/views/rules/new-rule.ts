import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { requireTrust } from '../../workspace/trust.ts';
import { ruleText } from './pattern.ts';
import { ruleFolder } from './rule-files.ts';

const validName = /^[a-z\d][a-z\d-]{0,79}$/;
/** Characters of code that a pattern is made of. */
const maximumCode = 5_000;

/**
 * Opens a new file of `.parapet/rules` whose rule has the selected code as its pattern.
 * @param given the rule's name, where it is known
 * @throws Failure where there is no folder for it, or one has the name already
 */
export async function newRule(given: unknown): Promise<vscode.Uri | undefined> {
  requireTrust(vscode.l10n.t('This workspace is not trusted, so no rule is written into it.'));
  const editor = vscode.window.activeTextEditor;
  const folder = folderOf(editor?.document);
  const code = selectedCode(editor);
  const name = typeof given === 'string' ? given : await askName(folder);
  if (name === undefined) return undefined;
  const file = fileOf(folder, name);
  if (!validName.test(name) || (await exists(file)))
    throw new Failure({ what: faultOf(name, await exists(file)) ?? '' });
  const text = ruleText(name, editor?.document.languageId ?? 'javascript', code);
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  const shown = await vscode.window.showTextDocument(file, { viewColumn: besideOf(editor) });
  const line = text.split('\n').findIndex((one) => one.includes('pattern: |-')) + 1;
  shown.selection = new vscode.Selection(line, 6, line, 6);
  return file;
}

const besideOf = (editor: vscode.TextEditor | undefined): vscode.ViewColumn =>
  editor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;

function folderOf(document: vscode.TextDocument | undefined): vscode.WorkspaceFolder {
  const own = document && vscode.workspace.getWorkspaceFolder(document.uri);
  const folder = own ?? vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  if (folder?.uri.scheme === 'file') return folder;
  throw new Failure({
    what: vscode.l10n.t('Rules are files of a folder on this machine, and none is open.'),
    advice: vscode.l10n.t('Open a folder first.'),
  });
}

function selectedCode(editor: vscode.TextEditor | undefined): string {
  if (!editor) return 'eval(...)';
  const { document, selection } = editor;
  const code = selection.isEmpty ? document.lineAt(selection.active.line).text : document.getText(selection);
  return code.trim() === '' ? 'eval(...)' : code.slice(0, maximumCode);
}

async function askName(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title: vscode.l10n.t('New Rule'),
    prompt: vscode.l10n.t('Name of the rule and its file in {0}', ruleFolder),
    placeHolder: 'avoid-eval',
    validateInput: async (name) =>
      faultOf(name, validName.test(name) && (await exists(fileOf(folder, name)))),
  });
}

function faultOf(name: string, isTaken: boolean): string | undefined {
  if (!validName.test(name))
    return vscode.l10n.t('Use small letters, digits and hyphens, such as avoid-eval.');
  return isTaken ? vscode.l10n.t('There is a rule file {0} already.', `${name}.yml`) : undefined;
}

const fileOf = ({ uri }: vscode.WorkspaceFolder, name: string): vscode.Uri =>
  vscode.Uri.joinPath(uri, ruleFolder, `${name}.yml`);

const exists = async (file: vscode.Uri): Promise<boolean> =>
  await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
