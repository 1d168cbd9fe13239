import { type Issues, onSaved } from '../issues/register.ts';
import type { Triage } from '../triage/triage.ts';
import type { Window } from '../window.ts';
import type { investigationCommands } from './commands.ts';
import { InvestigationCommands } from './investigation-commands.ts';

/** Registers investigations of issues. */
export function registerInvestigations(
  { connection, store, log, keep, register }: Window,
  issues: Issues,
  triage: Triage,
): InvestigationCommands {
  const { details, targets } = issues;
  const investigations = new InvestigationCommands({ connection, store, details, triage, log });
  register<typeof investigationCommands>({
    'parapet.investigate': onSaved(issues, (args) => investigations.investigate(targets.all(args))),
    'parapet.cancelInvestigation': (...args) => investigations.cancel(targets.given(args)),
    'parapet.decideAsFound': (...args) => investigations.decideAsFound(targets.one(args).issue.id),
  });
  keep(investigations);
  return investigations;
}
