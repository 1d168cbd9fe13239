import type { Issue } from '../../api/contract/issue.ts';
import type { IssueStatus, Verdict } from '../../api/contract/vocabulary.ts';
import { longestReason } from '../issues/limits.ts';

/** A decision that an investigation suggests, with the reason it gives. */
export interface Fitting {
  readonly decision: 'confirm' | 'falsePositive' | 'nonExploitable';
  readonly reason: string;
}

const decisions: Readonly<Record<Verdict, Fitting['decision'] | undefined>> = {
  TRUE_POSITIVE: 'confirm',
  FALSE_POSITIVE: 'falsePositive',
  NON_EXPLOITABLE: 'nonExploitable',
  UNCERTAIN: undefined,
};

const statuses: Readonly<Record<Fitting['decision'], IssueStatus>> = {
  confirm: 'REVIEWING',
  falsePositive: 'FALSE_POSITIVE',
  nonExploitable: 'NON_EXPLOITABLE',
};

/** The decision that fits what an investigation found out; none where it is uncertain, or was decided so already. */
export function fittingDecision({ investigation, status }: Issue): Fitting | undefined {
  if (investigation?.status !== 'COMPLETED' || investigation.verdict === undefined) return undefined;
  const decision = decisions[investigation.verdict];
  if (decision === undefined || statuses[decision] === status) return undefined;
  // What speaks against the verdict is no reason for it.
  const speaks = decision === 'confirm' ? 'real' : 'harmless';
  const facts = investigation.evidence.filter((one) => one.speaks === speaks).map(({ text }) => text);
  const reason = [...new Set([investigation.summary ?? '', ...facts])]
    .filter((text) => text !== '')
    .join(' ');
  return { decision, reason: reason.slice(0, longestReason) };
}
