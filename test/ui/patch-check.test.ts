import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

/**
 * The project's own check of patches: here a script that fails where a patch changes the storefront's media, and always
 * once a file beside the project says so.
 */
describe('the project’s own check of a patch in the window', () => {
  let session: Session;
  const control = () => path.join(session.dataDir, 'database');
  const row = (title: RegExp) => session.workbench.treeRow(title).first();
  const section = () => session.workbench.webview().getByRole('region', { name: 'Patch' });
  const check = () => section().locator('.evidence li', { hasText: 'The project’s own check' });

  before(async () => {
    session = await openSession();
    const { workbench, folder } = session;
    const media = 'storefront/src/routes/media.ts';
    const original = await readFile(path.join(folder, media), 'utf8');
    await writeFile(control(), 'runs');
    await writeFile(
      path.join(folder, 'check.cjs'),
      `const { readFileSync } = require('node:fs');
if (readFileSync(${JSON.stringify(control())}, 'utf8') !== 'runs') throw new Error('no database');
if (readFileSync(${JSON.stringify(media)}, 'utf8') !== ${JSON.stringify(original)}) process.exit(3);
`,
    );
    await mkdir(path.join(folder, '.vscode'), { recursive: true });
    await writeFile(
      path.join(folder, '.vscode', 'settings.json'),
      JSON.stringify({ 'parapet.patches.check': ['node', 'check.cjs'] }),
    );
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await row(/OS command injection.*reports\.py/).waitFor();
    await workbench.scanned();
  });

  afterEach(async () => {
    await session.workbench.command('View: Close All Editors');
  });

  after(async () => {
    await session?.close();
  });

  const generate = async (title: RegExp, tab: string) => {
    const { workbench } = session;
    await row(title).click();
    await workbench.press('Control+k Alt+f');
    await workbench.tab(`Patch: ${tab}`).waitFor();
    await workbench.page.locator('.modified .line-insert').first().waitFor();
    await row(title).click();
    await workbench.press('Control+Enter');
  };

  it('says that it passes', async () => {
    await generate(/OS command injection.*reports\.py/, 'OS command injection');
    await check().locator('.codicon-pass').waitFor();
    await section()
      .getByText(/The project’s own check passes with it/)
      .waitFor();
    await section().getByText('Made by rules, without a language model.').waitFor();
    await session.workbench.command('Notifications: Clear All Notifications');
    await check().scrollIntoViewIfNeeded();
    await session.shot('patch-check-passed');
  });

  it('says that it fails with the change alone, and the patch is not proven', async () => {
    await generate(/Path traversal.*media\.ts/, 'Path traversal');
    await check().locator('.codicon-error').waitFor();
    await check()
      .getByText(/“node check\.cjs” fails with the change \(exit code 3\), and passes without it/)
      .waitFor();
    await section()
      .getByText(/Not proven: /)
      .waitFor();
    await session.workbench.command('Notifications: Clear All Notifications');
    await check().scrollIntoViewIfNeeded();
    await session.shot('patch-check-failed');
  });

  it('says why it was not run, where it says nothing about the change', async () => {
    await writeFile(control(), 'is gone');
    await generate(/Server-side request forgery/, 'Server-side request forgery');
    await check().locator('.codicon-circle-slash').waitFor();
    await check()
      .getByText(/fails without the change, too, and says nothing about it/)
      .waitFor();
    await section()
      .getByText(/Before it runs: set the environment variable/)
      .waitFor();
    await session.workbench.command('Notifications: Clear All Notifications');
    await check().scrollIntoViewIfNeeded();
    await session.shot('patch-check-not-run');
  });

  it('is on the card in the chat, too, with what came of it', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: New Conversation with the Agent');
    const chat = workbench.webview();
    const box = chat.getByRole('textbox', { name: 'Ask the agent' });
    await box.fill('Show the patch for the path traversal in media.ts');
    await box.press('Enter');
    const card = chat.locator('.patch').first();
    const shown = card
      .getByRole('list', { name: 'What was checked' })
      .getByRole('listitem')
      .filter({ hasText: 'The project’s own check' });
    await shown.locator('.codicon-error').waitFor();
    await card.getByText(/Not proven: .* fails with the change \(exit code 3\)/).waitFor();
    await card.scrollIntoViewIfNeeded();
    await session.shot('chat-patch-check');
  });
});
