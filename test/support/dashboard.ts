import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { installBrowser, type OpenBrowser } from '../../scripts/host/browser.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { OUT, ROOT } from '../../scripts/paths.ts';
import { Client } from '../../src/api/client.ts';
import { createSignInLink, whoAmI } from '../../src/api/contract/organizations/sign-in.ts';
import { addLocalRepository, scanRepository } from '../../src/api/contract/repositories/repositories.ts';
import { getScan, startScans } from '../../src/api/contract/scans/scans.ts';
import { renewEmbeddedToken } from '../../src/service/lifecycle/bootstrap.ts';
import { createFirstLink } from '../../src/service/lifecycle/first-link.ts';
import { listen } from '../../src/service/lifecycle/listen.ts';
import { createService } from '../../src/service/lifecycle/service.ts';
import { createLineRunner } from '../conformance/line-runner.ts';
import { openPicturedBrowser } from './failure-pictures.ts';

/** A service with the dashboard as built, a scanned repository, and a browser in front of it. */
export interface Dashboard {
  readonly page: Page;
  readonly client: Client;
  readonly baseUrl: string;
  readonly repositoryId: string;
  /** What pages complained of: refused by their policy, or thrown. */
  readonly complaints: string[];
  /** Signs in as the administrator, by a one-time link. */
  signIn(): Promise<void>;
  /** A one-time link as the operator makes it for the first administrator. */
  operatorLink(): Promise<string>;
  /** Scans a pull request of a repository of its own, to the end. */
  scanPullRequest(title: string): Promise<void>;
  /** Shows an address of the dashboard and waits until it has what it asked for. */
  show(address: string, heading: string): Promise<void>;
  shot(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openDashboard(): Promise<Dashboard> {
  const home = await temporaryFolder();
  const service = await createService({
    dataFolder: path.join(home, 'data'),
    runner: createLineRunner(),
    version: '0.0.0-test',
    host: '127.0.0.1',
    localRepositories: true,
    allowedHosts: new Set(['127.0.0.1']),
    dashboard: path.join(ROOT, 'dist', 'dashboard'),
    log: () => {},
  });
  const credentials = await renewEmbeddedToken(service.core);
  await service.start();
  const listening = await listen((request) => service.app.fetch(request), {
    host: '127.0.0.1',
    port: 0,
    whenTaken: 'fail',
  });
  const baseUrl = `http://127.0.0.1:${listening.port}`;
  service.core.publicAddress.listensAt(new URL(baseUrl));
  const client = new Client({ baseUrl, credentials });
  const chromium = await installBrowser(console.log);
  let browser: OpenBrowser | undefined;
  const close = async () => {
    await browser?.close();
    await client[Symbol.asyncDispose]();
    await service.stop();
    await listening.close(1_000);
    await removeFolder(home);
  };
  try {
    const repositoryId = await scanned(client, path.join(home, 'shop'));
    browser = await openPicturedBrowser(chromium, path.join(home, 'browser'));
    const { page } = browser;
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.setViewportSize({ width: 1200, height: 900 });
    return {
      ...{ page, client, baseUrl, repositoryId, complaints, close },
      async signIn() {
        const { link } = await client.call(createSignInLink, { email: await ownAddress(client) });
        await page.goto(link);
        await page.getByRole('button').click();
        await page.waitForURL((url) => !url.pathname.endsWith('/link'));
      },
      operatorLink: () => createFirstLink(service.core, new URL(baseUrl)),
      scanPullRequest: (title) => scannedPullRequest(client, path.join(home, 'pay'), title),
      async show(address, heading) {
        await page.goto(`${baseUrl}${address}`);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        while ((await page.getByText('Loading…').count()) > 0) await page.waitForTimeout(20);
      },
      async shot(name) {
        await mkdir(path.join(OUT, 'shots'), { recursive: true });
        await page.screenshot({ path: path.join(OUT, 'shots', `${name}.png`), fullPage: true });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function scanned(client: Client, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'shop.js'), 'exec(request.query.name);\ndb.all(request.query.id);\n');
  const { repository } = await client.call(addLocalRepository, { path: folder, name: 'shop' });
  const { scan } = await client.call(scanRepository, { id: repository.id });
  await ended(client, scan.id);
  return repository.id;
}

async function scannedPullRequest(client: Client, folder: string, title: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'ignore',
    });
  const commit = async (file: string, text: string, message: string): Promise<void> => {
    await writeFile(path.join(folder, file), text);
    git('add', '--all');
    git('commit', '--quiet', `--message=${message}`);
  };
  git('init', '--quiet', '--initial-branch=main');
  await commit('a.js', 'export const one = 1;\n', 'Begin');
  git('checkout', '--quiet', '-b', 'checkout');
  await commit('b.js', 'exec(request.query.name);\n', 'Change');
  git('checkout', '--quiet', 'main');
  const { repository } = await client.call(addLocalRepository, { path: folder, name: 'pay' });
  const pullRequest = { number: 7, headRef: 'checkout', baseBranch: 'main', title };
  const { scans } = await client.call(startScans, { repositoryIds: [repository.id], pullRequest });
  await ended(client, scans[0]?.id ?? '');
}

async function ended(client: Client, id: string): Promise<void> {
  for (;;) {
    const { scan } = await client.call(getScan, { id });
    if (scan.status === 'COMPLETED') return;
    if (scan.status === 'FAILED') throw new Error(scan.errorMessage);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ownAddress(client: Client): Promise<string> {
  const { user } = await client.call(whoAmI, {});
  return user.email;
}
