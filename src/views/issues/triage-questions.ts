import * as vscode from 'vscode';

/** Characters of a reason; the contract's limit. */
const longestReason = 5000;
const dayMs = 86_400_000;

export type Decision = 'falsePositive' | 'acceptRisk' | 'backlog' | 'confirm' | 'reopen';

/** Undefined when the user would rather leave it as it is. */
export async function askReason(
  decision: 'falsePositive' | 'acceptRisk',
  count: number,
): Promise<string | undefined> {
  const title =
    decision === 'acceptRisk' ? vscode.l10n.t('Accept the risk') : vscode.l10n.t('Mark as false positive');
  const reason = await vscode.window.showInputBox({
    title: count === 1 ? title : vscode.l10n.t('{0}: {1} issues', title, count),
    prompt: vscode.l10n.t(
      'Why? The reason is kept with the issue. Enter applies, Escape leaves it as it is.',
    ),
    placeHolder:
      decision === 'acceptRisk'
        ? vscode.l10n.t('Example: only reachable from the administrators’ network')
        : vscode.l10n.t('Example: the value is checked by the framework before it gets here'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return vscode.l10n.t('Give a reason: someone will ask.');
      return text.length > longestReason
        ? vscode.l10n.t('At most {0} characters.', longestReason)
        : undefined;
    },
  });
  return reason?.trim();
}

/** Asks when an accepted risk is looked at again; undefined when the user would rather leave it as it is. */
export async function askUntil(): Promise<{ readonly until?: string } | undefined> {
  const choices = [
    { label: vscode.l10n.t('No end'), days: undefined },
    { label: vscode.l10n.t('30 days'), days: 30 },
    { label: vscode.l10n.t('90 days'), days: 90 },
    { label: vscode.l10n.t('1 year'), days: 365 },
  ].map((choice) => ({ ...choice, description: choice.days === undefined ? '' : endOf(choice.days) }));
  const picked = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('Until when is the risk accepted?'),
    placeHolder: vscode.l10n.t('The issues are open again after that'),
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  return picked.days === undefined ? {} : { until: instantIn(picked.days) };
}

function endOf(days: number): string {
  return vscode.l10n.t('until {0}', instantIn(days).slice(0, 10));
}

function instantIn(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}

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
    case 'backlog':
      return count === 1
        ? vscode.l10n.t('Put into the backlog.')
        : vscode.l10n.t('{0} issues are put into the backlog.', count);
    case 'confirm':
      return count === 1
        ? vscode.l10n.t('Confirmed: it is in review.')
        : vscode.l10n.t('{0} issues are confirmed: they are in review.', count);
  }
}
