import assert from 'node:assert/strict';
import { glob, readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { embeddedServices } from '../../scripts/host/embedded-services.ts';
import type { Discovery } from '../../src/api/discovery.ts';
import { openSession, type Session } from '../support/session.ts';

describe('a damaged database of the service on this machine', () => {
  let session: Session;

  before(async () => {
    session = await openSession();
    await session.workbench.openContainer('Parapet');
    await session.workbench.command('Parapet: Scan This Workspace');
    await session.workbench.treeRow('SQL injection').first().waitFor();
  });
  after(async () => {
    await session?.close();
  });

  /** The service that answers, once one does. */
  async function living(): Promise<Discovery> {
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
      const { value } = await embeddedServices(session.dataDir).next();
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return assert.fail('no service answers');
  }

  async function kill(): Promise<void> {
    process.kill((await living()).pid, 'SIGKILL');
  }

  it('is told of once, with where the old one is kept, and a scan begins anew', async () => {
    const { workbench } = session;
    await kill();
    let database: string | undefined;
    for await (const found of glob('**/globalStorage/**/parapet.db', { cwd: session.dataDir }))
      database = path.join(session.dataDir, found);
    assert.ok(database);
    await truncate(`${database}-wal`, 0).catch(() => undefined);
    await truncate(database, 0);
    await workbench.command('Parapet: Refresh');
    const told = workbench.notification(/database on this machine is damaged.*The damaged file is kept/);
    await told.waitFor();
    await workbench.treeRow('Scan this workspace').waitFor();
    assert.equal(await workbench.treeRow('SQL injection').count(), 0, 'what was shown is of the old one');
    assert.equal(await workbench.notification(/no such/).count(), 0);
    for (const theme of ['Light Modern', 'Dark Modern'] as const) {
      await workbench.colorTheme(theme);
      await session.shot(`damaged-database-${theme === 'Dark Modern' ? 'dark' : 'light'}`);
    }
    const kept = (await readdir(path.dirname(database))).filter((name) => name.includes('.damaged-'));
    assert.ok(kept.length > 0);
    await workbench.button('Scan This Workspace').click();
    await workbench.treeRow('SQL injection').first().waitFor();
    await told.waitFor({ state: 'hidden' });
    await workbench.command('Parapet: Refresh');
    await session.reload();
    await workbench.openContainer('Parapet');
    await workbench.treeRow('SQL injection').first().waitFor();
    assert.equal(await told.count(), 0, 'once');
  });

  it('does not end a window: a service that is killed again and again is found again', async () => {
    const { workbench } = session;
    for (let round = 0; round < 3; round++) {
      await kill();
      await workbench.command('Parapet: Refresh');
      await workbench.treeRow('SQL injection').first().waitFor();
    }
    assert.equal(await workbench.notification(/damaged/).count(), 0);
  });
});
