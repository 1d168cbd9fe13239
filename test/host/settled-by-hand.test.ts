import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Client } from '../../src/api/client.ts';
import { getIssue } from '../../src/api/contract/issues.ts';
import { classOf, embeddedService, problemsOf, projectFile, until } from './window.ts';

const reports = 'backoffice/reports.py';
const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

function problem(): vscode.Diagnostic | undefined {
  return problemsOf(reports).find((one) => classOf(one) === 'command-injection');
}

async function actions(): Promise<readonly vscode.Command[]> {
  const found = await until('the issue', problem);
  const all = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    projectFile(reports),
    found.range,
    vscode.CodeActionKind.QuickFix.value,
  );
  return all.flatMap(({ command }) => command ?? []);
}

async function isOffered(command: string): Promise<boolean> {
  return (await actions()).some((one) => one.command === `parapet.${command}`);
}

/** What the service says of an issue. */
async function statusOf(id: string): Promise<string> {
  const service = embeddedService();
  assert.ok(service);
  const { socket, tokenId, tokenSecret } = service;
  await using client = new Client({
    baseUrl: 'http://localhost',
    socket,
    credentials: { tokenId, tokenSecret },
  });
  const { issue } = await client.call(getIssue, { id });
  return issue.status;
}

/** What becomes of an issue whose code a person edits, with the real service. */
describe('an issue that is fixed by hand', function () {
  this.timeout(90_000);
  const file = projectFile(reports);
  let original = '';
  let id = '';
  let editor: vscode.TextEditor;

  const replace = async (from: string, to: string) => {
    const { document } = editor;
    const start = document.getText().indexOf(from);
    assert.ok(start >= 0, `${from} is in the file`);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
    await editor.edit((edit) => edit.replace(range, to));
  };

  before(async () => {
    original = Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
    await run('scanWorkspace');
    await until('the issue', problem);
  });

  beforeEach(async () => {
    editor = await vscode.window.showTextDocument(file);
    const details = await until('the light bulb', async () =>
      (await actions()).find(({ command }) => command === 'parapet.showDetails'),
    );
    id = String(details.arguments?.[0]);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.writeFile(file, Buffer.from(original));
    await run('scanWorkspace');
    await until('the issue', problem);
  });

  const call = 'subprocess.run("tar czf /srv/archive/" + month + ".tgz " + ARCHIVE, shell=True, check=True)';

  it('is resolved by Check Again', async () => {
    assert.ok(await isOffered('checkAgain'));
    await replace(call, 'print(len(month))');
    await editor.document.save();
    assert.notEqual(await statusOf(id), 'RESOLVED');
    await run('checkAgain', id);
    assert.equal(await statusOf(id), 'RESOLVED');
  });

  it('stays open where a check still finds it, at its place now', async () => {
    const line = problem()?.range.start.line ?? 0;
    await replace('def archive():', '# one\n# two\ndef archive():');
    await editor.document.save();
    await run('checkAgain', id);
    assert.equal(await statusOf(id), 'PENDING_REVIEW');
    assert.equal(problem()?.range.start.line, line + 2);
  });

  it('is resolved when the file is saved, where saving scans it', async () => {
    const settings = vscode.workspace.getConfiguration('parapet.scan');
    await settings.update('onSave', true, vscode.ConfigurationTarget.Global);
    try {
      await replace(call, 'print(len(month))');
      await editor.document.save();
      await until('it resolved', async () => (await statusOf(id)) === 'RESOLVED', 30_000);
    } finally {
      await settings.update('onSave', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('has no patch to apply once the code beside it was edited, and has it again when that is undone', async () => {
    await run('generatePatch', id);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    editor = await vscode.window.showTextDocument(file);
    await until('the patch', () => isOffered('applyPatch'));
    await replace(`${call}\n    return "", 204`, `${call}\n    return "", 202`);
    await until('no patch to apply', async () => !(await isOffered('applyPatch')));
    assert.ok(await isOffered('regeneratePatch'));
    assert.ok(!(await isOffered('showPatch')));
    await vscode.commands.executeCommand('undo');
    await until('the patch again', () => isOffered('applyPatch'));
  });
});
