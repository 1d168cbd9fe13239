import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { openSession, type Session } from '../support/session.ts';

const tokens = `const jwt = require('jsonwebtoken');

exports.sign = (user) => jwt.sign({ user }, 'k3yV8p2WqZ71xRtB');
exports.check = (token) => jwt.verify(token, 'k3yV8p2WqZ71xRtB', { algorithms: ['HS256'] });
`;
const mail = `const password = 'hU7sK2mPq94xVb1z';

module.exports = { user: 'shop', password };
`;
const accounts = `const app = require('express')();
const { Account } = require('./models');

app.post('/accounts', async (req, res) => {
  res.json(eval(req.body.formula));
});
`;

/** What has to be set where the program runs, told before a patch is applied and after it. */
describe('what a patch needs, in the window', () => {
  let home: string;
  let session: Session;
  const row = (title: RegExp) => session.workbench.treeRow(title).first();

  before(async () => {
    home = await temporaryFolder();
    const project = path.join(home, 'project');
    await mkdir(path.join(project, 'src'), { recursive: true });
    await writeFile(
      path.join(project, 'package.json'),
      '{"name":"shop","dependencies":{"jsonwebtoken":"9","express":"4"}}\n',
    );
    await writeFile(path.join(project, 'src', 'tokens.js'), tokens);
    await writeFile(path.join(project, 'src', 'mail.js'), mail);
    await writeFile(path.join(project, 'src', 'accounts.js'), accounts);
    session = await openSession({ project });
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await row(/tokens\.js/).waitFor();
    await workbench.scanned();
  });

  after(async () => {
    await session?.close();
    await removeFolder(home);
  });

  it('stands in the title of the diff, in its message, and on the page with a button that copies it', async () => {
    const { workbench } = session;
    await workbench.chooseFromMenu(row(/tokens\.js/), 'Generate Patch');
    await workbench.page
      .locator('.tab', { hasText: /needs JWT_SECRET/ })
      .first()
      .waitFor();
    await workbench.notification(/It needs JWT_SECRET where the program runs/).waitFor();
    await workbench.button('Copy JWT_SECRET').first().waitFor();
    await session.shot('patch-needs-preview');
    await workbench.button('Details').first().click();
    const patch = workbench.webview().getByRole('region', { name: 'Patch' });
    await patch.getByText(/set the environment variable JWT_SECRET/).waitFor();
    await patch.getByRole('button', { name: 'Copy JWT_SECRET' }).waitFor();
    await patch.scrollIntoViewIfNeeded();
    await session.shot('patch-needs-page');
  });

  it('is told of several patches together', async () => {
    const { workbench } = session;
    await row(/tokens\.js:3/).click();
    await row(/mail\.js/).click({ modifiers: ['Control'] });
    await workbench.chooseFromMenu(row(/mail\.js/), 'Generate Patch');
    await workbench
      .notification(/2 patches are ready.*Together they need JWT_SECRET, MAIL_PASSWORD/)
      .waitFor();
    await session.shot('patch-needs-several');
    await row(/tokens\.js:3/).click();
  });

  it('is asked about where the patch is applied without being looked at, and told once it is applied', async () => {
    const { workbench } = session;
    const patch = workbench.webview().getByRole('region', { name: 'Patch' });
    await patch.getByRole('button', { name: 'Apply' }).click();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('Apply? It needs JWT_SECRET where the program runs.').waitFor();
    await session.shot('patch-needs-asked');
    assert.equal(await readFile(path.join(session.folder, 'src', 'tokens.js'), 'utf8'), tokens);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await workbench.notification(/Before the program runs, set: JWT_SECRET/).waitFor();
    await session.shot('patch-needs-applied');
    const after = await readFile(path.join(session.folder, 'src', 'tokens.js'), 'utf8');
    assert.match(after, /const JWT_SECRET = requiredEnvironment\('JWT_SECRET'\);/);
  });

  it('has no patch offered that nobody can make, and says how to fix it in the names of the code', async () => {
    const { workbench } = session;
    await workbench.chooseFromMenu(row(/Code injection.*accounts\.js/), 'How to Fix');
    const patch = workbench.webview().getByRole('region', { name: 'Patch' });
    await patch.getByText(/No automatic fix\. Parse the value/).waitFor();
    await patch.locator('pre', { hasText: 'Number(req.body.formula)' }).waitFor();
    await patch.scrollIntoViewIfNeeded();
    await session.shot('patch-needs-by-hand');
  });
});
