import type { FrameLocator, Locator, Page } from 'playwright-core';

const WORKBENCH_TIMEOUT_MS = 120_000;
/** How long the first attempt waits; each further one waits that much longer. */
const PATIENCE_MS = 3_000;
const ATTEMPTS = 5;
/** A place of the window where nothing tells of itself. */
const AWAY = { x: 900, y: 600 };

/**
 * A VS Code window as a user sees it. Everything returned is a Playwright locator, so that a test waits for what
 * it expects instead of sleeping.
 */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until the window is drawn and its extension host had a chance to start. */
  async ready(): Promise<void> {
    const timeout = WORKBENCH_TIMEOUT_MS;
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout });
    await this.page.locator('.monaco-workbench .part.activitybar .action-item').first().waitFor({ timeout });
  }

  /** Runs a command of the palette by its full title, category included: `Parapet: Scan This Workspace`. */
  async command(title: string): Promise<void> {
    // The palette lists what is enabled when it is opened; a window that was opened just now may not know yet.
    const offered = this.quickPicks().filter({ hasText: title }).first();
    for (let attempt = 1; ; attempt += 1) {
      await this.#fillQuickInput('F1', `>${title}`);
      const isThere = await offered.waitFor({ timeout: attempt * PATIENCE_MS }).then(
        () => true,
        () => attempt === ATTEMPTS,
      );
      if (isThere) break;
      await this.page.keyboard.press('Escape');
    }
    await this.choose(title);
  }

  /** Opens a file of the workspace by its name or by a part of its path that only it has. */
  async openFile(file: string): Promise<void> {
    const name = file.slice(file.lastIndexOf('/') + 1);
    // Files that are found late move the rows, so that a click meets another one.
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      await this.#fillQuickInput('Control+p', file);
      await this.choose(name);
      const isOpen = this.tab(name).waitFor({ timeout: attempt * PATIENCE_MS });
      if (await isOpen.then(() => true).catch(() => false)) return;
    }
    await this.tab(name).waitFor();
  }

  /** Puts the cursor of the active editor at a 1-based line and column. */
  async goTo(line: number, column: number): Promise<void> {
    await this.#fillQuickInput('Control+g', `:${line}:${column}`);
    // Before the editor has read what was typed, the key does nothing.
    for (let attempt = 1; ; attempt += 1) {
      await this.quickInput().press('Enter');
      const isGone = this.quickInput().waitFor({ state: 'hidden', timeout: attempt * PATIENCE_MS });
      if (await isGone.then(() => true).catch(() => attempt === ATTEMPTS)) break;
    }
    await this.quickInput().waitFor({ state: 'hidden' });
  }

  /** The text box of the palette, of a quick pick or of an input box. */
  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input').first();
  }

  /** The open question for a text that has these words in its title or under its box. */
  question(words: string | RegExp): Locator {
    return this.page.locator('.quick-input-widget:visible', { hasText: words });
  }

  /** Answers the question with these words: the same box asks one after another, so it is waited for. */
  async answer(words: string | RegExp, text: string): Promise<void> {
    await this.question(words).waitFor();
    await this.quickInput().fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** The rows of the open quick pick. */
  quickPicks(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
  }

  /** Chooses the first row of the open quick pick that has the text. */
  async choose(text: string): Promise<void> {
    await this.quickPicks().filter({ hasText: text }).first().click();
  }

  /** Changes the color theme of the window. */
  async colorTheme(name: string): Promise<void> {
    await this.command('Preferences: Color Theme');
    await this.page.locator('.quick-input-widget:visible input[placeholder*="Color Theme"]').fill(name);
    await this.choose(name);
    await this.quickInput().waitFor({ state: 'hidden' });
  }

  /** Opens a view container by the title that its icon in the activity bar has. */
  async openContainer(title: string): Promise<void> {
    // The whole entry: a number may lie over its icon.
    const icon = this.page
      .locator(`.part.activitybar .action-item:has(a.action-label[aria-label^="${title}"])`)
      .first();
    const open = this.page.locator('.part.sidebar .composite.title h2', {
      hasText: new RegExp(`^${title}`, 'i'),
    });
    // Its icon closes what is open already, which a window that is loaded anew shows a little later.
    for (let attempt = 1; !(await open.isVisible()); attempt += 1) {
      await icon.click();
      const isOpen = open.waitFor({ timeout: attempt * PATIENCE_MS }).then(() => true);
      if (await isOpen.catch(() => attempt === ATTEMPTS)) break;
    }
    await open.waitFor();
  }

  /** The number on a view container's icon. */
  badge(containerTitle: string): Locator {
    return this.page.locator(
      `.part.activitybar .action-item:has(a.action-label[aria-label^="${containerTitle}"]) .badge-content`,
    );
  }

  /** A view of the side bar by its title: its header, message, empty state and rows. */
  view(title: string): Locator {
    return this.page.locator('.part.sidebar .pane', {
      has: this.page.locator('.pane-header h3.title', { hasText: new RegExp(`^${title}$`, 'i') }),
    });
  }

  /** Rows of the trees in the side bar that have the text. */
  treeRow(text: string | RegExp): Locator {
    return this.page.locator('.part.sidebar .monaco-list-row', { hasText: text });
  }

  /** The tab of an editor. */
  tab(title: string): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: title });
  }

  /** An entry of the status bar. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text });
  }

  /** Waits for the end of a scan that is shown to run, until which rows move under the pointer. */
  async scanned(): Promise<void> {
    await this.statusBarItem('Parapet').locator('.codicon-sync').waitFor({ state: 'hidden' });
  }

  /** A notification toast, or its entry in the notification centre. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item', { hasText: text });
  }

  /** A button of a notification or of a modal dialog. */
  button(label: string): Locator {
    return this.page
      .locator('.notification-list-item, .monaco-dialog-box')
      .getByRole('button', { name: label });
  }

  /** Opens the Problems panel. */
  async openProblems(): Promise<void> {
    await this.command('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel-container').waitFor();
  }

  /** Rows of the Problems panel: files and, under them, problems. */
  problems(text: string | RegExp = ''): Locator {
    return this.page.locator('.markers-panel-container .monaco-list-row', { hasText: text });
  }

  /** Rests the mouse on something until the editor tells these words of it. A list drawn anew under a mouse at rest tells none. */
  async hoverTells(target: Locator, words: RegExp): Promise<void> {
    const told = this.page.locator('.monaco-hover:visible', { hasText: words });
    for (let attempt = 1; ; attempt += 1) {
      await this.page.mouse.move(AWAY.x, AWAY.y);
      await target.hover();
      const isTold = told.waitFor({ timeout: attempt * PATIENCE_MS }).then(() => true);
      if (await isTold.catch(() => attempt === ATTEMPTS)) break;
    }
    await told.waitFor();
  }

  /** The hover at a 1-based place in the active editor, opened with the keyboard. */
  async hoverAt(line: number, column: number): Promise<Locator> {
    const hover = this.page.locator('.monaco-editor .monaco-hover:visible').first();
    // On a busy machine the palette gives the focus back late, which closes a hover that was just opened.
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      await this.goTo(line, column);
      await this.command('Show or Focus Hover');
      await hover.waitFor();
      await this.page.waitForTimeout(300);
      if (await hover.isVisible()) return hover;
    }
    throw new Error(`The hover at ${line}:${column} does not stay open.`);
  }

  /** Chooses an entry of a row's context menu; by the keyboard, for a menu that just opened ignores clicks. */
  async chooseFromMenu(row: Locator, text: string): Promise<void> {
    await row.click({ button: 'right' });
    const entry = this.page.locator('.monaco-menu').getByText(text);
    await entry.hover();
    await this.page.locator('.monaco-menu .action-item.focused', { hasText: text }).waitFor();
    await this.page.keyboard.press('Enter');
    await entry.waitFor({ state: 'hidden' });
  }

  /** The document that an extension shows in the nth webview of the window, in the order they were opened. */
  webview(nth = 0): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').nth(nth).frameLocator('iframe#active-frame');
  }

  /** A key press, or several separated by spaces (`Control+k Control+s`). */
  async press(keys: string): Promise<void> {
    for (const key of keys.split(' ')) await this.page.keyboard.press(key);
  }

  /** Opens the quick input with a key and fills it; once more if a view that just loaded took the focus away. */
  async #fillQuickInput(key: string, text: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.page.keyboard.press(key);
      try {
        await this.quickInput().fill(text, { timeout: attempt * PATIENCE_MS });
        return;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }
}
