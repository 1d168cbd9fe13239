import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { inviteMember } from '../../src/api/contract/organizations/organizations.ts';
import { listRules } from '../../src/api/contract/rules/rules.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';

const require = createRequire(import.meta.url);

const rule = `rules:
  - id: no-eval
    languages: [javascript]
    severity: ERROR
    message: Do not evaluate $X.
    pattern: eval($X)
`;

/** The dashboard's Rules page, as an administrator and as a member see it. */
describe('the Rules page of the dashboard', () => {
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
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const kept = async () => (await dashboard.client.call(listRules, {})).rules;

  async function accessibilityProblems(): Promise<string[]> {
    await page().evaluate(axe);
    const { violations } = await page().evaluate<AxeResults>(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  const selected = (label: string) =>
    page()
      .getByLabel(label, { exact: true })
      .evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));

  it('leads to the line of a text or example that is refused', async () => {
    await dashboard.show('/dashboard/rules', 'Rules');
    await button('New Rule').click();
    const text = page().getByLabel('Rule', { exact: true });
    await text.fill(rule.replace('pattern:', 'pattrn:'));
    await button('Save').click();
    await button('Line 6').click();
    assert.equal(await selected('Rule'), '    pattrn: eval($X)');
    await text.fill(rule);
    await button('Add Example').click();
    const example = page().getByLabel('Example 1', { exact: true });
    await example.fill('// ruleid: no-eval\nrun(x);\n');
    await button('Save').click();
    await button('Line 2').click();
    assert.equal(await selected('Example 1'), 'run(x);');
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-rule-example');
    await example.fill('// ruleid: no-eval\neval(x);\n');
    await button('Save').click();
    await page()
      .getByRole('row', { name: /no-eval/ })
      .waitFor();
    const [saved] = await kept();
    assert.deepEqual([saved?.allRepositories, saved?.examples.length], [true, 1]);
  });

  it('restricts a rule to repositories, and takes that back', async () => {
    const row = page().getByRole('row', { name: /no-eval/ });
    await row.getByRole('button', { name: 'Change' }).click();
    await page().getByLabel('The rule holds for').selectOption('some');
    await button('Save').click();
    await page().getByRole('alert').getByText('Choose a repository').waitFor();
    await page().getByLabel('Search repositories').fill('nothing');
    await page().getByText('No repository fits.').waitFor();
    await page().getByLabel('Search repositories').fill('sho');
    await page().getByRole('checkbox', { name: 'shop' }).check();
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-rule-scope');
    await button('Save').click();
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    const [some] = await kept();
    assert.deepEqual([some?.allRepositories, some?.repositoryIds], [false, [dashboard.repositoryId]]);
    await row.getByRole('button', { name: 'Change' }).click();
    await page().getByLabel('The rule holds for').selectOption('all');
    await button('Save').click();
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await kept())[0]?.allRepositories, true);
  });

  it('shows rules to a member, who cannot change them', async () => {
    const { link = '' } = await dashboard.client.call(inviteMember, { email: 'grace@example.com' });
    await page().context().clearCookies();
    await page().goto(link);
    await page().getByRole('textbox').fill('Grace');
    await page().getByRole('button').click();
    await page().waitForURL((url) => !url.pathname.includes('invitation'));
    await dashboard.show('/dashboard/rules', 'Rules');
    const row = page().getByRole('row', { name: /no-eval/ });
    await row.getByRole('cell', { name: 'On', exact: true }).waitFor();
    assert.equal(await row.getByRole('button').count(), 0);
    assert.equal(await button('New Rule').count(), 0);
    assert.deepEqual(await accessibilityProblems(), []);
    await dashboard.shot('dashboard-rules-member');
  });
});
