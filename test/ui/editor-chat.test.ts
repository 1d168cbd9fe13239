import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';
import { openSession, type Session } from '../support/session.ts';

const reports = 'backoffice/reports.py';

/** `@parapet` in the editor's own chat, which needs a model and somebody to answer what nobody else is asked. */
describe('the participant in the editor’s chat', () => {
  let session: Session;
  const panel = () => session.workbench.page.locator('.part.auxiliarybar .interactive-session');
  const answers = () => panel().locator('.interactive-response');
  const offered = (title: string) =>
    panel().locator('.interactive-session-followups .monaco-button', { hasText: title }).last();

  before(async () => {
    session = await openSession({
      others: ['test/host/model-extension', 'test/ui/stand-in-agent'].map((each) => path.join(ROOT, each)),
      settings: { 'chat.disableAIFeatures': false },
      allowsProposals: true,
    });
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/OS command injection/)
      .first()
      .waitFor();
    await workbench.scanned();
    await workbench.command('Chat: Open Chat');
    await panel().getByText('Scripted').first().waitFor();
  });

  after(async () => {
    await session?.close();
  });

  const ask = async (text: string) => {
    const { keyboard } = session.workbench.page;
    const before = await answers().count();
    await panel().locator('.interactive-input-editor .monaco-editor').last().click();
    await keyboard.press('Control+a');
    await keyboard.type(text);
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await answers().nth(before).waitFor();
  };

  it('lists issues, and shows the details of the one that is clicked', async () => {
    await ask('@parapet /issues');
    const link = answers().last().getByRole('link', { name: 'OS command injection' }).first();
    await link.waitFor();
    await session.shot('editor-chat-issues');
    // Where the question above lies over the answer's beginning, the keyboard still reaches it.
    await link.press('Enter');
    await session.workbench.tab('OS command injection').waitFor();
    await session.workbench
      .webview()
      .getByRole('heading', { level: 1, name: 'OS command injection' })
      .waitFor();
  });

  it('asks before it changes code, and changes it once that is agreed to', async () => {
    const file = path.join(session.folder, reports);
    const scanned = await readFile(file, 'utf8');
    await ask('@parapet /fix the OS command injection in reports.py');
    await offered('Apply Patch').waitFor();
    assert.equal(await readFile(file, 'utf8'), scanned);
    await session.shot('editor-chat-asks');
    await offered('Apply Patch').press('Enter');
    await answers().last().getByText('Applied to').waitFor();
    await session.workbench.tab('reports.py').waitFor();
    await session.shot('editor-chat-applied');
  });

  it('offers what comes next, asked as it stands', async () => {
    // By the keyboard: a notification may lie over it.
    await offered('Scan to see that the issue is gone').press('Enter');
    await answers().last().getByText('Scan the repository?').waitFor();
    await offered('Decline').press('Enter');
    await answers().last().getByText('Left as it is.').waitFor();
    await session.shot('editor-chat-next');
  });
});
