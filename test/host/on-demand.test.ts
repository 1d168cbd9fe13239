import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { classOf, projectFile, until } from './window.ts';

const head = ["const { exec } = require('node:child_process');", "const app = require('express')();"];
const route = (path: string, call: string) => [
  `app.get('/${path}', (request, response) => {`,
  `  ${call}`,
  '});',
];
const command = route('ping', "exec('ping ' + request.query.host);");
const evaluation = route('sum', 'response.json(Number(eval(request.query.sum)));');
const source = [...head, ...command, ...evaluation, ''].join('\n');
/** 0-based lines of the two calls. */
const [execLine, evalLine] = [head.length + 1, head.length + command.length + 1];

const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

function found(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source: name }) => name === 'Parapet on demand');
}

function lines(uri: vscode.Uri): readonly number[] {
  return found(uri)
    .map(({ range }) => range.start.line)
    .sort((a, b) => a - b);
}

function all(): readonly string[] {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri, list]) =>
      list
        .filter(({ source: name }) => name === 'Parapet on demand')
        .map((one) => `${uri.path} ${classOf(one)}`),
    );
}

async function write(file: string, text: string): Promise<vscode.Uri> {
  const uri = projectFile(file);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return uri;
}

/** Scans of what is open, chosen or changed, from the command to the Problems panel, with the real service. */
describe('a scan on demand', function () {
  this.timeout(60_000);
  const written: vscode.Uri[] = [];

  async function temporary(file: string, text: string): Promise<vscode.Uri> {
    const uri = await write(file, text);
    written.push(uri);
    return uri;
  }

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of written.splice(0)) await vscode.workspace.fs.delete(uri);
    await run('clearOnDemand');
    await until('no result of an on-demand scan', () => all().length === 0);
  });

  it('finds issues in an untitled file, which go when it is closed', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'javascript', content: source });
    await vscode.window.showTextDocument(document);
    await run('scanFile');
    await until('both issues', () => lines(document.uri).length === 2);
    assert.deepEqual(lines(document.uri), [execLine, evalLine]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('no issue', () => all().length === 0);
  });

  it('explains what it finds in a document of another extension, and offers what can be done', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('archive', {
      provideTextDocumentContent: () => source,
    });
    try {
      const uri = vscode.Uri.parse('archive:/old/server.js');
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
      await run('scanFile');
      await until('both issues', () => lines(uri).length === 2);
      const [problem] = found(uri);
      assert.ok(problem);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        uri,
        problem.range.start,
      );
      const texts = hovers.flatMap(({ contents }) =>
        contents.map((one) => (typeof one === 'string' ? one : one.value)),
      );
      assert.ok(texts.some((text) => text.includes('command:parapet.showDetails')));
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        problem.range,
        vscode.CodeActionKind.QuickFix.value,
      );
      assert.ok(actions.some(({ command }) => command?.command === 'parapet.showDetails'));
    } finally {
      provider.dispose();
    }
  });

  it('of a selection reads the whole file and reports what lies in it; one of the file replaces it', async () => {
    const uri = await temporary('storefront/src/on-demand.js', source);
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(execLine, 2, execLine, 9);
    await run('scanSelection');
    await until('the selected issue', () => lines(uri).length > 0);
    // What makes it an issue stands outside of the selection.
    assert.deepEqual(lines(uri), [execLine]);
    assert.deepEqual(found(uri).map(classOf), ['command-injection']);
    await run('scanFile', uri);
    await until('both issues', () => lines(uri).length === 2);
    assert.deepEqual(lines(uri), [execLine, evalLine]);
  });

  it('is carried along by edits, and goes with its code', async () => {
    const uri = await temporary('storefront/src/on-demand.js', source);
    const editor = await vscode.window.showTextDocument(uri);
    await run('scanFile');
    await until('both issues', () => lines(uri).length === 2);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one\n\n'));
    await until('both two lines on', () => lines(uri)[0] === execLine + 2);
    assert.deepEqual(lines(uri), [execLine + 2, evalLine + 2]);
    await editor.edit((edit) => edit.delete(new vscode.Range(execLine + 2, 0, execLine + 3, 0)));
    await until('one issue', () => lines(uri).length === 1);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('shows the issue in full, and offers what can be done once it is saved to the project', async () => {
    const uri = await temporary('storefront/src/on-demand.js', source);
    await vscode.window.showTextDocument(uri);
    await run('scanFile');
    await until('both issues', () => lines(uri).length === 2);
    const [problem] = found(uri);
    assert.ok(problem);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      problem.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const commands = actions.map((action) => action.command?.command);
    assert.ok(commands.includes('parapet.showDetails'));
    assert.ok(commands.includes('parapet.markFalsePositive'));
    assert.ok(commands.includes('parapet.generatePatch'));
  });

  it('of a folder reads what a full scan would, without ignored files', async () => {
    const uri = await temporary('storefront/on-demand/a.js', source);
    const other = await temporary('storefront/on-demand/node_modules/b.js', source);
    await run('scanFolder', projectFile('storefront/on-demand'));
    await until('the issues', () => lines(uri).length === 2);
    assert.deepEqual(lines(other), []);
    await vscode.workspace.fs.delete(projectFile('storefront/on-demand'), { recursive: true });
    written.length = 0;
  });

  it('of changes reports only what they bring', async () => {
    const database = projectFile('storefront/src/lib/database.ts');
    const original = Buffer.from(await vscode.workspace.fs.readFile(database)).toString('utf8');
    const renamed = projectFile('storefront/src/routes/renamed.ts');
    const catalog = projectFile('storefront/src/routes/catalog.ts');
    try {
      await vscode.workspace.fs.writeFile(database, Buffer.from(`// a comment more\n${original}`));
      const routes = Buffer.from(await vscode.workspace.fs.readFile(catalog)).toString('utf8');
      await vscode.workspace.fs.delete(catalog);
      await vscode.workspace.fs.writeFile(renamed, Buffer.from(`${routes}\n// renamed and changed\n`));
      const uri = await temporary('storefront/src/brought.js', [...head, ...command, ''].join('\n'));
      await run('scanWorkingTree');
      await until('the issue that the change brings', () => lines(uri).length > 0);
      assert.deepEqual(all(), [`${uri.path} command-injection`]);
      await run('scanStaged');
      assert.deepEqual(all(), [`${uri.path} command-injection`], 'nothing is staged');
      await run('scanBranch');
      await until('the same issue', () => lines(uri).length === 1);
    } finally {
      await vscode.workspace.fs.writeFile(database, Buffer.from(original));
      const routes = Buffer.from(await vscode.workspace.fs.readFile(renamed)).toString('utf8');
      await vscode.workspace.fs.delete(renamed);
      await vscode.workspace.fs.writeFile(
        catalog,
        Buffer.from(routes.replace(/\n\/\/ renamed and changed\n$/, '')),
      );
    }
  });

  it('follows a save when that is turned on, and not before', async () => {
    const uri = await temporary('storefront/src/on-save.js', head.join('\n'));
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    const append = async (text: readonly string[]) => {
      await editor.edit((edit) =>
        edit.insert(new vscode.Position(document.lineCount, 0), `\n${text.join('\n')}`),
      );
      await document.save();
    };
    const settings = vscode.workspace.getConfiguration('parapet.scan');
    await settings.update('onSave', true, vscode.ConfigurationTarget.Global);
    try {
      await append(command);
      await until('the issue after saving', () => lines(uri).length === 1);
    } finally {
      await settings.update('onSave', undefined, vscode.ConfigurationTarget.Global);
    }
    await run('clearOnDemand');
    await until('no issue', () => lines(uri).length === 0);
    await append(evaluation);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.deepEqual(lines(uri), []);
  });

  it('has a key that VS Code has for nothing else', async () => {
    const defaults = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('vscode://defaultsettings/keybindings.json'),
    );
    const entries = defaults
      .getText()
      .split('\n')
      .filter((line) => /"key": "ctrl\+k (?:ctrl\+)?alt\+s"/.test(line));
    assert.ok(defaults.getText().includes('"key": "ctrl+s"'), 'the default keys are there');
    const ours = entries.filter((line) => line.includes('parapet.'));
    assert.equal(ours.length, 1);
    assert.deepEqual(
      entries.filter((line) => line.includes('"ctrl+k alt+s"') && !line.includes('parapet.')),
      [],
    );
  });
});
