/**
 * A service as a process of its own whose analyst says the time, over and over: `WORDS` times, one every `PACE_MS`
 * milliseconds. Prints its address and a token pair, then how much it used when its input ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createScanRunner } from '../../src/service/analysis/worker-runner.ts';
import { renewEmbeddedToken } from '../../src/service/lifecycle/bootstrap.ts';
import { listen } from '../../src/service/lifecycle/listen.ts';
import { createService } from '../../src/service/lifecycle/service.ts';

const { WORDS: words = '0', PACE_MS: pace = '0' } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'parapet-streams-'));
const service = await createService({
  dataFolder: folder,
  runner: createScanRunner(),
  version: '0.0.0-bench',
  host: '127.0.0.1',
  localRepositories: false,
  log: (_, fields) => console.error(JSON.stringify(fields)),
  agent: {
    chooseAnalyst: async () => ({
      kind: 'deterministic',
      answer: async function* (_, signal) {
        for (let word = 0; word < Number(words); word++) {
          yield { type: 'text', text: `${performance.timeOrigin + performance.now()} ` };
          await sleep(Number(pace), undefined, { signal });
        }
      },
    }),
  },
});
const credentials = await renewEmbeddedToken(service.core);
await service.start();
const address = { host: '127.0.0.1', port: 0, whenTaken: 'fail' } as const;
const listening = await listen((request) => service.app.fetch(request), address);
console.log(JSON.stringify({ port: listening.port, ...credentials }));
let peakBytes = 0;
const meter = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
}, 100);
process.stdin.resume().on('end', async () => {
  clearInterval(meter);
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ cpuMs: Math.round((user + system) / 1_000), peakBytes }));
  await service.stop();
  await listening.close(1_000);
  rmSync(folder, { recursive: true, force: true });
});
