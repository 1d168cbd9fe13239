import * as vscode from 'vscode';
import type { Tracker } from '../../api/contract/integrations/trackers.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import type { ServiceApi, StatusChange } from '../../connection/service-api.ts';
import type { TrackerLink } from '../../connection/triage-api.ts';
import { severityLabel } from '../../words/issues.ts';
import { byOrganization } from '../issues/by-organization.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { isOnDemand } from '../issues/known-issue.ts';
import { longestNote } from '../issues/limits.ts';
import { askTrackerLink } from '../trackers/link-question.ts';
import { askUntil } from './suppression-end.ts';
import {
  askDecision,
  askNote,
  askReason,
  askSeverity,
  askSeverityReason,
  type Decision,
  doneText,
  statusOf,
} from './triage-questions.ts';
import { earlierDecisions, earlierSeverities, type TriageChange } from './triage-undo.ts';

export type { Decision };

/** Decisions of a window that can be undone. */
const mostRemembered = 50;

/** A decision, and what makes its issues what they were before. */
interface Decided {
  readonly ids: readonly string[];
  readonly earlier: readonly TriageChange[];
}

/** Records a person's decision about issues; the service keeps it by the issue's code, over every later scan. */
export class Triage {
  readonly #connection: Connection;
  readonly #store: IssueStore;
  /** Decisions of this window, the latest last. */
  #decisions: readonly Decided[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(connection: Connection, store: IssueStore) {
    this.#connection = connection;
    this.#store = store;
  }

  /** Asks what to decide, and does that. */
  async choose(selected: readonly string[]): Promise<void> {
    const issues = this.#decidable(selected);
    const ids = issues.map(({ id }) => id);
    const [first] = issues;
    if (!first) return;
    const choice = await askDecision(issues);
    switch (choice) {
      case undefined:
        return;
      case 'severity':
        return await this.changeSeverity(ids);
      case 'note':
        return await this.editNote(first.id);
      case 'tracker':
        return await this.linkTracker(first.id);
      default:
        return await this.decide(choice, ids);
    }
  }

  /**
   * Asks for the reason where the decision needs one, and for the end where it may have one, and applies it to all the
   * issues. It is undone on their pages.
   * @param suggested a reason to begin with
   * @throws Failure when all of them are of on-demand scans
   */
  async decide(decision: Decision, selected: readonly string[], suggested?: string): Promise<void> {
    const issues = this.#decidable(selected);
    const ids = issues.map(({ id }) => id);
    const change = await ask(decision, ids.length, suggested);
    if (!change) return;
    await this.#apply({ kind: 'status', ids, change });
    this.#remember(
      ids,
      earlierDecisions(issues).map((one) => ({ kind: 'status', ...one })),
    );
    if (decision !== 'reopen') void this.#tell(ids, doneText(decision, ids.length));
  }

  /** Asks how severe the issues are, and why. */
  async changeSeverity(selected: readonly string[]): Promise<void> {
    const issues = this.#decidable(selected);
    const ids = issues.map(({ id }) => id);
    const severity = await askSeverity(issues);
    if (severity === undefined) return;
    const reason = severity === null ? '' : await askSeverityReason(severity);
    if (reason === undefined) return;
    await this.#apply({ kind: 'severity', ids, severity, ...(reason === '' ? {} : { reason }) });
    this.#remember(ids, earlierSeverities(issues));
    void this.#tell(
      ids,
      severity === null
        ? vscode.l10n.t('The severity is again what the scan found.')
        : vscode.l10n.t('The severity is now {0}.', severityLabel(severity)),
    );
  }

  async editNote(id: string): Promise<void> {
    const [issue] = this.#decidable([id]);
    if (!issue) return;
    const note = await askNote(issue.note ?? '', longestNote);
    if (note !== undefined) await this.setNote(id, note);
  }

  /** @param note without any text it is taken away */
  async setNote(id: string, note: string): Promise<void> {
    const [issue] = this.#decidable([id]);
    const before = issue?.note ?? '';
    if (!issue || note === before) return;
    await this.#apply({ kind: 'note', id, note });
    this.#remember([id], [{ kind: 'note', id, note: before }]);
    void this.#tell(
      [id],
      note.trim() === '' ? vscode.l10n.t('The note is taken away.') : vscode.l10n.t('The note is kept.'),
    );
  }

  async linkTracker(id: string): Promise<void> {
    const [issue] = this.#decidable([id]);
    if (!issue) return;
    const link = await askTrackerLink(issue.trackerIssue?.url, await this.#trackersOf(issue));
    if (link !== undefined) await this.#link(issue, link ?? undefined);
  }

  async unlinkTracker(id: string): Promise<void> {
    const [issue] = this.#decidable([id]);
    if (issue?.trackerIssue) await this.#link(issue, undefined);
  }

  /** Those whose keys can be named; none where the service does not say. */
  async #trackersOf({ id, organizationId }: IssueListItem): Promise<readonly Tracker[]> {
    const { signal } = new AbortController();
    const folder = this.#store.get(id)?.folder;
    const listed = this.#connection.use(
      signal,
      (api) => api.trackers.list(organizationId || undefined, signal),
      folder,
    );
    return await listed.catch(() => []);
  }

  /** How many issues the last decision of this window about an issue was about; 0 where there is none. */
  undoable(id: string): number {
    return this.#lastOf(id)?.ids.length ?? 0;
  }

  /** Told when a decision can be undone that could not, or the other way round. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Makes the issues of the last decision about an issue what they were before it, each with its own reason and end. */
  async undo(id: string): Promise<void> {
    const last = this.#lastOf(id);
    if (!last)
      throw new Failure({ what: vscode.l10n.t('This window has no decision about this issue to undo.') });
    this.#decisions = this.#decisions.filter((one) => one !== last);
    this.#changed();
    for (const [index, change] of last.earlier.entries()) {
      try {
        await this.#apply(change);
      } catch (error) {
        // What could not be undone can be tried again.
        this.#decisions = [...this.#decisions, { ids: last.ids, earlier: last.earlier.slice(index) }];
        this.#changed();
        throw error;
      }
    }
  }

  /** The service is another one: what was decided in the one before is not undone in this one. */
  forget(): void {
    this.#decisions = [];
    this.#changed();
  }

  async #link(issue: IssueListItem, link: TrackerLink | undefined): Promise<void> {
    await this.#apply({ kind: 'tracker', id: issue.id, link });
    this.#remember([issue.id], [{ kind: 'tracker', id: issue.id, link: issue.trackerIssue }]);
    void this.#tell(
      [issue.id],
      link ? vscode.l10n.t('The issue of the tracker is linked.') : vscode.l10n.t('The link is taken away.'),
    );
  }

  /** Without issues of on-demand scans: no service would keep a decision about them. */
  #decidable(ids: readonly string[]): readonly IssueListItem[] {
    const issues = ids.flatMap((id) => this.#store.get(id)?.issue ?? []);
    const decidable = issues.filter((issue) => !isOnDemand(issue));
    if (decidable.length > 0 || ids.length === 0) return decidable;
    if (issues.length === 0)
      throw new Failure({
        what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
      });
    throw new Failure({
      what: vscode.l10n.t('An on-demand scan found this, and no decision about it would be kept.'),
      advice: vscode.l10n.t('Scan the workspace, and decide about the issue that is found then.'),
    });
  }

  async #apply(change: TriageChange): Promise<void> {
    const { signal } = new AbortController();
    const ids = 'ids' in change ? change.ids : [change.id];
    try {
      for (const { folder, ids: together } of byOrganization(this.#store, ids)) {
        const part = 'ids' in change ? { ...change, ids: together } : change;
        const changed = await this.#connection.use(signal, (api) => send(api, part, signal), folder);
        for (const issue of changed) {
          const own = this.#store.get(issue.id)?.folder;
          if (own !== undefined) this.#store.upsert(own, [issue]);
        }
      }
    } finally {
      this.#store.flush();
    }
  }

  #remember(ids: readonly string[], earlier: readonly TriageChange[]): void {
    this.#decisions = [...this.#decisions, { ids, earlier }].slice(-mostRemembered);
    this.#changed();
  }

  #lastOf(id: string): Decided | undefined {
    return this.#decisions.findLast(({ ids }) => ids.includes(id));
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Undo is on the issue's own page. */
  async #tell(ids: readonly string[], text: string): Promise<void> {
    const details = vscode.l10n.t('Show Details');
    const picked = await vscode.window.showInformationMessage(text, details);
    if (picked === details) await vscode.commands.executeCommand('parapet.showDetails', ids[0]);
  }
}

async function ask(
  decision: Decision,
  count: number,
  suggested: string | undefined,
): Promise<StatusChange | undefined> {
  const status = statusOf[decision];
  switch (decision) {
    case 'reopen':
    case 'informational':
      return { status };
    case 'confirm':
      return { status, ...(suggested === undefined ? {} : { reason: suggested }) };
    case 'backlog': {
      const end = await askUntil(vscode.l10n.t('Until when is it put aside?'));
      return end && { status, ...end };
    }
    case 'falsePositive': {
      const reason = await askReason(decision, count, suggested);
      return reason === undefined ? undefined : { status, reason };
    }
    case 'nonExploitable':
    case 'acceptRisk': {
      const reason = await askReason(decision, count, suggested);
      if (reason === undefined) return undefined;
      const title =
        decision === 'acceptRisk'
          ? vscode.l10n.t('Until when is the risk accepted?')
          : vscode.l10n.t('Until when is that so?');
      const end = await askUntil(title);
      return end && { status, reason, ...end };
    }
  }
}

async function send(
  api: ServiceApi,
  change: TriageChange,
  signal: AbortSignal,
): Promise<readonly IssueListItem[]> {
  switch (change.kind) {
    case 'status':
      return await api.setStatus(change.ids, change.change, signal);
    case 'severity':
      return await api.triage.setSeverity(change.ids, change.severity, change.reason, signal);
    case 'note':
      return [await api.triage.setNote(change.id, change.note, signal)];
    case 'tracker':
      return [await api.triage.linkTracker(change.id, change.link, signal)];
  }
}
