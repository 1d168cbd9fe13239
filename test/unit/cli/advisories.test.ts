import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { LocalServer, osvArchive, osvRecord } from '../../support/mirror.ts';
import { Tree } from '../service/analysis/tree.ts';
import { type Ended, parapet } from './run.ts';

describe('parapet advisories', function () {
  this.timeout(180_000);

  let project: Tree;
  let data: Tree;
  beforeEach(() => {
    const lock = { lockfileVersion: 3, packages: { 'node_modules/left': { version: '1.0.0' } } };
    project = new Tree({
      'package.json': '{"dependencies":{"left":"^1.0.0"}}',
      'package-lock.json': JSON.stringify(lock),
    });
    data = new Tree({});
  });
  afterEach(() => {
    project[Symbol.dispose]();
    data[Symbol.dispose]();
  });
  const run = (...args: string[]): Promise<Ended> => parapet(args, { env: { PARAPET_DATA: data.root } });

  it('are downloaded for the packages of a folder, used by scans, listed and removed', async () => {
    await using mirror = await LocalServer.start();
    mirror.answer = (path, response) =>
      path === '/osv/npm/all.zip'
        ? void response.end(osvArchive(osvRecord('GHSA-aaaa-bbbb-cccc', 'left')))
        : void response.writeHead(404).end();
    const from = `${mirror.url.href}osv`;
    const before = await run('sca', project.root);
    assert.match(
      before.stdout,
      /No known vulnerability in 1 package\. Matched with advisories of .*These are few/,
    );
    const update = await run('advisories', 'update', project.root, '--from', from);
    assert.deepEqual(
      [update.code, update.stdout],
      [0, 'npm: 1 advisories, newest 2024-01-02.\n'],
      update.stderr,
    );
    assert.deepEqual(
      mirror.asked.map(({ path }) => path),
      ['/osv/npm/all.zip'],
    );
    const [sca, scan, list, table] = await Promise.all([
      run('sca', project.root, '--fail-on', 'medium'),
      run('scan', project.root, '--format', 'json'),
      run('advisories', 'list', '--format', 'json'),
      run('advisories', 'list'),
    ]);
    assert.equal(sca.code, 1);
    assert.match(
      sca.stdout,
      /GHSA-aaaa-bbbb-cccc[\s\S]*Matched with advisories of .*\(npm\): 1, newest 2024-01-02\./,
    );
    assert.match(
      JSON.stringify(JSON.parse(scan.stdout).scan.advisories),
      /"newest":"2024-01-02","updatedAt"/,
    );
    assert.match(table.stdout, /CC-BY-4\.0/);
    const ids: string[] = JSON.parse(list.stdout).map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, ['parapet', `127-0-0-1-${mirror.url.port}-osv-npm`]);
    const failed = await run('advisories', 'update', '--from', from, '--ecosystem', 'PyPI');
    assert.equal(failed.code, 3);
    assert.match(failed.stderr, /PyPI: 127\.0\.0\.1:\d+ answered with status 404/);
    const removed = await run('advisories', 'remove', ids[1] ?? '');
    assert.equal(removed.code, 0);
    assert.equal(JSON.parse((await run('advisories', 'list', '--format', 'json')).stdout).length, 1);
  });

  it('are imported, or hold for one run alone', async () => {
    const archive = data.at('all.zip');
    writeFileSync(archive, osvArchive(osvRecord('ACME-1', 'left')));
    const once = await run('sca', project.root, '--advisories', archive, '--fail-on', 'medium');
    assert.equal(once.code, 1);
    assert.match(once.stdout, /ACME-1[\s\S]*all\.zip: 1/);
    const after = await run('sca', project.root, '--fail-on', 'medium');
    assert.equal(after.code, 0);
    const imported = await run('advisories', 'import', archive);
    assert.equal(imported.code, 0, imported.stderr);
    assert.equal((await run('scan', project.root, '--fail-on', 'medium')).code, 1);
  });

  it('say what is wrong', async () => {
    writeFileSync(data.at('page.zip'), '<html>');
    const ended = await Promise.all([
      run('advisories', 'import', data.at('page.zip')),
      run('sca', project.root, '--advisories', data.at('nowhere.zip')),
      run('advisories', 'update', '--from', 'nowhere', project.root),
      run('advisories', 'update', '--ecosystem', 'docker'),
      run('advisories', 'update', data.root),
      run('advisories', 'remove', 'nothing'),
      run('advisories', 'update', '--from', 'http://169.254.169.254/', '--ecosystem', 'npm'),
    ]);
    assert.deepEqual(
      ended.map(({ code }) => code),
      [3, 3, 2, 2, 2, 2, 3],
    );
    const said = [
      /page\.zip is no archive of advisories/,
      /nowhere\.zip cannot be read/,
      /nowhere is no address/,
      /no advisories are read of the ecosystem docker/,
      /there are no packages/,
      /there is no nothing/,
      /link-local/,
    ];
    for (const [at, text] of said.entries()) assert.match(ended[at]?.stderr ?? '', text);
  });
});
