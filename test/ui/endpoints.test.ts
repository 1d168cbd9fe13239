import assert from 'node:assert/strict';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { ROOT } from '../../scripts/paths.ts';
import { openSession, type Session } from '../support/session.ts';

/** The Endpoints view and the search by meaning, with the service on this machine. */
describe('endpoints and the search by meaning', () => {
  let session: Session;

  before(async () => {
    session = await openSession({
      project: path.join(ROOT, 'test', 'fixtures', 'search', 'shop-api'),
      settings: { 'window.zoomLevel': 0 },
    });
  });
  after(async () => {
    await session?.close();
  });

  const view = (): Locator => session.workbench.view('Endpoints');
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row', { hasText: text });
  const picks = (): Locator => session.workbench.quickPicks();

  it('offers a scan before there was one', async () => {
    await session.workbench.openContainer('Parapet');
    for (const [title, wanted] of [
      ['Issues', 'false'],
      ['Endpoints', 'true'],
    ] as const) {
      const header = session.workbench.view(title).locator('.pane-header');
      if ((await header.getAttribute('aria-expanded')) !== wanted) await header.click();
    }
    await view().getByRole('button', { name: 'Scan This Workspace' }).waitFor();
    await session.shot('endpoints-welcome');
  });

  it('lists them by who can call them, with their issues', async () => {
    await session.workbench.command('Parapet: Scan This Workspace');
    await row('No authentication found').waitFor({ timeout: 60_000 });
    const thumbnail = row(/GET \/media\/thumbnail.*1 issue.*routes\/media\.js:/);
    await thumbnail.waitFor();
    const spoken = await thumbnail.getAttribute('aria-label');
    assert.match(
      spoken ?? '',
      /GET \/media\/thumbnail, No authentication found, 1 issue, routes\/media\.js:\d+/,
    );
    await session.shot('endpoints-by-authentication');
    await thumbnail.click();
    await session.workbench.tab('media.js').waitFor();
    await session.workbench.press('ArrowRight');
    await row(/^OS command injection|^Command injection/i)
      .first()
      .waitFor();
    await session.workbench.press('ArrowLeft');
  });

  it('filters by authentication and text, says so, and shows all again', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Filter Endpoints…');
    await picks().filter({ hasText: 'No authentication found' }).first().click();
    await session.shot('endpoints-filter');
    await workbench.press('Enter');
    await view()
      .getByText(/Filtered by No authentication found: \d+ of \d+/)
      .waitFor();
    await row('Login required').waitFor({ state: 'detached' });
    await workbench.command('Parapet: Filter Endpoints by Text…');
    await workbench.answer('Filter the endpoints by text', 'get thumbnail');
    await view()
      .getByText(/: 1 of \d+/)
      .waitFor();
    await workbench.command('Parapet: Filter Endpoints by Text…');
    await workbench.answer('Filter the endpoints by text', 'nothing of this name');
    await row('No endpoint matches the filter').click();
    await row(/GET \/healthz/).waitFor();
  });

  it('groups by file and path', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Group Endpoints by File');
    await row(/^routes\/media\.js|^media\.js/).waitFor();
    await workbench.command('Parapet: Group Endpoints by Path');
    await row(/^\/media/).waitFor();
    await session.shot('endpoints-by-path');
    await workbench.command('Parapet: Group Endpoints by Authentication');
    await row(/GET \/media\/thumbnail/).waitFor();
  });

  it('offers the issues of one, and goes to the one that is chosen', async () => {
    const { workbench } = session;
    await workbench.chooseFromMenu(row(/GET \/media\/thumbnail/), 'Show Issues of This Endpoint');
    await workbench.question('Issues of GET /media/thumbnail').waitFor();
    await session.shot('endpoints-issues');
    await workbench.press('Enter');
    await workbench.tab('media.js').waitFor();
  });

  it('begins a question to the agent', async () => {
    const { workbench } = session;
    await workbench.chooseFromMenu(row(/GET \/media\/thumbnail/), 'Ask the Agent About This Endpoint');
    const draft = workbench.webview().getByRole('textbox').first();
    await draft.waitFor();
    assert.match(await draft.inputValue(), /Who can call GET \/media\/thumbnail/);
  });

  it('goes to where a handler is now', async () => {
    const { workbench, folder } = session;
    const file = path.join(folder, 'server.js');
    await writeFile(file, `\n\n\n${await readFile(file, 'utf8')}`);
    await row(/GET \/healthz/).click();
    await workbench.tab('server.js').waitFor();
    await workbench.statusBarItem(/^Ln 19,/).waitFor();
  });

  it('searches issues while one types, and goes to one', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Search Issues by Meaning…');
    await workbench.question('Search Issues by Meaning').waitFor();
    await picks().filter({ hasText: 'critical SQL injection' }).waitFor();
    await session.shot('search-issues-examples');
    await workbench.page.keyboard.type('user input reaches a shell');
    const first = picks().first();
    await first.filter({ hasText: /command injection/i }).waitFor();
    await session.shot('search-issues');
    await workbench.press('Enter');
    await workbench.quickInput().waitFor({ state: 'hidden' });
    await workbench.page
      .getByRole('tab', { name: /admin\.js|media\.js/ })
      .first()
      .waitFor();
  });

  it('says that nothing was found, and filters by the text in place of it', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Search Issues by Meaning…');
    await workbench.question('Search Issues by Meaning').waitFor();
    await workbench.page.keyboard.type('qqqqzzzz xxkcd');
    await picks().filter({ hasText: 'Nothing was found for' }).waitFor();
    await session.shot('search-issues-nothing');
    await workbench.press('Enter');
    await workbench
      .view('Issues')
      .getByText(/qqqqzzzz xxkcd/)
      .first()
      .waitFor();
    await workbench.command('Parapet: Clear Filter');
  });

  it('searches endpoints', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Search Endpoints by Meaning…');
    await workbench.question('Search Endpoints by Meaning').waitFor();
    await picks().filter({ hasText: 'file upload without authentication' }).click();
    await picks().filter({ hasText: 'POST /media/pictures' }).first().waitFor();
    await session.shot('search-endpoints');
    await workbench.press('Enter');
    await workbench.tab('media.js').waitFor();
  });

  it('looks right in dark and in high contrast', async () => {
    const { workbench } = session;
    for (const [theme, name] of [
      ['Dark Modern', 'dark'],
      ['Dark High Contrast', 'contrast-dark'],
      ['Light High Contrast', 'contrast-light'],
      ['Light Modern', 'light'],
    ] as const) {
      await workbench.colorTheme(theme);
      await row(/POST \/account\/login/).waitFor();
      await session.shot(`endpoints-${name}`);
    }
  });

  it('says so where a scan finds none', async () => {
    const { workbench, folder } = session;
    await rm(path.join(folder, 'routes'), { recursive: true });
    await writeFile(path.join(folder, 'server.js'), 'console.log(1);\n');
    await appendFile(path.join(folder, 'package.json'), '\n');
    await workbench.command('Parapet: Scan This Workspace');
    await row('No endpoints were found').waitFor({ timeout: 60_000 });
    await session.shot('endpoints-none');
  });
});
