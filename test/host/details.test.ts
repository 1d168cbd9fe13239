import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { classOf, problemsOf, projectFile, until } from './window.ts';

const database = 'storefront/src/lib/database.ts';

/** An issue that is chosen and whose details are asked for before its code is there. */
describe('the details of an issue that was chosen just now', function () {
  this.timeout(90_000);
  const { tabGroups } = vscode.window;
  let id = '';

  before(async () => {
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    const problem = await until('the SQL injection', () =>
      problemsOf(database).find((one) => classOf(one) === 'sql-injection'),
    );
    assert.ok(typeof problem.code === 'object');
    [id = ''] = JSON.parse(decodeURIComponent(problem.code.target.query)) as string[];
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const chooseAndShow = async () => {
    const { executeCommand } = vscode.commands;
    await Promise.all([
      executeCommand('parapet.openIssue', id, 'glance'),
      executeCommand('parapet.showDetails', id),
    ]);
    const active = () => tabGroups.all.map(({ activeTab }) => activeTab?.input);
    await until('the page', () => active().some((input) => input instanceof vscode.TabInputWebview));
    await until('the code beside it', () =>
      active().some((input) => input instanceof vscode.TabInputText && input.uri.path.endsWith(database)),
    );
    assert.equal(tabGroups.all.length, 2);
  };

  it('are beside its code in an empty window', async () => {
    for (let round = 0; round < 3; round += 1) {
      await chooseAndShow();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('are beside its code where two versions of a file were compared', async () => {
    for (let round = 0; round < 3; round += 1) {
      const compared = projectFile('storefront/src/routes/catalog.ts');
      await vscode.commands.executeCommand('vscode.diff', compared, projectFile(database), 'Compared');
      await chooseAndShow();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
