import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { removeFolder } from '../../scripts/host/workspace.ts';
import { run } from '../../scripts/processes.ts';
import { aiProject } from '../support/ai-project.ts';
import { openSession, type Session } from '../support/session.ts';

/** The AI Components view, with the service on this machine. */
describe('the AI Components view', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await aiProject();
    session = await openSession({ project, settings: { 'window.zoomLevel': 0 } });
  });
  after(async () => {
    await session?.close();
    await removeFolder(project);
  });

  const view = (): Locator => session.workbench.view('AI Components');
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row', { hasText: text });

  it('offers a scan, and the search, before there was one', async () => {
    await open(session);
    await view().getByRole('button', { name: 'Search AI Components…' }).waitFor();
    await view().getByRole('button', { name: 'Scan This Workspace' }).waitFor();
    await session.shot('ai-welcome');
  });

  it('lists what a scan found, by kind, with counts', async () => {
    await session.workbench.command('Parapet: Scan This Workspace');
    await row('Language model SDKs and APIs').waitFor({ timeout: 60_000 });
    await row(/MCP servers/).waitFor();
    await row('issues').waitFor();
    await row(/openai.*5\.12\.2.*package\.json:6/).waitFor();
    const spoken = await row(/^openai/)
      .first()
      .getAttribute('aria-label');
    assert.match(spoken ?? '', /openai, 5\.12\.2, Language model SDKs and APIs, OpenAI, used by the program/);
    await session.shot('ai-by-kind');
  });

  it('goes to the line that names a component, with the keyboard too', async () => {
    const { workbench } = session;
    await row(/openai.*5\.12\.2/).click();
    await workbench.tab('package.json').waitFor();
    await workbench.statusBarItem('Ln 6, Col 1').waitFor();
    await writeFile(
      path.join(session.folder, '.mcp.json'),
      `{\n\n\n${(await readFile(path.join(session.folder, '.mcp.json'), 'utf8')).slice(1)}`,
    );
    await row(/tickets/).click();
    await workbench.tab('.mcp.json').waitFor();
    await workbench.statusBarItem('Ln 6, Col 1').waitFor();
    await workbench.press('ArrowDown Enter');
    await workbench.tab('.mcp.json').waitFor();
  });

  it('explains a line of a manifest, and an import', async () => {
    const { workbench } = session;
    await workbench.openFile('package.json');
    const hover = await workbench.hoverAt(6, 7);
    await hover.getByText(/Language model SDKs and APIs · OpenAI/).waitFor();
    await session.shot('ai-hover');
    await workbench.press('Escape');
    await workbench.openFile('train.py');
    await (await workbench.hoverAt(2, 8))
      .getByText(/scikit-learn/)
      .first()
      .waitFor();
    await workbench.press('Escape');
  });

  it('groups by provider, tier, application and file', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Group AI Components by Provider');
    await row(/^Mistral AI1/).waitFor();
    await workbench.command('Parapet: Group AI Components by Tier');
    await row(/^Classic machine learning/).waitFor();
    await session.shot('ai-by-tier');
    await workbench.command('Parapet: Group AI Components by Application');
    await row(/^The repository as a whole/).waitFor();
    await session.shot('ai-by-application');
    await workbench.command('Parapet: Group AI Components by File');
    await row(/^AGENTS\.md/).waitFor();
    await workbench.command('Parapet: Group AI Components by Kind');
    await row(/MCP servers/).waitFor();
  });

  it('filters by text and by facets, says so, and shows all again', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Filter AI Components by Text…');
    await workbench.answer('Filter the AI components by text', 'research/');
    await row('MCP servers').waitFor({ state: 'detached' });
    await view()
      .getByText(/Filtered by “research\/”: 2 of \d+/)
      .waitFor();
    await workbench.command('Parapet: Show All AI Components');
    await row('MCP servers').waitFor();
    await workbench.command('Parapet: Filter AI Components…');
    await workbench.quickPicks().filter({ hasText: 'Skills' }).first().click();
    await session.shot('ai-filter');
    await workbench.press('Enter');
    await row('triage').waitFor();
    await row('MCP servers').waitFor({ state: 'detached' });
    await workbench.command('Parapet: Filter AI Components by Text…');
    await workbench.answer('Filter the AI components by text', 'nothing of this name');
    await row('No AI component matches the filter').click();
    await row('MCP servers').waitFor();
  });

  it('tells what is new on the branch, after a scan of it', async () => {
    const { workbench, folder } = session;
    await run('git', ['checkout', '--quiet', '-b', 'feature'], { cwd: folder });
    const manifest = await readFile(path.join(folder, 'package.json'), 'utf8');
    await writeFile(
      path.join(folder, 'package.json'),
      manifest.replace('"openai"', '"langchain": "0.3.30",\n    "openai"'),
    );
    await workbench.command('Parapet: Scan This Workspace');
    await row('langchain').waitFor({ timeout: 60_000 });
    await workbench.page.locator('[aria-label*="1 AI component is new since main"]').first().waitFor();
    await workbench.command('Parapet: Show AI Components New on This Branch');
    await view()
      .getByText(/New since main: 1 of \d+/)
      .waitFor();
    await row('openai').waitFor({ state: 'detached' });
    await row(/langchain.*new ·/).waitFor();
    await session.shot('ai-new');
    await workbench.command('Parapet: Show All AI Components');
    await row('openai').waitFor();
  });

  it('searches all repositories, down to the components', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Search AI Components of All Repositories…');
    await workbench.answer('Search the AI components of all repositories', '');
    await view().getByText('In all repositories', { exact: true }).waitFor();
    const repository = row(/shop.*\d+ AI components? ·/).first();
    await repository.click();
    await row(/^MCP servers2/).click();
    await row('tickets').waitFor();
    await session.shot('ai-everywhere');
    await workbench.command('Parapet: Show AI Components of This Workspace');
    await row('langchain').waitFor();
  });

  it('looks right in dark and in high contrast', async () => {
    const { workbench } = session;
    for (const [theme, name] of [
      ['Dark Modern', 'dark'],
      ['Dark High Contrast', 'contrast-dark'],
      ['Light High Contrast', 'contrast-light'],
      ['Light Modern', 'light'],
    ] as const) {
      await workbench.colorTheme(theme);
      await row('langchain').waitFor();
      await session.shot(`ai-${name}`);
    }
  });
});

/** Opens the view alone, so that there is room for it. */
async function open({ workbench }: Session): Promise<void> {
  await workbench.openContainer('Parapet');
  for (const [title, wanted] of [
    ['Issues', 'false'],
    ['AI Components', 'true'],
  ] as const) {
    const header = workbench.view(title).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== wanted) await header.click();
  }
}
