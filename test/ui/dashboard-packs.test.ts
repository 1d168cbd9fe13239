import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { listCustomSinks } from '../../src/api/contract/rules/custom-models.ts';
import { listRulePacks } from '../../src/api/contract/rules/packs.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';

const require = createRequire(import.meta.url);

describe('packs, sources and sinks in the dashboard', () => {
  let dashboard: Dashboard;
  let axe: string;

  before(async () => {
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    dashboard = await openDashboard();
    await dashboard.signIn();
  });
  after(async () => await dashboard?.close());

  const page = () => dashboard.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const box = (name: string) => page().getByRole('checkbox', { name, exact: true });

  async function accessibilityProblems(): Promise<string[]> {
    await page().evaluate(axe);
    const { violations } = await page().evaluate<AxeResults>(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  /** Whether a check box shows neither on nor off. */
  const isMixed = (name: string) => box(name).evaluate((element) => Reflect.get(element, 'indeterminate'));

  it('switches a template by keyboard, and shows its pack as mixed', async () => {
    await dashboard.show('/dashboard/packs', 'Packs');
    await box('DNS lookups').focus();
    await page().keyboard.press('Space');
    await page().getByText('Switched on', { exact: true }).waitFor();
    assert.equal(await box('DNS lookups').isChecked(), true);
    assert.equal(await isMixed('Network lookups and connections'), true);
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-packs-switched');
    await box('Network lookups and connections').click();
    await page().getByText('Switched on', { exact: true }).nth(1).waitFor();
    assert.equal(await isMixed('Network lookups and connections'), false);
    assert.equal(await box('Network lookups and connections').isChecked(), true);
    await page().reload();
    await box('DNS lookups').waitFor();
    assert.equal(await box('DNS lookups').isChecked(), true);
  });

  it('asks before a rule is switched off, and keeps it where that is called off', async () => {
    await dashboard.show('/dashboard/packs', 'Packs');
    await page().getByRole('group', { name: 'Injection', exact: true }).locator('summary').click();
    await box('SQL injection').click();
    await page().getByRole('dialog', { name: 'Switch off SQL injection?' }).waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-packs-asked');
    await page().keyboard.press('Escape');
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await box('SQL injection').isChecked(), true);
    await box('SQL injection').click();
    await page().getByRole('dialog').getByRole('button', { name: 'Switch Off' }).click();
    await page().getByText('Switched off', { exact: true }).waitFor();
    assert.equal(await isMixed('Injection'), true);
    const { packs } = await dashboard.client.call(listRulePacks, {});
    const off = packs.flatMap(({ templates }) => templates.filter(({ enabled }) => !enabled));
    assert.deepEqual(
      off.map(({ id }) => id),
      ['sql-injection'],
    );
  });

  it('makes a custom sink, says at which line one is wrong, switches and deletes it', async () => {
    await dashboard.show('/dashboard/sources-and-sinks', 'Sources and Sinks');
    await page().getByText('No custom sink yet').waitFor();
    await button('New Sink').click();
    const text = page().getByLabel('Sink', { exact: true });
    const right = await text.inputValue();
    await text.fill(right.replace('sql-injection', 'sql'));
    await button('Save').click();
    await page().getByRole('alert').getByText('Line 4').waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-sink-wrong');
    await page().getByLabel('Name (optional)').fill('Acme <b>database</b>');
    await text.fill(right);
    await page().getByRole('checkbox', { name: 'shop' }).check();
    await button('Save').click();
    const row = page().getByRole('row', { name: /Acme <b>database<\/b>/ });
    await row.getByRole('button', { name: 'Switch Off' }).click();
    await row.getByRole('cell', { name: 'Off', exact: true }).waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
    await dashboard.shot('dashboard-sinks');
    await row.getByRole('button', { name: 'Change' }).click();
    await page().getByLabel('Name (optional)').fill('Acme database');
    await page().getByRole('checkbox', { name: 'shop' }).uncheck();
    await button('Save').click();
    const changed = page().getByRole('row', { name: /Acme database.*All/ });
    await changed.getByRole('button', { name: 'Delete' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page().getByText('No custom sink yet').waitFor();
    assert.deepEqual((await dashboard.client.call(listCustomSinks, {})).customSinks, []);
  });

  it('says so where the service cannot be asked, and asks again', async () => {
    await page().route('**/api/v2/customSinkPacks/list', (route) => route.abort());
    await dashboard.show('/dashboard/packs', 'Packs');
    const failed = page().getByRole('alert');
    await failed.waitFor();
    assert.deepEqual(await accessibilityProblems(), []);
    await page().unroute('**/api/v2/customSinkPacks/list');
    await failed.getByRole('button', { name: 'Try Again' }).click();
    await box('DNS lookups').waitFor();
  });

  it('lets who is no administrator read packs, and change nothing', async () => {
    await page().route('**/api/v2/account/whoAmI', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll('"ADMIN"', '"MEMBER"');
      await route.fulfill({ status: 200, contentType: 'application/json', body: text });
    });
    await dashboard.show('/dashboard/packs', 'Packs');
    await page().getByText('An administrator switches packs.').waitFor();
    assert.equal(await box('DNS lookups').isDisabled(), true);
    await dashboard.show('/dashboard/sources-and-sinks', 'Sources and Sinks');
    await page().getByText('No custom source yet').waitFor();
    assert.equal(await button('New Source').count(), 0);
    assert.deepEqual(await accessibilityProblems(), []);
    assert.deepEqual(dashboard.complaints, []);
  });
});
