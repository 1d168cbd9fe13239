import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { projectFile, until } from './window.ts';

const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

const result = (uri: string, startLine: number) => ({
  message: { text: `at ${startLine}` },
  locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }],
});

/** Issues on changed lines as comment threads: seen here by where “next” goes, since no extension can list threads. */
describe('review threads', function () {
  this.timeout(60_000);
  const added = projectFile('storefront/src/review-new.js');
  const committed = projectFile('storefront/src/routes/catalog.ts');
  const report = projectFile('storefront/review.sarif');
  const settings = () => vscode.workspace.getConfiguration('parapet.review');

  const line = () => vscode.window.activeTextEditor?.selection.active.line;
  const file = () => vscode.window.activeTextEditor?.document.uri.toString();

  afterEach(async () => {
    await settings().update('threads', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('closeSarif', report);
    for (const uri of [added, report]) await vscode.workspace.fs.delete(uri);
  });

  it('are on changed lines only, in their order, follow the code and go with their issue', async () => {
    await vscode.workspace.fs.writeFile(added, Buffer.from('one();\ntwo();\nthree();\nfour();\n'));
    const log = {
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'Other' } },
          results: [
            result('storefront/src/review-new.js', 3),
            result('storefront/src/review-new.js', 1),
            result('storefront/src/routes/catalog.ts', 1),
          ],
        },
      ],
    };
    await vscode.workspace.fs.writeFile(report, Buffer.from(JSON.stringify(log)));
    await settings().update('threads', 'workingTree', vscode.ConfigurationTarget.Global);
    await run('openSarif', report);
    const seen = async () => {
      await run('nextReviewThread');
      return file() === added.toString();
    };
    for (let tries = 0; !(await seen()) && tries < 100; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(file(), added.toString());
    const lines: (number | undefined)[] = [line()];
    for (let step = 0; step < 3; step++) {
      await run('nextReviewThread');
      assert.notEqual(file(), committed.toString());
      lines.push(line());
    }
    assert.deepEqual(lines, [0, 2, 0, 2]);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// above\n'));
    await until('the problem one line on', () =>
      vscode.languages.getDiagnostics(added).some(({ range }) => range.start.line === 3),
    );
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await run('nextReviewThread');
    assert.equal(line(), 1);
    await run('closeSarif', report);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await run('nextReviewThread');
    assert.equal(line(), 0);
  });
});
