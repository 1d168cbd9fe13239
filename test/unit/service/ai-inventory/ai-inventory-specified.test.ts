import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { AiComponent } from '../../../../src/engine/ai-inventory/component.ts';
import { aiKinds } from '../../../conformance/specified.ts';
import { type Credentials, Harness } from '../support/harness.ts';

const path = '/api/v1/sca/ai-inventory/repositories/search';
const values = {
  kinds: aiKinds,
  usages: ['RUNTIME', 'DEV_TOOLING', 'AMBIGUOUS'],
  tiers: ['GENAI', 'CLASSIC_ML'],
  detectionSources: ['SCA_PACKAGE', 'FILE_PATH', 'FILE_CONTENT', 'CONFIG_FILE'],
} as const;

const base: AiComponent = {
  kind: 'LLM_SDK',
  name: 'openai',
  provider: 'OpenAI',
  usage: 'RUNTIME',
  usageReason: 'x',
  tier: 'GENAI',
  detectionSource: 'SCA_PACKAGE',
  manifestPath: 'web/manifest.one',
  filePath: 'web/file.two',
};

/** The search as the specification has it, said in its own words and not the contract's. */
describe('the specification of the AI-component search', () => {
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

  async function scanned(name: string, ...components: Partial<AiComponent>[]): Promise<string> {
    const repositoryId = await service.addRepository(name);
    service.runner.script = async ({ on }) => {
      for (const component of components) on({ type: 'component', component: { ...base, ...component } });
      return undefined;
    };
    await service.scan(repositoryId);
    return repositoryId;
  }

  interface Reply {
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>>;
  }
  async function post(
    body: unknown,
    headers: Readonly<Record<string, string>> = headersOf(service.credentials),
  ): Promise<Reply> {
    const response = await service.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
  const headersOf = ({ tokenId, tokenSecret }: Credentials): Record<string, string> => ({
    'X-Service-API-Token-Id': tokenId,
    'X-Service-API-Token-Secret': tokenSecret,
  });
  const itemsOf = ({ body }: Reply): Readonly<Record<string, unknown>>[] => {
    assert.ok(Array.isArray(body['repositories']), JSON.stringify(body));
    return body['repositories'];
  };
  async function refused(body: unknown, status = 400, headers?: Record<string, string>): Promise<void> {
    const reply = await post(body, headers);
    assert.equal(reply.status, status, `${JSON.stringify(body)}: ${JSON.stringify(reply.body)}`);
    assert.equal(typeof reply.body['error'], 'string');
    assert.notEqual(reply.body['error'], '');
  }

  it('2.1, 2.2: an item has each field with its type, and its counts are ordered and add up', async () => {
    const repositoryId = await scanned('shop', {}, { kind: 'SKILL' }, { kind: 'SKILL', name: 'b' });
    const [item, ...others] = itemsOf(await post({ organizationId }));
    assert.equal(others.length, 0);
    const { scanId, scanFinishedAt, ...rest } = item ?? assert.fail();
    assert.deepEqual(rest, {
      repositoryId,
      repositoryName: 'shop',
      monorepoName: null,
      scanType: 'sca',
      totalCount: 3,
      kindCounts: [
        { kind: 'SKILL', count: 2 },
        { kind: 'LLM_SDK', count: 1 },
      ],
    });
    assert.equal(typeof scanId, 'string');
    assert.match(String(scanFinishedAt), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/);
  });

  it('2.1: one item a repository; its scanType is sca where packages were enough, else code; nothing else', async () => {
    await scanned('packages', { name: 'a' }, { name: 'b' });
    await scanned(
      'shop',
      ...values.detectionSources.map((detectionSource) => ({ detectionSource, name: detectionSource })),
    );
    const items = itemsOf(await post({ organizationId }));
    assert.deepEqual(items.map(({ scanType, totalCount }) => [scanType, totalCount]).toSorted(), [
      ['code', 4],
      ['sca', 2],
    ]);
  });

  it('2.3: every value of every enumeration is stored, counted and asked for; no other is taken', async () => {
    await scanned('kinds', ...aiKinds.map((kind) => ({ kind })));
    await scanned('usages', ...values.usages.map((usage) => ({ usage })));
    await scanned('tiers', ...values.tiers.map((tier) => ({ tier })));
    for (const [field, all] of Object.entries(values)) {
      for (const value of all) {
        const reply = await post({ organizationId, [field]: [value] });
        assert.equal(reply.status, 200, `${field} ${value}`);
        if (field !== 'detectionSources' || value === 'SCA_PACKAGE')
          assert.ok(itemsOf(reply).length > 0, `${field} ${value}`);
      }
      assert.equal((await post({ organizationId, [field]: all })).status, 200);
      const [first = ''] = all;
      for (const wrong of [[first.toLowerCase()], ['NONE'], [''], [null], [1], first, { 0: first }, null])
        await refused({ organizationId, [field]: wrong });
    }
  });

  it('4.1: organizationId is required and a string; nothing that the interface does not name is taken', async () => {
    for (const body of [
      {},
      { organizationId: 1 },
      { organizationId: null },
      { organizationId: [organizationId] },
    ])
      await refused(body);
    for (const extra of ['kind', 'offset', 'page', 'orgId', 'monorepoName', 'scanType'])
      await refused({ organizationId, [extra]: 'x' });
    for (const body of ['', '{', '[]', 'null', '"x"', '1']) await refused(body);
  });

  it('4.1, 8: limit goes from 1 to 50 and is 10', async () => {
    for (let index = 0; index < 51; index++) await scanned(`r${index}`, {});
    const lengthOf = async (limit?: number) => itemsOf(await post({ organizationId, limit })).length;
    assert.equal(await lengthOf(), 10);
    assert.equal(await lengthOf(1), 1);
    assert.equal(await lengthOf(2), 2);
    assert.equal(await lengthOf(49), 49);
    assert.equal(await lengthOf(50), 50);
    for (const limit of [0, 51, -1, 1.5, 1e9, '10', null, [10], true])
      await refused({ organizationId, limit });
  });

  it('4.1: repositoryIds, providers and searchQuery are free texts', async () => {
    const id = await scanned('shop', {});
    await scanned('other', { name: 'else', provider: 'Nobody', manifestPath: 'm', filePath: 'f' });
    const found = async (request: object): Promise<unknown[]> =>
      itemsOf(await post({ organizationId, ...request })).map(({ repositoryName }) => repositoryName);
    assert.deepEqual(await found({ repositoryIds: [id] }), ['shop']);
    assert.deepEqual(await found({ repositoryIds: [id, 'unknown', ''] }), ['shop']);
    assert.deepEqual(await found({ repositoryIds: ['unknown'] }), []);
    assert.deepEqual(await found({ providers: ['OpenAI'] }), ['shop']);
    assert.deepEqual(await found({ providers: ['a provider that nobody knows'] }), []);
    // Name, provider, manifest path, file path: each of the four, and nothing else of a component.
    for (const searchQuery of ['openai', 'OpenAI', 'manifest.one', 'file.two'])
      assert.deepEqual(await found({ searchQuery }), ['shop'], searchQuery);
    for (const searchQuery of ['LLM_SDK', 'RUNTIME', 'shop', "' or 1=1 --", '\u0000', '"', '\\', '*'])
      assert.deepEqual(await found({ searchQuery }), [], searchQuery);
    for (const field of ['repositoryIds', 'providers'])
      for (const wrong of ['x', [1], [null], {}, null]) await refused({ organizationId, [field]: wrong });
    for (const wrong of [1, null, ['x'], {}]) await refused({ organizationId, searchQuery: wrong });
  });

  it('4.1: pages follow each other by nextCursor, which the last one has not', async () => {
    for (let index = 0; index < 5; index++) await scanned(`r${index}`, {});
    const seen: unknown[] = [];
    let cursor: unknown;
    for (let page = 1; ; page++) {
      const reply = await post({ organizationId, limit: 2, ...(cursor !== undefined && { cursor }) });
      seen.push(...itemsOf(reply).map(({ repositoryName }) => repositoryName));
      cursor = reply.body['nextCursor'];
      assert.equal('nextCursor' in reply.body, page < 3);
      if (cursor === undefined) break;
      assert.equal(typeof cursor, 'string');
    }
    assert.deepEqual(seen, ['r4', 'r3', 'r2', 'r1', 'r0']);
    const whole = await post({ organizationId, limit: 5 });
    assert.ok(!('nextCursor' in whole.body), 'a page that is just full is the last one');
  });

  it('4.1: a page size may change between pages; a filter may not', async () => {
    for (let index = 0; index < 4; index++) await scanned(`r${index}`, {});
    const { body } = await post({ organizationId, limit: 1 });
    const cursor = body['nextCursor'];
    assert.equal(itemsOf(await post({ organizationId, limit: 50, cursor })).length, 3);
    for (const filter of [
      { kinds: ['LLM_SDK'] },
      { searchQuery: 'openai' },
      { repositoryIds: [] },
      { tiers: ['GENAI'] },
    ])
      await refused({ organizationId, cursor, ...filter });
  });

  it('4.1: a cursor that was altered anywhere is refused, and so is a made one', async () => {
    for (let index = 0; index < 3; index++) await scanned(`r${index}`, {});
    const cursor = String((await post({ organizationId, limit: 1 })).body['nextCursor']);
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      await refused({ organizationId, cursor: cursor.slice(0, at) + other + cursor.slice(at + 1) });
    }
    const payload = Buffer.from(JSON.stringify(['9999', 1])).toString('base64url');
    const [own = '', signature = ''] = cursor.split('.');
    for (const made of [
      '',
      ' ',
      '.',
      `${payload}.`,
      payload,
      `${payload}.${signature}`,
      own,
      `${cursor}.`,
      `${cursor} `,
      `${cursor}${cursor}`,
      'x'.repeat(100_000),
    ])
      await refused({ organizationId, cursor: made });
    for (const wrong of [1, null, {}, [cursor]]) await refused({ organizationId, cursor: wrong });
  });

  it('4.1: a cursor of another operation, or of another service, is refused', async () => {
    for (let index = 0; index < 3; index++) await scanned(`r${index}`, {});
    const components = await service.call(contract.aiInventory.searchAiComponents, {
      organizationId,
      limit: 1,
    });
    await refused({ organizationId, cursor: components.nextCursor });
    const listed = await service.call(contract.repositories.listRepositories, { limit: 1 });
    await refused({ organizationId, cursor: listed.nextCursor });
    const cursor = (await post({ organizationId, limit: 1 })).body['nextCursor'];
    await using elsewhere = await Harness.start();
    const { organizations } = await elsewhere.call(contract.organizations.listOrganizations, {});
    const request = { organizationId: organizations[0]?.id ?? '', cursor: String(cursor) };
    await elsewhere.refusal(contract.aiInventory.searchAiInventory, request, 400);
  });

  it('4.1, 5, 7: without valid credentials, whichever is wrong, it is 401 with {error} and nothing else', async () => {
    await scanned('secret-shop', {});
    const { tokenId, tokenSecret } = service.credentials;
    const own = headersOf(service.credentials);
    const id = { 'X-Service-API-Token-Id': tokenId };
    const secret = { 'X-Service-API-Token-Secret': tokenSecret };
    const nobody = '00000000-0000-4000-8000-000000000000';
    const wrong: Record<string, string>[] = [
      {},
      id,
      secret,
      { ...own, 'X-Service-API-Token-Id': nobody },
      { ...own, 'X-Service-API-Token-Id': 'no uuid' },
      { ...own, 'X-Service-API-Token-Secret': 'x' },
      { ...own, 'X-Service-API-Token-Secret': '' },
      { ...own, 'X-Service-API-Token-Secret': `${tokenSecret}x` },
      { Authorization: `Bearer ${tokenSecret}` },
    ];
    for (const headers of wrong) {
      const reply = await post({ organizationId }, headers);
      assert.equal(reply.status, 401);
      assert.equal(typeof reply.body['error'], 'string');
      assert.doesNotMatch(JSON.stringify(reply.body), /secret-shop/);
      // Who may not ask is not told what is wrong with the question.
      await refused({ limit: 99 }, 401, headers);
    }
  });

  it('5: an expired token and a deleted one are refused', async () => {
    const made = await service.call(contract.tokens.createToken, { expiresInDays: 1 });
    const headers = headersOf({ tokenId: made.token.id, tokenSecret: made.secret });
    assert.equal((await post({ organizationId }, headers)).status, 200);
    service.setNow(new Date(Date.now() + 24 * 3_600_000 + 60_000));
    await refused({ organizationId }, 401, headers);
    service.setNow(new Date());
    await service.call(contract.tokens.deleteToken, { tokenId: made.token.id });
    await refused({ organizationId }, 401, headers);
  });

  it('shows nothing of an organization to others, as if it did not exist', async () => {
    await scanned('shop', {});
    const { organization } = await service.call(contract.organizations.createOrganization, { name: 'Other' });
    assert.deepEqual(itemsOf(await post({ organizationId: organization.id })), []);
    const unknown = await post({ organizationId: '00000000-0000-4000-8000-000000000000' });
    assert.equal(unknown.status, 404);
    assert.equal(typeof unknown.body['error'], 'string');
  });
});
