import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { problemCount, problemsOf, projectFile, until } from './window.ts';

/** A settings file is written by hand: what is no value of ours counts as not set, and hides nothing. */
describe('settings', function () {
  this.timeout(90_000);
  const settings = () => vscode.workspace.getConfiguration('parapet.issues');
  const set = async (key: string, value: unknown) => {
    await settings().update(key, value, vscode.ConfigurationTarget.Global);
  };

  afterEach(async () => {
    for (const key of ['groupBy', 'sortBy', 'minimumSeverity', 'categories', 'fileDecorations']) {
      await set(key, undefined);
    }
  });

  it('of wrong types leave every issue in Problems', async () => {
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    const all = await settledCount();
    await set('minimumSeverity', 'CRITICAL');
    await until('fewer problems', () => problemCount() < all);
    for (const [key, value] of [
      ['groupBy', 7],
      ['sortBy', { by: 'severity' }],
      ['minimumSeverity', ['CRITICAL']],
      ['categories', 'SAST'],
      ['fileDecorations', 'no'],
    ] as const) {
      await set(key, value);
    }
    await until('all problems again', () => problemCount() === all);
    await vscode.commands.executeCommand('parapet.issues.focus');
    await vscode.commands.executeCommand('parapet.refresh');
    assert.equal(problemCount(), all);
  });

  it('of a category hold for Problems, hovers and the light bulb alike', async () => {
    await settledCount();
    const file = projectFile('backoffice/reports.py');
    const found = await until('an issue in the file', () => problemsOf('backoffice/reports.py')[0]);
    const ours = async () => {
      const at = [file, found.range] as const;
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        ...at,
      );
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        file,
        found.range.start,
      );
      return {
        actions: actions.filter(({ command }) => command?.command.startsWith('parapet.')).length,
        hovers: hovers
          .flatMap(({ contents }) => contents)
          .filter((one) => (typeof one === 'string' ? one : one.value).includes('command:parapet.')).length,
        problems: problemsOf('backoffice/reports.py').length,
      };
    };
    await vscode.window.showTextDocument(file);
    await until('all of it', async () => Object.values(await ours()).every((count) => count > 0));
    await set('categories', { SAST: false, SECRETS: true, SCA: true, IAC: true });
    await until('none of it', async () => Object.values(await ours()).every((count) => count === 0));
    await set('categories', undefined);
    await until('all of it again', async () => Object.values(await ours()).every((count) => count > 0));
  });

  it('of wrong types are no setting of a category, while a right one beside them holds', async () => {
    const all = await settledCount();
    await set('categories', { SAST: false, SECRETS: 'no', OTHER: false });
    const secrets = await until('fewer problems', () => (problemCount() < all ? problemCount() : undefined));
    assert.ok(secrets > 0, 'the secrets are shown still');
  });
});

/** The number of problems once all issues have their places. */
async function settledCount(): Promise<number> {
  for (let before = -1; ; before = problemCount()) {
    await sleep(700);
    if (before > 0 && before === problemCount()) return before;
  }
}
