import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { removeFolder } from '../../scripts/host/workspace.ts';
import { Client } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract/index.ts';
import { joinAsMember } from '../support/remote-member.ts';
import { connectTo, type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { openSession, type Session } from '../support/session.ts';

const rules = `rules:
  - id: no-shell
    languages: [python]
    severity: ERROR
    message: Pass a list instead of $COMMAND.
    pattern: subprocess.run($COMMAND, ..., shell=True, ...)
  - id: wrong
    languages: [python]
    severity: ERROR
    message: Wrong.
    pattern-typo: x
`;

const flowRules = `rules:
  - id: no-eval
    languages: [python]
    severity: ERROR
    message: Do not evaluate what was read.
    mode: taint
    pattern-sources: [{ pattern: read_input() }]
    pattern-sinks: [{ pattern: evaluate(...) }]
`;

/** The Rules view, with the service on this machine. */
describe('the Rules view', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'rules-'));
    await mkdir(path.join(project, '.parapet/rules'), { recursive: true });
    await writeFile(path.join(project, '.parapet/rules/no-shell.yml'), rules);
    const example = 'import subprocess\n# ruleid: no-shell\nsubprocess.run([a])\n';
    await writeFile(path.join(project, '.parapet/rules/no-shell.py'), example);
    await writeFile(path.join(project, '.parapet/rules/follow.yml'), flowRules);
    await writeFile(path.join(project, 'run.py'), 'import subprocess\nsubprocess.run(command, shell=True)\n');
    await writeFile(path.join(project, 'work.py'), 'text = read_input()\nevaluate(text)\n');
    session = await openSession({ project, settings: { 'window.zoomLevel': 0 } });
  });
  after(async () => {
    await session?.close();
    await removeFolder(project);
  });

  const view = (): Locator => session.workbench.view('Rules');
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row', { hasText: text });

  it('shows mistakes at their line, matches, and examples that differ', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Focus on Rules View');
    await workbench.view('Issues').locator('.pane-header').click();
    await row(/no-shell\.yml.*not checked yet/).waitFor();
    await workbench.command('Parapet: Check Custom Rules');
    await row(/no-shell\.yml.*Mistakes: 1 · 1 match/).waitFor();
    await row(/no-shell should match here, and does not.*no-shell\.py:3/).waitFor();
    // The last to be loaded: rows are drawn anew until then.
    await row(/^Sink packs/).waitFor();
    await row(/^no-shell1 match/).click();
    await workbench.press('ArrowRight');
    await row(/^subprocess\.run/).waitFor();
    await workbench.press('ArrowDown');
    await row(/run\.py:2/).click();
    await workbench.tab('run.py').waitFor();
    await session.shot('rules-view');
  });

  it('makes a rule of what is selected', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: New Rule from This Code…');
    await workbench.answer('New Rule', 'no-run');
    await workbench.tab('no-run.yml').waitFor();
    await row(/no-run\.yml.*1 match/).waitFor();
    await session.shot('rules-new');
  });

  it('follows data of a rule that asks about it, and lists the way below its match', async () => {
    const { workbench } = session;
    await workbench.openFile('follow.yml');
    await workbench.page.locator('.codelens-decoration', { hasText: 'Run Examples' }).waitFor();
    await row(/^follow\.yml.*1 match/).waitFor();
    await workbench.openProblems();
    await workbench.problems(/Do not evaluate what was read/).waitFor();
    await workbench
      .problems(/work\.py.*Ln 1|Ln 1/)
      .first()
      .waitFor();
    await session.shot('rules-flow');
  });

  it('switches a rule with the space bar, in its file, and takes that back', async () => {
    const { workbench } = session;
    const file = path.join(session.folder, '.parapet/rules/no-shell.yml');
    await workbench.command('Notifications: Clear All Notifications');
    await row(/^no-shell1 match/).click();
    await workbench.press('Space');
    await row(/^no-shelloff/).waitFor();
    assert.match(await readFile(file, 'utf8'), /- id: no-shell\n {4}enabled: false\n/);
    await workbench.notification('“no-shell” is off.').waitFor();
    await session.shot('rules-off');
    await workbench.button('Undo').click();
    await row(/^no-shell1 match/).waitFor();
    assert.equal(await readFile(file, 'utf8'), rules);
  });

  it('adds what is selected to the examples of a rule, and runs them', async () => {
    const { workbench } = session;
    await workbench.command('Notifications: Clear All Notifications');
    await workbench.command('View: Close All Editors');
    // In full: other files match the name alone, too.
    await workbench.openFile(path.join(session.folder, 'run.py'));
    await workbench.goTo(2, 1);
    await workbench.press('Shift+End');
    await workbench.command('Parapet: Add Selection as Example of a Rule…');
    await workbench.choose('no-shell');
    await workbench.choose('The rule should match it');
    await workbench.notification(/no-shell\.yml: 1 lines of examples differ/).waitFor();
    const example = await readFile(path.join(session.folder, '.parapet/rules/no-shell.py'), 'utf8');
    assert.match(example, /\n\n# ruleid: no-shell\nsubprocess\.run\(command, shell=True\)\n$/);
  });

  it('completes keys and values of a rule, and says what a key means', async () => {
    const { workbench } = session;
    const suggestions = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
    await workbench.command('View: Close All Editors');
    await workbench.openFile('follow.yml');
    await workbench.goTo(8, 60);
    await workbench.press('Enter');
    await workbench.page.keyboard.type('pattern-san');
    await suggestions.filter({ hasText: 'pattern-sanitizers' }).first().waitFor();
    await workbench.press('Control+a Delete');
    await workbench.page.keyboard.type('rules:');
    await workbench.press('Enter');
    await workbench.page.keyboard.type('- severity: ');
    await suggestions.filter({ hasText: 'WARNING' }).first().waitFor();
    await session.shot('rules-completion');
    await workbench.press('Escape');
    const hover = await workbench.hoverAt(2, 6);
    await hover.getByText('ERROR is high, WARNING medium').waitFor();
    await workbench.command('File: Revert File');
  });

  it('fits a narrow side bar in every theme', async () => {
    const { workbench } = session;
    await narrow(workbench.page, 240);
    for (const [theme, name] of themes) {
      await workbench.colorTheme(theme);
      await row(/^no-shell/)
        .first()
        .waitFor();
      await session.shot(`rules-${name}`);
    }
  });
});

const themes = [
  ['Dark Modern', 'dark'],
  ['Dark High Contrast', 'contrast-dark'],
  ['Light High Contrast', 'contrast-light'],
  ['Light Modern', 'light'],
] as const;

/** Drags the side bar to a width in pixels. */
async function narrow(page: Page, width: number): Promise<void> {
  const bar = (await page.locator('.part.sidebar').boundingBox()) ?? assert.fail('no side bar');
  await page.mouse.move(bar.x + bar.width, bar.y + 300);
  await page.mouse.down();
  await page.mouse.move(bar.x + width, bar.y + 300, { steps: 5 });
  await page.mouse.up();
}

/** Rules that a shared service keeps, as an administrator and as a member see them. */
describe('the Rules view with a shared service', () => {
  let session: Session;
  let service: RemoteService;
  const row = (text: string | RegExp): Locator =>
    session.workbench.view('Rules').locator('.monaco-list-row', { hasText: text });

  before(async () => {
    service = await startRemoteService();
    service.git.commit('shop.git', { 'src/app.js': 'eval(name);\n' });
    const { id: tokenId, secret: tokenSecret } = service.token;
    await using admin = new Client({ baseUrl: service.url, credentials: { tokenId, tokenSecret } });
    for (const id of ['no-eval', 'no-debugger'])
      await admin.call(contract.rules.createRule, {
        name: `No ${id.slice(3)}`,
        content: `rules: [{id: ${id}, languages: [javascript], severity: ERROR, message: No., pattern: ${id.slice(3)}($X)}]`,
      });
    session = await openSession({ settings: { 'window.zoomLevel': 0 } });
    await session.reload({ folder: await service.clone('shop.git', 'shop') });
  });
  after(async () => {
    await session?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('lets an administrator switch them, and undo that', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await connectTo(session, service);
    await workbench.view('Issues').locator('.pane-header').click();
    await workbench.command('Parapet: Focus on Rules View');
    await workbench.command('Parapet: Check Custom Rules');
    await row(/2 of 2 on/).waitFor();
    // The last to be loaded: rows are drawn anew until then.
    await row(/^Sink packs/).waitFor();
    await row(/^No eval/)
      .getByRole('checkbox')
      .click();
    await row(/1 of 2 on/).waitFor();
    await session.shot('rules-shared');
    await workbench.button('Undo').click();
    await row(/2 of 2 on/).waitFor();
  });

  it('switches a pack and one of its templates, and takes the whole back', async () => {
    const { workbench } = session;
    await workbench.command('Notifications: Clear All Notifications');
    await row(/^Rule packs/).click();
    const pack = row(/^Cryptography and transport(\d+) of \1 on/);
    await pack.getByRole('checkbox').click();
    await row(/^Cryptography and transport0 of \d+ on/).waitFor();
    await row(/^Cryptography/).click();
    await workbench.press('ArrowRight');
    await workbench.view('Rules').locator('.monaco-list-row[aria-level="3"]').first().waitFor();
    await workbench.press('ArrowDown Space');
    await row(/^Cryptography and transport1 of \d+ on/).waitFor();
    await session.shot('rules-packs');
    await workbench.button('Undo').first().click();
    await row(/^Cryptography and transport0 of \d+ on/).waitFor();
    await row(/^Cryptography/)
      .getByRole('checkbox')
      .click();
    await pack.waitFor();
  });

  it('shows them to a member, and says who may switch them', async () => {
    const { workbench } = session;
    const token = await joinAsMember(service, 'ada', ['REPOSITORY_VIEW']);
    await workbench.command('Notifications: Clear All Notifications');
    await connectTo(session, { ...service, token });
    await workbench.command('Parapet: Check Custom Rules');
    const rule = row(/^No eval.*on · all repositories/);
    await rule.waitFor();
    await rule.getByRole('checkbox').waitFor({ state: 'detached' });
    await workbench.hoverTells(rule, /Only an administrator of the organization can switch this rule/);
    await session.shot('rules-shared-member');
  });
});
