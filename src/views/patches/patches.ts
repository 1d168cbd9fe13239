import * as vscode from 'vscode';
import type { Patch, PatchStatusItem, Upgrade } from '../../api/contract/patches.ts';
import type { Connection } from '../../connection/connection.ts';
import type { IssueTargets } from '../issues/issue-commands.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { Session } from '../session.ts';
import type { ModelStep } from './model-step.ts';
import { OutdatedPatches } from './outdated-patches.ts';
import type { PatchCommands } from './patch-commands.ts';
import { PatchJobs } from './patch-jobs.ts';
import type { PatchReview } from './patch-review.ts';

type Args = readonly unknown[];

export interface PatchesParts {
  readonly connection: Connection;
  readonly store: IssueStore;
  readonly session: Session;
  readonly targets: IssueTargets;
  readonly log: vscode.LogOutputChannel;
}

/** Patches of this window, loaded with the first use: what each command is about, from what VS Code passes it. */
export class Patches implements vscode.Disposable {
  readonly #parts: PatchesParts;
  readonly #jobs: PatchJobs;
  #commands: Promise<PatchCommands> | undefined;
  #present: PatchCommands | undefined;
  readonly #outdated: OutdatedPatches;
  readonly #evidence = new vscode.EventEmitter<readonly string[]>();
  /** Issues about whose patches this window found out something. */
  readonly onEvidence = this.#evidence.event;

  constructor(parts: PatchesParts) {
    this.#parts = parts;
    const { connection, store, log } = parts;
    this.#jobs = new PatchJobs({
      store,
      use: (signal, work, folder) => connection.use(signal, (api) => work(api.patches), folder),
      log: (message) => log.warn(message),
    });
    this.#outdated = new OutdatedPatches(
      store,
      async (ids) => (await this.#loaded()).fits(ids),
      (message) => log.debug(message),
    );
  }

  async generate(args: Args, how: 'missing' | 'anew' | 'force' = 'missing'): Promise<void> {
    const commands = await this.#loaded();
    const ids = this.#ids(commands, args);
    await commands.generate(ids, how, how === 'anew' ? await this.#packagesOf(commands, ids) : 'ONE');
  }

  /** Which packages the patch at hand was made for: a new one is for the same. */
  async #packagesOf(commands: PatchCommands, ids: readonly string[]): Promise<Upgrade['packages']> {
    const [known, ...others] = ids.flatMap((id) => this.#parts.store.get(id) ?? []);
    if (!known?.issue.dependency || !known.issue.patch || others.length > 0) return 'ONE';
    const { signal } = new AbortController();
    return (await commands.patch(known.issue.id, signal)).upgrade?.packages ?? 'ONE';
  }

  /** Of all vulnerable packages of a manifest, in one change; without an issue of it, the person picks one. */
  async upgradeAll([id]: Args): Promise<void> {
    const { upgradeLead } = await import('./upgrade-all.ts');
    const lead = await upgradeLead(this.#parts.store, typeof id === 'string' ? id : undefined);
    if (lead !== undefined) await (await this.#loaded()).generate([lead], 'anew', 'ALL_SAFE');
  }

  async show(args: Args): Promise<void> {
    const commands = await this.#loaded();
    // Without arguments it is about the issue that was turned to, not about the patch that is shown already.
    await commands.show(args[0] === undefined ? this.#parts.targets.all(args) : this.#ids(commands, args));
  }

  async apply(args: Args): Promise<void> {
    const commands = await this.#loaded();
    const [first] = args;
    const isOfEditor = first === undefined || first instanceof vscode.Uri;
    const review = isReview(first) ? first : isOfEditor ? commands.preview.reviewOf(first) : undefined;
    await commands.apply(review ?? this.#ids(commands, args));
  }

  /** As `apply`, of one issue. @returns the files that were changed; none where the person thought better of it */
  async applyOne(issueId: string): Promise<readonly vscode.Uri[]> {
    return await (await this.#loaded()).apply([issueId]);
  }

  /** What was heard of a patch from elsewhere. */
  take(patch: PatchStatusItem): void {
    this.#jobs.take([patch]);
  }

  async cancel(args: Args): Promise<void> {
    const commands = await this.#loaded();
    await commands.cancel(this.#ids(commands, args));
  }

  async explain(args: Args): Promise<void> {
    const commands = await this.#loaded();
    await commands.explain(this.#ids(commands, args));
  }

  /** Of one issue that rules have no patch for: asks a language model, once one is connected and agreed to. */
  async askModel(args: Args): Promise<void> {
    const commands = await this.#loaded();
    await commands.askModel(this.#parts.targets.one(args).issue.id);
  }

  /** What is next before a language model is asked for the patch of an issue; undefined where none could help. */
  async modelStep(id: string, patch: Patch, signal: AbortSignal): Promise<ModelStep | undefined> {
    return await (await this.#loaded()).modelStep(id, patch, signal);
  }

  /** Whether this window applied a patch for the issue that can be undone. */
  canUndo(id: string): boolean {
    return this.#present?.canUndo(id) ?? false;
  }

  /** Undoes the patch that this window applied for an issue. */
  async undo(id: string): Promise<void> {
    await (await this.#loaded()).undo(id);
  }

  /** The patch of an issue in full. */
  async patch(id: string, signal: AbortSignal): Promise<Patch> {
    return await (await this.#loaded()).patch(id, signal);
  }

  /** A patch with what this window found out about it: the project's own check. */
  evidenced(patch: Patch): Patch {
    return this.#present?.evidenced(patch) ?? patch;
  }

  /** The service is another one: patches of the one before are neither shown nor undone any more. */
  async forget(): Promise<void> {
    await this.#present?.forget();
  }

  dispose(): void {
    this.#jobs.dispose();
    this.#outdated.dispose();
    this.#evidence.dispose();
    void this.#commands?.then((commands) => commands.dispose());
  }

  #loaded(): Promise<PatchCommands> {
    const { connection, store, session, log } = this.#parts;
    this.#commands ??= import('./patch-commands.ts').then(({ PatchCommands: Commands }) => {
      this.#present = new Commands({
        connection,
        store,
        session,
        log,
        jobs: this.#jobs,
        onEvidence: (ids) => this.#evidence.fire(ids),
        use: (signal, work, folder) => connection.use(signal, (api) => work(api.patches), folder),
      });
      return this.#present;
    });
    return this.#commands;
  }

  /** The issues of the diff editor that a button of it was pressed in, else what other commands would be about. */
  #ids(commands: PatchCommands, args: Args): readonly string[] {
    if (isList(args[1])) return args[1];
    const review = args[0] instanceof vscode.Uri ? commands.preview.reviewOf(args[0]) : undefined;
    const shown = review ?? (args[0] === undefined ? commands.preview.reviewOf(undefined) : undefined);
    return shown?.asked ?? this.#parts.targets.all(args);
  }
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function isReview(value: unknown): value is PatchReview {
  return typeof value === 'object' && value !== null && 'asked' in value && 'plan' in value;
}
