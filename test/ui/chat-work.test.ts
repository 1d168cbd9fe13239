import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';
import { ScriptedModel } from '../unit/service/models/scripted-model.ts';

/** What one does with an answer while it comes and after: stop, ask again, leave and come back, agree, decline, copy. */
describe('an answer of the agent', () => {
  let session: Session;
  let model: ScriptedModel;
  const chat = () => session.workbench.webview();
  const box = () => chat().getByRole('textbox', { name: 'Ask the agent' });
  const answer = () => chat().locator('article.assistant').last();
  const consent = () => answer().getByRole('group', { name: /\?$/ });
  const send = async (question: string) => {
    await box().fill(question);
    await box().press('Enter');
  };
  const settled = async () => {
    await chat().locator('textarea:placeholder-shown').waitFor();
    await chat().getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
    await chat().getByRole('button', { name: /^Send/ }).waitFor();
  };
  const ask = async (question: string) => {
    const asked = chat().locator('article.user', { hasText: question });
    const times = await asked.count();
    await send(question);
    await asked.nth(times).waitFor();
    await settled();
    await answer().locator('.trace').waitFor();
  };
  const pieces = (count: number, end: string) => [
    ...Array.from({ length: count }, (_, index) => `Piece ${index + 1} of many. `),
    end,
  ];
  const begin = async () => {
    await session.workbench.command('Parapet: New Conversation with the Agent');
    await chat().getByText('Ask about your security issues').waitFor();
  };

  before(async () => {
    model = await ScriptedModel.start([], { text: ['Nothing to add.'] });
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/OS command injection.*reports\.py/)
      .first()
      .waitFor();
    await workbench.statusBarItem('40').waitFor();
    await workbench.command('Parapet: Connect a Language Model…');
    await workbench.choose('OpenAI-compatible endpoint…');
    await workbench.answer(/Where does it answer/, model.url);
    await workbench.answer(/name of the model/, 'scripted');
    await workbench.answer(/Its key/, 'sk-none');
    await workbench.notification(/scripted answers in the agent now/).waitFor();
    await workbench.command('Notifications: Clear All Notifications');
    await begin();
  });
  after(async () => {
    await session?.close();
    await model?.[Symbol.asyncDispose]();
  });

  it('is stopped in its midst with the keyboard: what was said stays, and the model is hung up on', async () => {
    model.next({ text: pieces(60, 'The very end.'), pauseMs: 150 });
    const before = model.cut;
    await send('Tell me a long story');
    await answer()
      .getByText(/Piece 3 of many/)
      .waitFor();
    await box().press('Control+Escape');
    await answer().getByText('You stopped this answer.').waitFor();
    assert.match((await answer().textContent()) ?? '', /Piece 1 of many/);
    assert.doesNotMatch((await answer().textContent()) ?? '', /The very end/);
    assert.equal(model.cut, before + 1);
    await session.shot('chat-stopped');
  });

  it('is asked for again with Retry', async () => {
    model.next({ text: ['This time ', 'all of it.'] });
    await answer().getByRole('button', { name: 'Retry' }).click();
    await answer().getByText('This time all of it.').waitFor();
  });

  it('that comes while the window is loaded anew is taken up where it is, to its end', async function () {
    this.timeout(150_000);
    const held = Promise.withResolvers<void>();
    model.next({ text: pieces(30, 'The very end.'), pauseMs: 200, holds: held.promise });
    await settled();
    await send('Tell me a longer story');
    await answer()
      .getByText(/Piece 2 of many/)
      .waitFor();
    await session.reload();
    await answer()
      .getByText(/Piece 2 of many/)
      .waitFor({ timeout: 30_000 });
    await chat().getByRole('button', { name: 'Stop' }).waitFor();
    assert.doesNotMatch((await answer().textContent()) ?? '', /The very end/, 'it still comes');
    await session.shot('chat-taken-up');
    held.resolve();
    await answer()
      .getByText(/The very end/)
      .waitFor({ timeout: 60_000 });
    const text = (await answer().textContent()) ?? '';
    for (let piece = 1; piece <= 30; piece++)
      assert.equal(text.split(`Piece ${piece} of many`).length - 1, 1, `piece ${piece}`);
  });

  it('that fails says why, and is asked for again', async () => {
    await settled();
    model.next({ status: 400, body: '{"error":{"message":"scripted"}}' }, { text: ['Well again.'] });
    await send('And now?');
    // It said nothing, so the reason stands with the question.
    await chat().getByRole('alert').getByText('did not take the request').waitFor();
    await session.shot('chat-failed');
    await chat().getByRole('button', { name: 'Retry' }).last().click();
    await answer().getByText('Well again.').waitFor();
  });

  it('is copied whole', async () => {
    const { page } = session.workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await answer().hover();
    await answer().getByRole('button', { name: 'Copy message' }).click();
    await page.waitForFunction(
      async () => (await navigator.clipboard.readText()).trim() === 'Well again.',
      undefined,
      { timeout: 10_000 },
    );
  });

  describe('that asks first', () => {
    before(async () => {
      await session.workbench.command('Parapet: Disconnect the Language Model');
      await session.workbench.notification(/No language model is connected any more/).waitFor();
      await session.workbench.command('Notifications: Clear All Notifications');
      await begin();
    });

    for (const [what, listing, question, title, after] of [
      [
        'a decision',
        // None of these is the one that is patched below.
        'show sql injections',
        'number 1 is a false positive because it is a test',
        /false positive: 1 issue\?/,
        /Done for/,
      ],
      ['a memory', 'show issues', 'remember that legacy/ is not shipped', /^.*Remember this\?/, /Remembered/],
      ['a full scan', 'show issues', 'scan', /^.*Scan the repository\?/, /scan/i],
    ] as const) {
      it(`does nothing when ${what} is declined, and does it when it is agreed to`, async () => {
        await ask(listing);
        await ask(question);
        await consent().getByText(title).waitFor();
        await session.shot(`chat-consent-${what.replaceAll(' ', '-')}`);
        await consent().getByRole('button', { name: 'Decline' }).click();
        await answer().getByText('Left as it is.').waitFor();
        await settled();
        await ask(question);
        await consent().getByRole('button').first().click();
        await chat().getByRole('group', { name: title }).waitFor({ state: 'hidden', timeout: 40_000 });
        await answer().getByText(after).first().waitFor({ timeout: 40_000 });
        await settled();
      });
    }

    it('does not touch a file when a patch is declined', async () => {
      const file = path.join(session.folder, 'backoffice', 'reports.py');
      const before = await readFile(file, 'utf8');
      await ask('fix the command injection in reports.py');
      await consent()
        .getByText(/Apply the patch/)
        .waitFor();
      assert.equal(await answer().locator('pre.code, .patch pre').count(), 1, 'the diff is shown once');
      await consent().getByRole('button', { name: 'Decline' }).click();
      await answer().getByText('Left as it is.').waitFor();
      assert.equal(await readFile(file, 'utf8'), before);
    });

    it('is agreed to with the keyboard alone', async () => {
      const { page } = session.workbench;
      await begin();
      await box().focus();
      await page.keyboard.type('remember that vendored/ is not ours');
      await page.keyboard.press('Enter');
      await consent().waitFor();
      await settled();
      await page.keyboard.press('Control+ArrowUp');
      const agree = consent().getByRole('button').first();
      for (let step = 0; step < 25; step++) {
        if (await agree.evaluate((button) => button === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      assert.ok(await agree.evaluate((button) => button === document.activeElement));
      await session.shot('chat-keyboard');
      await page.keyboard.press('Enter');
      await answer()
        .getByText(/Remembered/)
        .waitFor();
    });

    it('takes lines of the editor along, and says what is known of them', async () => {
      const { workbench } = session;
      await workbench.openFile('backoffice/reports.py');
      await workbench.press('Control+a');
      await workbench.command('Parapet: Add to Chat');
      await chat().locator('.composer .chip', { hasText: 'reports.py' }).waitFor();
      await ask('what is wrong here?');
      await answer()
        .getByText(/reports\.py:\d+/)
        .first()
        .waitFor();
    });
  });
});
