import { type Issues, onSaved } from '../issues/register.ts';
import type { Window } from '../window.ts';
import type { triageCommands } from './commands.ts';
import { Triage } from './triage.ts';

/** Registers the decisions about issues. */
export function registerTriage({ connection, store, keep, register }: Window, issues: Issues): Triage {
  const triage = new Triage(connection, store);
  const { targets } = issues;
  const decide = (action: Parameters<Triage['decide']>[0]) =>
    onSaved(issues, (args) => triage.decide(action, targets.all(args)));
  register<typeof triageCommands>({
    'parapet.markFalsePositive': decide('falsePositive'),
    'parapet.acceptRisk': decide('acceptRisk'),
    'parapet.confirmIssue': decide('confirm'),
    'parapet.backlogIssue': decide('backlog'),
    'parapet.markNonExploitable': decide('nonExploitable'),
    'parapet.markInformational': decide('informational'),
    'parapet.reopenIssue': (...args) => triage.decide('reopen', targets.all(args)),
    'parapet.triage': onSaved(issues, (args) => triage.choose(targets.all(args))),
    'parapet.changeSeverity': onSaved(issues, (args) => triage.changeSeverity(targets.all(args))),
    'parapet.editNote': onSaved(issues, (args) => triage.editNote(targets.one(args).issue.id)),
  });
  keep(connection.onDidChangeService(() => triage.forget()));
  return triage;
}
