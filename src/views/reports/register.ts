import type { Window } from '../window.ts';
import type { reportCommands } from './commands.ts';

/** Registers reports that the service makes. */
export function registerReports({ session, connection, register }: Window): void {
  register<typeof reportCommands>({
    'parapet.exportReport': async (...args) =>
      (await import('./export-report.ts')).exportReport(
        {
          session,
          make: (folder, request, signal) =>
            connection.use(signal, ({ reports }) => reports.make(request, signal), folder),
        },
        args,
      ),
  });
}
