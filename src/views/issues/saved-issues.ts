import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { notTrusted } from '../../workspace/trust.ts';
import { scanNow } from '../scans/scan-now.ts';
import type { Session } from '../session.ts';
import type { IssueStore } from './issue-store.ts';
import { isOnDemand, isStray, type KnownIssue, presentFile } from './known-issue.ts';
import { fileUri } from './locations.ts';
import { isResolved } from './ranking.ts';

export interface SavedIssuesParts {
  readonly store: IssueStore;
  readonly session: Session;
  /** Whether the service reads the code of a folder from this disk. */
  readonly readsDisk: () => boolean;
}

/**
 * The project's own issues for those that on-demand scans found. Only what a scan of the project saved can be fixed,
 * decided and investigated: for the rest that scan is offered first, and what was asked for goes on after it.
 */
export class SavedIssues {
  readonly #parts: SavedIssuesParts;
  readonly #saved = new vscode.EventEmitter<{ readonly before: string; readonly now: string }>();
  /** An issue of an on-demand scan is another one now: the project's own. */
  readonly onDidSave = this.#saved.event;

  constructor(parts: SavedIssuesParts) {
    this.#parts = parts;
  }

  /** Whether an on-demand scan found one of these. */
  areUnsaved(ids: readonly string[]): boolean {
    return this.#unsaved(ids).length > 0;
  }

  /** The same issues as the project has them, once the person agrees to a scan. @returns none where they do not */
  async ask(ids: readonly string[]): Promise<readonly string[]> {
    if (this.#unsaved(ids).every((known) => this.#savedOf(known))) return this.#mapped(ids);
    this.#refuse(ids);
    const scan = vscode.l10n.t('Scan Workspace');
    const text = vscode.l10n.t(
      'This issue is from a scan that is not saved to the project. Scan the workspace, and it goes on from there.',
    );
    const picked = await vscode.window.showInformationMessage(text, scan);
    return picked === scan ? await this.save(ids) : [];
  }

  /** Scans the project. @throws Failure where that does not find the issues */
  async save(ids: readonly string[]): Promise<readonly string[]> {
    this.#refuse(ids);
    const before = this.#unsaved(ids);
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Scanning the workspace') },
      () => scanNow(this.#parts.session, new Set(before.map(({ folder }) => folder))),
    );
    this.#parts.store.flush();
    for (const known of before) {
      const saved = this.#savedOf(known);
      if (saved) this.#saved.fire({ before: known.issue.id, now: saved.issue.id });
    }
    const missing = before.find((known) => !this.#savedOf(known));
    if (!missing) return this.#mapped(ids, before);
    const isEdited = vscode.workspace.textDocuments.some(
      ({ uri, isDirty }) => isDirty && uri.toString() === fileUri(missing).toString(),
    );
    throw new Failure({
      what: vscode.l10n.t(
        'The scan of the workspace did not find “{0}” in {1}.',
        missing.issue.title,
        presentFile(missing),
      ),
      advice: isEdited
        ? vscode.l10n.t('Save the file, and try again: the scan reads what is saved.')
        : vscode.l10n.t(
            'It is not in the file as it is on the disk, or not when the whole project is known.',
          ),
    });
  }

  /** @throws Failure where no scan from here could save them */
  #refuse(ids: readonly string[]): void {
    if (this.#unsaved(ids).some(({ folder }) => isStray(folder)))
      throw new Failure({
        what: vscode.l10n.t('This issue is in a file that is in no folder of the workspace.'),
        advice: vscode.l10n.t('Save the file in the workspace, and scan it there.'),
      });
    if (!this.#parts.readsDisk())
      throw new Failure({
        what: vscode.l10n.t('This issue is from a scan that is not saved to the project.'),
        advice: vscode.l10n.t('The service saves what it scans itself: push the change, and scan it there.'),
      });
    if (!vscode.workspace.isTrusted)
      throw notTrusted(vscode.l10n.t('This workspace is not trusted, so it is not scanned.'));
  }

  #unsaved(ids: readonly string[]): readonly KnownIssue[] {
    return ids
      .flatMap((id) => this.#parts.store.get(id) ?? [])
      .filter(({ issue }) => isOnDemand(issue) && !issue.reported);
  }

  /** @param before issues that the scan may have taken out of the list */
  #mapped(ids: readonly string[], before: readonly KnownIssue[] = this.#unsaved(ids)): readonly string[] {
    const saved = new Map(before.map((known) => [known.issue.id, this.#savedOf(known)?.issue.id]));
    return [...new Set(ids.map((id) => saved.get(id) ?? id))];
  }

  #savedOf({ folder, issue }: KnownIssue): KnownIssue | undefined {
    const { store } = this.#parts;
    return store
      .ofFile(`${folder}\n${issue.file}`)
      .find(
        (one) =>
          !isOnDemand(one.issue) &&
          !isResolved(one.issue.status) &&
          one.issue.fingerprint === issue.fingerprint,
      );
  }
}
