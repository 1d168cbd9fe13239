import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { startDueSynchronizations } from '../../../../src/service/integrations/cloud-posture/synchronizing.ts';
import { type SampleProvider, startProvider } from '../../../support/posture-provider.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';
import { lodash, vulnerable } from '../support/vulnerable-finding.ts';

const { cloudPosture, dependencies, issues, repositories, auditLog } = contract;
const allowedHosts = new Set(['127.0.0.1']);

describe('a cloud posture integration', () => {
  let provider: SampleProvider;
  let service: Harness;
  beforeEach(async () => {
    provider = await startProvider();
    service = await Harness.start({ allowedHosts });
    provider.projects.push({ id: 'p1', name: 'Payments' }, { id: 'p2', name: 'Search' });
    provider.assets.push(
      {
        id: 'a1',
        name: 'api',
        projects: ['p1'],
        labels: { 'org.opencontainers.image.source': 'https://github.com/Acme/Pay.git' },
      },
      { id: 'a2', name: 'worker', projects: ['p1'], tags: { Team: 'pay', git_repo: 'github.com/acme/pay' } },
      { id: 'a3', name: 'index', projects: ['p2'], tags: [{ key: 'service', value: 'search' }] },
    );
    provider.exposed.push('a1');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const settings = async () => (await service.call(cloudPosture.getPostureSettings, {})).integration;
  const ended = async () => {
    for (const until = performance.now() + 20_000; ; ) {
      const integration = (await settings()) ?? assert.fail('not connected');
      if (integration.sync.status !== 'RUNNING') return integration.sync;
      assert.ok(performance.now() < until, 'the synchronization does not end');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const connect = async () => {
    await service.call(cloudPosture.updatePostureSettings, provider.request);
    const sync = await ended();
    assert.equal(sync.status, 'SUCCEEDED', sync.errorMessage);
    return sync;
  };
  const addByUrl = async (url: string) =>
    (await service.call(repositories.addRepositoryByUrl, { url })).repository.id;
  const applications = async () =>
    (await service.call(cloudPosture.listPostureApplications, {})).applications.map(
      ({ repositoryName, rules, assetCount, exposedAssetCount }) => [
        repositoryName,
        rules,
        assetCount,
        exposedAssetCount,
      ],
    );
  /** A folder with a vulnerable package, that no tag can name. */
  const scanned = async (name: string) => {
    const repositoryId = await service.addRepository(name);
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: vulnerable(lodash, 72) });
      return undefined;
    };
    await service.scan(repositoryId);
    return repositoryId;
  };
  const later = (minutes: number) => service.setNow(new Date(Date.now() + minutes * 60_000));

  it('is read once it is connected, and lists what was read', async () => {
    assert.equal(await settings(), null);
    await service.refusal(cloudPosture.listPostureAssets, {}, 404);
    const { projectNames } = await service.call(cloudPosture.testPostureConnection, provider.request);
    assert.deepEqual(projectNames, ['Payments', 'Search']);
    assert.equal(await settings(), null, 'a test keeps nothing');
    const sync = await connect();
    assert.deepEqual(
      [sync.counts, sync.isStale, sync.isTruncated],
      [{ projects: 2, assets: 3, exposures: 1 }, false, false],
    );
    const { projects } = await service.call(cloudPosture.listPostureProjects, {});
    assert.deepEqual(projects, [
      { id: 'p1', name: 'Payments', assetCount: 2, exposedAssetCount: 1 },
      { id: 'p2', name: 'Search', assetCount: 1, exposedAssetCount: 0 },
    ]);
    const { exposures } = await service.call(cloudPosture.listNetworkExposures, { projectId: 'p1' });
    assert.deepEqual(exposures, [
      {
        id: 'exposure-1',
        assetId: 'a1',
        assetName: 'api',
        assetType: 'CONTAINER',
        sourceRange: '0.0.0.0/0',
        ports: '443',
        protocols: ['HTTPS', 'TCP'],
        endpoints: ['https://a1.example.com'],
      },
    ]);
    const none = await service.call(cloudPosture.listNetworkExposures, { projectId: 'p2' });
    assert.deepEqual(none.exposures, []);
  });

  it('lists page by page, each asset once', async () => {
    await connect();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.call(cloudPosture.listPostureAssets, {
        limit: 1,
        ...(cursor !== undefined && { cursor }),
      });
      seen.push(...page.assets.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(seen, ['a1', 'a3', 'a2'], 'api, index, worker');
    const { assets } = await service.call(cloudPosture.listPostureAssets, { exposedOnly: true });
    assert.deepEqual(
      assets.map(({ id }) => id),
      ['a1'],
    );
  });

  it('matches repositories by their address, and says which rule did', async () => {
    const pay = await addByUrl('https://github.com/acme/pay');
    await addByUrl('https://github.com/acme/payroll');
    await addByUrl('https://gitlab.com/elsewhere/pay-mirror');
    await connect();
    assert.deepEqual(await applications(), [
      ['pay', ['REPOSITORY_TAG', 'IMAGE_SOURCE'], 2, 1],
      ['pay-mirror', [], 0, 0],
      ['payroll', [], 0, 0],
    ]);
    const only = await service.call(cloudPosture.listPostureApplications, { repositoryId: pay });
    assert.deepEqual(
      only.applications.map(({ repositoryId }) => repositoryId),
      [pay],
    );
    const { assets } = await service.call(cloudPosture.listPostureAssets, { repositoryId: pay });
    assert.deepEqual(
      assets.map(({ name, repositories: of }) => [name, of.map(({ rule }) => rule)]),
      [
        ['api', ['IMAGE_SOURCE']],
        ['worker', ['REPOSITORY_TAG']],
      ],
    );
  });

  it('matches what a person maps, at once and after the next synchronization', async () => {
    await connect();
    const repositoryId = await service.addRepository('shop');
    const { application } = await service.call(cloudPosture.setPostureMapping, {
      repositoryId,
      projects: ['p1'],
      tags: [{ key: 'Service', value: 'search' }],
    });
    assert.deepEqual(
      [application.rules, application.assetCount, application.exposedAssetCount],
      [['MAPPED_PROJECT', 'MAPPED_TAG'], 3, 1],
    );
    await service.call(cloudPosture.synchronizePosture, {});
    await ended();
    assert.deepEqual(await applications(), [['shop', ['MAPPED_PROJECT', 'MAPPED_TAG'], 3, 1]]);
    const nothing = { repositoryId, projects: [], tags: [] };
    await service.call(cloudPosture.setPostureMapping, nothing);
    assert.deepEqual(await applications(), [['shop', [], 0, 0]]);
    await service.refusal(cloudPosture.setPostureMapping, { ...nothing, projects: ['p9'] }, 422);
  });

  it('narrows vulnerabilities and packages to what is exposed, and says as of when', async () => {
    const [shop, back] = [await scanned('shop'), await scanned('back-office')];
    const { searchVulnerabilities, searchPackages } = dependencies;
    for (const operation of [searchVulnerabilities, searchPackages, issues.searchIssues] as const) {
      const { error } = await service.refusal(operation, { exposedOnly: true }, 422);
      assert.match(error, /No cloud posture integration is connected/);
    }
    const before = await service.call(dependencies.searchVulnerabilities, {});
    assert.deepEqual([before.vulnerabilities.length, before.exposure], [2, undefined]);
    const { syncedAt } = await connect();
    const found = async () => {
      const { vulnerabilities } = await service.call(dependencies.searchVulnerabilities, {
        exposedOnly: true,
      });
      return vulnerabilities.map(({ repositoryId }) => repositoryId);
    };
    assert.deepEqual(await found(), []);
    const map = (repositoryId: string, projects: string[]) =>
      service.call(cloudPosture.setPostureMapping, { repositoryId, projects, tags: [] });
    await map(shop, ['p1']);
    await map(back, ['p2']);
    assert.deepEqual(await found(), [shop]);
    const listed = await service.call(issues.searchIssues, { exposedOnly: true });
    assert.deepEqual(
      listed.issues.map(({ repositoryId }) => repositoryId),
      [shop],
    );
    const all = await service.call(dependencies.searchVulnerabilities, {});
    assert.deepEqual(
      [all.vulnerabilities.length, all.exposure],
      [2, { asOf: syncedAt, repositoryIds: [shop] }],
    );
    const filters = { exposedOnly: true, severities: ['LOW' as const] };
    assert.deepEqual((await service.call(dependencies.searchVulnerabilities, filters)).vulnerabilities, []);
  });

  it('keeps what it read while the provider is down, and says how old it is', async () => {
    const pay = await addByUrl('https://github.com/acme/pay');
    const { syncedAt } = await connect();
    provider.host.before = (_, response) => {
      response.writeHead(500).end('<h1>posture-secret</h1>');
      return true;
    };
    later(61);
    await startDueSynchronizations(service.service.core);
    const failed = await ended();
    assert.deepEqual([failed.status, failed.syncedAt, failed.counts?.assets], ['FAILED', syncedAt, 3]);
    assert.match(failed.errorMessage ?? '', /status 500/);
    const pauses = [failed];
    for (const minutes of [70, 90]) {
      later(minutes);
      await startDueSynchronizations(service.service.core);
      pauses.push(await ended());
    }
    const waits = pauses.map(
      ({ nextAt, triedAt = '' }) => (Date.parse(nextAt) - Date.parse(triedAt)) / 60_000,
    );
    assert.deepEqual(waits, [5, 10, 20]);
    later(25 * 60);
    assert.equal((await settings())?.sync.isStale, true);
    const { exposure } = await service.call(dependencies.searchPackages, { exposedOnly: true });
    assert.deepEqual([exposure?.asOf, exposure?.repositoryIds], [syncedAt, []]);
    assert.equal(
      (await service.call(cloudPosture.listPostureAssets, { repositoryId: pay })).assets.length,
      2,
    );
    assert.ok(!service.logged.join().includes('posture-secret'));
  });

  it('sends a stored secret nowhere else, and never answers it', async () => {
    await connect();
    await using other = await startProvider();
    const { apiUrl, tokenUrl } = other.request;
    for (const change of [{ apiUrl }, { tokenUrl }, { apiUrl, tokenUrl }])
      for (const operation of [cloudPosture.updatePostureSettings, cloudPosture.testPostureConnection]) {
        const { issues: faults } = await service.refusal(operation, change, 422);
        assert.equal(faults?.[0]?.path, 'credential');
      }
    assert.equal(other.host.calls.length, 0);
    await service.call(cloudPosture.updatePostureSettings, {});
    await ended();
    assert.ok(!JSON.stringify(await settings()).includes('posture-secret'));
    const rows = await service.service.core.db.selectFrom('posture_integrations').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes('posture-secret'));
    assert.ok(!service.logged.join().includes('posture-secret'));
    await service.call(cloudPosture.updatePostureSettings, other.request);
    const sync = await ended();
    assert.equal(sync.counts?.assets, 0, 'what the first one reported is forgotten');
  });

  it('refuses what cannot be read before it keeps anything', async () => {
    const refused = async (more: object, path: string) => {
      const { issues: faults } = await service.refusal(
        cloudPosture.updatePostureSettings,
        { ...provider.request, ...more },
        422,
      );
      assert.equal(faults?.[0]?.path, path, JSON.stringify(faults));
    };
    await refused({ credential: { clientId: 'parapet', clientSecret: 'other' } }, 'credential');
    await refused({ credential: undefined }, 'credential');
    await refused({ apiUrl: undefined }, 'apiUrl');
    await refused({ apiUrl: 'https://10.0.0.1/graphql' }, 'apiUrl');
    await refused({ apiUrl: `${provider.host.url}/other` }, 'apiUrl');
    await refused({ apiUrl: 'https://user:word@wiz.example.com/graphql' }, 'apiUrl');
    assert.equal(await settings(), null);
  });

  it('is for administrators to change, and shows members what belongs to their repositories', async () => {
    const pay = await addByUrl('https://github.com/acme/pay');
    await connect();
    const member = await memberOf(service);
    const mapping = { repositoryId: pay, projects: [], tags: [] };
    await service.refusal(cloudPosture.updatePostureSettings, provider.request, 403, member);
    await service.refusal(cloudPosture.testPostureConnection, provider.request, 403, member);
    await service.refusal(cloudPosture.synchronizePosture, {}, 403, member);
    await service.refusal(cloudPosture.deletePosture, {}, 403, member);
    await service.refusal(cloudPosture.setPostureMapping, mapping, 403, member);
    const names = async () => {
      const { assets } = await service.call(cloudPosture.listPostureAssets, {}, member);
      const { projects } = await service.call(cloudPosture.listPostureProjects, {}, member);
      const { exposures } = await service.call(cloudPosture.listNetworkExposures, {}, member);
      return [assets.map(({ name }) => name), projects.map(({ id }) => id), exposures.length];
    };
    // New members are in the default team, which sees everything.
    const everything = await names();
    await service.service.core.db.deleteFrom('team_members').execute();
    assert.deepEqual(everything, [['api', 'index', 'worker'], ['p1', 'p2'], 1]);
    assert.deepEqual(await names(), [[], [], 0]);
    await service.refusal(cloudPosture.listPostureAssets, { repositoryId: pay }, 422, member);
  });

  it('counts for members the assets of their repositories, not those of others in the same project', async () => {
    provider.assets.push({ id: 'a4', name: 'ledger', projects: ['p1'], tags: {} });
    provider.exposed.push('a4');
    const pay = await addByUrl('https://github.com/acme/pay');
    await connect();
    const member = await memberOf(service);
    const { teams, organizations } = contract;
    const { db } = service.service.core;
    await db.deleteFrom('team_members').execute();
    const { team } = await service.call(teams.createTeam, { name: 'Pay' });
    const all = await service.call(organizations.listMembers, {});
    const memberIds = all.members.filter(({ email }) => email === 'member@example.com').map(({ id }) => id);
    await service.call(teams.addTeamMembers, { teamId: team.id, memberIds });
    await service.call(teams.setTeamPermissions, {
      teamId: team.id,
      repoAccess: { accessMode: 'selected', permissions: ['REPOSITORY_VIEW'], repositoryIds: [pay] },
    });
    const counts = async (as?: typeof member) =>
      (await service.call(cloudPosture.listPostureProjects, {}, as)).projects.map(
        ({ id, assetCount, exposedAssetCount }) => [id, assetCount, exposedAssetCount],
      );
    assert.deepEqual(await counts(member), [['p1', 2, 1]]);
    assert.deepEqual(await counts(), [
      ['p1', 3, 2],
      ['p2', 1, 0],
    ]);
  });

  it('forgets everything when it is disconnected, and leaves its trail', async () => {
    await addByUrl('https://github.com/acme/pay');
    await connect();
    await service.call(cloudPosture.deletePosture, {});
    assert.equal(await settings(), null);
    for (const table of [
      'posture_projects',
      'posture_assets',
      'posture_exposures',
      'posture_matches',
    ] as const)
      assert.deepEqual(await service.service.core.db.selectFrom(table).selectAll().execute(), []);
    await service.refusal(dependencies.searchPackages, { exposedOnly: true }, 422);
    const { entries } = await service.call(auditLog.readAuditLog, {});
    const operations = entries.map(({ operation }) => operation);
    assert.ok(
      operations.includes('cloudPosture.delete') && operations.includes('cloudPosture.updateSettings'),
    );
    assert.ok(!JSON.stringify(entries).includes('posture-secret'));
  });
});
