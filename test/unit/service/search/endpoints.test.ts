import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { FoundEndpoint } from '../../../../src/engine/endpoints/endpoint.ts';
import type { Skip } from '../../../../src/engine/finding.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { httpEndpoints, semanticSearch, repositories } = contract;

const base: FoundEndpoint = {
  handler: 'show',
  file: 'src/users.js',
  line: 3,
  methods: ['GET'],
  path: '/users',
  description: '',
  language: 'javascript',
  authentication: 'NONE',
  guards: [],
  administrators: undefined,
  roles: [],
  parameters: [],
};

describe('endpoints and issues of the index', () => {
  let service: Harness;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository('shop');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function scanned(endpoints: readonly Partial<FoundEndpoint>[], skip?: Skip): Promise<void> {
    service.runner.script = async ({ on }) => {
      on({ type: 'endpoints', endpoints: endpoints.map((one) => ({ ...base, ...one })) });
      if (skip) on({ type: 'skip', skip });
      return undefined;
    };
    await service.scan(repositoryId);
  }
  const paths = async (): Promise<readonly string[]> =>
    (await service.call(httpEndpoints.listEndpoints, {})).endpoints.map(({ path }) => path);

  it('are those of the latest scan, with the same ids, and go with the repository', async () => {
    await scanned([{}, { path: '/orders' }]);
    const before = (await service.call(httpEndpoints.listEndpoints, {})).endpoints;
    await scanned([{ line: 9 }, { path: '/items' }]);
    const after = (await service.call(httpEndpoints.listEndpoints, {})).endpoints;
    assert.deepEqual(
      after.map(({ path }) => path),
      ['/items', '/users'],
    );
    const idOf = (all: typeof after) => all.find(({ path }) => path === '/users')?.id;
    assert.equal(idOf(after), idOf(before));
    assert.deepEqual(
      (await service.call(semanticSearch.searchEndpointsByMeaning, { query: 'orders' })).endpoints,
      [],
    );
    await service.call(repositories.deleteRepositories, { repositoryIds: [repositoryId] });
    assert.deepEqual(await paths(), []);
    assert.deepEqual(
      (await service.call(semanticSearch.searchEndpointsByMeaning, { query: 'users' })).endpoints,
      [],
    );
  });

  it('stay where a scan did not read their file', async () => {
    await scanned([{}, { path: '/orders', file: 'src/orders.js' }]);
    await scanned([], { file: 'src/orders.js', reason: 'too-large', detail: 'x', partial: false });
    assert.deepEqual(await paths(), ['/orders']);
  });

  it('finds an issue by its new file, and not by the one that it had', async () => {
    const issuesOf = async (query: string) =>
      (await service.call(semanticSearch.searchIssuesByMeaning, { query })).vulnerabilities;
    const scan = async (file: string): Promise<void> => {
      service.runner.script = async ({ on }) => {
        on({ type: 'finding', finding: finding({ fingerprint: 'f1', file }) });
        return undefined;
      };
      await service.scan(repositoryId);
    };
    await scan('src/warehouse.js');
    const [found] = await issuesOf('warehouse');
    assert.equal(found?.file, 'src/warehouse.js');
    assert.ok(found.relevance > 0.2 && found.relevance <= 1);
    assert.deepEqual(await issuesOf('gardening'), []);
  });
});
