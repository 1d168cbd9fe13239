import * as z from 'zod';
import { basic, type Routes, startCodeHost } from './code-host.ts';
import { commitOn, type HostedSample, type KeptComment, offerFeature } from './hosted.ts';

const NewNote = z.object({ body: z.string() });
const NewDiscussion = NewNote.extend({
  position: z.object({
    position_type: z.literal('text'),
    base_sha: z.string(),
    start_sha: z.string(),
    head_sha: z.string(),
    old_path: z.string(),
    new_path: z.string(),
    new_line: z.int(),
  }),
});
const NewStatus = z.object({
  state: z.string(),
  name: z.string(),
  description: z.string(),
  target_url: z.string().optional(),
});
const NewCommit = z.object({
  branch: z.string(),
  start_sha: z.string(),
  actions: z.array(
    z.object({
      action: z.literal('update'),
      file_path: z.string(),
      content: z.string(),
      encoding: z.literal('base64'),
    }),
  ),
});
const NewMerge = z.object({ source_branch: z.string(), target_branch: z.string(), title: z.string() });

/** A GitLab of one's own with the project `acme/group/shop`. */
export async function startGitLab(): Promise<HostedSample> {
  const token = 'glpat-secret';
  const path = 'acme/group/shop';
  const repository = `${path}.git`;
  const comments: KeptComment[] = [];
  const checks: HostedSample['checks'] = [];
  const opened: HostedSample['opened'] = [];
  const project = () => ({
    path_with_namespace: path,
    name: 'Shop',
    http_url_to_repo: `${host.url}/${repository}`,
    default_branch: 'main',
    visibility: 'private',
  });
  const merge = (iid: number) => ({
    iid,
    title: opened.find(({ number }) => number === iid)?.title ?? 'A change',
    web_url: `${host.url}/${path}/-/merge_requests/${iid}`,
    author: { username: 'ada' },
    state: 'opened',
    sha: head,
    target_branch: 'main',
    diff_refs: { base_sha: main(), start_sha: main(), head_sha: head },
  });
  const main = () => host.git.git(repository, 'rev-parse', 'main');
  const note = ({ id, body, author, isResolved, file }: KeptComment) => ({
    id: `d${id}`,
    individual_note: file === undefined,
    notes: [{ id, body, author: { username: author }, resolvable: file !== undefined, resolved: isResolved }],
  });
  const base = String.raw`\/api\/v4\/projects\/acme\/group\/shop`;
  const route = (method: string, rest: string) => new RegExp(`^${method} ${base}${rest}$`);
  const routes: Routes = [
    [/^GET \/api\/v4\/user$/, () => ({ json: { username: 'project_1_bot' } })],
    [
      /^GET \/api\/v4\/projects$/,
      (_, { query }) =>
        query.get('page') === '1'
          ? { json: [project()], headers: { 'x-next-page': '2' } }
          : { json: [{ ...project(), path_with_namespace: 'acme/other' }], headers: { 'x-next-page': '' } },
    ],
    [route('GET', ''), () => ({ json: project() })],
    [route('GET', String.raw`\/merge_requests\/7`), () => ({ json: merge(7) })],
    [
      route('GET', String.raw`\/merge_requests`),
      (_, { query }) => ({
        json: opened
          .filter(({ branch }) => branch === query.get('source_branch'))
          .map(({ number }) => merge(number)),
      }),
    ],
    [
      route('GET', String.raw`\/merge_requests\/7\/diffs`),
      () => {
        const diff = host.git.git(repository, 'diff', 'main...feature');
        const changed = {
          old_path: 'src/app.js',
          new_path: 'src/app.js',
          diff: diff.slice(diff.indexOf('@@')),
        };
        return { json: [changed, { old_path: 'gone', new_path: 'gone', diff: '', deleted_file: true }] };
      },
    ],
    [
      route('POST', String.raw`\/statuses\/(?<commit>[0-9a-f]+)`),
      ({ commit = '' }, { body }) => {
        const { state, description, target_url: url } = NewStatus.parse(body);
        if (state === 'pending' && checks.at(-1)?.state === state) return { status: 400, json: {} };
        checks.push({ commit, state, title: description, url });
        return { status: 201, json: {} };
      },
    ],
    [route('GET', String.raw`\/merge_requests\/7\/discussions`), () => ({ json: comments.map(note) })],
    [
      route('POST', String.raw`\/merge_requests\/7\/notes`),
      (_, { body }) => {
        comments.push(kept(comments, NewNote.parse(body).body));
        return { status: 201, json: {} };
      },
    ],
    [
      route('POST', String.raw`\/merge_requests\/7\/discussions`),
      (_, call) => {
        const { body, position } = NewDiscussion.parse(call.body);
        if (position.new_line !== 2) return { status: 400, json: {} };
        comments.push({ ...kept(comments, body), file: position.new_path, line: position.new_line });
        return { status: 201, json: {} };
      },
    ],
    [
      route('PUT', String.raw`\/merge_requests\/7(?:\/discussions\/d\d+)?\/notes\/(?<id>\d+)`),
      ({ id }, { body }) => {
        const one = comments.find((each) => each.id === Number(id));
        if (one) one.body = NewNote.parse(body).body;
        return { status: one ? 200 : 404, json: {} };
      },
    ],
    [
      route('PUT', String.raw`\/merge_requests\/7\/discussions\/d(?<id>\d+)`),
      ({ id }, { query }) => {
        const one = comments.find((each) => each.id === Number(id));
        if (one) one.isResolved = query.get('resolved') === 'true';
        return { status: one ? 200 : 404, json: {} };
      },
    ],
    [
      route('POST', String.raw`\/repository\/commits`),
      (_, { body }) => {
        const { branch, start_sha: start, actions } = NewCommit.parse(body);
        const files = actions.map(({ file_path: file, content }) => ({
          path: file,
          content: Buffer.from(content, 'base64').toString(),
        }));
        return { status: commitOn(host, repository, start, branch, files) ? 201 : 400, json: {} };
      },
    ],
    [
      route('POST', String.raw`\/merge_requests`),
      (_, { body }) => {
        const { source_branch: branch, target_branch: target, title } = NewMerge.parse(body);
        const number = 8 + opened.length;
        opened.push({ number, branch, base: target, title });
        return { status: 201, json: merge(number) };
      },
    ],
  ];
  const host = await startCodeHost(/^\/api\//, routes);
  host.before = ({ headers }, response) =>
    headers['private-token'] !== token && Boolean(response.writeHead(401).end('{}'));
  const head = offerFeature(host, repository);
  host.gitAuthorization = basic('oauth2', token);
  return {
    host,
    access: { type: 'gitlab', baseUrl: host.url, credential: { kind: 'token', token } },
    path,
    repository,
    account: 'project_1_bot',
    comments,
    checks,
    opened,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

function kept(comments: readonly KeptComment[], body: string): KeptComment {
  return {
    id: comments.length + 1,
    body,
    file: undefined,
    line: undefined,
    isResolved: false,
    author: 'project_1_bot',
  };
}
