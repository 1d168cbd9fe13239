import { openSession, type Session } from '../support/session.ts';

/** The steps of a flow, with the keyboard, seen and heard. */
describe('the steps of a flow in the window', () => {
  let session: Session;

  before(async () => {
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench
      .treeRow(/SQL injection.*database\.ts/)
      .first()
      .waitFor();
    await workbench.scanned();
  });

  after(async () => {
    await session?.close();
  });

  it('are read out by the page while it is seen, and by the status bar while another tab hides it', async () => {
    const { workbench } = session;
    await workbench.openFile('database.ts');
    await workbench.goTo(11, 30);
    await workbench.command('Parapet: Show Details');
    const page = workbench.webview();
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
  });
});
