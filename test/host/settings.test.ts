import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { problemCount, until } from './window.ts';

/** A settings file is written by hand: what is no value of ours counts as not set, and hides nothing. */
describe('settings of wrong types', function () {
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

  it('leave every issue in Problems', async () => {
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

  it('are no setting of a category, while a right one beside them holds', async () => {
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
