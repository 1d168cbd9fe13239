import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { notTrusted } from '../../workspace/trust.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { fileKey, isOnDemand, isStray, type KnownIssue, shownLine } from '../issues/known-issue.ts';
import { fileUri } from '../issues/locations.ts';
import { isResolved } from '../issues/ranking.ts';
import type { Session } from '../session.ts';
import { scanNow } from './scan-now.ts';

export interface RecheckParts {
  readonly store: IssueStore;
  readonly session: Session;
  /** Whether the service reads the code of a folder from this disk. */
  readonly readsDisk: () => boolean;
  /** Analyses files by themselves and says what came of it. */
  readonly scanAlone: (files: readonly vscode.Uri[]) => Promise<void>;
}

/** What a check says of issues. */
export interface Checked {
  readonly resolved: readonly KnownIssue[];
  readonly still: readonly KnownIssue[];
  /** In files that the scan left out, so that nothing is known. */
  readonly unseen: readonly KnownIssue[];
}

/** Analyses the files of issues again, within their project, and says which issues are still there. */
export class Recheck {
  readonly #parts: RecheckParts;

  constructor(parts: RecheckParts) {
    this.#parts = parts;
  }

  /** Checks issues and says what came of it. Unsaved edits are saved first, once the person agrees. */
  async check(ids: readonly string[]): Promise<void> {
    const known = ids.flatMap((id) => this.#parts.store.get(id) ?? []);
    if (known.length === 0)
      throw new Failure({
        what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
      });
    const isAlone = ({ folder, issue }: KnownIssue) =>
      isOnDemand(issue) || isStray(folder) || !this.#parts.readsDisk();
    const alone = known.filter(isAlone);
    const files = new Map(alone.map((one) => [fileKey(one), fileUri(one)]));
    if (files.size > 0) await this.#parts.scanAlone([...files.values()]);
    const kept = known.filter((one) => !isAlone(one));
    if (kept.length === 0 || !(await saved(kept))) return;
    this.#tell(await this.settle(kept));
  }

  /** Scans the project of issues that may be fixed, and says in the status bar which are. */
  async settleAll(ids: readonly string[]): Promise<void> {
    const known = ids.flatMap((id) => this.#parts.store.get(id) ?? []);
    if (known.length === 0) return;
    const { resolved } = await this.settle(known);
    if (resolved.length === 0) return;
    const text =
      resolved.length === 1
        ? vscode.l10n.t('1 issue is resolved.')
        : vscode.l10n.t('{0} issues are resolved.', resolved.length);
    vscode.window.setStatusBarMessage(`$(pass) ${text}`, 8_000);
  }

  /**
   * Scans the project of issues as it is on the disk.
   * @throws Failure where it is not trusted, or the scan does not come to its end
   */
  async settle(known: readonly KnownIssue[]): Promise<Checked> {
    const { store, session } = this.#parts;
    if (!vscode.workspace.isTrusted)
      throw notTrusted(vscode.l10n.t('This workspace is not trusted, so it is not scanned.'));
    const ids = known.map(({ issue }) => issue.id);
    store.note(ids, { isChecking: true });
    try {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Checking again') },
        () => scanNow(session, new Set(known.map(({ folder }) => folder))),
      );
    } finally {
      store.note(ids, { isChecking: false });
      store.flush();
    }
    const latest = new Map(session.latest.map(({ folder, scan }) => [folder.uri, scan]));
    const ended = known.every(({ folder }) => latest.get(folder)?.status === 'COMPLETED');
    if (session.activity.kind !== 'settled' || !ended)
      throw new Failure({ what: vscode.l10n.t('The check was cancelled, so nothing is settled.') });
    const now = known.map((before) => store.get(before.issue.id) ?? before);
    const isGone = ({ issue }: KnownIssue) => store.get(issue.id) === undefined || isResolved(issue.status);
    const open = now.filter((one) => !isGone(one));
    const isSeen = ({ issue, folder }: KnownIssue) => issue.scanId === latest.get(folder)?.id;
    return {
      resolved: now.filter(isGone),
      still: open.filter(isSeen),
      unseen: open.filter((one) => !isSeen(one)),
    };
  }

  #tell({ resolved, still, unseen }: Checked): void {
    const [first] = [...still, ...unseen, ...resolved];
    if (!first) return;
    const title = first.issue.title;
    const where = `${fileUri(first).path.split('/').at(-1) ?? ''}:${shownLine(first)}`;
    const isOne = resolved.length + still.length + unseen.length === 1;
    const text = !isOne
      ? vscode.l10n.t(
          'Checked again: {0} resolved, {1} still there.',
          resolved.length,
          still.length + unseen.length,
        )
      : still.length > 0
        ? vscode.l10n.t('Still there: {0} ({1}).', title, where)
        : unseen.length > 0
          ? vscode.l10n.t('{0} was not analysed in full, so “{1}” stays open.', first.issue.file, title)
          : vscode.l10n.t('Checked again: “{0}” is resolved.', title);
    const details = vscode.l10n.t('Show Details');
    void vscode.window.showInformationMessage(text, details).then((picked) => {
      if (picked === details)
        void vscode.commands.executeCommand('parapet.showDetails', first.issue.id, first.folder);
    });
  }
}

/** Whether the files are on the disk as the editor shows them; asks to save those that are not. */
async function saved(known: readonly KnownIssue[]): Promise<boolean> {
  const names = new Set(known.map((one) => fileUri(one).toString()));
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && names.has(uri.toString()),
  );
  const [first] = unsaved;
  if (!first) return true;
  const save = vscode.l10n.t('Save and Check');
  const text = vscode.l10n.t(
    '{0} has unsaved edits. The check reads what is saved.',
    vscode.workspace.asRelativePath(first.uri),
  );
  if ((await vscode.window.showInformationMessage(text, save)) !== save) return false;
  for (const document of unsaved) await document.save();
  return unsaved.every(({ isDirty }) => !isDirty);
}
