import * as z from 'zod';
import { basic, type Routes, startCodeHost } from './code-host.ts';
import { commitOn, type HostedSample, type KeptComment, offerFeature } from './hosted.ts';

const NewComment = z.object({
  content: z.object({ raw: z.string() }),
  inline: z.object({ path: z.string(), to: z.int() }).optional(),
});
const NewStatus = z.object({ key: z.string(), state: z.string(), description: z.string(), url: z.url() });
const branch = z.object({ branch: z.object({ name: z.string() }) });
const NewPull = z.object({ title: z.string(), source: branch, destination: branch });

/** Bitbucket with the repository `acme/shop`; the base address names the workspace. */
export async function startBitbucket(): Promise<HostedSample> {
  const token = 'ATATT-secret';
  const username = 'ada@example.com';
  const repository = 'acme/shop.git';
  const comments: KeptComment[] = [];
  const checks: HostedSample['checks'] = [];
  const opened: HostedSample['opened'] = [];
  const shop = { full_name: 'acme/shop', name: 'shop', mainbranch: { name: 'main' }, is_private: true };
  const pull = (id: number) => {
    const ours = opened.find(({ number }) => number === id);
    return {
      id,
      title: ours?.title ?? 'A change',
      state: 'OPEN',
      author: { nickname: 'ada' },
      links: { html: { href: `${host.url}/acme/shop/pull-requests/${id}` } },
      source: {
        branch: { name: ours?.branch ?? 'feature' },
        commit: { hash: head.slice(0, 12) },
        // Of pull request 9, the fork was deleted.
        repository: id === 9 ? null : { full_name: 'acme/shop' },
      },
      destination: { branch: { name: 'main' }, repository: { full_name: 'acme/shop' } },
    };
  };
  const shown = ({ id, body, author, file, isResolved }: KeptComment) => ({
    id,
    content: { raw: body },
    user: { uuid: author },
    inline: file === undefined ? null : { path: file },
    deleted: false,
    resolution: isResolved ? {} : null,
  });
  const base = String.raw`\/2\.0\/repositories\/acme\/shop`;
  const route = (method: string, rest: string) => new RegExp(`^${method} ${base}${rest}$`);
  const comment = (id: string | undefined) => comments.find((each) => each.id === Number(id));
  const routes: Routes = [
    [/^GET \/2\.0\/user$/, () => ({ json: { uuid: '{us}', nickname: 'ada' } })],
    [
      /^GET \/2\.0\/repositories\/acme$/,
      (_, { query }) =>
        query.get('page') === '2'
          ? { json: { values: [{ ...shop, full_name: 'acme/other' }] } }
          : { json: { values: [shop], next: `${host.url}/2.0/repositories/acme?page=2` } },
    ],
    [route('GET', ''), () => ({ json: shop })],
    [route('GET', String.raw`\/pullrequests\/(?<id>[79])`), ({ id }) => ({ json: pull(Number(id)) })],
    [
      route('GET', String.raw`\/pullrequests`),
      (_, { query }) => ({
        json: {
          values: opened
            .filter((each) => query.get('q')?.includes(`"${each.branch}"`))
            .map(({ number }) => pull(number)),
        },
      }),
    ],
    [route('GET', String.raw`\/commit\/[0-9a-f]{12}`), () => ({ json: { hash: head } })],
    [
      route('GET', String.raw`\/pullrequests\/7\/diff`),
      () => ({ status: 302, headers: { location: `${host.url}/2.0/repositories/acme/shop/diff/feature` } }),
    ],
    [
      route('GET', String.raw`\/diff\/feature`),
      () => ({ text: host.git.git(repository, 'diff', 'main...feature') }),
    ],
    [
      route('POST', String.raw`\/commit\/(?<commit>[0-9a-f]+)\/statuses\/build`),
      ({ commit = '' }, { body }) => {
        const { state, description, url } = NewStatus.parse(body);
        checks.push({ commit, state, title: description, url });
        return { status: 201, json: {} };
      },
    ],
    [
      route('GET', String.raw`\/pullrequests\/7\/comments`),
      () => ({ json: { values: comments.map(shown) } }),
    ],
    [
      route('POST', String.raw`\/pullrequests\/7\/comments`),
      (_, { body }) => {
        const { content, inline } = NewComment.parse(body);
        if (inline && inline.to !== 2) return { status: 400, json: {} };
        comments.push({
          id: comments.length + 1,
          body: content.raw,
          file: inline?.path,
          line: inline?.to,
          isResolved: false,
          author: '{us}',
        });
        return { status: 201, json: {} };
      },
    ],
    [
      route('PUT', String.raw`\/pullrequests\/7\/comments\/(?<id>\d+)`),
      ({ id }, { body }) => {
        const one = comment(id);
        if (one) one.body = NewComment.parse(body).content.raw;
        return { status: one ? 200 : 404, json: {} };
      },
    ],
    [
      route('(?<method>POST|DELETE)', String.raw`\/pullrequests\/7\/comments\/(?<id>\d+)\/resolve`),
      ({ id, method }) => {
        const one = comment(id);
        if (one) one.isResolved = method === 'POST';
        return { status: one ? 200 : 404, json: {} };
      },
    ],
    [
      route('GET', String.raw`\/refs\/branches\/(?<name>.+)`),
      ({ name = '' }) => ({
        status: host.git.git(repository, 'for-each-ref', `refs/heads/${name}`) === '' ? 404 : 200,
        json: {},
      }),
    ],
    [
      route('POST', String.raw`\/src`),
      (_, { text }) => {
        const form = new URLSearchParams(text);
        const files = [...form].flatMap(([name, content]) =>
          name.startsWith('/') ? [{ path: name.slice(1), content }] : [],
        );
        commitOn(host, repository, form.get('parents') ?? '', form.get('branch') ?? '', files);
        return { status: 201 };
      },
    ],
    [
      route('POST', String.raw`\/pullrequests`),
      (_, { body }) => {
        const { title, source, destination } = NewPull.parse(body);
        const number = 10 + opened.length;
        opened.push({ number, title, branch: source.branch.name, base: destination.branch.name });
        return { status: 201, json: pull(number) };
      },
    ],
  ];
  const host = await startCodeHost(/^\/2\.0\//, routes);
  host.before = ({ headers }, response) =>
    headers.authorization !== basic(username, token) && Boolean(response.writeHead(401).end('{}'));
  const head = offerFeature(host, repository);
  host.gitAuthorization = basic('x-bitbucket-api-token-auth', token);
  return {
    host,
    access: {
      type: 'bitbucket',
      baseUrl: `${host.url}/acme`,
      credential: { kind: 'token', token, username },
    },
    path: 'shop',
    repository,
    account: 'acme',
    comments,
    checks,
    opened,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
