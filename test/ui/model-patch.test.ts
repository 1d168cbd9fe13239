import assert from 'node:assert/strict';
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

/** A patch that a language model proposes, here a scripted one: made, proven and shown as any other, and told apart. */
describe('a patch by a language model in the window', () => {
  let session: Session;
  let model: ScriptedModel;
  const row = () => session.workbench.treeRow(/Code injection.*operations\.ts/).first();

  before(async () => {
    const propose = { calls: [{ name: 'propose_patch', arguments: JSON.stringify(change) }] };
    model = await ScriptedModel.start([{ text: ['ready'] }], propose);
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await row().waitFor();
    await workbench.scanned();
  });
  after(async () => {
    await session?.close();
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
