import * as vscode from 'vscode';
import { Failure, isCancellation } from '../../../connection/failure.ts';
import type { OnDemandCommands } from './on-demand-commands.ts';

/** Milliseconds without another save before a file is scanned. */
const pauseMs = 400;

/** Scans a file when it is saved, where the setting says so, and without a message when it fails. */
export class ScanOnSave implements vscode.Disposable {
  readonly #commands: OnDemandCommands;
  readonly #log: (message: string) => void;
  readonly #subscription: vscode.Disposable;
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(commands: OnDemandCommands, log: (message: string) => void) {
    this.#commands = commands;
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
      await this.#commands.scanSaved(document);
    } catch (error) {
      if (isCancellation(error)) return;
      this.#log(`Scan on save: ${error instanceof Failure ? error.sentence : String(error)}`);
    }
  }
}
