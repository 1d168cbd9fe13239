import assert from 'node:assert/strict';
import { searchAiComponents, searchAiInventory } from '../../../src/api/contract/ai-inventory.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { getScan } from '../../../src/api/contract/scans/scans.ts';
import { holds } from '../requirements/index.ts';
import { specifiedWords } from '../specified.ts';
import { addFolder, forget, scanToTheEnd } from './scanned.ts';
import { assertError, refused, send, succeed, type TargetOf, wired } from './target.ts';

/** Section 4.1 of the specification over the wire. What a scan's components are depends on who detects them. */
export function aiInventory(target: TargetOf): void {
  describe('the AI-component inventory', () => {
    let organizationId = '';
    const repositoryIds: string[] = [];
    const dependencies = '{ "openai": "5.1.0", "langchain": "1.0.1", "@langchain/core": "1.0.1" }';

    before(async function () {
      const { organizations } = await succeed(target(), listOrganizations, {});
      organizationId = organizations[0]?.id ?? assert.fail('no organization');
      if (!target().makeFolder) return this.skip();
      for (let index = 0; index < 11; index++) {
        const name = `shop-${index}`;
        const id = await addFolder(target(), {
          'package.json': `{ "name": "${name}",\n"dependencies":\n${dependencies} }\n`,
        });
        repositoryIds.push(id);
        await scanToTheEnd(target(), id);
      }
    });
    after(async () => {
      if (repositoryIds.length > 0) await forget(target(), ...repositoryIds);
    });
    const found = async (filters: object) => {
      const [repositoryId = assert.fail('nothing was scanned')] = repositoryIds;
      const request = { organizationId, repositoryIds: [repositoryId], ...filters };
      return (await succeed(target(), searchAiInventory, request)).repositories;
    };

    it(
      holds(
        'answers repositories, each with its scan and its counts in order',
        '1.6',
        '2.1.1',
        '2.1.2',
        '2.1.3',
        '2.1.4',
        '2.1.5',
        '2.1.6',
        '2.2.1',
        '4.1.1',
      ),
      async () => {
        const { repositories } = await succeed(target(), searchAiInventory, { organizationId, limit: 50 });
        assert.ok(repositories.length >= repositoryIds.length);
        for (const { totalCount, kindCounts, scanFinishedAt } of repositories) {
          const counts = kindCounts.map(({ count }) => count);
          assert.deepEqual(
            counts,
            counts.toSorted((a, b) => b - a),
          );
          assert.equal(
            totalCount,
            counts.reduce((sum, count) => sum + count, 0),
          );
          assert.ok(totalCount > 0 && !Number.isNaN(Date.parse(scanFinishedAt)));
        }
      },
    );

    it(
      holds(
        'names repository and scan of a row, and counts components by kind, most first',
        '2.1.1',
        '2.1.4',
      ),
      async () => {
        const [row] = await found({});
        assert.equal(row?.repositoryId, repositoryIds[0]);
        assert.equal(row?.monorepoName ?? null, null);
        const { scan } = await succeed(target(), getScan, { id: row?.scanId ?? '' });
        assert.deepEqual([scan.repositoryId, scan.finishedAt], [repositoryIds[0], row?.scanFinishedAt]);
        assert.equal(row?.repositoryName, scan.repositoryName);
        assert.deepEqual(row?.kindCounts, [
          { kind: 'AGENT_FRAMEWORK', count: 2 },
          { kind: 'LLM_SDK', count: 1 },
        ]);
        assert.equal(row?.totalCount, 3);
      },
    );

    it(
      holds(
        'gives 10 rows unless told, up to 50, and the rest by the cursor',
        '4.1.2',
        '4.1.3',
        '4.1.4',
        '8.1',
      ),
      async () => {
        const request = { organizationId, repositoryIds };
        const first = await succeed(target(), searchAiInventory, request);
        assert.equal(first.repositories.length, 10);
        const cursor = first.nextCursor ?? assert.fail('no further page');
        const rest = await succeed(target(), searchAiInventory, { ...request, cursor });
        assert.equal(rest.nextCursor, undefined);
        const seen = [...first.repositories, ...rest.repositories].map((row) => row.repositoryId);
        assert.deepEqual(seen.toSorted(), repositoryIds.toSorted());
        for (const limit of [0, 51, 1.5, '10'])
          await refused(target(), searchAiInventory, { ...request, limit }, 400);
        const all = await succeed(target(), searchAiInventory, { ...request, limit: 50 });
        assert.equal(all.repositories.length, 11);
        await refused(target(), searchAiInventory, {}, 400);
      },
    );

    it(
      holds('is filtered by what its components are, and found by any part of their texts', '4.1.5', '4.1.6'),
      async () => {
        for (const filter of [
          { kinds: ['LLM_SDK'], providers: ['openai'] },
          { usages: ['RUNTIME'], tiers: ['GENAI'] },
          { detectionSources: ['SCA_PACKAGE'] },
          { providers: ['anything at all', 'OpenAI'] },
          { searchQuery: 'LANGCH' },
          { searchQuery: 'openai' },
          { searchQuery: 'package.json' },
        ])
          assert.equal((await found(filter)).length, 1, JSON.stringify(filter));
        for (const filter of [
          { kinds: ['VECTOR_DB'] },
          { kinds: ['LLM_SDK'], providers: ['LangChain'] },
          { usages: ['DEV_TOOLING'] },
          { tiers: ['CLASSIC_ML'] },
          { detectionSources: ['CONFIG_FILE'] },
          { providers: ['anything at all'] },
          { searchQuery: 'nothing is called that' },
        ])
          assert.deepEqual(await found(filter), [], JSON.stringify(filter));
        const [counted] = await found({ kinds: ['LLM_SDK'] });
        assert.deepEqual([counted?.totalCount, counted?.kindCounts], [1, [{ kind: 'LLM_SDK', count: 1 }]]);
      },
    );

    it(
      holds(
        'takes the words of the specification to the letter',
        '2.1.3',
        '2.3.1',
        '2.3.2',
        '2.3.3',
        '2.3.4',
      ),
      async () => {
        const { AiComponentKind, AiUsage, AiTier, AiDetectionSource } = specifiedWords;
        const words = {
          kinds: AiComponentKind,
          usages: AiUsage,
          tiers: AiTier,
          detectionSources: AiDetectionSource,
        };
        for (const [field, taken = assert.fail(field)] of Object.entries(words)) {
          for (const word of taken) {
            await found({ [field]: [word] });
            const request = { organizationId, [field]: [word.toLowerCase()] };
            await refused(target(), searchAiInventory, request, 400);
          }
          await refused(target(), searchAiInventory, { organizationId, [field]: taken[0] }, 400);
        }
        for (const { scanType } of await found({}))
          assert.ok(specifiedWords['AiScanType']?.includes(scanType));
      },
    );

    it(holds('answers the components behind a row', 'ours'), async () => {
      const { repositories } = await succeed(target(), searchAiInventory, { organizationId, limit: 50 });
      for (const row of repositories) {
        const { components } = await succeed(target(), searchAiComponents, {
          organizationId,
          scanId: row.scanId,
          scanType: row.scanType,
          limit: 100,
        });
        assert.equal(components.length, Math.min(100, row.totalCount));
      }
    });

    it(holds('answers 401 with {error} to who has no credentials', '4.1.7'), async () => {
      const reply = await send(target(), wired(searchAiInventory, { organizationId }));
      assertError(reply, 401, 'the search with no credentials');
    });

    it(holds('answers 400 with {error} to what it cannot read', '4.1.7'), async () => {
      const wire = { ...wired(searchAiInventory, {}), credentials: target().admin };
      for (const body of ['{', '[]', 'null', '"x"'])
        assertError(await send(target(), { ...wire, body }), 400, `the search with the body ${body}`);
      for (const cursor of ['x', 'eyJhIjoxfQ.AAAA'])
        await refused(target(), searchAiInventory, { organizationId, cursor }, 400);
    });

    it(holds('shows nothing of it to another organization', '5.4'), async () => {
      await refused(target(), searchAiInventory, { organizationId }, 404, target().stranger);
      await refused(target(), searchAiComponents, { organizationId }, 404, target().stranger);
    });
  });
}
