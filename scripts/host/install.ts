import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HOST_CACHE } from '../paths.ts';
import { run } from '../processes.ts';

/**
 * The VS Code servers that the project is run and tested on: the oldest that `engines.vscode` admits and the
 * newest. Each comes from the npm package `code-server`, whose `lib/vscode` is a whole VS Code (server, web
 * workbench, Node extension host), and wants the Node that package names.
 */
export const HOSTS = {
  '4.139.1': { vscode: '1.139.1', node: '24.21.0' },
  '4.110.0': { vscode: '1.110.0', node: '22.23.3' },
} as const;

/** A version of `code-server` that the project knows how to install. */
export type HostVersion = keyof typeof HOSTS;

/** The host for everything that needs only one. */
export const NEWEST_HOST: HostVersion = '4.139.1';

/** Where an installed host keeps what is started from it. */
export interface InstalledHost {
  readonly version: HostVersion;
  /** The Node binary to run the host with. */
  readonly node: string;
  /** VS Code's own server. */
  readonly server: string;
  /** The wrapper around it, which can install extensions and keep secrets. */
  readonly wrapper: string;
}

/**
 * Installs a host unless it is there already (about 20 s and 800 MB), without running any package's install
 * script. Safe to call from several processes at once: each installs aside and moves its result into place.
 *
 * @throws when the registry cannot be reached or a package cannot be installed.
 */
export async function installHost(version: HostVersion, say: (line: string) => void): Promise<InstalledHost> {
  const home = path.join(HOST_CACHE, `code-server-${version}`);
  if (!existsSync(home)) {
    say(`Installing VS Code ${HOSTS[version].vscode} (code-server ${version} from the npm registry) …`);
    await installAside(home, async (aside) => {
      const packages = [`code-server@${version}`];
      if (!runsOnThisNode(version)) packages.push(nodePackage(version));
      await npmInstall(aside, packages);
      const vscode = path.join(aside, 'node_modules/code-server/lib/vscode');
      await npmInstall(vscode, ['--omit=dev']);
      await npmInstall(path.join(vscode, 'extensions'), ['--omit=dev']);
    });
  }
  const codeServer = path.join(home, 'node_modules', 'code-server');
  return {
    version,
    node: runsOnThisNode(version)
      ? process.execPath
      : path.join(home, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node'),
    server: path.join(codeServer, 'lib/vscode/out/server-main.js'),
    wrapper: path.join(codeServer, 'out/node/entry.js'),
  };
}

/** Runs `install` in a new folder beside `home` and renames that folder to `home` once it is complete. */
export async function installAside(home: string, install: (aside: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  const aside = await mkdtemp(`${home}.installing-`);
  try {
    await writeFile(path.join(aside, 'package.json'), JSON.stringify({ private: true }));
    await install(aside);
    await rename(aside, home);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** Adds packages from the npm registry to the package in `folder`; their install scripts are not run. */
export async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...flags, ...packages], { cwd: folder });
}

function runsOnThisNode(version: HostVersion): boolean {
  return majorOf(process.versions.node) === majorOf(HOSTS[version].node);
}

function nodePackage(version: HostVersion): string {
  return `node-${process.platform}-${process.arch}@${HOSTS[version].node}`;
}

function majorOf(version: string): string | undefined {
  return version.split('.')[0];
}
