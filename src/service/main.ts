import packageJson from '../../package.json' with { type: 'json' };
import type { StartEvent } from '../api/discovery.ts';
import { defaultScanAssets } from './analysis/assets.ts';
import { createScanRunner } from './analysis/worker-runner.ts';
import { advisoryFolderOf } from './dependencies/sources/snapshot-folder.ts';
import type { Log } from './http/environment.ts';
import { readOptions, usage } from './lifecycle/options.ts';
import { run } from './lifecycle/run.ts';

/** The embedded service as a process: options in, one line of JSON a start event out, the log on the error output. */

const lingerMs = 3_000;

function tell(event: StartEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const log: Log = (level, fields) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, ...fields })}\n`);
};

async function main(): Promise<void> {
  // Whatever this process writes is for this user alone.
  process.umask(0o077);
  // The window that started us may be gone, and its pipes with it; the service goes on for the others.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (options === 'help') {
      process.stdout.write(`${usage}\n`);
      return;
    }
    const { worker, grammars, advisories } = defaultScanAssets();
    const runner = createScanRunner({
      worker,
      advisories,
      advisoryFolder: advisoryFolderOf(options.dataFolder),
      grammars: options.grammars === undefined ? grammars : [options.grammars],
    });
    const { version } = packageJson;
    await run({ ...options, runner, version, log, tell, signal: stop.signal });
  } catch (error) {
    tell({ type: 'failed', error: error instanceof Error ? error.message : 'The service failed to start.' });
    process.exitCode = 1;
  }
  // All is stored and closed by now: whatever still holds the process must not keep it.
  setTimeout(() => process.exit(), lingerMs).unref();
}

await main();
