import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectTo, type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { openSession, type Session } from '../support/session.ts';

const run = promisify(execFile);

const app = `const express = require('express');
const { exec } = require('node:child_process');
const app = express();

app.get('/list', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});

app.get('/hello', (request, response) => {
  response.send('<p>Hello ' + request.query.name + '</p>');
});

app.listen(3000);
`;

/** A window on a clone of a repository that a shared service fetches from the same git server. */
describe('a window with a shared service', () => {
  let session: Session;
  let service: RemoteService;
  let folder: string;

  const git = async (...args: string[]) =>
    await run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: folder });

  before(async () => {
    service = await startRemoteService();
    service.git.commit('shop.git', { 'src/app.js': app, 'package.json': '{"name":"shop"}\n' });
    folder = await service.clone('shop.git', 'shop');
    session = await openSession();
    await session.reload({ folder });
    await session.workbench.openContainer('Parapet');
  });
  after(async () => {
    await session?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('adds the repository that the service does not have, and scans it, by one click', async () => {
    const { workbench } = session;
    await connectTo(session, service);
    await workbench
      .view('Issues')
      .getByText(/The service has no repository with a remote of shop/)
      .waitFor();
    await session.shot('remote-not-there');
    await workbench.treeRow('Add and Scan It There').click();
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
    await workbench.scanned();
    await session.shot('remote-scanned');
  });

  it('shows issues at their code, also where it was moved since', async () => {
    const { workbench } = session;
    await writeFile(path.join(folder, 'src/app.js'), `// The shop.\n\n${app}`);
    await workbench.treeRow(/command injection.*app\.js:8/i).waitFor();
    await workbench.openProblems();
    await workbench.problems(/command injection/i).waitFor();
  });

  it('shows details with the flow', async () => {
    const { workbench } = session;
    await workbench.treeRow(/command injection/i).click();
    await workbench.command('Parapet: Show Details');
    const page = workbench.webview(0);
    await page
      .getByText(/request\.query\.folder/)
      .first()
      .waitFor();
    await session.shot('remote-details');
  });

  it('has an issue investigated where its code is', async () => {
    const { workbench } = session;
    await workbench.treeRow(/command injection/i).click();
    await workbench.command('Parapet: Investigate…');
    await workbench.question(/Add context/).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.notification(/was investigated: True positive/).waitFor();
    await session.shot('remote-investigated');
  });

  it('sends one file to be scanned, once the person agrees to exactly that', async () => {
    const { workbench } = session;
    await workbench.command('View: Focus First Editor Group');
    await workbench.command('Parapet: Scan File');
    await workbench.choose('Send this file');
    await workbench.statusBarItem(/no new issue, 2 known already/).waitFor();
  });

  it('asks the agent about the repository at the service', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: New Conversation with the Agent');
    const chat = workbench.webview(1);
    await chat.getByRole('button', { name: 'What should I fix first?' }).click();
    await chat.locator('article.assistant').last().locator('.trace').waitFor();
    await session.shot('remote-chat');
    assert.match((await chat.locator('article.assistant').last().textContent()) ?? '', /command injection/i);
    await workbench.press('Control+Alt+b');
  });

  it('has a patch made for the scanned commit, applies it to the changed file, and scans the file', async () => {
    const { workbench } = session;
    await workbench.treeRow(/command injection/i).click();
    await workbench.command('Parapet: Generate Patch');
    await workbench.button('Apply').first().waitFor();
    await session.shot('remote-patch');
    await workbench.button('Apply').first().click();
    await workbench.notification(/The service reads what is pushed/).waitFor();
    const text = await readFile(path.join(folder, 'src/app.js'), 'utf8');
    assert.match(text, /^\/\/ The shop\./);
    assert.ok(!text.includes("exec('ls ' + request.query.folder"), text);
  });

  it('tells local commits, and a branch that is only here', async () => {
    const { workbench } = session;
    await git('commit', '--all', '--quiet', '--message=Use execFile');
    await workbench.treeRow(/1 commit is not pushed/).waitFor();
    await git('checkout', '--quiet', '-b', 'topic');
    await workbench.treeRow(/topic is only in this clone/).waitFor();
    await session.shot('remote-topic');
    await git('push', '--quiet', 'origin', 'topic');
    await workbench.treeRow(/topic was not scanned/).waitFor();
    await workbench.treeRow(/topic was not scanned/).click();
    await workbench.treeRow(/topic was not scanned/).waitFor({ state: 'detached' });
    await workbench.scanned();
    await workbench.treeRow(/command injection/i).waitFor({ state: 'detached' });
    await session.shot('remote-topic-scanned');
  });

  it('lists branches, schedules and settings in the Service view, and changes them', async () => {
    const { workbench } = session;
    await workbench.view('Service').locator('.pane-header h3.title').click();
    await workbench.view('Issues').locator('.pane-header h3.title').click();
    await workbench.treeRow(/^main/).waitFor();
    await workbench.treeRow(/^topic/).waitFor();
    await workbench.treeRow('Schedules').click();
    await workbench.treeRow(/No scans are scheduled/).click();
    await workbench.choose('topic');
    await workbench.choose('Every weekday');
    await workbench.answer('Add a schedule', '04:30');
    await workbench.treeRow(/topic.*every weekday at 04:30 UTC.*next run/).waitFor();
    await workbench.treeRow('Scanner Settings').click();
    await workbench.treeRow(/Release track.*STABLE.*default/).click();
    await workbench.choose('EDGE');
    await workbench.treeRow(/Release track.*EDGE.*of this repository/).waitFor();
    await workbench.treeRow('Who Has Access').click();
    await workbench.treeRow(/Everyone.*scans, triages.*1 member.*all repositories/).waitFor();
    await session.shot('service-view');
  });

  it('attaches by itself in another clone', async () => {
    const again = await service.clone('shop.git', 'again');
    await session.reload({ folder: again }, true);
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
    await session.shot('remote-again');
  });
});
