import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { rescan } from '../support/rescan.ts';
import { openSession, type Session } from '../support/session.ts';

/** The main job as a user does it: scan, look, understand, decide. One window, one step after the other. */
describe('the main job', () => {
  let session: Session;
  const database = 'storefront/src/lib/database.ts';

  before(async () => {
    session = await openSession();
  });

  after(async () => {
    await session?.close();
  });

  it('reports nothing before anything is asked for', async () => {
    const { workbench } = session;
    await workbench.openFile('catalog.ts');
    assert.equal(await workbench.notification('').count(), 0);
    await workbench.openProblems();
    assert.equal(await workbench.problems().count(), 0);
    await workbench.press('Control+j');
    await workbench.command('View: Close All Editors');
  });

  it('offers the two ways to begin in the empty view', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByRole('button', { name: 'Scan This Workspace' }).waitFor();
    await welcome.getByRole('button', { name: 'Connect to a Service…' }).waitFor();
    await session.shot('first-look');
  });

  it('scans the workspace from the empty view, and shows what is going on', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await session.shot('issues-empty');
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByRole('button', { name: 'Scan This Workspace' }).click();
    await workbench.view('Issues').locator('.message').filter({ hasText: /\S/ }).first().waitFor();
    await session.shot('issues-scanning');
    await workbench.treeRow('SQL injection').first().waitFor();
  });

  it('lists the issues worst first, counted on the badge and in the status bar', async () => {
    const { workbench } = session;
    await workbench
      .statusBarItem(/^\s*\d+\s*$/)
      .filter({ has: workbench.page.locator('.codicon-shield') })
      .waitFor();
    const rows = workbench.view('Issues').locator('.monaco-list-row');
    assert.match((await rows.first().getAttribute('aria-label')) ?? '', /^Critical, \d+ issues?/);
    const badge = await workbench.badge('Parapet').textContent();
    assert.match(badge ?? '', /^\d+$/);
    await session.shot('issues-by-severity');
  });

  it('puts the same issues into Problems', async () => {
    const { workbench } = session;
    await workbench.openProblems();
    await workbench
      .problems(/SQL injection: /)
      .first()
      .waitFor();
    assert.ok((await workbench.problems(/\.(ts|py|java)/).count()) > 0, 'files are listed');
    await session.shot('problems');
    await workbench.press('Control+j');
  });

  it('groups by file and by kind', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Group by File');
    await groupRow(session, 'database.py').waitFor();
    await session.shot('issues-by-file');
    await workbench.command('Parapet: Group by Kind of Issue');
    await groupRow(session, 'SQL injection').waitFor();
    await session.shot('issues-by-kind');
    await workbench.command('Parapet: Group by Severity');
    await groupRow(session, 'Critical').waitFor();
  });

  it('jumps to the code of an issue', async () => {
    const { workbench } = session;
    await workbench
      .treeRow(/SQL injection.*database\.ts/)
      .first()
      .click();
    await workbench.tab('database.ts').waitFor();
    const line = /database\.ts:(\d+)/.exec(
      (await workbench
        .treeRow(/SQL injection.*database\.ts/)
        .first()
        .textContent()) ?? '',
    )?.[1];
    await workbench.statusBarItem(new RegExp(`Ln ${line}, `)).waitFor();
  });

  it('explains it in a hover', async () => {
    const { workbench } = session;
    const { line, column } = await placeOfFirst(session, 'database.ts');
    const hover = await workbench.hoverAt(line, column);
    await hover.getByText(/% sure/).waitFor();
    await hover.getByText('Show details').waitFor();
    await session.shot('hover');
    await workbench.press('Escape');
  });

  it('shows the details with the code flow, step by step', async () => {
    const { workbench } = session;
    await workbench.goTo(...(await cursorOfFirst(session, 'database.ts')));
    await workbench.command('Parapet: Show Details');
    const page = workbench.webview();
    await page.getByRole('heading', { name: 'SQL injection', level: 1 }).waitFor();
    const steps = page.locator('ol.flow > li');
    assert.ok((await steps.count()) >= 2);
    await session.shot('details');
    await steps.nth(0).getByRole('button').click();
    await page.locator('ol.flow > li.active .number', { hasText: '1' }).waitFor();
    await workbench.press('Alt+n');
    await page.locator('ol.flow > li.active .number', { hasText: '2' }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Step 2 of / })
      .waitFor({ state: 'attached' });
    await session.shot('details-step');
    await workbench.press('Alt+p');
    await page.locator('ol.flow > li.active .number', { hasText: '1' }).waitFor();
  });

  it('looks right in dark and in high contrast', async () => {
    const { workbench } = session;
    for (const [theme, name, kind] of [
      ['Dark Modern', 'dark', 'vscode-dark'],
      ['Dark High Contrast', 'contrast-dark', 'vscode-high-contrast'],
      ['Light High Contrast', 'contrast-light', 'vscode-high-contrast-light'],
    ] as const) {
      await session.workbench.colorTheme(theme);
      await workbench.webview().locator(`body.${kind}`).waitFor();
      await session.shot(`details-${name}`);
    }
    await session.workbench.colorTheme('Light Modern');
    await workbench.webview().getByRole('heading', { level: 1 }).waitFor();
  });

  it('restores the details page when the window is loaded anew', async () => {
    const { workbench } = session;
    await session.reload();
    await workbench.webview().getByRole('heading', { name: 'SQL injection', level: 1 }).waitFor();
  });

  it('shows only the severities wanted, and says what it leaves out', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Choose the Lowest Severity Shown…');
    await workbench.choose('Critical only');
    await workbench.treeRow(/\d+ issues are not shown/).waitFor();
    assert.equal(await groupRow(session, 'High').count(), 0);
    await session.shot('issues-critical-only');
  });

  it('marks a false positive with a reason, and takes it out of Problems', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    const row = workbench.treeRow(/SQL injection.*database\.ts/).first();
    await row.click();
    await workbench.chooseFromMenu(row, 'Mark as False Positive…');
    await workbench.answer(/Enter applies, Escape leaves/, 'The value comes from a fixed list.');
    await workbench.treeRow('Suppressed').waitFor();
    await session.shot('suppressed');
  });

  it('accepts the risk of several selected issues at once, and takes it back', async () => {
    const { workbench } = session;
    const rows = workbench.treeRow(/Unsafe deserialization.*imports\.py/);
    assert.equal(await rows.count(), 2);
    await rows.nth(0).click();
    await rows.nth(1).click({ modifiers: ['Control'] });
    await workbench.chooseFromMenu(rows.nth(1), 'Accept the Risk…');
    await workbench.answer(/Enter applies, Escape leaves/, 'Only our own supplier can send these.');
    await workbench.choose('No end');
    const done = workbench.notification('The risk of 2 issues is accepted.');
    await done.waitFor();
    await rows.first().waitFor({ state: 'hidden' });
    assert.equal(await done.getByRole('button', { name: 'Undo' }).count(), 0, 'undo is on the page alone');
    await done.getByRole('button', { name: 'Show Details' }).click();
    await workbench.webview().getByRole('button', { name: 'Undo Decision on 2 Issues' }).click();
    await rows.nth(1).waitFor();
  });

  it('keeps the decision over a rescan after the code moved', async () => {
    const { workbench } = session;
    const file = path.join(session.folder, database);
    await writeFile(file, `// one\n// two\n// three\n${await readFile(file, 'utf8')}`);
    await rescan(session);
    await workbench.treeRow('Suppressed').waitFor();
    assert.equal(await workbench.treeRow(/SQL injection.*database\.ts/).count(), 0, 'it did not come back');
  });

  it('says that code changed instead of pointing at a wrong line', async () => {
    const { workbench } = session;
    const file = path.join(session.folder, 'storefront/src/routes/operations.ts');
    const before = await workbench.treeRow(/operations\.ts/).count();
    assert.ok(before > 0, 'there are issues in operations.ts');
    await writeFile(file, '// all gone\n');
    await workbench
      .treeRow(/operations\.ts.*code changed since the scan/)
      .first()
      .waitFor();
    await session.shot('code-changed');
  });

  it('shows what the scan covered', async () => {
    const { workbench } = session;
    await workbench.view('Scans').locator('.pane-header').click();
    await workbench.view('Scans').locator('.monaco-list-row').first().click();
    await workbench.press('ArrowRight');
    await workbench.treeRow(/files? analysed/).waitFor();
    await session.shot('scans');
  });
});

/** A group of the tree. */
function groupRow({ workbench }: Session, text: string): Locator {
  return workbench.view('Issues').locator('.monaco-list-row[aria-level="1"]', { hasText: text });
}

/** The 1-based place of the first SQL injection in the file, as the tree says it. */
async function placeOfFirst(session: Session, file: string): Promise<{ line: number; column: number }> {
  const text =
    (await session.workbench
      .treeRow(new RegExp(`SQL injection.*${file}`))
      .first()
      .textContent()) ?? '';
  const line = Number(/:(\d+)/.exec(text)?.[1]);
  const lines = (await readFile(path.join(session.folder, 'storefront/src/lib', file), 'utf8')).split('\n');
  const content = lines[line - 1] ?? '';
  return { line, column: Math.max(1, content.indexOf('(') + 1) };
}

async function cursorOfFirst(session: Session, file: string): Promise<[number, number]> {
  const { line, column } = await placeOfFirst(session, file);
  return [line, column];
}
