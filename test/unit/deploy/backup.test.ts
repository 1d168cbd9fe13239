import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Deployed } from './deployed.ts';
import { imageCommand } from './image.ts';

describe('the backup of a service with SQLite', () => {
  let folder: string;
  const running: Deployed[] = [];

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
  });
  afterEach(() => Promise.all(running.splice(0).map((each) => each.end())));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const start = (data: string, args: readonly string[] = imageCommand().command): Deployed => {
    const deployed = new Deployed(args, { PARAPET_DATA: data });
    running.push(deployed);
    return deployed;
  };

  it('is a copy of the data folder of one that was stopped', async () => {
    const [data, copy] = [path.join(folder, 'data'), path.join(folder, 'copy')];
    const service = start(data);
    const address = await service.address();
    const signedIn = await start(data, ['token', 'create']).madeToken();
    const headers = { ...signedIn, 'Content-Type': 'application/json' };
    const url = 'https://git.example/shop.git';
    const body = JSON.stringify({ url });
    const added = await fetch(`${address}/api/v2/repositories/addByUrl`, { method: 'POST', headers, body });
    assert.equal(added.status, 201, await added.text());
    await service.end();
    cpSync(data, copy, { recursive: true });
    rmSync(data, { recursive: true });
    const restored = await start(copy).address();
    const kept = await fetch(`${restored}/repositories`, { headers });
    assert.equal(kept.status, 200, 'the token is there');
    assert.match(await kept.text(), /git\.example\/shop/);
  });
}).timeout(60_000);
