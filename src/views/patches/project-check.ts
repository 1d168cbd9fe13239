import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Patch } from '../../api/contract/patches.ts';
import type { Command } from '../../processes/run-command.ts';
import { type CheckedFile, checkProject } from '../../workspace/project-check/check.ts';
import { readCheckSetting, scriptCommand } from '../../workspace/project-check/command.ts';
import type { PatchReview, ReviewPlan } from './patch-review.ts';
import { notRun, type ProjectCheckResult, resultOf, withResult } from './project-check-words.ts';

/** Seconds that one run may take, where the setting says nothing that makes sense. */
const defaultSeconds = 120;
const longestSeconds = 3_600;
/** Results that are kept: of the patches looked at last. */
const keptResults = 200;

interface Configured {
  readonly command: Command;
  /** As it is shown. */
  readonly shown: string;
  readonly root: vscode.Uri;
  readonly seconds: number;
}

/**
 * The project's own check of patches: run by this window, in a trusted workspace, where somebody configured it. A service
 * never runs it. What came of it is a part of the patch's evidence in this window.
 */
export class ProjectCheck implements vscode.Disposable {
  readonly #results = new Map<string, ProjectCheckResult>();
  readonly #outputs = new Map<string, string>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  /** Issues whose patches have a result that they did not have. */
  readonly onChange = this.#changed.event;
  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  /** The patch with what is known of its check. */
  evidenced(patch: Patch): Patch {
    return patch.status === 'READY' ? withResult(patch, this.#results.get(keyOf(patch))) : patch;
  }

  /** What the check of a patch wrote, the end of it; undefined where it passed. */
  outputOf(patch: Patch): string | undefined {
    return this.#outputs.get(keyOf(patch));
  }

  /** Has patches checked that were not, together as they are planned; done when it ended, or was cancelled. */
  async ensure(review: PatchReview, plan: ReviewPlan): Promise<void> {
    const patches = plan.issueIds.flatMap((id) => review.patch(id) ?? []);
    const key = patches.map(keyOf).join('\n');
    const running = this.#running.get(key);
    if (running) return await running;
    if (patches.length === 0 || patches.every((patch) => this.#results.has(keyOf(patch)))) return;
    const run = this.#check(patches, plan).finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    await run;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #check(patches: readonly Patch[], plan: ReviewPlan): Promise<void> {
    const configured = await configuredFor(plan);
    if (configured === undefined) return;
    if ('status' in configured) return this.#keep(patches, configured, '');
    const { command, shown, root, seconds } = configured;
    const files: CheckedFile[] = plan.files.map(({ document, before, after }) => ({
      path: relative(root.fsPath, document.uri.fsPath).split(sep).join('/'),
      before: written(document, before),
      after: written(document, after),
    }));
    const startedAt = performance.now();
    const title = vscode.l10n.t('The project’s own check, with the patch: {0}', shown);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await vscode.window.withProgress(options, async (_, token) => {
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      try {
        const outcome = await checkProject(root.fsPath, files, command, seconds * 1000, cancel.signal);
        const took = Math.max(1, Math.round((performance.now() - startedAt) / 1000));
        this.#log.info(`The project's own check of ${patches.length} patches: ${outcome.kind}, ${took} s.`);
        const result = resultOf(outcome, shown, outcome.kind === 'timeout' ? seconds : took);
        this.#keep(patches, result, 'output' in outcome ? outcome.output : '');
      } catch (error) {
        if (!cancel.signal.aborted) this.#log.warn(`The project's own check failed to run: ${String(error)}`);
        const why = cancel.signal.aborted
          ? vscode.l10n.t('It was cancelled.')
          : vscode.l10n.t('The project could not be copied for it; the log says more.');
        this.#keep(patches, notRun(why), '');
      } finally {
        subscription.dispose();
      }
    });
  }

  #keep(patches: readonly Patch[], result: ProjectCheckResult, output: string): void {
    for (const patch of patches) {
      const key = keyOf(patch);
      this.#results.delete(key);
      this.#results.set(key, result);
      if (output === '') this.#outputs.delete(key);
      else this.#outputs.set(key, output);
    }
    for (const old of [...this.#results.keys()].slice(0, Math.max(0, this.#results.size - keptResults))) {
      this.#results.delete(old);
      this.#outputs.delete(old);
    }
    this.#changed.fire(patches.map(({ issueId }) => issueId));
  }
}

/** @returns undefined where no check is configured; a result where there is one that cannot be run */
async function configuredFor(plan: ReviewPlan): Promise<Configured | ProjectCheckResult | undefined> {
  const [first] = plan.files;
  const folder = first && vscode.workspace.getWorkspaceFolder(first.document.uri);
  const settings = vscode.workspace.getConfiguration('parapet.patches', folder);
  const setting = readCheckSetting(settings.get<unknown>('check'));
  if (setting.kind === 'none') return undefined;
  if (!vscode.workspace.isTrusted)
    return notRun(vscode.l10n.t('The workspace is not trusted: nothing of it is run.'));
  if (setting.kind === 'invalid')
    return notRun(
      vscode.l10n.t(
        'The setting “parapet.patches.check” is neither the name of a script nor a list of words.',
      ),
    );
  const isInside = plan.files.every(
    ({ document }) =>
      vscode.workspace.getWorkspaceFolder(document.uri)?.uri.toString() === folder?.uri.toString(),
  );
  if (folder?.uri.scheme !== 'file' || !isInside)
    return notRun(vscode.l10n.t('The patch is not in one folder of this workspace on the disk.'));
  const command =
    setting.kind === 'command' ? setting.command : await scriptCommand(folder.uri.fsPath, setting.name);
  if (!command) {
    const name = setting.kind === 'script' ? setting.name : '';
    return notRun(vscode.l10n.t('The project’s package.json has no script “{0}”.', name));
  }
  const given = settings.get<unknown>('checkTimeout');
  const seconds = typeof given === 'number' && given >= 1 ? Math.min(given, longestSeconds) : defaultSeconds;
  return { command, shown: command.join(' ').slice(0, 100), root: folder.uri, seconds };
}

const written = ({ eol }: vscode.TextDocument, text: string): string =>
  eol === vscode.EndOfLine.CRLF ? text.replaceAll('\n', '\r\n') : text;

/** A patch made anew with the same content is the same to its check. */
function keyOf({ issueId, files, diff }: Patch): string {
  return JSON.stringify([
    issueId,
    files.map(({ path, patchedSha256 }) => [path, patchedSha256]),
    files.length > 0 ? '' : diff,
  ]);
}
