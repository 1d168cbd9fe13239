// `npm run try-image -- FOLDER`: has the service of a built image do its work, without a container engine. FOLDER is the
// image's root file system. On Linux, as root: what the container would get is made with unshare, mount and chroot.
import '../test/support/memory-folder.ts';
import './generate.ts';
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '../src/api/client.ts';
import { contract } from '../src/api/contract/index.ts';
import { finishedScanStatuses } from '../src/api/contract/vocabulary.ts';
import { eventually } from '../test/support/code-hosts/webhooks.ts';
import { startGitServer } from '../test/support/git-server.ts';
import { makeDatabase } from '../test/support/postgres.ts';
import { ownServer } from '../test/support/postgres-server.ts';
import { imageCommand } from '../test/unit/deploy/image.ts';

const [root = ''] = process.argv.slice(2);
if (process.getuid?.() !== 0 || !existsSync(path.join(root, 'app', 'cli.js')))
  throw new Error('Run this as root, and name the folder with the root file system of the image.');

const { entrypoint, command, user, healthcheck, environment } = imageCommand();
const [uid = 0, gid = 0] = user.split(':').map(Number);
const address = `http://127.0.0.1:${command[command.indexOf('--port') + 1]}`;
const say = (line: string): void => console.log(line);

/** A mount namespace with the image's root, read-only, and the mounts of deploy/compose.yaml; then a user without rights. */
const CONTAINER = `set -e
mount --bind "$ROOT" "$ROOT"
mkdir -p "$ROOT/run/secrets"
mount --bind "$DATA" "$ROOT/data"
mount --bind -o ro "$SECRETS" "$ROOT/run/secrets"
mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs "$ROOT/tmp"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
for name in null zero random urandom; do touch "$ROOT/dev/$name"; mount --bind "/dev/$name" "$ROOT/dev/$name"; done
mount -o remount,bind,ro "$ROOT"
cd "$ROOT"
exec chroot . setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- \\
  env --ignore-environment --chdir=/data PATH=/usr/local/bin:/usr/bin:/bin $SETTINGS "$@"`;

await using stack = new AsyncDisposableStack();
const folder = mkdtempSync('/var/tmp/parapet-image-');
stack.defer(() => rmSync(folder, { recursive: true, force: true }));
const [data, secrets] = [path.join(folder, 'data'), path.join(folder, 'secrets')];
for (const each of [data, secrets]) mkdirSync(each, { mode: 0o700 });
chownSync(data, uid, gid);
chmodSync(secrets, 0o755);
const database = stack.use(await makeDatabase(await ownServer()));
writeFileSync(path.join(secrets, 'database-url'), database.url);
writeFileSync(path.join(secrets, 'secret-key'), randomBytes(32).toString('base64'));
const settings = [
  ...environment,
  'PARAPET_DATABASE_URL_FILE=/run/secrets/database-url',
  'PARAPET_SECRET_KEY_FILE=/run/secrets/secret-key',
  'PARAPET_ALLOWED_HOSTS=127.0.0.1',
].join(' ');
const program = [
  '--mount',
  '--pid',
  '--uts',
  '--ipc',
  '--fork',
  '--kill-child',
  'sh',
  '-c',
  CONTAINER,
  'container',
];
const env = {
  PATH: process.env['PATH'] ?? '',
  ROOT: path.resolve(root),
  DATA: data,
  SECRETS: secrets,
  SETTINGS: settings,
};
const inside = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('unshare', [...program, ...args], { env, encoding: 'utf8' });
  assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  return stdout.trim();
};

say(`Who it is: ${inside('id')}`);
say(
  `What it has: Node.js ${inside('node', '--version')}, ${inside('git', '--version')}, Parapet ${inside('parapet', '--version')}`,
);
inside(
  'sh',
  '-c',
  'for place in / /app /etc /usr; do ! touch $place/written 2>/dev/null; done; touch /data/written /tmp/written; rm /data/written',
);
say('It writes to /data and /tmp, and nowhere else');

const service = spawn('unshare', [...program, ...entrypoint, ...command], { env });
let said = '';
for (const stream of [service.stdout, service.stderr])
  stream.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
const ended = new Promise<number | null>((resolve) => service.once('close', resolve));
stack.defer(async () => {
  if (service.exitCode === null) process.kill(processIn(service), 'SIGKILL');
  await ended;
});
await eventually(() => {
  assert.equal(service.exitCode, null, said);
  return said.includes(' serves ') ? true : undefined;
});
inside(...healthcheck);
for (const at of ['/healthz', '/readyz']) assert.equal((await fetch(address + at)).status, 200, at);
say('It serves, its health check passes, and its database answers');

const made = inside('parapet', 'token', 'create');
const [, tokenId = ''] = /Token ID: +(\S+)/.exec(made) ?? [];
const [, tokenSecret = ''] = /Token secret: +(\S+)/.exec(made) ?? [];
const client = stack.use(new Client({ baseUrl: address, credentials: { tokenId, tokenSecret } }));
const server = stack.use(await startGitServer());
server.commit('shop.git', {
  'app.js': "const app = require('express')();\napp.get('/', (q, r) => r.send(eval(q.query.sum)));\n",
});
const { repository } = await client.call(contract.repositories.addRepositoryByUrl, {
  url: `${server.url}/shop.git`,
});
const { scans } = await client.call(contract.scans.startScans, { repositoryIds: [repository.id] });
const scan = await eventually(async () => {
  const { scan: now } = await client.call(contract.scans.getScan, { id: scans[0]?.id ?? '' });
  return finishedScanStatuses.includes(now.status) ? now : undefined;
});
assert.equal(scan.status, 'COMPLETED', scan.errorMessage);
const { issues } = await client.call(contract.issues.listIssues, { repositoryIds: [repository.id] });
assert.ok(issues.length > 0, 'the scan finds the issue');
say(`It scans a repository by its address: ${scan.status}, ${issues.map(({ title }) => title).join(', ')}`);

const begun = performance.now();
process.kill(processIn(service), 'SIGTERM');
assert.equal(await ended, 0, said);
say(`SIGTERM ends it with 0 after ${Math.round(performance.now() - begun)} ms`);

/** The first process of the namespace: `unshare` itself passes no signal on. */
function processIn({ pid }: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' });
  return Number(stdout.trim());
}
