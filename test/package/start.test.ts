import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { installHost, NEWEST_HOST } from '../../scripts/host/install.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { HOST_CACHE, ROOT } from '../../scripts/paths.ts';
import { ended } from '../../scripts/processes.ts';

const POLL_MS = 200;

describe('npm start', () => {
  let home: string;
  let folder: string;
  let cache: string;

  before(async () => {
    await installHost(NEWEST_HOST, console.log);
    home = await temporaryFolder();
    folder = path.join(home, 'a project');
    cache = path.join(home, 'cache');
    await mkdir(folder);
    await mkdir(cache);
    const host = `code-server-${NEWEST_HOST}`;
    await symlink(path.join(HOST_CACHE, host), path.join(cache, host));
  });

  after(async () => {
    await removeFolder(home);
  });

  it('refuses what is not a folder, and says what to type', async () => {
    const { child, output } = start(['nowhere'], {});
    assert.equal(await ended(child), 2);
    assert.match(
      output(),
      new RegExp(`There is no folder ${path.join(home, 'nowhere')}\n.*npm start <folder>`),
    );
  });

  it('opens the VS Code named in VSCODE_PATH on the folder, with the extension', async () => {
    const code = path.join(home, 'code');
    const record = path.join(home, 'arguments');
    await writeFile(code, `#!/bin/sh\nprintf '%s\\n' "$@" > '${record}'\n`);
    await chmod(code, 0o755);
    const { child, output } = start(['a project'], { VSCODE_PATH: code });
    assert.equal(await ended(child), 0, output());
    const words = (await readFile(record, 'utf8')).trim().split('\n');
    assert.ok(words.includes(`--extensionDevelopmentPath=${ROOT}`));
    assert.equal(words.at(-1), folder);
  });

  it('says so when that VS Code is not there', async () => {
    const { child, output } = start(['a project'], { VSCODE_PATH: path.join(home, 'absent') });
    assert.equal(await ended(child), 1);
    assert.match(output(), /Is VSCODE_PATH right\?/);
  });

  it('serves VS Code to the browser where there is no display, though its port is taken, until it is stopped', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) =>
      taken.listen(8642, '127.0.0.1', resolve).once('error', () => resolve()),
    );
    const { child, output } = start(['a project'], { DISPLAY: '', WAYLAND_DISPLAY: '' });
    try {
      const address = await printedAddress(child, output);
      assert.notEqual(new URL(address).port, '8642');
      const answer = await fetch(address, { redirect: 'manual' });
      assert.equal(new URL(answer.headers.get('location') ?? '', address).searchParams.get('folder'), folder);
      child.kill('SIGTERM');
      assert.equal(await ended(child), 0, output());
      await assert.rejects(fetch(address));
    } finally {
      child.kill('SIGTERM');
      taken.close();
    }
  });

  function start(words: readonly string[], env: Readonly<Record<string, string>>) {
    let text = '';
    const child = spawn(process.execPath, [path.join(ROOT, 'scripts/run.mjs'), 'start', ...words], {
      env: { ...process.env, INIT_CWD: home, PARAPET_HOST_CACHE: cache, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
    }
    return { child, output: () => text };
  }
});

async function printedAddress(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output()) ?? [];
    if (address !== undefined) return address;
    assert.equal(child.exitCode, null, output());
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
