import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AiInventoryRepositoryItem } from '../../../../src/api/contract/ai-inventory.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import type { AiComponent } from '../../../../src/engine/ai-inventory/component.ts';
import { Harness } from '../support/harness.ts';

const { searchAiInventory, searchAiComponents } = contract.aiInventory;

const sdk: AiComponent = {
  kind: 'LLM_SDK',
  name: 'openai',
  provider: 'OpenAI',
  usage: 'RUNTIME',
  usageReason: 'A dependency of the product.',
  tier: 'GENAI',
  detectionSource: 'SCA_PACKAGE',
  version: '5.1.0',
  ecosystem: 'npm',
  purl: 'pkg:npm/openai@5.1.0',
  direct: true,
  manifestPath: 'web/package.json',
  filePath: 'web/package.json',
  line: 12,
};
const learning: AiComponent = {
  ...sdk,
  kind: 'ML_FRAMEWORK',
  name: 'scikit-learn',
  provider: 'scikit-learn',
  tier: 'CLASSIC_ML',
  usage: 'DEV_TOOLING',
  manifestPath: 'lab/requirements.txt',
  filePath: 'lab/requirements.txt',
};
const server: AiComponent = {
  kind: 'MCP_SERVER',
  name: 'Postgres_100%',
  usage: 'AMBIGUOUS',
  usageReason: 'A client’s configuration.',
  tier: 'GENAI',
  detectionSource: 'CONFIG_FILE',
  filePath: '.mcp.json',
};

describe('the AI inventory', () => {
  let service: Harness;
  let organizationId: string;

  beforeEach(async () => {
    service = await Harness.start();
    const { organizations } = await service.call(contract.organizations.listOrganizations, {});
    organizationId = organizations[0]?.id ?? assert.fail('no organization');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function scanned(repositoryId: string, ...components: AiComponent[]): Promise<string> {
    service.runner.script = async ({ on }) => {
      for (const component of components) on({ type: 'component', component });
      return undefined;
    };
    return (await service.scan(repositoryId)).id;
  }
  type Search = Partial<Parameters<typeof service.call<typeof searchAiInventory>>[1]>;
  const search = async (request: Search = {}): Promise<AiInventoryRepositoryItem[]> =>
    (await service.call(searchAiInventory, { organizationId, ...request })).repositories;
  const shown = (items: readonly AiInventoryRepositoryItem[]) =>
    items.map(({ repositoryName, scanType, totalCount }) => [repositoryName, scanType, totalCount]);

  it('has nothing before a scan, and of a scan that finds none', async () => {
    const repositoryId = await service.addRepository();
    assert.deepEqual(await search(), []);
    await scanned(repositoryId);
    assert.deepEqual(await search(), []);
  });

  it('has one row for a scan, whatever its components were read from, with counts by kind, the largest first', async () => {
    const repositoryId = await service.addRepository('shop');
    const scanId = await scanned(repositoryId, learning, sdk, { ...sdk, name: '@anthropic-ai/sdk' }, server);
    const items = await search();
    assert.equal(items.length, 1);
    const { scanFinishedAt, ...rest } = items[0] ?? assert.fail();
    assert.ok(Date.parse(scanFinishedAt) > 0);
    assert.deepEqual(rest, {
      repositoryId,
      repositoryName: 'shop',
      monorepoName: null,
      scanType: 'code',
      scanId,
      totalCount: 4,
      kindCounts: [
        { kind: 'LLM_SDK', count: 2 },
        { kind: 'MCP_SERVER', count: 1 },
        { kind: 'ML_FRAMEWORK', count: 1 },
      ],
    });
  });

  it('is of the latest scan: what that one no longer finds is gone, all of it where it finds none', async () => {
    const repositoryId = await service.addRepository('shop');
    await scanned(repositoryId, sdk, learning, server);
    const second = await scanned(repositoryId, server);
    const items = await search();
    assert.deepEqual(shown(items), [['shop', 'code', 1]]);
    assert.equal(items[0]?.scanId, second);
    await scanned(repositoryId);
    assert.deepEqual(await search(), []);
    const { components } = await service.call(searchAiComponents, { organizationId });
    assert.deepEqual(components, []);
  });

  it('keeps what the latest scan could not see, because it did not read the file', async () => {
    const repositoryId = await service.addRepository('shop');
    await scanned(repositoryId, sdk, learning);
    service.runner.script = async ({ on }) => {
      const reason = 'unreadable' as const;
      const skip = { file: sdk.filePath, reason, detail: 'No permission.', partial: false };
      on({ type: 'skip', skip });
      on({ type: 'component', component: server });
      return undefined;
    };
    const { id: scanId } = await service.scan(repositoryId);
    const { components } = await service.call(searchAiComponents, { organizationId });
    assert.deepEqual(components.map(({ name }) => name).toSorted(), ['Postgres_100%', 'openai']);
    assert.ok(components.every((component) => component.scanId === scanId));
    await scanned(repositoryId, server);
    assert.deepEqual(shown(await search()), [['shop', 'code', 1]]);
  });

  describe('of a monorepo', () => {
    const web: AiComponent = { ...sdk, monorepoName: 'apps/web', filePath: 'apps/web/package.json' };
    const api: AiComponent = { ...sdk, monorepoName: 'apps/api', filePath: 'apps/api/package.json' };
    const rows = (items: readonly AiInventoryRepositoryItem[]) =>
      items.map(({ monorepoName, scanType, totalCount }) => [monorepoName, scanType, totalCount]);

    it('has a row for each application, each with its own counts', async () => {
      await scanned(await service.addRepository('shop'), web, { ...web, name: 'ai' }, api, learning, {
        ...server,
        monorepoName: 'apps/api',
      });
      assert.deepEqual(rows(await search()), [
        [null, 'sca', 1],
        ['apps/api', 'code', 2],
        ['apps/web', 'sca', 2],
      ]);
      const found = await search({ searchQuery: 'apps/web' });
      assert.deepEqual(rows(found), [['apps/web', 'sca', 2]]);
    });

    it('loses the rows of applications that are gone, of a repository that is one thing again, too', async () => {
      const repositoryId = await service.addRepository('shop');
      await scanned(repositoryId, web, api);
      const second = await scanned(repositoryId, api, sdk);
      assert.deepEqual(rows(await search()), [
        [null, 'sca', 1],
        ['apps/api', 'sca', 1],
      ]);
      assert.ok((await search()).every(({ scanId }) => scanId === second));
      await scanned(repositoryId, sdk);
      assert.deepEqual(rows(await search()), [[null, 'sca', 1]]);
      await scanned(repositoryId, web);
      assert.deepEqual(rows(await search()), [['apps/web', 'sca', 1]]);
    });

    it('is paged row by row, and its components are those of one application where one is named', async () => {
      const repositoryId = await service.addRepository('shop');
      await scanned(repositoryId, web, api, sdk, server);
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const answer = await service.call(searchAiInventory, {
          organizationId,
          limit: 1,
          ...(cursor === undefined ? {} : { cursor }),
        });
        seen.push(...rows(answer.repositories));
        cursor = answer.nextCursor;
      } while (cursor !== undefined);
      assert.deepEqual(seen, rows(await search()));
      assert.equal(seen.length, 3);
      const placesOf = async (request: object) =>
        (await service.call(searchAiComponents, { organizationId, ...request })).components.map(
          ({ monorepoName, filePath }) => [monorepoName, filePath],
        );
      assert.deepEqual(await placesOf({ monorepoName: 'apps/web' }), [['apps/web', 'apps/web/package.json']]);
      assert.deepEqual(await placesOf({ monorepoName: null, scanType: 'code' }), [
        [null, 'web/package.json'],
        [null, '.mcp.json'],
      ]);
      assert.equal((await placesOf({})).length, 4);
      assert.deepEqual(await placesOf({ monorepoName: 'apps' }), []);
    });
  });

  it('is filtered by every field, each component by itself', async () => {
    await scanned(await service.addRepository('shop'), sdk, learning);
    await scanned(await service.addRepository('tools'), server);
    const [tools] = await search({ kinds: ['MCP_SERVER'] });
    const cases: [Search, unknown[]][] = [
      [{ kinds: ['LLM_SDK'] }, [['shop', 'sca', 1]]],
      [
        { kinds: ['LLM_SDK', 'MCP_SERVER'] },
        [
          ['tools', 'code', 1],
          ['shop', 'sca', 1],
        ],
      ],
      [{ usages: ['DEV_TOOLING'] }, [['shop', 'sca', 1]]],
      [{ tiers: ['CLASSIC_ML'] }, [['shop', 'sca', 1]]],
      [{ providers: ['openai'] }, [['shop', 'sca', 1]]],
      [{ providers: ['Open'] }, []],
      [{ detectionSources: ['CONFIG_FILE'] }, [['tools', 'code', 1]]],
      [{ repositoryIds: [tools?.repositoryId ?? ''] }, [['tools', 'code', 1]]],
      [{ repositoryIds: ['no such repository'] }, []],
      [{ searchQuery: 'SCIKIT' }, [['shop', 'sca', 1]]],
      [{ searchQuery: 'OpenAI' }, [['shop', 'sca', 1]]],
      [{ searchQuery: 'lab/req' }, [['shop', 'sca', 1]]],
      [{ searchQuery: '.mcp' }, [['tools', 'code', 1]]],
      [{ searchQuery: '_100%' }, [['tools', 'code', 1]]],
      [{ searchQuery: '%' }, [['tools', 'code', 1]]],
      [
        { searchQuery: '  ' },
        [
          ['tools', 'code', 1],
          ['shop', 'sca', 2],
        ],
      ],
      [
        { kinds: [] },
        [
          ['tools', 'code', 1],
          ['shop', 'sca', 2],
        ],
      ],
      // No component is both.
      [{ kinds: ['LLM_SDK'], tiers: ['CLASSIC_ML'] }, []],
      [{ kinds: ['LLM_SDK'], searchQuery: 'scikit' }, []],
      [{ kinds: ['ML_FRAMEWORK'], searchQuery: 'scikit' }, [['shop', 'sca', 1]]],
    ];
    for (const [request, expected] of cases)
      assert.deepEqual(shown(await search(request)), expected, JSON.stringify(request));
  });

  it('is paged without a gap or a repeat, while rows come and go', async () => {
    const names = Array.from({ length: 23 }, (_, i) => `r${String(i).padStart(2, '0')}`);
    const ids: string[] = [];
    for (const name of names) {
      const id = await service.addRepository(name);
      ids.push(id);
      await scanned(id, sdk);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; ; page++) {
      const answer = await service.call(searchAiInventory, {
        organizationId,
        limit: 5,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...answer.repositories.map(({ repositoryName }) => repositoryName));
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
      // One that was seen goes, one comes that is newer than all.
      if (page === 0) {
        await service.call(contract.repositories.deleteRepositories, { repositoryIds: [ids[22] ?? ''] });
        await scanned(await service.addRepository('late'), sdk);
      }
    }
    assert.deepEqual(seen, names.toReversed());
  });

  it('gives ten rows where no limit is asked for', async () => {
    for (let i = 0; i < 11; i++) await scanned(await service.addRepository(`r${i}`), sdk);
    assert.equal((await search()).length, 10);
    assert.equal((await search({ limit: 50 })).length, 11);
  });

  it('refuses cursors of other filters and of other searches, and what it does not know', async () => {
    for (let i = 0; i < 2; i++) await scanned(await service.addRepository(`r${i}`), sdk, learning);
    const { nextCursor } = await service.call(searchAiInventory, { organizationId, limit: 1 });
    const cursor = nextCursor ?? assert.fail('one page');
    const { nextCursor: other } = await service.call(searchAiComponents, { organizationId, limit: 1 });
    await service.refusal(searchAiInventory, { organizationId, cursor, kinds: ['LLM_SDK'] }, 400);
    await service.refusal(searchAiInventory, { organizationId, cursor: other ?? assert.fail() }, 400);
    await service.refusal(searchAiInventory, { organizationId, cursor: `${cursor}x` }, 400);
    for (const wrong of [
      { limit: 0 },
      { limit: 51 },
      { limit: 1.5 },
      { kinds: ['LLM'] },
      { colour: 'red' },
    ]) {
      await service.refusal(searchAiInventory, { organizationId, ...wrong } as never, 400);
    }
    await service.refusal(searchAiInventory, {} as never, 400);
    const elsewhere = '00000000-0000-4000-8000-000000000000';
    await service.refusal(searchAiInventory, { organizationId: elsewhere }, 404);
  });

  it('tells each component with all that is known of it, page by page', async () => {
    const repositoryId = await service.addRepository('shop');
    const scanId = await scanned(repositoryId, sdk, learning, server);
    const one = await service.call(searchAiComponents, { organizationId, searchQuery: 'openai' });
    const { id, ...rest } = one.components[0] ?? assert.fail();
    assert.match(id, /^[0-9a-f-]{36}$/);
    const where = { repositoryId, repositoryName: 'shop', monorepoName: null, scanType: 'code', scanId };
    assert.deepEqual(rest, { ...sdk, ...where });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await service.call(searchAiComponents, {
        organizationId,
        scanId,
        limit: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      names.push(...answer.components.map(({ name }) => name));
      cursor = answer.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(names.toSorted(), ['Postgres_100%', 'openai', 'scikit-learn']);
    await scanned(await service.addRepository('packages'), learning);
    const packages = await service.call(searchAiComponents, { organizationId, scanType: 'sca' });
    assert.deepEqual(
      packages.components.map(({ name }) => name),
      ['scikit-learn'],
    );
  });

  it('counts what the filters let through, whatever was found', async () => {
    const component = fc.record({
      kind: fc.constantFrom('LLM_SDK', 'MCP_SERVER', 'SKILL'),
      usage: fc.constantFrom('RUNTIME', 'DEV_TOOLING'),
      name: fc.constantFrom('openai', 'open%ai', 'Mistral', 'x_y'),
      provider: fc.constantFrom(undefined, 'OpenAI', 'Mistral'),
    });
    const request = fc.record({
      kinds: fc.subarray(['LLM_SDK', 'MCP_SERVER'] as const),
      usages: fc.subarray(['RUNTIME'] as const),
      providers: fc.subarray(['openai', 'MISTRAL']),
      searchQuery: fc.constantFrom('', 'open', '%', '_', 'mis'),
    });
    const repositoryId = await service.addRepository('shop');
    await fc.assert(
      fc.asyncProperty(
        fc.array(component, { minLength: 1, maxLength: 12 }),
        request,
        async (drawn, asked) => {
          const components = drawn.map(
            ({ provider, ...rest }): AiComponent => ({
              ...server,
              ...rest,
              ...(provider === undefined ? {} : { provider }),
            }),
          );
          await scanned(repositoryId, ...components);
          const passing = components.filter(
            ({ kind, usage, name, provider, filePath }) =>
              (asked.kinds.length === 0 || asked.kinds.some((one) => one === kind)) &&
              (asked.usages.length === 0 || asked.usages.some((one) => one === usage)) &&
              (asked.providers.length === 0 ||
                asked.providers.some((one) => one.toLowerCase() === provider?.toLowerCase())) &&
              [name, provider ?? '', filePath].some((text) => text.toLowerCase().includes(asked.searchQuery)),
          );
          const [item] = await search(asked);
          assert.equal(item?.totalCount ?? 0, passing.length);
          for (const { kind, count } of item?.kindCounts ?? [])
            assert.equal(count, passing.filter((one) => one.kind === kind).length);
          const { components: listed } = await service.call(searchAiComponents, {
            organizationId,
            ...asked,
            limit: 100,
          });
          assert.equal(listed.length, passing.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
