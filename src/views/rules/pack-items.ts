import * as vscode from 'vscode';
import type { PackKind } from '../../connection/repository/pack-api.ts';
import { checkbox, setUnswitchable } from './check-box.ts';
import type { RuleNode } from './nodes.ts';

type NodeOf<K extends RuleNode['kind']> = Extract<RuleNode, { kind: K }>;

export function packsItem({ scope, packKind, packs }: NodeOf<'packs'>): vscode.TreeItem {
  const item = new vscode.TreeItem(kindText(packKind), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `packs ${scope ?? ''} ${packKind}`;
  item.iconPath = new vscode.ThemeIcon('package');
  const templates = packs.flatMap(({ pack }) => pack.templates);
  item.description = onText(templates);
  return item;
}

/** A pack of which some templates are on has an empty box, and says how many. */
export function packItem({ scope, kept }: NodeOf<'pack'>): vscode.TreeItem {
  const { kind, pack, mayChange } = kept;
  const item = new vscode.TreeItem(pack.title, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `pack ${scope ?? ''} ${kind} ${pack.id}`;
  item.description = onText(pack.templates);
  item.tooltip = pack.description;
  if (mayChange) item.checkboxState = checkbox(`${pack.title}, ${item.description}`, pack.enabled);
  else setUnswitchable(item, pack.title, pack.enabled, onlyAdministrators());
  return item;
}

export function templateItem({ scope, kept, template }: NodeOf<'template'>): vscode.TreeItem {
  const { title, description, enabled, enabledByDefault } = template;
  const item = new vscode.TreeItem(title);
  item.id = `template ${scope ?? ''} ${kept.kind} ${kept.pack.id} ${template.id}`;
  const state = enabled ? vscode.l10n.t('on') : vscode.l10n.t('off');
  item.description = enabled === enabledByDefault ? vscode.l10n.t('{0} by default', state) : state;
  item.tooltip = description;
  if (kept.mayChange) item.checkboxState = checkbox(title, enabled);
  else setUnswitchable(item, title, enabled, onlyAdministrators());
  return item;
}

const onText = (templates: readonly { readonly enabled: boolean }[]): string =>
  vscode.l10n.t('{0} of {1} on', templates.filter(({ enabled }) => enabled).length, templates.length);

const onlyAdministrators = (): string =>
  vscode.l10n.t('Only an administrator of the organization can switch packs.');

function kindText(kind: PackKind): string {
  switch (kind) {
    case 'rule':
      return vscode.l10n.t('Rule packs');
    case 'source':
      return vscode.l10n.t('Source packs');
    case 'sink':
      return vscode.l10n.t('Sink packs');
  }
}
