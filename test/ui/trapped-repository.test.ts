import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

const dangerous = `const { exec } = require('node:child_process');
const app = require('express')();
app.get('/list', (req, res) => {
  exec('ls ' + req.query.name, (error, out) => res.send(out));
});
`;

/** A repository whose last commit is missing, and promised by a remote that is a program. */
describe('a repository that would make git run a program, in a workspace that is not trusted', () => {
  let session: Session;
  let home: string;
  const mark = () => path.join(home, 'ran');
  /** What runs has a moment to leave its mark. */
  const nothingRan = async (step: string) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.equal(existsSync(mark()) ? await readFile(mark(), 'utf8') : '', '', `${step}: something ran`);
  };

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pp-trap-'));
    const project = path.join(home, 'project');
    await mkdir(project);
    await writeFile(path.join(project, 'list.js'), dangerous);
    session = await openSession({
      project,
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'security.workspace.trust.banner': 'never',
      },
    });
    const script = path.join(home, 'run.sh');
    await writeFile(
      script,
      `#!/bin/sh\np=$$; while [ "$p" -gt 1 ]; do ps -o args= -p $p >> ${mark()}; p=$(ps -o ppid= -p $p | tr -d ' '); done\nexit 1\n`,
    );
    await chmod(script, 0o755);
    const git = path.join(session.folder, '.git');
    const head = execFileSync('git', ['-C', session.folder, 'rev-parse', 'HEAD'], {
      encoding: 'utf8',
    }).trim();
    await rm(path.join(git, 'objects', head.slice(0, 2), head.slice(2)));
    await appendFile(
      path.join(git, 'config'),
      `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = evil\n[remote "evil"]\n\tpromisor = true\n\turl = ext::${script}\n[protocol "ext"]\n\tallow = always\n`,
    );
  });

  after(async () => {
    await session?.close();
    await rm(home, { recursive: true, force: true });
  });

  it('runs nothing when the window and its views are opened', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    await nothingRan('the views');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.notification(/not trusted/).waitFor();
    await workbench.button('Manage Workspace Trust').waitFor();
    await workbench.command('Notifications: Clear All Notifications');
    await nothingRan('Scan This Workspace');
  });

  it('runs nothing when its open file is scanned', async () => {
    const { workbench } = session;
    await workbench.openFile('list.js');
    await workbench.command('Parapet: Scan File');
    await workbench.treeRow(/OS command injection.*list\.js/).waitFor();
    await nothingRan('Scan File');
  });

  it('runs nothing when the agent is asked, which says that trust comes first', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: New Conversation with the Agent');
    const chat = workbench.webview();
    await chat.getByRole('button', { name: 'What should I fix first?' }).click();
    await chat.getByRole('textbox', { name: 'Ask the agent' }).press('Enter');
    await chat
      .getByText(/not trusted, so the agent does not read its code/)
      .first()
      .waitFor();
    await chat.getByRole('button', { name: 'Manage Workspace Trust' }).first().waitFor();
    await session.shot('restricted-agent');
    await nothingRan('the agent');
  });

  it('runs nothing of ours when it is trusted and scanned', async () => {
    const { workbench } = session;
    const chat = workbench.webview();
    await chat.getByRole('button', { name: 'Manage Workspace Trust' }).first().click();
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.page.locator('.workspace-trust-trusted').waitFor();
    // The editor's own extension for git may run it now. What runs for us has our settings above it.
    await workbench.command('Parapet: Clear On-Demand Results');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.treeRow(/OS command injection.*list\.js/).waitFor();
    const text = existsSync(mark()) ? await readFile(mark(), 'utf8') : '';
    assert.doesNotMatch(text, /core\.hooksPath=\/dev\/null/);
  });
});
