import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { removeFolder } from '../../scripts/host/workspace.ts';
import { dependencyProject } from '../support/dependency-project.ts';
import { openSession, type Session } from '../support/session.ts';

/** The Dependencies view, with the service on this machine and the snapshot of advisories that comes with it. */
describe('the Dependencies view', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await dependencyProject();
    session = await openSession({ project, settings: { 'window.zoomLevel': 0 } });
  });
  after(async () => {
    await session?.close();
    await removeFolder(project);
  });

  const view = (): Locator => session.workbench.view('Dependencies');
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row', { hasText: text });

  it('says before a scan what one brings', async () => {
    await session.workbench.command('Parapet: Focus on Dependencies View');
    await view().getByRole('button', { name: 'Scan This Workspace' }).waitFor();
  });

  it('lists vulnerable packages first, and below them every package by the way that brings it', async () => {
    await session.workbench.command('Parapet: Scan This Workspace');
    await row(/lodash 4\.17\.11.*vulnerabilities/).waitFor({ timeout: 60_000 });
    await row(/qs 0\.6\.6.*by express/).waitFor();
    await row(/All packages of/).click();
    await session.workbench.press('ArrowRight');
    await row(/express.*brings 1/).waitFor();
    await session.shot('dependencies');
  });

  it('goes to the line that asks for a package, and to the details of a vulnerability', async () => {
    const { workbench } = session;
    await row(/lodash 4\.17\.11/).click();
    await workbench.tab('package.json').waitFor();
    await workbench.statusBarItem('Ln 4, Col 1').waitFor();
    await workbench.press('ArrowRight');
    await row(/CVE-2019-10744.*fixed in 4\.17\.12/).click();
    await workbench.tab('Prototype pollution in lodash 4.17.11 (CVE-2019-10744)').waitFor();
    await session.shot('dependency-details');
  });

  it('shows no vulnerability any more once the package was upgraded', async () => {
    const lock = path.join(session.folder, 'package-lock.json');
    await writeFile(lock, (await readFile(lock, 'utf8')).replaceAll('4.17.11', '4.18.0'));
    await session.workbench.command('Parapet: Scan This Workspace');
    await row(/lodash 4\.17\.11/).waitFor({ state: 'detached', timeout: 60_000 });
    await row(/qs 0\.6\.6/).waitFor();
  });
});
