#!/usr/bin/env node
import packageJson from '../package.json' with { type: 'json' };
import { ExitCode } from './cli/exit-codes.ts';
import { main, type ServiceCommands } from './cli/program.ts';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    // Asked twice, it ends at once.
    if (stop.signal.aborted) process.exit(ExitCode.interrupted);
    stop.abort();
  });
}
// A reader that closes the pipe early (`| head`) is no failure.
process.stdout.on('error', () => undefined);

const missing = 'parapet serve and parapet token need Node.js 22.13 or later; parapet scan does not.';

/** Apart from the rest, because the store needs a newer Node than the scan does. */
async function loadServiceCommands(): Promise<ServiceCommands> {
  if (!process.features || !('getBuiltinModule' in process) || !process.getBuiltinModule('node:sqlite')) {
    throw new Error(missing);
  }
  return import('./cli/service-commands.ts');
}

process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  signal: stop.signal,
  version: packageJson.version,
  loadServiceCommands,
  loadMcp: () => import('./cli/mcp-command.ts'),
});
