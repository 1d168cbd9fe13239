import * as vscode from 'vscode';
import type { Issues } from '../issues/register.ts';
import type { Window } from '../window.ts';
import type { sarifCommands } from './commands.ts';
import { exportSarif } from './export-command.ts';
import { WindowReports } from './window-reports.ts';

/** Returns the reports of other tools that this window shows: none before `restore`. */
export function openReports({ context, store, log, keep }: Window): WindowReports {
  const reports = new WindowReports({ store, memory: context.workspaceState, log });
  keep(reports);
  return reports;
}

/** Registers reports of other tools, and ours for them. */
export function registerSarif(
  { store, version, register }: Window,
  { details, targets, view }: Issues,
  reports: WindowReports,
): void {
  register<typeof sarifCommands>({
    'parapet.openSarif': (...args) => reports.open(args),
    'parapet.closeSarif': (...args) => reports.close(args),
    'parapet.aboutSarif': (...args) => reports.about(args),
    'parapet.exportSarif': (first, second) =>
      exportSarif(
        { store, details, version },
        first === undefined || first instanceof vscode.Uri ? view.shownIds : targets.all([first, second]),
        first instanceof vscode.Uri ? first : undefined,
      ),
  });
}
