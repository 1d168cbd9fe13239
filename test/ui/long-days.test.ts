import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { embeddedServices } from '../../scripts/host/embedded-services.ts';
import { ROOT } from '../../scripts/paths.ts';
import { Client } from '../../src/api/client.ts';
import { createOrganization } from '../../src/api/contract/organizations/organizations.ts';
import type { Discovery } from '../../src/api/discovery.ts';
import { openSession, type Session } from '../support/session.ts';

const run = promisify(execFile);
const cli = path.join(ROOT, 'dist', 'cli.js');

/** A token of several organizations that ends soon, at a service that this test serves. */
describe('a token of several organizations', () => {
  let session: Session;
  let data: string;
  let server: ChildProcess;
  let url: string;
  let token: { id: string; secret: string };

  before(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'pp-served-'));
    const { stdout } = await run(process.execPath, [cli, 'token', 'create', '--days', '3', '--data', data]);
    token = { id: named(stdout, 'Token ID'), secret: named(stdout, 'Token secret') };
    server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    assert.ok(server.stderr);
    const [line] = (await once(createInterface({ input: server.stderr }), 'line')) as [string];
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? assert.fail(`no address in "${line}"`);
    const credentials = { tokenId: token.id, tokenSecret: token.secret };
    await using client = new Client({ baseUrl: url, credentials });
    await client.call(createOrganization, { name: 'Harbour Works' });
    session = await openSession();
  });

  after(async () => {
    await session?.close();
    server?.kill();
    await rm(data, { recursive: true, force: true });
  });

  it('is connected in the organization that is chosen, and its end is told', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Connect to a Service…');
    for (const [number, answer] of [url, token.id, token.secret].entries()) {
      await workbench.answer(`(${number + 1}/3)`, answer);
    }
    const title = workbench.page.locator('.quick-input-widget:visible .quick-input-title', {
      hasText: 'Organization of this workspace',
    });
    await title.waitFor();
    await session.shot('organizations');
    await workbench.choose('Harbour Works');
    await workbench.command('Notifications: Show Notifications');
    await workbench.notification(/token for .* ends soon, on/).waitFor();
    await workbench.button('Replace the Token…').first().waitFor();
    await session.shot('token-ends');
    await workbench.command('Parapet: Test the Connection');
    // The list that is open hides toasts, and closes by itself now and then.
    await workbench.command('Notifications: Show Notifications');
    await workbench.notification(/Organization: Harbour Works/).waitFor();
  });

  it('is told of once a day only, and keeps its organization when the window is loaded anew', async () => {
    await session.reload();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Test the Connection');
    await workbench.notification(/Organization: Harbour Works/).waitFor();
    await workbench.command('Notifications: Show Notifications');
    assert.equal(await workbench.notification(/ends soon/).count(), 0);
  });
});

/** A scan that goes on while the window does not. */
describe('a window that is loaded anew', () => {
  const files = 500;
  let session: Session;
  let project: string;

  before(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'pp-long-'));
    await mkdir(path.join(project, 'src'));
    const more = Array.from(
      { length: 40 },
      (_, index) =>
        `function price${index}(item) { return item.count * item.price + price${(index + 1) % 40}(item); }`,
    ).join('\n');
    for (let index = 0; index < files; index++) {
      const code = `
        import { exec } from 'node:child_process';
        import express from 'express';
        const app = express();
        app.get('/part${index}', (request, response) => {
          exec('ls part${index} ' + request.query.name, (error, output) => response.send(output));
        });
        ${more}\n`;
      await writeFile(path.join(project, 'src', `part${index}.js`), code);
    }
    session = await openSession({ project });
  });

  after(async () => {
    await session?.close();
    await rm(project, { recursive: true, force: true });
  });

  it('follows the scan that runs to its end, and nothing is busy for ever', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('View: Show Explorer');
    await workbench.command('Parapet: Scan This Workspace');
    const service = await serviceBelow(session.dataDir);
    await workbench.statusBarItem(/Parapet \d+\/500/).waitFor();
    // It stands still while the window is loaded, however fast it is: then the scan is where it was.
    process.kill(service.pid, 'SIGSTOP');
    try {
      await session.reload(undefined, true);
      await workbench.openContainer('Parapet');
    } finally {
      process.kill(service.pid, 'SIGCONT');
    }
    await workbench.statusBarItem(/Parapet \d+\/500/).waitFor();
    await session.shot('picked-up');
    await workbench.statusBarItem(/^\s*500\s*$/).waitFor({ timeout: 60_000 });
    await workbench.treeRow(/Critical\s*500/).waitFor();
    assert.equal(await workbench.statusBarItem(/Parapet \d+\//).count(), 0);
    assert.equal(await workbench.notification(/failed/).count(), 0);
  });
});

/** The service that the window starts, once it answers. */
async function serviceBelow(dataDir: string): Promise<Discovery> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const { value } = await embeddedServices(dataDir).next();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return assert.fail('no service answers');
}

function named(text: string, name: string): string {
  return new RegExp(`${name}:\\s+(\\S+)`).exec(text)?.[1] ?? assert.fail(`no ${name}`);
}
