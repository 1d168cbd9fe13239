import * as vscode from 'vscode';
import type { IssueStatus } from '../../api/contract/vocabulary.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import type { StatusChange } from '../../connection/service-api.ts';
import type { IssueStore } from './issue-store.ts';
import { isOnDemand } from './known-issue.ts';
import { askReason, askUntil, type Decision, doneText } from './triage-questions.ts';
import { type EarlierDecision, earlierDecisions } from './triage-undo.ts';

export type { Decision };

const statusOf: Readonly<Record<Decision, IssueStatus>> = {
  falsePositive: 'FALSE_POSITIVE',
  acceptRisk: 'ACCEPTED_RISK',
  backlog: 'BACKLOG',
  confirm: 'REVIEWING',
  reopen: 'PENDING_REVIEW',
};

/** Records a person's decision about issues; the service keeps it by the issue's code, over every later scan. */
export class Triage {
  readonly #connection: Connection;
  readonly #store: IssueStore;
  /** How the issues of the last decision were before it. */
  #earlier: readonly EarlierDecision[] = [];

  constructor(connection: Connection, store: IssueStore) {
    this.#connection = connection;
    this.#store = store;
  }

  /**
   * Asks for the reason where the decision needs one, and for the end where it may have one, applies it to all the
   * issues, and offers to take it back.
   * @throws Failure when all of them are of on-demand scans
   */
  async decide(decision: Decision, selected: readonly string[]): Promise<void> {
    const ids = this.#decidable(selected);
    const change = await this.#ask(decision, ids.length);
    if (!change) return;
    const before = ids.flatMap((id) => this.#store.get(id) ?? []);
    this.#remember(earlierDecisions(before.map(({ issue }) => issue)));
    await this.#apply(ids, change);
    if (decision !== 'reopen') void this.#offerUndo(doneText(decision, ids.length));
  }

  /** Makes the issues of the last decision what they were before it, each with its own reason and end. */
  async undo(): Promise<void> {
    const earlier = this.#earlier;
    this.#remember([]);
    for (const { ids, change } of earlier) await this.#apply(ids, change);
  }

  /** Without issues of on-demand scans: no service would keep a decision about them. */
  #decidable(ids: readonly string[]): readonly string[] {
    const decidable = ids.filter((id) => {
      const known = this.#store.get(id);
      return !known || !isOnDemand(known.issue);
    });
    if (decidable.length > 0 || ids.length === 0) return decidable;
    throw new Failure({
      what: vscode.l10n.t('An on-demand scan found this, and no decision about it would be kept.'),
      advice: vscode.l10n.t('Scan the workspace, and decide about the issue that is found then.'),
    });
  }

  async #ask(decision: Decision, count: number): Promise<StatusChange | undefined> {
    const status = statusOf[decision];
    if (decision === 'reopen' || decision === 'confirm' || decision === 'backlog') return { status };
    const reason = await askReason(decision, count);
    if (reason === undefined) return undefined;
    if (decision === 'falsePositive') return { status, reason };
    const end = await askUntil();
    return end && { status, reason, ...end };
  }

  async #apply(ids: readonly string[], change: StatusChange): Promise<void> {
    const { signal } = new AbortController();
    const changed = await this.#connection.use(signal, (api) => api.setStatus(ids, change, signal));
    for (const issue of changed) {
      const folder = this.#store.get(issue.id)?.folder;
      if (folder !== undefined) this.#store.upsert(folder, [issue]);
    }
    this.#store.flush();
  }

  #remember(earlier: readonly EarlierDecision[]): void {
    this.#earlier = earlier;
    void vscode.commands.executeCommand('setContext', 'parapet.canUndo', earlier.length > 0);
  }

  async #offerUndo(text: string): Promise<void> {
    const earlier = this.#earlier;
    const undo = vscode.l10n.t('Undo');
    const picked = await vscode.window.showInformationMessage(text, undo);
    // Not what a later decision would have taken back.
    if (picked === undo && this.#earlier === earlier) await this.undo();
  }
}
