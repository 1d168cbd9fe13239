import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { copyAsRepository } from '../../scripts/host/workspace.ts';
import { ROOT } from '../../scripts/paths.ts';
import { Client } from '../../src/api/client.ts';
import { createOrganization, listOrganizations } from '../../src/api/contract/organizations/organizations.ts';
import { addRepositoryByUrl } from '../../src/api/contract/repositories/repositories.ts';
import { openSession, type Session } from '../support/session.ts';
import { openWorkspaceFile } from '../support/workspace-file.ts';

const run = promisify(execFile);
const cli = path.join(ROOT, 'dist', 'cli.js');
const names = ['front', 'dock'] as const;

/** A token of two organizations, and a window with a folder of each. */
describe('folders of several organizations', () => {
  let session: Session;
  let home: string;
  let server: ChildProcess;
  let client: Client;
  let between: Server;
  let url: string;
  /** What the window asked the service. */
  const asked: { readonly path: string; readonly text: string }[] = [];
  let token: { id: string; secret: string };
  const organizations: Record<(typeof names)[number], { id: string; name: string }> = {
    front: { id: '', name: '' },
    dock: { id: '', name: '' },
  };

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pp-orgs-'));
    const data = path.join(home, 'data');
    const { stdout } = await run(process.execPath, [cli, 'token', 'create', '--data', data]);
    token = { id: named(stdout, 'Token ID'), secret: named(stdout, 'Token secret') };
    server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    assert.ok(server.stderr);
    const [line] = (await once(createInterface({ input: server.stderr }), 'line')) as [string];
    const own = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? assert.fail(`no address in "${line}"`);
    between = await listenBetween(own, (path, text) => asked.push({ path, text }));
    url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    const credentials = { tokenId: token.id, tokenSecret: token.secret };
    client = new Client({ baseUrl: own, credentials });
    await client.call(createOrganization, { name: 'Harbour Works' });
    for (const { id, name } of (await client.call(listOrganizations, {})).organizations)
      organizations[name === 'Harbour Works' ? 'dock' : 'front'] = { id, name };
    for (const name of names) {
      const project = path.join(home, 'projects', name);
      const folder = path.join(home, name);
      await mkdir(project, { recursive: true });
      await writeFile(path.join(project, `${name}.js`), dangerous(name));
      await copyAsRepository(project, folder);
      const remote = `https://git.example.test/team/${name}.git`;
      await run('git', ['remote', 'add', 'origin', remote], { cwd: folder });
      const organizationId = organizations[name].id;
      await client.call(addRepositoryByUrl, { url: remote, organizationId });
    }
    const folders = names.map((name) => ({ path: path.join(home, name) }));
    await writeFile(path.join(home, 'both.code-workspace'), JSON.stringify({ folders }));
    session = await openSession();
    await openWorkspaceFile(session, path.join(home, 'both.code-workspace'));
  });

  after(async () => {
    await session?.close();
    await client?.[Symbol.asyncDispose]();
    between?.close();
    server?.kill();
    await rm(home, { recursive: true, force: true });
  });

  const picker = (title: string) =>
    session.workbench.page.locator('.quick-input-widget:visible .quick-input-title', { hasText: title });

  const connect = async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Connect to a Service…');
    for (const [number, answer] of [url, token.id, token.secret].entries()) {
      await workbench.answer(`(${number + 1}/3)`, answer);
    }
  };

  it('say of one that it is not in the organization of all of them, and show the other', async () => {
    const { workbench } = session;
    await connect();
    await picker('Organization of this workspace').waitFor();
    await workbench.choose(organizations.front.name);
    await workbench.treeRow(/dock is left out.*has no repository with a remote of dock/).waitFor();
    await workbench.treeRow(/no scan has run here yet/).waitFor();
    assert.equal(await workbench.treeRow(/front is left out/).count(), 0);
    await session.shot('organization-left-out');
  });

  it('have the one chosen right from its line, are both there then, and only that one is loaded', async () => {
    const { workbench } = session;
    await workbench.treeRow(/dock is left out/).click();
    await picker('Organization of dock').waitFor();
    const before = asked.length;
    await workbench.choose('Harbour Works');
    await workbench.treeRow(/is left out/).waitFor({ state: 'detached' });
    await workbench.treeRow(/no scan has run here yet/).waitFor();
    const loaded = asked.slice(before).filter(({ path }) => path.includes('/issues/list'));
    const of = ({ id }: { readonly id: string }) =>
      loaded.filter(({ path, text }) => `${path} ${text}`.includes(id)).length;
    assert.ok(of(organizations.dock) > 0, 'the one whose organization changed is loaded');
    assert.equal(of(organizations.front), 0, 'the other one is not');
  });

  it('each have their code scanned in their own', async () => {
    const { workbench } = session;
    for (const name of names) {
      await workbench.openFile(`${name}.js`);
      await workbench.command('Parapet: Scan File');
      await picker(/Send 1 file/.source).waitFor();
      await workbench.choose('Send this file');
      await workbench.treeRow(new RegExp(`command injection.*${name}\\.js`)).waitFor();
    }
    for (const name of names) {
      const sent = asked.filter(
        ({ path, text }) => path.endsWith('/async-code-scans/submit') && text.includes(`${name}.js`),
      );
      assert.ok(sent.length > 0, `${name}.js was sent`);
      for (const { text } of sent) {
        assert.match(text, new RegExp(`"organizationId":"${organizations[name].id}"`));
        assert.match(text, /"repositoryId":/);
      }
    }
  });

  it('are never asked about without an organization', () => {
    const { front, dock } = organizations;
    const others = asked.filter(({ path }) => !/^\/(organizations|healthz)|\/tokens\//.test(path));
    assert.ok(others.length > 10, `${others.length} requests`);
    for (const { path, text } of others)
      assert.ok(
        [front, dock].some(({ id }) => `${path} ${text}`.includes(id)),
        `${path} ${text}`,
      );
  });

  it('are asked about by name, and keep what was chosen when the window is loaded anew', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Choose the Organization…');
    await picker('Choose the organization of').waitFor();
    await workbench
      .quickPicks()
      .filter({ hasText: /All folders/ })
      .waitFor();
    await workbench
      .quickPicks()
      .filter({ hasText: /dock.*Harbour Works/ })
      .waitFor();
    await session.shot('organization-of-folders');
    await workbench.press('Escape');
    await openWorkspaceFile(session, path.join(home, 'both.code-workspace'));
    await workbench.treeRow(/no scan has run here yet/).waitFor();
    assert.equal(await workbench.treeRow(/is left out/).count(), 0);
    await workbench.command('Parapet: Test the Connection');
    const both = names.map((name) => organizations[name].name).join(', ');
    await workbench.notification(`Organization: ${both}`).waitFor();
  });

  it('all go where one is told that all do', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Choose the Organization…');
    await picker('Choose the organization of').waitFor();
    await workbench.choose('All folders');
    await picker('Organization of this workspace').waitFor();
    await workbench.choose('Harbour Works');
    await workbench.treeRow(/front is left out/).waitFor();
    assert.equal(await workbench.treeRow(/dock is left out/).count(), 0);
  });

  it('are asked about all again after signing out: token, organization, and what may be sent', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Sign Out…');
    const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'Sign out of' });
    await dialog.getByRole('button', { name: 'Sign Out' }).click();
    await workbench.treeRow(/is left out/).waitFor({ state: 'detached' });
    await workbench.treeRow('Scan this workspace').waitFor();
    await connect();
    await picker('Organization of this workspace').waitFor();
    await workbench.choose(organizations.front.name);
    await workbench.treeRow(/dock is left out/).waitFor();
    await workbench.openFile('front.js');
    await workbench.command('Parapet: Scan File');
    await picker('Send 1 file').waitFor();
    await workbench.choose('Send nothing');
  });
});

/** A service that passes everything on, and tells what it was asked. */
async function listenBetween(own: string, tell: (path: string, text: string) => void): Promise<Server> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { url = '/', method = 'GET', headers } = request;
    tell(url, text);
    const sent = Object.entries(headers).filter(([name]) => /^(x-|content-type|accept$)/.test(name));
    const answer = await fetch(`${own}${url}`, {
      method,
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      ...(method === 'GET' ? {} : { body: text }),
    });
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function dangerous(name: string): string {
  return `
const { exec } = require('node:child_process');
const app = require('express')();
app.get('/${name}', (request, response) => {
  exec('ls ' + request.query.name, (error, output) => response.send(output));
});
`;
}

function named(text: string, name: string): string {
  return new RegExp(`${name}:\\s+(\\S+)`).exec(text)?.[1] ?? assert.fail(`no ${name}`);
}
