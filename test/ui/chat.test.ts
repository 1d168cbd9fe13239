import { openSession, type Session } from '../support/session.ts';

/** The chat in the window, answered by the service of the window with no language model. */
describe('the chat with the agent', () => {
  let session: Session;
  const chat = () => session.workbench.webview();
  const answer = () => chat().locator('article.assistant').last();

  before(async () => {
    session = await openSession();
    const { workbench } = session;
    await session.shot('chat-start');
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/SQL injection/)
      .first()
      .waitFor();
    await workbench
      .treeRow(/OS command injection.*reports\.py/)
      .first()
      .waitFor();
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
    await answer().locator('.trace').waitFor({ timeout: 30_000 });
    await session.shot('chat-answer');
    await answer()
      .getByRole('link', { name: /\.(?:ts|py|java):\d+/ })
      .first()
      .click();
    await session.workbench.page.locator('.part.editor .tab.active').waitFor();
  });
});
