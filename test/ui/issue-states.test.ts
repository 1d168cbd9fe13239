import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

const sink = [
  "const { exec } = require('node:child_process');",
  "exports.run = (text) => exec('ping ' + text);",
  '',
].join('\n');
const route = [
  "const app = require('express')();",
  "const { run } = require('./run');",
  "app.get('/ping', (request, response) => {",
  '  run(request.query.host);',
  '  response.end();',
  '});',
  '',
].join('\n');
const brought = route.replace("require('./run')", "{ run: require('node:child_process').exec }");

/** An issue whose data comes from another file: what a scan of its own file alone would not see. */
describe('the one state of an issue', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'parapet-state-'));
    await writeFile(path.join(project, 'run.js'), sink);
    await writeFile(path.join(project, 'route.js'), route);
    session = await openSession({ project });
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.treeRow(/OS command injection.*run\.js:2/).waitFor();
    await workbench.scanned();
  });
  after(async () => {
    await session?.close();
    await rm(project, { recursive: true, force: true });
  });

  const row = () => session.workbench.treeRow(/OS command injection.*run\.js/);
  const header = () => session.workbench.webview().locator('header');
  const inBothThemes = async (name: string) => {
    for (const [theme, title] of [
      ['dark', 'Dark Modern'],
      ['light', 'Light Modern'],
    ] as const) {
      await session.workbench.colorTheme(title);
      await header().getByRole('heading', { level: 1 }).waitFor();
      await session.shot(`${name}-${theme}`);
    }
  };
  const write = (text: string) => writeFile(path.join(session.folder, 'run.js'), text);

  it('is kept by a scan of its file, which says that it is known', async () => {
    const { workbench } = session;
    await workbench.openFile('run.js');
    await workbench.command('Parapet: Scan File');
    await workbench.statusBarItem(/run\.js: no new issue, 1 known already/).waitFor();
    await row().waitFor();
    await session.shot('state-scan-file');
  });

  it('is that the code changed once it was fixed by hand, and Check Again resolves it', async () => {
    const { workbench } = session;
    await row().click();
    await workbench.command('Parapet: Show Details');
    await header().getByText('Open', { exact: true }).waitFor();
    await write(sink.replace("exec('ping ' + text)", 'text.length'));
    await workbench.treeRow(/run\.js.*code changed since the scan/).waitFor();
    await header().getByText('Code changed since the scan').waitFor();
    await inBothThemes('state-changed');
    await header().getByRole('button', { name: 'Check Again' }).click();
    await header().getByText('Resolved by a scan').waitFor();
    await row().waitFor({ state: 'hidden' });
    await workbench.notification(/is resolved/).waitFor();
    assert.equal(await header().getByText('Code changed since the scan').count(), 0);
    await workbench.command('Notifications: Clear All Notifications');
    await inBothThemes('state-resolved');
  });

  it('is open again where the code is back, and a check says that it is still there, at its place now', async () => {
    const { workbench } = session;
    await write(sink);
    await workbench.command('Parapet: Scan This Workspace');
    await row().waitFor();
    await header().getByText('Open', { exact: true }).waitFor();
    await write(`// a comment more\n${sink}`);
    await workbench.treeRow(/run\.js:3/).waitFor();
    await workbench.chooseFromMenu(row(), 'Check Again');
    await workbench.notification(/Still there: OS command injection \(run\.js:3\)/).waitFor();
    await session.shot('state-still-there');
    await workbench.command('Notifications: Clear All Notifications');
    await workbench.command('View: Close All Editors');
  });

  it('of a scan of changes becomes the project’s own when something is to be done with it', async () => {
    const { workbench } = session;
    await writeFile(path.join(session.folder, 'ping.js'), brought);
    await workbench.command('Parapet: Scan Changes…');
    await workbench.choose('Working tree');
    const found = workbench.treeRow(/OS command injection.*ping\.js.*on demand/);
    await found.waitFor();
    await found.click();
    await workbench.command('Parapet: Show Details');
    await header().getByText('This issue is from a scan that is not saved to the project').waitFor();
    await inBothThemes('state-on-demand');
    await workbench.chooseFromMenu(found, 'Mark as False Positive…');
    await workbench.notification(/not saved to the project/).waitFor();
    await workbench.button('Scan Workspace').first().click();
    await workbench.answer(/Enter applies, Escape leaves/, 'Only we can call it.');
    await workbench.notification(/false positive/i).waitFor();
    await header().getByText('False positive', { exact: true }).waitFor();
    await header().getByRole('button', { name: 'Undo Decision' }).waitFor();
    await inBothThemes('state-decided');
    await header().getByRole('button', { name: 'Undo Decision' }).click();
    await workbench.treeRow(/OS command injection.*ping\.js/).waitFor();
    await header().getByText('Open', { exact: true }).waitFor();
  });
});
