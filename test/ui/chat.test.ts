import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

/** The chat in the window, answered by the service of the window with no language model. */
describe('the chat with the agent', () => {
  let session: Session;
  const chat = () => session.workbench.webview();
  const box = () => chat().getByRole('textbox', { name: 'Ask the agent' });
  const answer = () => chat().locator('article.assistant').last();
  /** The answer that has ended, with what it took. */
  const ended = () => answer().locator('.trace');
  const ask = async (question: string) => {
    await box().fill(question);
    await box().press('Enter');
    await settled();
  };
  /** What was written is said, and answered. */
  const settled = async () => {
    await chat().locator('textarea:placeholder-shown').waitFor();
    await chat().getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
    await chat().getByRole('button', { name: /^Send/ }).waitFor();
  };

  /** From a row to the chat; the picture is of the moment before it is let go. */
  const dragWithShift = async (row: { readonly x: number; readonly y: number } | null) => {
    const { mouse, keyboard } = session.workbench.page;
    const target = await session.workbench.page.locator('.part.auxiliarybar').boundingBox();
    assert.ok(row && target);
    await mouse.move(row.x + 60, row.y + 8);
    await mouse.down();
    await keyboard.down('Shift');
    await mouse.move(target.x - 80, target.y + 300, { steps: 6 });
    await mouse.move(target.x + 120, target.y + 400, { steps: 6 });
    await mouse.move(target.x + 125, target.y + 420, { steps: 6 });
    await session.shot('chat-drag');
    await mouse.up();
    await keyboard.up('Shift');
  };

  before(async () => {
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/OS command injection.*reports\.py/)
      .first()
      .waitFor();
    await workbench.statusBarItem('40').waitFor();
  });

  after(async () => {
    await session?.close();
  });

  it('opens beside the issues, and says what can be asked', async () => {
    await session.workbench.command('Parapet: New Conversation with the Agent');
    await chat().getByText('Ask about your security issues').waitFor();
    await chat().getByText('The built-in analyst answers').waitFor();
    await session.shot('chat-new');
  });

  it('answers a question from the issues, with links into the code', async () => {
    await chat().getByRole('button', { name: 'What should I fix first?' }).click();
    await ended().waitFor({ timeout: 30_000 });
    await session.shot('chat-answer');
    await answer()
      .getByRole('link', { name: /\.(?:ts|py|java):\d+/ })
      .first()
      .click();
    await session.workbench.page.locator('.part.editor .tab.active').waitFor();
  });

  it('takes an issue of the tree as context, with a question to begin with', async () => {
    const { workbench } = session;
    await workbench.chooseFromMenu(
      workbench.treeRow(/OS command injection.*reports\.py/).first(),
      'Ask the Agent',
    );
    await chat().locator('.composer .chip', { hasText: 'OS command injection' }).waitFor();
    assert.match(await box().inputValue(), /^Explain this issue/);
    await session.shot('chat-issue');
    await box().press('Enter');
    await ended().waitFor({ timeout: 30_000 });
    await session.shot('chat-issue-answer');
  });

  it('makes a patch, shows it as a diff, and applies it once that was agreed to', async () => {
    const { workbench } = session;
    const file = path.join(session.folder, 'backoffice', 'reports.py');
    const before = await readFile(file, 'utf8');
    await ask('Fix this issue');
    const card = answer().locator('.patch');
    await card.locator('.added').first().waitFor();
    assert.equal(await readFile(file, 'utf8'), before);
    await card.scrollIntoViewIfNeeded();
    await session.shot('chat-patch');
    await card.getByRole('button', { name: 'Show' }).click();
    await workbench.tab('Patch: OS command injection').waitFor();
    await session.shot('chat-patch-shown');
    await ask('Apply the patch');
    // The answer before asks for the same, and is not answered.
    const consent = chat()
      .getByRole('group', { name: /^Apply the patch to 1 file\?/ })
      .last();
    await consent.waitFor();
    await workbench.command('Notifications: Clear All Notifications');
    await session.shot('chat-consent');
    assert.equal(await readFile(file, 'utf8'), before);
    await consent.getByRole('button').first().click();
    // The change is written, and scanned after it, before the agent hears of it.
    for (let look = 0; look < 300 && (await readFile(file, 'utf8')) === before; look++)
      await workbench.page.waitForTimeout(100);
    await settled();
    assert.notEqual(await readFile(file, 'utf8'), before);
    await session.shot('chat-applied');
  });

  it('is where it was after a reload: the conversation, the place in it and what was being written', async () => {
    await box().fill('half a thought');
    await session.reload();
    await chat().getByText('Explain this issue: can it be exploited').first().waitFor({ state: 'attached' });
    assert.equal(await box().inputValue(), 'half a thought');
  });

  it('takes an issue that is dragged from the tree while Shift is held', async () => {
    const row = session.workbench.treeRow(/Path traversal.*media\.ts/).first();
    await dragWithShift(await row.boundingBox());
    await chat().locator('.composer .chip', { hasText: 'Path traversal' }).waitFor({ timeout: 10_000 });
  });

  it('lists conversations, finds one by its words, and puts it away', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Show Conversations with the Agent');
    await chat()
      .getByRole('button', { name: /What should I fix first\?/ })
      .first()
      .waitFor();
    await session.shot('chat-list');
    await chat().getByRole('searchbox').fill('Explain this');
    await chat().getByText('What should I fix first?').waitFor({ state: 'hidden' });
    await chat()
      .getByRole('button', { name: /^Archive: Explain this/ })
      .click();
    await chat().getByText('No conversation matches.').waitFor();
    await chat().getByRole('button', { name: 'Show the archive' }).click();
    await chat()
      .getByRole('button', { name: /^Take back: Explain this/ })
      .waitFor();
  });

  it('looks right in dark and in high contrast', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: New Conversation with the Agent');
    await chat().getByText('Ask about your security issues').waitFor();
    await ask('Fix the path traversal in media.ts');
    await chat()
      .getByRole('group', { name: /^Apply the patch to 1 file\?/ })
      .waitFor();
    await chat().locator('.patch .added').first().scrollIntoViewIfNeeded();
    for (const [name, theme, kind] of [
      ['dark', 'Dark Modern', 'vscode-dark'],
      ['contrast', 'Dark High Contrast', 'vscode-high-contrast'],
      ['contrast-light', 'Light High Contrast', 'vscode-high-contrast-light'],
    ] as const) {
      await workbench.colorTheme(theme);
      await chat().locator(`body.${kind}`).waitFor();
      await session.shot(`chat-${name}`);
    }
  });

  it('takes a file that is dragged from the Explorer', async () => {
    const { page } = session.workbench;
    await session.workbench.openContainer('Explorer');
    const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'README.md' });
    await dragWithShift(await file.first().boundingBox());
    // The Explorer may open the folder of the file that is shown, and move its rows, in this very moment.
    await chat().locator('.composer .chip .codicon-file').waitFor({ timeout: 10_000 });
  });
});
