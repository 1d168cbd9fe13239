import type { Locator } from 'playwright-core';
import { removeFolder } from '../../scripts/host/workspace.ts';
import { dependencyProject } from '../support/dependency-project.ts';
import { LocalServer, osvArchive, osvRecord } from '../support/mirror.ts';
import { openSession, type Session } from '../support/session.ts';

/** Advisories that a person gets, with the service on this machine and a mirror on this machine. */
describe('advisories in the editor', () => {
  let session: Session;
  let project: string;
  let mirror: LocalServer;

  before(async () => {
    project = await dependencyProject();
    mirror = await LocalServer.start();
    const record = osvRecord('ACME-1', 'express');
    mirror.answer = (path, response) =>
      path === '/npm/all.zip'
        ? void response.end(osvArchive({ ...record, affected: record.affected.map(every) }))
        : void response.writeHead(404).end();
    session = await openSession({
      project,
      settings: { 'window.zoomLevel': 0, 'parapet.scan.offerAdvisories': true },
    });
  });
  after(async () => {
    await session?.close();
    await mirror?.[Symbol.asyncDispose]();
    await removeFolder(project);
  });

  const every = (affected: ReturnType<typeof osvRecord>['affected'][number]) => ({
    ...affected,
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '99.0.0' }] }],
  });
  const row = (text: string | RegExp): Locator =>
    session.workbench.view('Dependencies').locator('.monaco-list-row', { hasText: text });

  it('are offered after the first scan of packages, with what is sent for them', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Focus on Dependencies View');
    await workbench.command('Parapet: Scan This Workspace');
    const offer = workbench.notification(/OSV is sent the names of the ecosystems alone/);
    await offer.waitFor({ timeout: 60_000 });
    await session.shot('advisories-offer');
    await workbench.button('Not Now').click();
    await offer.waitFor({ state: 'detached' });
    await row(/Few advisories: download more/).waitFor();
  });

  it('are downloaded from a mirror, and the next scan matches with them', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Update Advisories…');
    await workbench.choose('Download from a Mirror…');
    await workbench.answer(/The address below which the archives are/, mirror.url.href);
    await workbench.notification(/Advisories were imported: npm 1/).waitFor({ timeout: 60_000 });
    await workbench.button('Scan Workspace').click();
    await row(/express 4\.0\.0.*1 vulnerability/).waitFor({ timeout: 60_000 });
    await row(/Advisories.*\(npm\): 1 advisories/).waitFor();
    await session.shot('advisories-downloaded');
  });
});
