import * as vscode from 'vscode';
import { accesses, accessLabel, accessOf } from '../../words/endpoints.ts';
import type { EndpointsView } from './endpoints-view.ts';

/** Filters by a text that method, path, handler or file must contain. */
export async function askText(view: EndpointsView): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Filter the endpoints by text'),
    value: view.filter.text,
    placeHolder: vscode.l10n.t('Part of a method, path, handler or file; nothing for all'),
  });
  if (text !== undefined) view.setFilter({ text: text.trim() });
}

/** Filters by who can call them and whether they have issues; nothing chosen means any. */
export async function askFacets(view: EndpointsView): Promise<void> {
  await view.load();
  const { filter, all } = view;
  const heading = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const byAccess = accesses.map((access) => ({
    access,
    label: accessLabel(access),
    description: String(all.filter(({ endpoint }) => accessOf(endpoint) === access).length),
    picked: filter.accesses.includes(access),
  }));
  const withIssues = {
    access: undefined,
    label: vscode.l10n.t('With issues'),
    description: String(all.filter((known) => view.issuesOf(known).length > 0).length),
    picked: filter.withIssues,
  };
  const picked = await vscode.window.showQuickPick(
    [heading(vscode.l10n.t('Authentication')), ...byAccess, heading(vscode.l10n.t('Issues')), withIssues].map(
      (one) => ({ access: undefined, ...one }),
    ),
    {
      title: vscode.l10n.t('Filter the endpoints'),
      placeHolder: vscode.l10n.t('Choose what is shown; leave a group empty to show all'),
      canPickMany: true,
    },
  );
  if (!picked) return;
  view.setFilter({
    accesses: accesses.filter((access) => picked.some((one) => one.access === access)),
    withIssues: picked.some(({ label }) => label === withIssues.label),
  });
}
