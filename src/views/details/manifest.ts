import * as vscode from 'vscode';

/** Where the packages of a project are named, in the order in which they are looked for. */
const manifests = [
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
];

/** Opens the file that names the packages of a folder, if it has one. */
export async function openManifest(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  for (const name of manifests) {
    const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), name);
    try {
      await vscode.window.showTextDocument(uri, { preview: true });
      return;
    } catch {
      // The folder has none of that name.
    }
  }
}
