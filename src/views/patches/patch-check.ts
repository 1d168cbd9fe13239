import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import type { StatusChange } from '../../connection/service-api.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { Session } from '../session.ts';
import { type Answers, ask } from './ask.ts';
import { copyNames } from './copy-names.ts';
import type { AppliedFile } from './patch-apply.ts';
import { type Verdict, verify } from './patch-verify.ts';

/** What was applied last, and can be taken back. */
export interface Applied {
  readonly issueIds: readonly string[];
  /** URI of the folder of the first of them. */
  readonly folder: string;
  readonly files: readonly AppliedFile[];
  /** What the issues were before. */
  readonly statuses: ReadonlyMap<string, StatusChange>;
  /** What was found in the files before. */
  readonly found: ReadonlySet<string>;
  /** Names of what has to be set before the program works with it. */
  readonly needed: readonly string[];
}

/** Applied patches of a window that can be undone. */
const mostRemembered = 20;

export interface PatchCheckParts {
  readonly connection: Connection;
  readonly store: IssueStore;
  readonly session: Session;
  readonly log: vscode.LogOutputChannel;
}

/** What was applied last, and whether a scan confirms it. */
export class PatchCheck {
  readonly #parts: PatchCheckParts;
  /** What was applied, the latest last. */
  #all: readonly Applied[] = [];

  constructor(parts: PatchCheckParts) {
    this.#parts = parts;
  }

  get applied(): Applied | undefined {
    return this.#all.at(-1);
  }

  /** What was applied for an issue last. */
  appliedFor(issueId: string): Applied | undefined {
    return this.#all.findLast(({ issueIds }) => issueIds.includes(issueId));
  }

  /** @param before what it takes the place of, or goes with nothing in its place */
  remember(applied: Applied | undefined, before?: Applied): void {
    const others = this.#all.filter((one) => one !== before);
    this.#all = (applied ? [...others, applied] : others).slice(-mostRemembered);
  }

  /** What was applied can no longer be undone: its service is another one. */
  forget(): void {
    this.#all = [];
  }

  /** Scans what was changed, where the service reads it from this disk, and says what came of it. */
  async check(): Promise<void> {
    const { applied } = this;
    if (!applied) return;
    const unsaved = applied.files.filter(({ document }) => document.isDirty);
    if (unsaved.length > 0) return this.#tellUnsaved(applied, unsaved);
    if (this.#parts.connection.remote) return this.#tellRemote(applied);
    const uris = applied.files.map(({ document }) => document.uri);
    const { session, store } = this.#parts;
    let verdict: Verdict | undefined;
    await inStatusBar(vscode.l10n.t('Scanning what was patched'), async () => {
      verdict = await verify(session, store, applied.issueIds, uris, applied.found);
    });
    if (verdict) this.#tellVerdict(applied, verdict);
  }

  #tellVerdict(applied: Applied, verdict: Verdict): void {
    if (verdict.kind === 'unknown') {
      const text = vscode.l10n.t('The patch is applied, but it was not checked: {0}', verdict.reason);
      const again = vscode.l10n.t('Check Again');
      void this.#say(applied, text, 'warning', { [again]: () => this.check() });
      return;
    }
    const { still, news } = verdict;
    if (still.length === 0 && news.length === 0) {
      const text =
        applied.issueIds.length === 1
          ? vscode.l10n.t('Scanned with the patch: the issue is gone, nothing new.')
          : vscode.l10n.t(
              'Scanned with the patches: {0} issues are gone, nothing new.',
              applied.issueIds.length,
            );
      vscode.window.setStatusBarMessage(`$(pass) ${text}`, 10_000);
      void this.#say(applied, text, 'information', {});
      return;
    }
    const [first] = still.length > 0 ? still : news;
    const where = first ? `${first.issue.title} (${first.issue.file}:${first.issue.startLine})` : '';
    const text =
      still.length > 0
        ? vscode.l10n.t('The patch is applied, but the scan still finds: {0}', where)
        : vscode.l10n.t('The issue is gone, but the scan finds something new: {0}', where);
    const show = vscode.l10n.t('Show');
    void this.#say(applied, text, 'warning', {
      [show]: () => vscode.commands.executeCommand('parapet.openIssue', first?.issue.id),
    });
  }

  #tellUnsaved(applied: Applied, unsaved: readonly AppliedFile[]): void {
    const [first] = unsaved;
    const name = first ? vscode.workspace.asRelativePath(first.document.uri) : '';
    const text = vscode.l10n.t(
      'The patch is applied. {0} had unsaved edits, so it is not saved yet; it is checked once it is.',
      name,
    );
    const save = vscode.l10n.t('Save and Check');
    void this.#say(applied, text, 'information', {
      [save]: async () => {
        for (const { document } of unsaved) await document.save();
        const files = applied.files.map((file) => ({ ...file, isSaved: !file.document.isDirty }));
        if (this.applied === applied) this.remember({ ...applied, files }, applied);
        await this.check();
      },
    });
  }

  #tellRemote(applied: Applied): void {
    const text = vscode.l10n.t(
      'The patch is applied. The service reads what is pushed, and will see it then; until then, the files can be scanned on demand.',
    );
    const scan = vscode.l10n.t('Scan the Files');
    const uris = applied.files.map(({ document }) => document.uri);
    void this.#say(applied, text, 'information', {
      [scan]: () => vscode.commands.executeCommand('parapet.scanFile', uris[0], uris),
    });
  }

  /** Undo is on the issue's own page, which this leads to. */
  async #say(
    { issueIds: [id], folder, needed }: Applied,
    text: string,
    kind: 'information' | 'warning',
    others: Answers,
  ): Promise<void> {
    const details = vscode.l10n.t('Show Details');
    const answers = {
      ...others,
      [details]: () => vscode.commands.executeCommand('parapet.showDetails', id, folder),
    };
    const needs =
      needed.length === 0 ? '' : ` ${vscode.l10n.t('Before the program runs, set: {0}.', needed.join(', '))}`;
    await ask(this.#parts.log, text + needs, { ...copyNames(needed), ...answers }, kind);
  }
}

/** Shows in the status bar what is under way. */
export async function inStatusBar(title: string, work: () => Promise<void>): Promise<void> {
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
}
