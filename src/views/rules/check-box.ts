import * as vscode from 'vscode';
import type { KeptRule } from '../../connection/repository/rule-api.ts';

/** The check box of a row that can be switched. @param name of the row, for screen readers */
export function checkbox(name: string, enabled: boolean): NonNullable<vscode.TreeItem['checkboxState']> {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  return {
    state: enabled ? Checked : Unchecked,
    tooltip: enabled ? vscode.l10n.t('Switch off') : vscode.l10n.t('Switch on'),
    accessibilityInformation: {
      label: enabled ? vscode.l10n.t('{0} is on', name) : vscode.l10n.t('{0} is off', name),
    },
  };
}

/** Who may switch a rule that the caller may not. */
export const whoMayChange = ({ rule }: KeptRule): string =>
  rule.allRepositories
    ? vscode.l10n.t('Only an administrator of the organization can switch this rule.')
    : vscode.l10n.t('Only who manages all of its repositories can switch this rule.');

/** Shows a row whose state the caller may only see. */
export function setUnswitchable(item: vscode.TreeItem, name: string, enabled: boolean, who: string): void {
  item.tooltip = `${String(item.tooltip ?? name)}\n\n${who}`;
  item.iconPath = new vscode.ThemeIcon(enabled ? 'pass' : 'circle-slash');
  item.accessibilityInformation = { label: `${name}, ${String(item.description ?? '')}. ${who}` };
}
