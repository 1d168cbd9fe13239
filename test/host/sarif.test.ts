import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { projectFile, projectFolder, until, windowOfExtension } from './window.ts';

const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

function problems(uri: vscode.Uri, tool: string): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === tool);
}

const code = ['const a = 1;', 'const b = eval(a);', '', 'module.exports = b;', ''].join('\n');

const region = (startLine: number, more: object = {}) => ({ startLine, ...more });
const at = (uri: string, where: object, more: object = {}) => ({
  physicalLocation: { artifactLocation: { uri, ...more }, region: where },
});
const result = (text: string, location: object | undefined, more: object = {}) => ({
  ruleId: 'js/eval',
  message: { text },
  locations: location === undefined ? [] : [location],
  ...more,
});

function report(results: readonly unknown[], run: object = {}): string {
  const rules = [
    {
      id: 'js/eval',
      shortDescription: { text: 'Code injection' },
      properties: { 'security-severity': '9.3' },
    },
  ];
  return JSON.stringify({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Other Scan', rules } }, results, ...run }],
  });
}

/** Reports of other tools, from the file to the Problems panel, without a service. */
describe('a SARIF report', function () {
  this.timeout(60_000);
  const source = projectFile('storefront/src/odd name#1.js');
  const sarif = projectFile('storefront/other.sarif');

  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));

  beforeEach(async () => {
    await write(source, code);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('closeSarif', sarif);
    for (const uri of [source, sarif]) await vscode.workspace.fs.delete(uri).then(undefined, () => undefined);
    await until('nothing of the report', () => problems(source, 'Other Scan').length === 0);
  });

  it('is shown as its tool’s own, however it names the file', async () => {
    const absolute = pathToFileURL(source.fsPath).href;
    const relative = 'storefront/src/odd%20name%231.js';
    await write(
      sarif,
      report(
        [
          result('relative', at(relative, region(2, { startColumn: 11, endColumn: 18 }))),
          result('absolute', at(absolute, region(2))),
          result('by its base', at('src/odd%20name%231.js', region(1), { uriBaseId: 'ROOT' })),
        ],
        { originalUriBaseIds: { ROOT: { uri: `${projectFolder().toString()}/storefront/` } } },
      ),
    );
    await run('openSarif', sarif);
    const shown = await until('three problems', () => {
      const found = problems(source, 'Other Scan');
      return found.length === 3 && found;
    });
    assert.deepEqual(shown.map(({ range }) => range.start.line).sort(), [0, 1, 1]);
    const first = shown.find(({ message }) => message.includes('relative'));
    assert.deepEqual([first?.range.start.character, first?.range.end.character], [10, 17]);
    assert.equal(first?.severity, vscode.DiagnosticSeverity.Error);
  });

  it('moves with the code, and offers its details and no decision', async () => {
    await write(sarif, report([result('x', at('storefront/src/odd%20name%231.js', region(2)))]));
    await run('openSarif', sarif);
    await until('the problem', () => problems(source, 'Other Scan').length === 1);
    const editor = await vscode.window.showTextDocument(source);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one\n// two\n'));
    const [moved] = await until('it two lines on', () => {
      const found = problems(source, 'Other Scan');
      return found[0]?.range.start.line === 3 && found;
    });
    assert.ok(moved);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      source,
      moved.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const commands = actions.map(({ command }) => command?.command);
    assert.ok(commands.includes('parapet.showDetails'));
    assert.ok(!commands.includes('parapet.markFalsePositive'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('with broken references shows what it can, and opens nothing outside the workspace', async () => {
    await write(
      sarif,
      report([
        result('good', at('storefront/src/odd%20name%231.js', region(2))),
        result('outside', at('file:///etc/passwd', region(1))),
        result('above', at('../../../../etc/passwd', region(1))),
        result('nowhere', undefined, {
          ruleIndex: 99,
          codeFlows: [{ threadFlows: [{ locations: [{ index: 9 }] }] }],
        }),
        result('no such artifact', { physicalLocation: { artifactLocation: { index: 42 } } }),
        result('beyond the end', at('storefront/src/odd%20name%231.js', region(4_000))),
        42,
        { message: null, locations: 'none' },
      ]),
    );
    await run('openSarif', sarif);
    await until('the good one', () => problems(source, 'Other Scan').length === 1);
    const all = vscode.languages.getDiagnostics().flatMap(([, list]) => list);
    assert.equal(all.filter(({ source: tool }) => tool === 'Other Scan').length, 1);
    assert.ok(vscode.workspace.textDocuments.every(({ uri }) => !uri.path.endsWith('/etc/passwd')));
  });

  it('that is written anew is shown anew; closed, it is gone', async () => {
    await write(sarif, report([result('one', at('storefront/src/odd%20name%231.js', region(2)))]));
    await run('openSarif', sarif);
    await until('one problem', () => problems(source, 'Other Scan').length === 1);
    await write(
      sarif,
      report([
        result('one', at('storefront/src/odd%20name%231.js', region(2))),
        result('two', at('storefront/src/odd%20name%231.js', region(4))),
        result('gone', at('storefront/src/odd%20name%231.js', region(1)), { baselineState: 'absent' }),
        result('fine', at('storefront/src/odd%20name%231.js', region(1)), {
          suppressions: [{ kind: 'inSource', justification: 'a constant' }],
        }),
      ]),
    );
    await until('two problems', () => problems(source, 'Other Scan').length === 2);
    await run('closeSarif', sarif);
    await until('none', () => problems(source, 'Other Scan').length === 0);
  });

  it('can be written out again', async () => {
    const target = projectFile('storefront/exported.sarif');
    await write(sarif, report([result('one', at('storefront/src/odd%20name%231.js', region(2)))]));
    await run('openSarif', sarif);
    await until('one problem', () => problems(source, 'Other Scan').length === 1);
    try {
      await run('exportSarif', target);
      const written = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(target)).toString('utf8'));
      const tools = written.runs.map((one: { tool: { driver: { name: string } } }) => one.tool.driver.name);
      assert.ok(tools.includes('Other Scan'));
      assert.equal(written.version, '2.1.0');
    } finally {
      await vscode.workspace.fs.delete(target);
    }
  });

  it('that breaks off is an error, and never an empty report', async () => {
    const told: string[] = [];
    const shown = await windowOfExtension();
    const { showErrorMessage, showInformationMessage } = shown;
    const tell = (text: string, ...buttons: string[]) => {
      told.push([text, ...buttons].join(' | '));
      return Promise.resolve(undefined);
    };
    Object.assign(shown, { showErrorMessage: tell, showInformationMessage: tell });
    try {
      const whole = report([result('first', at('storefront/src/odd%20name%231.js', region(2)))]);
      await write(sarif, whole.slice(0, whole.indexOf('"results"') + 12));
      await run('openSarif', sarif);
      await until('the error', () => told.length === 1);
      assert.match(
        told[0] ?? '',
        /other\.sarif is broken \(it ends in the middle\), so none of its results can be shown\./,
      );
      assert.match(told[0] ?? '', /Run the tool again/);
      assert.doesNotMatch(told[0] ?? '', /\| Retry/);

      await write(sarif, whole.slice(0, -4));
      await run('openSarif', sarif);
      await until('the second error', () => told.length === 2);
      assert.match(told[1] ?? '', /other\.sarif is broken .*Only 1 issues before the break are shown/);
      await until('what came before', () => problems(source, 'Other Scan').length === 1);
    } finally {
      Object.assign(shown, { showErrorMessage, showInformationMessage });
    }
  });
});
