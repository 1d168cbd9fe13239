import type { Page } from 'playwright-core';
import type { HostServer } from './server.ts';

/** What a workbench page is to open. */
export interface WorkbenchLocation {
  /** An absolute folder path; with neither folder nor workspace the window is empty. */
  readonly folder?: string;
  /** An absolute path of a `.code-workspace` file. */
  readonly workspace?: string;
}

/** The address of a window on the server. */
export function workbenchUrl(
  server: HostServer,
  { folder, workspace }: WorkbenchLocation,
  payload: ReadonlyArray<readonly [string, string]> = [],
): string {
  const url = new URL(`${server.origin}/`);
  if (workspace !== undefined) url.searchParams.set('workspace', workspace);
  else if (folder !== undefined) url.searchParams.set('folder', folder);
  else url.searchParams.set('ew', 'true');
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.toString();
}

/**
 * The address of a window whose extension host loads the extension at `extension` and then runs the module at
 * `testEntry`. Only a server with the smoke-test driver (flavor `server`) heeds it.
 */
export function testRunUrl(
  server: HostServer,
  location: WorkbenchLocation,
  extension: string,
  testEntry: string,
): string {
  const remote = (file: string) => `vscode-remote://${server.authority}${file}`;
  return workbenchUrl(server, location, [
    ['extensionDevelopmentPath', remote(extension)],
    ['extensionTestsPath', remote(testEntry)],
  ]);
}

/**
 * Makes every workbench that `page` opens load the extension at `extension` from its folder, by adding it to the
 * configuration in the page before the workbench reads it. (The URL can say the same only under the smoke-test
 * driver, which suppresses notifications; rewriting the document in flight makes Chromium refuse its WebSocket.)
 */
export async function loadExtensionFromFolder(
  page: Page,
  server: HostServer,
  extension: string,
): Promise<void> {
  const uri = { $mid: 1, scheme: 'vscode-remote', authority: server.authority, path: extension };
  await page.addInitScript({ content: `(${ADD_EXTENSION})(${JSON.stringify(uri)})` });
}

/** Runs in the page. */
const ADD_EXTENSION = `(uri) => {
  if (window !== window.top) return;
  new MutationObserver((_records, observer) => {
    const element = document.getElementById('vscode-workbench-web-configuration');
    if (element === null) return;
    observer.disconnect();
    const configuration = JSON.parse(element.getAttribute('data-settings'));
    const { extensions = [], ...others } = configuration.developmentOptions ?? {};
    configuration.developmentOptions = { ...others, extensions: [...extensions, uri] };
    element.setAttribute('data-settings', JSON.stringify(configuration));
  }).observe(document, { childList: true, subtree: true });
}`;

/** Stops what moves by itself in every workbench that `page` opens: each picture of it is drawn anew without a graphics card. */
export async function keepStill(page: Page): Promise<void> {
  await page.addInitScript({ content: STILL });
}

/** Runs in the page. */
const STILL = `if (window === window.top) {
  const still = new CSSStyleSheet();
  still.replaceSync('.codicon-modifier-spin, .progress-bit { animation: none !important; }');
  document.adoptedStyleSheets = [still];
}`;
