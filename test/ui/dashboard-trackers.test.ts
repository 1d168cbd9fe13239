import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { listIssues } from '../../src/api/contract/issues.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { type SampleTracker, startTracker } from '../support/trackers.ts';

const require = createRequire(import.meta.url);

describe('issue trackers in the dashboard', () => {
  let dashboard: Dashboard;
  let github: SampleTracker;
  let jira: SampleTracker;
  let axe: string;
  let issueId: string;

  before(async () => {
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    [github, jira] = await Promise.all([startTracker('github'), startTracker('jira')]);
    dashboard = await openDashboard();
    const { issues } = await dashboard.client.call(listIssues, {});
    issueId = issues.find(({ title }) => title === 'SQL injection')?.id ?? assert.fail('no issue');
    await dashboard.page.goto(`${dashboard.baseUrl}/dashboard`);
    await dashboard.signIn();
    await page().getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
  after(async () => {
    await dashboard?.close();
    await github[Symbol.asyncDispose]();
    await jira[Symbol.asyncDispose]();
  });

  const page = () => dashboard.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const issue = () => dashboard.show(`/dashboard/issues/${issueId}`, 'SQL injection');
  const trackers = () => dashboard.show('/dashboard/integrations/trackers', 'Issue Trackers');

  async function looksRight(name: string): Promise<void> {
    await page().evaluate(axe);
    const { violations } = await page().evaluate<AxeResults>(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
    );
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    );
    await dashboard.shot(name);
  }

  it('are connected where an issue says that none is', async () => {
    await issue();
    await page().getByText('No issue tracker is connected.').waitFor();
    assert.equal(await button('Create Tracker Issue').count(), 0);
    await looksRight('dashboard-tracker-none');
    await page().getByRole('main').getByRole('link', { name: 'Issue Trackers' }).click();
    await page().getByText('No issue tracker is connected').waitFor();
    await looksRight('dashboard-trackers-empty');
  });

  it('are tried before they are kept, and each asks for what it needs', async () => {
    await trackers();
    await button('Connect').click();
    const dialog = page().getByRole('dialog', { name: 'Connect an Issue Tracker' });
    await dialog.getByLabel('E-mail address of the API token').waitFor();
    await looksRight('dashboard-trackers-connect-jira');
    for (const [type, label] of [
      ['jiraDataCenter', 'Personal access token'],
      ['linear', 'API key'],
      ['gitlab', 'Access token'],
      ['github', 'Access token'],
    ] as const) {
      await dialog.getByLabel('Tracker', { exact: true }).selectOption(type);
      await dialog.getByLabel(label).waitFor();
    }
    await dialog.getByLabel('Address (optional)').fill(github.host.url);
    await dialog.getByLabel('Repository').fill('acme/shop');
    await dialog.getByLabel('Access token').fill('wrong');
    await button('Test and Connect').click();
    await dialog.getByRole('alert').getByText('refuses the credentials').waitFor();
    assert.equal(await dialog.getByLabel('Repository').inputValue(), 'acme/shop');
    await looksRight('dashboard-trackers-refused');
    await dialog.getByLabel('Access token').fill('tracker-secret');
    await dialog.getByLabel('Name (optional)').fill('Shop on GitHub');
    await button('Test and Connect').click();
    const row = page().getByRole('row', { name: /Shop on GitHub/ });
    await row.getByText('parapet-bot').waitFor();
    await row.getByText('changes nothing here').waitFor();
    await looksRight('dashboard-trackers');
  });

  it('are tried again, and say what is wrong until it works', async () => {
    await trackers();
    const { before: usual } = github.host;
    github.host.before = (_, response) => Boolean(response.writeHead(403).end('{}'));
    const row = page().getByRole('row', { name: /Shop on GitHub/ });
    await row.getByRole('button', { name: 'Test Connection' }).click();
    await row.getByText('does not let the tracker’s credentials do this').waitFor();
    await looksRight('dashboard-trackers-error');
    github.host.before = usual;
    await row.getByRole('button', { name: 'Test Connection' }).click();
    await row.getByText('parapet-bot').waitFor();
  });

  it('are changed without their token being entered again', async () => {
    await trackers();
    const row = page().getByRole('row', { name: /Shop on GitHub/ });
    await row.getByRole('button', { name: 'Change' }).click();
    await page().getByRole('checkbox', { name: 'Resolve an issue here' }).check();
    await page().getByLabel('Critical').fill('severity::critical');
    await looksRight('dashboard-trackers-change');
    await button('Save').click();
    await row.getByText('resolves the issue').waitFor();
  });

  it('give the address of webhooks with a secret that is shown once', async () => {
    await trackers();
    await button('New Webhook Secret').click();
    const secret = await page().getByLabel('Secret').inputValue();
    assert.match(secret, /^[\w-]{40,}$/);
    assert.match(await page().getByLabel('Address').inputValue(), /\/webhooks\/trackers\//);
    await looksRight('dashboard-trackers-webhook');
    await button('Close').click();
    assert.ok(!(await page().content()).includes(secret));
  });

  it('get an issue as it was previewed and changed, with a warning where everybody reads it', async () => {
    github.isPublic = true;
    await issue();
    await button('Create Tracker Issue').click();
    const dialog = page().getByRole('dialog', { name: 'Create Tracker Issue' });
    await dialog.getByText('acme/shop is public: everybody can read this issue').waitFor();
    await dialog.getByLabel('Title').fill('Bind the query');
    await dialog.getByLabel('Text').fill('Seen by @all in <b>production</b>.');
    await dialog.getByLabel('Text').press('Tab');
    await dialog.getByRole('region').getByText('production').waitFor();
    await looksRight('dashboard-tracker-create');
    assert.equal(github.issues.length, 0);
    await button('Create').click();
    await page().getByRole('link', { name: 'acme/shop#1 Bind the query' }).waitFor();
    assert.deepEqual(
      [github.issues.length, github.issues[0]?.labels],
      [1, ['security', 'severity::critical']],
    );
    assert.ok(!github.issues[0]?.description.includes('@all'));
    await looksRight('dashboard-tracker-linked');
  });

  it('are linked by key or address, and unlinked', async () => {
    await issue();
    await button('Unlink').click();
    await button('Link Existing Tracker Issue').click();
    await page().getByLabel('Key or address').fill('other/repository#1');
    await button('Link').click();
    await page().getByRole('alert').getByText('the key of an issue of acme/shop').waitFor();
    await looksRight('dashboard-tracker-link');
    await page().getByLabel('Key or address').fill('#1');
    await button('Link').click();
    await page().getByRole('link', { name: 'acme/shop#1 Bind the query' }).waitFor();
    await page().reload();
    await page().getByRole('link', { name: 'acme/shop#1 Bind the query' }).waitFor();
    await button('Unlink').click();
    await button('Create Tracker Issue').waitFor();
  });

  it('are chosen where there are several, and one that does not answer says so', async () => {
    await trackers();
    await button('Connect').click();
    await page().getByRole('textbox', { name: 'Address', exact: true }).fill(jira.host.url);
    await page().getByLabel('E-mail address of the API token').fill('ada@example.com');
    await page().getByLabel('API token', { exact: true }).fill('tracker-secret');
    await page().getByLabel('Project key').fill('SEC');
    await button('Test and Connect').click();
    await page()
      .getByRole('row', { name: /Jira Cloud/ })
      .waitFor();
    jira.host.before = (_, response) => Boolean(response.writeHead(502).end());
    await issue();
    await button('Create Tracker Issue').click();
    const dialog = page().getByRole('dialog');
    await dialog.getByLabel('Tracker').selectOption({ label: `${new URL(jira.host.url).host} (SEC)` });
    await dialog.getByText('The tracker did not say who can read SEC.').waitFor();
    await dialog.getByLabel('Title').fill('Kept');
    await button('Create').click();
    await dialog.getByRole('alert').getByText('Whether the issue was created is not known').waitFor();
    assert.equal(await dialog.getByLabel('Title').inputValue(), 'Kept');
    await looksRight('dashboard-tracker-unreachable');
  });

  it('are disconnected, and links to their issues stay', async () => {
    await trackers();
    await page()
      .getByRole('row', { name: /Jira Cloud/ })
      .getByRole('button', { name: 'Disconnect' })
      .click();
    await page().getByRole('dialog').getByText('Links to its issues stay').waitFor();
    await page().getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page()
      .getByRole('row', { name: /Jira Cloud/ })
      .waitFor({ state: 'detached' });
    assert.deepEqual(dashboard.complaints, []);
  });

  it('are German for a German browser, in the dark and narrow', async () => {
    await page().addInitScript(
      "Object.defineProperty(navigator, 'languages', { get: () => ['de-DE', 'en'] })",
    );
    await page().emulateMedia({ colorScheme: 'dark' });
    await page().setViewportSize({ width: 420, height: 900 });
    await dashboard.show('/dashboard/integrations/trackers', 'Issue-Tracker');
    await looksRight('dashboard-trackers-german');
    await dashboard.show(`/dashboard/issues/${issueId}`, 'SQL injection');
    await button('Tracker-Vorgang anlegen').click();
    await page().getByText('ist öffentlich').waitFor();
    await looksRight('dashboard-tracker-create-german');
  });
});
