import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { classOf, problemCount, problemsOf, until } from './window.ts';

const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);
const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const isDetails = ({ input }: vscode.Tab) =>
  input instanceof vscode.TabInputWebview && input.viewType.includes('parapet.details');
const isPatch = ({ input }: vscode.Tab) =>
  input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'parapet-patch';

/** Nothing answers there: what is shown after the switch is what the window kept of the service before. */
const nowhere = 'http://127.0.0.1:9';

describe('another service', function () {
  this.timeout(120_000);
  const imports = 'backoffice/imports.py';
  const choose = (url: string | undefined) =>
    vscode.workspace
      .getConfiguration('parapet.service')
      .update('url', url, vscode.ConfigurationTarget.Global);

  afterEach(async () => {
    await choose(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('shows nothing of the one before: no problem, no details page, no patch; back again, all is there', async () => {
    await run('scanWorkspace');
    const problem = await until('the problem', () =>
      problemsOf(imports).find((one) => classOf(one) === 'tls-verification-disabled'),
    );
    assert.ok(typeof problem.code === 'object');
    const [id = ''] = JSON.parse(decodeURIComponent(problem.code.target.query)) as string[];
    await run('generatePatch', id);
    await until('the patch', () => tabs().some(isPatch));
    await run('showDetails', id);
    await until('the details page', () => tabs().some(isDetails));
    const before = problemCount();

    await choose(nowhere);
    await until('no problem', () => problemCount() === 0);
    await until('no details page', () => !tabs().some(isDetails));
    await until('no patch', () => !tabs().some(isPatch));

    await choose(undefined);
    await until('the problems again', () => problemCount() === before);
    assert.equal(tabs().some(isDetails), false);
  });
});
