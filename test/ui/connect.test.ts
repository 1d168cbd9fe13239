import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/paths.ts';
import { openSession, type Session } from '../support/session.ts';

const run = promisify(execFile);
const cli = path.join(ROOT, 'dist', 'cli.js');

/** Connecting to a service elsewhere: here, one that this test serves on a port of this machine. */
describe('connecting to a service', () => {
  let session: Session;
  let data: string;
  let server: ChildProcess;
  let url: string;
  let token: { id: string; secret: string };

  before(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'pp-served-'));
    const { stdout } = await run(process.execPath, [cli, 'token', 'create', '--data', data]);
    token = { id: named(stdout, 'Token ID'), secret: named(stdout, 'Token secret') };
    server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    assert.ok(server.stderr);
    const [line] = (await once(createInterface({ input: server.stderr }), 'line')) as [string];
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? assert.fail(`no address in "${line}"`);
    session = await openSession();
    await session.workbench.openContainer('Parapet');
    const welcome = session.workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByRole('button', { name: 'Connect to a Service…' }).waitFor();
  });

  after(async () => {
    await session?.close();
    server?.kill();
    await rm(data, { recursive: true, force: true });
  });

  const asks = (number: number) => session.workbench.question(`(${number}/3)`).waitFor();
  const answer = (number: number, text: string) => session.workbench.answer(`(${number}/3)`, text);
  const complaint = (text: RegExp) =>
    session.workbench.page.locator('.quick-input-widget:visible .quick-input-message', { hasText: text });

  it('checks address and token ID as they are typed', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Connect to a Service…');
    await asks(1);
    await workbench.quickInput().fill('security.example.com');
    await complaint(/not a URL/).waitFor();
    await workbench.quickInput().fill('http://security.example.com');
    await complaint(/Use https/).waitFor();
    await answer(1, url);
    await asks(2);
    await workbench.quickInput().fill('1234');
    await complaint(/UUID/).waitFor();
    await session.shot('connect');
    await answer(2, token.id);
    await asks(3);
    assert.equal(await workbench.quickInput().getAttribute('type'), 'password');
  });

  it('says what is wrong with a token, and keeps nothing', async () => {
    const { workbench } = session;
    await answer(3, 'wrong');
    await workbench.notification(/did not accept the token/).waitFor();
    await workbench.view('Issues').getByRole('region', { name: 'Welcome' }).waitFor();
  });

  it('connects with the right one, and says what the folder lacks', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Connect to a Service…');
    await answer(1, url);
    await answer(2, token.id);
    await answer(3, token.secret);
    await workbench
      .view('Issues')
      .getByText(/The repository of .+ has no remote/)
      .waitFor();
    // A toast goes away by itself; the list of notifications keeps it.
    await workbench.command('Notifications: Show Notifications');
    await workbench.notification(`Connected to ${url}`).waitFor();
    await session.shot('connected');
  });

  it('says on request who answers', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Test the Connection');
    await workbench
      .notification(/answers, in \d+ ms, and accepts the token\. Version .+valid until/)
      .waitFor();
  });

  it('leaves the secret in no file, process, log or page', async () => {
    const { page } = session.workbench;
    await page.getByText(url).first().waitFor({ state: 'attached' });
    assert.ok(!(await page.content()).includes(token.secret), 'the page');
    const places = [path.dirname(session.dataDir), data];
    let looked = 0;
    for (const place of places) {
      for await (const entry of glob('**/*', { cwd: place, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = path.join(entry.parentPath, entry.name);
        const text = await readFile(file, 'latin1').catch(() => '');
        looked += 1;
        assert.ok(!text.includes(token.secret), file);
      }
    }
    assert.ok(looked > 50, `${looked} files were looked at`);
    // What a process was started with, wherever the system tells.
    for await (const file of glob('/proc/[0-9]*/{cmdline,environ}')) {
      const text = await readFile(file, 'latin1').catch(() => '');
      assert.ok(!text.includes(token.secret), file);
    }
  });

  it('does not send the token to a changed address before the user agrees', async () => {
    const { workbench } = session;
    const changed = url.replace('127.0.0.1', 'localhost');
    const file = await fileWith(session.dataDir, url);
    await writeFile(file, (await readFile(file, 'utf8')).replace(url, changed));
    const asked = workbench.notification(/The address of the service changed from .*127.* to .*localhost/);
    await asked.first().waitFor();
    await session.shot('connect-changed');
    await asked.getByRole('button', { name: 'Use the Same Token…' }).first().click();
    const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'Send the token of' });
    await dialog.getByRole('button', { name: 'Send the Token' }).click();
    await workbench
      .view('Issues')
      .getByText(/The repository of .+ has no remote/)
      .waitFor();
    await workbench.command('Parapet: Test the Connection');
    await workbench.notification(/localhost.* accepts the token/).waitFor();
  });

  it('asks with a way back, and remembers all but the secret', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Replace the Token…');
    await asks(2);
    assert.equal(await workbench.quickInput().inputValue(), token.id);
    await workbench.page.locator('.quick-input-widget:visible').getByRole('button', { name: /Back/ }).click();
    await asks(1);
    assert.match(await workbench.quickInput().inputValue(), /^http:\/\/localhost:/);
    await workbench.press('Enter');
    await asks(2);
    await workbench.press('Enter');
    await asks(3);
    assert.equal(await workbench.quickInput().inputValue(), '');
    await workbench.press('Enter');
    await workbench.command('Notifications: Show Notifications');
    await workbench
      .notification(/Connected to http:\/\/localhost/)
      .first()
      .waitFor();
  });

  it('signs out, and forgets everything', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Sign Out…');
    const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'Sign out of' });
    await session.shot('sign-out');
    await dialog.getByRole('button', { name: 'Sign Out' }).click();
    await workbench.treeRow('Scan this workspace').waitFor();
    await assert.rejects(fileWith(session.dataDir, 'parapet.service.url'));
    await workbench.command('Parapet: Connect to a Service…');
    await asks(1);
    assert.equal(await workbench.quickInput().inputValue(), '');
    await workbench.press('Escape');
    await session.reload();
    await workbench.openContainer('Parapet');
    await workbench.treeRow('Scan this workspace').waitFor();
  });
});

/** The settings file that has the text. */
async function fileWith(folder: string, text: string): Promise<string> {
  for await (const file of glob('**/settings.json', { cwd: folder })) {
    const found = path.join(folder, file);
    if ((await readFile(found, 'utf8')).includes(text)) return found;
  }
  throw new Error(`no settings file has ${text}`);
}

function named(text: string, name: string): string {
  return new RegExp(`${name}:\\s+(\\S+)`).exec(text)?.[1] ?? assert.fail(`no ${name}`);
}
