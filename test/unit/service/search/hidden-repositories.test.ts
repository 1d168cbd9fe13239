import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { FoundEndpoint } from '../../../../src/engine/endpoints/endpoint.ts';
import { finding } from '../support/findings.ts';
import { TeamHarness } from '../support/team-harness.ts';

const { semanticSearch } = contract;

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

describe('what the search says of repositories that a person does not see', () => {
  it('is nothing, not even by the relevance of what they see', async () => {
    await using team = await TeamHarness.start();
    const { harness } = team;
    const person = await team.person();
    await team.alone(person);
    const shop = await team.repository('shop');
    await team.grant(await team.team('Shop', [person]), ['REPOSITORY_VIEW'], { repositoryIds: [shop] });
    const scanned = async (repositoryId: string, words: readonly string[]): Promise<void> => {
      harness.runner.script = async ({ on }) => {
        on({ type: 'endpoints', endpoints: words.map((word) => ({ ...base, path: `/${word}` })) });
        for (const word of words)
          on({ type: 'finding', finding: finding({ file: `src/${word}.js`, fingerprint: word }) });
        return undefined;
      };
      await harness.scan(repositoryId);
    };
    await scanned(shop, ['orders', 'payments']);
    const answers = async (as?: typeof person) => {
      const query = { query: 'merger of payments' };
      const { endpoints } = await team.call(semanticSearch.searchEndpointsByMeaning, query, as);
      const { vulnerabilities } = await team.call(semanticSearch.searchIssuesByMeaning, query, as);
      return [...endpoints, ...vulnerabilities].map(({ file, relevance }) => [file, relevance]);
    };
    const before = await answers(person);
    const all = await answers();
    assert.ok(before.length > 0);
    await scanned(await team.repository('secret'), ['merger', 'merger/payments', 'merger/list']);
    assert.deepEqual(await answers(person), before);
    assert.notDeepEqual(await answers(), all);
  });
});
