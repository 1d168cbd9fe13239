import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { discoveryFileName } from '../../../src/api/discovery.ts';
import { readDiscovery } from '../../../src/connection/discovery-file.ts';

const discovery = {
  pid: 4711,
  socket: '/run/user/1000/parapet/service.sock',
  version: '0.1.0',
  startedAt: '2026-01-31T12:00:00.000Z',
  instanceId: randomUUID(),
  tokenId: randomUUID(),
  tokenSecret: 's'.repeat(43),
};

describe('the discovery file', () => {
  let folder: string;

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'discovery-')), 'data');
    await mkdir(folder, { mode: 0o700 });
  });
  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  const write = (content: string, mode = 0o600) =>
    writeFile(path.join(folder, discoveryFileName), content, { mode });

  it('is read where only this user could have written it', async () => {
    await write(JSON.stringify(discovery));
    assert.deepEqual(await readDiscovery(folder), { kind: 'found', discovery });
  });

  it('is absent without the file, and without the folder', async () => {
    assert.deepEqual(await readDiscovery(folder), { kind: 'absent' });
    assert.deepEqual(await readDiscovery(path.join(folder, 'none')), { kind: 'absent' });
  });

  it('is refused when others may read it, or write into its folder', async () => {
    await write(JSON.stringify(discovery), 0o644);
    assert.equal((await readDiscovery(folder)).kind, 'refused');
    await chmod(path.join(folder, discoveryFileName), 0o600);
    await chmod(folder, 0o777);
    assert.equal((await readDiscovery(folder)).kind, 'refused');
  });

  it('is refused as a link to another file, or in a linked folder', async () => {
    const elsewhere = path.join(folder, '..', 'elsewhere.json');
    await writeFile(elsewhere, JSON.stringify(discovery), { mode: 0o600 });
    await symlink(elsewhere, path.join(folder, discoveryFileName));
    assert.equal((await readDiscovery(folder)).kind, 'refused');
    const linked = path.join(folder, '..', 'linked');
    await symlink(folder, linked);
    assert.equal((await readDiscovery(linked)).kind, 'refused');
  });

  it('is refused when cut off, of another form, or huge', async () => {
    const whole = JSON.stringify(discovery);
    for (const content of [
      '',
      whole.slice(0, -3),
      '{}',
      JSON.stringify({ ...discovery, socket: '' }),
      `${whole}${' '.repeat(20_000)}`,
    ]) {
      await write(content);
      assert.equal((await readDiscovery(folder)).kind, 'refused', content.slice(0, 40));
    }
  });

  it('never names the secret in its reason', async () => {
    await write(JSON.stringify({ ...discovery, socket: 1 }));
    const reading = await readDiscovery(folder);
    assert.ok(reading.kind === 'refused' && !reading.reason.includes(discovery.tokenSecret));
  });
});
