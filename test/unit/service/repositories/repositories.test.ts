import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { contract } from '../../../../src/api/contract/index.ts';
import { Refusal } from '../../../../src/service/core/errors.ts';
import { parseRemote } from '../../../../src/service/repositories/remote-url.ts';
import { startDueScans } from '../../../../src/service/scans/schedules.ts';
import { Harness } from '../support/harness.ts';

const { repositories, code, schedules } = contract;

describe('repositories of a service', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('of a folder are one, whichever way leads there', async () => {
    const id = await service.addRepository('project');
    const path = join(service.folder, 'work', 'project');
    symlinkSync(path, join(service.folder, 'link'));
    for (const way of [path, `${path}/`, join(service.folder, 'link'), `${path}/../project`]) {
      const { repository } = await service.call(repositories.addLocalRepository, { path: way });
      assert.equal(repository.id, id, way);
    }
    const { repositories: all } = await service.call(repositories.listRepositories, {});
    assert.equal(all.length, 1);
    assert.equal(all[0]?.type, 'local');
    assert.equal(all[0]?.defaultBranch, 'main');
  });

  it('refuse what is no folder', async () => {
    const file = join(service.folder, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(service.folder, 'absent'), 'relative/path', '\0']) {
      await service.refusal(repositories.addLocalRepository, { path }, 422);
    }
  });

  it('of a remote are one, whichever way it is spelt, and are found by its URL', async () => {
    const { repository } = await service.call(repositories.addRepositoryByUrl, {
      url: 'https://github.com/Team/Project.git',
    });
    assert.equal(repository.name, 'Project');
    assert.equal(repository.type, 'github');
    assert.equal(repository.url, 'https://github.com/Team/Project');
    for (const url of [
      'git@github.com:team/project.git',
      'ssh://git@github.com/team/project',
      'http://github.com/team/project/',
      'https://user:secret@github.com/team/project',
    ]) {
      const found = await service.call(repositories.resolveRepositoryByUrl, { url });
      assert.equal(found.repository.id, repository.id, url);
    }
    await service.refusal(repositories.resolveRepositoryByUrl, { url: 'https://github.com/team/other' }, 404);
  });

  it('of a remote say why they cannot be scanned', async () => {
    const { repository } = await service.call(repositories.addRepositoryByUrl, {
      url: 'https://git.invalid/a/b',
    });
    const scan = await service.scan(repository.id);
    assert.equal(scan.status, 'FAILED');
    assert.match(scan.errorMessage ?? '', /git\.invalid was not found/);
  });

  it('refuse URLs that would read files or start programs', async () => {
    for (const url of [
      'file:///etc/passwd',
      'https://example.com/%E0%A4%A/project',
      'ext::sh -c touch% /tmp/pwned',
      '/srv/git/project',
      '-oProxyCommand=x',
      'https://',
      'https://example.com',
      'https://example.com/a b',
      'javascript:alert(1)',
      'https://example.com/../..',
    ]) {
      await service.refusal(repositories.addRepositoryByUrl, { url }, 422);
    }
  });

  it('have remotes that are always HTTPS without credentials, whatever text is given', () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(part, part, part, part, (host, team, name, secret) => {
        const plain = parseRemote(`https://${host}.example/${team}/${name}`);
        for (const spelling of [
          `https://${secret}:${secret}@${host}.example/${team}/${name}.git`,
          `git@${host}.example:${team}/${name}`,
          `ssh://${secret}@${host}.example:22/${team}/${name}.git/`,
        ]) {
          assert.equal(parseRemote(spelling).identity, plain.identity);
          assert.equal(parseRemote(spelling).url, `https://${host}.example/${team}/${name}`);
        }
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          try {
            assert.match(parseRemote(text).url, /^https:\/\/[^@\s]+\/[^\s]+$/);
          } catch (error) {
            assert.ok(error instanceof Refusal && error.status === 422, `${text} ${error}`);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are listed by name in pages, by part of the name and by type', async () => {
    for (const name of ['beta', 'alpha', 'gamma_x', 'gammaxx']) await service.addRepository(name);
    await service.call(repositories.addRepositoryByUrl, { url: 'https://example.com/a/delta' });
    const first = await service.call(repositories.listRepositories, { limit: 3 });
    const second = await service.call(repositories.listRepositories, {
      limit: 3,
      cursor: first.nextCursor ?? '',
    });
    const names = [...first.repositories, ...second.repositories].map(({ name }) => name);
    assert.deepEqual(names, ['alpha', 'beta', 'delta', 'gamma_x', 'gammaxx']);
    const part = await service.call(repositories.listRepositories, { searchQuery: 'MA_X' });
    assert.deepEqual(
      part.repositories.map(({ name }) => name),
      ['gamma_x'],
    );
    const remote = await service.call(repositories.listRepositories, { types: ['git', 'github'] });
    assert.deepEqual(
      remote.repositories.map(({ name }) => name),
      ['delta'],
    );
  });

  it('are deleted all or none', async () => {
    const id = await service.addRepository();
    const unknown = '00000000-0000-4000-8000-000000000000';
    await service.refusal(repositories.deleteRepositories, { repositoryIds: [id, unknown] }, 422);
    assert.equal((await service.call(repositories.listRepositories, {})).repositories.length, 1);
    const { deletedRepositoryIds } = await service.call(repositories.deleteRepositories, {
      repositoryIds: [id],
    });
    assert.deepEqual(deletedRepositoryIds, [id]);
    assert.notEqual(await service.addRepository(), id);
  });

  it('have several schedules, one a branch', async () => {
    const repositoryId = await service.addRepository();
    const upsert = schedules.upsertScanSchedule;
    const nightly = { repositoryId, executionCriteriaCrontab: '0 3 * * *' };
    const { schedule } = await service.call(upsert, nightly);
    assert.equal(schedule.scanBranch, null);
    assert.match(schedule.nextRunAt ?? '', /T03:00:00\.000Z$/);
    const { schedule: other } = await service.call(upsert, { ...nightly, scanBranch: 'develop' });
    assert.notEqual(other.id, schedule.id);
    const changed = { ...nightly, executionCriteriaCrontab: '30 4 * * 1-5' };
    assert.equal((await service.call(upsert, changed)).schedule.id, schedule.id);
    await service.refusal(upsert, { ...nightly, scheduleId: other.id }, 422);
    for (const executionCriteriaCrontab of [
      'nonsense',
      '* * * *',
      '0 0 31 2 *',
      '61 * * * *',
      '* * * * * *',
    ]) {
      await service.refusal(upsert, { repositoryId, executionCriteriaCrontab }, 422);
    }
    const { schedules: all } = await service.call(schedules.getScanSchedules, { repositoryId });
    assert.deepEqual(
      all.map((each) => each.executionCriteriaCrontab),
      ['30 4 * * 1-5', '0 3 * * *'],
    );
    const remove = schedules.deleteScanSchedule;
    const one = await service.call(remove, { repositoryIds: [repositoryId], scheduleId: other.id });
    assert.deepEqual(one.deletedScheduleIds, [other.id]);
    await service.refusal(remove, { repositoryIds: [repositoryId], scheduleId: other.id }, 422);
    const rest = await service.call(remove, { repositoryIds: [repositoryId] });
    assert.deepEqual(rest.deletedScheduleIds, [schedule.id]);
  });

  it('are scanned when a schedule comes due, once for all the times that were missed', async () => {
    const due = await service.addRepository('due');
    const other = await service.addRepository('other');
    const daily = { executionCriteriaCrontab: '0 3 * * *' };
    const upsert = schedules.upsertScanSchedule;
    const { schedule } = await service.call(upsert, { repositoryId: due, ...daily });
    await service.call(upsert, { repositoryId: other, ...daily, scanBranch: 'not-checked-out' });
    const refused: string[] = [];
    const tick = () =>
      startDueScans(service.service.core, {
        onRefused: (reason) => refused.push(reason),
        onError: assert.ifError,
      });
    await tick();
    assert.deepEqual((await service.call(contract.scans.listScans, {})).scans, []);
    const later = new Date(Date.parse(schedule.nextRunAt ?? '') + 3 * 86_400_000 + 1);
    service.setNow(later);
    await tick();
    await tick();
    const { scans } = await service.call(contract.scans.listScans, {});
    assert.deepEqual(
      scans.map((scan) => scan.repositoryId),
      [due],
    );
    assert.equal((await service.waitForScan(scans[0]?.id ?? '')).status, 'COMPLETED');
    assert.match(refused.join(), /not-checked-out/);
    const { schedules: after } = await service.call(schedules.getScanSchedules, { repositoryId: due });
    assert.ok(Date.parse(after[0]?.nextRunAt ?? '') > later.getTime());
  });

  describe('show their code', () => {
    let repositoryId: string;
    let root: string;
    beforeEach(async () => {
      repositoryId = await service.addRepository();
      root = join(service.folder, 'work', 'project');
      mkdirSync(join(root, 'src', 'deep'), { recursive: true });
      mkdirSync(join(root, '.git'));
      writeFileSync(join(root, 'README.md'), 'one\r\ntwo\r\nthree\r\n');
      writeFileSync(join(root, 'src', 'app.js'), 'const Needle = 1;\nuse(needle);\nother();\n');
      writeFileSync(join(root, 'src', 'b in.bin'), Buffer.from([0, 1, 2]));
      writeFileSync(join(service.folder, 'secret.txt'), 'needle outside');
      symlinkSync(join(service.folder, 'secret.txt'), join(root, 'escape.txt'));
      symlinkSync(service.folder, join(root, 'escape'));
      symlinkSync(join(root, 'src'), join(root, 'inside'));
    });

    it('as directories and files, directories first, in pages', async () => {
      const { entries } = await service.call(code.listFiles, { repositoryId });
      assert.deepEqual(
        entries.map(({ name, type }) => [name, type]),
        [
          ['inside', 'directory'],
          ['src', 'directory'],
          ['README.md', 'file'],
        ],
      );
      const first = await service.call(code.listFiles, { repositoryId, path: 'src', limit: 2 });
      assert.deepEqual(
        first.entries.map(({ path }) => path),
        ['src/deep', 'src/app.js'],
      );
      const rest = await service.call(code.listFiles, {
        repositoryId,
        path: 'src',
        limit: 2,
        cursor: first.nextCursor ?? '',
      });
      assert.deepEqual(rest.entries, [{ name: 'b in.bin', path: 'src/b in.bin', type: 'file', size: 3 }]);
    });

    it('as text, whole or by lines', async () => {
      const whole = await service.call(code.readCode, { repositoryId, path: 'src/app.js' });
      assert.equal(whole.content, 'const Needle = 1;\nuse(needle);\nother();\n');
      assert.deepEqual([whole.startLine, whole.endLine, whole.totalLines, whole.truncated], [1, 3, 3, false]);
      const some = await service.call(code.readCode, {
        repositoryId,
        path: 'src/app.js',
        startLine: 2,
        endLine: 2,
      });
      assert.deepEqual([some.content, some.startLine, some.endLine], ['use(needle);', 2, 2]);
      await service.refusal(code.readCode, { repositoryId, path: 'src/b in.bin' }, 422);
      await service.refusal(code.readCode, { repositoryId, path: 'src' }, 422);
      await service.refusal(code.readCode, { repositoryId, path: 'absent' }, 404);
      await service.refusal(code.readCode, { repositoryId, path: 'src/app.js', branch: 'other' }, 422);
    });

    it('but nothing outside of their root', async () => {
      for (const path of [
        '../secret.txt',
        'src/../../secret.txt',
        '/etc/passwd',
        join(service.folder, 'secret.txt'),
        'escape.txt',
        'escape/secret.txt',
        'C:\\Windows\\win.ini',
        '..\\secret.txt',
        'src/app.js\0.png',
      ]) {
        const body = await service.refusal(code.readCode, { repositoryId, path }, 422);
        assert.ok(!JSON.stringify(body).includes('needle outside'));
      }
      await service.refusal(code.listFiles, { repositoryId, path: 'escape' }, 422);
      await service.refusal(code.listFiles, { repositoryId, path: '..' }, 422);
    });

    it('by the lines that contain a text, in pages', async () => {
      service.runner.listed = [
        { path: 'src/app.js', bytes: 40 },
        { path: 'README.md', bytes: 17 },
        { path: 'src/b in.bin', bytes: 3 },
      ];
      const all = await service.call(code.searchCode, { repositoryId, query: 'NEEDLE' });
      assert.deepEqual(all.matches, [
        { file: 'src/app.js', line: 1, startColumn: 7, endColumn: 13, text: 'const Needle = 1;' },
        { file: 'src/app.js', line: 2, startColumn: 5, endColumn: 11, text: 'use(needle);' },
      ]);
      const first = await service.call(code.searchCode, { repositoryId, query: 'e', limit: 3 });
      assert.deepEqual(
        first.matches.map(({ file, line }) => [file, line]),
        [
          ['README.md', 1],
          ['README.md', 3],
          ['src/app.js', 1],
        ],
      );
      const rest = await service.call(code.searchCode, {
        repositoryId,
        query: 'e',
        limit: 3,
        cursor: first.nextCursor ?? '',
      });
      assert.deepEqual(
        rest.matches.map(({ file, line }) => [file, line]),
        [
          ['src/app.js', 2],
          ['src/app.js', 3],
        ],
      );
      assert.equal(rest.nextCursor, undefined);
      const below = await service.call(code.searchCode, { repositoryId, query: 'e', pathPrefix: 'src/' });
      assert.ok(below.matches.every(({ file }) => file.startsWith('src/')));
      await service.refusal(
        code.searchCode,
        { repositoryId, query: 'x', limit: 3, cursor: first.nextCursor ?? '' },
        400,
      );
    });
  });
});
