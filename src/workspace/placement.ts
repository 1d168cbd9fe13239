import * as vscode from 'vscode';
import { locate, type Place, type ScannedCode, TextLines } from './positions.ts';

export interface CodeToPlace extends ScannedCode {
  readonly id: string;
}

/** Characters of the largest text that is searched; a scan skips larger files. */
const largestText = 4_000_000;
/** Milliseconds without a keystroke before issues are placed anew. */
const typingPauseMs = 250;
/** Files read at the same time. */
const parallelReads = 8;

/**
 * Keeps track of where issues are in the files as they are now: in the editor's text where a file is open, else on
 * disk; again after edits, and after changes from outside.
 */
export class Placement implements vscode.Disposable {
  readonly #codeOf: (file: vscode.Uri) => readonly CodeToPlace[];
  readonly #placed: (places: ReadonlyMap<string, Place>) => void;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #waiting = new Map<string, vscode.Uri>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  #reading = 0;
  #isDisposed = false;

  constructor(
    codeOf: (file: vscode.Uri) => readonly CodeToPlace[],
    placed: (places: ReadonlyMap<string, Place>) => void,
  ) {
    this.#codeOf = codeOf;
    this.#placed = placed;
  }

  /** Starts to follow edits and changes on disk. Called with the first issues, not before. */
  follow(): void {
    if (this.#subscriptions.length > 0) return;
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const soon = (uri: vscode.Uri) => this.#soon(uri);
    this.#subscriptions.push(
      watcher,
      watcher.onDidChange(soon),
      watcher.onDidCreate(soon),
      watcher.onDidDelete(soon),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) soon(document.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => soon(uri)),
    );
  }

  /** Looks for the code of a file's issues now. */
  place(file: vscode.Uri): void {
    this.#waiting.set(file.toString(), file);
    void this.#work();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#waiting.clear();
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #soon(file: vscode.Uri): void {
    if (this.#codeOf(file).length === 0) return;
    const key = file.toString();
    clearTimeout(this.#pauses.get(key));
    this.#pauses.set(
      key,
      setTimeout(() => {
        this.#pauses.delete(key);
        this.place(file);
      }, typingPauseMs),
    );
  }

  async #work(): Promise<void> {
    if (this.#reading >= parallelReads) return;
    this.#reading++;
    try {
      for (;;) {
        const [next] = this.#waiting;
        if (!next || this.#isDisposed) return;
        const [key, file] = next;
        this.#waiting.delete(key);
        const text = await currentText(file);
        if (!this.#isDisposed) this.#placed(placesIn(text, this.#codeOf(file)));
      }
    } finally {
      this.#reading--;
    }
  }
}

function placesIn(text: string | undefined, code: readonly CodeToPlace[]): Map<string, Place> {
  if (text === undefined) return new Map(code.map(({ id }) => [id, { kind: 'gone' }]));
  const lines = new TextLines(text);
  return new Map(code.map((one) => [one.id, locate(one, lines)]));
}

async function currentText(file: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (open) return open.getText();
  try {
    const bytes = await vscode.workspace.fs.readFile(file);
    return bytes.byteLength <= largestText ? new TextDecoder().decode(bytes) : '';
  } catch {
    return undefined;
  }
}
