import * as vscode from 'vscode';
import { needViews } from './needs.ts';
import type { PatchReview } from './patch-review.ts';
import { proofText } from './patch-words.ts';
import { proven } from './review-words.ts';

/** Returns whether the person applies patches unseen, having been told what these need. */
export async function acceptsNeeds(review: PatchReview, ids: readonly string[]): Promise<boolean> {
  const views = ids.flatMap((id) => needViews(review.patch(id) ?? {}));
  const names = [...new Set(views.map(({ name }) => name))];
  if (names.length === 0) return true;
  const apply = vscode.l10n.t('Apply');
  const picked = await vscode.window.showWarningMessage(
    vscode.l10n.t('Apply? It needs {0} where the program runs.', names.join(', ')),
    {
      modal: true,
      detail: [...new Set(views.map(({ text }) => text.replaceAll('`', '')))].join('\n\n'),
    },
    apply,
  );
  return picked === apply;
}

/** Returns whether the person applies patches that are not proven; true where all are. */
export async function acceptsUnproven(review: PatchReview): Promise<boolean> {
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
