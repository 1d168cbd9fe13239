import * as vscode from 'vscode';
import type { IssueTally } from './issues/issue-tally.ts';
import { activityText } from './issues/tree/notices.ts';
import type { Session } from './session.ts';

/** The one status bar item: absent until first use, then the count of open issues, or the progress of a scan. */
export class StatusBar implements vscode.Disposable {
  readonly #tally: IssueTally;
  readonly #session: Session;
  #item: vscode.StatusBarItem | undefined;
  readonly #subscriptions: { dispose(): void }[];

  constructor(tally: IssueTally, session: Session) {
    this.#tally = tally;
    this.#session = session;
    this.#subscriptions = [tally.onChange(() => this.#update()), session.onDidChange(() => this.#update())];
  }

  dispose(): void {
    this.#item?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(): void {
    const { activity } = this.#session;
    if (activity.kind === 'unused') {
      this.#item?.hide();
      return;
    }
    this.#item ??= createItem();
    const { text, tooltip } = this.#text();
    if (this.#item.text !== text) this.#item.text = text;
    if (this.#item.tooltip !== tooltip) {
      this.#item.tooltip = tooltip;
      this.#item.accessibilityInformation = { label: `Parapet: ${tooltip}` };
    }
    this.#item.show();
  }

  #text(): { text: string; tooltip: string } {
    const { activity } = this.#session;
    switch (activity.kind) {
      case 'scanning': {
        const [run] = activity.runs;
        const share =
          run?.progress && run.progress.filesTotal > 0
            ? ` ${run.progress.filesDone}/${run.progress.filesTotal}`
            : '';
        return { text: `$(sync~spin) Parapet${share}`, tooltip: activityText(activity) ?? '' };
      }
      case 'loading':
        return { text: '$(sync~spin) Parapet', tooltip: activityText(activity) ?? '' };
      case 'failed':
        return { text: '$(error) Parapet', tooltip: activity.failure.what };
      default: {
        // As many as the badge of the view says.
        const { open } = this.#tally.all;
        if (open === 0 && this.#session.latest.length === 0) {
          return { text: '$(shield) Parapet', tooltip: vscode.l10n.t('no scan has run here yet') };
        }
        const tooltip =
          open === 1 ? vscode.l10n.t('1 security issue') : vscode.l10n.t('{0} security issues', open);
        return { text: open === 0 ? '$(pass) Parapet' : `$(shield) ${open}`, tooltip };
      }
    }
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('parapet.status', vscode.StatusBarAlignment.Left, 50);
  item.name = vscode.l10n.t('Parapet Security Issues');
  item.command = 'parapet.issues.focus';
  return item;
}
