import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { withoutLinks } from '../markdown.ts';
import type { Session } from '../session.ts';
import { SuppressionWatch } from './suppression-watch.ts';

/** Has issues come back by themselves when their suppression ends, also where the service has ended for want of work. */
export function watchSuppressions(
  connection: Connection,
  session: Session,
  store: IssueStore,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return new SuppressionWatch({
    store,
    refresh: () => session.refresh((signal, work, folder) => connection.use(signal, work, folder)),
    onEnded: (issues) => void tell(issues),
    log: (message) => log.warn(message),
  });
}

async function tell(issues: readonly KnownIssue[]): Promise<void> {
  const [only, ...others] = issues;
  if (!only) return;
  const isOne = others.length === 0;
  const show = isOne ? vscode.l10n.t('Show Details') : vscode.l10n.t('Show the Issues');
  const text = isOne
    ? vscode.l10n.t(
        'The suppression of “{0}” has ended: the issue is open again.',
        withoutLinks(only.issue.title),
      )
    : vscode.l10n.t('{0} issues are open again: their suppression has ended.', issues.length);
  const picked = await vscode.window.showInformationMessage(text, show);
  if (picked !== show) return;
  if (isOne) await vscode.commands.executeCommand('parapet.showDetails', only.issue.id);
  else await vscode.commands.executeCommand('parapet.issues.focus');
}
