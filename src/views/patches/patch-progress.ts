import * as vscode from 'vscode';
import type { Upgrade } from '../../api/contract/patches.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { withoutLinks } from '../markdown.ts';
import type { PatchJobs } from './patch-jobs.ts';
import { offeredState, type PatchState, stageText } from './patch-words.ts';

/**
 * Has patches made, stage by stage in a notification with Cancel, in the view's progress bar, and in the rows of the tree.
 * @param force whether what could not be proven is kept
 * @param upgrade how vulnerable packages are upgraded
 */
export async function generateWithProgress(
  { store, jobs }: { readonly store: IssueStore; readonly jobs: PatchJobs },
  ids: readonly string[],
  force: boolean,
  upgrade?: Upgrade,
): Promise<void> {
  const [first] = ids;
  const one = first === undefined ? undefined : store.get(first);
  const title =
    ids.length === 1 && one
      ? vscode.l10n.t('Patch for “{0}”', withoutLinks(one.issue.title))
      : vscode.l10n.t('Patches for {0} issues', ids.length);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  await vscode.window.withProgress(options, async (progress, token) => {
    const cancel = new AbortController();
    const subscription = token.onCancellationRequested(() => cancel.abort());
    let reported = 0;
    const report = () => {
      const done = ids.filter((id) => stateIn(store, id) !== 'busy').length;
      const busy = ids.find((id) => stateIn(store, id) === 'busy');
      const stage = busy === undefined ? '' : stageText(store.get(busy)?.issue.patch);
      const message =
        ids.length === 1 ? stage : vscode.l10n.t('{0} of {1} done; {2}', done, ids.length, stage);
      progress.report({ message, increment: ((done - reported) * 100) / ids.length });
      reported = done;
    };
    try {
      const made = jobs.generate(ids, force, cancel.signal, report, upgrade);
      await vscode.window.withProgress({ location: { viewId: 'parapet.issues' } }, () => made);
    } finally {
      subscription.dispose();
    }
  });
}

/** Returns what can be asked about the patch of an issue; `none` of one that is not known. */
export function stateIn(store: IssueStore, id: string): PatchState {
  const known = store.get(id);
  return known ? offeredState(known.issue) : 'none';
}
