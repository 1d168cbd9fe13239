import * as vscode from 'vscode';

/** Milliseconds that a text stays. */
const shownMs = 6_000;

/** Says something in passing, in the status bar: to be seen, and read out by screen readers as an alert. */
export class Announcer implements vscode.Disposable {
  #item: vscode.StatusBarItem | undefined;
  #end: NodeJS.Timeout | undefined;

  say(text: string): void {
    if (!this.#item) {
      this.#item = vscode.window.createStatusBarItem('parapet.said', vscode.StatusBarAlignment.Left);
      this.#item.name = 'Parapet';
    }
    this.#item.text = `$(list-ordered) ${text.replaceAll('$(', '$ (')}`;
    this.#item.accessibilityInformation = { label: text, role: 'alert' };
    this.#item.show();
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#item?.hide(), shownMs);
  }

  dispose(): void {
    clearTimeout(this.#end);
    this.#item?.dispose();
  }
}
