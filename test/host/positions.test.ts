import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { classOf, problemsOf, projectFile, projectFolder, until } from './window.ts';

const database = 'storefront/src/lib/database.ts';

function injection(file = database): vscode.Diagnostic | undefined {
  return problemsOf(file).find((one) => classOf(one) === 'sql-injection');
}

const lineOf = (file = database) => injection(file)?.range.start.line;

function git(...args: string[]): void {
  const settings = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  execFileSync('git', [...settings, ...args], { cwd: projectFolder().fsPath, stdio: 'pipe' });
}

/** Where problems are while their file is edited, renamed, and changed from outside. */
describe('places of problems', function () {
  this.timeout(90_000);
  let line = 0;

  before(async () => {
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    line = await until('the problem', () => lineOf());
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the problem in its place', () => lineOf() === line);
  });

  async function open(): Promise<vscode.TextEditor> {
    return await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument(projectFile(database)),
    );
  }

  it('lose a problem whose line is deleted, and have it again after undo, and lose it after redo', async () => {
    const editor = await open();
    await editor.edit((edit) => edit.delete(editor.document.lineAt(line).rangeIncludingLineBreak));
    await until('no problem', () => injection() === undefined);
    await vscode.commands.executeCommand('undo');
    await until('the problem again', () => lineOf() === line);
    await vscode.commands.executeCommand('redo');
    await until('no problem again', () => injection() === undefined);
  });

  it('move with a formatter that breaks lines, and with lines put in at the same time', async () => {
    const editor = await open();
    const text = editor.document.lineAt(line).text;
    const column = text.indexOf('(') + 1;
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), '\n');
      edit.insert(new vscode.Position(line, column), '\n      ');
    });
    await until('the problem on both lines', () => {
      const range = injection()?.range;
      return range?.start.line === line + 1 && range.end.line === line + 2;
    });
  });

  it('go with a file that is renamed in the editor, and with edits there', async () => {
    const renamed = 'storefront/src/lib/store.ts';
    const rename = async (from: string, to: string) => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(projectFile(from), projectFile(to));
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    await rename(database, renamed);
    await until('the problem in the renamed file', () => lineOf(renamed) === line);
    assert.deepEqual(problemsOf(database), []);
    const editor = await vscode.window.showTextDocument(projectFile(renamed));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await until('the problem one line on', () => lineOf(renamed) === line + 1);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await rename(renamed, database);
  });

  it('follow a file that another program changes and moves', async () => {
    const path = projectFile(database).fsPath;
    const moved = projectFile('storefront/src/lib/moved.ts').fsPath;
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `// one\n// two\n${text}`);
    await until('the problem two lines on', () => lineOf() === line + 2);
    writeFileSync(path, text);
    await until('the problem back', () => lineOf() === line);
    renameSync(path, moved);
    await until('the problem in the moved file', () => lineOf('storefront/src/lib/moved.ts') === line);
    renameSync(moved, path);
  });

  it('follow the branch that is checked out', async () => {
    const renamed = 'storefront/src/lib/renamed.ts';
    const path = projectFile(database).fsPath;
    git('checkout', '-q', '-b', 'elsewhere');
    try {
      writeFileSync(path, `// new\n${readFileSync(path, 'utf8')}`);
      git('mv', database, renamed);
      git('commit', '-q', '-a', '-m', 'Rename');
      await until('the problem in the renamed file', () => lineOf(renamed) === line + 1);
    } finally {
      git('checkout', '-q', '-');
      git('branch', '-q', '-D', 'elsewhere');
    }
  });
});
