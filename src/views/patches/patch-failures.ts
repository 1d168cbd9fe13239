import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import type { LeftOutPatch } from './patch-review.ts';
import { canBePatched, faultText, isWorthRegenerating, patchState } from './patch-words.ts';

/** Returns those of the issues that can have a patch. @throws Failure when none can */
export function patchable(store: IssueStore, ids: readonly string[]): readonly KnownIssue[] {
  const known = ids.flatMap((id) => store.get(id) ?? []);
  if (known.length === 0) throw issueGone();
  const patchable = known.filter(({ issue }) => canBePatched(issue));
  if (patchable.length > 0) return patchable;
  throw new Failure({
    what: vscode.l10n.t('Patches are made for open issues that a scan of the workspace found.'),
    advice: vscode.l10n.t('Reopen the issue, or scan the workspace.'),
  });
}

/** Returns what is said of an issue that the window does not know any more. */
export function issueGone(): Failure {
  return new Failure({
    what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
  });
}

/** Returns the issues whose patch is ready. @throws Failure when none is */
export function readyIds(store: IssueStore, ids: readonly string[]): readonly string[] {
  const known = patchable(store, ids);
  const ready = known.filter(({ issue }) => patchState(issue.patch) === 'ready');
  if (ready.length > 0) return ready.map(({ issue }) => issue.id);
  throw new Failure({
    what: vscode.l10n.t('There is no patch that is ready.'),
    actions: [generateAction(known.map(({ issue }) => issue.id))],
  });
}

function generateAction(ids: readonly string[]) {
  const title = vscode.l10n.t('Generate');
  return { title, command: 'parapet.regeneratePatch', args: [ids[0], ids] };
}

/** Returns why none of the patches can be applied, with what can be done about it. */
export function nothingToApply(leftOut: readonly LeftOutPatch[]): Failure {
  const [first] = leftOut;
  const what = first ? faultText(first.fault, first.path) : vscode.l10n.t('There is no patch that is ready.');
  const again = leftOut.filter(({ fault }) => isWorthRegenerating(fault)).map(({ issueId }) => issueId);
  if (again.length === 0) return new Failure({ what });
  const action = { ...generateAction(again), title: vscode.l10n.t('Regenerate') };
  return new Failure({
    what,
    kept: vscode.l10n.t('Nothing was changed.'),
    advice: vscode.l10n.t('Have the patch made anew for the code as it is.'),
    actions: [action],
  });
}
