import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { FoundPackage } from '../../../../src/engine/dependencies/found-package.ts';
import type { VulnerableDependency } from '../../../../src/engine/dependencies/vulnerable.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { applicationId } from '../../../../src/service/repositories/applications.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';
import { lodash, vulnerable } from '../support/vulnerable-finding.ts';

const { searchVulnerabilities, getVulnerability, searchPackages } = contract.dependencies;

const found = (over: Partial<FoundPackage>): FoundPackage => ({
  ecosystem: 'npm',
  name: 'lodash',
  version: '4.17.20',
  scope: 'production',
  direct: false,
  path: lodash.path,
  manifest: { file: 'package.json', line: 5 },
  lock: { file: 'package-lock.json', line: 40 },
  licenses: ['MIT'],
  ...over,
});

describe('packages and their vulnerabilities', () => {
  let service: Harness;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository('shop');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function scan(findings: readonly Finding[], packages: readonly FoundPackage[] = [], unread?: string) {
    service.runner.script = async ({ on }) => {
      for (const each of findings) on({ type: 'finding', finding: each });
      for (const each of packages) on({ type: 'package', package: each });
      if (unread !== undefined)
        on({
          type: 'skip',
          skip: { file: unread, reason: 'unreadable', detail: 'It is damaged.', partial: false },
        });
      return undefined;
    };
    return await service.scan(repositoryId);
  }
  const named = async (request: Parameters<typeof service.call<typeof searchVulnerabilities>>[1]) =>
    (await service.call(searchVulnerabilities, request)).vulnerabilities.map(
      ({ dependency }) => `${dependency?.name} ${dependency?.advisory.id}`,
    );

  const minimist: VulnerableDependency = {
    ...lodash,
    name: 'minimist',
    version: '0.0.8',
    scope: 'development',
    path: [{ name: 'minimist', version: '0.0.8' }],
    advisory: { ...lodash.advisory, id: 'CVE-2020-7598', aliases: [], cvss: [] },
    reachability: { level: 'NOT_IMPORTED', evidence: 'No product code imports it.', places: [] },
  };
  const { fixedVersion: _, ...unfixed } = { ...minimist, name: 'left-pad', scope: 'unknown' as const };

  it('are narrowed to applications of a monorepo by the manifests in their folders', async () => {
    service.runner.script = async ({ on }) => {
      for (const part of ['web', 'api', 'webshop'])
        on({
          type: 'package',
          package: found({ name: part, manifest: { file: `${part}/package.json`, line: 5 } }),
        });
      on({ type: 'finding', finding: { ...vulnerable(lodash, 80), file: 'web/package.json' } });
      on({ type: 'finding', finding: { ...vulnerable(minimist, 70), file: 'api/package.json' } });
      on({ type: 'applications', folders: ['web', 'api', 'webshop'] });
      return undefined;
    };
    await service.scan(repositoryId);
    const [web, api] = ['web', 'api'].map((folder) => applicationId(repositoryId, folder));
    const packages = async (applicationIds: string[]) =>
      (await service.call(searchPackages, { applicationIds })).packages.map(({ name }) => name);
    assert.deepEqual(await packages([web ?? '']), ['web']);
    assert.deepEqual(await packages([web ?? '', api ?? '']), ['api', 'web']);
    assert.deepEqual(await named({ applicationIds: [api ?? ''] }), ['minimist CVE-2020-7598']);
  });

  it('are found by severity, reachability, scope, package, advisory, alias, fix and words, and by nothing else', async () => {
    await scan([
      vulnerable(lodash, 72),
      vulnerable(minimist, 72),
      vulnerable(unfixed, 30),
      finding({ fingerprint: 'code' }),
    ]);
    const all = ['lodash CVE-2021-23337', 'minimist CVE-2020-7598', 'left-pad CVE-2020-7598'];
    assert.deepEqual(await named({}), all, 'worst first, what is called before what is not');
    assert.deepEqual(await named({ severities: ['LOW'] }), all.slice(2));
    assert.deepEqual(await named({ reachability: ['CALLED'] }), all.slice(0, 1));
    assert.deepEqual(await named({ scopes: ['DEVELOPMENT'] }), all.slice(1, 2));
    assert.deepEqual(await named({ packageName: 'pad' }), []);
    assert.deepEqual(await named({ packageName: 'left-pad' }), all.slice(2));
    assert.deepEqual(await named({ advisoryId: 'GHSA-35jh-r3h4-6jhm' }), all.slice(0, 1));
    assert.deepEqual(await named({ advisoryId: 'CVE-2021-2333_' }), []);
    assert.deepEqual(await named({ ecosystems: ['NPM'], fixable: false }), all.slice(2));
    assert.deepEqual(await named({ ecosystems: ['PyPI'] }), []);
    assert.deepEqual(await named({ patchStatuses: ['READY'] }), []);
    assert.deepEqual(await named({ patchStatuses: ['NONE'] }), all);
    assert.deepEqual(await named({ searchQuery: 'minimist' }), all.slice(1, 2));
  });

  it('come page by page, each once', async () => {
    await scan([vulnerable(lodash, 72), vulnerable(minimist, 72), vulnerable(unfixed, 72)]);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.call(searchVulnerabilities, {
        limit: 1,
        ...(cursor !== undefined && { cursor }),
      });
      pages.push(...page.vulnerabilities.map(({ dependency }) => dependency?.name ?? ''));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(pages, ['lodash', 'left-pad', 'minimist']);
  });

  it('say in full what their publishers say, and where else the advisory holds', async () => {
    await scan([vulnerable(lodash, 72), vulnerable(minimist, 72), vulnerable(unfixed, 30)]);
    const { vulnerabilities } = await service.call(searchVulnerabilities, {});
    const [first, second] = vulnerabilities;
    const { vulnerability } = await service.call(getVulnerability, { id: first?.id ?? assert.fail() });
    assert.equal(vulnerability.cvssScoreDetailed?.cvssV3Vector, lodash.advisory.cvss[0]);
    assert.equal(vulnerability.cvssScoreDetailed?.cvssV3Score, 7.2);
    assert.equal(vulnerability.cvssScoreDetailed?.cvssVector, '', 'no vector that nobody published');
    assert.match(vulnerability.howToFix?.text ?? '', /`npm update lodash`.*upgrade `shop-kit`/);
    assert.equal(vulnerability.howToFix?.command, 'npm update lodash');
    assert.equal(vulnerability.remediation, vulnerability.howToFix?.text);
    assert.equal(vulnerability.dependency?.safeVersion, '4.17.21');
    assert.equal(vulnerability.dependency?.purl, 'pkg:npm/lodash@4.17.20');
    const { elsewhere } = await service.call(getVulnerability, { id: second?.id ?? assert.fail() });
    assert.deepEqual(
      elsewhere.map(({ packageName }) => packageName),
      ['left-pad'],
    );
  });

  it('are 404 for an issue that is about no package', async () => {
    await scan([finding({ fingerprint: 'code' })]);
    const [issue] = await service.issues();
    await service.refusal(getVulnerability, { id: issue?.id ?? assert.fail() }, 404);
  });

  it('count for each package as long as they are open', async () => {
    const packages = [found({}), found({ version: '4.17.21' }), found({ name: 'left-pad', direct: true })];
    await scan([vulnerable(lodash, 72)], packages);
    const counts = async () =>
      (await service.call(searchPackages, {})).packages.map(({ name, version, vulnerabilities }) => [
        name,
        version,
        vulnerabilities,
      ]);
    assert.deepEqual(await counts(), [
      ['left-pad', '4.17.20', {}],
      ['lodash', '4.17.20', { HIGH: 1 }],
      ['lodash', '4.17.21', {}],
    ]);
    const only = await service.call(searchPackages, { vulnerableOnly: true });
    assert.deepEqual(
      only.packages.map(({ version }) => version),
      ['4.17.20'],
    );
    const [issue] = await service.issues();
    await service.call(contract.issues.updateIssueStatuses, {
      issueIds: [issue?.id ?? assert.fail()],
      status: 'FALSE_POSITIVE',
    });
    assert.deepEqual((await counts())[1], ['lodash', '4.17.20', {}]);
  });

  it('are those of the latest scan, and of files that it could not read those of the one before', async () => {
    await scan([], [found({}), found({ name: 'left-pad', lock: { file: 'web/yarn.lock', line: 1 } })]);
    const names = async (request = {}) =>
      (await service.call(searchPackages, request)).packages.map(({ name }) => name);
    assert.deepEqual(await names(), ['left-pad', 'lodash']);
    assert.deepEqual(await names({ manifestPath: 'web/yarn.lock' }), ['left-pad']);
    assert.deepEqual(await names({ searchQuery: 'LEFT' }), ['left-pad']);
    await scan([], [], 'web/yarn.lock');
    assert.deepEqual(await names(), ['left-pad']);
    await scan([], []);
    assert.deepEqual(await names(), []);
  });
});
