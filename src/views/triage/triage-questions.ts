import * as vscode from 'vscode';
import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Severity } from '../../api/contract/vocabulary.ts';
import { severityLabel } from '../../words/issues.ts';
import { longestReason } from '../issues/limits.ts';
import { severities } from '../issues/ranking.ts';

export const decisions = [
  'confirm',
  'falsePositive',
  'nonExploitable',
  'acceptRisk',
  'backlog',
  'informational',
  'reopen',
] as const;
export type Decision = (typeof decisions)[number];

/** Decisions that nobody understands later without their reason. */
export type ReasonedDecision = 'falsePositive' | 'nonExploitable' | 'acceptRisk';

/**
 * @param suggested a reason to begin with
 * @returns undefined when the user would rather leave it as it is
 */
export async function askReason(
  decision: ReasonedDecision,
  count: number,
  suggested: string | undefined,
): Promise<string | undefined> {
  const { title, example } = reasonWords(decision);
  const reason = await vscode.window.showInputBox({
    title: count === 1 ? title : vscode.l10n.t('{0}: {1} issues', title, count),
    prompt: vscode.l10n.t(
      'Why? The reason is kept with the issue. Enter applies, Escape leaves it as it is.',
    ),
    placeHolder: example,
    ignoreFocusOut: true,
    ...(suggested === undefined ? {} : { value: suggested }),
    validateInput: (text) =>
      text.trim() === '' ? vscode.l10n.t('Give a reason: someone will ask.') : tooLong(text, longestReason),
  });
  return reason?.trim();
}

function reasonWords(decision: ReasonedDecision): { readonly title: string; readonly example: string } {
  switch (decision) {
    case 'falsePositive':
      return {
        title: vscode.l10n.t('Mark as false positive'),
        example: vscode.l10n.t('Example: the value is checked by the framework before it gets here'),
      };
    case 'nonExploitable':
      return {
        title: vscode.l10n.t('Mark as not exploitable'),
        example: vscode.l10n.t('Example: nothing calls this, and it goes with the next release'),
      };
    case 'acceptRisk':
      return {
        title: vscode.l10n.t('Accept the risk'),
        example: vscode.l10n.t('Example: only reachable from the administrators’ network'),
      };
  }
}

/** Undefined where the text fits, else by how much it does not. */
function tooLong(text: string, most: number): string | undefined {
  return text.length > most
    ? vscode.l10n.t('{0} of at most {1} characters', text.length.toLocaleString(), most.toLocaleString())
    : undefined;
}

/** Counts what is written: as a remark while it fits, as an error once it does not. */
export function countCharacters(text: string, most: number): vscode.InputBoxValidationMessage | undefined {
  if (text === '') return undefined;
  const levels = vscode.InputBoxValidationSeverity;
  const message = vscode.l10n.t(
    '{0} of at most {1} characters',
    text.length.toLocaleString(),
    most.toLocaleString(),
  );
  return { message, severity: text.length > most ? levels.Error : levels.Info };
}

/** Lets the user choose among the decisions that would change anything. */
export async function askDecision(
  issues: readonly IssueListItem[],
): Promise<Decision | 'severity' | 'note' | 'tracker' | undefined> {
  const isAlready = (decision: Decision) => issues.every(({ status }) => status === statusOf[decision]);
  const offered = decisions.filter((decision) => !isAlready(decision));
  const more = issues.length === 1 ? (['severity', 'note', 'tracker'] as const) : (['severity'] as const);
  const items = [...offered, ...more].map((choice) => ({ choice, ...choiceWords(choice) }));
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator, choice: undefined };
  const picked = await vscode.window.showQuickPick(
    [...items.slice(0, offered.length), separator, ...items.slice(offered.length)],
    {
      title:
        issues.length === 1
          ? vscode.l10n.t('Triage: {0}', issues[0]?.title ?? '')
          : vscode.l10n.t('Triage: {0} issues', issues.length),
      placeHolder: vscode.l10n.t('What is decided about it can be undone'),
      matchOnDescription: true,
    },
  );
  return picked?.choice;
}

function choiceWords(choice: Decision | 'severity' | 'note' | 'tracker'): vscode.QuickPickItem {
  switch (choice) {
    case 'confirm':
      return {
        label: `$(thumbsup) ${vscode.l10n.t('Confirm')}`,
        description: vscode.l10n.t('true positive, in review'),
      };
    case 'falsePositive':
      return {
        label: `$(thumbsdown) ${vscode.l10n.t('False positive…')}`,
        description: vscode.l10n.t('it is not so'),
      };
    case 'nonExploitable':
      return {
        label: `$(shield) ${vscode.l10n.t('Not exploitable…')}`,
        description: vscode.l10n.t('it is so, but does no harm'),
      };
    case 'acceptRisk':
      return {
        label: `$(law) ${vscode.l10n.t('Accept the risk…')}`,
        description: vscode.l10n.t('it does harm, and we live with it'),
      };
    case 'backlog':
      return { label: `$(archive) ${vscode.l10n.t('Backlog…')}`, description: vscode.l10n.t('later') };
    case 'informational':
      return {
        label: `$(info) ${vscode.l10n.t('Informational')}`,
        description: vscode.l10n.t('worth knowing, nothing to do'),
      };
    case 'reopen':
      return {
        label: `$(discard) ${vscode.l10n.t('Reopen')}`,
        description: vscode.l10n.t('as if nothing was decided'),
      };
    case 'severity':
      return { label: `$(symbol-ruler) ${vscode.l10n.t('Change the severity…')}` };
    case 'note':
      return { label: `$(note) ${vscode.l10n.t('Edit the note…')}` };
    case 'tracker':
      return { label: `$(link) ${vscode.l10n.t('Link existing tracker issue…')}` };
  }
}

/** @returns null for the engine's severity; undefined when the user would rather leave it as it is */
export async function askSeverity(issues: readonly IssueListItem[]): Promise<Severity | null | undefined> {
  const present = new Set(issues.map(({ severity }) => severity));
  const found = new Set(issues.flatMap(({ foundSeverity }) => foundSeverity ?? []));
  const [one] = found;
  const back = {
    severity: null,
    label: vscode.l10n.t('Back to what the scan found'),
    description: found.size === 1 && one ? severityLabel(one) : '',
  };
  const items = severities.map((severity) => ({
    severity,
    label: severityLabel(severity),
    description: present.size === 1 && present.has(severity) ? vscode.l10n.t('current') : '',
  }));
  const picked = await vscode.window.showQuickPick(found.size === 0 ? items : [back, ...items], {
    title:
      issues.length === 1
        ? vscode.l10n.t('How severe is it?')
        : vscode.l10n.t('How severe are these {0} issues?', issues.length),
  });
  return picked?.severity;
}

/** @returns empty where none was given; undefined when the user would rather leave it as it is */
export async function askSeverityReason(severity: Severity): Promise<string | undefined> {
  const reason = await vscode.window.showInputBox({
    title: vscode.l10n.t('Severity: {0}', severityLabel(severity)),
    prompt: vscode.l10n.t('Why? It is kept in the history. Enter applies, Escape leaves it as it is.'),
    ignoreFocusOut: true,
    validateInput: (text) => tooLong(text, longestReason),
  });
  return reason?.trim();
}

/** @returns undefined when the user would rather leave it as it is */
export async function askNote(present: string, most: number): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title: vscode.l10n.t('Note'),
    prompt: vscode.l10n.t(
      'Everybody in the organization sees it. Without any text it is taken away. Several lines fit on the details page.',
    ),
    value: present,
    ignoreFocusOut: true,
    validateInput: (text) => countCharacters(text, most),
  });
}

export const statusOf = {
  falsePositive: 'FALSE_POSITIVE',
  nonExploitable: 'NON_EXPLOITABLE',
  acceptRisk: 'ACCEPTED_RISK',
  backlog: 'BACKLOG',
  informational: 'INFORMATIONAL',
  confirm: 'REVIEWING',
  reopen: 'PENDING_REVIEW',
} as const satisfies Record<Decision, IssueListItem['status']>;

export function doneText(decision: Exclude<Decision, 'reopen'>, count: number): string {
  switch (decision) {
    case 'acceptRisk':
      return count === 1
        ? vscode.l10n.t('The risk is accepted.')
        : vscode.l10n.t('The risk of {0} issues is accepted.', count);
    case 'falsePositive':
      return count === 1
        ? vscode.l10n.t('Marked as a false positive.')
        : vscode.l10n.t('{0} issues are marked as false positives.', count);
    case 'nonExploitable':
      return count === 1
        ? vscode.l10n.t('Marked as not exploitable.')
        : vscode.l10n.t('{0} issues are marked as not exploitable.', count);
    case 'backlog':
      return count === 1
        ? vscode.l10n.t('Put into the backlog.')
        : vscode.l10n.t('{0} issues are put into the backlog.', count);
    case 'informational':
      return count === 1
        ? vscode.l10n.t('Marked as informational.')
        : vscode.l10n.t('{0} issues are marked as informational.', count);
    case 'confirm':
      return count === 1
        ? vscode.l10n.t('Confirmed: it is in review.')
        : vscode.l10n.t('{0} issues are confirmed: they are in review.', count);
  }
}
