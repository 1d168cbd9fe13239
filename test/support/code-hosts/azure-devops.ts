import * as z from 'zod';
import { basic, type Routes, startCodeHost } from './code-host.ts';
import { commitOn, type HostedSample, type KeptComment, offerFeature } from './hosted.ts';

const NewThread = z.object({
  comments: z.tuple([z.object({ content: z.string() })]),
  status: z.string(),
  threadContext: z
    .object({ filePath: z.string(), rightFileStart: z.object({ line: z.int(), offset: z.int() }) })
    .optional(),
});
const NewStatus = z.object({
  state: z.string(),
  description: z.string(),
  context: z.object({ name: z.string(), genre: z.string() }),
  targetUrl: z.string().optional(),
});
const NewRefs = z.tuple([z.object({ name: z.string(), oldObjectId: z.string(), newObjectId: z.string() })]);
const NewPush = z.object({
  refUpdates: z.tuple([z.object({ name: z.string(), oldObjectId: z.string() })]),
  commits: z.tuple([
    z.object({
      changes: z.array(
        z.object({
          changeType: z.literal('edit'),
          item: z.object({ path: z.string() }),
          newContent: z.object({ content: z.string(), contentType: z.literal('base64encoded') }),
        }),
      ),
    }),
  ]),
});
const NewPull = z.object({ sourceRefName: z.string(), targetRefName: z.string(), title: z.string() });
const Content = z.object({ content: z.string() });
const Status = z.object({ status: z.enum(['fixed', 'active']) });

/** Azure DevOps with the repository `shop` of the project `web`, in the organization `acme`. */
export async function startAzureDevOps(): Promise<HostedSample> {
  const token = 'azure-secret';
  const repository = 'acme/web/_git/shop';
  const comments: KeptComment[] = [];
  const checks: HostedSample['checks'] = [];
  const opened: HostedSample['opened'] = [];
  const refs = new Set<string>();
  const shop = {
    name: 'shop',
    project: { name: 'web', visibility: 'private' },
    defaultBranch: 'refs/heads/main',
    remoteUrl: 'https://acme@dev.azure.com/acme/web/_git/shop',
  };
  const pull = (id: number) => {
    const ours = opened.find(({ number }) => number === id);
    return {
      pullRequestId: id,
      title: ours?.title ?? 'A change',
      status: 'active',
      createdBy: { displayName: 'ada' },
      sourceRefName: `refs/heads/${ours?.branch ?? 'feature'}`,
      targetRefName: 'refs/heads/main',
      lastMergeSourceCommit: { commitId: head },
      // Both are of forks; the latter has conflicts.
      ...(id === 8 && {
        forkSource: {},
        mergeStatus: 'succeeded',
        lastMergeCommit: { commitId: 'ab'.repeat(20) },
      }),
      ...(id === 9 && { forkSource: {}, mergeStatus: 'conflicts' }),
    };
  };
  const thread = ({ id, body, author, file, isResolved }: KeptComment) => ({
    id,
    status: file === undefined ? 'closed' : isResolved ? 'fixed' : 'active',
    threadContext: file === undefined ? null : { filePath: `/${file}` },
    comments: [{ id: 1, content: body, author: { id: author } }],
  });
  const base = String.raw`\/acme\/web\/_apis\/git\/repositories\/shop`;
  const route = (method: string, rest: string) => new RegExp(`^${method} ${base}${rest}$`);
  const comment = (id: string | undefined) => comments.find((each) => each.id === Number(id));
  const routes: Routes = [
    [
      /^GET \/acme\/_apis\/connectionData$/,
      () => ({ json: { authenticatedUser: { id: 'us', providerDisplayName: 'Parapet' } } }),
    ],
    [
      /^GET \/acme\/_apis\/git\/repositories$/,
      () => ({ json: { value: [shop, { ...shop, name: 'other' }] } }),
    ],
    [route('GET', ''), () => ({ json: shop })],
    [route('GET', String.raw`\/pullRequests\/(?<id>[789])`), ({ id }) => ({ json: pull(Number(id)) })],
    [
      route('GET', String.raw`\/pullRequests`),
      (_, { query }) => {
        const ref = query.get('searchCriteria.sourceRefName');
        const value = opened.filter(({ branch }) => `refs/heads/${branch}` === ref);
        return { json: { value: value.map(({ number }) => pull(number)) } };
      },
    ],
    [
      route('GET', String.raw`\/pullRequests\/7\/iterations`),
      () => ({ json: { value: [{ id: 1 }, { id: 2 }] } }),
    ],
    [
      route('GET', String.raw`\/pullRequests\/7\/iterations\/2\/changes`),
      () => ({
        json: {
          changeEntries: [
            { item: { path: '/src/app.js' }, changeType: 'edit' },
            { item: { path: '/gone.js' }, changeType: 'delete' },
          ],
        },
      }),
    ],
    [
      route('POST', String.raw`\/pullRequests\/7\/statuses`),
      (_, { body }) => {
        const { state, description, targetUrl } = NewStatus.parse(body);
        checks.push({ commit: head, state, title: description, url: targetUrl });
        return { json: {} };
      },
    ],
    [route('GET', String.raw`\/pullRequests\/7\/threads`), () => ({ json: { value: comments.map(thread) } })],
    [
      route('POST', String.raw`\/pullRequests\/7\/threads`),
      (_, { body }) => {
        const {
          comments: [first],
          threadContext: place,
        } = NewThread.parse(body);
        comments.push({
          id: comments.length + 1,
          body: first.content,
          file: place?.filePath.slice(1),
          line: place?.rightFileStart.line,
          isResolved: false,
          author: 'us',
        });
        return { json: {} };
      },
    ],
    [
      route('PATCH', String.raw`\/pullRequests\/7\/threads\/(?<id>\d+)\/comments\/1`),
      ({ id }, { body }) => {
        const one = comment(id);
        if (one) one.body = Content.parse(body).content;
        return { status: one ? 200 : 404, json: {} };
      },
    ],
    [
      route('PATCH', String.raw`\/pullRequests\/7\/threads\/(?<id>\d+)`),
      ({ id }, { body }) => {
        const one = comment(id);
        if (one) one.isResolved = Status.parse(body).status === 'fixed';
        return { status: one ? 200 : 404, json: {} };
      },
    ],
    [
      route('POST', String.raw`\/refs`),
      (_, { body }) => {
        const [{ name, oldObjectId }] = NewRefs.parse(body);
        const success = /^0+$/.test(oldObjectId) && !refs.has(name);
        refs.add(name);
        return { json: { value: [{ success, updateStatus: success ? 'succeeded' : 'staleOldObjectId' }] } };
      },
    ],
    [
      route('POST', String.raw`\/pushes`),
      (_, { body }) => {
        const { refUpdates, commits } = NewPush.parse(body);
        const [{ name, oldObjectId }] = refUpdates;
        const files = commits[0].changes.map(({ item, newContent }) => ({
          path: item.path.slice(1),
          content: Buffer.from(newContent.content, 'base64').toString(),
        }));
        const isNew = commitOn(host, repository, oldObjectId, name.replace('refs/heads/', ''), files);
        return { status: isNew ? 201 : 409, json: {} };
      },
    ],
    [
      route('POST', String.raw`\/pullRequests`),
      (_, { body }) => {
        const { sourceRefName, targetRefName, title } = NewPull.parse(body);
        const number = 10 + opened.length;
        const [branch, target] = [sourceRefName, targetRefName].map((name) =>
          name.replace('refs/heads/', ''),
        );
        opened.push({ number, title, branch: branch ?? '', base: target ?? '' });
        return { status: 201, json: pull(number) };
      },
    ],
  ];
  const host = await startCodeHost(/\/_apis\//, routes);
  host.before = ({ headers, query }, response) => {
    if (!query.has('api-version')) return Boolean(response.writeHead(400).end('{}'));
    // Who is not signed in gets a page for people.
    return (
      headers.authorization !== basic('', token) && Boolean(response.writeHead(203).end('<html></html>'))
    );
  };
  const head = offerFeature(host, repository);
  host.gitAuthorization = basic('', token);
  return {
    host,
    access: { type: 'azureDevops', baseUrl: `${host.url}/acme`, credential: { kind: 'token', token } },
    path: 'web/_git/shop',
    repository,
    account: 'Parapet',
    comments,
    checks,
    opened,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
