import * as vscode from 'vscode';
import type { Patch } from '../../api/contract/patches.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import type { StatusChange } from '../../connection/service-api.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import type { Session } from '../session.ts';
import { type AppliedFile, applyPlan, takeBack } from './patch-apply.ts';
import { PatchBases } from './patch-bases.ts';
import type { PatchJobs, UsePatches } from './patch-jobs.ts';
import { PatchPreview } from './patch-preview.ts';
import { type LeftOutPatch, PatchReview, type ReviewPlan, readReview } from './patch-review.ts';
import { issuesIn, type Verdict, verify } from './patch-verify.ts';
import {
  canBePatched,
  faultText,
  isProven,
  isWorthRegenerating,
  patchState,
  proofText,
  stageText,
} from './patch-words.ts';

export interface PatchParts {
  readonly connection: Connection;
  readonly store: IssueStore;
  readonly session: Session;
  readonly jobs: PatchJobs;
  readonly use: UsePatches;
  readonly log: vscode.LogOutputChannel;
}

/** What was applied last, and can be taken back. */
interface Applied {
  readonly issueIds: readonly string[];
  readonly files: readonly AppliedFile[];
  /** What the issues were before. */
  readonly statuses: ReadonlyMap<string, StatusChange>;
  /** What was found in the files before. */
  readonly found: ReadonlySet<string>;
}

/** What can be done with patches: have them made, look at them, apply them, see the proof hold, take them back. */
export class PatchCommands implements vscode.Disposable {
  readonly preview = new PatchPreview();
  readonly #parts: PatchParts;
  readonly #bases = new PatchBases();
  #applied: Applied | undefined;

  constructor(parts: PatchParts) {
    this.#parts = parts;
  }

  dispose(): void {
    this.preview.dispose();
  }

  /** Has patches made and shows what came of it. @param force keeps what could not be proven, and tries anyway */
  async generate(ids: readonly string[], force = false): Promise<void> {
    const wanted = this.#patchable(ids);
    const known = wanted.filter(({ issue }) => force || patchState(issue.patch) !== 'unpatchable');
    if (known.length === 0) return this.explain(wanted.map(({ issue }) => issue.id));
    const asked = known.map(({ issue }) => issue.id);
    await this.#withProgress(asked, force);
    const ready = asked.filter((id) => this.#state(id) === 'ready');
    const [only] = asked;
    if (asked.length === 1 && only !== undefined)
      return ready.length === 1 ? await this.show([only]) : this.explain([only]);
    this.#tellMade(
      ready,
      wanted.map(({ issue }) => issue.id),
    );
  }

  /** Shows patches that are ready in the diff editor, with their proof; has those made that are not there yet. */
  async show(ids: readonly string[]): Promise<void> {
    const known = this.#patchable(ids);
    const ready = known
      .filter(({ issue }) => patchState(issue.patch) === 'ready')
      .map(({ issue }) => issue.id);
    if (ready.length === 0) return await this.generate(ids);
    const review = await this.#read(ready);
    const plan = review.plan();
    if (plan.files.length === 0) throw this.#nothingToApply(plan.leftOut);
    await this.preview.show(review, plan, this.#title(review, plan));
    void this.#offer(review, plan);
  }

  /** Applies patches: those shown in the diff editor, or those of issues. */
  async apply(ids: readonly string[] | PatchReview): Promise<void> {
    const shown = ids instanceof PatchReview ? ids : undefined;
    const review = await this.#read(ids instanceof PatchReview ? ids.asked : this.#ready(ids), shown);
    if (!(await this.#acceptsUnproven(review))) return;
    const { store } = this.#parts;
    const plan = review.plan();
    if (plan.files.length === 0) throw this.#nothingToApply(plan.leftOut);
    const known = plan.issueIds.flatMap((id) => store.get(id) ?? []);
    const found = issuesIn(
      store,
      plan.files.map(({ document }) => document.uri),
    );
    const statuses = new Map(
      known.map(({ issue: { id, status, triage } }) => [id, { status, reason: triage?.reason }] as const),
    );
    const files = await applyPlan(plan);
    this.#remember({ issueIds: plan.issueIds, files, statuses, found });
    if (shown) await this.preview.close(shown);
    else await this.preview.closeFor(plan.issueIds);
    await this.#showFirst(files);
    await this.#approve(plan.issueIds);
    this.#tellLeftOut(plan.leftOut);
    await this.#check();
  }

  /** Stops patches that are being made. */
  async cancel(ids: readonly string[]): Promise<void> {
    await this.#parts.jobs.cancel(ids.filter((id) => this.#state(id) === 'busy'));
  }

  /** Says why issues have no patch, and what can be done about it. */
  explain(ids: readonly string[]): void {
    const without = ids.flatMap((id) => this.#parts.store.get(id) ?? []);
    const [first] = without;
    if (!first) throw this.#gone();
    const { patch, title } = first.issue;
    const reason = patch?.errorMessage ?? vscode.l10n.t('the service gave no reason');
    const state = patchState(patch);
    if (state === 'ready' || state === 'none') return void this.show(ids);
    const text =
      without.length > 1
        ? vscode.l10n.t('There is no patch for {0} issues. The first: {1}', without.length, reason)
        : state === 'busy'
          ? vscode.l10n.t('The patch for “{0}” is being made: {1}', title, stageText(patch))
          : state === 'unpatchable'
            ? vscode.l10n.t('No mechanical patch is right for “{0}”: {1}', title, reason)
            : vscode.l10n.t('The patch for “{0}” could not be made: {1}', title, reason);
    void this.#offerForce(text, without, state === 'busy');
  }

  /** Takes the last applied patches back, in the files and in the service. */
  async undo(): Promise<void> {
    const applied = this.#applied;
    if (!applied)
      throw new Failure({ what: vscode.l10n.t('No patch was applied that could be taken back.') });
    await takeBack(applied.files);
    this.#remember(undefined);
    await this.#restoreStatuses(applied);
    vscode.window.setStatusBarMessage(`$(discard) ${vscode.l10n.t('The patch was taken back')}`, 5_000);
    const isScanned = applied.files.every(({ isSaved }) => isSaved) && !this.#parts.connection.remote;
    if (!isScanned) return;
    await this.#inView(vscode.l10n.t('Scanning what was taken back'), async () => {
      await verify(this.#parts.session, this.#parts.store, [], [], new Set());
    });
    await this.#restoreStatuses(applied);
  }

  /** The patch in full, for the details page. */
  async patch(id: string, signal: AbortSignal): Promise<Patch> {
    return await this.#parts.use(signal, (api) => api.get(id, signal));
  }

  #state(id: string) {
    return patchState(this.#parts.store.get(id)?.issue.patch);
  }

  /** @throws Failure when none of the issues can have a patch */
  #patchable(ids: readonly string[]): readonly KnownIssue[] {
    const known = ids.flatMap((id) => this.#parts.store.get(id) ?? []);
    if (known.length === 0) throw this.#gone();
    const patchable = known.filter(({ issue }) => canBePatched(issue));
    if (patchable.length > 0) return patchable;
    throw new Failure({
      what: vscode.l10n.t('Patches are made for open issues that a scan of the workspace found.'),
      advice: vscode.l10n.t('Reopen the issue, or scan the workspace.'),
    });
  }

  #gone(): Failure {
    return new Failure({
      what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
    });
  }

  #ready(ids: readonly string[]): readonly string[] {
    const known = this.#patchable(ids);
    const ready = known.filter(({ issue }) => patchState(issue.patch) === 'ready');
    if (ready.length > 0) return ready.map(({ issue }) => issue.id);
    throw new Failure({
      what: vscode.l10n.t('There is no patch that is ready.'),
      actions: [this.#generateAction(known.map(({ issue }) => issue.id))],
    });
  }

  #generateAction(ids: readonly string[]) {
    const title = vscode.l10n.t('Generate');
    return { title, command: 'parapet.regeneratePatch', args: [ids[0], ids] };
  }

  async #read(ids: readonly string[], shown?: PatchReview): Promise<PatchReview> {
    const { signal } = new AbortController();
    const { store, use } = this.#parts;
    return await readReview({ store, use, bases: this.#bases }, ids, signal, shown);
  }

  #nothingToApply(leftOut: readonly LeftOutPatch[]): Failure {
    const [first] = leftOut;
    const what = first
      ? faultText(first.fault, first.path)
      : vscode.l10n.t('There is no patch that is ready.');
    const again = leftOut.filter(({ fault }) => isWorthRegenerating(fault)).map(({ issueId }) => issueId);
    if (again.length === 0) return new Failure({ what });
    const action = { ...this.#generateAction(again), title: vscode.l10n.t('Regenerate') };
    return new Failure({
      what,
      kept: vscode.l10n.t('Nothing was changed.'),
      advice: vscode.l10n.t('Have the patch made anew for the code as it is.'),
      actions: [action],
    });
  }

  /** Stage by stage in a notification with Cancel, in the view's progress bar, and in the rows of the tree. */
  async #withProgress(ids: readonly string[], force: boolean): Promise<void> {
    const [first] = ids;
    const one = first === undefined ? undefined : this.#parts.store.get(first);
    const title =
      ids.length === 1 && one
        ? vscode.l10n.t('Patch for “{0}”', one.issue.title)
        : vscode.l10n.t('Patches for {0} issues', ids.length);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await vscode.window.withProgress(options, async (progress, token) => {
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      let reported = 0;
      const report = () => {
        const done = ids.filter((id) => this.#state(id) !== 'busy').length;
        const busy = ids.find((id) => this.#state(id) === 'busy');
        const stage = busy === undefined ? '' : stageText(this.#parts.store.get(busy)?.issue.patch);
        const message =
          ids.length === 1 ? stage : vscode.l10n.t('{0} of {1} done; {2}', done, ids.length, stage);
        progress.report({ message, increment: ((done - reported) * 100) / ids.length });
        reported = done;
      };
      try {
        const made = this.#parts.jobs.generate(ids, force, cancel.signal, report);
        await vscode.window.withProgress({ location: { viewId: 'parapet.issues' } }, () => made);
      } finally {
        subscription.dispose();
      }
    });
  }

  #tellMade(ready: readonly string[], ids: readonly string[]): void {
    const others = ids.filter((id) => !ready.includes(id));
    const text =
      others.length === 0
        ? vscode.l10n.t('{0} patches are ready, each with its proof.', ready.length)
        : vscode.l10n.t('{0} of {1} issues have a patch with its proof.', ready.length, ids.length);
    const review = vscode.l10n.t('Review');
    const why = vscode.l10n.t('Why Not All?');
    const buttons = [...(ready.length > 0 ? [review] : []), ...(others.length > 0 ? [why] : [])];
    void this.#ask(text, buttons, {
      [review]: () => this.show(ready),
      [why]: async () => this.explain(others),
    });
  }

  #title(review: PatchReview, { issueIds, files }: ReviewPlan): string {
    const [first] = issueIds;
    const title = first === undefined ? '' : (this.#parts.store.get(first)?.issue.title ?? '');
    const isProof = issueIds.every((id) => proven(review.patch(id)));
    const merged = files.some(({ isMerged }) => isMerged);
    const what =
      issueIds.length === 1
        ? vscode.l10n.t('Patch: {0}', title)
        : vscode.l10n.t('Patches for {0} issues', issueIds.length);
    const note = merged
      ? vscode.l10n.t('merged with later edits')
      : isProof
        ? vscode.l10n.t('proven')
        : vscode.l10n.t('not proven');
    return `${what} (${note})`;
  }

  /** Says what the patch does and how it was proven, with Apply at hand. */
  async #offer(review: PatchReview, plan: ReviewPlan): Promise<void> {
    const [first] = plan.issueIds;
    const patch = first === undefined ? undefined : review.patch(first);
    if (!patch || first === undefined) return;
    const one = patch.title ?? vscode.l10n.t('A change of {0} files', plan.files.length);
    const several = vscode.l10n.t('Patches for {0} issues', plan.issueIds.length);
    const unproven = plan.issueIds.map((id) => review.patch(id)).find((each) => !proven(each));
    const parts = [
      plan.issueIds.length === 1 ? sentence(one) : sentence(several),
      proofText(unproven ?? patch),
      plan.files.some(({ isMerged }) => isMerged)
        ? vscode.l10n.t('It was merged with what was edited since; the scan after it will tell.')
        : '',
      leftOutText(plan.leftOut),
    ];
    const apply = vscode.l10n.t('Apply');
    const details = vscode.l10n.t('Details');
    const buttons = plan.issueIds.length === 1 ? [apply, details] : [apply];
    await this.#ask(parts.filter((part) => part !== '').join(' '), buttons, {
      [apply]: () => vscode.commands.executeCommand('parapet.applyPatch', review),
      [details]: () => vscode.commands.executeCommand('parapet.showDetails', first),
    });
  }

  async #acceptsUnproven(review: PatchReview): Promise<boolean> {
    const unproven = review.asked.flatMap((id) => review.patch(id) ?? []).filter((patch) => !proven(patch));
    const [first] = unproven;
    if (!first) return true;
    const apply = vscode.l10n.t('Apply Anyway');
    const picked = await vscode.window.showWarningMessage(
      unproven.length === 1
        ? vscode.l10n.t('This patch is not proven. Apply it anyway?')
        : vscode.l10n.t('{0} of these patches are not proven. Apply them anyway?', unproven.length),
      { modal: true, detail: proofText(first) },
      apply,
    );
    return picked === apply;
  }

  /** The service is told; that it does not take note changes nothing about the code. */
  async #approve(ids: readonly string[]): Promise<void> {
    const { signal } = new AbortController();
    for (const id of ids) {
      try {
        await this.#parts.use(signal, (api) => api.approve(id, signal));
      } catch (error) {
        this.#parts.log.warn(`The service did not take note of an applied patch: ${String(error)}`);
      }
    }
  }

  async #showFirst(files: readonly AppliedFile[]): Promise<void> {
    const [first] = files;
    if (first) await vscode.window.showTextDocument(first.document, { preview: false });
  }

  #tellLeftOut(leftOut: readonly LeftOutPatch[]): void {
    if (leftOut.length === 0) return;
    const again = leftOut.filter(({ fault }) => isWorthRegenerating(fault)).map(({ issueId }) => issueId);
    const regenerate = vscode.l10n.t('Regenerate');
    void this.#ask(leftOutText(leftOut), again.length > 0 ? [regenerate] : [], {
      [regenerate]: () => this.generate(again),
    });
  }

  /** Scans what was changed, where the service reads it from this disk, and says what came of it. */
  async #check(): Promise<void> {
    const applied = this.#applied;
    if (!applied) return;
    const unsaved = applied.files.filter(({ document }) => document.isDirty);
    if (unsaved.length > 0) return this.#tellUnsaved(applied, unsaved);
    if (this.#parts.connection.remote) return this.#tellRemote(applied);
    const uris = applied.files.map(({ document }) => document.uri);
    const { session, store } = this.#parts;
    let verdict: Verdict | undefined;
    await this.#inView(vscode.l10n.t('Scanning what was patched'), async () => {
      verdict = await verify(session, store, applied.issueIds, uris, applied.found);
    });
    if (verdict) this.#tellVerdict(applied, verdict);
  }

  #tellVerdict(applied: Applied, verdict: Verdict): void {
    if (verdict.kind === 'unknown') {
      const text = vscode.l10n.t('The patch is applied, but it was not checked: {0}', verdict.reason);
      const again = vscode.l10n.t('Check Again');
      void this.#askUndo(applied, text, 'warning', { [again]: () => this.#check() });
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
      void this.#askUndo(applied, text, 'information', {});
      return;
    }
    const [first] = still.length > 0 ? still : news;
    const where = first ? `${first.issue.title} (${first.issue.file}:${first.issue.startLine})` : '';
    const text =
      still.length > 0
        ? vscode.l10n.t('The patch is applied, but the scan still finds: {0}', where)
        : vscode.l10n.t('The issue is gone, but the scan finds something new: {0}', where);
    const show = vscode.l10n.t('Show');
    void this.#askUndo(applied, text, 'warning', {
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
    void this.#askUndo(applied, text, 'information', {
      [save]: async () => {
        for (const { document } of unsaved) await document.save();
        const files = applied.files.map((file) => ({ ...file, isSaved: !file.document.isDirty }));
        if (this.#applied === applied) this.#remember({ ...applied, files });
        await this.#check();
      },
    });
  }

  #tellRemote(applied: Applied): void {
    const text = vscode.l10n.t(
      'The patch is applied. The service reads what is pushed, and will see it then; until then, the files can be scanned on demand.',
    );
    const scan = vscode.l10n.t('Scan the Files');
    const uris = applied.files.map(({ document }) => document.uri);
    void this.#askUndo(applied, text, 'information', {
      [scan]: () => vscode.commands.executeCommand('parapet.scanFile', uris[0], uris),
    });
  }

  async #askUndo(
    applied: Applied,
    text: string,
    kind: 'information' | 'warning',
    others: Readonly<Record<string, () => Thenable<unknown>>>,
  ): Promise<void> {
    const undo = vscode.l10n.t('Undo');
    const actions = {
      ...others,
      [undo]: async () => {
        // Not what was applied after it.
        if (this.#applied?.files === applied.files) await vscode.commands.executeCommand('parapet.undoPatch');
      },
    };
    await this.#ask(text, Object.keys(actions), actions, kind);
  }

  async #offerForce(text: string, known: readonly KnownIssue[], isBusy: boolean): Promise<void> {
    const ids = known.map(({ issue }) => issue.id);
    const [first] = ids;
    const force = vscode.l10n.t('Try Anyway');
    const cancel = vscode.l10n.t('Cancel the Patch');
    const details = vscode.l10n.t('Details');
    await this.#ask(text, isBusy ? [cancel, details] : [force, details], {
      [force]: () => vscode.commands.executeCommand('parapet.forcePatch', ids[0], ids),
      [cancel]: () => vscode.commands.executeCommand('parapet.cancelPatch', ids[0], ids),
      [details]: () => vscode.commands.executeCommand('parapet.showDetails', first),
    });
  }

  async #ask(
    text: string,
    buttons: readonly string[],
    actions: Readonly<Record<string, () => Thenable<unknown>>>,
    kind: 'information' | 'warning' = 'information',
  ): Promise<void> {
    const show = kind === 'warning' ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    const picked = await show(text, ...buttons);
    try {
      if (picked !== undefined) await actions[picked]?.();
    } catch (error) {
      const what = error instanceof Failure ? error.sentence : String(error);
      this.#parts.log.error(`Patches: ${what}`);
      void vscode.window.showErrorMessage(what);
    }
  }

  /** Issues that are still marked as being patched are what they were before. */
  async #restoreStatuses({ statuses }: Applied): Promise<void> {
    const { store, connection } = this.#parts;
    for (const [id, change] of statuses) {
      const known = store.get(id);
      if (known?.issue.status !== 'PATCHING' || change.status === 'PATCHING') continue;
      const { signal } = new AbortController();
      const changed = await connection.use(signal, (api) => api.setStatus([id], change, signal));
      store.upsert(known.folder, changed);
    }
    store.flush();
  }

  async #inView(title: string, work: () => Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
  }

  #remember(applied: Applied | undefined): void {
    this.#applied = applied;
    void vscode.commands.executeCommand('setContext', 'parapet.canUndoPatch', applied !== undefined);
  }
}

function proven(patch: Patch | undefined): boolean {
  return patch !== undefined && isProven(patch);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function leftOutText(leftOut: readonly LeftOutPatch[]): string {
  const [first] = leftOut;
  if (!first) return '';
  const why = faultText(first.fault, first.path);
  return leftOut.length === 1
    ? vscode.l10n.t('One patch is left out: {0}', why)
    : vscode.l10n.t('{0} patches are left out. The first: {1}', leftOut.length, why);
}
