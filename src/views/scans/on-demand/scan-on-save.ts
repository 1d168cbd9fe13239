import * as vscode from 'vscode';
import { Failure, isCancellation } from '../../../connection/failure.ts';
import { gatherDocument } from './gather.ts';
import { documentTarget } from './on-demand-commands.ts';
import type { OnDemandScans } from './on-demand-scans.ts';

/** Milliseconds without another save before a file is scanned. */
const pauseMs = 400;

/** Scans a file when it is saved, where the setting says so: that file alone, and without a message when it fails. */
export class ScanOnSave implements vscode.Disposable {
  readonly #scans: OnDemandScans;
  readonly #log: (message: string) => void;
  readonly #subscription: vscode.Disposable;
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(scans: OnDemandScans, log: (message: string) => void) {
    this.#scans = scans;
    this.#log = log;
    this.#subscription = vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document));
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }

  #saved(document: vscode.TextDocument): void {
    if (document.uri.scheme !== 'file' || !vscode.workspace.getWorkspaceFolder(document.uri)) return;
    if (vscode.workspace.getConfiguration('parapet.scan', document).get<unknown>('onSave') !== true) return;
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        void this.#scan(document);
      }, pauseMs),
    );
  }

  async #scan(document: vscode.TextDocument): Promise<void> {
    if (document.isClosed || document.getText().trim() === '') return;
    try {
      await this.#scans.scan(documentTarget(document), async () => gatherDocument(document, undefined));
    } catch (error) {
      if (isCancellation(error)) return;
      this.#log(`Scan on save: ${error instanceof Failure ? error.sentence : String(error)}`);
    }
  }
}
