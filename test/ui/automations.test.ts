import assert from 'node:assert/strict';
import { openSession, type Session } from '../support/session.ts';

/** What the agent does by itself, set up with the keyboard in lists. */
describe('the agent’s automations', () => {
  let session: Session;
  /** A list with these words in its empty box. */
  const list = (words: string) =>
    session.workbench.page.locator(`.quick-input-widget:visible:has(input[placeholder*="${words}"])`);
  const pick = async (words: string, item: string) => {
    await list(words).waitFor();
    await session.workbench.choose(item);
  };
  const all = 'What the agent does by itself';
  const one = 'What is to be done with it?';
  const row = (name: RegExp) => session.workbench.quickPicks().filter({ hasText: name }).first();
  const open = async () => {
    await session.workbench.press('Escape');
    await session.workbench.command('Parapet: Automations…');
    await list(all).waitFor();
  };
  const leave = async () => {
    await session.workbench.press('Escape');
    await session.workbench.quickInput().waitFor({ state: 'hidden' });
  };

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

  it('begin with the templates, and a schedule and a trigger of one’s own', async () => {
    await open();
    for (const item of [/From a Template/, /New Schedule/, /New Trigger/, /Memories/])
      await row(item).waitFor();
    await session.shot('automations-empty');
  });

  it('are added from a template, with a question for each parameter', async () => {
    const { workbench } = session;
    await open();
    await pick(all, 'From a Template…');
    await list('What is the agent to do?').waitFor();
    await session.shot('automations-templates');
    await workbench.quickInput().fill('Weekly');
    await workbench.choose('Weekly triage digest');
    // The parameters have defaults, and so have the times: Enter takes each.
    for (let step = 0; step < 12; step++) {
      if (await list(all).isVisible()) break;
      const { page } = workbench;
      const shown = () => page.locator('.quick-input-widget:visible').textContent();
      const before = await shown();
      await workbench.press('Enter');
      for (let look = 0; look < 50 && (await shown()) === before; look++) await page.waitForTimeout(100);
    }
    await row(/Weekly triage digest/).waitFor();
    await session.shot('automations-installed');
    assert.match((await row(/Weekly triage digest/).textContent()) ?? '', /next .*\d \* \* /);
  });

  it('are run now, paused and deleted', async () => {
    const { workbench } = session;
    await open();
    await pick(all, 'Weekly triage digest');
    await list(one).waitFor();
    await session.shot('automations-actions');
    await workbench.choose('Run Now');
    await workbench.notification(/Jobs started: 1/).waitFor();
    await pick(all, 'Weekly triage digest');
    await pick(one, 'Pause');
    await list(all).waitFor();
    await row(/Weekly triage digest.*paused/s).waitFor();
    await workbench.choose('Weekly triage digest');
    await pick(one, 'Delete…');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
    await list(all).waitFor();
    await row(/Weekly triage digest/).waitFor({ state: 'hidden' });
    await leave();
  });

  it('are a schedule of one’s own, which says what is wrong with its time', async () => {
    const { workbench } = session;
    await open();
    await pick(all, 'New Schedule…');
    await workbench.answer(/What is the agent to be asked/, 'what should I fix first?');
    await pick('time zone of this machine', 'At other times…');
    await workbench.answer(/Five fields/, '0 0 30 2 *');
    await pick('For which code?', 'All repositories together');
    // A day that never comes: the service says so, and nothing is added.
    await workbench.notification(/never|due/i).waitFor();
    await session.shot('automations-refused');
  });

  it('are memories too: remembered, put in other words, forgotten', async () => {
    const { workbench } = session;
    await workbench.command('Notifications: Clear All Notifications');
    await workbench.command('Parapet: Memories of the Agent…');
    await pick('Nothing is remembered yet', 'Remember…');
    await workbench.answer(/What is the agent to know/, 'legacy/ is not shipped');
    await pick('For which code?', 'All repositories together');
    await row(/legacy\/ is not shipped/).waitFor();
    await session.shot('automations-memories');
    await workbench.choose('legacy/ is not shipped');
    await pick(one, 'Change…');
    await workbench.answer(/What is the agent to know/, 'legacy/ is gone');
    await row(/legacy\/ is gone/).waitFor();
    await workbench.choose('Forget Everything…');
    await workbench.page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: 'Forget Everything' })
      .click();
    await list('Nothing is remembered yet').waitFor();
    await leave();
  });
});
