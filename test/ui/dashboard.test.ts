import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { getConfig } from '../../src/api/contract/agent/config.ts';
import { createConversation } from '../../src/api/contract/agent/conversations.ts';
import { listIssues } from '../../src/api/contract/issues.ts';
import { listScans } from '../../src/api/contract/scans/scans.ts';
import { startChatTool } from '../support/chat-tools.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';

const require = createRequire(import.meta.url);

describe('the dashboard in a browser', () => {
  let dashboard: Dashboard;
  let axe: string;

  before(async () => {
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    dashboard = await openDashboard();
  });

  after(async () => {
    await dashboard?.close();
  });

  const page = () => dashboard.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });

  /** What the accessibility rules (WCAG 2.2 A and AA) find on the page that is shown. */
  async function accessibilityProblems(): Promise<string[]> {
    await page().evaluate(axe);
    const { violations } = await page().evaluate<AxeResults>(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  it('shows nothing to who is not signed in, and the way to sign in', async () => {
    await page().goto(`${dashboard.baseUrl}/dashboard/repositories`);
    await page().getByRole('link', { name: 'Sign In' }).waitFor();
    assert.doesNotMatch((await page().textContent('body')) ?? '', /shop/);
    assert.deepEqual(await accessibilityProblems(), []);
  });

  it('goes on to the page that was asked for after the sign-in', async () => {
    await page().getByRole('link', { name: 'Sign In' }).click();
    await page().waitForURL('**/sign-in');
    await dashboard.signIn();
    await page().getByRole('heading', { level: 1, name: 'Repositories' }).waitFor();
    await page().getByRole('link', { name: 'shop' }).waitFor();
  });

  it('has pages without an accessibility problem, in light and dark, wide and narrow', async () => {
    const { issues } = await dashboard.client.call(listIssues, {});
    const [issue] = issues;
    assert.ok(issue);
    const { scans } = await dashboard.client.call(listScans, {});
    const pages = [
      ['overview', '', 'Overview'],
      ['issues', '/issues', 'Issues'],
      ['issue', `/issues/${issue.id}`, issue.title],
      ['repositories', '/repositories', 'Repositories'],
      ['repository', `/repositories/${dashboard.repositoryId}`, 'shop'],
      ['scan', `/scans/${scans[0]?.id}`, 'Scan of'],
      ['endpoints', '/endpoints', 'Endpoints'],
      ['reports', '/reports', 'Reports'],
      ['rules', '/rules', 'Rules'],
      ['packs', '/packs', 'Packs'],
      ['models', '/sources-and-sinks', 'Sources and Sinks'],
      ['members', '/members', 'Members'],
      ['teams', '/teams', 'Teams'],
      ['hosts', '/code-hosts', 'Code Hosts'],
      ['cloud-posture', '/cloud-posture', 'Cloud Posture'],
      ['agent', '/agent', 'Agent'],
      ['trackers', '/integrations/trackers', 'Issue Trackers'],
      ['settings', '/settings', 'Scanner Settings'],
      ['tokens', '/settings/tokens', 'API Tokens'],
      ['sessions', '/settings/sessions', 'Sessions of'],
      ['audit-log', '/audit-log', 'Audit Log'],
      ['unknown', '/nowhere', 'There is no such page'],
    ] as const;
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 420],
    ] as const) {
      await page().emulateMedia({ colorScheme });
      await page().setViewportSize({ width, height: 900 });
      for (const [name, address, heading] of pages) {
        await dashboard.show(`/dashboard${address}`, heading);
        assert.deepEqual(await accessibilityProblems(), [], `${name} in ${colorScheme}`);
        await dashboard.shot(`dashboard-${name}-${colorScheme}`);
      }
    }
    await page().emulateMedia({ colorScheme: 'light' });
    await page().setViewportSize({ width: 1200, height: 900 });
    assert.deepEqual(dashboard.complaints, []);
  });

  it('counts what is open, and leads from a count to its issues', async () => {
    await dashboard.show('/dashboard', 'Overview');
    const critical = page().getByRole('link', { name: '2 Critical' });
    await critical.click();
    await page().getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
    await page().getByRole('link', { name: 'SQL injection' }).waitFor();
    assert.equal(await page().getByRole('row').count(), 3);
    assert.match(page().url(), /severity=CRITICAL/);
  });

  it('makes a report, says when it is ready, downloads and deletes it', async () => {
    await dashboard.show('/dashboard/reports', 'Reports');
    await button('New Report').click();
    await page().getByLabel('Format').selectOption('CSV');
    await page().getByLabel('Name (optional)').fill('For the board');
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-report-new');
    await button('Create').click();
    const row = page().getByRole('row', { name: /For the board/ });
    await row.getByText('Ready').waitFor();
    const saving = page().waitForEvent('download');
    await row.getByRole('button', { name: 'Download' }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), 'For the board.csv');
    assert.match(await readFile(await saved.path(), 'utf8'), /SQL injection/);
    await row.getByRole('button', { name: 'Delete' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('makes a custom rule, says at which line one is wrong, and switches it', async () => {
    await dashboard.show('/dashboard/rules', 'Rules');
    await button('New Rule').click();
    const text = page().getByLabel('Rule', { exact: true });
    await text.fill('rules:\n  - id: no-eval\n    colour: red\n');
    await button('Save').click();
    await page().getByRole('alert').getByText('Line 3, column 5').waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-rule-wrong');
    await text.fill(
      'rules:\n  - id: no-eval\n    languages: [javascript]\n    severity: ERROR\n    message: No.\n    pattern: eval($X)\n',
    );
    await button('Save').click();
    const row = page().getByRole('row', { name: /no-eval/ });
    await row.getByRole('button', { name: 'Switch Off' }).click();
    await row.getByRole('cell', { name: 'Off', exact: true }).waitFor();
    await dashboard.shot('dashboard-rules');
    await row.getByRole('button', { name: 'Delete' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('keeps filters as a custom report, and shows their statistics', async () => {
    await dashboard.show('/dashboard/reports', 'Reports');
    await button('New Custom Report').click();
    await page().getByLabel('Name', { exact: true }).fill('Critical ones');
    for (const severity of ['High', 'Medium', 'Low', 'Info'])
      await page().getByRole('checkbox', { name: severity }).uncheck();
    await button('Save').click();
    await page().getByRole('heading', { level: 3, name: 'Critical ones' }).waitFor();
    await page().getByRole('img', { name: 'Open issues by severity' }).waitFor();
    await page()
      .getByRole('row', { name: /SQL injection/ })
      .waitFor();
    await dashboard.show('/dashboard/reports', 'Reports');
    await button('Show Statistics').click();
    await page().getByLabel('Trend by').selectOption('week');
    await page().getByRole('img', { name: 'Open issues by severity' }).waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-reports-statistics');
    await button('Change').click();
    assert.equal(await page().getByRole('checkbox', { name: 'High' }).isChecked(), false);
    await page().keyboard.press('Escape');
    await page()
      .getByRole('row', { name: /Critical ones/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page()
      .getByRole('row', { name: /Critical ones/ })
      .waitFor({ state: 'detached' });
  });

  it('keeps filters in the address, and gives them back with the browser’s own keys', async () => {
    await dashboard.show('/dashboard/issues', 'Issues');
    await page().getByRole('searchbox', { name: 'Search title, file or class' }).fill('SQL');
    await page().waitForURL('**?search=SQL');
    await page().getByRole('link', { name: 'Command injection' }).waitFor({ state: 'detached' });
    await page().getByRole('link', { name: 'SQL injection' }).click();
    await page().getByRole('heading', { level: 1, name: 'SQL injection' }).waitFor();
    await page().goBack();
    await page().waitForURL('**?search=SQL');
    await page().getByRole('link', { name: 'SQL injection' }).waitFor();
  });

  it('is walked through by keyboard: past the navigation, into a dialog and out of it', async () => {
    await dashboard.show('/dashboard/settings/tokens', 'API Tokens');
    await page().keyboard.press('Tab');
    await page().keyboard.press('Enter');
    await page().keyboard.press('Tab');
    assert.equal(await page().evaluate('document.activeElement.textContent'), 'New Token');
    await page().keyboard.press('Enter');
    await page().getByRole('dialog', { name: 'New Token' }).waitFor();
    assert.equal(await page().evaluate('document.activeElement.name'), 'name');
    await page().keyboard.press('Escape');
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page().evaluate('document.activeElement.textContent'), 'New Token');
  });

  it('makes a token whose secret is shown once, and deletes it', async () => {
    await dashboard.show('/dashboard/settings/tokens', 'API Tokens');
    await button('New Token').click();
    await page().getByLabel('Name (optional)').fill('laptop');
    await button('Create').click();
    const secret = await page().getByLabel('Token secret').inputValue();
    assert.match(secret, /^[\w-]{40,}$/);
    assert.deepEqual(await accessibilityProblems(), []);
    await button('Close').click();
    const row = page().getByRole('row', { name: /laptop/ });
    await row.waitFor();
    assert.ok(!(await page().content()).includes(secret));
    await row.getByRole('button', { name: 'Delete' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('invites, gives the link to who invited, and takes the invitation back', async () => {
    await dashboard.show('/dashboard/members', 'Members');
    await button('Invite').click();
    await page().getByRole('dialog').getByLabel('E-mail').fill('grace@example.com');
    await page().getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    const link = await page().getByLabel('Invitation link').inputValue();
    assert.ok(link.startsWith(`${dashboard.baseUrl}/`));
    await button('Close').click();
    const row = page().getByRole('row', { name: /grace@example.com/ });
    await row.getByRole('button', { name: 'Invitation Link' }).click();
    await page().getByRole('dialog', { name: 'Invited grace@example.com' }).waitFor();
    assert.notEqual(await page().getByLabel('Invitation link').inputValue(), link);
    await button('Close').click();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('tells in the dialog why something is refused, and keeps what was entered', async () => {
    await dashboard.show(`/dashboard/repositories/${dashboard.repositoryId}`, 'shop');
    await button('Add Schedule').click();
    await page().getByLabel('Cron expression (UTC)').fill('every day');
    await button('Save').click();
    await page().getByRole('dialog').getByRole('alert').waitFor();
    assert.equal(await page().getByLabel('Cron expression (UTC)').inputValue(), 'every day');
    await page().getByLabel('Cron expression (UTC)').fill('0 3 * * 1');
    await button('Save').click();
    await page()
      .getByRole('row', { name: /0 3 \* \* 1/ })
      .waitFor();
  });

  it('grants a team the repositories of a tag, and nothing else', async () => {
    await dashboard.show('/dashboard/repositories', 'Repositories');
    await button('New Tag').click();
    await page().getByRole('dialog').getByLabel('Name').fill('payments');
    await page().getByRole('dialog').getByRole('checkbox', { name: 'shop' }).check();
    await button('Save').click();
    await page()
      .getByRole('row', { name: /payments/ })
      .waitFor();
    await dashboard.show('/dashboard/teams', 'Teams');
    await button('New Team').click();
    await page().getByRole('dialog').getByLabel('Name').fill('Payments');
    await button('Create').click();
    await page().getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await page().getByRole('radio', { name: 'Only these:' }).check();
    await page().getByRole('checkbox', { name: 'payments' }).check();
    await page().getByRole('checkbox', { name: 'Start, cancel and schedule scans' }).check();
    const seeing = page().getByRole('checkbox', { name: 'See the repository, its code and issues' });
    while (!(await seeing.isChecked())) await page().waitForTimeout(20);
    assert.deepEqual(await accessibilityProblems(), []);
    await page().reload();
    await page().getByRole('checkbox', { name: 'payments' }).waitFor();
    assert.equal(await page().getByRole('checkbox', { name: 'payments' }).isChecked(), true);
  });

  it('makes a template of permissions, and a team that begins with it', async () => {
    await dashboard.show('/dashboard/teams', 'Teams');
    await button('New Template').click();
    const dialog = page().getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reviewers');
    await dialog.getByRole('checkbox', { name: 'Decide about issues' }).check();
    await dialog.getByLabel('Which repositories').selectOption('universal');
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-template');
    await button('Save').click();
    const row = page().getByRole('row', { name: /Reviewers/ });
    await row.getByText('Decide about issues').waitFor();
    await button('New Team').click();
    await dialog.getByLabel('Name').fill('Review');
    await dialog.getByLabel('Begins with').selectOption('Reviewers');
    await button('Create').click();
    await page().getByRole('heading', { level: 1, name: 'Review' }).waitFor();
    assert.ok(await page().getByRole('checkbox', { name: 'Decide about issues' }).isChecked());
    assert.ok(await page().getByRole('radio', { name: 'All, those added later too' }).isChecked());
    await dashboard.show('/dashboard/teams', 'Teams');
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('makes a SCIM token whose secret is shown once, and deletes it', async () => {
    await dashboard.show('/dashboard/settings/tokens', 'API Tokens');
    await button('New SCIM Token').click();
    await page().getByLabel('Name (optional)').fill('Okta');
    await button('Create').click();
    const secret = await page().getByRole('textbox', { name: 'SCIM token' }).inputValue();
    assert.equal(await page().getByLabel('SCIM address').inputValue(), `${dashboard.baseUrl}/scim/v2`);
    assert.deepEqual(await accessibilityProblems(), []);
    await button('Close').click();
    const row = page().getByRole('row', { name: /Okta/ });
    await row.waitFor();
    assert.ok(!(await page().content()).includes(secret));
    await row.getByRole('button', { name: 'Delete' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('says who changed what, by person and by what it was', async () => {
    await dashboard.show('/dashboard/audit-log', 'Audit Log');
    const entry = page().getByRole('row', { name: /scim\.deleteToken/ });
    await entry.getByText('developer@localhost.localdomain').waitFor();
    await entry.getByText('Okta').waitFor();
    await dashboard.shot('dashboard-audit-log-filled');
    await page().getByLabel('What', { exact: true }).selectOption('Teams');
    await page().waitForURL('**?area=teams');
    await entry.waitFor({ state: 'detached' });
    await page()
      .getByRole('row', { name: /teams\.create.*Review/ })
      .waitFor();
    await page().getByRole('searchbox').fill('nobody@');
    await page().getByText('No entry matches the filters').waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
  });

  it('lists pull requests with what each brings, and has one scanned again', async () => {
    await dashboard.show('/dashboard/pull-requests', 'Pull Requests');
    await page().getByText('No pull request scanned yet').waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.scanPullRequest('Add <i>checkout</i>');
    await dashboard.show('/dashboard/pull-requests', 'Pull Requests');
    const row = page().getByRole('row', { name: /Add <i>checkout<\/i>/ });
    await row.getByRole('button', { name: 'Scan Again' }).click();
    await row.getByText('Earlier scans: 1').waitFor();
    await row.getByText('Completed').waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-pull-requests');
    await row.getByRole('link', { name: '1 Critical' }).click();
    await page().getByRole('link', { name: 'Command injection' }).waitFor();
    await page().goBack();
    await row.getByRole('link', { name: 'Add <i>checkout</i>' }).click();
    await page().getByRole('heading', { level: 1, name: 'Add <i>checkout</i>' }).waitFor();
    await page()
      .getByText(/^Release track STABLE: \d+ newer kinds of issues/)
      .waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-scan');
  });

  it('asks for what each code host needs, and keeps it when the host is not reached', async () => {
    await dashboard.show('/dashboard/code-hosts', 'Code Hosts');
    await button('Connect').click();
    const dialog = page().getByRole('dialog', { name: 'Connect a Code Host' });
    await dialog.getByLabel('Sign in with').selectOption('app');
    await dialog.getByLabel('Private key').waitFor();
    await dialog.getByLabel('Code host').selectOption('gitlab');
    await dialog.getByLabel('Access token').fill('glpat-not-a-real-one');
    await dialog.getByLabel('Address (optional)').fill('http://127.0.0.1:9');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.equal(await dialog.getByLabel('Access token').inputValue(), 'glpat-not-a-real-one');
    assert.deepEqual(await accessibilityProblems(), []);
  });

  it('says how the agent works, what it did, and what came of it', async () => {
    const asked = { initialMessage: 'Which issues are open?', repositoryId: dashboard.repositoryId };
    await dashboard.client.call(createConversation, asked);
    await dashboard.show('/dashboard/agent', 'Agent');
    const runs = page().getByLabel('Jobs at the same time');
    await runs.fill('5');
    await runs.press('Tab');
    const job = page().getByRole('row', { name: /A person Completed/ });
    await job.waitFor();
    await job.getByRole('button', { name: 'Messages' }).click();
    await page().getByRole('dialog').getByText('Which issues are open?').waitFor();
    await page().getByRole('dialog').getByText('shop.js').first().waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-agent-messages');
    await page().keyboard.press('Escape');
    await page().getByLabel('Status').selectOption('Failed');
    await page().getByText('No such job').waitFor();
    await page().getByText('The agent has had no patch made').waitFor();
    const { config } = await dashboard.client.call(getConfig, {});
    assert.equal(config.maxConcurrentRuns, 5);
  });

  it('sets a chat channel, shows what it would read, and turns it on from there', async () => {
    await dashboard.show('/dashboard/agent', 'Agent');
    await page().getByText('The agent posts to no channel').waitFor();
    await button('Set Chat Channel').click();
    const setting = page().getByRole('dialog', { name: 'Chat Channel' });
    await setting.getByText('Everyone in the channel reads the messages').waitFor();
    await setting.getByLabel('Channel', { exact: true }).fill('#appsec');
    await setting.getByLabel('Webhook').fill('https://hooks.example.invalid/services/not-a-real-one-Zz09');
    await setting.getByLabel('Failed scans').uncheck();
    await setting.getByLabel('Patches that are ready').check();
    await setting.getByLabel('Repositories').selectOption('some');
    await setting.getByLabel('shop', { exact: true }).check();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-chat-channel-set');
    await setting.getByRole('button', { name: 'Save' }).click();
    const preview = page().getByRole('dialog', { name: 'What #appsec would read' });
    await preview
      .getByText(/SQL injection · shop · shop\.js:2/)
      .first()
      .waitFor();
    await preview.getByText('this is an example').waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-chat-channel-preview');
    await preview.getByRole('button', { name: 'Turn On' }).click();
    const section = page().getByRole('region', { name: 'Chat channel' });
    await section.getByText('hooks.example.invalid/…Zz09').waitFor();
    await button('Send Test Message').click();
    await page().getByRole('dialog', { name: 'That did not work' }).getByText('was not found').waitFor();
    await page().keyboard.press('Escape');
    const row = page().getByRole('row', { name: /Test Not sent The host hooks.example.invalid/ });
    await row.waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-chat-channel');
    assert.doesNotMatch((await page().content()) ?? '', /not-a-real-one/);
    await button('Turn Off').click();
    await button('Preview and Turn On').waitFor();
    await button('Remove Chat Channel').click();
    await page().getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page().getByText('The agent posts to no channel').waitFor();
  });

  it('sends a test message to a chat channel, and says when the webhook is refused for good', async () => {
    await using chat = await startChatTool('teams');
    await dashboard.show('/dashboard/agent', 'Agent');
    await button('Set Chat Channel').click();
    const setting = page().getByRole('dialog', { name: 'Chat Channel' });
    await setting.getByLabel('Chat tool').selectOption('teams');
    await setting.getByLabel('Channel', { exact: true }).fill('AppSec');
    await setting.getByLabel('Webhook').fill(chat.webhookUrl);
    await setting.getByLabel('Repositories').selectOption('some');
    await setting.getByRole('button', { name: 'Save' }).click();
    await setting.getByRole('alert').getByText('Choose at least one repository').waitFor();
    await setting.getByLabel('Repositories').selectOption('all');
    await setting.getByRole('button', { name: 'Save' }).click();
    await button('Turn On').click();
    await button('Send Test Message').click();
    await page().getByRole('dialog', { name: 'The test message was sent' }).waitFor();
    assert.equal(chat.bodies.length, 1);
    await page().keyboard.press('Escape');
    chat.before = (response) => Boolean(response.writeHead(404).end());
    await button('Send Test Message').click();
    await page().getByRole('dialog', { name: 'That did not work' }).waitFor();
    await page().keyboard.press('Escape');
    const section = page().getByRole('region', { name: 'Chat channel' });
    await section.getByRole('alert').getByText('Give a new webhook').waitFor();
    await section.getByText('Turned off, because the webhook was refused').waitFor();
    await page().setViewportSize({ width: 420, height: 900 });
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-chat-channel-failed');
    await page().setViewportSize({ width: 1200, height: 900 });
  });

  it('changes a setting of a repository, says where it comes from, and has it inherited again', async () => {
    await dashboard.show(`/dashboard/repositories/${dashboard.repositoryId}`, 'shop');
    await page().getByRole('checkbox', { name: 'Scan pull requests' }).click();
    await page().getByText('Set for this repository').waitFor();
    await button('Inherit Scan pull requests').click();
    await page().getByText('Set for this repository').waitFor({ state: 'detached' });
    assert.equal(await page().getByRole('checkbox', { name: 'Scan pull requests' }).isChecked(), true);
  });

  it('decides about an issue, with a reason that stands in its history', async () => {
    const { issues } = await dashboard.client.call(listIssues, {});
    const issue = issues.find(({ title }) => title === 'SQL injection');
    assert.ok(issue);
    await dashboard.show(`/dashboard/issues/${issue.id}`, 'SQL injection');
    await button('Change Status').click();
    await page().getByRole('dialog').getByLabel('Status').selectOption('ACCEPTED_RISK');
    await page().getByLabel('Reason (optional)').fill('<b>Only on the test system</b>');
    await button('Save').click();
    await page().getByText('<b>Only on the test system</b>').waitFor();
    await dashboard.show(`/dashboard/repositories/${dashboard.repositoryId}`, 'shop');
    await page()
      .getByRole('table', { name: 'Decisions' })
      .getByRole('row', { name: /SQL injection.*Accepted risk.*<b>Only on the test system<\/b>/ })
      .waitFor();
  });

  it('says of an issue that is not there what it says of one that may not be seen', async () => {
    await page().goto(`${dashboard.baseUrl}/dashboard/issues/3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11`);
    await page().getByText('This is not there, or you may not see it.').waitFor();
  });

  it('is German for a German browser', async () => {
    await page().addInitScript(
      "Object.defineProperty(navigator, 'languages', { get: () => ['de-DE', 'en'] })",
    );
    await dashboard.show('/dashboard', 'Übersicht');
    assert.equal(await page().locator('html').getAttribute('lang'), 'de');
    await dashboard.show('/dashboard/agent', 'Agent');
    await page().getByText('Ausgeschaltet, weil der Webhook abgelehnt wurde').waitFor();
    await button('Vorschau und Einschalten').click();
    await page().getByRole('dialog', { name: 'Was AppSec lesen würde' }).waitFor();
    await dashboard.shot('dashboard-chat-channel-german');
    await page().keyboard.press('Escape');
    await page().getByRole('link', { name: 'API-Token' }).click();
    await page().getByRole('heading', { level: 1, name: 'API-Token' }).waitFor();
  });

  it('shows nothing any more once one has signed out', async () => {
    await button('Abmelden').click();
    await page().getByRole('link', { name: 'Anmelden' }).waitFor();
    assert.deepEqual(dashboard.complaints, []);
  });

  it('asks the first administrator once who they are', async () => {
    await page().goto(await dashboard.operatorLink());
    await page().getByLabel('Your name').fill('Ada');
    await page().getByLabel('E-mail address').fill('ada@example');
    await button('Sign In').click();
    await page().getByRole('alert').waitFor();
    assert.equal(await page().getByLabel('Your name').inputValue(), 'Ada');
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('sign-in-first-administrator');
    await page().getByLabel('E-mail address').fill('ada@example.com');
    await button('Sign In').click();
    await page().getByRole('link', { name: 'Ada', exact: true }).waitFor();
    assert.deepEqual(dashboard.complaints, []);
  });
});
