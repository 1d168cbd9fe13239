import * as vscode from 'vscode';
import type { RuleCheckRequest } from '../../connection/repository/rule-api.ts';

/** Where a repository keeps its rules. */
export const ruleFolder = '.parapet/rules';

const pattern = `${ruleFolder}/*.{yml,yaml}`;
const maximumFiles = 500;
const maximumExamples = 20;
const maximumExample = 100_000;

/** The folder whose rule file a URI is; undefined where it is none. */
export function folderOfRules(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder?.uri.scheme !== 'file' || !/\.ya?ml$/.test(uri.path)) return undefined;
  const parent = uri.path.slice(0, uri.path.lastIndexOf('/'));
  return parent === vscode.Uri.joinPath(folder.uri, ruleFolder).path ? folder : undefined;
}

/** The rule files of all folders, by name. */
export async function findRuleFiles(): Promise<readonly vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  for (const folder of vscode.workspace.workspaceFolders ?? [])
    if (folder.uri.scheme === 'file')
      found.push(
        ...(await vscode.workspace.findFiles(
          new vscode.RelativePattern(folder, pattern),
          null,
          maximumFiles,
        )),
      );
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file's text as the editor has it, saved or not. */
export async function textOf(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open ? open.getText() : Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
}

/** The examples beside a rule file: its name with another extension. */
export async function examplesOf(file: vscode.Uri): Promise<NonNullable<RuleCheckRequest['examples']>> {
  const folder = vscode.Uri.joinPath(file, '..');
  const name = nameOf(file).replace(/\.ya?ml$/, '');
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const names = entries
    .filter(([one, type]) => type === vscode.FileType.File && one.startsWith(`${name}.`))
    .map(([one]) => one)
    .filter((one) => !/^\.ya?ml$/.test(one.slice(name.length)))
    .slice(0, maximumExamples);
  const examples: { path: string; text: string }[] = [];
  for (const path of names) {
    const text = await textOf(vscode.Uri.joinPath(folder, path));
    if (text.length <= maximumExample) examples.push({ path, text });
  }
  return examples;
}

export const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);
