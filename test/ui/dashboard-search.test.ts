import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AxeResults } from 'axe-core';
import { getRepository, scanRepository } from '../../src/api/contract/repositories/repositories.ts';
import { getScan } from '../../src/api/contract/scans/scans.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';

const require = createRequire(import.meta.url);

describe('search by meaning and endpoints in the dashboard', () => {
  let dashboard: Dashboard;
  let axe: string;

  before(async () => {
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    dashboard = await openDashboard();
    await dashboard.signIn();
  });
  after(async () => {
    await dashboard?.close();
  });

  const page = () => dashboard.page;
  const table = (name: string) => page().getByRole('table', { name });

  async function looksRight(name: string): Promise<void> {
    await page().evaluate(axe);
    const { violations } = await page().evaluate<AxeResults>(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
    );
    const problems = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    assert.deepEqual(problems, [], name);
    await dashboard.shot(`dashboard-${name}`);
  }

  it('says that there are no endpoints yet', async () => {
    await dashboard.show('/dashboard/endpoints', 'Endpoints');
    await page().getByText('No endpoints yet').waitFor();
    await looksRight('endpoints-empty');
  });

  it('finds issues by what a text means, and keeps the text in the address', async () => {
    await dashboard.show('/dashboard/issues', 'Issues');
    await page().getByRole('searchbox', { name: 'Search by meaning' }).fill('user input reaches a shell');
    await page().waitForURL(/meaning=user/);
    const first = table('Issues').getByRole('row').nth(1);
    await first.filter({ hasText: /command injection/i }).waitFor();
    await looksRight('issues-by-meaning');
    await page().reload();
    await first.filter({ hasText: /command injection/i }).waitFor();
    await first.getByRole('link').first().click();
    await page()
      .getByRole('heading', { level: 1, name: /command injection/i })
      .waitFor();
  });

  it('says that nothing was found, and offers the text filter', async () => {
    await dashboard.show('/dashboard/issues?meaning=qqqqzzzz', 'Issues');
    await page().getByText('Nothing was found for “qqqqzzzz”').waitFor();
    await looksRight('issues-by-meaning-nothing');
    await page().getByRole('button', { name: 'Search title, file or class' }).click();
    await page().getByText('No issue matches the filters').waitFor();
    await page().getByRole('button', { name: 'Clear Filters' }).click();
    await table('Issues').waitFor();
    assert.equal(
      await page().getByRole('searchbox', { name: 'Search title, file or class' }).inputValue(),
      '',
    );
  });

  it('lists endpoints with who can call them, filters them, and finds them by meaning', async () => {
    await scanWithRoutes(dashboard);
    await dashboard.show('/dashboard/endpoints', 'Endpoints');
    await table('Endpoints')
      .getByRole('row', { name: /GET \/orders.*Login required/ })
      .waitFor();
    await table('Endpoints').getByText('requireUser asks who the caller is: its code shows it.').waitFor();
    await looksRight('endpoints');
    await page().getByLabel('Authentication').selectOption('NONE');
    await page().waitForURL(/authentication=NONE/);
    await table('Endpoints')
      .getByRole('row', { name: /GET \/orders/ })
      .waitFor({ state: 'detached' });
    await table('Endpoints')
      .getByRole('row', { name: /POST \/login.*No authentication found/ })
      .waitFor();
    await page().getByLabel('Repository').selectOption('shop');
    await page().waitForURL(/repository=/);
    await page().getByRole('button', { name: 'Clear Filters' }).click();
    await page().getByRole('searchbox', { name: 'Search by meaning' }).fill('orders behind a login');
    await table('Endpoints').getByRole('row').nth(1).filter({ hasText: 'GET /orders' }).waitFor();
    await page().getByRole('searchbox', { name: 'Search by meaning' }).fill('qqqqzzzz');
    await page().getByText('Nothing was found for “qqqqzzzz”').waitFor();
  });

  it('shows many of them page by page', async () => {
    await dashboard.show('/dashboard/endpoints', 'Endpoints');
    await table('Endpoints').waitFor();
    const rows = () => table('Endpoints').getByRole('row').count();
    assert.equal(await rows(), 26);
    await page().getByRole('button', { name: 'Show More' }).press('Enter');
    await table('Endpoints').getByRole('row').nth(40).waitFor();
  });

  it('looks right in dark and narrow', async () => {
    await page().emulateMedia({ colorScheme: 'dark' });
    await page().setViewportSize({ width: 420, height: 900 });
    await dashboard.show('/dashboard/endpoints', 'Endpoints');
    await table('Endpoints').waitFor();
    await looksRight('endpoints-narrow');
    await page().emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await dashboard.show('/dashboard/endpoints', 'Endpoints');
    await table('Endpoints').waitFor();
    await looksRight('endpoints-contrast');
    assert.deepEqual(dashboard.complaints, []);
  });
});

/** Scans the repository once more, with routes in it. */
async function scanWithRoutes({ client, repositoryId }: Dashboard): Promise<void> {
  const { repository } = await client.call(getRepository, { id: repositoryId });
  const many = Array.from({ length: 60 }, (_, index) => `app.get('/pages/${index}', show);`);
  const lines = ["app.get('/orders', requireUser, list);", "app.post('/login', login);", ...many];
  await writeFile(path.join(repository.path ?? '', 'routes.js'), `${lines.join('\n')}\n`);
  const { scan } = await client.call(scanRepository, { id: repositoryId });
  for (;;) {
    const { scan: now } = await client.call(getScan, { id: scan.id });
    if (now.status === 'COMPLETED') return;
    assert.notEqual(now.status, 'FAILED');
    await sleep(50);
  }
}
