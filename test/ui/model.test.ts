import assert from 'node:assert/strict';
import { stopEmbeddedServices } from '../../scripts/host/embedded-services.ts';
import { openSession, type Session } from '../support/session.ts';
import { ScriptedModel } from '../unit/service/models/scripted-model.ts';

const change = {
  title: 'Take the discount as a number',
  explanation: 'The formula is a percentage, and is not run any more.',
  edits: [
    {
      file: 'storefront/src/routes/operations.ts',
      search: "  const discounted = new Function('price', `return ${req.body.formula}`)(price);",
      replace:
        '  const percent = Number(req.body.formula);\n  const discounted = price * (1 - percent / 100);',
    },
  ],
};

describe('a language model', () => {
  let session: Session;

  before(async () => {
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/OS command injection/)
      .first()
      .waitFor();
    await workbench.scanned();
  });
  after(async () => {
    await session?.close();
  });

  /** Here a scripted one proposes it: made, proven and shown as any other, and told apart. */
  describe('that proposes a patch', () => {
    let model: ScriptedModel;
    const row = () => session.workbench.treeRow(/Code injection.*operations\.ts/).first();

    before(async () => {
      const propose = { calls: [{ name: 'propose_patch', arguments: JSON.stringify(change) }] };
      model = await ScriptedModel.start([{ text: ['ready'] }], propose);
      await row().waitFor();
    });
    after(async () => {
      const { workbench } = session;
      await workbench.command('Parapet: Disconnect the Language Model');
      await workbench.notification(/No language model is connected any more/).waitFor();
      await workbench.command('Notifications: Clear All Notifications');
      await workbench.command('View: Close All Editors');
      await model?.[Symbol.asyncDispose]();
    });

    it('says who made it, what that took, and that it was held to the same proof', async () => {
      const { workbench } = session;
      await workbench.command('Parapet: Connect a Language Model…');
      await workbench.choose('OpenAI-compatible endpoint…');
      await workbench.answer(/Where does it answer/, model.url);
      await workbench.answer(/name of the model/, 'scripted');
      await workbench.answer(/Its key/, '');
      await workbench.notification(/scripted answers in the agent now/).waitFor();
      await row().click();
      await workbench.press('Control+k Alt+f');
      await workbench.tab('Patch: Code injection (proven)').waitFor();
      await workbench.page.locator('.modified .line-insert').first().waitFor();
      await row().click();
      await workbench.press('Control+Enter');
      const section = workbench.webview().getByRole('region', { name: 'Patch' });
      await section.getByText('Nothing is deleted or switched off').waitFor();
      assert.equal(await section.locator('.evidence .codicon-pass').count(), 5);
      await section
        .getByText(/Proposed by the language model openai-compatible\/scripted.*asked once: 110 tokens/)
        .waitFor();
      await workbench.command('Notifications: Clear All Notifications');
      await section.getByText('Proposed by the language model').scrollIntoViewIfNeeded();
      await session.shot('patch-by-model');
    });
  });

  /** Here, a scripted one that this test serves on a port of this machine. */
  describe('that is connected', () => {
    let model: ScriptedModel;
    const key = 'sk-a-key-that-is-not-to-be-seen';

    before(async () => {
      model = await ScriptedModel.start([{ status: 401 }], { text: ['From the scripted model.'] });
    });
    after(async () => {
      await model?.[Symbol.asyncDispose]();
    });

    const chat = () => session.workbench.webview();
    const connect = async () => {
      const { workbench } = session;
      await workbench.command('Parapet: Connect a Language Model…');
      await workbench.choose('OpenAI-compatible endpoint…');
      await workbench.answer(/Where does it answer/, model.url);
      await workbench.answer(/name of the model/, 'scripted');
      await workbench.question(/Its key/).waitFor();
      assert.equal(await workbench.quickInput().getAttribute('type'), 'password');
      await workbench.answer(/Its key/, key);
    };
    const ask = async (text: string) => {
      const box = chat().getByRole('textbox', { name: 'Ask the agent' });
      await box.fill(text);
      await box.press('Enter');
    };
    const answered = (times: number) =>
      chat()
        .getByText('From the scripted model.')
        .nth(times - 1)
        .waitFor();

    it('says why one does not answer, and keeps nothing', async () => {
      await connect();
      await session.workbench.notification(/refused the key/).waitFor();
      await session.shot('model-refused');
    });

    it('has it answer in the chat once it was tried', async () => {
      await connect();
      await session.workbench.notification(/scripted answers in the agent now/).waitFor();
      await session.workbench.command('Parapet: New Conversation with the Agent');
      await ask('What is wrong here?');
      await answered(1);
      await session.shot('model-answer');
      assert.equal(model.received.at(-1)?.headers.authorization, `Bearer ${key}`);
    });

    it('tells a service that was started anew, without being asked', async () => {
      await stopEmbeddedServices(session.dataDir);
      await ask('And now?');
      await answered(2);
    });

    it('forgets it', async () => {
      await session.workbench.command('Parapet: Disconnect the Language Model');
      await session.workbench.notification(/No language model is connected any more/).waitFor();
      await ask('how many issues are there?');
      await chat()
        .getByText(/open issues/)
        .first()
        .waitFor();
    });
  });
});
