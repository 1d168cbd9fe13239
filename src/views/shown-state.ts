import * as vscode from 'vscode';

/** What a window shows of a state: context keys, set when they change, and a view's progress bar while busy. */
export class ShownState implements vscode.Disposable {
  readonly #viewId: string;
  readonly #keys = new Map<string, boolean>();
  #end: (() => void) | undefined;

  constructor(viewId: string) {
    this.#viewId = viewId;
  }

  show(keys: Readonly<Record<string, boolean>>, isBusy: boolean): void {
    for (const [key, value] of Object.entries(keys)) {
      if (this.#keys.get(key) === value) continue;
      this.#keys.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
    if (!isBusy) {
      this.dispose();
    } else if (!this.#end) {
      const ended = new Promise<void>((resolve) => {
        this.#end = resolve;
      });
      void vscode.window.withProgress({ location: { viewId: this.#viewId } }, () => ended);
    }
  }

  /** Ends the progress bar. */
  dispose(): void {
    this.#end?.();
    this.#end = undefined;
  }
}
