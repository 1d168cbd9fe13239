import * as l10n from '@vscode/l10n';
import { isUnderWay } from '../../investigation/words.ts';
import { patchOfferOf, stateOf } from '../issue-state.ts';
import type { KnownIssue } from '../known-issue.ts';
import { isSuppressed } from '../ranking.ts';
import { servicePage } from '../service-page.ts';
import type { Offer } from './offer.ts';
import { packageOffers } from './package-offers.ts';

/** What the light bulb offers at an issue: what does something in the state that it is in, and nothing else. */
export function issueOffers(known: KnownIssue): readonly Offer[] {
  const { issue } = known;
  const { title } = issue;
  const show: Offer = { title: l10n.t('Show details: {0}', title), command: 'parapet.showDetails' };
  const take: readonly Offer[] = [
    { title: l10n.t('Copy as Markdown: {0}', title), command: 'parapet.copyMarkdown' },
    ...(servicePage(issue) === undefined
      ? []
      : [{ title: l10n.t('Open in the service: {0}', title), command: 'parapet.openInService' }]),
  ];
  const state = stateOf(known);
  if (issue.reported || state.kind === 'resolved') return [show, ...take];
  const isOnDemand = issue.scanKind === 'ON_DEMAND';
  if (issue.dependency) return packageOffers(issue, issue.dependency, patchOffers(known));
  return [
    ...patchOffers(known),
    ...(isSuppressed(issue.status)
      ? []
      : [{ title: l10n.t('Check again: {0}', title), command: 'parapet.checkAgain' }]),
    show,
    isUnderWay(issue.investigation?.status)
      ? {
          title: l10n.t('Cancel the investigation: {0}', title),
          command: 'parapet.cancelInvestigation',
        }
      : { title: l10n.t('Investigate…: {0}', title), command: 'parapet.investigate' },
    ...(isOnDemand ? [] : [{ title: l10n.t('Ask the agent: {0}', title), command: 'parapet.askAgent' }]),
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
function patchOffers(known: KnownIssue): readonly Offer[] {
  const { title, patch, scanKind } = known.issue;
  const generate = { title: l10n.t('Generate patch: {0}', title), command: 'parapet.generatePatch' };
  // It is saved to the project first.
  if (scanKind === 'ON_DEMAND') return [generate];
  switch (patchOfferOf(known)) {
    case 'none':
      return [generate];
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
    case 'outdated':
      return [{ title: l10n.t('Regenerate patch: {0}', title), command: 'parapet.regeneratePatch' }];
    case 'failed':
      return [
        { title: l10n.t('Generate patch again: {0}', title), command: 'parapet.generatePatch' },
        { title: l10n.t('Why the patch failed: {0}', title), command: 'parapet.explainPatch' },
      ];
    case 'unpatchable':
      return [
        { title: l10n.t('How to fix: {0}', title), command: 'parapet.howToFix' },
        {
          title: l10n.t('Ask a language model for a patch: {0}', title),
          command: 'parapet.askModelForPatch',
        },
      ];
    case undefined:
      return [];
  }
}
