import * as vscode from 'vscode';
import { dayOf, endOfDay } from '../issues/days.ts';

/** When a suppression ends: chosen from a few, or as a date. */

const dayMs = 86_400_000;

export interface SuppressionEnd {
  /** ISO 8601; absent where it has no end. */
  readonly until?: string;
}

type Choice = vscode.QuickPickItem & { readonly days: number | 'none' | 'date' };

/** @returns undefined when the user would rather leave it as it is */
export async function askUntil(title: string): Promise<SuppressionEnd | undefined> {
  const choices: Choice[] = [
    { label: vscode.l10n.t('No end'), days: 'none' },
    { label: vscode.l10n.t('1 week'), days: 7 },
    { label: vscode.l10n.t('1 month'), days: 30 },
    { label: vscode.l10n.t('1 quarter'), days: 90 },
    { label: vscode.l10n.t('1 year'), days: 365 },
    { label: vscode.l10n.t('Until a date…'), days: 'date' },
  ];
  const picked = await vscode.window.showQuickPick(
    choices.map((choice) =>
      typeof choice.days === 'number' ? { ...choice, description: endOf(choice.days) } : choice,
    ),
    {
      title,
      placeHolder: vscode.l10n.t('The issues are open again after that'),
      ignoreFocusOut: true,
    },
  );
  if (!picked) return undefined;
  if (picked.days === 'none') return {};
  if (picked.days === 'date') return await askDate(title);
  return { until: instantIn(picked.days) };
}

async function askDate(title: string): Promise<SuppressionEnd | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The last day, as year-month-day'),
    value: dayOf(instantIn(30)),
    ignoreFocusOut: true,
    validateInput: (value) => endOfDay(value, Date.now()).fault,
  });
  if (text === undefined) return undefined;
  const { until } = endOfDay(text, Date.now());
  return until === undefined ? undefined : { until };
}

function endOf(days: number): string {
  return vscode.l10n.t('until {0}', dayOf(instantIn(days)));
}

function instantIn(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}
