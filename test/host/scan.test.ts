import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { classOf, embeddedService, problemCount, problemsOf, projectFile, until } from './window.ts';

const database = 'storefront/src/lib/database.ts';
const scan = () => vscode.commands.executeCommand('parapet.scanWorkspace');
const settings = () => vscode.workspace.getConfiguration('parapet.issues');

/** The scan of the sample, from the command to the Problems panel, with the real service. */
describe('a scan of the workspace', function () {
  this.timeout(90_000);

  before(scan);

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('reports a flow through two files where it does harm, and names where it begins', async () => {
    const problem = await until('the SQL injection', () =>
      problemsOf(database).find((one) => classOf(one) === 'sql-injection'),
    );
    const document = await vscode.workspace.openTextDocument(projectFile(database));
    assert.match(document.lineAt(problem.range.start.line).text, /pool\.query\(/);
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.match(problem.relatedInformation?.[0]?.location.uri.path ?? '', /routes\/catalog\.ts$/);
  });

  it('reports nothing twice', () => {
    for (const [uri, list] of vscode.languages.getDiagnostics()) {
      const ours = list.filter(({ source }) => source === 'Parapet');
      const places = ours.map((one) => `${classOf(one)} ${JSON.stringify(one.range)} ${one.message}`);
      assert.equal(new Set(places).size, places.length, uri.path);
    }
  });

  it('carries problems along while the file is edited, and drops one whose code is gone', async () => {
    const before = problemsOf(database).find((one) => classOf(one) === 'sql-injection');
    assert.ok(before);
    const line = before.range.start.line;
    const document = await vscode.workspace.openTextDocument(projectFile(database));
    const original = document.getText();
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one\n// two\n'));
    await until('the problem two lines on', () =>
      problemsOf(database).some(
        (one) => classOf(one) === 'sql-injection' && one.range.start.line === line + 2,
      ),
    );
    await editor.edit((edit) => edit.replace(document.lineAt(line + 2).range, '  return [];'));
    await until('no problem', () => problemsOf(database).every((one) => classOf(one) !== 'sql-injection'));
    const whole = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    await editor.edit((edit) => edit.replace(whole, original));
    await document.save();
    await until('the problem back in its place', () =>
      problemsOf(database).some((one) => classOf(one) === 'sql-injection' && one.range.start.line === line),
    );
  });

  it('shows only what is as severe as wanted', async () => {
    const all = problemCount();
    await settings().update('minimumSeverity', 'CRITICAL', vscode.ConfigurationTarget.Global);
    const critical = await until('fewer problems', () => (problemCount() < all ? problemCount() : undefined));
    assert.ok(critical > 0);
    await settings().update('minimumSeverity', undefined, vscode.ConfigurationTarget.Global);
    await until('all problems again', () => problemCount() === all);
  });

  it('offers what can be done at the light bulb', async () => {
    const [problem] = problemsOf(database);
    assert.ok(problem);
    await vscode.window.showTextDocument(projectFile(database));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      projectFile(database),
      problem.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const commands = actions.map(({ command }) => command?.command);
    for (const id of ['parapet.showDetails', 'parapet.markFalsePositive', 'parapet.acceptRisk']) {
      assert.ok(commands.includes(id), `${id} is not offered`);
    }
  });

  it('explains an issue in a hover that can run only our commands', async () => {
    const [problem] = problemsOf(database);
    assert.ok(problem);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      projectFile(database),
      problem.range.start,
    );
    const texts = hovers.flatMap(({ contents }) =>
      contents.map((one) => (typeof one === 'string' ? one : one.value)),
    );
    const ours = texts.find((text) => text.includes('command:parapet.showDetails'));
    assert.match(ours ?? '', /% sure/);
  });

  it('refuses a second start while one runs', async () => {
    const first = scan();
    const second = scan();
    await second;
    await first;
    assert.ok(problemCount() > 0);
  });

  it('ends a scan that is cancelled, and keeps what is known', async () => {
    const all = problemCount();
    const running = scan();
    await vscode.commands.executeCommand('parapet.cancelScan');
    await running;
    assert.equal(problemCount(), all);
  });

  it('starts the service again when it was killed, and loses nothing', async () => {
    const all = problemCount();
    const killed = embeddedService();
    assert.ok(killed);
    process.kill(killed.pid, 'SIGKILL');
    await scan();
    assert.notEqual(embeddedService()?.pid, killed.pid);
    assert.equal(problemCount(), all);
  });

  it('can scan again after the service was killed in the middle of a scan', async () => {
    const all = problemCount();
    const running = scan();
    const killed = embeddedService();
    assert.ok(killed);
    process.kill(killed.pid, 'SIGKILL');
    await running;
    await scan();
    assert.equal(problemCount(), all);
  });
});
