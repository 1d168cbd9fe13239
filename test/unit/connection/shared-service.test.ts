import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/api-error.ts';
import { Client } from '../../../src/api/client.ts';
import { contract } from '../../../src/api/contract/index.ts';
import { RepositoryPermission } from '../../../src/api/contract/organizations/permissions.ts';
import { ServiceApi } from '../../../src/connection/service-api.ts';
import { listen } from '../../../src/service/lifecycle/listen.ts';
import { startServiceGate } from '../../support/service-gate.ts';
import { finding } from '../service/support/findings.ts';
import { Harness } from '../service/support/harness.ts';

const { teams, tags } = contract;

/** What the extension asks of a shared service about a repository, of a real one over HTTP. */
describe('what a shared service keeps of a repository', () => {
  let service: Harness;
  let server: Awaited<ReturnType<typeof listen>>;
  let client: Client;
  let api: ServiceApi;
  const { signal } = new AbortController();

  before(async () => {
    service = await Harness.start();
    const fetchApp = async (request: Request) => await service.service.app.fetch(request);
    server = await listen(fetchApp, { host: '127.0.0.1', port: 0, whenTaken: 'fail' });
    client = new Client({ baseUrl: `http://127.0.0.1:${server.port}`, credentials: service.credentials });
    api = new ServiceApi(client);
  });
  after(async () => {
    await client[Symbol.asyncDispose]();
    await server.close(0);
    await service[Symbol.asyncDispose]();
  });

  it('is found by any spelling of its remote once it was added, without what a remote keeps secret', async () => {
    const remote = 'https://ada:secret@git.example.com/team/shop.git';
    assert.equal(await api.repositoryOfRemotes([remote], signal), undefined);
    const added = await api.repository.addByUrl(remote, signal);
    assert.ok(!added.url?.includes('secret'), String(added.url));
    assert.equal((await api.repository.addByUrl(remote, signal)).id, added.id);
    for (const spelling of ['git@git.example.com:team/Shop.git', 'https://git.example.com/team/shop/'])
      assert.equal(
        (await api.repositoryOfRemotes(['git@other.example:a/b', spelling], signal))?.id,
        added.id,
      );
  });

  it('is found, with its issues, at a service that has only what the specification has', async () => {
    const remote = 'https://git.example.com/team/found.git';
    const { id } = await api.repository.addByUrl(remote, signal);
    await using gate = await startServiceGate(client.baseUrl);
    gate.lets = 'specified';
    await using narrow = new Client({ baseUrl: gate.url, credentials: service.credentials });
    const hosted = new ServiceApi(narrow);
    assert.equal((await hosted.repositoryOfRemotes(['git@git.example.com:team/found'], signal))?.id, id);
    assert.equal(await hosted.repositoryOfRemotes(['https://git.example.com/no/such'], signal), undefined);
    assert.deepEqual(await hosted.issues(id, 'main', signal), []);
    const local = await service.addRepository('with issues');
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'f' }) });
      return undefined;
    };
    await service.scan(local);
    const [issue, ...others] = await hosted.issues(local, undefined, signal);
    assert.equal(issue?.repositoryId, local);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [...(await hosted.access.permissionsOn(local, signal))],
      RepositoryPermission.options,
      'what is not known is not withheld',
    );
  });

  it('has schedules, which are added, changed and deleted', async () => {
    const id = await service.addRepository('scheduled');
    const added = await api.repository.saveSchedule(
      id,
      { branch: 'topic', crontab: '30 4 * * 1-5' },
      undefined,
      signal,
    );
    assert.ok(added.nextRunAt !== null && Date.parse(added.nextRunAt) > Date.now());
    const next = { branch: added.scanBranch ?? undefined, crontab: '0 5 * * *' };
    const changed = await api.repository.saveSchedule(id, next, added.id, signal);
    assert.deepEqual([changed.id, changed.executionCriteriaCrontab], [added.id, '0 5 * * *']);
    await api.repository.saveSchedule(id, { branch: undefined, crontab: '0 3 * * *' }, undefined, signal);
    assert.equal((await api.repository.schedules(id, signal)).length, 2);
    await api.repository.deleteSchedule(id, added.id, signal);
    const [left, ...others] = await api.repository.schedules(id, signal);
    assert.deepEqual([left?.scanBranch, others.length], [null, 0]);
    const wrong = api.repository.saveSchedule(id, { branch: 'x', crontab: '61 * * * *' }, undefined, signal);
    await assert.rejects(wrong, (error) => error instanceof ApiError && error.kind === 'invalid');
  });

  it('has settings, which are changed and inherited again', async () => {
    const id = await service.addRepository('set');
    assert.equal((await api.settings.of(id, signal)).effective.releaseTrack, 'STABLE');
    const changed = await api.settings.change(id, { releaseTrack: 'EDGE' }, signal);
    assert.deepEqual(
      [changed.effective.releaseTrack, changed.origins?.releaseTrack, changed.saved.releaseTrack],
      ['EDGE', 'repository', 'EDGE'],
    );
    const inherited = await api.settings.change(id, { releaseTrack: null }, signal);
    assert.deepEqual([inherited.effective.releaseTrack, inherited.saved.releaseTrack], ['STABLE', undefined]);
  });

  it('is seen by teams that grant something for it: all repositories, this one, or a tag of it', async () => {
    const id = await service.addRepository('seen');
    const other = await service.addRepository('other');
    const { tag } = await service.call(tags.createTag, { name: 'Seen', repositoryIds: [id] });
    const team = async (name: string, repositoryIds: string[], tagIds: string[]) => {
      const { team: made } = await service.call(teams.createTeam, { name });
      await service.call(teams.setTeamPermissions, {
        teamId: made.id,
        repoAccess: { accessMode: 'selected', permissions: ['ISSUE_TRIAGE'], repositoryIds, tagIds },
      });
      return made.id;
    };
    await team('By itself', [id], []);
    await team('By tag', [], [tag.id]);
    await team('Elsewhere', [other], []);
    await service.call(teams.createTeam, { name: 'Grants nothing' });
    const granted = await api.access.teamsOf(id, signal);
    assert.deepEqual(granted.map((one) => [one.team.name, one.by]).toSorted(), [
      ['By itself', 'repository'],
      ['By tag', 'tag'],
      ['Everyone', 'everything'],
    ]);
    assert.deepEqual(granted.find(({ by }) => by === 'tag')?.permissions.toSorted(), [
      'ISSUE_TRIAGE',
      'REPOSITORY_VIEW',
    ]);
    const everyone = granted.find(({ by }) => by === 'everything') ?? assert.fail();
    const people = await api.access.peopleOf(everyone.team.id, signal);
    assert.deepEqual([people.members.length, people.isCut], [1, false]);
  });

  it('has the latest scans of its branches', async () => {
    const id = await service.addRepository('scanned');
    await service.scan(id);
    const [scan, ...others] = await api.repository.scans(id, signal);
    assert.deepEqual([scan?.kind, scan?.status, others.length], ['FULL', 'COMPLETED', 0]);
    assert.deepEqual(await api.repository.pullRequestScans(id, signal), []);
  });
});
