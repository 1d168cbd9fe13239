import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Answer, basic, type Call, type CodeHost, type Routes, startCodeHost } from './code-host.ts';

/** A comment as GitHub keeps it. */
export interface GitHubComment {
  readonly id: string;
  body: string;
  /** Absent for one of the pull request as a whole. */
  readonly path?: string;
  readonly line?: number;
  isResolved: boolean;
  isOurs: boolean;
}

/** What a GitHub Enterprise Server answers, of one repository `acme/shop` that is in git here. */
export interface FakeGitHub extends CodeHost {
  /** What it takes from the start. */
  readonly firstToken: string;
  /** From now on it takes this token, and no other. */
  rotate(next: string): void;
  readonly comments: GitHubComment[];
  readonly statuses: {
    commit: string;
    state: string;
    description: string;
    target_url?: string | undefined;
  }[];
  readonly checkRuns: {
    id: number;
    head_sha: string;
    conclusion?: string | undefined;
    status: string;
    output: unknown;
  }[];
  readonly opened: {
    number: number;
    head: string;
    base: string;
    title: string;
    body: string;
    state: string;
  }[];
  /** Makes the branch a pull request, with the ref that GitHub keeps for it. */
  offer(number: number, branch: string, title?: string): { head: string };
}

const Tree = z.object({
  base_tree: z.string(),
  tree: z.array(z.object({ path: z.string(), mode: z.string(), content: z.string() })),
});
const NewCommit = z.object({ message: z.string(), tree: z.string(), parents: z.array(z.string()) });
const NewRef = z.object({ ref: z.string(), sha: z.string() });
const NewPull = z.object({ title: z.string(), body: z.string(), head: z.string(), base: z.string() });
const NewComment = z.object({ body: z.string(), path: z.string().optional(), line: z.int().optional() });
const Status = z.object({ state: z.string(), description: z.string(), target_url: z.string().optional() });
const Run = z.object({
  head_sha: z.string().optional(),
  status: z.string(),
  conclusion: z.string().optional(),
  output: z.unknown(),
});
const GraphQl = z.object({
  query: z.string(),
  variables: z.object({ id: z.string().optional(), body: z.string().optional() }),
});

export async function startGitHub(): Promise<FakeGitHub> {
  const comments: GitHubComment[] = [];
  const statuses: FakeGitHub['statuses'] = [];
  const checkRuns: FakeGitHub['checkRuns'] = [];
  const opened: FakeGitHub['opened'] = [];
  const offered = new Map<number, { branch: string; title: string; state: string }>();
  let token = 'ghp_first';
  const repository = 'acme/shop.git';

  const run = (...args: string[]): string => host.git.git(repository, ...args);
  const pull = (number: number) => {
    const one = offered.get(number);
    const ours = opened.find((each) => each.number === number);
    if (!one && !ours) return undefined;
    return {
      number,
      title: one?.title ?? ours?.title,
      html_url: `${host.url}/acme/shop/pull/${number}`,
      state: one?.state ?? ours?.state ?? 'open',
      merged_at: null,
      user: { login: 'ada' },
      head: { ref: one?.branch ?? ours?.head, sha: run('rev-parse', one?.branch ?? ours?.head ?? 'HEAD') },
      base: { ref: ours?.base ?? 'main' },
    };
  };
  const found = (json: unknown): Answer => (json === undefined ? { status: 404, json: {} } : { json });
  const place = (sha: string) => ({ json: { sha } });

  const routes: Routes = [
    [/^GET \/api\/v3\/user$/, () => ({ json: { login: 'parapet-bot' } })],
    [
      /^POST \/api\/v3\/app\/installations\/77\/access_tokens$/,
      () => {
        token = `ghs_${createHash('sha256').update(token).digest('hex').slice(0, 12)}`;
        host.gitAuthorization = basic('x-access-token', token);
        const expires = new Date(Date.now() + 3_600_000).toISOString();
        return {
          status: 201,
          json: { token, expires_at: expires, permissions: {}, repository_selection: 'all' },
        };
      },
    ],
    [
      /^GET \/api\/v3\/(?<kind>user\/repos|installation\/repositories)$/,
      ({ kind }, { query }) => {
        const page = Number(query.get('page') ?? 1);
        const names =
          page === 1 ? ['acme/shop', ...Array.from({ length: 99 }, (_, at) => `acme/r${at}`)] : ['acme/last'];
        const list = names
          .map((name) => repositoryOf(host.url, name))
          .slice(0, Number(query.get('per_page')));
        return { json: kind === 'user/repos' ? list : { repositories: list } };
      },
    ],
    [/^GET \/api\/v3\/repos\/acme\/shop$/, () => ({ json: repositoryOf(host.url, 'acme/shop') })],
    [/^GET \/api\/v3\/repos\/acme\/shop\/pulls\/(?<n>\d+)$/, ({ n }) => found(pull(Number(n)))],
    [
      /^GET \/api\/v3\/repos\/acme\/shop\/pulls$/,
      (_, { query }) => {
        const head = query.get('head')?.replace('acme:', '');
        return {
          json: opened
            .filter((each) => each.head === head && each.state === 'open')
            .map(({ number }) => pull(number)),
        };
      },
    ],
    [
      /^GET \/api\/v3\/repos\/acme\/shop\/pulls\/(?<n>\d+)\/files$/,
      ({ n }) => {
        const branch = offered.get(Number(n))?.branch ?? 'main';
        const names = run('diff', '--name-only', `main...${branch}`).split('\n').filter(Boolean);
        const patchOf = (name: string) => {
          const diff = run('diff', `main...${branch}`, '--', name);
          return diff.slice(diff.indexOf('@@'));
        };
        return {
          json: names.map((filename) => ({ filename, status: 'modified', patch: patchOf(filename) })),
        };
      },
    ],
    [
      /^POST \/api\/v3\/repos\/acme\/shop\/(?<kind>pulls|issues)\/(?<n>\d+)\/comments$/,
      ({ kind = '', n = '' }, call) => {
        const { body, path, line } = NewComment.parse(call.body);
        if (kind === 'pulls' && !isInChange(call, path, line)) return { status: 422, json: {} };
        comments.push({
          id: `${kind}-${n}-${comments.length}`,
          body,
          ...(path !== undefined && { path }),
          ...(line !== undefined && { line }),
          isResolved: false,
          isOurs: true,
        });
        return { status: 201, json: {} };
      },
    ],
    [
      /^POST \/api\/v3\/repos\/acme\/shop\/statuses\/(?<commit>[0-9a-f]+)$/,
      ({ commit = '' }, { body }) => {
        statuses.push({ commit, ...Status.parse(body) });
        return { status: 201, json: {} };
      },
    ],
    [
      /^GET \/api\/v3\/repos\/acme\/shop\/commits\/(?<commit>[0-9a-f]+)\/check-runs$/,
      ({ commit }) => ({ json: { check_runs: checkRuns.filter(({ head_sha }) => head_sha === commit) } }),
    ],
    [
      /^POST \/api\/v3\/repos\/acme\/shop\/check-runs$/,
      (_, { body }) => {
        const made = Run.parse(body);
        checkRuns.push({ ...made, id: checkRuns.length + 1, head_sha: made.head_sha ?? '' });
        return { status: 201, json: {} };
      },
    ],
    [
      /^PATCH \/api\/v3\/repos\/acme\/shop\/check-runs\/(?<id>\d+)$/,
      ({ id }, { body }) => {
        const run = checkRuns.find((each) => each.id === Number(id));
        if (run) Object.assign(run, Run.parse(body));
        return found(run);
      },
    ],
    [
      /^GET \/api\/v3\/repos\/acme\/shop\/git\/commits\/(?<sha>[0-9a-f]+)$/,
      ({ sha = '' }) => ({ json: { sha, tree: { sha: run('rev-parse', `${sha}^{tree}`) } } }),
    ],
    [
      /^GET \/api\/v3\/repos\/acme\/shop\/git\/trees\/(?<sha>[0-9a-f]+)$/,
      ({ sha = '' }) => {
        const lines = run('ls-tree', sha).split('\n');
        const tree = lines.map((line) => {
          const [, mode, , at, path] = /^(\d+) (\w+) ([0-9a-f]+)\t(.+)$/.exec(line) ?? [];
          return { mode, sha: at, path };
        });
        return { json: { tree } };
      },
    ],
    [
      /^POST \/api\/v3\/repos\/acme\/shop\/git\/trees$/,
      (_, { body }) => {
        const { base_tree: base, tree } = Tree.parse(body);
        run('read-tree', base);
        for (const { path, mode, content } of tree) {
          const blob = host.git.feed(repository, ['hash-object', '-w', '--stdin'], content);
          run('update-index', '--add', '--cacheinfo', `${mode},${blob},${path}`);
        }
        return { status: 201, ...place(run('write-tree')) };
      },
    ],
    [
      /^POST \/api\/v3\/repos\/acme\/shop\/git\/commits$/,
      (_, { body }) => {
        const { tree, parents, message } = NewCommit.parse(body);
        const args = ['commit-tree', tree, ...parents.flatMap((each) => ['-p', each]), '-m', message];
        return { status: 201, ...place(run(...args)) };
      },
    ],
    [
      /^POST \/api\/v3\/repos\/acme\/shop\/git\/refs$/,
      (_, { body }) => {
        const { ref, sha } = NewRef.parse(body);
        if (run('for-each-ref', ref) !== '') return { status: 422, json: {} };
        run('update-ref', ref, sha);
        run('push', '--quiet', 'origin', `${sha}:${ref}`);
        return { status: 201, json: {} };
      },
    ],
    [
      /^POST \/api\/v3\/repos\/acme\/shop\/pulls$/,
      (_, { body }) => {
        const made = NewPull.parse(body);
        const number = 100 + opened.length;
        opened.push({ ...made, number, state: 'open' });
        return { status: 201, json: pull(number) };
      },
    ],
    [
      /^POST \/api\/graphql$/,
      (_, { body }) => {
        const { query, variables } = GraphQl.parse(body);
        return { json: graphql(query, variables, comments) };
      },
    ],
  ];

  /** Whether a comment is on a line that the commit's patch has. */
  function isInChange(call: Call, path = '', line = 0): boolean {
    const { commit_id: commit } = z.object({ commit_id: z.string() }).parse(call.body);
    return run('diff', '-U3', `main...${commit}`, '--', path) !== '' && line > 0;
  }

  const host: CodeHost = await startCodeHost(/^\/api\//, routes);
  host.gitAuthorization = basic('x-access-token', token);
  host.before = (call, response) => {
    const isApp =
      call.path.startsWith('/api/v3/app/') && /^bearer ey/i.test(call.headers.authorization ?? '');
    if (isApp || call.headers.authorization === `Bearer ${token}`) return false;
    if (call.headers.authorization === `token ${token}`) return false;
    response.writeHead(401).end('{"message":"Bad credentials"}');
    return true;
  };
  return Object.assign(host, {
    comments,
    statuses,
    checkRuns,
    opened,
    offer: (number: number, branch: string, title = 'A change') => {
      offered.set(number, { branch, title, state: 'open' });
      const head = run('rev-parse', branch);
      run('push', '--quiet', '--force', 'origin', `${head}:refs/pull/${number}/head`);
      return { head };
    },
    firstToken: token,
    rotate: (next: string) => {
      token = next;
      host.gitAuthorization = basic('x-access-token', next);
    },
  });
}

function repositoryOf(url: string, name: string) {
  return {
    full_name: name,
    name: name.split('/')[1] ?? '',
    clone_url: `${url}/${name}.git`,
    default_branch: 'main',
    private: true,
  };
}

function graphql(
  query: string,
  { id, body }: { id?: string | undefined; body?: string | undefined },
  all: GitHubComment[],
) {
  const shown = ({ id: at, body: text, isOurs }: GitHubComment) => ({
    id: at,
    body: text,
    viewerDidAuthor: isOurs,
  });
  const pageInfo = { hasNextPage: false, endCursor: null };
  const answer = (pullRequest: unknown) => ({ data: { repository: { pullRequest } } });
  const one = all.find((each) => each.id === id || `thread-${each.id}` === id);
  if (query.includes('reviewThreads(')) {
    const nodes = all
      .filter(({ path }) => path !== undefined)
      .map((each) => ({
        id: `thread-${each.id}`,
        isResolved: each.isResolved,
        comments: { nodes: [shown(each)] },
      }));
    return answer({ reviewThreads: { nodes, pageInfo } });
  }
  if (query.startsWith('query'))
    return answer({
      comments: { nodes: all.filter(({ path }) => path === undefined).map(shown), pageInfo },
    });
  if (one && body !== undefined) one.body = body;
  if (one && query.includes('esolveReviewThread')) one.isResolved = !query.includes('unresolveReviewThread');
  return one ? { data: {} } : { errors: [{ type: 'NOT_FOUND' }] };
}
