import * as vscode from 'vscode';
import type { KeptPack } from '../../connection/repository/pack-api.ts';
import type { KeptRule } from '../../connection/repository/rule-api.ts';
import type { Kept } from './kept.ts';
import { isOn, isSwitchNode, type RuleNode, type SwitchNode, titleOf } from './nodes.ts';

/** A row that is to be on or off. */
export interface Switch {
  readonly node: SwitchNode;
  readonly enabled: boolean;
}

/** What the service keeps of each kind. */
export interface KeptThings {
  readonly rules: Kept<KeptRule>;
  readonly packs: Kept<KeptPack>;
}

/** What check boxes were set to. */
export const switchesOf = (
  items: readonly (readonly [RuleNode, vscode.TreeItemCheckboxState])[],
): readonly Switch[] =>
  items.flatMap(([node, state]) =>
    isSwitchNode(node) ? [{ node, enabled: state === vscode.TreeItemCheckboxState.Checked }] : [],
  );

/** The argument of the command that switches: only the view and its notification run it. */
export const isSwitches = (value: unknown): value is readonly Switch[] =>
  Array.isArray(value) &&
  value.every((one: unknown) => typeof one === 'object' && one !== null && 'node' in one && 'enabled' in one);

/**
 * Switches rows one after the other, says which are done, and offers to undo those.
 * @throws Failure at the first that cannot be switched
 */
export async function switchRows(switches: readonly Switch[], kept: KeptThings): Promise<void> {
  const done: Switch[] = [];
  let isUnsaved = false;
  try {
    for (const one of switches) {
      if (!(await switched(one, kept))) isUnsaved = true;
      done.push(one);
    }
  } finally {
    // Not awaited: whoever switches need not wait until the message is read.
    void tellSwitched(done, isUnsaved);
  }
}

/** @returns whether the next scan sees it */
async function switched({ node, enabled }: Switch, kept: KeptThings): Promise<boolean> {
  switch (node.kind) {
    case 'rule':
      return await (await import('./switch-rule.ts')).switchInFile(node.file, node.rule.id, enabled);
    case 'keptRule': {
      const { id } = node.kept.rule;
      await kept.rules.change(
        node.scope,
        (api, signal) => api.rules.setEnabled(id, enabled, signal),
        (item, rule) => (item.rule.id === id ? { ...item, rule } : item),
      );
      return true;
    }
    case 'pack':
    case 'template': {
      const { kind, pack } = node.kept;
      const template = node.kind === 'template' ? { templateId: node.template.id } : {};
      await kept.packs.change(
        node.scope,
        (api, signal) => api.packs.toggle(kind, { packId: pack.id, ...template, enabled }, signal),
        (item, changed) =>
          item.kind === kind && item.pack.id === pack.id ? { ...item, pack: changed } : item,
      );
      return true;
    }
  }
}

async function tellSwitched(done: readonly Switch[], isUnsaved: boolean): Promise<void> {
  const [first] = done;
  if (!first) return;
  const { node, enabled } = first;
  const one = enabled
    ? vscode.l10n.t('“{0}” is on.', titleOf(node))
    : vscode.l10n.t('“{0}” is off.', titleOf(node));
  const what = done.length > 1 ? vscode.l10n.t('{0} rules were switched.', done.length) : one;
  const next = isUnsaved
    ? vscode.l10n.t('Save the file: scans read what is saved.')
    : vscode.l10n.t('This takes effect with the next scan.');
  const undo = vscode.l10n.t('Undo');
  if ((await vscode.window.showInformationMessage(`${what} ${next}`, undo)) !== undo) return;
  await vscode.commands.executeCommand('parapet.switchRules', done.flatMap(undone));
}

/** What has each row as it was: of a pack, the templates that were otherwise. */
export function undone({ node, enabled }: Switch): readonly Switch[] {
  if (node.kind !== 'pack') return [{ node, enabled: isOn(node) }];
  const { scope, kept } = node;
  return kept.pack.templates
    .filter((template) => template.enabled !== enabled)
    .map((template) => ({ node: { kind: 'template', scope, kept, template }, enabled: template.enabled }));
}
