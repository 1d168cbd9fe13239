import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/paths.ts';
import { type GitServer, startGitServer } from './git-server.ts';
import type { Session } from './session.ts';

const run = promisify(execFile);
const cli = path.join(ROOT, 'dist', 'cli.js');

/** A shared service in a process of its own, with a git server that it may fetch from. */
export interface RemoteService extends AsyncDisposable {
  readonly url: string;
  readonly token: { readonly id: string; readonly secret: string };
  readonly git: GitServer;
  /** A folder for clones and the like, which goes with the service. */
  readonly home: string;
  /** A clone of a repository of the git server. @returns its folder */
  clone(repository: string, name: string): Promise<string>;
}

/** Starts a service as `parapet serve` does. @param environment added to that of this process */
export async function startRemoteService(
  environment: Readonly<Record<string, string>> = {},
): Promise<RemoteService> {
  const home = await mkdtemp(path.join(tmpdir(), 'pp-remote-'));
  const data = path.join(home, 'data');
  const git = await startGitServer();
  const { stdout } = await run(process.execPath, [cli, 'token', 'create', '--data', data]);
  const named = (what: string): string =>
    new RegExp(`${what}:\\s+(\\S+)`).exec(stdout)?.[1] ?? assert.fail(`no ${what}`);
  const server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PARAPET_ALLOWED_HOSTS: '127.0.0.1', ...environment },
  });
  const lines = createInterface({ input: server.stderr });
  const [line] = (await once(lines, 'line')) as [string];
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? assert.fail(`no address in "${line}"`),
    token: { id: named('Token ID'), secret: named('Token secret') },
    git,
    home,
    clone: async (repository, name) => {
      const folder = path.join(home, name);
      await run('git', ['clone', '--quiet', `${git.url}/${repository}`, folder]);
      return folder;
    },
    [Symbol.asyncDispose]: async () => {
      server.kill();
      await git[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Connects a window to the service, as a person does. */
export async function connectTo({ workbench }: Session, { url, token }: RemoteService): Promise<void> {
  await workbench.command('Parapet: Connect to a Service…');
  for (const [number, answer] of [url, token.id, token.secret].entries())
    await workbench.answer(`(${number + 1}/3)`, answer);
}
