import type { Window } from '../window.ts';
import type { bugReportCommands } from './commands.ts';
import { copyDiagnostics } from './copy-diagnostics.ts';

/** Registers the log and the text of a bug report. */
export function registerBugReport({
  context,
  connection,
  store,
  tally,
  session,
  log,
  register,
}: Window): void {
  const { extension } = context;
  const isRemoteService = () => connection.remote !== undefined;
  register<typeof bugReportCommands>({
    'parapet.showLog': () => log.show(),
    'parapet.copyDiagnostics': () => copyDiagnostics({ extension, store, tally, session, isRemoteService }),
  });
}
