import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { classOf, problemsOf, projectFile, until } from './window.ts';

const database = 'storefront/src/lib/database.ts';
const catalog = 'storefront/src/routes/catalog.ts';

/** The steps of a flow in files that were changed since the scan. */
describe('steps of a flow', function () {
  this.timeout(90_000);
  const file = projectFile(catalog).fsPath;
  let scanned = '';

  before(async () => {
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    scanned = readFileSync(file, 'utf8');
  });

  afterEach(async () => {
    writeFileSync(file, scanned);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are where their code went, not where something else reads the same', async () => {
    const problem = await until('the SQL injection', () =>
      problemsOf(database).find((one) => classOf(one) === 'sql-injection'),
    );
    const source = problem.relatedInformation?.[0]?.location;
    assert.ok(source);
    assert.match(source.uri.path, /routes\/catalog\.ts$/);
    const line = source.range.start.line;
    const code = scanned.split('\n')[line] ?? assert.fail('no such line');
    // Right where the step was scanned there is now another line that reads the same.
    const above = [...Array.from({ length: line }, (_, index) => `// ${index}`), code, '// end', ''];
    writeFileSync(file, `${above.join('\n')}${scanned}`);
    const { code: link } = problem;
    assert.ok(typeof link === 'object');
    const [id] = JSON.parse(decodeURIComponent(link.target.query)) as [string];
    await vscode.commands.executeCommand('parapet.showDetails', id);
    await until('the page', () =>
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(({ input }) => input instanceof vscode.TabInputWebview),
      ),
    );
    const shown = () =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.path.endsWith(catalog));
    // It goes to the first step as soon as the page has the flow.
    for (let tries = 0; !shown() && tries < 100; tries++) {
      await vscode.commands.executeCommand('parapet.nextStep');
      await sleep(50);
    }
    await until('the step in its place', () => shown()?.selection.start.line === line + above.length - 1);
  });
});
