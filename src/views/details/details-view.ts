import * as l10n from '@vscode/l10n';
import type { FlowStep, Issue } from '../../api/contract/issue.ts';
import type { FlowRole } from '../../api/contract/vocabulary.ts';
import { className } from '../issues/class-name.ts';
import { decidedBy, placeNote } from '../issues/issue-text.ts';
import { isOnDemand, type KnownIssue, shownLine } from '../issues/known-issue.ts';
import { isSuppressed, severityLabel, statusLabel } from '../issues/ranking.ts';
import type { DetailsView } from './messages.ts';

/** Puts an issue into the words of the details page. @param known where its code is now, when this window knows */
export function toDetailsView(issue: Issue, known: KnownIssue | undefined): DetailsView {
  return {
    id: issue.id,
    title: issue.title,
    severity: issue.severity,
    severityLabel: severityLabel(issue.severity),
    score: issue.score,
    confidence: issue.confidence,
    className: className(issue.vulnClass),
    ruleId: issue.ruleId,
    statusLabel: isOnDemand(issue) ? l10n.t('On demand') : statusLabel(issue.status),
    isSuppressed: isSuppressed(issue.status),
    canDecide: !isOnDemand(issue),
    ...decision(issue),
    file: issue.file,
    line: known ? shownLine(known) : issue.startLine,
    placeNote: known ? placeNote(known) : '',
    description: issue.description,
    ...(issue.vulnImpact === undefined ? {} : { impact: issue.vulnImpact }),
    ...(issue.remediation === undefined ? {} : { remediation: issue.remediation }),
    weaknesses: issue.cwes.map(weakness),
    references: [...(issue.references ?? [])],
    flows: issue.codeFlows
      .filter(({ steps }) => steps.length > 0)
      .map(({ steps }) => ({ steps: steps.map(stepView) })),
    preconditions: issue.preconditions.map(({ text, met }) => ({
      text,
      state: met === null ? l10n.t('not known') : met ? l10n.t('met') : l10n.t('not met'),
    })),
    attackSteps: [...issue.attackSteps]
      .sort((a, b) => a.order - b.order)
      .map(({ text, step }) => (step === undefined ? { text } : { text, step })),
    scores: scores(issue),
    firstSeen: issue.firstSeenAt,
    lastSeen: issue.lastSeenAt,
  };
}

function stepView({
  role,
  message,
  file,
  range,
  snippet,
}: FlowStep): DetailsView['flows'][number]['steps'][number] {
  return { roleLabel: roleLabel(role), message, file, line: range.startLine, snippet: snippet.trim() };
}

function roleLabel(role: FlowRole): string {
  switch (role) {
    case 'source':
      return l10n.t('comes in');
    case 'propagator':
      return l10n.t('passes on');
    case 'sanitizer':
      return l10n.t('is cleaned');
    case 'sink':
      return l10n.t('does harm');
  }
}

function weakness(cwe: string): DetailsView['weaknesses'][number] {
  const number = /^CWE-(\d{1,5})$/.exec(cwe)?.[1];
  return number === undefined
    ? { label: cwe }
    : { label: cwe, url: `https://cwe.mitre.org/data/definitions/${number}.html` };
}

function decision({ triage }: Issue): { decision?: string } {
  if (!triage?.reason) return {};
  const by = decidedBy(triage.by);
  return { decision: by === '' ? triage.reason : l10n.t('{0} — {1}', triage.reason, by) };
}

function scores({ cvssScoreDetailed }: Issue): DetailsView['scores'] {
  if (!cvssScoreDetailed) return [];
  const { cvssVector, severity, score, metrics, cvssV3Vector, cvssV3Severity, cvssV3Score, cvssV3Metrics } =
    cvssScoreDetailed;
  const grade = (value: number | undefined, word: string) =>
    value === undefined ? word : `${value.toFixed(1)} ${word}`;
  return [
    { name: 'CVSS 4.0', grade: grade(score, severity), vector: cvssVector, metrics: metrics ?? [] },
    {
      name: 'CVSS 3.1',
      grade: grade(cvssV3Score, cvssV3Severity),
      vector: cvssV3Vector,
      metrics: cvssV3Metrics ?? [],
    },
  ].filter(({ vector }) => vector !== '');
}
