import * as vscode from 'vscode';
import { severityLabel } from '../words/issues.ts';
import type { IssueTally } from './issues/issue-tally.ts';
import { keyOfUri } from './issues/locations.ts';
import type { Session } from './session.ts';

/** What the language menu of the status bar says of the file at hand. Absent until the extension is used. */
export class FileStatus implements vscode.Disposable {
  readonly #tally: IssueTally;
  readonly #session: Session;
  readonly #subscriptions: { dispose(): void }[];
  #item: vscode.LanguageStatusItem | undefined;

  constructor(tally: IssueTally, session: Session) {
    this.#tally = tally;
    this.#session = session;
    this.#subscriptions = [
      tally.onChange(() => this.#update()),
      session.onDidChange(() => this.#update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
    ];
  }

  dispose(): void {
    this.#item?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(): void {
    const { activity } = this.#session;
    const document = vscode.window.activeTextEditor?.document;
    const key = document?.uri.scheme === 'file' ? keyOfUri(document.uri) : undefined;
    if (activity.kind === 'unused' || key === undefined) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    const item = this.#item ?? createItem();
    this.#item = item;
    const { open, worst } = this.#tally.ofFile(key);
    const text = fileText(open);
    const detail = worst === undefined ? '' : vscode.l10n.t('the worst: {0}', severityLabel(worst));
    if (item.text !== text) {
      item.text = text;
      item.accessibilityInformation = { label: `Parapet: ${text}` };
    }
    if (item.detail !== detail) item.detail = detail;
    const isBusy = activity.kind === 'scanning' || activity.kind === 'loading';
    if (item.busy !== isBusy) item.busy = isBusy;
  }
}

function fileText(open: number): string {
  if (open === 0) return vscode.l10n.t('No security issues');
  return open === 1 ? vscode.l10n.t('1 security issue') : vscode.l10n.t('{0} security issues', open);
}

function createItem(): vscode.LanguageStatusItem {
  const item = vscode.languages.createLanguageStatusItem('parapet.file', { scheme: 'file' });
  item.name = vscode.l10n.t('Parapet Security Issues');
  item.command = { command: 'parapet.issues.focus', title: vscode.l10n.t('Show') };
  return item;
}
