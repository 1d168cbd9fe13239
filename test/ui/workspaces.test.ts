import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openSession, type Session } from '../support/session.ts';
import { openWorkspaceFile } from '../support/workspace-file.ts';

const run = promisify(execFile);
const dangerous = `
const { exec } = require('node:child_process');
const app = require('express')();
app.get('/list', (request, response) => {
  exec('ls ' + request.query.name, (error, output) => response.send(output));
});
`;

/** What the extension wrote into its log as errors. */
async function errorsOf({ dataDir }: Session): Promise<string[]> {
  const errors: string[] = [];
  for await (const file of glob('**/*Parapet.log', { cwd: dataDir })) {
    const text = await readFile(path.join(dataDir, file), 'utf8');
    errors.push(...text.split('\n').filter((line) => line.includes('[error]')));
  }
  return errors;
}

/** A repository that would have things run and tokens sent elsewhere, opened by someone who does not trust it yet. */
describe('a workspace that is not trusted', () => {
  let session: Session;
  let home: string;
  let elsewhere: Server;
  let asked = 0;
  const ran = () => path.join(home, 'ran');

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pp-hostile-'));
    elsewhere = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const project = path.join(home, 'project');
    await mkdir(path.join(project, '.vscode'), { recursive: true });
    await writeFile(path.join(project, 'list.js'), dangerous);
    const settings = {
      'parapet.service.url': url,
      'parapet.service.headerPrefix': 'X-Evil',
      'parapet.patches.check': ['touch', ran()],
      'parapet.scan.onSave': true,
      'parapet.review.threads': 'workingTree',
    };
    await writeFile(path.join(project, '.vscode', 'settings.json'), JSON.stringify(settings));
    session = await openSession({
      project,
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'security.workspace.trust.banner': 'never',
      },
    });
    // Nobody but us may ask git until then: the editor's own extension does not either.
    const script = path.join(home, 'run.sh');
    await writeFile(script, `#!/bin/sh\necho "$0 $*" >> ${ran()}\n`);
    await chmod(script, 0o755);
    const git = path.join(session.folder, '.git');
    await appendFile(
      path.join(git, 'config'),
      `[core]\n\tfsmonitor = ${script}\n\tpager = ${script}\n\tsshCommand = ${script}\n[diff]\n\texternal = ${script}\n[filter "x"]\n\tclean = ${script}\n\tsmudge = ${script}\n[remote "origin"]\n\turl = ext::${script}\n`,
    );
    await writeFile(path.join(session.folder, '.gitattributes'), '* filter=x diff=x\n');
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit', 'post-checkout']) {
      await mkdir(path.join(git, 'hooks'), { recursive: true });
      await writeFile(path.join(git, 'hooks', hook), `#!/bin/sh\necho ${hook} >> ${ran()}\n`);
      await chmod(path.join(git, 'hooks', hook), 0o755);
    }
  });

  after(async () => {
    await session?.close();
    elsewhere?.close();
    await rm(home, { recursive: true, force: true });
  });

  it('says what can be done and what cannot, and where trust is given', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByText(/not trusted, so it is not scanned and nothing of it is run/).waitFor();
    await welcome.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    assert.equal(await welcome.getByRole('button', { name: 'Scan This Workspace' }).count(), 0);
    await session.shot('restricted');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.notification(/not trusted, so it is not scanned.*Trust it first/).waitFor();
    await workbench.button('Manage Workspace Trust').waitFor();
    await workbench.command('Notifications: Clear All Notifications');
  });

  it('has its open file scanned, shown and explained, and nothing of it run or obeyed', async () => {
    const { workbench } = session;
    await workbench.openFile('list.js');
    await workbench.command('Parapet: Scan File');
    await workbench.treeRow(/OS command injection.*list\.js/).waitFor();
    const hover = await workbench.hoverAt(5, 5);
    await hover
      .getByText(/OS command injection/)
      .first()
      .waitFor();
    await workbench.press('Escape');
    await workbench.treeRow(/OS command injection.*list\.js/).click();
    await workbench.command('Parapet: Clear On-Demand Results');
    await workbench.treeRow(/OS command injection/).waitFor({ state: 'detached' });
    assert.equal(existsSync(ran()), false, 'something of the repository was run');
    assert.equal(asked, 0, 'its settings were heeded');
    assert.deepEqual(
      (await errorsOf(session)).filter((line) => !line.includes('it is not scanned')),
      [],
    );
  });

  it('offers nothing that would ask git', async () => {
    const { workbench } = session;
    await workbench.press('F1');
    await workbench.quickInput().fill('>Parapet: Scan ');
    await workbench.quickPicks().filter({ hasText: 'Scan File' }).first().waitFor();
    const offered = await workbench.quickPicks().allTextContents();
    assert.deepEqual(
      offered.filter((text) => /Parapet: Scan (?:Changes|Staged|Working|Branch|Folder)/.test(text)),
      [],
    );
    await workbench.press('Escape');
  });

  it('is scanned, and knows its changes, once it is trusted, in the same window', async () => {
    const { workbench, folder } = session;
    // What follows asks git, and so does the editor: what the repository would have run is taken out first.
    await run('git', ['config', '--file', path.join(folder, '.git', 'config'), '--unset', 'core.fsmonitor']);
    await rm(path.join(folder, '.gitattributes'));
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.page.locator('.workspace-trust-trusted').waitFor();
    const dialog = workbench.page.locator('.monaco-modal-editor-block');
    await dialog
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await welcome.getByRole('button', { name: 'Scan This Workspace' }).click();
    await workbench.treeRow(/OS command injection.*list\.js/).waitFor();
    await writeFile(path.join(folder, 'other.js'), dangerous.replace('/list', '/other'));
    await workbench.command('Parapet: Scan Changes…');
    await workbench.choose('Working tree');
    await workbench.treeRow(/OS command injection.*other\.js/).waitFor();
    assert.equal(asked, 0, 'where tokens go is the user’s own to say, in any workspace');
    await session.shot('restricted-trusted');
  });
});

/** Files that another extension keeps in memory, opened as a folder. */
describe('a virtual workspace', () => {
  let session: Session;
  let home: string;

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pp-virtual-'));
    const provider = path.join(home, 'provider');
    await mkdir(provider);
    const manifest = {
      ...{ name: 'memory-files', publisher: 'tests', version: '0.0.1', main: './extension.js' },
      ...{ engines: { vscode: '^1.100.0' }, activationEvents: ['onFileSystem:memory'] },
      ...{ extensionKind: ['workspace'], capabilities: { virtualWorkspaces: true } },
    };
    await writeFile(path.join(provider, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(provider, 'extension.js'), memoryFiles({ '/shop/list.js': dangerous }));
    const workspace = path.join(home, 'shop.code-workspace');
    await writeFile(workspace, JSON.stringify({ folders: [{ uri: 'memory:/shop', name: 'shop' }] }));
    session = await openSession({ others: [provider] });
    await openWorkspaceFile(session, workspace);
  });

  after(async () => {
    await session?.close();
    await rm(home, { recursive: true, force: true });
  });

  it('is said to have no folder on a disk that could be scanned', async () => {
    const { workbench } = session;
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByText(/on no disk, so it cannot be scanned as a whole/).waitFor();
    assert.equal(await welcome.getByRole('button', { name: 'Scan This Workspace' }).count(), 0);
    await session.shot('virtual');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.notification(/This workspace is virtual.*Scan a file or a selection/).waitFor();
    await workbench.command('Notifications: Clear All Notifications');
    await workbench.command('Parapet: Scan Changes…');
    await workbench.choose('Working tree');
    await workbench.notification(/No folder on a disk is open/).waitFor();
    await workbench.command('Notifications: Clear All Notifications');
  });

  it('has what is open scanned, shown where it is, and explained', async () => {
    const { workbench } = session;
    await workbench.openContainer('Explorer');
    await workbench.treeRow('list.js').dblclick();
    await workbench.tab('list.js').waitFor();
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan File');
    const row = workbench.treeRow(/OS command injection.*list\.js/);
    await row.waitFor();
    const hover = await workbench.hoverAt(5, 5);
    await hover
      .getByText(/OS command injection/)
      .first()
      .waitFor();
    await workbench.press('Escape');
    // The place follows edits, in whatever kind of file.
    await workbench.goTo(1, 1);
    await workbench.page.keyboard.type('// A line before it.\n');
    await row.filter({ hasText: 'list.js:6' }).waitFor();
    await row.click();
    await workbench.statusBarItem(/Ln 6,/).waitFor();
    await session.shot('virtual-scanned');
    await workbench.command('Parapet: Show Details');
    await workbench
      .webview()
      .getByRole('heading', { name: /command injection/i })
      .first()
      .waitFor();
  });

  it('breaks nothing, whatever is looked at', async () => {
    const { workbench } = session;
    for (const view of ['Scans', 'AI Components']) {
      const header = workbench.view(view).locator('.pane-header');
      if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    }

    await workbench.command('Parapet: Copy Diagnostics for a Bug Report');
    await workbench.notification(/Copied: versions, counts/).waitFor();
    const told = /is virtual|No folder on a disk/;
    assert.deepEqual(
      (await errorsOf(session)).filter((line) => !told.test(line)),
      [],
    );
  });
});

/** The service runs beside the workspace, which may be another machine than the user's. */
describe('a window on a remote host', () => {
  let session: Session;
  let other: ChildProcess;

  before(async () => {
    const settings = { 'remote.autoForwardPorts': true, 'remote.autoForwardPortsSource': 'process' };
    session = await openSession({ settings });
  });

  after(async () => {
    other?.kill();
    await session?.close();
  });

  it('forwards the port of any program to the user, but not that of our service', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/SQL injection/)
      .first()
      .waitFor();
    // Listens later than our service: once the editor has seen this one, it has seen ours.
    const listen = "require('node:http').createServer().listen(0, '127.0.0.1') // a program of the user";
    other = spawn(process.execPath, ['-e', listen], { stdio: 'ignore' });
    await workbench.command('Ports: Focus on Ports View');
    const ports = workbench.page.locator('.part.panel .monaco-list-row');
    await ports.filter({ hasText: 'a program of the user' }).first().waitFor();
    assert.equal(await ports.filter({ hasText: 'service.js' }).count(), 0);
  });
});

/** An extension that keeps these files, by path, under the scheme `memory`. */
function memoryFiles(files: Readonly<Record<string, string>>): string {
  return `
const vscode = require('vscode');
const files = new Map(Object.entries(${JSON.stringify(files)}).map(([path, text]) => [path, Buffer.from(text)]));
const isFolder = (path) => [...files.keys()].some((file) => file.startsWith(path.replace(/\\/?$/, '/')));
const missing = (uri) => vscode.FileSystemError.FileNotFound(uri);
exports.activate = (context) => {
  const changed = new vscode.EventEmitter();
  const at = Date.now();
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose() {} }),
    stat(uri) {
      const content = files.get(uri.path);
      if (content) return { type: vscode.FileType.File, ctime: at, mtime: at, size: content.length };
      if (isFolder(uri.path)) return { type: vscode.FileType.Directory, ctime: at, mtime: at, size: 0 };
      throw missing(uri);
    },
    readDirectory(uri) {
      const names = new Map();
      for (const file of files.keys()) {
        if (!file.startsWith(uri.path + '/')) continue;
        const [name, ...below] = file.slice(uri.path.length + 1).split('/');
        names.set(name, below.length > 0 ? vscode.FileType.Directory : vscode.FileType.File);
      }
      return [...names];
    },
    readFile(uri) {
      const content = files.get(uri.path);
      if (!content) throw missing(uri);
      return content;
    },
    writeFile(uri, content) {
      files.set(uri.path, Buffer.from(content));
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory() {},
    delete(uri) { files.delete(uri.path); },
    rename(from, to) { files.set(to.path, files.get(from.path)); files.delete(from.path); },
  }));
};
`;
}
