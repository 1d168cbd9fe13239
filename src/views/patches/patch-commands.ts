import * as vscode from 'vscode';
import type { Patch, Upgrade } from '../../api/contract/patches.ts';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import { notTrusted } from '../../workspace/trust.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { codeColumn } from '../issues/locations.ts';
import type { Session } from '../session.ts';
import { type Answers, ask } from './ask.ts';
import { copyNames } from './copy-names.ts';
import type { ModelStep } from './model-step.ts';
import { neededNames, needSentence } from './needs.ts';
import type { PatchFit } from './outdated-patches.ts';
import { type AppliedFile, applyPlan, takeBack } from './patch-apply.ts';
import { PatchBases } from './patch-bases.ts';
import { type Applied, inStatusBar, PatchCheck } from './patch-check.ts';
import { issueGone, nothingToApply, patchable, readyIds } from './patch-failures.ts';
import type { PatchJobs, UsePatches } from './patch-jobs.ts';
import { PatchModels } from './patch-model.ts';
import { offerMore, run } from './patch-offers.ts';
import { placesOf } from './patch-places.ts';
import { PatchPreview } from './patch-preview.ts';
import { generateWithProgress, stateIn } from './patch-progress.ts';
import { acceptsNeeds, acceptsUnproven } from './patch-questions.ts';
import { type LeftOutPatch, PatchReview, type ReviewPlan, readReview } from './patch-review.ts';
import { issuesIn, notTrustedText, verify } from './patch-verify.ts';
import {
  isBaseGone,
  isWorthRegenerating,
  offeredState,
  type PatchState,
  patchState,
  stageText,
} from './patch-words.ts';
import { ProjectCheck } from './project-check.ts';
import { leftOutText, reviewText, reviewTitle } from './review-words.ts';
import { upgradeAskedFor } from './upgrade-consent.ts';

export interface PatchParts {
  readonly connection: Connection;
  readonly store: IssueStore;
  readonly session: Session;
  readonly jobs: PatchJobs;
  readonly use: UsePatches;
  /** Told of issues about whose patches the project's own check said something. */
  readonly onEvidence: (issueIds: readonly string[]) => void;
  readonly log: vscode.LogOutputChannel;
}

/** Patches whose files are followed while they are edited. */
const mostFollowed = 50;

type GenerateHow = 'missing' | 'anew' | 'model' | 'force';

/** Issues that are left as they are, by how patches are asked for. */
const skippedStates: Readonly<Record<GenerateHow, readonly PatchState[]>> = {
  missing: ['ready', 'unpatchable'],
  anew: ['unpatchable'],
  model: ['ready'],
  force: [],
};

const isReady = (how: GenerateHow, state: PatchState): boolean =>
  state === 'ready' && skippedStates[how].includes(state);

/** What can be done with patches: have them made, look at them, apply them, see the proof hold, take them back. */
export class PatchCommands implements vscode.Disposable {
  readonly preview = new PatchPreview();
  readonly #parts: PatchParts;
  readonly #bases = new PatchBases();
  readonly #check: PatchCheck;
  readonly #project: ProjectCheck;
  readonly #models: PatchModels;
  /** Patches that were looked at while their files were edited. */
  readonly #reviews = new Map<string, { readonly version: string; readonly review: PatchReview }>();

  constructor(parts: PatchParts) {
    this.#parts = parts;
    this.#check = new PatchCheck(parts);
    this.#project = new ProjectCheck(parts.log);
    this.#models = new PatchModels(parts);
    // What shows a patch shows its evidence anew.
    this.#project.onChange((ids) => {
      for (const known of ids.flatMap((id) => parts.store.get(id) ?? []))
        parts.store.upsert(known.folder, [known.issue]);
      parts.store.flush();
      parts.onEvidence(ids);
    });
  }

  dispose(): void {
    this.preview.dispose();
    this.#project.dispose();
  }

  /** The service is another one. */
  async forget(): Promise<void> {
    this.#check.forget();
    this.#reviews.clear();
    await this.preview.closeAll();
  }

  /**
   * Has patches made and shows what came of it.
   * @param how `missing`: those that are not there; `anew`: all; `model`: those that rules have none for; `force`: keeps
   *   what could not be proven, tries anyway
   * @param packages whether an issue of a vulnerable package stands for all that are upgraded together with it
   */
  async generate(
    ids: readonly string[],
    how: GenerateHow = 'missing',
    packages: Upgrade['packages'] = 'ONE',
  ): Promise<void> {
    const { store, connection } = this.#parts;
    const known = patchable(store, ids);
    const wanted = known.map(({ issue }) => issue.id);
    const mayBe = known.filter(
      ({ issue }) => packages === 'ALL_SAFE' || !isReady(how, stateIn(store, issue.id)),
    );
    const upgrade = await upgradeAskedFor(mayBe, packages, connection.remote !== undefined);
    if (upgrade === 'cancelled') return;
    const isAsked = (id: string): boolean =>
      upgrade !== undefined || !skippedStates[how].includes(stateIn(store, id));
    const asked = mayBe.map(({ issue }) => issue.id).filter(isAsked);
    // The service on this machine analyses the folder for it, as a scan does.
    if (asked.length > 0 && !vscode.workspace.isTrusted && !this.#parts.connection.remote) {
      throw notTrusted(notTrustedText());
    }
    if (asked.length > 0) await generateWithProgress(this.#parts, asked, how === 'force', upgrade);
    const ready = wanted.filter((id) => stateIn(this.#parts.store, id) === 'ready');
    const [only, ...others] = wanted;
    if (only === undefined || others.length > 0) return this.#tellMade(ready, wanted);
    const state = stateIn(this.#parts.store, only);
    if (state === 'ready') await this.show([only]);
    else if (state !== 'none') await this.explain([only]);
  }

  /** Shows patches that are ready in the diff editor, with their proof; has those made that are not there yet. */
  async show(ids: readonly string[]): Promise<void> {
    const known = patchable(this.#parts.store, ids);
    const ready = known
      .filter(({ issue }) => patchState(issue.patch) === 'ready')
      .map(({ issue }) => issue.id);
    if (ready.length === 0) return await this.generate(ids);
    const review = await this.#read(ready);
    const plan = review.plan();
    if (plan.files.length === 0) throw nothingToApply(plan.leftOut);
    await this.preview.show(review, plan, reviewTitle(review, plan, this.#titleOf(plan.issueIds[0])));
    void this.#checkAndOffer(review, plan);
  }

  /**
   * Applies patches: those shown in the diff editor, or those of issues.
   * @returns the files that were changed; none where the person thought better of it
   */
  async apply(ids: readonly string[] | PatchReview): Promise<readonly vscode.Uri[]> {
    const shown = ids instanceof PatchReview ? ids : undefined;
    const review = await this.#read(
      ids instanceof PatchReview ? ids.asked : readyIds(this.#parts.store, ids),
      shown,
    );
    await this.#project.ensure(review, review.plan());
    if (!(await acceptsUnproven(review))) return [];
    // What was shown has said what it needs: in its title, and in the message beside it.
    if (!shown && !(await acceptsNeeds(review, review.plan().issueIds))) return [];
    const { store } = this.#parts;
    // Looked at once more after what may have taken minutes, and before the plan, which must be written at once.
    const places = await placesOf(review.documents);
    const plan = review.plan();
    if (plan.files.length === 0) throw nothingToApply(plan.leftOut);
    const known = review.ended(plan.issueIds).flatMap((id) => store.get(id) ?? []);
    const found = issuesIn(
      store,
      plan.files.map(({ document }) => document.uri),
    );
    const statuses = new Map(
      known.map(({ issue: { id, status, triage } }) => [id, { status, reason: triage?.reason }] as const),
    );
    const files = await applyPlan(plan, places);
    const folder = known[0]?.folder ?? '';
    const needed = neededNames(plan.issueIds.flatMap((id) => review.patch(id) ?? []));
    this.#check.remember({ issueIds: plan.issueIds, folder, files, statuses, found, needed });
    // Before the patch is closed: a column that nothing is left in would go with it.
    await this.#showFirst(files, this.preview.columnOf(shown?.asked ?? plan.issueIds));
    if (shown) await this.preview.close(shown);
    else await this.preview.closeFor(plan.issueIds);
    await this.#approve(plan.issueIds);
    this.#tellLeftOut(plan.leftOut);
    await this.#check.check();
    return files.map(({ document }) => document.uri);
  }

  /** Stops patches that are being made. */
  async cancel(ids: readonly string[]): Promise<void> {
    await this.#parts.jobs.cancel(ids.filter((id) => stateIn(this.#parts.store, id) === 'busy'));
  }

  /** Asks a language model for the patch that rules do not know, once one is connected and a person agreed. */
  async askModel(id: string): Promise<void> {
    const [known] = patchable(this.#parts.store, [id]);
    if (!known) return;
    const { signal } = new AbortController();
    if (await this.#models.prepare(known, signal)) await this.generate([id], 'model');
  }

  async modelStep(id: string, patch: Patch, signal: AbortSignal): Promise<ModelStep | undefined> {
    const known = this.#parts.store.get(id);
    return known && (await this.#models.step(known, patch, signal));
  }

  /** Says why issues have no patch, and what can be done about it. */
  async explain(ids: readonly string[]): Promise<void> {
    const without = ids.flatMap((id) => this.#parts.store.get(id) ?? []);
    const [first] = without;
    if (!first) throw issueGone();
    const { patch, title, fixable } = first.issue;
    const reason = patch?.errorMessage ?? fixable?.reason ?? vscode.l10n.t('the service gave no reason');
    const state = offeredState(first.issue);
    if (state === 'ready' || state === 'none') return await this.show(ids);
    const text =
      without.length > 1
        ? vscode.l10n.t('There is no patch for {0} issues. The first: {1}', without.length, reason)
        : state === 'busy'
          ? vscode.l10n.t('The patch for “{0}” is being made: {1}', title, stageText(patch))
          : state === 'unpatchable'
            ? vscode.l10n.t('No automatic fix for “{0}”. {1}', title, reason)
            : vscode.l10n.t('The patch for “{0}” could not be made: {1}', title, reason);
    const step = state === 'busy' || without.length > 1 ? undefined : await this.#stepOf(first);
    const hint = step?.kind === 'connect' ? ` ${vscode.l10n.t('A language model may know one.')}` : '';
    void offerMore(this.#parts.log, text + hint, without, state, step);
  }

  /** Whether this window applied a patch for the issue that can be undone. */
  canUndo(id: string): boolean {
    return this.#check.appliedFor(id) !== undefined;
  }

  /** Undoes the patch that was applied for an issue, with those applied together with it, in the files and in the service. */
  async undo(id: string): Promise<void> {
    const applied = this.#check.appliedFor(id);
    if (!applied)
      throw new Failure({ what: vscode.l10n.t('No patch was applied that could be taken back.') });
    await takeBack(applied.files);
    this.#check.remember(undefined, applied);
    await this.#restoreStatuses(applied);
    vscode.window.setStatusBarMessage(`$(discard) ${vscode.l10n.t('The patch was taken back')}`, 5_000);
    const isScanned = applied.files.every(({ isSaved }) => isSaved) && !this.#parts.connection.remote;
    if (!isScanned) return;
    await inStatusBar(vscode.l10n.t('Scanning what was taken back'), async () => {
      await verify(this.#parts.session, this.#parts.store, [], [], new Set());
    });
    await this.#restoreStatuses(applied);
  }

  /** The patch in full, for the details page. */
  async patch(id: string, signal: AbortSignal): Promise<Patch> {
    return await this.#parts.use(signal, (api) => api.get(id, signal), this.#parts.store.get(id)?.folder);
  }

  /** Whether patches fit into the files as they are now. */
  async fits(ids: readonly string[]): Promise<ReadonlyMap<string, PatchFit>> {
    const fits = new Map<string, PatchFit>();
    for (const id of ids) {
      const version = JSON.stringify(this.#parts.store.get(id)?.issue.patch);
      const before = this.#reviews.get(id);
      const review = await this.#read([id], before?.version === version ? before.review : undefined);
      this.#reviews.set(id, { version, review });
      for (const oldest of this.#reviews.keys())
        if (this.#reviews.size > mostFollowed) this.#reviews.delete(oldest);
      const [left] = review.plan().leftOut;
      fits.set(id, { fits: left === undefined || !isBaseGone(left.fault), files: review.files });
    }
    return fits;
  }

  /** A patch with what this window found out about it. */
  evidenced(patch: Patch): Patch {
    return this.#project.evidenced(patch);
  }

  async #stepOf(known: KnownIssue): Promise<ModelStep | undefined> {
    const { signal } = new AbortController();
    const patch = await this.patch(known.issue.id, signal);
    return await this.#models.step(known, patch, signal);
  }

  #titleOf(id: string | undefined): string {
    return id === undefined ? '' : (this.#parts.store.get(id)?.issue.title ?? '');
  }

  async #read(ids: readonly string[], shown?: PatchReview): Promise<PatchReview> {
    const { signal } = new AbortController();
    const { store, use } = this.#parts;
    const evidenced = (patch: Patch) => this.#project.evidenced(patch);
    return await readReview({ store, use, bases: this.#bases, evidenced }, ids, signal, shown);
  }

  async #tellMade(ready: readonly string[], ids: readonly string[]): Promise<void> {
    const others = ids.filter((id) => !ready.includes(id));
    const made =
      others.length === 0
        ? vscode.l10n.t('{0} patches are ready, each with its proof.', ready.length)
        : vscode.l10n.t('{0} of {1} issues have a patch with its proof.', ready.length, ids.length);
    const review = vscode.l10n.t('Review');
    const why = vscode.l10n.t('Why Not {0}?', others.length);
    const needs = await this.#needsOf(ready);
    const text = [made, needs].filter((part) => part !== '').join(' ');
    void ask(this.#parts.log, text, {
      ...(ready.length > 0 ? { [review]: () => this.show(ready) } : {}),
      ...(others.length > 0 ? { [why]: () => this.explain(others) } : {}),
    });
  }

  /** What patches need together; empty where they need nothing, or the service cannot say it now. */
  async #needsOf(ids: readonly string[]): Promise<string> {
    const { signal } = new AbortController();
    try {
      return needSentence(await Promise.all(ids.map((id) => this.patch(id, signal))));
    } catch (error) {
      this.#parts.log.debug(`What patches need is not known: ${String(error)}`);
      return '';
    }
  }

  /** The diff is there to be read while the project's own check runs. */
  async #checkAndOffer(review: PatchReview, plan: ReviewPlan): Promise<void> {
    await this.#project.ensure(review, plan);
    // It was applied, or closed, meanwhile.
    if (this.preview.isShown(review)) await this.#offer(review, plan);
  }

  /** Says what the patch does and how it was proven, with Apply at hand. */
  async #offer(review: PatchReview, plan: ReviewPlan): Promise<void> {
    const apply = { [vscode.l10n.t('Apply')]: () => run('applyPatch', review) };
    const [only, ...others] = plan.issueIds;
    const details = { [vscode.l10n.t('Details')]: () => run('showDetails', only) };
    await ask(this.#parts.log, reviewText(review, plan), {
      ...apply,
      ...(others.length === 0 ? details : {}),
      ...copyNames(neededNames(plan.issueIds.flatMap((id) => review.patch(id) ?? []))),
      ...this.#outputOf(review, only),
    });
  }

  /** What the project's own check wrote, where it did not pass. */
  #outputOf(review: PatchReview, issueId: string | undefined): Answers {
    const patch = issueId === undefined ? undefined : review.patch(issueId);
    const content = patch && this.#project.outputOf(patch);
    if (content === undefined) return {};
    const open = async () =>
      vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: 'log' }));
    return { [vscode.l10n.t('Show Output')]: open };
  }

  /** The service is told; that it does not take note changes nothing about the code. */
  async #approve(ids: readonly string[]): Promise<void> {
    const { signal } = new AbortController();
    for (const id of ids) {
      try {
        await this.#parts.use(signal, (api) => api.approve(id, signal), this.#parts.store.get(id)?.folder);
      } catch (error) {
        this.#parts.log.warn(`The service did not take note of an applied patch: ${String(error)}`);
      }
    }
  }

  /** @param column where the patch was shown */
  async #showFirst(files: readonly AppliedFile[], column: vscode.ViewColumn | undefined): Promise<void> {
    const [first] = files;
    if (!first) return;
    const viewColumn = column ?? codeColumn();
    await vscode.window.showTextDocument(first.document, { preview: false, viewColumn });
  }

  #tellLeftOut(leftOut: readonly LeftOutPatch[]): void {
    if (leftOut.length === 0) return;
    const again = leftOut.filter(({ fault }) => isWorthRegenerating(fault)).map(({ issueId }) => issueId);
    const regenerate = vscode.l10n.t('Regenerate');
    const answers: Answers = again.length > 0 ? { [regenerate]: () => this.generate(again, 'anew') } : {};
    void ask(this.#parts.log, leftOutText(leftOut), answers);
  }

  /** Issues that are still marked as being patched are what they were before. */
  async #restoreStatuses({ statuses }: Applied): Promise<void> {
    const { store, connection } = this.#parts;
    for (const [id, change] of statuses) {
      const known = store.get(id);
      if (known?.issue.status !== 'PATCHING' || change.status === 'PATCHING') continue;
      const { signal } = new AbortController();
      const changed = await connection.use(
        signal,
        (api) => api.setStatus([id], change, signal),
        known.folder,
      );
      store.upsert(known.folder, changed);
    }
    store.flush();
  }
}
