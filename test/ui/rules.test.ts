import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { removeFolder } from '../../scripts/host/workspace.ts';
import { openSession, type Session } from '../support/session.ts';

const rules = `rules:
  - id: no-shell
    languages: [python]
    severity: ERROR
    message: Pass a list instead of $COMMAND.
    pattern: subprocess.run($COMMAND, ..., shell=True, ...)
  - id: wrong
    languages: [python]
    severity: ERROR
    message: Wrong.
    pattern-typo: x
`;

/** The Rules view, with the service on this machine. */
describe('the Rules view', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'rules-'));
    await mkdir(path.join(project, '.parapet/rules'), { recursive: true });
    await writeFile(path.join(project, '.parapet/rules/no-shell.yml'), rules);
    const example = 'import subprocess\n# ruleid: no-shell\nsubprocess.run([a])\n';
    await writeFile(path.join(project, '.parapet/rules/no-shell.py'), example);
    await writeFile(path.join(project, 'run.py'), 'import subprocess\nsubprocess.run(command, shell=True)\n');
    session = await openSession({ project, settings: { 'window.zoomLevel': 0 } });
  });
  after(async () => {
    await session?.close();
    await removeFolder(project);
  });

  const view = (): Locator => session.workbench.view('Rules');
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row', { hasText: text });

  it('shows mistakes at their line, matches, and examples that differ', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Focus on Rules View');
    await row('not checked yet').waitFor();
    await workbench.command('Parapet: Check Custom Rules');
    await row(/no-shell\.yml.*Mistakes: 1 · 1 match/).waitFor();
    await row(/no-shell should match here, and does not.*no-shell\.py:3/).waitFor();
    await row(/^no-shell1 match/).click();
    await workbench.press('ArrowRight ArrowDown');
    await row(/run\.py:2/).click();
    await workbench.tab('run.py').waitFor();
    await session.shot('rules-view');
  });

  it('makes a rule of what is selected', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: New Rule from This Code…');
    await workbench.answer('New Rule', 'no-run');
    await workbench.tab('no-run.yml').waitFor();
    await row(/no-run\.yml.*1 match/).waitFor();
    await session.shot('rules-new');
  });
});
