import * as l10n from '@vscode/l10n';
import type { FlowStep, HistoryEntry, Issue } from '../../api/contract/issue.ts';
import type { FlowRole } from '../../api/contract/vocabulary.ts';
import { otherSinks } from '../../api/other-sinks.ts';
import { severityLabel, statusLabel } from '../../words/issues.ts';
import { type Fitting, fittingDecision } from '../investigation/fitting.ts';
import { isUnderWay, stageText, verdictIcon, verdictLabel } from '../investigation/words.ts';
import { className } from '../issues/class-name.ts';
import { dayOf } from '../issues/days.ts';
import { stateOf } from '../issues/issue-state.ts';
import { stateIcon, stateLabel } from '../issues/issue-state-text.ts';
import { decidedBy } from '../issues/issue-text.ts';
import { isOnDemand, type KnownIssue, shownLine } from '../issues/known-issue.ts';
import { isSuppressed } from '../issues/ranking.ts';
import { outsideText } from '../issues/role-text.ts';
import { servicePage } from '../issues/service-page.ts';
import { threatText } from '../issues/threat-text.ts';
import { traceText } from '../patches/origin-words.ts';
import { toDependencyView } from './dependency-section.ts';
import type { DetailsView, InvestigationView } from './messages.ts';
import { ratingText } from './rating.ts';

/**
 * Puts an issue into the words of the details page.
 * @param known where its code is now, when this window knows
 * @param isNew whether the latest scan saw it first
 * @param done what this window did to it and can undo
 */
export function toDetailsView(
  issue: Issue,
  known: KnownIssue | undefined,
  isNew: boolean,
  done: Undoable = { isPatched: false, decided: 0 },
): DetailsView {
  // The window's own list may be ahead of the issue in full, or be without an issue that is settled.
  const { reported } = known?.issue ?? {};
  const state = stateOf({ ...known, issue: { ...issue, ...known?.issue, history: issue.history, reported } });
  const isSettled = state.kind === 'resolved' || state.kind === 'suppressed' || state.kind === 'checking';
  return {
    id: issue.id,
    title: issue.title,
    severity: issue.severity,
    severityLabel: severityLabel(issue.severity),
    score: issue.score,
    confidence: issue.confidence,
    className: known?.issue.reported ? issue.title : className(issue.vulnClass),
    ruleId: issue.ruleId,
    statusLabel: stateLabel(state),
    statusIcon: stateIcon(state) ?? '',
    isSuppressed: isSuppressed(issue.status),
    canDecide: known?.issue.reported === undefined && state.kind !== 'resolved',
    undo: undoButtons(done),
    canCheck: !isSettled && known?.issue.reported === undefined,
    ...(isOnDemand(issue) && known?.issue.reported === undefined ? { unsaved: unsavedText() } : {}),
    isAtService: servicePage(issue) !== undefined,
    ...decision(issue),
    isNew,
    ...(issue.foundSeverity === undefined || issue.foundSeverity === issue.severity
      ? {}
      : { foundSeverity: severityLabel(issue.foundSeverity) }),
    ...(issue.codeRole ? { outside: outsideText(issue) } : {}),
    ...threat(issue),
    ...route(issue),
    ...(isOnDemand(issue) ? {} : investigation(issue)),
    ...(issue.validationSecurityAssessment === undefined
      ? {}
      : { assessment: issue.validationSecurityAssessment }),
    note: issue.note ?? '',
    ...(issue.trackerIssue ? { tracker: issue.trackerIssue } : {}),
    history: (issue.history ?? []).map(historyView),
    file: issue.file,
    line: known ? shownLine(known) : issue.startLine,
    description: issue.description,
    ...meaning(issue, known ? shownLine(known) : issue.startLine),
    weaknesses: issue.cwes.map(weakness),
    references: [...(issue.references ?? [])],
    flows: issue.codeFlows
      .filter(({ steps }) => steps.length > 0)
      .map(({ steps }) => ({ steps: steps.map(stepView) })),
    alsoReaches: otherSinks(issue.codeFlows.filter(({ steps }) => steps.length > 0)).map(
      ({ flow, step }) => ({
        flow,
        file: step.file,
        line: step.range.startLine,
        snippet: step.snippet.trim(),
      }),
    ),
    preconditions: preconditionsOf(issue).map(({ text, met }) => ({
      text,
      state: met === null ? 'notKnown' : met ? 'met' : 'notMet',
      label: met === null ? l10n.t('not known') : met ? l10n.t('met') : l10n.t('not met'),
    })),
    attackSteps: [...issue.attackSteps]
      .sort((a, b) => a.order - b.order)
      .map(({ text, step }) => (step === undefined ? { text } : { text, step })),
    rating: ratingText(issue),
    scores: scores(issue),
    firstSeen: issue.firstSeenAt,
    lastSeen: issue.lastSeenAt,
  };
}

/** What it means and what to do: of a package what its advisory says, in place of what is true of all packages. */
function meaning(issue: Issue, line: number): Pick<DetailsView, 'dependency' | 'impact' | 'remediation'> {
  if (issue.dependency) return { dependency: toDependencyView(issue.dependency, issue, line) };
  return {
    ...(issue.vulnImpact === undefined ? {} : { impact: issue.vulnImpact }),
    ...(issue.remediation === undefined ? {} : { remediation: issue.remediation }),
  };
}

/** Of a package, the steps of its evidence say all of it. */
const preconditionsOf = ({ dependency, preconditions }: Issue): Issue['preconditions'] =>
  dependency ? [] : preconditions;

/** What a window did to an issue and can undo. */
export interface Undoable {
  readonly isPatched: boolean;
  /** How many issues the last decision about it was about; 0 where there was none. */
  readonly decided: number;
}

function undoButtons({ isPatched, decided }: Undoable): DetailsView['undo'] {
  const decision = decided === 1 ? l10n.t('Undo Decision') : l10n.t('Undo Decision on {0} Issues', decided);
  return [
    ...(isPatched ? [{ what: 'patch' as const, label: l10n.t('Undo Patch') }] : []),
    ...(decided > 0 ? [{ what: 'decision' as const, label: decision }] : []),
  ];
}

/** What makes possible what an issue of an on-demand scan cannot have by itself. */
function unsavedText(): string {
  return l10n.t(
    'This issue is from a scan that is not saved to the project. Scan the workspace to fix, decide or investigate it.',
  );
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

function decision({ triage, status }: Issue): { decision?: string } {
  if (!triage || (triage.reason === undefined && !isSuppressed(status))) return {};
  const parts = [
    triage.reason ?? '',
    decidedBy(triage.by),
    triage.until === undefined ? '' : l10n.t('until {0}', dayOf(triage.until)),
  ];
  const text = parts.filter((part) => part !== '').join(' — ');
  return text === '' ? {} : { decision: text };
}

const threat = ({ exposure, flow }: Issue): Pick<DetailsView, 'threat'> => {
  const model = exposure?.threatModel ?? flow?.threatModel;
  return model === undefined ? {} : { threat: threatText(model) };
};

/** Where requests come in, and what asks who sent them. */
function route({ exposure }: Issue): Pick<DetailsView, 'route'> {
  const entry = exposure?.entryPoint;
  if (!entry) return {};
  const methods = entry.methods.length === 0 ? '' : `${entry.methods.join(', ')} `;
  return {
    route: { text: `${methods}${entry.path}`, guards: [...entry.guards], isOpen: entry.guards.length === 0 },
  };
}

function investigation(issue: Issue): { investigation?: InvestigationView } {
  const found = issue.investigation;
  if (!found) return {};
  const fitting = fittingDecision(issue);
  return {
    investigation: {
      state: isUnderWay(found.status)
        ? 'underWay'
        : found.status === 'COMPLETED'
          ? 'completed'
          : found.status === 'CANCELLED'
            ? 'cancelled'
            : 'failed',
      stage: isUnderWay(found.status)
        ? stageText(found)
        : (found.errorMessage ?? l10n.t('the service gave no reason')),
      ...(found.status === 'COMPLETED' && found.verdict !== undefined
        ? { verdict: { label: verdictLabel(found.verdict), icon: verdictIcon(found.verdict) } }
        : {}),
      ...(found.summary === undefined ? {} : { summary: found.summary }),
      ...(found.confidence === undefined ? {} : { confidence: found.confidence }),
      ...(found.context === undefined ? {} : { context: found.context }),
      evidence: found.evidence.map(({ speaks, text, place }) => ({
        speaks,
        text,
        ...(place === undefined ? {} : { place }),
      })),
      ...(found.updatedAt === undefined ? {} : { updatedAt: found.updatedAt }),
      ...(found.trace ? { trace: traceText(found.trace) } : {}),
      ...(fitting ? { fitting: fittingLabel(fitting.decision) } : {}),
    },
  };
}

function fittingLabel(decision: Fitting['decision']): string {
  switch (decision) {
    case 'confirm':
      return l10n.t('Confirm with this reason');
    case 'falsePositive':
      return l10n.t('Mark as false positive with this reason…');
    case 'nonExploitable':
      return l10n.t('Mark as not exploitable with this reason…');
  }
}

function historyView(entry: HistoryEntry): DetailsView['history'][number] {
  const { at, from, to, fromSeverity, toSeverity, reason, by } = entry;
  const isSeverity = fromSeverity !== undefined && toSeverity !== undefined;
  const [before, after] = isSeverity
    ? [severityLabel(fromSeverity), severityLabel(toSeverity)]
    : [statusLabel(from), statusLabel(to)];
  return {
    at,
    by: by === undefined ? l10n.t('by a scan, or by itself') : decidedBy(by),
    what: before === after ? after : l10n.t('{0} → {1}', before, after),
    reason: reason ?? '',
  };
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
