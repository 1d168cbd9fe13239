import assert from 'node:assert/strict';
import { stopEmbeddedServices } from '../../scripts/host/embedded-services.ts';
import { openSession, type Session } from '../support/session.ts';
import { ScriptedModel } from '../unit/service/models/scripted-model.ts';

/** Connecting a language model: here, a scripted one that this test serves on a port of this machine. */
describe('connecting a language model', () => {
  let session: Session;
  let model: ScriptedModel;
  const key = 'sk-a-key-that-is-not-to-be-seen';

  before(async () => {
    model = await ScriptedModel.start([{ status: 401 }], { text: ['From the scripted model.'] });
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
