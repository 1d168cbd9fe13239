import * as vscode from 'vscode';
import type { Patch } from '../../api/contract/patches.ts';
import { neededNames, needSentence } from './needs.ts';
import type { LeftOutPatch, PatchReview, ReviewPlan } from './patch-review.ts';
import { faultText, isProven, proofText } from './patch-words.ts';

/** How a review of patches is put into words. */

/** The title of its diff editor. @param title of the first issue */
export function reviewTitle(review: PatchReview, { issueIds, files }: ReviewPlan, title: string): string {
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
  const needed = neededNames(issueIds.flatMap((id) => review.patch(id) ?? []));
  return needed.length === 0
    ? `${what} (${note})`
    : `${what} (${note}, ${vscode.l10n.t('needs {0}', needed.join(', '))})`;
}

/** What it does, how it was proven, and what is not part of it. */
export function reviewText(review: PatchReview, plan: ReviewPlan): string {
  const patches = plan.issueIds.flatMap((id) => review.patch(id) ?? []);
  const [first] = patches;
  if (!first) return leftOutText(plan.leftOut);
  const one = first.title ?? vscode.l10n.t('A change of {0} files', plan.files.length);
  const several = vscode.l10n.t('Patches for {0} issues', plan.issueIds.length);
  return [
    sentence(patches.length === 1 ? one : several),
    proofOf(patches, first),
    needSentence(patches),
    plan.files.some(({ isMerged }) => isMerged)
      ? vscode.l10n.t('It was merged with what was edited since; the scan after it will tell.')
      : '',
    leftOutText(plan.leftOut),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

export function proven(patch: Patch | undefined): boolean {
  return patch !== undefined && isProven(patch);
}

/** Each patch was proven by itself; that they hold together is for the scan afterwards to say. */
function proofOf(patches: readonly Patch[], first: Patch): string {
  const unproven = patches.find((patch) => !proven(patch));
  return unproven || patches.length === 1
    ? proofText(unproven ?? first)
    : vscode.l10n.t('Each was analysed by itself: its issue is gone, nothing new.');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Which patches are not part of it; empty where all are. */
export function leftOutText(leftOut: readonly LeftOutPatch[]): string {
  const [first] = leftOut;
  if (!first) return '';
  const why = faultText(first.fault, first.path);
  return leftOut.length === 1
    ? vscode.l10n.t('One patch is left out: {0}', why)
    : vscode.l10n.t('{0} patches are left out. The first: {1}', leftOut.length, why);
}
