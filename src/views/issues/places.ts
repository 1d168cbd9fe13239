import path from 'node:path';
import type * as vscode from 'vscode';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { type CodeToPlace, codeKey } from '../../workspace/positions/file-placing.ts';
import { KeptLines } from '../../workspace/positions/kept-lines.ts';
import { Placement, type ScannedFileNow } from '../../workspace/positions/placement.ts';
import type { IssueStore } from './issue-store.ts';
import type { KnownIssue } from './known-issue.ts';
import { fileUri, keyOfUri, placeOf, uriOf } from './locations.ts';
import { Slices } from './slices.ts';

/** What follows where issues are, and can tell of other code that they name. */
export interface PlacesOfIssues extends vscode.Disposable {
  /** A file of an issue's flow: what it is called now, and the text that was scanned. */
  readonly scannedFile: (
    folder: string,
    issue: Pick<IssueListItem, 'file' | 'commitSha' | 'blobId'>,
    file: string,
  ) => Promise<ScannedFileNow>;
}

/**
 * Keeps the places of the store's issues true to the files as they are now.
 * @param storage a folder of the workspace's own, for what is to outlive the window
 */
export function trackPlaces(
  store: IssueStore,
  log: (message: string) => void,
  storage: vscode.Uri | undefined,
): PlacesOfIssues {
  /** The code that each issue was last looked for by: a later scan may have seen another. */
  const lookedFor = new Map<string, string>();
  const placement = new Placement({
    codeOf: (file) =>
      store
        .ofFile(keyOfUri(file))
        .filter(({ issue }) => !issue.reported?.unplaced)
        .map(codeToPlace),
    uriOf,
    placeOf,
    placed: (places) => store.place(places),
    log,
    lines: storage?.scheme === 'file' ? new KeptLines(path.join(storage.fsPath, 'lines')) : undefined,
  });
  const look = (key: string) => {
    const known = store.ofFile(key);
    const isNew = (one: KnownIssue) => lookedFor.get(one.issue.id) !== codeKey(codeToPlace(one));
    const wanted = known.filter(
      // What is in no file of the workspace is not looked for.
      (one) => !one.issue.reported?.unplaced && (one.place.kind === 'unchecked' || isNew(one)),
    );
    const [first] = wanted;
    if (!first) return;
    for (const one of wanted) lookedFor.set(one.issue.id, codeKey(codeToPlace(one)));
    placement.follow();
    placement.place(fileUri(first));
  };
  // Thousands of files may come at once.
  const changed = new Slices<string>((files) => {
    for (const key of files) look(key);
  });
  const subscription = store.onChange(({ files }) => {
    changed.add(files);
    for (const id of lookedFor.size > 2 * store.size + 100 ? [...lookedFor.keys()] : []) {
      if (!store.get(id)) lookedFor.delete(id);
    }
  });
  return {
    scannedFile: (folder, { commitSha, blobId, file: own }, file) =>
      // The content that is named is that of the issue's own file.
      placement.scannedFile(folder, { file, commitSha, ...(file === own ? { blobId } : {}) }),
    dispose: () => {
      subscription.dispose();
      changed.dispose();
      placement.dispose();
    },
  };
}

function codeToPlace({ issue, folder, indent }: KnownIssue): CodeToPlace {
  const { id, file, commitSha, blobId, startLine, startColumn, endLine, endColumn, snippet } = issue;
  const range = { startLine, startColumn, endLine, endColumn };
  return {
    id,
    folder,
    file,
    commitSha,
    blobId,
    ...range,
    snippet,
    ...(indent === undefined ? {} : { indent }),
  };
}
