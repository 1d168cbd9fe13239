import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { ROOT } from '../../scripts/paths.ts';
import { openSession, type Session } from '../support/session.ts';

const run = promisify(execFile);
const cli = path.join(ROOT, 'dist', 'cli.js');
const vulnerable = [
  "const { exec } = require('node:child_process');",
  "const app = require('express')();",
  "app.get('/ping', (request, response) => {",
  "  exec('ping ' + request.query.host);",
  '  response.end();',
  '});',
  '',
].join('\n');

/** Scans of what is chosen or changed, with the service on this machine. */
describe('scanning on demand', () => {
  let session: Session;

  before(async () => {
    session = await openSession();
  });
  after(async () => {
    await session?.close();
  });

  it('of the working tree shows what the changes bring, told apart, and what was not scanned', async () => {
    const { workbench, folder } = session;
    await writeFile(path.join(folder, 'storefront', 'src', 'ping.js'), vulnerable);
    await writeFile(path.join(folder, 'storefront', 'logo.bin'), Buffer.from([0, 1, 2, 0]));
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan Changes…');
    await workbench.choose('Working tree');
    await workbench.treeRow(/OS command injection.*ping\.js:4.*on demand/).waitFor();
    const scans = await openScans(session);
    const row = scans.locator('.monaco-list-row', { hasText: 'Changes in the working tree' });
    await row.filter({ hasText: /1 issue · 1 file/ }).waitFor();
    await row.click();
    await scans.locator('.monaco-list-row', { hasText: '1 file submitted' }).waitFor();
    await scans.locator('.monaco-list-row', { hasText: 'Binary' }).waitFor();
    await session.shot('on-demand');
    await workbench.treeRow(/OS command injection/).click();
    await workbench.tab('ping.js').waitFor();
    await workbench.command('Parapet: Show Details');
    await workbench
      .webview()
      .getByRole('heading', { name: /OS command injection/ })
      .waitFor();
    await session.shot('on-demand-details');
    await workbench.command('View: Close All Editors');
  });

  it('clears its results on request', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Clear On-Demand Results');
    await workbench.treeRow(/OS command injection/).waitFor({ state: 'detached' });
  });

  it('is in the menu of the editor', async () => {
    const { workbench } = session;
    await workbench.openFile('ping.js');
    await workbench.page.locator('.monaco-editor .view-line').first().click({ button: 'right' });
    await workbench.page.locator('.monaco-menu').getByText('Scan with Parapet').waitFor();
    await session.shot('on-demand-menu');
    await workbench.press('Escape');
  });

  it('scans a file from the menu of the Explorer', async () => {
    const { workbench } = session;
    await workbench.openContainer('Explorer');
    await openSubmenu(session, workbench.treeRow('ping.js'), 'Scan File');
    await workbench.statusBarItem(/ping\.js: 1 issue/).waitFor();
    await workbench.command('Parapet: Clear On-Demand Results');
  });

  it('scans a repository, and one changed file, from the menus of Source Control', async () => {
    const { workbench } = session;
    const found = workbench.treeRow(/OS command injection.*ping\.js/);
    await workbench.openContainer('Source Control');
    const changed = workbench.treeRow('ping.js');
    await workbench.chooseFromMenu(changed, 'Scan These Changes for Security Issues');
    await workbench.openContainer('Parapet');
    await found.waitFor();
    await workbench.command('Parapet: Clear On-Demand Results');
    await found.waitFor({ state: 'detached' });
    await workbench.openContainer('Source Control');
    const title = workbench.view('Changes').locator('.pane-header');
    await title.hover();
    const more = title.getByRole('button', { name: /More Actions/ });
    await openSubmenu(session, more.first(), 'Scan Changes in the Working Tree', 'left');
    await workbench.openContainer('Parapet');
    await found.waitFor();
    await workbench.command('Parapet: Clear On-Demand Results');
  });

  it('scans the selection, or the file, by its key', async () => {
    const { workbench } = session;
    await workbench.openFile('ping.js');
    await workbench.goTo(1, 1);
    await workbench.press('Control+k Alt+s');
    await workbench.statusBarItem(/ping\.js: 1 issue/).waitFor();
    await workbench.command('Parapet: Clear On-Demand Results');
  });
});

/** The same with a service elsewhere: one that this test serves on a port of this machine. */
describe('scanning on demand with a service elsewhere', () => {
  let session: Session;
  let data: string;
  let server: ChildProcess;

  before(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'pp-served-'));
    const { stdout } = await run(process.execPath, [cli, 'token', 'create', '--data', data]);
    server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    assert.ok(server.stderr);
    const [line] = (await once(createInterface({ input: server.stderr }), 'line')) as [string];
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? assert.fail(`no address in "${line}"`);
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Connect to a Service…');
    const answers = [url, named(stdout, 'Token ID'), named(stdout, 'Token secret')];
    for (const [index, text] of answers.entries()) {
      await workbench.answer(`(${index + 1}/3)`, text);
    }
    // What the service knows of the folder was asked for: the window has changed over to it.
    await workbench
      .view('Issues')
      .getByText(/has no remote/)
      .waitFor();
  });

  after(async () => {
    await session?.close();
    server?.kill();
    await rm(data, { recursive: true, force: true });
  });

  it('lists exactly what would be sent and what stays here, and sends nothing without a yes', async () => {
    const { workbench, folder } = session;
    await writeFile(path.join(folder, 'ping.js'), vulnerable);
    await writeFile(path.join(folder, '.env'), 'PASSWORD=hunter2\n');
    const key = `AKIA${'QWERTYUIOPASDFGH'}`;
    await writeFile(path.join(folder, 'keys.js'), `exports.key = '${key}';\n`);
    await workbench.command('Parapet: Scan Changes…');
    await workbench.choose('Working tree');
    const title = workbench.page.locator('.quick-input-widget:visible .quick-input-title');
    await title.filter({ hasText: /Send 1 file \(\d+ bytes\) to http:\/\/127/ }).waitFor();
    await workbench.quickPicks().filter({ hasText: 'ping.js' }).waitFor();
    await workbench
      .quickPicks()
      .filter({ hasText: /\.env.*Made to hold keys/ })
      .waitFor();
    await workbench
      .quickPicks()
      .filter({ hasText: /keys\.js.*Holds a secret/ })
      .waitFor();
    await session.shot('on-demand-upload');
    await workbench.press('Enter');
    const scans = await openScans(session);
    await scans.locator('.monaco-list-row', { hasText: /Changes.*cancelled/ }).waitFor();
  });

  it('sends after a yes, shows the results, and does not ask again', async () => {
    const { workbench } = session;
    for (const isFirst of [true, false]) {
      await workbench.command('Parapet: Scan Changes…');
      await workbench.choose('Working tree');
      if (isFirst) await workbench.choose('Send this file');
      await workbench.treeRow(/OS command injection.*ping\.js/).waitFor();
      await workbench.command('Parapet: Clear On-Demand Results');
      await workbench.treeRow(/OS command injection/).waitFor({ state: 'detached' });
    }
    await workbench.command('Parapet: Ask Again Before Sending Code');
    await workbench.command('Parapet: Scan Changes…');
    await workbench.choose('Working tree');
    await workbench.quickPicks().filter({ hasText: 'Send nothing' }).click();
  });
});

/** Chooses an entry of our submenu in the menu of a row, or of a button. */
async function openSubmenu(
  { workbench, shot }: Session,
  of: Locator,
  entry: string,
  button: 'left' | 'right' = 'right',
): Promise<void> {
  await of.click({ button });
  const menu = workbench.page.locator('.monaco-menu');
  await menu.getByText('Scan with Parapet').hover();
  await menu.getByText(entry).waitFor();
  await shot(`on-demand-menu-${button}`);
  await menu.getByText(entry).hover();
  await workbench.page.locator('.monaco-menu .action-item.focused', { hasText: entry }).last().waitFor();
  await workbench.press('Enter');
  await menu.first().waitFor({ state: 'hidden' });
}

/** The Scans view, opened. */
async function openScans({ workbench }: Session) {
  const scans = workbench.view('Scans');
  const header = scans.locator('.pane-header');
  if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  return scans;
}

function named(output: string, name: string): string {
  const value = new RegExp(`^${name}:? +(\\S+)`, 'm').exec(output)?.[1];
  return value ?? assert.fail(`no ${name} in the output`);
}
