import type { IncomingMessage, ServerResponse } from 'node:http';
import { type GitServer, startGitServer } from '../git-server.ts';

/** A code host of this machine: git over HTTP for who signs in, and an interface that a test's routes answer. */
export interface CodeHost extends AsyncDisposable {
  readonly url: string;
  readonly git: GitServer;
  /** Requests of the interface so far, without those of git. */
  readonly calls: readonly Call[];
  /** What git has to send as `Authorization`; undefined lets everybody in. */
  gitAuthorization: string | undefined;
  /** Answers before the routes do; true where it did. */
  before: (call: Call, response: ServerResponse) => boolean;
}

export interface Call {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as JSON; undefined for another one. */
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** Of the first route that matches `METHOD path`, with the groups of its pattern. */
export type Routes = readonly (readonly [
  RegExp,
  (groups: Readonly<Record<string, string>>, call: Call) => Answer,
])[];

/** @param isApi whether a path belongs to the interface; everything else is git's */
export async function startCodeHost(isApi: RegExp, routes: Routes): Promise<CodeHost> {
  const git = await startGitServer();
  const calls: Call[] = [];
  let gitAuthorization: string | undefined;
  let before: CodeHost['before'] = () => false;

  const answer = (call: Call, response: ServerResponse): void => {
    calls.push(call);
    if (before(call, response)) return;
    const asked = `${call.method} ${call.path}`;
    for (const [pattern, respond] of routes) {
      const match = pattern.exec(asked);
      if (!match) continue;
      const { status = 200, headers = {}, json, text } = respond(match.groups ?? {}, call);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(text ?? (json === undefined ? '' : JSON.stringify(json)));
      return;
    }
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}');
  };

  git.intercept = (request, response) => {
    const url = new URL(request.url ?? '', git.url);
    if (!isApi.test(url.pathname)) {
      if (gitAuthorization === undefined || request.headers.authorization === gitAuthorization) return false;
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return true;
    }
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        body = undefined;
      }
      const { searchParams: query } = url;
      const { method = 'GET', headers } = request;
      answer({ method, path: decodeURIComponent(url.pathname), query, headers, text, body }, response);
    });
    return true;
  };

  return {
    url: git.url,
    git,
    calls,
    get gitAuthorization() {
      return gitAuthorization;
    },
    set gitAuthorization(next) {
      gitAuthorization = next;
    },
    get before() {
      return before;
    },
    set before(next) {
      before = next;
    },
    [Symbol.asyncDispose]: () => git[Symbol.asyncDispose](),
  };
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
