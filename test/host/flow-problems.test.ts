import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { classOf, problemsOf, projectFile, until } from './window.ts';

const database = 'storefront/src/lib/database.ts';
const injection = () => problemsOf(database).find((one) => classOf(one) === 'sql-injection');

/** The way data takes, in the editor. */
describe('the flow of an issue', function () {
  this.timeout(90_000);

  before(() => vscode.commands.executeCommand('parapet.scanWorkspace'));

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is in Problems step by step, across files, once its file is looked at', async () => {
    await until('the SQL injection', injection);
    await vscode.window.showTextDocument(projectFile(database));
    const problem = await until('all of its steps', () => {
      const one = injection();
      return (one?.relatedInformation?.length ?? 0) > 2 ? one : undefined;
    });
    const related = problem.relatedInformation ?? [];
    assert.match(related[0]?.location.uri.path ?? '', /routes\/catalog\.ts$/);
    assert.match(related[0]?.message ?? '', new RegExp(`^Step 1 of ${related.length}: `));
    const last = related.at(-1);
    assert.match(last?.location.uri.path ?? '', /lib\/database\.ts$/);
    assert.ok(last?.location.range.isEqual(problem.range), 'the last step is the place of the issue');
  });

  it('keeps the steps while a decision is made and taken back', async () => {
    const count = injection()?.relatedInformation?.length;
    const { code } = injection() ?? {};
    const target = typeof code === 'object' ? decodeURIComponent(code.target.query) : '[]';
    const [id]: unknown[] = JSON.parse(target);
    assert.equal(typeof id, 'string');
    await vscode.commands.executeCommand('parapet.markInformational', id);
    await until('it in Problems still', injection);
    await vscode.commands.executeCommand('parapet.undoTriage', id);
    const problem = await until('it back', injection);
    assert.equal(problem.relatedInformation?.length, count);
  });
});
