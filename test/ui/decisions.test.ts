import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { embeddedServices } from '../../scripts/host/embedded-services.ts';
import { loadExtensionFromFolder, workbenchUrl } from '../../scripts/host/page.ts';
import { ROOT } from '../../scripts/paths.ts';
import { listIssues, updateIssueStatuses } from '../../src/api/contract/issues.ts';
import { embeddedClient } from '../../src/connection/embedded-client.ts';
import { rescan } from '../support/rescan.ts';
import { openSession, type Session } from '../support/session.ts';
import { Workbench } from '../support/workbench.ts';

/** What a person decides: in every window, on every branch, wherever the file goes, and until its end. */
describe('decisions in the window', function () {
  // Each goes on from where the one before it ended.
  this.bail(true);
  let session: Session;
  let other: Workbench;
  const title = /OS command injection.*reports\.py/;
  const suppressed = ({ page }: Workbench) =>
    page.locator('.part.sidebar .monaco-list-row', { hasText: /^\s*Suppressed/ });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: session.folder, stdio: 'pipe' });

  before(async () => {
    // A list that fits into the window: what is below its edge is not there for a test.
    session = await openSession({ settings: { 'parapet.issues.minimumSeverity': 'CRITICAL' } });
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.treeRow(title).first().waitFor();
    await workbench.scanned();
    const page = await workbench.page.context().newPage();
    await loadExtensionFromFolder(page, session.server, ROOT);
    await page.goto(workbenchUrl(session.server, { folder: session.folder }));
    other = new Workbench(page);
    await other.ready();
    await other.openContainer('Parapet');
    await other.treeRow(title).first().waitFor();
    await workbench.page.bringToFront();
  });

  after(async () => {
    await session?.close();
  });

  it('show in another window at once, with who, why and the severity', async () => {
    const { workbench } = session;
    await workbench.chooseFromMenu(workbench.treeRow(title).first(), 'Mark as False Positive');
    await workbench.answer(/The reason is kept with the issue/, 'The month comes from a list.');
    await suppressed(workbench).waitFor();
    await suppressed(other).waitFor();
    await suppressed(other).click();
    const row = other.treeRow(title).first();
    await row.waitFor();
    await other.page.bringToFront();
    await other.hoverTells(row, /False positive — The month comes from a list\. — on this machine/);
    await workbench.page.bringToFront();
  });

  it('stay on another branch, and after the file was moved there', async () => {
    const { workbench } = session;
    git('checkout', '-q', '-b', 'feature');
    await rescan(session);
    await suppressed(workbench).waitFor();
    await suppressed(workbench).click();
    await workbench.treeRow(title).first().waitFor();
    assert.equal(await workbench.treeRow(title).count(), 1, 'once, and not for each branch');
    await mkdir(path.join(session.folder, 'office'));
    git('mv', 'backoffice/reports.py', 'office/monthly.py');
    git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '-q', '-m', 'moved');
    await rescan(session);
    const moved = /OS command injection.*monthly\.py/;
    await workbench.treeRow(moved).first().waitFor();
    await workbench.treeRow(title).first().waitFor({ state: 'hidden' });
    await workbench.hoverTells(
      workbench.treeRow(moved).first(),
      /False positive — The month comes from a list\./,
    );
    await session.shot('decided-and-moved');
  });

  it('are those of the branch that is checked out, without a scan', async () => {
    const { workbench } = session;
    git('checkout', '-q', '-');
    await workbench.treeRow(title).first().waitFor();
    await workbench
      .treeRow(/OS command injection.*monthly\.py/)
      .first()
      .waitFor({ state: 'hidden' });
  });

  it('end by themselves: the issue comes back in every window, which says so', async () => {
    const { workbench } = session;
    const { value: discovery } = await embeddedServices(session.dataDir).next();
    assert.ok(discovery);
    await using client = embeddedClient(discovery, 'parapet-test');
    const { issues } = await client.call(listIssues, { vulnClasses: ['code-injection'], limit: 100 });
    const issue = issues.find(
      ({ file, status }) => file.endsWith('operations.ts') && status === 'PENDING_REVIEW',
    );
    assert.ok(issue);
    const row = /Code injection.*operations\.ts/;
    await client.call(updateIssueStatuses, {
      issueIds: [issue.id],
      status: 'ACCEPTED_RISK',
      reason: 'Until the gateway is there.',
      until: new Date(Date.now() + 12_000).toISOString(),
    });
    for (const window of [workbench, other])
      await suppressed(window).getByText('2', { exact: true }).waitFor();
    for (const window of [workbench, other]) {
      await window
        .notification(/The suppression of “Code injection” has ended: the issue is open again/)
        .waitFor();
      await suppressed(window).getByText('1', { exact: true }).waitFor();
    }
    await workbench.treeRow(row).first().waitFor();
    await session.shot('suppression-ended');
    await workbench.button('Show Details').first().click();
    await workbench.webview().getByText('The suppression ended.').waitFor();
  });
});
