import assert from 'node:assert/strict';
import { glob, readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { embeddedServices } from '../../scripts/host/embedded-services.ts';
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

  async function kill(): Promise<void> {
    const { value: living } = await embeddedServices(session.dataDir).next();
    process.kill(living?.pid ?? assert.fail('no service'), 'SIGKILL');
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
