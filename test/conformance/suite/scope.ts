import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '../../../src/api/contract/index.ts';
import {
  createOrganization,
  deleteOrganization,
  listMembers,
  listOrganizations,
} from '../../../src/api/contract/organizations/organizations.ts';
import { createToken, deleteToken } from '../../../src/api/contract/organizations/tokens.ts';
import {
  addLocalRepository,
  deleteRepositories,
  listRepositories,
} from '../../../src/api/contract/repositories/repositories.ts';
import { listScans } from '../../../src/api/contract/scans/scans.ts';
import { statsSummary } from '../../../src/api/contract/stats.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, send, succeed, type TargetOf } from './target.ts';

/** What a token reaches, and what the numbers of an organization are about. */
export function scope(target: TargetOf): void {
  describe('the scope of a token', () => {
    it(holds('is its organization, which nobody has to name', '4.2', '5.4'), async () => {
      const { organizations } = await succeed(target(), listOrganizations, {});
      assert.equal(organizations.length, 1);
      const organizationId = organizations[0]?.id ?? assert.fail();
      const named = await succeed(target(), listMembers, { organizationId, limit: 100 });
      assert.deepEqual(await succeed(target(), listMembers, { limit: 100 }), named);
      const { organizations: theirs } = await succeed(target(), listOrganizations, {}, target().stranger);
      assert.ok(theirs.every(({ id }) => id !== organizationId));
    });

    it(holds('has to be said where there are several organizations', '4.3'), async () => {
      const { organizations } = await succeed(target(), listOrganizations, {});
      const { organization } = await succeed(target(), createOrganization, { name: 'A second one' });
      try {
        const error = await refused(target(), listMembers, {}, 400);
        assert.match(error.error, /organizationId/);
        for (const { id } of [organization, ...organizations])
          await succeed(target(), listMembers, { organizationId: id });
      } finally {
        await succeed(target(), deleteOrganization, { id: organization.id });
      }
    });

    it(holds('holds in both generations and on the older paths', '5.2', '9.2'), async () => {
      const { organizations } = await succeed(target(), listOrganizations, {});
      const { token, secret } = await succeed(target(), createToken, {});
      const credentials = { tokenId: token.id, tokenSecret: secret };
      const body = { organizationId: organizations[0]?.id };
      for (const [method, at] of [
        ['POST', '/api/v1/sca/ai-inventory/repositories/search'],
        ['POST', '/api/v2/organizations/listMembers'],
        ['GET', '/scans'],
      ] as const) {
        const request = { method, path: at, ...(method === 'POST' && { body }) };
        assert.equal((await send(target(), { ...request, credentials })).status, 200, at);
        assert.equal((await send(target(), request)).status, 401, at);
      }
      await succeed(target(), deleteToken, { tokenId: token.id });
    });

    it(holds('is never changed: no operation edits a token', '5.5'), () => {
      const about = endpoints.map(({ id }) => id).filter((id) => id.startsWith('tokens.'));
      assert.deepEqual(about.toSorted(), ['tokens.create', 'tokens.delete', 'tokens.list']);
    });
  });

  describe('a repository that is removed', () => {
    it(holds('stays where it is, and can be added again', '1.2', '4.2.repositories.6'), async function () {
      const { makeFolder } = target();
      if (!makeFolder) return this.skip();
      const folder = await makeFolder(vulnerable);
      const first = await succeed(target(), addLocalRepository, { path: folder });
      await scanToTheEnd(target(), first.repository.id);
      await succeed(target(), deleteRepositories, { repositoryIds: [first.repository.id] });
      for (const file of Object.keys(vulnerable)) await access(path.join(folder, file));
      const again = await succeed(target(), addLocalRepository, { path: folder });
      const { scans } = await succeed(target(), listScans, { repositoryId: again.repository.id });
      assert.deepEqual(scans, [], 'nothing of the one before is there');
      await forget(target(), again.repository.id);
    });
  });

  describe('statistics', () => {
    it(
      holds(
        'count open and resolved issues by repository, and those that are exploitable',
        '2.4.stats.1',
        '2.4.stats.2',
        '4.2.stats.1',
        '4.2.stats.2',
      ),
      async function () {
        if (!target().makeFolder) return this.skip();
        const repositoryId = await addFolder(target(), vulnerable);
        const { id: scanId } = await scanToTheEnd(target(), repositoryId);
        const summary = await succeed(target(), statsSummary, { repositoryId });
        assert.equal(summary.reachableExploitableIssues, 0);
        const { open, resolved } =
          summary.issuesByApplication.find((one) => one.repositoryId === repositoryId) ?? assert.fail();
        assert.deepEqual([open, resolved], [summary.openIssues, 0]);
        assert.ok(open >= 2);
        const counted = Object.values(summary.issuesBySeverity).reduce((sum, count) => sum + count, 0);
        assert.equal(counted, open);
        assert.equal((await succeed(target(), statsSummary, { scanId })).openIssues, open);
        const whole = await succeed(target(), statsSummary, {});
        const { repositories } = await succeed(target(), listRepositories, { limit: 100 });
        assert.ok(whole.openIssues >= open && repositories.length > 0);
        const applicationIds = [repositoryId];
        await refused(target(), statsSummary, { applicationIds }, 422);
        await refused(target(), statsSummary, { applicationIds: 'none' }, 400);
        await forget(target(), repositoryId);
      },
    );
  });
}
