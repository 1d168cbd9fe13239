import * as vscode from 'vscode';
import type { KeptRules } from './kept-rules.ts';
import { isSwitchNode, type RuleNode, type SwitchNode } from './nodes.ts';

/** A row that is to be on or off. */
export interface Switch {
  readonly node: SwitchNode;
  readonly enabled: boolean;
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
 * Switches rules one after the other, says which are done, and offers to undo those.
 * @throws Failure at the first that cannot be switched
 */
export async function switchRules(switches: readonly Switch[], kept: KeptRules): Promise<void> {
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
async function switched({ node, enabled }: Switch, kept: KeptRules): Promise<boolean> {
  switch (node.kind) {
    case 'keptRule':
      await kept.setEnabled(node.scope, node.kept.rule.id, enabled);
      return true;
    case 'rule':
      return await (await import('./switch-rule.ts')).switchInFile(node.file, node.rule.id, enabled);
  }
}

async function tellSwitched(done: readonly Switch[], isUnsaved: boolean): Promise<void> {
  const [first] = done;
  if (!first) return;
  const { node, enabled } = first;
  const name = node.kind === 'rule' ? node.rule.id : node.kept.rule.name;
  const one = enabled
    ? vscode.l10n.t('The rule {0} is on.', name)
    : vscode.l10n.t('The rule {0} is off.', name);
  const what = done.length > 1 ? vscode.l10n.t('{0} rules were switched.', done.length) : one;
  const next = isUnsaved
    ? vscode.l10n.t('Save the file: scans read what is saved.')
    : vscode.l10n.t('This takes effect with the next scan.');
  const undo = vscode.l10n.t('Undo');
  if ((await vscode.window.showInformationMessage(`${what} ${next}`, undo)) !== undo) return;
  const back = done.map((each) => ({ ...each, enabled: !each.enabled }));
  await vscode.commands.executeCommand('parapet.switchRules', back);
}
