import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openSession, type Session } from '../support/session.ts';

/** The Issues view in use: filter, group, sort, decide for several, all of it by keyboard, and again after a reload. */
describe('the issues tree in use', () => {
  let session: Session;

  before(async () => {
    session = await openSession();
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await settled(session);
  });

  after(async () => {
    await session?.close();
  });

  const rows = () => session.workbench.view('Issues').locator('.monaco-list-row');
  const groups = (): Locator => session.workbench.view('Issues').locator('.monaco-list-row[aria-level="1"]');
  const group = (text: string | RegExp): Locator => groups().filter({ hasText: text });
  const header = () => session.workbench.view('Issues').locator('.pane-header');
  const message = () => session.workbench.view('Issues').locator('.message');

  it('filters by text as it is typed, says so, and drops it with Escape', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Filter Issues by Text…');
    await workbench.question('Filter the issues by text').waitFor();
    await workbench.quickInput().fill('sql database.ts');
    await message()
      .filter({ hasText: /1 of \d+ issues/ })
      .waitFor();
    await header().filter({ hasText: '“sql database.ts”' }).waitFor();
    await workbench.press('Escape');
    await message().filter({ hasText: 'Filtered' }).waitFor({ state: 'hidden' });
    assert.equal(await header().filter({ hasText: 'sql database.ts' }).count(), 0);
  });

  it('says of each row what it shows: class, severity, place, status', async () => {
    const row = rows().filter({ hasText: 'SQL injection' }).filter({ hasText: 'database.ts' }).first();
    const spoken = (await row.getAttribute('aria-label')) ?? '';
    assert.match(spoken, /^SQL injection, Critical, \S*database\.ts line \d+, Open/);
    const label = (await groups().first().getAttribute('aria-label')) ?? '';
    assert.match(label, /^Critical\b.*\d+/);
  });

  it('keeps the text with Enter, and clears the filter with one click', async () => {
    await filterBy('deserialization');
    await header().filter({ hasText: '“deserialization”' }).waitFor();
    await rows().filter({ hasText: 'Unsafe deserialization' }).first().waitFor();
    await rows().filter({ hasText: 'SQL injection' }).first().waitFor({ state: 'hidden' });
    await message().filter({ hasText: 'Filtered' }).waitFor();
    await session.shot('tree-filtered');
    await header().hover();
    await header().getByRole('button', { name: 'Clear Filter' }).click();
    await rows().filter({ hasText: 'SQL injection' }).first().waitFor();
  });

  it('filters by several severities and categories at once', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Filter Issues…');
    for (const choice of ['Critical', 'Medium']) {
      await workbench.choose(choice);
    }
    await session.shot('tree-filter-choices');
    await workbench.press('Enter');
    await header().filter({ hasText: 'Critical, Medium' }).waitFor();
    await group('High').waitFor({ state: 'hidden' });
    await group('Critical').waitFor();
    await group('Medium').waitFor();
    await workbench.command('Parapet: Clear Filter');
    await group('High').waitFor();
  });

  it('says when nothing matches, and offers to clear the filter right there', async () => {
    const { workbench } = session;
    await filterBy('nothing like this');
    await workbench.treeRow('No issue matches the filter').click();
    await group('Critical').waitFor();
  });

  it('groups in seven ways and sorts in four', async () => {
    const { workbench } = session;
    for (const [command, label] of [
      ['Group by File', 'database.py'],
      ['Group by Kind of Issue', 'SQL injection'],
      ['Group by Rule', /\w+[/.]sql-injection/],
      ['Group by Category', 'Code'],
      ['Group by Repository', 'shop'],
      ['Group by Status', 'Open'],
      ['Group by Severity', 'Critical'],
    ] as const) {
      await workbench.command(`Parapet: ${command}`);
      await group(label).first().waitFor();
    }
    await workbench.command('Parapet: Sort by File and Line');
    await workbench.command('Parapet: Group by Category');
    await group('Code').waitFor();
    const files = async () =>
      (await rows().allTextContents()).flatMap((text) => /([\w.-]+):(\d+)/.exec(text)?.[0] ?? []);
    const byLocation = await files();
    await workbench.command('Parapet: Sort by Severity');
    for (let turn = 0; turn < 50 && (await files()).join() === byLocation.join(); turn++) {
      await workbench.page.waitForTimeout(100);
    }
    assert.notDeepEqual(await files(), byLocation);
    await workbench.command('Parapet: Group by Severity');
    await group('Critical').waitFor();
  });

  it('decides for several and takes it back, with the keyboard alone', async () => {
    const { workbench } = session;
    await filterBy('command injection');
    const before = 'Critical, 2 issues';
    await workbench.page.locator(`.part.sidebar [aria-label="${before}"]`).waitFor();
    await workbench.command('Parapet: Focus on Issues View');
    await workbench.view('Issues').locator('.monaco-list:focus').waitFor();
    // Enter chooses an issue and shows its code; the keyboard stays in the tree.
    await workbench.press('Home ArrowDown Enter');
    await workbench.page.locator('.part.sidebar .monaco-list-row.selected').waitFor();
    await workbench.page.locator('.tabs-container .tab').first().waitFor();
    await workbench.press('Shift+ArrowDown');
    await workbench.page.locator('.part.sidebar .monaco-list-row.selected').nth(1).waitFor();
    await workbench.command('Parapet: Mark as False Positive…');
    await workbench.page
      .locator('.quick-input-widget:visible .quick-input-title', { hasText: '2 issues' })
      .waitFor();
    await workbench.answer(/Enter applies, Escape leaves/, 'Both come from a fixed list.');
    await group(/Suppressed/).waitFor();
    assert.match((await group('Suppressed').getAttribute('aria-label')) ?? '', /2 issues/);
    await group('Critical').waitFor({ state: 'hidden' });
    await workbench.command('Parapet: Focus on Issues View');
    await workbench.press('End');
    const decided = rows().filter({ hasText: /false positive · “Both come from a fixed list\.”/i });
    await decided.first().waitFor();
    assert.match((await decided.first().getAttribute('aria-label')) ?? '', /Both come from a fixed list/);
    await session.shot('tree-suppressed');
    // Undo is on the page of an issue.
    await workbench.press('Enter');
    await workbench.command('Parapet: Show Details');
    await workbench.webview().getByRole('button', { name: 'Undo Decision on 2 Issues' }).waitFor();
    await workbench.command('Parapet: Undo the Decision on This Issue');
    await group('Suppressed').waitFor({ state: 'hidden' });
    await workbench.command('View: Close All Editors');
    await group('Critical').waitFor();
    assert.equal(await group('Critical').getAttribute('aria-label'), before);
    await workbench.command('Parapet: Clear Filter');
  });

  it('accepts a risk until a day, and says so', async () => {
    const { workbench } = session;
    await filterBy('sql database.ts');
    const row = rows().filter({ hasText: 'SQL injection' }).first();
    await row.click();
    await workbench.chooseFromMenu(row, 'Accept the Risk…');
    await workbench.answer(/Enter applies, Escape leaves/, 'Reachable from within only.');
    await workbench.choose('1 quarter');
    await group('Suppressed').waitFor();
    await rows()
      .filter({ hasText: /risk accepted.*until 20\d\d-\d\d-\d\d/i })
      .first()
      .waitFor();
    await rows()
      .filter({ hasText: /risk accepted/i })
      .first()
      .click();
    await workbench.command('Parapet: Show Details');
    await workbench.command('Parapet: Undo the Decision on This Issue');
    await group('Suppressed').waitFor({ state: 'hidden' });
    await workbench.command('View: Close All Editors');
    await workbench.command('Parapet: Clear Filter');
  });

  it('keeps the filter over a reload, and which groups were closed before it', async () => {
    const { workbench } = session;
    // What a filter shows is open by the filter: groups are closed once it is gone from view.
    await header().filter({ hasText: '“' }).waitFor({ state: 'hidden' });
    // The rows follow a moment later: before, the click would be on one that is about to go.
    await group('High').waitFor();
    await group('Critical').click();
    await isOpen('Critical', false);
    await filterBy('injection');
    await isOpen('Critical', true);
    await workbench.command('Parapet: Clear Filter');
    await isOpen('Critical', false);
    await filterBy('injection');
    await isOpen('Critical', true);
    // The window writes down what is to be kept now and then; this takes it longer than that.
    await workbench.command('Parapet: Group by File');
    await group('database.ts').waitFor();
    await workbench.command('Parapet: Group by Severity');
    await isOpen('Critical', true);
    await session.reload();
    await message()
      .filter({ hasText: /\d+ of \d+ issues/ })
      .waitFor();
    await header().filter({ hasText: '“injection”' }).waitFor();
    await workbench.command('Parapet: Clear Filter');
    await isOpen('Critical', false);
    await isOpen('High', true);
    await group('Critical').click();
    await isOpen('Critical', true);
  });

  it('copies what is selected as Markdown', async () => {
    const { workbench } = session;
    await filterBy('sql database.ts');
    await rows().filter({ hasText: 'SQL injection' }).first().click();
    await workbench.tab('database.ts').waitFor();
    await workbench.command('Parapet: Focus on Issues View');
    await workbench.press('Control+c');
    await workbench.statusBarItem('1 issue copied as Markdown').waitFor();
    await workbench.command('Parapet: Clear Filter');
  });

  it('marks files in the Explorer, and says of the file at hand what it has', async () => {
    const { workbench } = session;
    await workbench.openFile('database.ts');
    await workbench.command('View: Show Explorer');
    const file = workbench.page.locator('.explorer-folders-view .monaco-list-row', {
      hasText: 'database.ts',
    });
    await file.first().waitFor();
    await workbench.page
      .locator('.explorer-folders-view .monaco-icon-label[aria-label*="security issue"]')
      .first()
      .waitFor();
    await session.shot('tree-explorer');
    await workbench.command('Parapet: Focus on Issues View');
  });

  it('opens the code of a finding that is dragged into an editor', async () => {
    const { workbench } = session;
    await workbench.command('View: Close All Editors');
    await workbench.openFile('package.json');
    await workbench.command('Parapet: Focus on Issues View');
    await filterBy('sql database.ts');
    const row = rows()
      .filter({ hasText: /SQL injection.*database\.ts/ })
      .first();
    const target = await workbench.page.locator('.editor-instance .monaco-editor').first().boundingBox();
    assert.ok(target);
    const { mouse } = workbench.page;
    await row.hover();
    await mouse.down();
    await mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 12 });
    await workbench.page
      .locator('.editor-group-overlay-indicator, .dropOverlay')
      .first()
      .waitFor({ state: 'attached' })
      .catch(() => undefined);
    await mouse.move(target.x + target.width / 2 + 8, target.y + target.height / 2, { steps: 4 });
    await mouse.up();
    await workbench.tab('database.ts').waitFor();
    await session.shot('tree-dragged');
    await workbench.command('Parapet: Clear Filter');
  });

  it('looks right in dark and in high contrast, and so does the walkthrough', async () => {
    const { workbench } = session;
    for (const [theme, name] of [
      ['Dark Modern', 'dark'],
      ['Dark High Contrast', 'contrast-dark'],
      ['Light High Contrast', 'contrast-light'],
      ['Light Modern', 'light'],
    ] as const) {
      await workbench.colorTheme(theme);
      await rows().first().waitFor();
      await session.shot(`tree-${name}`);
    }
    await workbench.command('Welcome: Open Walkthrough...');
    await workbench.choose('Find your first security issue');
    const step = workbench.page.locator('.getting-started-category', {
      hasText: 'Find your first security issue',
    });
    const steps = workbench.page.locator('.getting-started-step');
    await steps.or(step).first().waitFor();
    assert.equal(await steps.count(), 4);
    await workbench.page.locator('iframe.webview.ready').first().waitFor();
    await session.shot('walkthrough');
  });

  it('puts diagnostics for a bug report together', async () => {
    const { workbench } = session;
    await workbench.command('Parapet: Copy Diagnostics for a Bug Report');
    await workbench.notification(/Copied: versions, counts and names of settings/).waitFor();
  });

  async function filterBy(text: string): Promise<void> {
    const { workbench } = session;
    await workbench.command('Parapet: Filter Issues by Text…');
    await workbench.answer('Filter the issues by text', text);
    await message().filter({ hasText: text }).waitFor();
  }

  async function isOpen(name: string, expected: boolean): Promise<void> {
    await workbenchRow(name, expected).waitFor();
  }

  function workbenchRow(name: string, expanded: boolean): Locator {
    return session.workbench
      .view('Issues')
      .locator(`.monaco-list-row[aria-level="1"][aria-expanded="${expanded}"]`, { hasText: name });
  }
});

/** Waits until nothing is scanned or loaded and issues are listed. */
async function settled({ workbench }: Session): Promise<void> {
  await workbench
    .statusBarItem(/^\s*\d+\s*$/)
    .filter({ has: workbench.page.locator('.codicon-shield') })
    .waitFor();
  await workbench.treeRow('SQL injection').first().waitFor();
}
