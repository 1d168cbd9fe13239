import assert from 'node:assert/strict';
import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { OnlineSource } from '../../../../src/api/contract/vocabulary.ts';
import { ProjectScanner, type ScanEvent, takeDependencies } from '../../../../src/service/analysis/index.ts';
import { importAdvisories } from '../../../../src/service/dependencies/sources/snapshot-file.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { LocalServer, osvRecord } from '../../../support/mirror.ts';
import { Tree } from './tree.ts';

const manifest = JSON.stringify({ dependencies: { left: '1.0.0', own: 'file:../own', python: '*' } });
const lock = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { left: '1.0.0', own: 'file:../own' } },
    'node_modules/left': { version: '1.0.0' },
    'node_modules/own': { version: '2.0.0', resolved: 'file:../own' },
  },
});

describe('advisories of a scan', function () {
  this.timeout(120_000);

  let project: Tree;
  let data: Tree;
  let server: LocalServer;
  beforeEach(async () => {
    project = new Tree({
      'package.json': manifest,
      'package-lock.json': lock,
      'requirements.txt': 'right==1.0\n',
    });
    data = new Tree({ 'records/a.json': JSON.stringify(osvRecord('ACME-1', 'left')) });
    server = await LocalServer.start();
  });
  afterEach(async () => {
    project[Symbol.dispose]();
    data[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  const folder = () => join(data.root, 'advisories');
  const optionsOf = (...onlineSources: OnlineSource[]) => {
    const address = { url: server.url, mayBePrivate: true };
    const onlineAddresses = { OSV: address, NPM: address };
    return { assets: { ...scanAssets, advisoryFolder: folder(), onlineAddresses }, onlineSources };
  };
  async function scan(scanner: ProjectScanner) {
    const events: ScanEvent[] = [];
    const summary = await scanner.scan((event) => events.push(event));
    return {
      issues: events.flatMap((event) =>
        event.type === 'finding' ? [event.finding.dependency?.advisory.id] : [],
      ),
      skips: events.flatMap((event) => (event.type === 'skip' ? [event.skip.detail] : [])),
      advisories: summary.advisories.map(({ title, advisories, thin }) => [title, advisories, thin]),
    };
  }
  const json = (response: Parameters<LocalServer['answer']>[1], value: unknown): void =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

  it('are those of the folder, too, as soon as they are there, and no more once they are removed', async () => {
    await using scanner = new ProjectScanner(project.root, optionsOf());
    const before = await scan(scanner);
    assert.deepEqual([before.issues, before.advisories.length, before.advisories[0]?.[2]], [[], 1, true]);
    const file = join(folder(), 'team.br');
    importAdvisories({ from: join(data.root, 'records'), title: 'Team', file });
    const after = await scan(scanner);
    assert.deepEqual(after.issues, ['ACME-1']);
    assert.deepEqual(after.advisories[1], ['Team', 1, false]);
    rmSync(file);
    assert.deepEqual((await scan(scanner)).issues, []);
    assert.deepEqual(server.asked, []);
  });

  it('are asked for over the network where that is switched on, once a day for the same packages', async () => {
    server.answer = (path, response) =>
      path === '/v1/querybatch'
        ? json(response, { results: [{ vulns: [{ id: 'ACME-7' }] }, {}] })
        : json(response, osvRecord('ACME-7', 'left'));
    await using scanner = new ProjectScanner(project.root, optionsOf('OSV'));
    for (const _ of ['first', 'again']) {
      const { issues, skips, advisories } = await scan(scanner);
      assert.deepEqual([issues, skips], [['ACME-7'], []]);
      assert.deepEqual(advisories.at(-1), [server.url.host, 1, false]);
    }
    assert.deepEqual(
      server.asked.map(({ path }) => path),
      ['/v1/querybatch', '/v1/vulns/ACME-7'],
    );
    // What is from a folder is not looked up, and nothing but names and versions is sent.
    assert.deepEqual(JSON.parse(server.asked[0]?.body ?? ''), {
      queries: [
        { package: { ecosystem: 'PyPI', name: 'right' }, version: '1.0' },
        { package: { ecosystem: 'npm', name: 'left' }, version: '1.0.0' },
      ],
    });
    const [answer = ''] = readdirSync(join(folder(), 'answers'));
    const twoDaysAgo = Date.now() / 1_000 - 2 * 24 * 60 * 60;
    utimesSync(join(folder(), 'answers', answer), twoDaysAgo, twoDaysAgo);
    assert.deepEqual((await scan(scanner)).issues, ['ACME-7']);
    assert.equal(server.asked.length, 4);
  });

  it('are merged where several sources have the same one', async () => {
    const ghsa = 'GHSA-aaaa-bbbb-cccc';
    server.answer = (path, response) => {
      if (path === '/v1/querybatch') return json(response, { results: [{ vulns: [{ id: ghsa }] }, {}] });
      if (path.startsWith('/v1/vulns/'))
        return json(response, { ...osvRecord(ghsa, 'left'), aliases: ['CVE-2024-1000'] });
      return json(response, {
        left: [{ id: 7, url: `https://github.com/advisories/${ghsa}`, vulnerable_versions: '<1.5.0' }],
      });
    };
    await using scanner = new ProjectScanner(project.root, optionsOf('OSV', 'NPM'));
    assert.deepEqual((await scan(scanner)).issues, ['CVE-2024-1000']);
    const npm = server.asked.find(({ path }) => path.startsWith('/-/npm/'));
    assert.deepEqual(JSON.parse(npm?.body ?? ''), { left: ['1.0.0'] });
  });

  it('are what is here where a source on the network fails, and the scan says so', async () => {
    importAdvisories({ from: join(data.root, 'records'), title: 'Team', file: join(folder(), 'team.br') });
    server.answer = (path, response) =>
      path.startsWith('/-/npm/')
        ? void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
        : void response.end('<html>Sign in</html>');
    await using scanner = new ProjectScanner(project.root, optionsOf('OSV', 'NPM'));
    const { issues, skips } = await scan(scanner);
    assert.deepEqual(issues, ['ACME-1']);
    const { host } = server.url;
    assert.deepEqual(skips, [
      `Packages were not looked up online. ${host} answered with a web page instead of advisories. A proxy or a sign-in page may be in between. ${host} could not be reached, or broke off its answer.`,
    ]);
    assert.deepEqual(readdirSync(join(folder(), 'answers')), []);
  });

  it('can be asked for without a scan', async () => {
    server.answer = (path, response) =>
      path === '/v1/querybatch'
        ? json(response, { results: [{ vulns: [{ id: 'ACME-7' }] }, {}] })
        : json(response, osvRecord('ACME-7', 'left'));
    const found = await takeDependencies({ ...optionsOf('OSV'), root: project.root });
    assert.deepEqual(
      found.vulnerabilities.map(({ finding }) => finding.dependency.advisory.id),
      ['ACME-7'],
    );
  });
});
