import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { removeFolder } from '../../scripts/host/workspace.ts';
import { dependencyProject } from '../support/dependency-project.ts';
import { openSession, type Session } from '../support/session.ts';

const themes = [
  ['Dark Modern', 'dark'],
  ['Light Modern', 'light'],
] as const;

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
    await session.workbench.view('Issues').locator('.pane-header').click();
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

  it('says of a package who brings it, whether it is reached and what ends it', async () => {
    const { workbench } = session;
    const page = workbench.webview();
    await page.getByRole('heading', { name: 'Is it reached?' }).waitFor();
    await page.getByText('Product code imports lodash').waitFor();
    await page.getByRole('link', { name: 'CVE-2019-10744' }).waitFor();
    await page.getByText(/lodash 4\.17\.\d+ is the smallest version after 4\.17\.11/).waitFor();
    for (const [theme, name] of themes) {
      await workbench.colorTheme(theme);
      await session.shot(`dependency-details-${name}`);
    }
    await page.getByRole('button', { name: 'Copy Command' }).click();
    await workbench.statusBarItem(/Copied npm install lodash@4\.17/).waitFor();
  });

  it('shows a package that another one brings below that one', async () => {
    const { workbench } = session;
    await workbench.chooseFromMenu(row(/qs 0\.6\.6.*by express/), 'Show What Brings This Package');
    const selected = view().locator('.monaco-list-row.selected', { hasText: /^qs/ });
    await selected.waitFor();
    assert.equal(await selected.getAttribute('aria-level'), '3');
  });

  it('is searched, narrowed and grouped', async () => {
    const { workbench } = session;
    await view().getByRole('button', { name: 'Search Dependencies…' }).click();
    await workbench.answer('Search the dependencies', 'nothing-like-this');
    await row('No package fits the filter').click();
    await row(/lodash 4\.17\.11/).waitFor();
    await view().getByRole('button', { name: 'Filter and Group Dependencies…' }).click();
    await workbench.choose('By manifest');
    await row(/All packages of/).click();
    await workbench.press('ArrowRight');
    await row(/^package\.json/).waitFor();
    for (const [theme, name] of themes) {
      await workbench.colorTheme(theme);
      await session.shot(`dependencies-${name}`);
    }
  });

  it('explains a line of the manifest, and offers the upgrade there', async () => {
    const { workbench } = session;
    await workbench.command('View: Close All Editors');
    await row(/lodash 4\.17\.11/).click();
    await workbench.tab('package.json').waitFor();
    const hover = await workbench.hoverAt(4, 8);
    await hover.getByText(/Smallest version without a known vulnerability: 4\.17\.\d+/).waitFor();
    await session.shot('dependency-hover');
    await workbench.press('Escape');
    await workbench.goTo(5, 8);
    await workbench.page.locator('[class*="gutter-lightbulb"], .lightBulbWidget:visible').first().waitFor();
    await workbench.press('Control+.');
    const bulb = workbench.page.locator('.action-widget');
    await bulb.getByText(/^(?:How to upgrade|Upgrade) express to/).waitFor();
    await bulb.getByText('Show what brings qs').waitFor();
    assert.match(
      (await bulb.locator('.monaco-list-row.action').first().textContent()) ?? '',
      /pgrade qs to|pgrade express to/,
    );
    await session.shot('dependency-quick-fixes');
    await workbench.press('Escape');
  });

  it('shows no vulnerability any more once the package was upgraded', async () => {
    const lock = path.join(session.folder, 'package-lock.json');
    await writeFile(lock, (await readFile(lock, 'utf8')).replaceAll('4.17.11', '4.18.0'));
    await session.workbench.command('Parapet: Scan This Workspace');
    await row(/lodash 4\.17\.11/).waitFor({ state: 'detached', timeout: 60_000 });
    await row(/qs 0\.6\.6/).waitFor();
  });
});
