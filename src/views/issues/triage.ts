import * as vscode from 'vscode';
import type { IssueStatus } from '../../api/contract/vocabulary.ts';
import type { Connection } from '../../connection/connection.ts';
import type { IssueStore } from './issue-store.ts';

/** Characters of a reason; the contract's limit. */
const longestReason = 5000;

export type Decision = 'falsePositive' | 'acceptRisk' | 'reopen';

const statusOf: Readonly<Record<Decision, IssueStatus>> = {
  falsePositive: 'FALSE_POSITIVE',
  acceptRisk: 'ACCEPTED_RISK',
  reopen: 'PENDING_REVIEW',
};

/** Records a person's decision about issues; the service keeps it by the issue's code, over every later scan. */
export class Triage {
  readonly #connection: Connection;
  readonly #store: IssueStore;

  constructor(connection: Connection, store: IssueStore) {
    this.#connection = connection;
    this.#store = store;
  }

  /** Asks for the reason where the decision needs one, applies it to all the issues, and offers to take it back. */
  async decide(decision: Decision, ids: readonly string[]): Promise<void> {
    const reason = decision === 'reopen' ? undefined : await askReason(decision, ids.length);
    if (decision !== 'reopen' && reason === undefined) return;
    await this.apply(decision, ids, reason);
    if (decision === 'reopen') return;
    void this.#offerUndo(decision, ids);
  }

  async apply(decision: Decision, ids: readonly string[], reason: string | undefined): Promise<void> {
    const { signal } = new AbortController();
    const changed = await this.#connection.use(signal, (api) =>
      api.setStatus(ids, statusOf[decision], reason, signal),
    );
    for (const issue of changed) {
      const folder = this.#store.get(issue.id)?.folder;
      if (folder !== undefined) this.#store.upsert(folder, [issue]);
    }
    this.#store.flush();
  }

  async #offerUndo(decision: Decision, ids: readonly string[]): Promise<void> {
    const undo = vscode.l10n.t('Undo');
    const picked = await vscode.window.showInformationMessage(doneText(decision, ids.length), undo);
    if (picked === undo) await this.apply('reopen', ids, undefined);
  }
}

function doneText(decision: Decision, count: number): string {
  if (decision === 'acceptRisk') {
    return count === 1
      ? vscode.l10n.t('The risk is accepted.')
      : vscode.l10n.t('The risk of {0} issues is accepted.', count);
  }
  return count === 1
    ? vscode.l10n.t('Marked as a false positive.')
    : vscode.l10n.t('{0} issues are marked as false positives.', count);
}

async function askReason(decision: Decision, count: number): Promise<string | undefined> {
  const title =
    decision === 'acceptRisk' ? vscode.l10n.t('Accept the risk') : vscode.l10n.t('Mark as false positive');
  const reason = await vscode.window.showInputBox({
    title: count === 1 ? title : vscode.l10n.t('{0}: {1} issues', title, count),
    prompt: vscode.l10n.t(
      'Why? The reason is kept with the issue. Enter applies, Escape leaves it as it is.',
    ),
    placeHolder:
      decision === 'acceptRisk'
        ? vscode.l10n.t('Example: only reachable from the administrators’ network')
        : vscode.l10n.t('Example: the value is checked by the framework before it gets here'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return vscode.l10n.t('Give a reason: someone will ask.');
      return text.length > longestReason
        ? vscode.l10n.t('At most {0} characters.', longestReason)
        : undefined;
    },
  });
  return reason?.trim();
}
