import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { listenOnOwnSocket } from '../../src/api/own-socket.ts';
import {
  classOf,
  embeddedService,
  problemsOf,
  projectFile,
  projectFolder,
  serviceFolder,
  until,
  windowOfExtension,
} from './window.ts';

const reports = 'backoffice/reports.py';
/** Whose patch other tests do not ask for. */
const imports = 'backoffice/imports.py';
const linked = 'backoffice/linked.py';
/** A link to git's own folder, a hook, a link to it, and another name of it on the disk. */
const notes = 'notes';
const hook = '.husky/pre-commit';
const alias = 'backoffice/alias.py';
const second = 'backoffice/second.py';
const hunk = '@@ -1 +1 @@\n-harmless\n+taken over\n';
const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

/** A service whose patches are not what it was asked for, between this window and the real one. */
describe('a patch of a hostile service', function () {
  this.timeout(120_000);
  const outside = path.join(mkdtempSync(path.join(tmpdir(), 'parapet-outside-')), 'victim.py');
  const original = readFileSync(projectFile(reports).fsPath, 'utf8');
  const config = readFileSync(projectFile('.git/config').fsPath, 'utf8');
  const told: string[] = [];
  let restore = (): void => undefined;
  let between: Server;
  let diff = '';
  let asked = 0;
  let id = '';

  before(async () => {
    writeFileSync(outside, 'harmless\n');
    symlinkSync(outside, projectFile(linked).fsPath);
    symlinkSync('.git', projectFile(notes).fsPath);
    mkdirSync(projectFile('.husky').fsPath);
    writeFileSync(projectFile(hook).fsPath, 'harmless\n');
    symlinkSync(`../${hook}`, projectFile(alias).fsPath);
    linkSync(projectFile(hook).fsPath, projectFile(second).fsPath);
    await run('scanWorkspace');
    const problem = await until('the issue', () =>
      problemsOf(imports).find((one) => classOf(one) === 'tls-verification-disabled'),
    );
    assert.ok(typeof problem.code === 'object');
    [id = ''] = JSON.parse(decodeURIComponent(problem.code.target.query)) as string[];
    await run('generatePatch', id);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { socket } = embeddedService() ?? assert.fail('no service');
    between = serverInFront(socket);
    const own = await listenOnOwnSocket(between, 'between.sock', undefined);
    release = own.release;
    await talkTo(own.path);
    const tell = async (message: string) => {
      told.push(message);
      return undefined;
    };
    const shown = await windowOfExtension();
    const { showErrorMessage, showWarningMessage } = shown;
    Object.assign(shown, { showErrorMessage: tell, showWarningMessage: tell });
    restore = () => Object.assign(shown, { showErrorMessage, showWarningMessage });
  });

  after(async () => {
    restore();
    between.close();
    between.closeAllConnections();
    release();
    for (const made of [linked, notes, alias, second]) unlinkSync(projectFile(made).fsPath);
    rmSync(projectFile('.husky').fsPath, { recursive: true });
    await talkTo(realSocket);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  let realSocket = '';
  let release = (): void => undefined;

  /** Passes everything on, but for the diff of a patch. */
  function serverInFront(socket: string): Server {
    realSocket = socket;
    return createServer((incoming, outgoing) => {
      const { method, headers, url = '' } = incoming;
      // The answer is to be read here.
      const { 'accept-encoding': _, ...plain } = headers;
      const passed = request({ socketPath: socket, method, path: url, headers: plain }, (answer) => {
        if (!/\/getPatch\b/.test(url)) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        asked += 1;
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const { patch } = JSON.parse(Buffer.concat(parts).toString()) as { patch: { status: string } };
          assert.equal(patch.status, 'READY');
          outgoing.writeHead(200, { 'content-type': 'application/json' });
          outgoing.end(JSON.stringify({ patch: { ...patch, files: [], diff } }));
        });
      });
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
  }

  /** Has the window look for its service anew, and find it at a socket. */
  async function talkTo(socket: string): Promise<void> {
    const file = path.join(serviceFolder() ?? '', 'service.json');
    const discovery = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...discovery, socket }));
    const settings = vscode.workspace.getConfiguration('parapet.service');
    await settings.update('url', 'http://127.0.0.1:9', vscode.ConfigurationTarget.Global);
    await settings.update('url', undefined, vscode.ConfigurationTarget.Global);
    await run('refresh');
    await until('the issues', () => problemsOf(imports).length > 0);
  }

  const cases: readonly (readonly [what: string, diff: () => string, said: RegExp])[] = [
    ['an absolute path', () => `--- ${outside}\n+++ ${outside}\n${hunk}`, /outside of the project/],
    [
      'a path that leads out of the folder',
      () => {
        const out = path.relative(projectFolder().fsPath, outside).replaceAll(path.sep, '/');
        return `--- a/${out}\n+++ b/${out}\n${hunk}`;
      },
      /outside of the project/,
    ],
    ['git’s own folder', () => `--- a/.git/config\n+++ b/.git/config\n${hunk}`, /outside of the project/],
    [
      'git’s own folder through a link of the repository',
      () => {
        const [first] = config.split('\n');
        return `--- a/${notes}/config\n+++ b/${notes}/config\n@@ -1 +1,2 @@\n ${first}\n+\tfsmonitor = touch taken-over\n`;
      },
      /may run what is written there/,
    ],
    ['a hook', () => `--- a/${hook}\n+++ b/${hook}\n${hunk}`, /may run what is written there/],
    [
      'a hook through a link',
      () => `--- a/${alias}\n+++ b/${alias}\n${hunk}`,
      /may run what is written there/,
    ],
    ['a hook by its second name', () => `--- a/${second}\n+++ b/${second}\n${hunk}`, /hard link/],
    ['a link that leads out', () => `--- a/${linked}\n+++ b/${linked}\n${hunk}`, /link that leads out/],
    [
      'a link that it makes',
      () =>
        `diff --git a/new.py b/new.py\nnew file mode 120000\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+${outside}\n\\ No newline at end of file\n`,
      /makes or changes a link/,
    ],
    [
      'a file that it makes',
      () =>
        `diff --git a/new.py b/new.py\nnew file mode 100755\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+one\n`,
      /makes, deletes or renames a file/,
    ],
    [
      'lines that are nowhere',
      () => `--- a/${reports}\n+++ b/${reports}\n${hunk}`,
      /the lines that the patch replaces are not in it/,
    ],
    [
      'lines that are there twice',
      () => `--- a/${reports}\n+++ b/${reports}\n@@ -900 +900 @@\n-    return "", 204\n+    return "", 500\n`,
      /would fit in more than one place/,
    ],
    [
      'one file of two',
      () =>
        `--- a/${reports}\n+++ b/${reports}\n@@ -1 +1 @@\n-import os\n+import sys\n--- a/none.py\n+++ b/none.py\n${hunk}`,
      /none\.py/,
    ],
    [
      'a binary file',
      () =>
        `diff --git a/${reports} b/${reports}\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\n`,
      /binary file/,
    ],
    [
      'more than a fix could be',
      () =>
        `--- a/${reports}\n+++ b/${reports}\n@@ -1 +1,70000 @@\n${'+taken over, line by line\n'.repeat(120_000)}`,
      /far larger than any fix/,
    ],
    [
      'a hundred megabytes',
      () => `--- a/${reports}\n+++ b/${reports}\n@@ -1 +1 @@\n+${'x'.repeat(100 * 1024 * 1024)}\n`,
      /larger than the limit/,
    ],
  ];

  for (const [what, hostile, said] of cases) {
    it(`is refused with its reason, and nothing is written: ${what}`, async () => {
      diff = hostile();
      for (const command of ['showPatch', 'applyPatch']) {
        told.length = 0;
        const before = asked;
        await Promise.resolve(run(command, id)).catch(() => {});
        const message = await until(`the reason, of ${command}`, () => told.find((one) => said.test(one)));
        assert.ok(message.length < 500, 'it is short');
        assert.ok(asked > before, 'the service was asked');
      }
      assert.equal(readFileSync(outside, 'utf8'), 'harmless\n');
      assert.equal(readFileSync(projectFile('.git/config').fsPath, 'utf8'), config);
      assert.equal(readFileSync(projectFile(hook).fsPath, 'utf8'), 'harmless\n');
      assert.equal(readFileSync(projectFile(reports).fsPath, 'utf8'), original);
      assert.ok(!existsSync(projectFile('new.py').fsPath));
      assert.deepEqual(
        vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path),
        [],
      );
    });
  }
});
