import * as z from 'zod';
import { type Routes, startCodeHost } from './code-host.ts';
import { commitOn, type HostedSample, type KeptComment, offerFeature } from './hosted.ts';

const NewComment = z.object({
  text: z.string(),
  anchor: z
    .object({
      path: z.string(),
      line: z.int(),
      lineType: z.literal('ADDED'),
      fileType: z.literal('TO'),
      diffType: z.literal('EFFECTIVE'),
    })
    .optional(),
});
const ChangedComment = z.object({
  version: z.int(),
  text: z.string().optional(),
  threadResolved: z.boolean().optional(),
});
const NewStatus = z.object({
  key: z.string(),
  state: z.enum(['INPROGRESS', 'SUCCESSFUL', 'FAILED']),
  description: z.string(),
  url: z.url(),
});
const NewBranch = z.object({ name: z.string(), startPoint: z.string() });
const NewPull = z.object({
  title: z.string(),
  fromRef: z.object({ id: z.string() }),
  toRef: z.object({ id: z.string() }),
});

/** Bitbucket Data Center with the repository `shop` of the project `ACME`. */
export async function startBitbucketDataCenter(): Promise<HostedSample> {
  const token = 'BBDC-secret';
  const repository = 'scm/acme/shop.git';
  const comments: (KeptComment & { version?: number })[] = [];
  const checks: HostedSample['checks'] = [];
  const opened: HostedSample['opened'] = [];
  const shop = { slug: 'shop', name: 'shop', public: false, project: { key: 'ACME' } };
  const run = (...args: string[]) => host.git.git(repository, ...args);
  const pull = (id: number) => {
    const ours = opened.find(({ number }) => number === id);
    return {
      id,
      title: ours?.title ?? 'A change',
      state: 'OPEN',
      author: { user: { name: 'ada' } },
      fromRef: { id: `refs/heads/${ours?.branch ?? 'feature'}`, latestCommit: head },
      toRef: { id: 'refs/heads/main', displayId: 'main' },
      links: { self: [{ href: `${host.url}/projects/ACME/repos/shop/pull-requests/${id}` }] },
    };
  };
  const shown = ({ id, version = 0, body, author, isResolved }: (typeof comments)[number]) => ({
    id,
    version,
    text: body,
    author: { name: author },
    threadResolved: isResolved,
  });
  const page = (values: readonly unknown[]) => ({ json: { values, isLastPage: true } });
  const base = String.raw`\/rest\/api\/1\.0\/projects\/acme\/repos\/shop`;
  const route = (method: string, rest: string) => new RegExp(`^${method} ${base}${rest}$`, 'i');
  const comment = (id: string | undefined) => comments.find((each) => each.id === Number(id));
  const routes: Routes = [
    [
      /^GET \/rest\/api\/1\.0\/repos$/,
      (_, { query }) => ({
        headers: { 'x-ausername': 'parapet' },
        json:
          Number(query.get('start')) === 1
            ? { values: [{ ...shop, slug: 'other' }], isLastPage: true }
            : { values: [shop], isLastPage: false, nextPageStart: 1 },
      }),
    ],
    [route('GET', ''), () => ({ json: shop })],
    [
      route('GET', String.raw`\/branches\/default`),
      () => ({ json: { displayId: 'main', latestCommit: run('rev-parse', 'main') } }),
    ],
    [
      route('GET', String.raw`\/branches`),
      (_, { query }) => {
        const name = query.get('filterText') ?? '';
        return page([{ displayId: name, latestCommit: run('rev-parse', name) }]);
      },
    ],
    [
      route('POST', String.raw`\/branches`),
      (_, { body }) => {
        const { name, startPoint } = NewBranch.parse(body);
        if (run('for-each-ref', `refs/heads/${name}`) !== '') return { status: 409, json: {} };
        pending.set(name, startPoint);
        return { json: {} };
      },
    ],
    [
      route('PUT', String.raw`\/browse\/(?<file>.+)`),
      ({ file = '' }, { text }) => {
        const part = (name: string): string =>
          new RegExp(`name="${name}"[^\r]*\r\n(?:Content-Type[^\r]*\r\n)?\r\n([\\s\\S]*?)\r\n--`).exec(
            text,
          )?.[1] ?? '';
        const branch = part('branch');
        if (pending.get(branch) !== part('sourceCommitId')) return { status: 409, json: {} };
        commitOn(host, repository, part('sourceCommitId'), branch, [
          { path: file, content: part('content') },
        ]);
        return { json: { id: run('rev-parse', branch) } };
      },
    ],
    [route('GET', String.raw`\/pull-requests\/(?<id>[79])`), ({ id }) => ({ json: pull(Number(id)) })],
    [
      route('GET', String.raw`\/pull-requests`),
      (_, { query }) =>
        page(
          opened
            .filter((each) => query.get('at') === `refs/heads/${each.branch}`)
            .map(({ number }) => pull(number)),
        ),
    ],
    [
      route('POST', String.raw`\/pull-requests`),
      (_, { body }) => {
        const { title, fromRef, toRef } = NewPull.parse(body);
        const number = 10 + opened.length;
        const [branch = '', target = ''] = [fromRef.id, toRef.id].map((id) => id.replace('refs/heads/', ''));
        opened.push({ number, title, branch, base: target });
        return { status: 201, json: pull(number) };
      },
    ],
    [
      route('GET', String.raw`\/pull-requests\/7\/diff`),
      () => ({
        json: {
          diffs: [
            {
              destination: { toString: 'src/app.js' },
              hunks: [{ segments: [{ type: 'ADDED', lines: [{ source: 1, destination: 2 }] }] }],
            },
            { destination: null, hunks: [] },
          ],
        },
      }),
    ],
    [
      /^POST \/rest\/build-status\/1\.0\/commits\/(?<commit>[0-9a-f]+)$/,
      ({ commit = '' }, { body }) => {
        const { state, description, url } = NewStatus.parse(body);
        checks.push({ commit, state, title: description, url });
        return { status: 204 };
      },
    ],
    [
      route('GET', String.raw`\/pull-requests\/7\/activities`),
      () =>
        page([
          ...comments
            .map((each) => ({
              action: 'COMMENTED',
              comment: shown(each),
              ...(each.file !== undefined && { commentAnchor: { path: each.file } }),
            }))
            .reverse(),
          { action: 'OPENED' },
        ]),
    ],
    [
      route('POST', String.raw`\/pull-requests\/7\/comments`),
      (_, { body }) => {
        const { text, anchor } = NewComment.parse(body);
        if (anchor && anchor.line !== 2) return { status: 409, json: {} };
        const [file, line] = [anchor?.path, anchor?.line];
        const id = comments.length + 1;
        comments.push({ id, body: text, file, line, isResolved: false, author: 'parapet' });
        return { status: 201, json: {} };
      },
    ],
    [
      route('GET', String.raw`\/pull-requests\/7\/comments\/(?<id>\d+)`),
      ({ id }) => {
        const one = comment(id);
        return one ? { json: shown(one) } : { status: 404, json: {} };
      },
    ],
    [
      route('PUT', String.raw`\/pull-requests\/7\/comments\/(?<id>\d+)`),
      ({ id }, { body }) => {
        const { version, text, threadResolved } = ChangedComment.parse(body);
        const one = comment(id);
        if (!one || version !== (one.version ?? 0)) return { status: 409, json: {} };
        one.version = version + 1;
        one.body = text ?? one.body;
        one.isResolved = threadResolved ?? one.isResolved;
        return { json: shown(one) };
      },
    ],
  ];
  /** Branches that were made and have no commit of their own. */
  const pending = new Map<string, string>();
  const host = await startCodeHost(/^\/rest\//, routes);
  host.before = ({ headers }, response) =>
    headers.authorization !== `Bearer ${token}` && Boolean(response.writeHead(401).end('{}'));
  const head = offerFeature(host, repository);
  run('push', '--quiet', 'origin', 'feature:refs/pull-requests/7/from');
  host.gitAuthorization = `Bearer ${token}`;
  return {
    host,
    access: { type: 'bitbucketDataCenter', baseUrl: host.url, credential: { kind: 'token', token } },
    path: 'scm/acme/shop',
    repository,
    account: 'parapet',
    comments,
    checks,
    opened,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
