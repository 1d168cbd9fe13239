import assert from 'node:assert/strict';
import { searchAiComponents, searchAiInventory } from '../../../src/api/contract/ai-inventory.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { addFolder, forget, scanToTheEnd } from './scanned.ts';
import { assertError, refused, send, succeed, type TargetOf, wired } from './target.ts';

/** Section 4.1 of the specification over the wire. What a scan's components are depends on who detects them. */
export function aiInventory(target: TargetOf): void {
  describe('the AI-component inventory', () => {
    let organizationId = '';
    let repositoryId = '';

    before(async function () {
      const { organizations } = await succeed(target(), listOrganizations, {});
      organizationId = organizations[0]?.id ?? assert.fail('no organization');
      if (!target().makeFolder) return this.skip();
      repositoryId = await addFolder(target(), {
        'package.json': '{ "name": "shop", "dependencies": { "openai": "5.1.0" } }\n',
      });
      await scanToTheEnd(target(), repositoryId);
    });
    after(async () => {
      if (repositoryId) await forget(target(), repositoryId);
    });

    it('answers repositories, each with its scan and its counts in order', async () => {
      const { repositories } = await succeed(target(), searchAiInventory, { organizationId, limit: 50 });
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
    });

    it('answers the components behind a row', async () => {
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

    it('answers 401 with {error} to who has no credentials', async () => {
      const reply = await send(target(), wired(searchAiInventory, { organizationId }));
      assertError(reply, 401, 'the search with no credentials');
    });

    it('answers 400 with {error} to what it cannot read', async () => {
      const wire = { ...wired(searchAiInventory, {}), credentials: target().admin };
      for (const body of ['{', '[]', 'null', '"x"'])
        assertError(await send(target(), { ...wire, body }), 400, `the search with the body ${body}`);
      for (const cursor of ['x', 'eyJhIjoxfQ.AAAA'])
        await refused(target(), searchAiInventory, { organizationId, cursor }, 400);
    });

    it('shows nothing of it to another organization', async () => {
      await refused(target(), searchAiInventory, { organizationId }, 404, target().stranger);
      await refused(target(), searchAiComponents, { organizationId }, 404, target().stranger);
    });
  });
}
