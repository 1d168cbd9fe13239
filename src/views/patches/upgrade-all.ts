import * as vscode from 'vscode';
import type { IssueStore } from '../issues/issue-store.ts';
import { isInGroup, upgradeGroups } from './upgrade-groups.ts';

/**
 * The issue that stands for all vulnerable packages of a manifest; of several manifests the person picks one.
 * @param id an issue of the manifest that is meant
 * @returns undefined where none can be upgraded, or nothing was picked
 */
export async function upgradeLead(
  store: Pick<IssueStore, 'all' | 'get'>,
  id: string | undefined,
): Promise<string | undefined> {
  const given = id === undefined ? undefined : store.get(id);
  const groups = upgradeGroups(store.all()).filter((group) => !given || isInGroup(given, group));
  const [first, ...others] = groups;
  if (!first) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No vulnerable package can be upgraded within its major version.'),
    );
    return undefined;
  }
  if (others.length === 0) return first.lead;
  const placeHolder = vscode.l10n.t('Which packages should be upgraded?');
  return (await vscode.window.showQuickPick(groups, { placeHolder, matchOnDescription: true }))?.lead;
}
