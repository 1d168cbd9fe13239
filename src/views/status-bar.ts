import * as vscode from 'vscode';
import type { IssueStore } from './issues/issue-store.ts';
import { activityText } from './issues/notices.ts';
import { passes } from './issues/problems.ts';
import { isResolved, isSuppressed } from './issues/ranking.ts';
import { minimumSeverity } from './issues/settings.ts';
import type { Session } from './session.ts';

/** The one status bar item: absent until first use, then the count of open issues, or the progress of a scan. */
export class StatusBar implements vscode.Disposable {
  readonly #store: IssueStore;
  readonly #session: Session;
  #item: vscode.StatusBarItem | undefined;
  readonly #subscriptions: { dispose(): void }[];

  constructor(store: IssueStore, session: Session) {
    this.#store = store;
    this.#session = session;
    this.#subscriptions = [store.onChange(() => this.#update()), session.onDidChange(() => this.#update())];
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
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `Parapet: ${tooltip}` };
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
        const count = this.#openCount();
        const tooltip =
          count === 1 ? vscode.l10n.t('1 security issue') : vscode.l10n.t('{0} security issues', count);
        return { text: count === 0 ? '$(pass) Parapet' : `$(shield) ${count}`, tooltip };
      }
    }
  }

  /** As many as the tree's badge says. */
  #openCount(): number {
    const minimum = minimumSeverity();
    let count = 0;
    for (const { issue } of this.#store.all()) {
      if (!isSuppressed(issue.status) && !isResolved(issue.status) && passes(issue.severity, minimum))
        count++;
    }
    return count;
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('parapet.status', vscode.StatusBarAlignment.Left, 50);
  item.name = vscode.l10n.t('Parapet Security Issues');
  item.command = 'parapet.issues.focus';
  return item;
}
