/** Stands in for version 0.1.0, which listened on a port of loopback and told everybody its instance id. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { discoveryFileName } from '../../../../src/api/discovery.ts';
import { takeInstanceLock } from '../../../../src/service/lifecycle/instance-lock.ts';

const folder = process.argv[process.argv.indexOf('--data') + 1] ?? '';
mkdirSync(folder, { recursive: true, mode: 0o700 });
const lock = takeInstanceLock(folder);
const instanceId = randomUUID();
const server = createServer((_, response) => response.end(JSON.stringify({ status: 'ok', instanceId })));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const common = { pid: process.pid, port, version: '0.1.0' };
  const file = {
    ...common,
    startedAt: new Date().toISOString(),
    instanceId,
    tokenId: randomUUID(),
    tokenSecret: 's'.repeat(43),
  };
  writeFileSync(join(folder, discoveryFileName), JSON.stringify(file), { mode: 0o600 });
  process.stdout.write(
    `${JSON.stringify({ type: 'ready', ...common, dataFolder: folder, existing: false })}\n`,
  );
});
process.on('SIGTERM', () => {
  lock?.release();
  process.exit(0);
});
