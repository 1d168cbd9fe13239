import * as vscode from 'vscode';
import type { Issue } from '../../api/contract/issue.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import type { IssueDetails } from '../issues/issue-details.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { isOnDemand, type KnownIssue } from '../issues/known-issue.ts';
import type { Triage } from '../triage/triage.ts';
import { askContext } from './context-question.ts';
import { fittingDecision } from './fitting.ts';
import { Investigations } from './investigations.ts';
import { isUnderWay, stageText, verdictLabel } from './words.ts';

export interface InvestigationParts {
  readonly connection: Connection;
  readonly store: IssueStore;
  readonly details: IssueDetails;
  readonly triage: Triage;
  readonly log: vscode.LogOutputChannel;
}

/** Issues that one command has investigated; each is an analysis of the project. */
const mostAtOnce = 100;

/** Investigations in the window: asking for them, their progress, and what follows from their verdicts. */
export class InvestigationCommands implements vscode.Disposable {
  readonly #parts: InvestigationParts;
  readonly #investigations: Investigations;
  readonly #subscriptions: { dispose(): void }[];
  readonly #waiting: Issue[] = [];
  #progress: (() => void) | undefined;
  #item: vscode.StatusBarItem | undefined;
  #telling: NodeJS.Timeout | undefined;
  /** What was written for a request that did not reach the service. */
  #unsent = '';

  constructor(parts: InvestigationParts) {
    this.#parts = parts;
    const { connection, store, details, log } = parts;
    this.#investigations = new Investigations({
      store,
      details,
      use: (signal, work, folder) => connection.use(signal, work, folder),
      log: (message) => log.warn(message),
      onEnded: (issue) => this.#tellSoon(issue),
      onWithoutContext: (issue) => void tellWithoutContext(issue),
      onLost: (count, error) => void this.#tellLost(count, error),
    });
    this.#subscriptions = [
      this.#investigations,
      this.#investigations.onDidChange(() => this.#show()),
      { dispose: () => clearTimeout(this.#telling) },
    ];
  }

  /**
   * Has issues investigated.
   * @param context what the user knows about them; asked for when left out
   */
  async investigate(ids: readonly string[], context?: string): Promise<void> {
    const wanted = this.#investigable(ids);
    const idle = wanted.filter(({ issue }) => !isUnderWay(issue.investigation?.status));
    const [busy] = wanted;
    if (idle.length === 0) {
      if (busy) await this.#tellUnderWay(busy);
      return;
    }
    const known = context ?? (await askContext(idle.length, this.#unsent));
    if (known === undefined) return;
    this.#unsent = known;
    const { signal } = new AbortController();
    await this.#investigations.request(
      idle.map(({ issue }) => issue.id),
      known,
      signal,
    );
    this.#unsent = '';
  }

  /** Stops the investigations of issues, or all where none of these is being investigated. */
  async cancel(ids: readonly string[]): Promise<void> {
    const all = this.#investigations.underWay.map(({ issue }) => issue.id);
    const meant = ids.filter((id) => all.includes(id));
    const { signal } = new AbortController();
    if (all.length > 0) await this.#investigations.cancel(meant.length > 0 ? meant : all, signal);
  }

  /** Decides as the investigation suggests, with its reason to begin with. */
  async decideAsFound(id: string): Promise<void> {
    const { signal } = new AbortController();
    const fitting = fittingDecision(await this.#parts.details.get(id, signal));
    if (!fitting) {
      throw new Failure({
        what: vscode.l10n.t('No decision follows from an investigation of this issue.'),
        advice: vscode.l10n.t('Investigate it first, or decide by yourself.'),
      });
    }
    await this.#parts.triage.decide(fitting.decision, [id], fitting.reason);
  }

  dispose(): void {
    this.#progress?.();
    this.#item?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #investigable(ids: readonly string[]): readonly KnownIssue[] {
    const known = ids.flatMap((id) => this.#parts.store.get(id) ?? []);
    const wanted = known.filter(({ issue }) => !isOnDemand(issue));
    if (known.length > 0 && wanted.length === 0) {
      throw new Failure({
        what: vscode.l10n.t('An on-demand scan found this, and the service keeps no issue of it.'),
        advice: vscode.l10n.t('Scan the workspace, and investigate the issue that is found then.'),
      });
    }
    if (wanted.length > mostAtOnce) {
      throw new Failure({
        what: vscode.l10n.t(
          '{0} issues are selected; at most {1} are investigated at once.',
          wanted.length,
          mostAtOnce,
        ),
        advice: vscode.l10n.t('Select fewer.'),
      });
    }
    return wanted;
  }

  /** A second one would be the same again; what the user wants to add needs a new one. */
  async #tellUnderWay({ issue }: KnownIssue): Promise<void> {
    const show = vscode.l10n.t('Show Details');
    const cancel = vscode.l10n.t('Cancel Investigation');
    const stage = issue.investigation ? stageText(issue.investigation) : '';
    const picked = await vscode.window.showInformationMessage(
      vscode.l10n.t('“{0}” is being investigated already: {1}.', issue.title, stage),
      show,
      cancel,
    );
    if (picked === show) await vscode.commands.executeCommand('parapet.showDetails', issue.id);
    if (picked === cancel) await vscode.commands.executeCommand('parapet.cancelInvestigation', issue.id);
  }

  async #tellLost(count: number, error: unknown): Promise<void> {
    const again = vscode.l10n.t('Look Again');
    const reason = error instanceof Failure ? error.sentence : String(error);
    const picked = await vscode.window.showWarningMessage(
      count === 1
        ? vscode.l10n.t('How the investigation goes on cannot be told: {0} Nothing of it is lost.', reason)
        : vscode.l10n.t(
            'How {0} investigations go on cannot be told: {1} Nothing of them is lost.',
            count,
            reason,
          ),
      again,
    );
    if (picked === again) await vscode.commands.executeCommand('parapet.refresh');
  }

  /** Several that end together are told of together. */
  #tellSoon(issue: Issue): void {
    if (issue.investigation?.status === 'CANCELLED') return;
    this.#waiting.push(issue);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      const ended = this.#waiting.splice(0);
      const [first] = ended;
      if (ended.length > 1) void tellSeveral(ended);
      else if (first) void this.#tellEnd(first);
    }, 1_000);
  }

  async #tellEnd(issue: Issue): Promise<void> {
    const { investigation } = issue;
    const show = vscode.l10n.t('Show Details');
    if (investigation?.status !== 'COMPLETED' || investigation.verdict === undefined) {
      const reason = investigation?.errorMessage ?? vscode.l10n.t('the service gave no reason');
      const again = vscode.l10n.t('Investigate Again');
      const picked = await vscode.window.showWarningMessage(
        vscode.l10n.t('The investigation of “{0}” failed: {1}', issue.title, reason),
        again,
        show,
      );
      if (picked === again) await vscode.commands.executeCommand('parapet.investigate', issue.id);
      if (picked === show) await vscode.commands.executeCommand('parapet.showDetails', issue.id);
      return;
    }
    const fitting = fittingDecision(issue);
    const decide = fitting && fittingLabel(fitting.decision);
    const picked = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        '“{0}” was investigated: {1}. {2}',
        issue.title,
        verdictLabel(investigation.verdict),
        investigation.summary ?? '',
      ),
      show,
      ...(decide === undefined ? [] : [decide]),
    );
    if (picked === show) await vscode.commands.executeCommand('parapet.showDetails', issue.id);
    else if (picked !== undefined) await vscode.commands.executeCommand('parapet.decideAsFound', issue.id);
  }

  /** The view's progress bar and an entry of the status bar, as long as anything is under way. */
  #show(): void {
    const { underWay } = this.#investigations;
    void vscode.commands.executeCommand('setContext', 'parapet.investigating', underWay.length > 0);
    const [first] = underWay;
    if (!first) {
      this.#progress?.();
      this.#progress = undefined;
      this.#item?.hide();
      return;
    }
    if (!this.#progress) {
      const ended = new Promise<void>((resolve) => {
        this.#progress = resolve;
      });
      void vscode.window.withProgress({ location: { viewId: 'parapet.issues' } }, () => ended);
    }
    this.#item ??= createItem();
    const { title, investigation } = first.issue;
    const what =
      underWay.length === 1
        ? vscode.l10n.t('Investigating “{0}”: {1}', title, investigation ? stageText(investigation) : '')
        : vscode.l10n.t('Investigating {0} issues', underWay.length);
    this.#item.text = `$(search) ${underWay.length}`;
    this.#item.tooltip = what;
    this.#item.accessibilityInformation = { label: `Parapet: ${what}` };
    this.#item.command = {
      command: 'parapet.showDetails',
      title: vscode.l10n.t('Show Details'),
      arguments: [first.issue.id],
    };
    this.#item.show();
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(
    'parapet.investigations',
    vscode.StatusBarAlignment.Left,
    49,
  );
  item.name = vscode.l10n.t('Parapet Investigations');
  return item;
}

function fittingLabel(decision: 'confirm' | 'falsePositive' | 'nonExploitable'): string {
  switch (decision) {
    case 'confirm':
      return vscode.l10n.t('Confirm');
    case 'falsePositive':
      return vscode.l10n.t('Mark as False Positive…');
    case 'nonExploitable':
      return vscode.l10n.t('Mark as Not Exploitable…');
  }
}

async function tellWithoutContext(issue: Issue): Promise<void> {
  await vscode.window.showWarningMessage(
    vscode.l10n.t(
      '“{0}” was being investigated already, without what you wrote. Investigate it again once that has ended.',
      issue.title,
    ),
  );
}

async function tellSeveral(issues: readonly Issue[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { investigation } of issues) {
    const label =
      investigation?.status === 'COMPLETED' && investigation.verdict !== undefined
        ? verdictLabel(investigation.verdict)
        : vscode.l10n.t('Failed');
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const show = vscode.l10n.t('Show the Issues');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} issues were investigated: {1}.',
      issues.length,
      [...counts].map(([label, count]) => `${label} ${count}`).join(', '),
    ),
    show,
  );
  if (picked === show) await vscode.commands.executeCommand('parapet.issues.focus');
}
