import * as z from 'zod';
import { basic, type CodeHost, type Routes, startCodeHost } from './code-hosts/code-host.ts';

/** An issue as a tracker of this machine keeps it. */
export interface KeptIssue {
  readonly number: number;
  title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly priority: unknown;
  isClosed: boolean;
}

export interface SampleTracker extends AsyncDisposable {
  readonly host: CodeHost;
  readonly issues: KeptIssue[];
  /** What connects it. */
  readonly request: {
    readonly type: 'jira' | 'jiraDataCenter' | 'github' | 'gitlab' | 'linear';
    readonly baseUrl: string;
    readonly project: string;
    readonly credential: { readonly token: string; readonly username?: string };
  };
  /** Whether everybody reads its project, without signing in. */
  isPublic: boolean;
  keyOf(number: number): string;
  urlOf(number: number): string;
}

export type Kind = SampleTracker['request']['type'];
export const kinds: readonly Kind[] = ['jira', 'jiraDataCenter', 'github', 'gitlab', 'linear'];
const token = 'tracker-secret';

interface Parts {
  readonly project: string;
  readonly username?: string;
  readonly authorization: string;
  readonly keyOf: (number: number) => string;
  readonly pathOf: (number: number) => string;
  readonly routes: (kept: Kept) => Routes;
}

interface Kept {
  readonly issues: KeptIssue[];
  add(issue: Omit<KeptIssue, 'number' | 'isClosed'>): KeptIssue;
  byNumber(number: string | undefined): KeptIssue | undefined;
  urlOf(number: number): string;
  isPublic(): boolean;
}

const pageOf = (issues: readonly KeptIssue[], query: URLSearchParams): readonly KeptIssue[] => {
  const [size, page] = [Number(query.get('per_page')), Number(query.get('page'))];
  return issues.slice((page - 1) * size, page * size);
};

const answered = <T>(found: KeptIssue | undefined, say: (issue: KeptIssue) => T) =>
  found ? { json: say(found) } : { status: 404, json: {} };

/** A tracker that speaks the interface of its kind, as far as ours asks. */
export async function startTracker(kind: Kind): Promise<SampleTracker> {
  const parts = partsOf(kind);
  const issues: KeptIssue[] = [];
  let address = '';
  const urlOf = (number: number): string => `${address}/${parts.pathOf(number)}`;
  const host = await startCodeHost(
    /./,
    parts.routes({
      issues,
      add: (issue) => {
        const added = { ...issue, number: issues.length + 1, isClosed: false };
        issues.push(added);
        return added;
      },
      byNumber: (number) => issues.find((each) => each.number === Number(number)),
      urlOf,
      isPublic: () => sample.isPublic,
    }),
  );
  address = host.url;
  host.before = ({ headers, method, path }, response) =>
    headers.authorization !== parts.authorization &&
    !(sample.isPublic && method === 'GET' && path.endsWith('/project/SEC')) &&
    Boolean(response.writeHead(401).end('{}'));
  const sample: SampleTracker = {
    isPublic: false,
    host,
    issues,
    request: {
      type: kind,
      baseUrl: host.url,
      project: parts.project,
      credential: { token, ...(parts.username !== undefined && { username: parts.username }) },
    },
    keyOf: parts.keyOf,
    urlOf,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
  return sample;
}

function partsOf(kind: Kind): Parts {
  switch (kind) {
    case 'jira':
      return {
        ...jira('3', 'search/jql'),
        username: 'ada@example.com',
        authorization: basic('ada@example.com', token),
      };
    case 'jiraDataCenter':
      return { ...jira('2', 'search'), authorization: `Bearer ${token}` };
    case 'github':
      return github;
    case 'gitlab':
      return gitlab;
    case 'linear':
      return linear;
  }
}

const NewJiraIssue = z.object({
  fields: z.object({
    project: z.object({ key: z.literal('SEC') }),
    issuetype: z.object({ name: z.string() }),
    summary: z.string().max(255),
    description: z.union([z.string(), z.object({ type: z.literal('doc'), version: z.literal(1) }).loose()]),
    labels: z.array(z.string()).optional(),
    priority: z.object({ name: z.string() }).optional(),
  }),
});

function jira(version: '2' | '3', search: string): Omit<Parts, 'authorization'> {
  const say = ({ number, title, description, isClosed }: KeptIssue) => ({
    key: `SEC-${number}`,
    fields: {
      summary: title,
      description,
      status: isClosed
        ? { name: 'Done', statusCategory: { key: 'done' } }
        : { name: 'To Do', statusCategory: { key: 'new' } },
    },
  });
  const found = (issues: readonly KeptIssue[], query: URLSearchParams) => {
    const size = Number(query.get('maxResults'));
    if (version === '2') {
      const start = Number(query.get('startAt') ?? '0');
      return { issues: issues.slice(start, start + size).map(say), total: issues.length };
    }
    const start = Number(query.get('nextPageToken') ?? '0');
    const next = start + size < issues.length ? { nextPageToken: String(start + size) } : {};
    return { issues: issues.slice(start, start + size).map(say), ...next };
  };
  const route = (method: string, rest: string) => new RegExp(`^${method} /rest/api/${version}/${rest}$`);
  return {
    project: 'SEC',
    keyOf: (number) => `SEC-${number}`,
    pathOf: (number) => `browse/SEC-${number}`,
    routes: ({ issues, add, byNumber }) => [
      [route('GET', 'myself'), () => ({ json: { displayName: 'Parapet Bot' } })],
      [route('GET', 'project/SEC'), () => ({ json: { key: 'SEC' } })],
      [
        route('POST', 'issue'),
        (_, { body }) => {
          const { fields } = NewJiraIssue.parse(body);
          const { summary: title, labels = [], priority } = fields;
          // A project without priorities in its form.
          if (priority?.name === 'Highest') return { status: 400, json: { errors: { priority: 'unknown' } } };
          const isTree = typeof fields.description !== 'string';
          if (isTree !== (version === '3')) return { status: 400, json: {} };
          const description = isTree ? JSON.stringify(fields.description) : String(fields.description);
          const { number } = add({ title, description, labels, priority: priority?.name });
          return { status: 201, json: { key: `SEC-${number}` } };
        },
      ],
      [
        route('GET', search),
        (_, { query }) =>
          /^project = "SEC" AND creator = currentUser\(\) AND created >= "-\d+m"/.test(query.get('jql') ?? '')
            ? { json: found(issues, query) }
            : { status: 400, json: {} },
      ],
      [route('GET', 'issue/SEC-(?<number>\\d+)'), ({ number }) => answered(byNumber(number), say)],
    ],
  };
}

const NewGitHubIssue = z.object({ title: z.string(), body: z.string(), labels: z.array(z.string()) });

const github: Parts = {
  project: 'acme/shop',
  authorization: `Bearer ${token}`,
  keyOf: (number) => `acme/shop#${number}`,
  pathOf: (number) => `acme/shop/issues/${number}`,
  routes: ({ issues, add, byNumber, urlOf, isPublic }) => {
    const say = ({ number, title, description, isClosed }: KeptIssue) => ({
      number,
      title,
      body: description,
      html_url: urlOf(number),
      state: isClosed ? 'closed' : 'open',
    });
    return [
      [/^GET \/api\/v3\/user$/, () => ({ json: { login: 'parapet-bot' } })],
      [/^GET \/api\/v3\/repos\/acme\/shop$/, () => ({ json: { private: !isPublic() } })],
      [
        /^POST \/api\/v3\/repos\/acme\/shop\/issues$/,
        (_, { body }) => {
          const { title, body: description, labels } = NewGitHubIssue.parse(body);
          return { status: 201, json: say(add({ title, description, labels, priority: undefined })) };
        },
      ],
      [
        /^GET \/api\/v3\/repos\/acme\/shop\/issues$/,
        (_, { query }) => ({ json: pageOf(issues, query).map(say) }),
      ],
      [
        /^GET \/api\/v3\/repos\/acme\/shop\/issues\/(?<number>\d+)$/,
        ({ number }) => answered(byNumber(number), say),
      ],
    ];
  },
};

const NewGitLabIssue = z.object({
  title: z.string(),
  description: z.string(),
  labels: z.string(),
  confidential: z.literal(true),
});

const gitlab: Parts = {
  project: 'acme/web/shop',
  authorization: `Bearer ${token}`,
  keyOf: (number) => `acme/web/shop#${number}`,
  pathOf: (number) => `acme/web/shop/-/issues/${number}`,
  routes: ({ issues, add, byNumber, urlOf }) => {
    const say = ({ number, title, description, isClosed }: KeptIssue) => ({
      iid: number,
      title,
      description,
      web_url: urlOf(number),
      state: isClosed ? 'closed' : 'opened',
    });
    return [
      [/^GET \/api\/v4\/user$/, () => ({ json: { username: 'parapet-bot' } })],
      [/^GET \/api\/v4\/projects\/acme\/web\/shop$/, () => ({ json: {} })],
      [
        /^POST \/api\/v4\/projects\/acme\/web\/shop\/issues$/,
        (_, { body }) => {
          const { title, description, labels } = NewGitLabIssue.parse(body);
          const added = add({ title, description, labels: labels.split(','), priority: undefined });
          return { status: 201, json: say(added) };
        },
      ],
      [
        /^GET \/api\/v4\/projects\/acme\/web\/shop\/issues$/,
        (_, { query }) => ({ json: pageOf(issues, query).map(say) }),
      ],
      [
        /^GET \/api\/v4\/projects\/acme\/web\/shop\/issues\/(?<number>\d+)$/,
        ({ number }) => answered(byNumber(number), say),
      ],
    ];
  },
};

const Asked = z.object({
  query: z.string(),
  variables: z.object({
    id: z.string().optional(),
    marker: z.string().optional(),
    labels: z.array(z.string()).optional(),
    input: z
      .object({
        teamId: z.literal('team-1'),
        title: z.string(),
        description: z.string(),
        labelIds: z.array(z.string()),
        priority: z.int().min(1).max(4).optional(),
      })
      .optional(),
  }),
});

const linear: Parts = {
  project: 'SEC',
  authorization: token,
  keyOf: (number) => `SEC-${number}`,
  pathOf: (number) => `acme/issue/SEC-${number}/a-title`,
  routes: ({ issues, add, byNumber, urlOf }) => {
    const say = ({ number, title, isClosed }: KeptIssue) => ({
      identifier: `SEC-${number}`,
      url: urlOf(number),
      title,
      state: isClosed ? { name: 'Done', type: 'completed' } : { name: 'Todo', type: 'unstarted' },
    });
    return [
      [
        /^POST \/graphql$/,
        (_, { body }) => {
          const { query, variables } = Asked.parse(body);
          const { id, marker, labels = [], input } = variables;
          if (query.includes('viewer')) return { json: { data: { viewer: { name: 'Parapet Bot' } } } };
          if (input) {
            const { title, description, labelIds, priority } = input;
            const issue = say(add({ title, description, labels: labelIds, priority }));
            return { json: { data: { issueCreate: { issue } } } };
          }
          if (marker !== undefined) {
            const nodes = issues.filter(({ description }) => description.includes(marker)).map(say);
            return { json: { data: { issues: { nodes } } } };
          }
          if (id !== undefined) {
            const found = byNumber(id.replace('SEC-', ''));
            return { json: found ? { data: { issue: say(found) } } : { data: null, errors: [{}] } };
          }
          const issueLabels = { nodes: labels.map((name) => ({ id: name })) };
          return { json: { data: { teams: { nodes: [{ id: 'team-1' }] }, issueLabels } } };
        },
      ],
    ];
  },
};
