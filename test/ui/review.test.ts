import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

/** What a change brings, reviewed where it was changed: one thread after the other. */
describe('review threads in the window', () => {
  let session: Session;
  const file = () => path.join(session.folder, 'backoffice', 'reports.py');
  const thread = () => session.workbench.page.locator('.monaco-editor .review-widget:visible');
  const next = () => session.workbench.command('Parapet: Next Issue on Changed Lines');
  const line = (number: number) => session.workbench.statusBarItem(new RegExp(`^\\s*Ln ${number},`));

  before(async () => {
    session = await openSession({ settings: { 'parapet.review.threads': 'workingTree' } });
    const text = await readFile(file(), 'utf8');
    const changed = text.replace('check=True)\n    return "", 204\n\n\n@reports.post("/compress")', (all) =>
      all.replace('check=True)', 'check=True)  # monthly'),
    );
    await writeFile(file(), changed.replace('request.args["file"]))', 'request.args["file"]))  # by name'));
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/OS command injection.*reports\.py/)
      .first()
      .waitFor();
    await workbench.scanned();
    await workbench.openFile('reports.py');
  });

  after(async () => {
    await session?.close();
  });

  it('are on the changed lines alone, say why and what to do, and follow each other', async () => {
    const { workbench } = session;
    await workbench.goTo(1, 1);
    // Git is asked what changed a moment after the issues came; the Comments panel opens with the first thread.
    await workbench.page.getByText('[Ln 28]').waitFor();
    await workbench.page.getByText('[Ln 41]').waitFor();
    await next();
    await line(28).waitFor();
    await thread().getByText('CWE-78').waitFor();
    await thread().getByText('Generate a patch').waitFor();
    await session.shot('review-thread');
    await next();
    await line(41).waitFor();
    await thread().getByText('CWE-22').waitFor();
    await next();
    await line(28).waitFor();
  });

  it('have their patch made and applied from there, and go with their issue', async () => {
    const { workbench } = session;
    await thread().getByText('Generate a patch').click();
    await workbench.tab('Patch: OS command injection (proven)').waitFor();
    await workbench.press('Control+w');
    await workbench.openFile('reports.py');
    await workbench.goTo(1, 1);
    await next();
    await thread().getByText('Apply the patch').waitFor();
    await session.shot('review-thread-ready');
    await thread().getByRole('button', { name: 'Apply Patch' }).click();
    await workbench.notification(/Scanned with the patch: the issue is gone, nothing new/).waitFor();
    assert.doesNotMatch(await readFile(file(), 'utf8'), /shell=True/);
    await thread().getByText('CWE-78').waitFor({ state: 'hidden' });
  });

  it('are dismissed with a reason, after which nothing is left', async () => {
    const { workbench } = session;
    await next();
    await thread().getByText('CWE-22').waitFor();
    await thread().getByRole('button', { name: 'Dismiss as False Positive…' }).click();
    await workbench.answer(/Enter applies, Escape leaves/, 'The names come from our own list.');
    await thread().waitFor({ state: 'hidden' });
    await next();
    await workbench.notification('There is no issue on changed lines.').waitFor();
  });
});
