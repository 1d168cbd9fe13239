import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeManyIssues } from '../support/many-issues.ts';
import { openSession, type Session } from '../support/session.ts';

/** Ten thousand issues in two thousand files: a scan long enough to cancel, and a tree that stays of use. */
describe('ten thousand issues', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'pp-many-'));
    await writeManyIssues(project);
    session = await openSession({ project });
    await session.workbench.openContainer('Parapet');
  });

  after(async () => {
    await session?.close();
    await rm(project, { recursive: true, force: true });
  });

  const view = () => session.workbench.view('Issues');
  const rows = () => view().locator('.monaco-list-row');

  it('can be stopped at while a scan looks for them, and it says what was kept', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Scan This Workspace');
    await view()
      .locator('.message')
      .filter({ hasText: /Listing|Reading|Following/ })
      .waitFor();
    await view().hover();
    const cancel = view().getByRole('button', { name: 'Cancel Scan' });
    await cancel.waitFor();
    await session.shot('many-scanning');
    await cancel.click();
    await workbench.treeRow('The last scan was cancelled').waitFor();
    await view().hover();
    await view().getByRole('button', { name: 'Scan This Workspace' }).waitFor();
  });

  it('are all counted, and listed a page at a time', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .statusBarItem(/^\s*10000\s*$/)
      .filter({ has: workbench.page.locator('.codicon-shield') })
      .waitFor({ timeout: 120_000 });
    await workbench.command('Parapet: Focus on Issues View');
    await workbench.press('Home End');
    await rows().filter({ hasText: 'Show 500 more' }).waitFor();
    await rows()
      .filter({ hasText: /500 of 10000 listed/ })
      .click();
    await rows()
      .filter({ hasText: /agents-\d+\.js/ })
      .first()
      .waitFor();
    await workbench.press('End');
    await rows()
      .filter({ hasText: /1000 of 10000 listed/ })
      .waitFor();
    await session.shot('many-issues');
  });

  it('are filtered as fast as one types', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Filter Issues by Text…');
    await workbench.page
      .locator('.quick-input-widget:visible .quick-input-title', { hasText: 'Filter the issues by text' })
      .waitFor();
    await workbench.quickInput().pressSequentially('agents-1500.js', { delay: 40 });
    await view()
      .locator('.message')
      .filter({ hasText: /“agents-1500\.js”: [45] of 10000 issues/ })
      .waitFor();
    await workbench.press('Enter');
    await rows()
      .filter({ hasText: /agents-1500\.js:\d+/ })
      .first()
      .waitFor();
    await workbench.command('Parapet: Clear Filter');
  });

  it('are grouped by their two thousand files, closed, a page at a time', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Group by File');
    const first = view().locator('.monaco-list-row[aria-level="1"]').first();
    await first.filter({ hasText: /\.js/ }).waitFor();
    assert.equal(await first.getAttribute('aria-expanded'), 'false');
    await workbench.command('Parapet: Focus on Issues View');
    await workbench.press('Home End');
    await rows().filter({ hasText: '500 of 2000 listed' }).waitFor();
    await session.shot('many-files');
    await workbench.command('Parapet: Group by Severity');
  });
});
