import * as vscode from 'vscode';
import type { Severity } from '../../api/contract/vocabulary.ts';
import { type Grouping, groupings } from './grouping.ts';
import { severities } from './ranking.ts';

/** The settings under `parapet.issues`, read anew each time so that a change holds at once. */

export function groupingSetting(): Grouping {
  const value = section().get<unknown>('groupBy');
  return groupings.find((grouping) => grouping === value) ?? 'severity';
}

export async function setGrouping(grouping: Grouping): Promise<void> {
  await section().update('groupBy', grouping, target('groupBy'));
}

/** The lowest severity shown, in the tree and in Problems alike. */
export function minimumSeverity(): Severity {
  const value = section().get<unknown>('minimumSeverity');
  return severities.find((severity) => severity === value) ?? 'INFO';
}

export async function setMinimumSeverity(severity: Severity): Promise<void> {
  await section().update('minimumSeverity', severity, target('minimumSeverity'));
}

function section(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('parapet.issues');
}

/** Where the value stands now, so that the change is not hidden by it; else the user's settings. */
function target(key: string): vscode.ConfigurationTarget {
  return section().inspect(key)?.workspaceValue === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}
