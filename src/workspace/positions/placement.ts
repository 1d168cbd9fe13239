import * as vscode from 'vscode';
import { blobIdOf } from '../../api/blob-id.ts';
import { splitLines } from '../code-text.ts';
import { FolderFiles, openDocument } from '../folder-files.ts';
import { paced } from '../paced.ts';
import { WorkQueue } from '../work-queue.ts';
import {
  CodeFinder,
  type CodeToPlace,
  codeKey,
  DocumentCode,
  type KnownPlace,
  type KnownPlaces,
} from './file-placing.ts';
import type { KeptLines } from './kept-lines.ts';
import type { Place } from './positions.ts';
import { decode, type ScannedFile } from './scanned-texts.ts';

export interface PlacementOptions {
  /** The code that is, or was, in a file. */
  readonly codeOf: (file: vscode.Uri) => readonly CodeToPlace[];
  /** The address of a file, by its path as a service names it; of the root, by the empty path. */
  readonly uriOf: (folder: string, file: string) => vscode.Uri;
  /** The other way round. */
  readonly placeOf: (file: vscode.Uri) => { readonly folder: string; readonly file: string };
  readonly placed: (places: ReadonlyMap<string, Place>) => void;
  readonly log: (message: string) => void;
  /** Keeps over a reload of the window what is needed of texts that no commit has. */
  readonly lines: KeptLines | undefined;
}

/** A file of which something was scanned. */
export interface ScannedFileNow {
  readonly uri: vscode.Uri;
  /** The text that was scanned; undefined when it is not to be had. */
  readonly base: string | undefined;
}

/** Milliseconds after an edit until lost code is looked for anew, and files that changed on the disk are read. */
const pauseMs = 250;
/** Milliseconds after a commit or a checkout until what it did is looked at: it touches many files in turn. */
const headPauseMs = 400;
/** Files read at the same time. */
const parallelReads = 8;
/** Times that a comparison begins anew because the text was edited meanwhile; the last is done without a pause. */
const mostTries = 4;

/**
 * Keeps track of where issues are in the files as they are now. In open documents every edit moves them at once; other
 * files are compared with what was scanned when they change, are renamed, or another branch is checked out.
 */
export class Placement implements vscode.Disposable {
  readonly #options: PlacementOptions;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #folders = new Map<string, FolderFiles>();
  readonly #documents = new Map<string, DocumentCode>();
  readonly #known = new Map<string, KnownPlaces>();
  /** Files with code that is not in its place, by URI: what a commit or a new file may change. */
  readonly #unsettled = new Map<string, vscode.Uri>();
  readonly #queue: WorkQueue<vscode.Uri>;
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  readonly #end = new AbortController();
  #headPause: NodeJS.Timeout | undefined;

  constructor(options: PlacementOptions) {
    this.#options = options;
    this.#queue = new WorkQueue(
      parallelReads,
      (file) => this.#placeFile(file),
      (error) => {
        if (!this.#end.signal.aborted)
          options.log(`Looking for code: ${error instanceof Error ? error.message : String(error)}`);
      },
    );
  }

  /** Starts to follow edits and changes on disk. Called with the first issues, not before. */
  follow(): void {
    if (this.#subscriptions.length > 0) return;
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const changed = (uri: vscode.Uri) => this.#soon(uri);
    this.#subscriptions.push(
      watcher,
      watcher.onDidChange(changed),
      watcher.onDidCreate((uri) => {
        changed(uri);
        // It may be a file that is missed elsewhere, or is about to be.
        for (const folder of this.#folders.values()) folder.history?.forgetUntracked();
        this.#historyChanged();
      }),
      watcher.onDidDelete(changed),
      vscode.workspace.onDidChangeTextDocument((event) => this.#edited(event)),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (this.#options.codeOf(uri).length > 0) this.place(uri);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) this.#renamed(oldUri, newUri);
      }),
      // Git may be asked from then on.
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        const files = new Set([...this.#known.keys(), ...this.#unsettled.keys(), ...this.#documents.keys()]);
        for (const folder of [...this.#folders.keys()]) this.#forgetFolder(folder);
        for (const file of files) this.place(vscode.Uri.parse(file));
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
        for (const { uri } of removed) this.#forgetFolder(uri.toString());
      }),
    );
  }

  /** Looks for the code of a file's issues now. */
  place(file: vscode.Uri): void {
    if (!this.#end.signal.aborted) this.#queue.add(file.toString(), file);
  }

  /** What a scanned file is called now, and the text that was scanned, as far as that can be told. */
  async scannedFile(folder: string, scanned: ScannedFile): Promise<ScannedFileNow> {
    const files = this.#folderOf(folder);
    const path = (await files.presentPath(scanned)) ?? scanned.file;
    const uri = this.#options.uriOf(folder, path);
    const written = openDocument(uri)?.getText();
    const contents = [await files.read(path), written === undefined ? undefined : Buffer.from(written)];
    const base = await files.texts.textOf(
      scanned,
      contents.filter((content) => content !== undefined),
    );
    return { uri, base };
  }

  dispose(): void {
    this.#end.abort();
    this.#queue.clear();
    clearTimeout(this.#headPause);
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    for (const folder of this.#folders.values()) folder.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #edited({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) return;
    const key = document.uri.toString();
    const code = this.#documents.get(key);
    if (!code) {
      this.#soon(document.uri);
      return;
    }
    const moved = code.apply(contentChanges, reason === vscode.TextDocumentChangeReason.Undo);
    if (moved.size > 0) this.#options.placed(this.#named(document.uri, moved));
    // An editor that changes its text without saying so is taken anew.
    if (code.lineCount !== document.lineCount) this.#documents.delete(key);
    if (code.lineCount !== document.lineCount || !code.isComplete) this.#soon(document.uri);
  }

  #closed(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const code = this.#documents.get(key);
    if (!code) return;
    this.#documents.delete(key);
    this.#known.set(key, { blobId: nameOf(document.getText()), places: code.places });
    this.place(document.uri);
  }

  #renamed(from: vscode.Uri, to: vscode.Uri): void {
    const [old, present] = [this.#options.placeOf(from), this.#options.placeOf(to)];
    if (old.folder !== present.folder) return;
    const files = this.#folderOf(old.folder);
    for (const [key, known] of [...this.#known]) {
      const rest =
        key === from.toString() ? '' : key.startsWith(`${from}/`) ? key.slice(`${from}`.length) : undefined;
      if (rest !== undefined) this.#known.set(`${to}${rest}`, known);
    }
    for (const file of files.renamed(old.file, present.file)) {
      this.place(this.#options.uriOf(old.folder, file));
    }
  }

  #soon(file: vscode.Uri): void {
    if (this.#options.codeOf(file).length === 0) return;
    const key = file.toString();
    clearTimeout(this.#pauses.get(key));
    this.#pauses.set(
      key,
      setTimeout(() => {
        this.#pauses.delete(key);
        this.place(file);
      }, pauseMs),
    );
  }

  #historyChanged(): void {
    this.#headPause ??= setTimeout(() => {
      this.#headPause = undefined;
      for (const folder of this.#folders.values()) folder.history?.forget();
      for (const file of this.#unsettled.values()) this.place(file);
    }, headPauseMs);
  }

  #forgetFolder(uri: string): void {
    this.#folders.get(uri)?.dispose();
    this.#folders.delete(uri);
    for (const map of [this.#known, this.#unsettled, this.#documents]) {
      for (const key of [...map.keys()]) if (key.startsWith(`${uri}/`)) map.delete(key);
    }
  }

  #folderOf(uri: string): FolderFiles {
    const known = this.#folders.get(uri);
    if (known) return known;
    const folder = new FolderFiles(
      (file) => this.#options.uriOf(uri, file),
      () => this.#historyChanged(),
      this.#end.signal,
      this.#options.lines,
    );
    this.#folders.set(uri, folder);
    return folder;
  }

  async #placeFile(file: vscode.Uri): Promise<void> {
    const unsettled = new Set<string>();
    for (const group of byContent(this.#options.codeOf(file))) {
      const uri = await this.#placeGroup(group);
      if (uri) this.#unsettled.set(uri.toString(), uri);
      unsettled.add(`${uri}`);
    }
    if (!unsettled.has(file.toString())) this.#unsettled.delete(file.toString());
  }

  /**
   * Places code that was scanned in one content of one file, and tells so.
   * @returns the file as it is called now, where a commit or a new file may change where its code is
   */
  async #placeGroup(code: readonly CodeToPlace[]): Promise<vscode.Uri | undefined> {
    const [scanned] = code;
    if (!scanned) return undefined;
    const folder = this.#folderOf(scanned.folder);
    const file = await folder.presentFile(scanned);
    const uri = this.#options.uriOf(scanned.folder, file?.path ?? scanned.file);
    if (file === undefined) {
      this.#tell(new Map(code.map(({ id }) => [id, gone])));
      return uri;
    }
    const { path, content: disk } = file;
    const present = () => openDocument(uri)?.getText() ?? (disk && decode(disk));
    const written = openDocument(uri)?.getText();
    const contents = [disk, written === undefined ? undefined : Buffer.from(written)];
    const base = await folder.texts.textOf(
      scanned,
      contents.filter((content) => content !== undefined),
    );
    let text = present();
    let finder = new CodeFinder(base, splitLines(text ?? ''));
    for (let tries = 1; text !== undefined && tries < mostTries; tries++) {
      const unknown = code.filter((one) => base === text || !this.#documents.get(uri.toString())?.has(one));
      await paced(unknown, (one) => finder.find(one));
      const now = present();
      if (now === text) break;
      text = now;
      finder = new CodeFinder(base, splitLines(text ?? ''));
    }
    // From here on nothing is waited for, not even for itself: an edit in between would make it untrue.
    const found = this.#placeIn(uri, code, text, finder, base === text);
    const places = new Map([...found].map(([id, place]) => [id, called(place, scanned.file, path)]));
    this.#tell(places);
    // A file that was renamed may be so no more after the next commit.
    const isSettled = [...places.values()].every((place) => place.kind === 'at' && place.file === undefined);
    return isSettled ? undefined : uri;
  }

  #tell(places: ReadonlyMap<string, Place>): void {
    if (!this.#end.signal.aborted) this.#options.placed(places);
  }

  #placeIn(
    uri: vscode.Uri,
    code: readonly CodeToPlace[],
    text: string | undefined,
    finder: CodeFinder,
    isAsScanned: boolean,
  ): Map<string, Place> {
    const key = uri.toString();
    if (text === undefined) return new Map(code.map(({ id }) => [id, { kind: 'changed' }]));
    const open = openDocument(uri) && (this.#documents.get(key) ?? new DocumentCode(text));
    const before = this.#known.get(key);
    const blobId = before || !open ? nameOf(text) : '';
    const known = before?.blobId === blobId && !isAsScanned ? before.places : undefined;
    const find = (one: CodeToPlace): Place => {
      const remembered = known?.get(one.id);
      return remembered?.code === codeKey(one) ? remembered.place : finder.find(one);
    };
    const places = new Map(
      code.map((one) => [one.id, open ? open.place(one, () => find(one), isAsScanned) : find(one)]),
    );
    if (open) {
      this.#documents.set(key, open);
      open.keep(new Set([...this.#options.codeOf(uri), ...code].map(({ id }) => id)));
    } else {
      // Lost code is looked for again: a commit may tell more of it.
      const now = code.flatMap((one): [string, KnownPlace][] => {
        const place = places.get(one.id);
        return place?.kind === 'at' ? [[one.id, { code: codeKey(one), place }]] : [];
      });
      this.#known.set(key, { blobId, places: new Map([...(known ?? []), ...now]) });
    }
    return places;
  }

  /** Places in a document, with its name where that is another one than was scanned. */
  #named(uri: vscode.Uri, places: ReadonlyMap<string, Place>): Map<string, Place> {
    const code = this.#options.codeOf(uri).filter(({ id }) => places.has(id));
    return new Map(
      code.map(({ id, folder, file }) => {
        const isSame = this.#options.uriOf(folder, file).toString() === uri.toString();
        const present = isSame ? file : this.#options.placeOf(uri).file;
        return [id, called(places.get(id) ?? gone, file, present)];
      }),
    );
  }
}

const gone: Place = { kind: 'gone' };

/** Code by the content that it was scanned in. */
function byContent(code: readonly CodeToPlace[]): Iterable<CodeToPlace[]> {
  const groups = new Map<string, CodeToPlace[]>();
  for (const one of code) {
    const key = [one.folder, one.file, one.commitSha, one.blobId].join('\n');
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups.values();
}

/** A place with the name of its file, where that is not the scanned one. */
function called(place: Place, scanned: string, present: string): Place {
  if (scanned === present || place.kind === 'gone' || place.kind === 'unchecked') return place;
  return { ...place, file: present };
}

function nameOf(text: string): string {
  return blobIdOf(Buffer.from(text));
}
