import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { removeFolder } from '../../scripts/host/workspace.ts';
import { openSession, type Session } from '../support/session.ts';

const packages = 10_000;
const asked = 1_000;
const name = (index: number): string => `package-${String(index).padStart(5, '0')}`;

/** A thousand packages that the project asks for, of which each brings nine more, and one that is vulnerable. */
async function writeManyPackages(folder: string): Promise<void> {
  const dependencies = Object.fromEntries([
    ['lodash', '4.17.11'],
    ...Array.from({ length: asked }, (_, index) => [name(index), '^1.0.0'] as const),
  ]);
  const entries = Array.from({ length: packages }, (_, index) => {
    const brought = Array.from({ length: 9 }, (_each, step) => asked + index * 9 + step);
    const needs = index < asked ? brought.filter((one) => one < packages) : [];
    return [
      `node_modules/${name(index)}`,
      {
        version: '1.0.0',
        ...(needs.length > 0 && {
          dependencies: Object.fromEntries(needs.map((one) => [name(one), '^1.0.0'])),
        }),
      },
    ] as const;
  });
  const all = {
    '': { name: 'many', dependencies },
    'node_modules/lodash': { version: '4.17.11' },
    ...Object.fromEntries(entries),
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'many', dependencies }));
  const lock = { name: 'many', lockfileVersion: 3, packages: all };
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lock, null, 1));
}

/** Ten thousand packages: the view lists them, opens what brings others, and finds one by its name. */
describe('ten thousand packages', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'pp-packages-'));
    await writeManyPackages(project);
    session = await openSession({ project });
  });
  after(async () => {
    await session?.close();
    await removeFolder(project);
  });

  const view = (): Locator => session.workbench.view('Dependencies');
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row', { hasText: text });

  it('are listed below what the project asks for', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Focus on Dependencies View');
    await workbench.view('Issues').locator('.pane-header').click();
    await workbench.command('Parapet: Scan This Workspace');
    await row(/lodash 4\.17\.11.*vulnerabilities/).waitFor({ timeout: 60_000 });
    await row(/All packages of/).click();
    await workbench.press('ArrowRight');
    await row(/package-00000.*brings 9/).waitFor();
    await row(/package-00000.*brings 9/).click();
    await workbench.press('ArrowRight');
    await row(/package-01000/).waitFor();
  });

  it('are there again after the window was loaded anew', async () => {
    const { workbench } = session;
    await session.reload();
    await workbench.command('Parapet: Focus on Dependencies View');
    await row(/All packages of.*10,?001/).waitFor();
  });

  it('are searched by name', async () => {
    const { workbench } = session;
    // The editor shows a view's actions where the pointer or the focus is.
    await view().locator('.pane-header').hover();
    await view().getByRole('button', { name: 'Search Dependencies…' }).click();
    await workbench.answer('Search the dependencies', 'package-09999');
    await row(/lodash 4\.17\.11/).waitFor({ state: 'detached' });
    // What the editor tells of the button at the pointer would cover the row.
    await workbench.page.mouse.move(900, 600);
    await row(/All packages of/).click();
    await workbench.press('ArrowRight');
    await row(/package-00999/).waitFor();
    assert.equal(await row(/package-00998/).count(), 0);
  });
});
