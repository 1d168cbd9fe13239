import * as vscode from 'vscode';
import type { DependencyFilter, DependencyGrouping } from './filter.ts';

/** Characters that are searched for at most. */
const longestText = 200;

/** Asks for a part of a name. @returns undefined where nothing is to change */
export async function askText(before: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Search the dependencies'),
    value: before,
    placeHolder: vscode.l10n.t('Part of a package, an advisory or a manifest; empty shows all'),
  });
  return text?.trim().slice(0, longestText);
}

interface Choice extends vscode.QuickPickItem {
  readonly change?: Partial<DependencyFilter>;
}

/** Asks what is shown, and by what it is grouped. @returns undefined where nothing is to change */
export async function askFilter({
  vulnerableOnly,
  directOnly,
  exposedOnly,
  grouping,
}: DependencyFilter): Promise<Partial<DependencyFilter> | undefined> {
  const group = (label: string, to: DependencyGrouping): Choice => ({
    label,
    ...(to === grouping && { description: vscode.l10n.t('current') }),
    change: { grouping: to },
  });
  const toggle = (label: string, isOn: boolean, change: Partial<DependencyFilter>): Choice => ({
    label,
    iconPath: new vscode.ThemeIcon(isOn ? 'check' : 'blank'),
    ...(isOn && { description: vscode.l10n.t('on') }),
    change,
  });
  const heading = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const picked = await vscode.window.showQuickPick<Choice>(
    [
      heading(vscode.l10n.t('Show')),
      toggle(vscode.l10n.t('Only vulnerable packages'), vulnerableOnly, { vulnerableOnly: !vulnerableOnly }),
      toggle(vscode.l10n.t('Only what the project asks for itself'), directOnly, {
        directOnly: !directOnly,
      }),
      toggle(vscode.l10n.t('Only what is exposed to the internet'), exposedOnly, {
        exposedOnly: !exposedOnly,
      }),
      heading(vscode.l10n.t('Group')),
      group(vscode.l10n.t('By repository'), 'repository'),
      group(vscode.l10n.t('By manifest'), 'manifest'),
      group(vscode.l10n.t('By ecosystem'), 'ecosystem'),
    ],
    { title: vscode.l10n.t('Filter and group the dependencies') },
  );
  return picked?.change;
}

/** What the view's title says of the filter. */
export function filterText({ text, vulnerableOnly, directOnly, exposedOnly }: DependencyFilter): string {
  return [
    text === '' ? '' : vscode.l10n.t('“{0}”', text),
    vulnerableOnly ? vscode.l10n.t('vulnerable only') : '',
    directOnly ? vscode.l10n.t('direct only') : '',
    exposedOnly ? vscode.l10n.t('exposed only') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
