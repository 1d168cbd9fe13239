import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import {
  listPostureApplications,
  setPostureMapping,
} from '../../src/api/contract/integrations/cloud-posture.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { type SampleProvider, startProvider } from '../support/posture-provider.ts';

const require = createRequire(import.meta.url);
const address = '/dashboard/cloud-posture';

describe('the page of the cloud posture integration', () => {
  let dashboard: Dashboard;
  let provider: SampleProvider;
  let axe: string;

  before(async () => {
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    provider = await startProvider();
    provider.projects.push({ id: 'p1', name: 'Payments <b>EU</b>' }, { id: 'p2', name: 'Search' });
    provider.assets.push(
      { id: 'a1', name: 'checkout <img src=x>', projects: ['p1'], tags: { team: 'pay' } },
      { id: 'a2', name: 'ledger', projects: ['p1'] },
      { id: 'a3', name: 'index', projects: ['p2'], tags: { service: 'search' } },
    );
    provider.exposed.push('a1');
    dashboard = await openDashboard();
    await dashboard.signIn();
  });
  after(async () => {
    await dashboard?.close();
    await provider?.[Symbol.asyncDispose]();
  });

  const page = () => dashboard.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const dialog = () => page().getByRole('dialog');

  async function looksRight(name: string): Promise<void> {
    await page().evaluate(axe);
    const { violations } = await page().evaluate<AxeResults>(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
    );
    const problems = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    assert.deepEqual(problems, [], name);
    await dashboard.shot(`cloud-posture-${name}`);
  }

  it('says what is read before anything is connected, and tries it first', async () => {
    await dashboard.show(address, 'Cloud Posture');
    await page().getByText('network exposures to the internet: addresses, ports and protocols').waitFor();
    await looksRight('empty');
    await button('Connect').click();
    await dialog().getByLabel('API endpoint URL').fill(provider.request.apiUrl);
    await dialog().getByLabel('Token URL (optional)').fill(provider.request.tokenUrl);
    await dialog().getByLabel('Client ID').fill('parapet');
    await dialog().getByLabel('Client secret').fill('wrong');
    await button('Test Connection').click();
    await dialog().getByRole('alert').getByText('refuses the client ID or the client secret').waitFor();
    await looksRight('refused');
    await dialog().getByLabel('Client secret').fill('posture-secret');
    await button('Test Connection').click();
    await dialog().getByText('Projects that can be read: Payments <b>EU</b>, Search').waitFor();
    await looksRight('tested');
    await button('Save').click();
    await page().getByRole('heading', { level: 2, name: 'Network Exposures' }).waitFor();
    await page().getByRole('table', { name: 'Cloud Assets' }).getByText('checkout <img src=x>').waitFor();
    await page().getByText('443').waitFor();
  });

  it('maps a repository to a project and a tag, from the keyboard', async () => {
    const row = page().getByRole('table', { name: 'Repositories' }).getByRole('row', { name: /shop/ });
    await row.getByText('no asset is known').waitFor();
    await page().getByRole('button', { name: 'Map shop' }).focus();
    await page().keyboard.press('Enter');
    await dialog().getByLabel('Payments <b>EU</b> (assets: 2)').focus();
    await page().keyboard.press('Space');
    await dialog().getByLabel('Tags (optional)').fill('service');
    await button('Save').click();
    await dialog().getByText('Write tags as key=value. This is none: service').waitFor();
    await looksRight('mapping');
    await dialog().getByLabel('Tags (optional)').fill('service=search');
    await button('Save').click();
    await row.getByText('Exposed', { exact: true }).waitFor();
    await row.getByText('mapped project, mapped tag').waitFor();
    await dashboard.show(`/dashboard/repositories/${dashboard.repositoryId}`, 'shop');
    await page().getByText('Exposed assets: 1 of 3').waitFor();
    await looksRight('repository');
    const { applications } = await dashboard.client.call(listPostureApplications, {});
    assert.deepEqual(
      applications.map(({ projects, tags, assetCount }) => [projects, tags, assetCount]),
      [[['p1'], [{ key: 'service', value: 'search' }], 3]],
    );
    await dashboard.show(address, 'Cloud Posture');
    const assets = page().getByRole('table', { name: 'Cloud Assets' });
    assert.equal(await assets.getByRole('row').count(), 2);
    await page().getByRole('checkbox', { name: 'Exposed only' }).click();
    await assets.getByText('ledger').waitFor();
    assert.equal(await assets.getByRole('row').count(), 4);
  });

  it('narrows issues to applications that are exposed', async () => {
    await dashboard.show('/dashboard/issues', 'Issues');
    await page().getByLabel('Exposure').selectOption('only');
    await page().getByRole('table', { name: 'Issues' }).getByText('shop').first().waitFor();
    assert.match(page().url(), /exposed=only/);
    await looksRight('issues');
    await dashboard.client.call(setPostureMapping, {
      repositoryId: dashboard.repositoryId,
      projects: ['p2'],
      tags: [],
    });
    await dashboard.show('/dashboard/issues?exposed=only', 'Issues');
    await page().getByText('No issue matches the filters').waitFor();
    await dashboard.client.call(setPostureMapping, {
      repositoryId: dashboard.repositoryId,
      projects: ['p1'],
      tags: [],
    });
  });

  it('looks right in light and dark, wide and narrow', async () => {
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 420],
    ] as const) {
      await page().emulateMedia({ colorScheme });
      await page().setViewportSize({ width, height: 900 });
      await dashboard.show(address, 'Cloud Posture');
      await looksRight(`connected-${colorScheme}`);
    }
    await page().emulateMedia({ colorScheme: 'light' });
    await page().setViewportSize({ width: 1200, height: 900 });
    assert.deepEqual(dashboard.complaints, []);
  });

  it('says why a synchronization failed, and keeps what was read', async () => {
    provider.host.before = (_, response) => Boolean(response.writeHead(503).end());
    await button('Synchronize Now').click();
    await page()
      .getByRole('alert')
      .getByText(/^The last synchronization failed: .*status 503/)
      .waitFor();
    await page().getByRole('table', { name: 'Cloud Assets' }).getByText('checkout').waitFor();
    await looksRight('failed');
  });

  it('is disconnected once that is confirmed', async () => {
    await button('Disconnect').click();
    await dialog().getByText('Nothing changes at the provider.').waitFor();
    await looksRight('disconnecting');
    await dialog().getByRole('button', { name: 'Disconnect' }).click();
    await page().getByText('No cloud posture provider is connected').waitFor();
    await dashboard.show('/dashboard/issues?exposed=only', 'Issues');
    await page()
      .getByRole('alert')
      .getByText(/No cloud posture integration is connected/)
      .waitFor();
  });

  it('speaks German', async () => {
    await page().addInitScript(
      "Object.defineProperty(navigator, 'languages', { get: () => ['de-DE', 'en'] })",
    );
    await dashboard.show(address, 'Cloudsicherheit');
    await page().getByText('Kein Anbieter für Cloudsicherheit ist verbunden').waitFor();
    await button('Verbinden').click();
    await looksRight('german');
  });
});
