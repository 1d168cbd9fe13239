import path from 'node:path';
import * as vscode from 'vscode';
import { Failure } from '../../../connection/failure.ts';
import { type ChangeScope, changesOf, readText } from '../../../workspace/changes.ts';
import { type Candidate, isSendable, type LeftOut, largestFileBytes } from '../../../workspace/submission.ts';
import { requireTrust } from '../../../workspace/trust.ts';
import { placeOf } from '../../issues/locations.ts';
import { namedByLanguage } from './languages.ts';
import type { UseCodeScans } from './review.ts';
import type { Gathered } from './target.ts';

/** Reads what a target consists of now: open documents as they are in the editor, everything else from the disk. */

/** A document, or the lines of it that a selection touches, with the rest as its context. */
export function gatherDocument(
  document: vscode.TextDocument,
  lines: { readonly first: number; readonly last: number } | undefined,
): Gathered {
  const content = document.getText();
  const { file, ...place } = placeOfDocument(document);
  if (Buffer.byteLength(content) > largestFileBytes) throw tooLarge(file);
  if (content.trim() === '')
    throw new Failure({ what: vscode.l10n.t('{0} is empty: there is nothing to scan.', file) });
  const candidate: Candidate = {
    path: namedByLanguage(file, document.languageId),
    content,
    ...(lines ? { lines } : {}),
  };
  return { ...place, form: 'files', isPresent: true, shownFile: file, ...sendable([candidate], []) };
}

function tooLarge(file: string): Failure {
  return new Failure({
    what: vscode.l10n.t(
      '{0} is larger than {1} MB, so it is not scanned.',
      file,
      largestFileBytes / 1024 / 1024,
    ),
    advice: vscode.l10n.t('Files of this size are rarely written by hand: scan what it was made from.'),
  });
}

function placeOfDocument(document: vscode.TextDocument) {
  const place = placeOf(document.uri);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  if (folder) return { ...place, ...repositoryOf(folder) };
  return {
    ...place,
    root: undefined,
    repository: { key: strayKey, name: vscode.l10n.t('files outside of any folder') },
  };
}

/** Documents outside of any folder share one permission to be sent. */
const strayKey = 'documents';

function repositoryOf(folder: vscode.WorkspaceFolder) {
  return {
    root: folder.uri.scheme === 'file' ? folder.uri.fsPath : undefined,
    repository: { key: folder.uri.toString(), name: folder.name },
  };
}

/** Files and folders of one workspace folder. Of a folder, what a full scan would read. */
export async function gatherResources(
  uris: readonly vscode.Uri[],
  useLocal: UseCodeScans,
  signal: AbortSignal,
): Promise<Gathered> {
  const [first] = uris;
  const folder = first && vscode.workspace.getWorkspaceFolder(first);
  if (folder?.uri.scheme !== 'file') {
    const document = first && (await vscode.workspace.openTextDocument(first));
    if (document) return gatherDocument(document, undefined);
    throw new Failure({ what: vscode.l10n.t('There is nothing to scan.') });
  }
  const paths = new Set<string>();
  let excluded: Readonly<Record<string, number>> = {};
  for (const uri of uris) {
    if (vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() !== folder.uri.toString()) continue;
    const relative = relativePath(folder, uri);
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) === 0) paths.add(relative);
    else {
      requireTrust(
        vscode.l10n.t('This workspace is not trusted, so its folders are not given to the service.'),
        vscode.l10n.t('Trust it first, or scan the file or a selection: that runs nothing.'),
      );
      const request = { path: folder.uri.fsPath, below: relative };
      const found = await useLocal(signal, (api) => api.localFiles(request, signal));
      if (found.totalFiles > found.files.length) throw tooManyFiles(found.totalFiles, found.files.length);
      for (const file of found.files) paths.add(file.path);
      excluded = found.excluded;
    }
  }
  const open = openTexts(folder);
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of paths) {
    signal.throwIfAborted();
    const text = open.get(file);
    const read =
      text === undefined
        ? await readText(path.join(folder.uri.fsPath, ...file.split('/')))
        : ({ kind: 'text', text } as const);
    if (read.kind === 'text') candidates.push({ path: file, content: read.text });
    else leftOut.push({ path: file, reason: read.kind === 'missing' ? 'unreadable' : read.kind });
  }
  return {
    folder: folder.uri.toString(),
    ...repositoryOf(folder),
    form: 'files',
    isPresent: true,
    ...sendable(candidates, leftOut),
    excluded,
  };
}

function tooManyFiles(count: number, most: number): Failure {
  return new Failure({
    what: vscode.l10n.t('The folder has {0} files to scan; at most {1} are taken at a time.', count, most),
    advice: vscode.l10n.t('Choose less, or run “Parapet: Scan This Workspace”.'),
  });
}

/** @param gitFolder the repository whose change is meant, when it is another than the workspace folder's own */
export async function gatherChanges(
  folder: vscode.WorkspaceFolder,
  scope: ChangeScope,
  signal: AbortSignal,
  gitFolder: vscode.Uri | undefined,
  only: readonly vscode.Uri[] | undefined,
): Promise<Gathered> {
  const nested = gitFolder ? relativePath(folder, gitFolder) : '';
  const isNested = gitFolder !== undefined && isBelow(folder, gitFolder) && nested !== '';
  const prefix = isNested ? `${nested}/` : '';
  const root = isNested ? gitFolder.fsPath : folder.uri.fsPath;
  const wanted =
    only &&
    new Set(
      only
        .map((uri) => relativePath(folder, uri))
        .flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
    );
  const { files, leftOut } = await changesOf(root, scope, signal, wanted);
  const candidates = files.map(({ path: name, content, before }) => ({
    path: prefix + name,
    content,
    ...(before ? { before: { ...before, path: prefix + before.path } } : {}),
  }));
  return {
    folder: folder.uri.toString(),
    ...repositoryOf(folder),
    form: 'change',
    isPresent: scope.kind !== 'staged',
    ...sendable(
      candidates,
      leftOut.map((one) => ({ ...one, path: prefix + one.path })),
    ),
  };
}

/** Without what a service would refuse or has no use for. */
function sendable(candidates: readonly Candidate[], leftOut: readonly LeftOut[]) {
  const isGood = ({ path: name, before }: Candidate) =>
    isSendable(name) && (!before || isSendable(before.path));
  return {
    candidates: candidates.filter((one) => isGood(one) && one.content !== ''),
    leftOut: [
      ...leftOut,
      ...candidates
        .filter((one) => !isGood(one))
        .map(({ path: name }) => ({ path: name, reason: 'name' as const })),
    ],
  };
}

/** What the editor shows of the folder's files, where it differs from the disk. */
function openTexts(folder: vscode.WorkspaceFolder): Map<string, string> {
  return new Map(
    vscode.workspace.textDocuments
      .filter(({ uri, isDirty }) => isDirty && uri.scheme === 'file' && isBelow(folder, uri))
      .map((document) => [relativePath(folder, document.uri), document.getText()]),
  );
}

function isBelow(folder: vscode.WorkspaceFolder, uri: vscode.Uri): boolean {
  return uri.path === folder.uri.path || uri.path.startsWith(`${folder.uri.path.replace(/\/$/, '')}/`);
}

export function relativePath(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  return uri.path.slice(folder.uri.path.length).replace(/^\//, '');
}
