import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A git server of this machine: git's own `http-backend` behind HTTP, with the repositories that a test makes. */
export interface GitServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Requests so far, as `METHOD path`. */
  readonly requests: readonly string[];
  /** Makes the files a commit of a branch, after those before it. @returns the commit */
  commit(repository: string, files: Readonly<Record<string, string>>, branch?: string): string;
  /** Runs git in the work tree that a repository is pushed from. @returns what it prints */
  git(repository: string, ...args: string[]): string;
  /** As `git`, with something to read. */
  feed(repository: string, args: readonly string[], input: string): string;
  /** Takes each request before git does; true where it answered. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const environment = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export async function startGitServer(): Promise<GitServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-git-server-'));
  const served = path.join(folder, 'served');
  const work = path.join(folder, 'work');
  const requests: string[] = [];
  let intercept: GitServer['intercept'] = () => false;

  const feed = (cwd: string, args: readonly string[], input: string): string =>
    execFileSync('git', args, {
      cwd,
      env: environment,
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim();
  const run = (cwd: string, ...args: string[]): string => feed(cwd, args, '');
  const open = (repository: string): string => {
    const tree = path.join(work, repository);
    const bare = path.join(served, repository);
    if (!requests.includes(`made ${repository}`)) {
      requests.push(`made ${repository}`);
      mkdirSync(tree, { recursive: true });
      mkdirSync(bare, { recursive: true });
      run(bare, 'init', '--quiet', '--bare', '--initial-branch=main');
      run(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
      run(bare, 'config', 'http.receivepack', 'true');
      run(tree, 'init', '--quiet', '--initial-branch=main');
      run(tree, 'remote', 'add', 'origin', bare);
    }
    return tree;
  };

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (intercept(request, response)) return;
    const url = new URL(request.url ?? '', 'http://localhost');
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...environment,
        GIT_PROJECT_ROOT: served,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: '',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => undefined);
    let head = Buffer.alloc(0);
    backend.stdout.on('data', (chunk: Buffer) => {
      if (response.headersSent) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const headers = head
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(': '));
      const status = headers.find(([name]) => name === 'Status')?.[1];
      response.writeHead(
        status === undefined ? 200 : Number(status.slice(0, 3)),
        Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
      );
      response.write(head.subarray(end + 4));
    });
    backend.stdout.on('end', () => response.end());
    response.on('close', () => backend.kill());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    commit: (repository, files, branch = 'main') => {
      const tree = open(repository);
      run(tree, 'checkout', '--quiet', '-B', branch);
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
        writeFileSync(path.join(tree, name), text);
      }
      run(tree, 'add', '--all', '--force');
      run(tree, 'commit', '--quiet', '--allow-empty', '--message=Change files');
      run(tree, 'push', '--quiet', '--force', 'origin', branch);
      return run(tree, 'rev-parse', 'HEAD');
    },
    git: (repository, ...args) => run(open(repository), ...args),
    feed: (repository, args, input) => feed(open(repository), args, input),
    get intercept() {
      return intercept;
    },
    set intercept(next) {
      intercept = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
