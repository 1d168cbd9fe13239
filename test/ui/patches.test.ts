import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

/** From a squiggle to a verified fix, as a user does it. */
describe('a patch in the window', () => {
  let session: Session;
  const reports = 'backoffice/reports.py';
  const text = async () => await readFile(path.join(session.folder ?? '', reports), 'utf8');
  const row = (title: RegExp) => session.workbench.treeRow(title).first();

  before(async () => {
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/OS command injection.*reports\.py/)
      .first()
      .waitFor();
    await workbench.scanned();
  });

  after(async () => {
    await session?.close();
  });

  it('is generated from the light bulb, and shown with its proof beside the code', async () => {
    const { workbench } = session;
    await workbench.openFile('backoffice/reports.py');
    await workbench.page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await workbench.goTo(28, 20);
    // Before the light is on, the key says that there is nothing.
    await workbench.page.locator('[class*="gutter-lightbulb"], .lightBulbWidget:visible').first().waitFor();
    await workbench.press('Control+.');
    const bulb = workbench.page.locator('.action-widget');
    await bulb.getByText(/^Generate patch: /).waitFor();
    await session.shot('patch-light-bulb');
    await bulb.getByText(/^Generate patch: /).click();
    await workbench.tab('Patch: OS command injection (proven)').waitFor();
    await workbench.notification(/Analysed with the change: the issue is gone, nothing new/).waitFor();
    await workbench.page.locator('.modified .line-insert').first().waitFor();
    await session.shot('patch-shown');
    await row(/OS command injection.*patch ready/).waitFor();
  });

  it('is on the details page with every check', async () => {
    const { workbench } = session;
    await workbench.button('Details').first().click();
    const page = workbench.webview();
    const section = page.getByRole('region', { name: 'Patch' });
    await section.getByText('Nothing new is found').waitFor();
    assert.equal(await section.locator('.codicon-pass').count(), 4);
    await section.scrollIntoViewIfNeeded();
    await session.shot('patch-details');
  });

  it('is applied with one click, and a scan says that the issue is gone', async () => {
    const { workbench } = session;
    const before = await text();
    const columns = workbench.page.locator('.editor-group-container');
    assert.equal(await columns.count(), 2, 'the code, and the page beside it');
    await workbench
      .webview()
      .getByRole('region', { name: 'Patch' })
      .getByRole('button', { name: 'Apply' })
      .click();
    await workbench.notification(/Scanned with the patch: the issue is gone, nothing new/).waitFor();
    assert.notEqual(await text(), before);
    assert.equal(await columns.count(), 2, 'the file is shown where the patch was');
    await columns.first().locator('.tab.active', { hasText: 'reports.py' }).waitFor();
    await columns.nth(1).locator('.tab.active', { hasText: 'OS command injection' }).waitFor();
    await workbench
      .treeRow(/OS command injection.*reports\.py/)
      .first()
      .waitFor({ state: 'hidden' });
    await session.shot('patch-applied');
    const header = workbench.webview().locator('header');
    await header.getByText('Resolved by a patch').waitFor();
    await session.shot('patch-resolved-page');
    await header.getByRole('button', { name: 'Undo Patch' }).click();
    await row(/OS command injection.*reports\.py/).waitFor();
    assert.equal(await text(), before);
  });

  it('of several selected issues is one review', async () => {
    const { workbench } = session;
    await row(/OS command injection.*reports\.py/).click();
    await row(/Path traversal.*media\.ts/).click({ modifiers: ['Control'] });
    await workbench.chooseFromMenu(row(/Path traversal.*media\.ts/), 'Generate Patch');
    await workbench.notification(/2 patches are ready, each with its proof/).waitFor();
    await workbench.button('Review').first().click();
    await workbench.tab('Patches for 2 issues (proven)').waitFor();
    await workbench.page.locator('.modified .line-insert').nth(1).waitFor();
    await session.shot('patch-several');
    await workbench.command('Parapet: Apply Patch');
    await workbench.notification(/2 issues are gone, nothing new/).waitFor();
    await workbench.tab('Patches for 2 issues').waitFor({ state: 'hidden' });
    await session.shot('patch-several-applied');
    // The list is still while the next one is looked for in it.
    await row(/Path traversal.*media\.ts/).waitFor({ state: 'hidden' });
    await workbench.statusBarItem('Parapet').locator('.codicon-sync').waitFor({ state: 'hidden' });
  });

  it('that nobody can make is not offered: the page says how to fix it, and leads to a language model', async () => {
    const { workbench } = session;
    const issue = row(/JSON Web Token misuse.*sessions\.ts/);
    // Of one issue, not of the two that were chosen before.
    await issue.click();
    await workbench.chooseFromMenu(issue, 'How to Fix');
    const patch = workbench.webview().getByRole('region', { name: 'Patch' });
    await patch.getByText(/No automatic fix\./).waitFor();
    await patch.getByRole('heading', { name: 'How to fix' }).waitFor();
    await patch.locator('pre', { hasText: 'jwt.verify(token, publicKey' }).waitFor();
    assert.equal(await patch.getByRole('button', { name: /Generate|Try Anyway/ }).count(), 0);
    await patch.scrollIntoViewIfNeeded();
    await session.shot('patch-by-hand');
    await patch.getByRole('button', { name: 'Connect a Language Model…' }).click();
    await workbench.question('Connect a Language Model').waitFor();
    await workbench.press('Escape');
  });
});
