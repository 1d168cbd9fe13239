/**
 * The embedded service as a process, as `main.ts` composes it, but with a runner that does what the environment says:
 * `FINDINGS` findings, one every `PACE_MS` milliseconds, and then, with `HANG`, nothing more until it is stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../../../../src/service/lifecycle/options.ts';
import { run } from '../../../../src/service/lifecycle/run.ts';
import { finding } from './findings.ts';
import { ScriptedRunner } from './scripted-runner.ts';

const runner = new ScriptedRunner();
runner.script = async ({ on, signal }) => {
  const { FINDINGS: count = '0', PACE_MS: pace = '0', HANG: hang = '' } = process.env;
  for (let index = 0; index < Number(count); index++) {
    on({ type: 'finding', finding: finding({ fingerprint: `finding-${index}` }) });
    await sleep(Number(pace), undefined, { signal });
  }
  if (hang !== '') await sleep(600_000, undefined, { signal });
  return undefined;
};
const options = readOptions(process.argv.slice(2), process.env);
if (options === 'help') throw new Error('not asked for here');
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
process.stdout.on('error', () => undefined);
try {
  await run({
    ...options,
    mode: process.env['MODE'] === 'serve' ? 'serve' : 'embedded',
    runner,
    version: process.env['VERSION'] ?? '1.2.3',
    log: (_, fields) => console.error(JSON.stringify(fields)),
    tell: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
    signal: stop.signal,
  });
} catch (error) {
  const failure = { type: 'failed', error: error instanceof Error ? error.message : 'unknown' };
  process.stdout.write(`${JSON.stringify(failure)}\n`);
  process.exitCode = 1;
}
