import assert from 'node:assert/strict';
import {
  getVulnerability,
  searchPackages,
  searchVulnerabilities,
} from '../../../src/api/contract/dependencies.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

/** Section 1 of the specification: vulnerabilities of packages with severity, reachability and patch status. */
export function dependencies(target: TargetOf): void {
  describe('packages and their vulnerabilities', () => {
    const repositoryIds: string[] = [];

    before(async function () {
      if (!target().makeFolder) return this.skip();
      for (const version of ['0.1.0', '2.0.0']) {
        const manifest = `{\n  "dependencies": {\n    "paint": "${version}",\n    "brush": "1.0.0"\n  }\n}\n`;
        const id = await addFolder(target(), { 'package.json': manifest });
        repositoryIds.push(id);
        await scanToTheEnd(target(), id);
      }
    });
    after(async () => {
      if (repositoryIds.length > 0) await forget(target(), ...repositoryIds);
    });

    it(
      holds('are listed over all repositories, each package with its open vulnerabilities', '1.5'),
      async () => {
        const { packages } = await succeed(target(), searchPackages, { repositoryIds, name: 'paint' });
        assert.deepEqual(packages.map(({ version, line, direct }) => [version, line, direct]).sort(), [
          ['0.1.0', 3, true],
          ['2.0.0', 3, true],
        ]);
        const vulnerable = await succeed(target(), searchPackages, { repositoryIds, vulnerableOnly: true });
        assert.deepEqual(
          vulnerable.packages.map(({ name, vulnerabilities }) => [name, vulnerabilities]),
          [['paint', { HIGH: 1 }]],
        );
      },
    );

    it(
      holds('are found by severity, reachability, patch status and advisory, and by nothing else', '1.5'),
      async () => {
        const found = async (filter: object): Promise<number> =>
          (await succeed(target(), searchVulnerabilities, { repositoryIds, ...filter })).vulnerabilities
            .length;
        for (const filter of [
          {},
          { severities: ['HIGH'] },
          { reachability: ['IMPORTED'] },
          { patchStatuses: ['NONE'] },
          { advisoryId: 'GHSA-2222-3333-4444' },
          { fixable: true },
          { packageName: 'paint', ecosystems: ['NPM'] },
        ])
          assert.equal(await found(filter), 1, JSON.stringify(filter));
        for (const filter of [
          { severities: ['LOW'] },
          { reachability: ['REACHED', 'NOT_IMPORTED'] },
          { patchStatuses: ['READY'] },
          { advisoryId: 'CVE-2000-000' },
          { fixable: false },
          { packageName: 'brush' },
        ])
          assert.equal(await found(filter), 0, JSON.stringify(filter));
      },
    );

    it(
      holds('are filtered to applications that are exposed only where an integration says so', '1.8'),
      async () => {
        for (const operation of [searchVulnerabilities, searchPackages])
          await refused(target(), operation, { repositoryIds, exposedOnly: true }, 422);
      },
    );

    it(holds('are told in full, and to nobody of another organization', '1.5'), async () => {
      const { vulnerabilities } = await succeed(target(), searchVulnerabilities, { repositoryIds });
      const id = vulnerabilities[0]?.id ?? assert.fail('nothing is vulnerable');
      const { vulnerability } = await succeed(target(), getVulnerability, { id });
      assert.equal(vulnerability.dependency?.fixedVersion, '1.0.0');
      assert.equal(vulnerability.category, 'SCA');
      await refused(target(), getVulnerability, { id }, 404, target().stranger);
      await refused(target(), searchPackages, { repositoryIds }, 422, target().stranger);
    });
  });
}
