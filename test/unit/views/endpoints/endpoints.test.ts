import assert from 'node:assert/strict';
import type { HttpEndpoint } from '../../../../src/api/contract/endpoints.ts';
import type { EndpointPage } from '../../../../src/connection/repository/search-api.ts';
import { isActive, matcher, noFilter, readFilter } from '../../../../src/views/endpoints/filter.ts';
import { groupsOf } from '../../../../src/views/endpoints/grouping.ts';
import {
  endpointsOfFolder,
  issuesByEndpoint,
  type KnownEndpoint,
} from '../../../../src/views/endpoints/known-endpoint.ts';
import { notices } from '../../../../src/views/endpoints/notices.ts';
import { accessOf, evidenceOf } from '../../../../src/words/endpoints.ts';
import { folder, makeKnown } from '../make-issue.ts';

const { signal } = new AbortController();
let made = 0;

function makeEndpoint(given: Partial<HttpEndpoint> = {}): HttpEndpoint {
  made += 1;
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    organizationId: 'o1',
    repositoryId: 'r1',
    repositoryName: 'shop',
    branch: 'main',
    scanId: 's1',
    name: 'show',
    description: '',
    path: '/users/:id',
    methods: ['GET'],
    authentication: 'NONE',
    guards: [],
    authorization: { roles: [] },
    parameters: [],
    language: 'javascript',
    file: 'users.js',
    line: 10,
    lastSeenAt: '2026-01-31T12:00:00.000Z',
    ...given,
  };
}
const known = (given: Partial<HttpEndpoint> = {}): KnownEndpoint => ({
  endpoint: makeEndpoint(given),
  folder,
});

describe('endpoints of a folder', () => {
  const scan = { branch: 'main' };
  const open = { uri: folder, name: 'shop', repositoryId: 'r1' };
  const pagesOf = (endpoints: readonly HttpEndpoint[], size: number) => ({
    endpointsOf: async (_id: string, cursor: string | undefined): Promise<EndpointPage> => {
      const from = Number(cursor ?? 0);
      const isMore = from + size < endpoints.length;
      return {
        endpoints: endpoints.slice(from, from + size),
        ...(isMore && { nextCursor: String(from + size) }),
      };
    },
  });

  it('are all pages of them, of the branch that was scanned and below the folder', async () => {
    const endpoints = [
      ...Array.from({ length: 250 }, (_, i) => makeEndpoint({ path: `/${i}`, file: 'web/a.js' })),
      makeEndpoint({ branch: 'other', file: 'web/a.js' }),
      makeEndpoint({ file: 'other/a.js' }),
    ];
    const found = await endpointsOfFolder(
      pagesOf(endpoints, 100),
      { folder: { ...open, prefix: 'web/' }, scan },
      signal,
    );
    assert.deepEqual([found.endpoints.length, found.isCut, found.isOffered], [250, false, true]);
  });

  it('are listed up to a limit, which is said', async () => {
    const endpoints = Array.from({ length: 250 }, () => makeEndpoint());
    const found = await endpointsOfFolder(pagesOf(endpoints, 100), { folder: open, scan }, signal, 120);
    assert.deepEqual([found.endpoints.length, found.isCut], [120, true]);
    assert.deepEqual(
      notices([found], 1).map(({ icon }) => icon),
      ['warning'],
    );
  });

  it('are not offered by every service', async () => {
    const api = { endpointsOf: async () => undefined };
    const found = await endpointsOfFolder(api, { folder: open, scan }, signal);
    assert.equal(notices([found], 0)[0]?.label, 'This service does not list endpoints');
  });

  it('end with a service whose pages go in a circle', async () => {
    const api = { endpointsOf: async () => ({ endpoints: [makeEndpoint()], nextCursor: 'again' }) };
    assert.equal((await endpointsOfFolder(api, { folder: open, scan }, signal)).endpoints.length, 2);
  });

  it('that are none, and those that the filter leaves out, are told apart', () => {
    const some = { folderName: 'shop', endpoints: [known()], isOffered: true, isCut: false };
    assert.equal(notices([{ ...some, endpoints: [] }], 0)[0]?.label, 'No endpoints were found');
    assert.equal(notices([some], 0)[0]?.command, 'parapet.endpointsClearFilter');
    assert.deepEqual(notices([some], 1), []);
  });
});

describe('issues of endpoints', () => {
  const source = (file: string, line: number) => ({
    source: {
      file,
      range: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
      snippet: '',
      role: 'source' as const,
      message: '',
    },
    stepCount: 2,
  });

  it('are those whose data comes in at the handler, wherever it ends; worst first', () => {
    const first = known({ line: 10, path: '/a' });
    const second = known({ line: 20, path: '/b' });
    const alias = known({ line: 20, path: '/c' });
    const low = makeKnown({ file: 'db.js', startLine: 3, score: 20, flow: source('users.js', 21) });
    const high = makeKnown({ file: 'users.js', startLine: 99, score: 80, flow: source('users.js', 25) });
    const before = makeKnown({ file: 'users.js', startLine: 5 });
    const gone = makeKnown({ file: 'users.js', startLine: 12, status: 'RESOLVED' });
    const left = makeKnown({ file: 'users.js', startLine: 12, status: 'ACCEPTED_RISK' });
    const found = issuesByEndpoint([second, first, alias], [low, high, before, gone, left]);
    assert.deepEqual(found.get(second.endpoint.id), [high, low]);
    assert.deepEqual(found.get(alias.endpoint.id), [high, low]);
    assert.equal(found.get(first.endpoint.id), undefined);
  });
});

describe('how endpoints are shown', () => {
  it('groups them, those without authentication first', () => {
    const all = [
      known({ authentication: 'REQUIRED', authorization: { roles: ['admin'] } }),
      known({ authentication: 'REQUIRED' }),
      known({ authentication: 'UNKNOWN', authorization: { roles: ['admin'] } }),
      known({ path: '/z' }),
      known({ path: '/a' }),
    ];
    assert.deepEqual(
      groupsOf(all, 'access').map(({ key, members }) => [key, members.map(({ endpoint }) => endpoint.path)]),
      [
        ['anonymous', ['/a', '/z']],
        ['unknown', ['/users/:id']],
        ['loggedIn', ['/users/:id']],
        ['role', ['/users/:id']],
      ],
    );
  });

  it('groups them by what routers are mounted at', () => {
    const paths = ['/api/v1/users/:id', '/api/v1/users', '/api/v1/orders', '/', ''];
    assert.deepEqual(
      groupsOf(
        paths.map((path) => known({ path })),
        'path',
      ).map(({ label }) => label),
      ['/', '/api/v1/orders', '/api/v1/users', 'Path not constant'],
    );
  });

  it('filters by every word, access and issues', () => {
    const passes = (filter: object, one: KnownEndpoint) =>
      matcher({ ...noFilter, ...filter }, (id) => id === one.endpoint.id)(one);
    const one = known();
    assert.ok(passes({ text: 'get USERS.js' }, one));
    assert.ok(!passes({ text: 'post users' }, one));
    assert.ok(passes({ accesses: ['anonymous'], withIssues: true }, one));
    assert.ok(!passes({ accesses: ['role'] }, one));
    assert.ok(!matcher({ ...noFilter, withIssues: true }, () => false)(one));
  });

  it('reads a filter that was kept, and takes nothing else for one', () => {
    assert.deepEqual(readFilter({ text: 'a', accesses: ['role', 'nonsense'], withIssues: true }), {
      text: 'a',
      accesses: ['role'],
      withIssues: true,
    });
    for (const stored of [undefined, 3, 'x', [], { text: 7, accesses: 'role' }])
      assert.ok(!isActive(readFilter(stored)));
  });

  it('does not take a name for a proof', () => {
    const unclear = makeEndpoint({
      authentication: 'UNKNOWN',
      guards: [{ guard: 'checkUser', shownBy: 'name' }],
    });
    assert.equal(accessOf(unclear), 'unknown');
    assert.match(evidenceOf(unclear).join(' '), /checkUser sounds like a guard.*not shown/);
  });
});
