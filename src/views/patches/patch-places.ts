import * as vscode from 'vscode';
import { patchTarget, type Target } from '../../api/patch-target.ts';
import { Failure } from '../../connection/failure.ts';
import { faultText } from './patch-words.ts';

/** Where documents are on the disk, by their addresses. The editor writes by name, whatever a link leads to by then. */
export type Places = ReadonlyMap<string, Target>;

/** @throws Failure where one of them may not be changed by a patch */
export async function placesOf(documents: Iterable<vscode.TextDocument>): Promise<Places> {
  const places = new Map<string, Target>();
  for (const { uri } of documents) {
    if (uri.scheme !== 'file') continue;
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const target = folder ? await patchTarget(folder.uri.fsPath, uri.fsPath) : 'elsewhere';
    if (typeof target === 'string') {
      const what = faultText(target, vscode.workspace.asRelativePath(uri));
      throw new Failure({ what, kept: vscode.l10n.t('Nothing was changed.') });
    }
    places.set(uri.toString(), target);
  }
  return places;
}

/** @throws Failure where a document was written to another file than it was: a link was put in its place meanwhile */
export async function confirmPlaces(documents: Iterable<vscode.TextDocument>, places: Places): Promise<void> {
  for (const { uri } of documents) {
    const before = places.get(uri.toString());
    const folder = before && vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) continue;
    const now = await patchTarget(folder.uri.fsPath, uri.fsPath);
    if (typeof now !== 'string' && now.real === before.real && now.device === before.device) continue;
    const name = vscode.workspace.asRelativePath(uri);
    throw new Failure({
      what: vscode.l10n.t(
        '{0} was replaced while the patch was written: it may have been written elsewhere.',
        name,
      ),
      advice: vscode.l10n.t('Look where {0} leads to now, and whether the file there was changed.', name),
    });
  }
}
