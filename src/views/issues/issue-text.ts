import * as l10n from '@vscode/l10n';
import type { IssueListItem, TrackerIssue } from '../../api/contract/issue.ts';
import type { VulnerableDependency } from '../../api/contract/vulnerable-dependency.ts';
import { severityLabel, statusLabel } from '../../words/issues.ts';
import { investigationText, isUnderWay, verdictLabel } from '../investigation/words.ts';
import { escapeMarkdown, shorten } from '../markdown.ts';
import { dayOf } from './days.ts';
import { patchOfferOf, stateOf } from './issue-state.ts';
import { stateLabel, stateNote } from './issue-state-text.ts';
import { isOnDemand, type KnownIssue, type ListedIssue, shownLine } from './known-issue.ts';
import { isResolved, isSuppressed } from './ranking.ts';
import { outsideText, roleText } from './role-text.ts';
import { threatText } from './threat-text.ts';
import type { GroupedBy } from './tree/grouping.ts';

/** How issues are put into words, in the tree, in hovers and for screen readers. */

/** The grey text behind a title in the tree: where it is, unless the group says so already. */
export function issueDescription(known: KnownIssue, by: GroupedBy, isNews: boolean): string {
  const line = shownLine(known);
  const where = by === 'file' ? l10n.t('line {0}', line) : `${baseName(known.issue.file)}:${line}`;
  const { reported } = known.issue;
  const state = stateOf(known);
  const parts = [where];
  if (reported && by !== 'tool') parts.push(reported.tool);
  if (isSuppressed(known.issue.status)) parts.push(...decisionParts(known.issue, by !== 'status'));
  else if (reported) parts.push(baselineText(reported));
  else if (isNews && !isOnDemand(known.issue)) parts.push(l10n.t('new'));
  const sinks = known.issue.flow?.otherSinks;
  if (sinks !== undefined) parts.push(l10n.t('{0} sinks', sinks + 1));
  if (known.issue.codeRole) parts.push(roleText(known.issue.codeRole.role));
  parts.push(stateNote(state));
  parts.push(pastInvestigation(known.issue));
  return parts.filter((part) => part !== '').join(' · ');
}

/** What a screen reader says for an issue in the tree: everything that the icon and the colours say. */
export function issueSpoken(known: KnownIssue): string {
  const { issue } = known;
  const state = stateOf(known);
  const parts = [
    issue.title,
    severityLabel(issue.severity),
    l10n.t('{0} line {1}', issue.file, shownLine(known)),
    issue.flow?.otherSinks === undefined ? '' : l10n.t('{0} sinks', issue.flow.otherSinks + 1),
    issue.codeRole ? roleText(issue.codeRole.role) : '',
    originText(issue),
    ...(isSuppressed(issue.status) ? decisionParts(issue, true) : [stateLabel(state)]),
    pastInvestigation(issue),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** What was decided, why, by whom and until when, as far as the service says. */
function decisionParts({ status, triage, reported }: ListedIssue, withStatus: boolean): string[] {
  return [
    reported ? l10n.t('suppressed in the report') : withStatus ? statusLabel(status) : '',
    triage?.reason === undefined || triage.reason === '' ? '' : l10n.t('“{0}”', shorten(triage.reason, 80)),
    decidedBy(triage?.by),
    triage?.until === undefined ? '' : l10n.t('until {0}', dayOf(triage.until)),
  ];
}

/** Who found it, where that is no scan of the workspace. */
function originText(issue: ListedIssue): string {
  if (issue.reported) return l10n.t('reported by {0}', issue.reported.tool);
  return isOnDemand(issue) ? l10n.t('found by an on-demand scan') : '';
}

function baselineText({ baseline }: NonNullable<ListedIssue['reported']>): string {
  if (baseline === 'new') return l10n.t('new');
  return baseline === 'updated' ? l10n.t('updated') : '';
}

/** Of a package: who brings it and what ends it. The hover of its manifest's line has the rest. */
function packageMessage(title: string, { path, name, fixedVersion }: VulnerableDependency): string {
  const [first] = path;
  return [
    title,
    first && path.length > 1 ? l10n.t('{0} brings {1}', first.name, name) : '',
    fixedVersion === undefined ? l10n.t('no fixed version known') : l10n.t('fixed in {0}', fixedVersion),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** One line for the Problems panel. */
export function problemMessage(issue: IssueListItem): string {
  if (issue.dependency) return packageMessage(issue.title, issue.dependency);
  const why = shorten(issue.description, 300);
  return why === '' || why.toLowerCase().startsWith(issue.title.toLowerCase())
    ? why || issue.title
    : `${issue.title}: ${why}`;
}

/** Severity, score and confidence in a line: `Critical 93 · 96 % sure`. */
export function gradeText(issue: ListedIssue): string {
  if (issue.reported?.isConfidenceKnown === false)
    return l10n.t('{0} {1}', severityLabel(issue.severity), issue.score);
  return l10n.t('{0} {1} · {2} % sure', severityLabel(issue.severity), issue.score, issue.confidence);
}

/** What a hover says that a list does not know. */
export interface HoverDetails {
  readonly remediation?: string | undefined;
  /** The summary of the investigation. */
  readonly verdict?: string | undefined;
}

/** What came of an investigation; one that is under way is the issue's state. */
function pastInvestigation({ investigation }: IssueListItem): string {
  return isUnderWay(investigation?.status) ? '' : investigationText(investigation);
}

/** What an investigation says; empty where there is none. */
function verdictText(issue: IssueListItem, summary: string | undefined): string {
  const { investigation } = issue;
  if (investigation?.status === 'COMPLETED' && investigation.verdict !== undefined && summary)
    return l10n.t('Investigated: {0}. {1}', verdictLabel(investigation.verdict), shorten(summary, 240));
  const text = pastInvestigation(issue);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What the editor shows below the problem's own message, which says what and why: how bad, how sure, where it comes
 * from, what to do. Everything that comes from a service or from code is escaped; links run only our commands.
 */
export function hoverMarkdown(known: KnownIssue, { remediation, verdict }: HoverDetails): string {
  const { issue } = known;
  const state = stateNote(stateOf(known));
  const facts = [gradeText(issue), ...issue.cwes, ...(state === '' ? [] : [state])];
  const lines = [`**${escapeMarkdown(facts.join(' · '))}**`, ''];
  const outside = outsideText(issue);
  if (outside !== '') lines.push(`$(beaker) ${escapeMarkdown(outside)}`, '');
  const found = verdictText(issue, verdict);
  if (found !== '') lines.push(`$(search) ${escapeMarkdown(found)}`, '');
  if (remediation) lines.push(`$(lightbulb) ${plainMarkdown(remediation)}`, '');
  const details = commandLink('parapet.showDetails', issue.id);
  const dismiss = commandLink('parapet.markFalsePositive', issue.id);
  const links = [`[$(open-preview) ${escapeMarkdown(l10n.t('Show details'))}](${details})`];
  links.push(...patchLinks(known));
  if (issue.reported === undefined && !isResolved(issue.status)) {
    const investigate = commandLink('parapet.investigate', issue.id);
    if (!isUnderWay(issue.investigation?.status))
      links.push(`[$(search) ${escapeMarkdown(l10n.t('Investigate…'))}](${investigate})`);
    if (!isSuppressed(issue.status))
      links.push(`[$(thumbsdown) ${escapeMarkdown(l10n.t('False positive…'))}](${dismiss})`);
  }
  lines.push(links.join(' · '));
  return lines.join('\n');
}

/** What can be done with the patch in the state that it is in. */
function patchLinks(known: KnownIssue): readonly string[] {
  const link = (icon: string, title: string, command: string) =>
    `[$(${icon}) ${escapeMarkdown(title)}](${commandLink(command, known.issue.id)})`;
  switch (patchOfferOf(known)) {
    case 'ready':
      return [link('diff', l10n.t('Show patch'), 'parapet.showPatch')];
    case 'none':
      return [link('wand', l10n.t('Generate patch'), 'parapet.generatePatch')];
    case 'failed':
      return [link('question', l10n.t('Why the patch failed'), 'parapet.explainPatch')];
    case 'unpatchable':
      return [link('lightbulb', l10n.t('How to fix'), 'parapet.howToFix')];
    case 'outdated':
      return [link('refresh', l10n.t('Regenerate patch'), 'parapet.regeneratePatch')];
    case 'busy':
    case undefined:
      return [];
  }
}

/** The first paragraph of a remediation as plain text: a hover has no room for more. */
function plainMarkdown(markdown: string): string {
  const paragraph = markdown.split(/\n\s*\n/)[0] ?? '';
  return escapeMarkdown(shorten(paragraph.replace(/[*_`]/g, ''), 360));
}

/** The tooltip of a tree item: the hover without its links. */
export function tooltipMarkdown(known: KnownIssue): string {
  const { issue } = known;
  const lines = [
    `**${escapeMarkdown(issue.title)}** — ${escapeMarkdown(gradeText(issue))}`,
    '',
    escapeMarkdown(shorten(issue.description, 420)),
    '',
    escapeMarkdown(`${issue.file}:${shownLine(known)}`),
  ];
  const threat = issue.flow?.threatModel;
  if (threat) lines.push('', escapeMarkdown(l10n.t('Source: {0}', threatText(threat))));
  const note = isSuppressed(issue.status) ? '' : stateNote(stateOf(known));
  if (note) lines.push('', `_${escapeMarkdown(note)}_`);
  const origin = originText(issue);
  if (origin) lines.push('', `_${escapeMarkdown(origin)}_`);
  const { triage } = issue;
  if (triage) {
    const status = issue.reported ? l10n.t('suppressed in the report') : statusLabel(issue.status);
    const decided = [status, triage.reason ?? '', decidedBy(triage.by)];
    if (triage.until !== undefined) decided.push(l10n.t('until {0}', dayOf(triage.until)));
    lines.push('', escapeMarkdown(decided.filter((part) => part !== '').join(' — ')));
  }
  const found = verdictText(issue, undefined);
  if (found !== '') lines.push('', escapeMarkdown(found));
  if (issue.note !== undefined) lines.push('', escapeMarkdown(l10n.t('Note: {0}', shorten(issue.note, 200))));
  const { trackerIssue } = issue;
  if (trackerIssue) lines.push('', escapeMarkdown(followedText(trackerIssue)));
  return lines.join('\n');
}

/** Where an issue is followed up, and how it stands there. */
function followedText({ id, title, state }: TrackerIssue): string {
  const named = title === id ? id : `${id} ${shorten(title, 120)}`;
  return state ? l10n.t('Followed up in {0} · {1}', named, state.name) : l10n.t('Followed up in {0}', named);
}

/** Who decided; the service on this machine knows its only user by an address that says nothing. */
export function decidedBy(by: string | undefined): string {
  if (by === undefined) return '';
  return by.endsWith('@localhost.localdomain') ? l10n.t('on this machine') : by;
}

function commandLink(command: string, id: string): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify([id]))}`;
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
