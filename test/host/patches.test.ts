import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { classOf, embeddedService, problemsOf, projectFile, projectFolder, until } from './window.ts';

const reports = 'backoffice/reports.py';
const unpatchable = 'storefront/src/lib/database.ts';
const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

function problem(file = reports, vulnClass = 'command-injection'): vscode.Diagnostic | undefined {
  return problemsOf(file).find((one) => classOf(one) === vulnClass);
}

async function actionsAt(file = reports, vulnClass = 'command-injection'): Promise<vscode.CodeAction[]> {
  const found = await until(`the ${vulnClass} of ${file}`, () => problem(file, vulnClass));
  await vscode.workspace.openTextDocument(projectFile(file));
  return await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    projectFile(file),
    found.range,
    vscode.CodeActionKind.QuickFix.value,
  );
}

/** The issue that the light bulb's actions are about. */
async function issueAt(file = reports, vulnClass = 'command-injection'): Promise<string> {
  // A document that was opened just now may have no actions yet.
  const details = await until('the light bulb', async () =>
    (await actionsAt(file, vulnClass)).find(({ command }) => command?.command === 'parapet.showDetails'),
  );
  return String(details.command?.arguments?.[0]);
}

async function offered(file = reports, vulnClass = 'command-injection'): Promise<readonly string[]> {
  return (await actionsAt(file, vulnClass)).map(({ command }) => command?.command ?? '');
}

function previews(): readonly vscode.TabInputTextDiff[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) =>
      input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'parapet-patch' ? [input] : [],
    );
}

const textOf = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();

/** From the light bulb to a fix that a scan has confirmed, with the real service. */
describe('a patch', function () {
  this.timeout(90_000);
  const file = projectFile(reports);
  let original = '';

  before(async () => {
    original = await textOf(file);
    await run('scanWorkspace');
  });

  /** Makes the file again what it was, and has the service see it. */
  async function restore(text = original): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
    const document = await vscode.workspace.openTextDocument(file);
    await until('the file as it was', () => document.getText() === text && !document.isDirty);
    await run('scanWorkspace');
    await until('the issue', () => problem());
  }

  afterEach(async () => {
    await restore();
  });

  it('is generated from the light bulb, shown beside the file as it is, applied, and confirmed by a scan', async () => {
    await vscode.window.showTextDocument(file);
    const id = await issueAt();
    const first = await offered();
    assert.ok(first.includes('parapet.generatePatch'), first.join());
    await run('generatePatch', id);
    const [preview] = await until('the diff editor', () => previews().length > 0 && previews());
    assert.ok(preview);
    assert.equal(preview.original.toString(), file.toString());
    const patched = await vscode.workspace.openTextDocument(preview.modified);
    assert.notEqual(patched.getText(), original);
    assert.equal(await textOf(file), original, 'nothing is written yet');
    const now = await offered();
    assert.ok(now.includes('parapet.showPatch') && now.includes('parapet.applyPatch'));
    assert.ok(!now.includes('parapet.generatePatch'));
    const index = () =>
      execFileSync('git', ['status', '--porcelain'], { cwd: projectFolder().fsPath }).toString();
    const before = index();
    await run('applyPatch', id);
    assert.equal(await textOf(file), patched.getText());
    await until('no issue', () => problem() === undefined);
    assert.equal(previews().length, 0, 'the preview is closed');
    assert.equal(index(), `${before} M ${reports}\n`, 'nothing is staged');
    await vscode.window.showTextDocument(file);
    await vscode.commands.executeCommand('undo');
    const document = await vscode.workspace.openTextDocument(file);
    assert.equal(document.getText(), original, 'one undo of the editor takes it back');
  });

  it('is taken back with its command, in the file and in the list of issues', async () => {
    const id = await issueAt();
    await run('generatePatch', id);
    await run('applyPatch', id);
    await until('no issue', () => problem() === undefined);
    await run('undoPatch', id);
    assert.equal(await textOf(file), original);
    await until('the issue again', () => problem());
  });

  it('is tried by the project’s own check, once, in a copy, before it is applied', async () => {
    const mark = path.join(mkdtempSync(path.join(tmpdir(), 'parapet-mark-')), 'runs');
    const script = `const fs = require('fs'); fs.appendFileSync(process.argv[1], process.cwd() + '|' + fs.readFileSync('${reports}', 'utf8').length + '\\n')`;
    const settings = vscode.workspace.getConfiguration('parapet.patches');
    const global = vscode.ConfigurationTarget.Global;
    await settings.update('check', ['node', '-e', script, mark], global);
    try {
      const id = await issueAt();
      await run('generatePatch', id);
      const runs = () => (existsSync(mark) ? readFileSync(mark, 'utf8').trim().split('\n') : []);
      await until('the check', () => runs().length > 0);
      assert.equal(await textOf(file), original, 'the project is not touched');
      await run('applyPatch', id);
      const patched = await textOf(file);
      const [one, ...others] = runs();
      assert.equal(others.length, 0, 'what was checked is not checked again');
      const [folder, length] = one?.split('|') ?? [];
      assert.notEqual(folder, projectFolder().fsPath);
      assert.equal(Number(length), patched.length, 'it ran with the patch');
      assert.equal(existsSync(folder ?? ''), false, 'the copy is gone');
    } finally {
      await settings.update('check', undefined, global);
    }
  });

  it('keeps unsaved edits, and leaves saving to their author', async () => {
    const id = await issueAt();
    await run('generatePatch', id);
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# mine\n'));
    await run('applyPatch', id);
    assert.ok(document.isDirty);
    assert.ok(document.getText().startsWith('# mine\n'));
    assert.notEqual(document.getText(), `# mine\n${original}`);
    assert.equal(await textOf(file), original, 'nothing is saved over the author’s head');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is refused, with nothing changed, where its lines were edited since', async () => {
    const id = await issueAt();
    await run('generatePatch', id);
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    const line = problem()?.range.start.line ?? 0;
    const edited = '    subprocess.run("tar czf /srv/other/" + month, shell=True, check=True)';
    await editor.edit((edit) => edit.replace(document.lineAt(line).range, edited));
    const text = document.getText();
    await run('applyPatch', id);
    assert.equal(document.getText(), text);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('follows a file that was saved with other changes since', async () => {
    const id = await issueAt();
    await run('generatePatch', id);
    await vscode.workspace.fs.writeFile(file, Buffer.from(`# one\n# two\n${original}`));
    const document = await vscode.workspace.openTextDocument(file);
    await until('the file as it is now', () => document.getText().startsWith('# one'));
    await run('applyPatch', id);
    assert.ok((await textOf(file)).startsWith('# one\n# two\n'));
    await until('no issue', () => problem() === undefined);
  });

  it('follows a file that was renamed since, with unsaved edits in it', async () => {
    const renamed = projectFile('backoffice/monthly.py');
    const rename = async (from: vscode.Uri, to: vscode.Uri) => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(from, to);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    const id = await issueAt();
    await run('generatePatch', id);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rename(file, renamed);
    try {
      await until('the problem there', () => problem('backoffice/monthly.py'));
      const editor = await vscode.window.showTextDocument(renamed);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# mine\n'));
      await run('applyPatch', id);
      const text = editor.document.getText();
      assert.ok(text.startsWith('# mine\n'));
      assert.doesNotMatch(text, /shell=True/);
      assert.ok(editor.document.isDirty, 'it is left to its author to save it');
      assert.equal(await textOf(renamed), original);
      await assert.rejects(async () => await vscode.workspace.fs.stat(file), 'the old name stays gone');
    } finally {
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await rename(renamed, file);
    }
  });

  it('keeps CR LF, and a file that ends without a line end', async () => {
    const text = original.trimEnd().replaceAll('\n', '\r\n');
    await restore(text);
    const id = await issueAt();
    await run('regeneratePatch', id);
    await run('applyPatch', id);
    await until('no issue', () => problem() === undefined);
    const patched = await textOf(file);
    assert.notEqual(patched, text);
    assert.equal(patched.replaceAll('\r\n', '').includes('\n'), false);
    assert.ok(!patched.endsWith('\n'));
  });

  it('of several issues is reviewed and applied at once', async () => {
    const ids = [await issueAt(), await issueAt(reports, 'path-traversal')];
    await run('generatePatch', ids[0], ids);
    await run('showPatch', ids[0], ids);
    const [preview] = await until('the diff editor', () => previews().length > 0 && previews());
    const patched = await vscode.workspace.openTextDocument(preview?.modified ?? file);
    const changed = patched.getText();
    await run('applyPatch', preview?.modified);
    assert.equal(await textOf(file), changed);
    await until('neither issue', () => !problem() && !problem(reports, 'path-traversal'));
  });

  it('that no rule knows is not offered: how to fix the issue by hand is', async () => {
    const id = await issueAt(unpatchable, 'sql-injection');
    await run('generatePatch', id);
    const commands = await offered(unpatchable, 'sql-injection');
    assert.ok(commands.includes('parapet.howToFix'), commands.join(' '));
    assert.ok(!commands.includes('parapet.generatePatch'), commands.join(' '));
    assert.ok(!commands.includes('parapet.applyPatch') && !commands.includes('parapet.showPatch'));
    assert.equal(previews().length, 0);
  });

  it('outlives the service that makes it', async () => {
    const id = await issueAt();
    const made = run('regeneratePatch', id);
    const killed = embeddedService();
    assert.ok(killed);
    process.kill(killed.pid, 'SIGKILL');
    await made;
    assert.ok((await offered()).includes('parapet.applyPatch'));
    assert.notEqual(embeddedService()?.pid, killed.pid);
  });

  it('does not touch a read-only file, or one that is gone', async () => {
    const id = await issueAt();
    await run('regeneratePatch', id);
    chmodSync(file.fsPath, 0o444);
    try {
      await run('applyPatch', id);
      assert.equal(await textOf(file), original);
    } finally {
      chmodSync(file.fsPath, 0o644);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(file);
    await run('applyPatch', id);
    await assert.rejects(async () => await vscode.workspace.fs.stat(file));
  });
});
