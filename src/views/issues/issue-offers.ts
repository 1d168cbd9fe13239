import * as l10n from '@vscode/l10n';
import { isUnderWay } from '../investigation/words.ts';
import { canBePatched, patchState } from '../patches/patch-words.ts';
import { isOnDemand, type ListedIssue } from './known-issue.ts';
import { isResolved, isSuppressed } from './ranking.ts';
import { servicePage } from './service-page.ts';

/** Something that can be done about an issue from the editor. */
export interface Offer {
  readonly title: string;
  readonly command: string;
  /** Whether it is what the editor's “auto fix” does. */
  readonly isFix?: boolean;
}

/** What the light bulb offers at an issue: what does something in the state that it is in, and nothing else. */
export function issueOffers(issue: ListedIssue): readonly Offer[] {
  const { title } = issue;
  const show: Offer = { title: l10n.t('Show details: {0}', title), command: 'parapet.showDetails' };
  const take: readonly Offer[] = [
    { title: l10n.t('Copy as Markdown: {0}', title), command: 'parapet.copyMarkdown' },
    ...(servicePage(issue) === undefined
      ? []
      : [{ title: l10n.t('Open in the service: {0}', title), command: 'parapet.openInService' }]),
  ];
  if (isOnDemand(issue) || isResolved(issue.status)) return [show, ...take];
  return [
    ...patchOffers(issue),
    show,
    isUnderWay(issue.investigation?.status)
      ? {
          title: l10n.t('Cancel the investigation: {0}', title),
          command: 'parapet.cancelInvestigation',
        }
      : { title: l10n.t('Investigate…: {0}', title), command: 'parapet.investigate' },
    { title: l10n.t('Ask the agent: {0}', title), command: 'parapet.askAgent' },
    ...(isSuppressed(issue.status)
      ? []
      : [
          { title: l10n.t('Mark as false positive…: {0}', title), command: 'parapet.markFalsePositive' },
          { title: l10n.t('Accept the risk…: {0}', title), command: 'parapet.acceptRisk' },
        ]),
    { title: l10n.t('Triage…: {0}', title), command: 'parapet.triage' },
    ...take,
  ];
}

/** What makes sense in the state that the issue's patch is in. */
function patchOffers(issue: ListedIssue): readonly Offer[] {
  if (!canBePatched(issue)) return [];
  const { title, patch } = issue;
  switch (patchState(patch)) {
    case 'none':
      return [{ title: l10n.t('Generate patch: {0}', title), command: 'parapet.generatePatch' }];
    case 'busy':
      return [
        { title: l10n.t('Cancel the patch that is being made: {0}', title), command: 'parapet.cancelPatch' },
      ];
    case 'ready':
      return [
        { title: l10n.t('Show patch: {0}', title), command: 'parapet.showPatch' },
        {
          title: l10n.t('Apply patch: {0}', title),
          command: 'parapet.applyPatch',
          isFix: patch?.validation === 'PASSED',
        },
      ];
    case 'failed':
      return [
        { title: l10n.t('Generate patch again: {0}', title), command: 'parapet.generatePatch' },
        { title: l10n.t('Why the patch failed: {0}', title), command: 'parapet.explainPatch' },
      ];
    case 'unpatchable':
      return [
        { title: l10n.t('Why there is no patch: {0}', title), command: 'parapet.explainPatch' },
        {
          title: l10n.t('Ask a language model for a patch: {0}', title),
          command: 'parapet.askModelForPatch',
        },
      ];
  }
}
