import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { openSession, type Session } from '../support/session.ts';

/** An issue is understood, investigated and decided about, from its details page. */
describe('understanding an issue', () => {
  let session: Session;
  let page: FrameLocator;
  const row = () => session.workbench.treeRow(/SQL injection.*database\.ts/).first();

  before(async () => {
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await row().waitFor();
    await workbench.scanned();
    page = workbench.webview();
  });

  after(async () => {
    await session?.close();
  });

  it('shows the details page soon after it is asked for', async () => {
    const { workbench } = session;
    // The end of a scan may still move the rows, so that a click meets another one.
    await row().click();
    const isShown = workbench.tab('database.ts').waitFor({ timeout: 5_000 });
    await isShown.catch(async () => await row().click());
    await workbench.tab('database.ts').waitFor();
    const first = await timeOf(async () => {
      await workbench.press('Control+Enter');
      await page.getByRole('heading', { name: 'SQL injection', level: 1 }).waitFor();
    });
    const other = workbench.treeRow(/OS command injection/).first();
    await other.click();
    await workbench.tab('reports.py').waitFor();
    const next = await timeOf(async () => {
      await workbench.press('Control+Enter');
      await page.getByRole('heading', { name: /OS command injection/, level: 1 }).waitFor();
    });
    await workbench.command('View: Close Editor');
    await workbench.tab('OS command injection').waitFor({ state: 'hidden' });
    // The issue whose code is shown already, chosen once more, would take the keyboard there.
    await row().click();
    await workbench.tab('database.ts').waitFor();
    await other.click();
    await workbench.tab('reports.py').waitFor();
    const again = await timeOf(async () => {
      await workbench.press('Control+Enter');
      await page.getByRole('heading', { name: /OS command injection/, level: 1 }).waitFor();
    });
    console.log(
      `    details page: ${first} ms at first, ${next} ms for another issue, ${again} ms opened again`,
    );
    await row().click();
    await workbench.tab('database.ts').waitFor();
    await workbench.press('Control+Enter');
    await page.getByRole('heading', { name: 'SQL injection', level: 1 }).waitFor();
  });

  it('says where it comes in, what an attack takes, and each metric of the score', async () => {
    await page.getByText('Comes in at').waitFor();
    await page.getByRole('region', { name: 'Preconditions' }).getByRole('listitem').first().waitFor();
    const attack = page.getByRole('region', { name: 'How it would be attacked' });
    await attack
      .getByRole('button', { name: /^step \d/ })
      .first()
      .click();
    await page.locator('ol.flow > li.active').waitFor();
    await page.getByText(/^CVSS 4\.0/).click();
    await page
      .getByRole('row', { name: /Attack Vector \(AV\)/ })
      .first()
      .waitFor();
    await session.shot('details-scores');
    await page.getByText(/^CVSS 4\.0/).click();
  });

  it('investigates it, and says what was found, told apart by what it speaks for', async () => {
    const { workbench } = session;
    const section = page.getByRole('region', { name: 'Investigation' });
    await section.getByText('Add context (optional)').click();
    await section.getByRole('textbox').fill('It is on the internet.\nAnyone can call it.');
    await section.getByText(/^42 of at most 20,000 characters$/).waitFor();
    // It goes away by itself, so it is waited for from the beginning.
    const told = workbench
      .notification(/“SQL injection” was investigated: True positive/)
      .waitFor({ timeout: 60_000 });
    await section.getByRole('button', { name: 'Investigate', exact: true }).click();
    await section.locator('.verdict strong', { hasText: 'True positive' }).waitFor({ timeout: 60_000 });
    await section.getByRole('heading', { name: 'Speaks for the issue' }).waitFor();
    await section.getByText('What it was told').click();
    await section.getByText('Anyone can call it.').waitFor();
    await told;
    await session.shot('details-investigated');
    await row().waitFor();
    assert.match((await row().textContent()) ?? '', /investigated: True positive/);
  });

  it('keeps a note that is being written while another tab hides it, and saves it', async () => {
    const { workbench } = session;
    const note = () => page.getByRole('region', { name: 'Note' });
    await note().getByRole('textbox').fill('Ask the search team first.');
    await page.locator('body').evaluate((body) => body.setAttribute('data-is-same', ''));
    await workbench.openFile('database.py');
    await workbench.tab('SQL injection').click();
    // It stayed alive meanwhile, and was not made anew.
    await page.locator('body[data-is-same]').waitFor();
    await note().getByRole('textbox').waitFor();
    assert.equal(await note().getByRole('textbox').inputValue(), 'Ask the search team first.');
    await note().getByRole('button', { name: 'Save' }).click();
    await workbench.notification('The note is kept.').waitFor();
    await note().getByRole('button', { name: 'Discard' }).waitFor({ state: 'hidden' });
  });

  it('decides about it with reason and end, shows that in the history, and takes it back', async () => {
    const { workbench } = session;
    await page.getByRole('button', { name: 'Triage…' }).click();
    await workbench.choose('Not exploitable…');
    await workbench.answer(/Enter applies, Escape leaves/, 'The catalogue is behind a gateway.');
    await workbench.choose('1 week');
    await page.locator('header blockquote', { hasText: /behind a gateway.*until 20\d\d-/ }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Open → Not exploitable').waitFor();
    await session.shot('details-decided');
    await workbench.command('Parapet: Undo the Decision on This Issue');
    await history.getByText('Not exploitable → Open').waitFor();
    await page.locator('header blockquote').waitFor({ state: 'hidden' });
  });

  it('changes the severity, and says what the scan had found', async () => {
    const { workbench } = session;
    await page.getByRole('button', { name: 'Triage…' }).click();
    await workbench.choose('Change the severity…');
    await workbench.choose('Low');
    await workbench.answer(/Why\? It is kept in the history/, 'Test data only.');
    await page.getByText(/the scan found: /).waitFor();
    await page.getByRole('button', { name: 'Triage…' }).click();
    await workbench.choose('Change the severity…');
    await workbench.choose('Back to what the scan found');
    await page.getByText(/the scan found: /).waitFor({ state: 'hidden' });
  });

  it('links the issue of a tracker', async () => {
    const { workbench } = session;
    await page.getByRole('button', { name: 'Link Existing…' }).click();
    await workbench.answer('Link Existing Tracker Issue', 'https://tracker.example/browse/SHOP-12');
    await page.getByRole('link', { name: 'SHOP-12' }).waitFor();
  });

  it('reads the steps of its flow out by the page while it is seen, and by the status bar while another tab hides it', async () => {
    const { workbench } = session;
    await workbench.openFile('database.ts');
    await workbench.goTo(11, 30);
    await workbench.command('Parapet: Show Details');
    await page.getByRole('heading', { name: 'SQL injection', level: 1 }).waitFor();
    await page.locator('ol.flow > li button').first().click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Step 1 of \d/ })
      .waitFor({ state: 'attached' });
    await workbench.press('Alt+n');
    await page
      .getByRole('status')
      .filter({ hasText: /^Step 2 of \d/ })
      .waitFor({ state: 'attached' });
    await session.shot('flow-steps');
    // The focus is in the page, so the file opens in front of it.
    await workbench.openFile('notices.py');
    await workbench.command('View: Focus First Editor Group');
    await workbench.press('Alt+n');
    await workbench.page.locator('.part.statusbar [role=alert][aria-label^="Step 3 of "]').waitFor();
    await session.shot('flow-steps-page-hidden');
    await workbench.tab('SQL injection').click();
    await page.getByRole('heading', { name: 'SQL injection', level: 1 }).waitFor();
  });

  it('looks right in dark and in high contrast', async () => {
    const { workbench } = session;
    // Nothing is hovered.
    await workbench.page.mouse.move(700, 895);
    for (const [theme, name, kind] of [
      ['Dark Modern', 'dark', 'vscode-dark'],
      ['Dark High Contrast', 'contrast-dark', 'vscode-high-contrast'],
      ['Light High Contrast', 'contrast-light', 'vscode-high-contrast-light'],
    ] as const) {
      await workbench.colorTheme(theme);
      await page.locator(`body.${kind}`).waitFor();
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      await session.shot(`understand-${name}`);
      await page.getByRole('heading', { name: 'Investigation' }).scrollIntoViewIfNeeded();
      await page.getByRole('region', { name: 'Preconditions' }).scrollIntoViewIfNeeded();
      await session.shot(`understand-${name}-below`);
    }
  });
});

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}
