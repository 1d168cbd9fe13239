import * as vscode from 'vscode';
import { Failure } from '../connection/failure.ts';

/** @throws Failure with the button that leads to the decision, where the workspace is not trusted */
export function requireTrust(what: string, advice?: string): void {
  if (!vscode.workspace.isTrusted) throw notTrusted(what, advice);
}

/** What is not done in a workspace that is not trusted, with the button that leads to the decision about it. */
export function notTrusted(what: string, advice = vscode.l10n.t('Trust it first.')): Failure {
  const title = vscode.l10n.t('Manage Workspace Trust');
  return new Failure({ what, advice, actions: [{ title, command: 'workbench.trust.manage' }] });
}
