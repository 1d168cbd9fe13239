import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
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

  /** Waits for the question of that number: the same box asks all of them. */
  const asks = (number: number) =>
    session.workbench.page
      .locator('.quick-input-widget:visible .quick-input-title', { hasText: `(${number}/3)` })
      .waitFor();
  const answer = async (number: number, text: string) => {
    await asks(number);
    await session.workbench.quickInput().fill(text);
    await session.workbench.press('Enter');
  };
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
      .getByText(/no git remote named origin/)
      .waitFor();
    // A toast goes away by itself; the list of notifications keeps it.
    await workbench.command('Notifications: Show Notifications');
    await workbench.notification(`Connected to ${url}`).waitFor();
    await session.shot('connected');
  });

  it('writes the secret into no file', async () => {
    for await (const file of glob('**/*.{json,log,txt,vscdb}', { cwd: session.dataDir })) {
      const text = await readFile(path.join(session.dataDir, file), 'latin1').catch(() => '');
      assert.ok(!text.includes(token.secret), file);
    }
  });

  it('goes back to the service on this machine', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Use the Service on This Machine');
    await workbench.treeRow('Scan this workspace').waitFor();
  });
});

function named(text: string, name: string): string {
  return new RegExp(`${name}:\\s+(\\S+)`).exec(text)?.[1] ?? assert.fail(`no ${name}`);
}
