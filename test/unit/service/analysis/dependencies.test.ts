import assert from 'node:assert/strict';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { writeSnapshot } from '../../../../src/engine/dependencies/advisories/snapshot-writer.ts';
import { lookCloser } from '../../../../src/service/analysis/deep-analysis.ts';
import { ProjectScanner, type ScanEvent } from '../../../../src/service/analysis/index.ts';
import { patchOf } from '../../../../src/service/analysis/patching.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { Tree } from './tree.ts';

const snapshot = writeSnapshot(
  [
    {
      id: 'CVE-2030-1',
      aliases: [],
      cwes: ['CWE-1321'],
      cvss: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      affected: [
        {
          ecosystem: 'npm',
          name: 'paint',
          ranges: [{ introduced: '0', fixed: '1.2.0' }],
          versions: [],
          symbols: [{ names: ['mix'] }],
        },
      ],
      sources: ['a test'],
      references: [],
    },
  ],
  [{ name: 'a test', licence: 'CC0-1.0', records: 1 }],
  (section) => brotliCompressSync(section),
);

const lock = (version: string): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: { '': { dependencies: { paint: '^1.0.0' } }, 'node_modules/paint': { version } },
  });
const manifest = JSON.stringify({ dependencies: { paint: '^1.0.0' } });

describe('packages in a scan', function () {
  this.timeout(120_000);

  let advisories: Tree;
  const assets = () => ({
    ...scanAssets,
    advisories: [{ name: 'a test', path: join(advisories.root, 'snapshot.br') }],
  });
  before(() => {
    advisories = new Tree({});
    writeFileSync(join(advisories.root, 'snapshot.br'), snapshot);
  });
  after(() => advisories[Symbol.dispose]());

  async function scan(scanner: ProjectScanner) {
    const events: ScanEvent[] = [];
    await scanner.scan((event) => events.push(event));
    return {
      titles: events.flatMap((event) => (event.type === 'finding' ? [event.finding.title] : [])),
      scores: events.flatMap((event) => (event.type === 'finding' ? [event.finding.score] : [])),
      packages: events.flatMap((event) =>
        event.type === 'package' ? [`${event.package.name} ${event.package.version}`] : [],
      ),
      skips: events.flatMap((event) => (event.type === 'skip' ? [event.skip.file] : [])),
    };
  }

  it('are told with their vulnerabilities, again in the next scan, and no more once they are upgraded', async () => {
    using folder = new Tree({ 'package.json': manifest, 'package-lock.json': lock('1.1.0') });
    await using scanner = new ProjectScanner(folder.root, { assets: assets() });
    const title = 'Prototype pollution in paint 1.1.0 (CVE-2030-1)';
    for (const _ of ['first', 'again']) {
      const { titles, packages, skips } = await scan(scanner);
      assert.deepEqual([titles, packages, skips], [[title], ['paint 1.1.0'], []]);
    }
    writeFileSync(join(folder.root, 'package-lock.json'), `${lock('1.2.0')}\n`);
    const { titles, packages } = await scan(scanner);
    assert.deepEqual([titles, packages], [[], ['paint 1.2.0']]);
  });

  it('rank as low in what is no part of the product', async () => {
    const inTest = {
      'test/fixtures/old/package.json': manifest,
      'test/fixtures/old/package-lock.json': lock('1.1.0'),
    };
    using folder = new Tree({ 'src/index.js': 'export const one = 1;\n', ...inTest });
    await using scanner = new ProjectScanner(folder.root, { assets: assets() });
    const [score = 100] = (await scan(scanner)).scores;
    assert.ok(score < 40, String(score));
  });

  it('are still told where a snapshot of advisories is damaged, with what was left out', async () => {
    using folder = new Tree({ 'package.json': manifest, 'package-lock.json': lock('1.1.0') });
    using damaged = new Tree({ 'snapshot.br': 'no snapshot' });
    const path = join(damaged.root, 'snapshot.br');
    await using scanner = new ProjectScanner(folder.root, {
      assets: { ...assets(), advisories: [{ name: 'a damaged one', path }] },
    });
    const { titles, packages, skips } = await scan(scanner);
    assert.deepEqual([titles, packages, skips], [[], ['paint 1.1.0'], ['.']]);
  });

  it('are upgraded by a patch that is proven by reading the manifest again', async () => {
    using folder = new Tree({
      'package.json': JSON.stringify({ dependencies: { paint: '1.1.0' } }, null, 2),
    });
    await using scanner = new ProjectScanner(folder.root, { assets: assets() });
    const [finding] = await scanner.findings();
    const { file = '', fingerprint = '' } = finding ?? {};
    const { signal } = new AbortController();
    const outcome = await patchOf(scanner, {
      root: folder.root,
      file,
      fingerprint,
      on: () => undefined,
      signal,
    });
    assert.ok(outcome.type === 'made' && outcome.proven, JSON.stringify(outcome));
    assert.equal(outcome.patch.title, 'Upgrade paint to 1.2.0');
    assert.deepEqual(
      outcome.patch.files.map(({ path, edits }) => [path, edits.map(({ newText }) => newText)]),
      [['package.json', ['1.2.0']]],
    );
    assert.equal((await scanner.findings()).length, 1, 'nothing was written');
  });

  it('are still there when an investigation looks closer', async () => {
    using folder = new Tree({ 'package.json': manifest, 'package-lock.json': lock('1.1.0') });
    await using scanner = new ProjectScanner(folder.root, { assets: assets() });
    const [finding] = await scanner.findings();
    const { file = '', fingerprint = '' } = finding ?? {};
    const { signal } = new AbortController();
    const { found } = await lookCloser(scanner, {
      root: folder.root,
      file,
      fingerprint,
      line: 1,
      on: () => undefined,
      signal,
    });
    assert.equal(found?.dependency?.advisory.id, 'CVE-2030-1');
  });

  it('say how far the product’s code gets into them, and lead there', async () => {
    const code = (body: string): string =>
      `import express from 'express';\nimport { mix, show } from 'paint';\nconst app = express();\n${body}\n`;
    const levels: Record<string, string> = {
      "app.get('/', (request, response) => response.send(mix(request.query.colour)));": 'REACHED',
      'export function unused() {\n  return mix();\n}': 'CALLED',
      "app.get('/', (request, response) => response.send(show()));": 'IMPORTED',
    };
    for (const [body, level] of Object.entries(levels)) {
      using folder = new Tree({
        'package.json': manifest,
        'package-lock.json': lock('1.1.0'),
        'src/index.js': code(body),
      });
      await using scanner = new ProjectScanner(folder.root, { assets: assets() });
      const [finding] = (await scanner.findings()).filter(({ category }) => category === 'SCA');
      assert.equal(finding?.dependency?.reachability.level, level, body);
      assert.equal(finding.codeFlows.length, level === 'REACHED' ? 1 : 0);
      const { isPartPublished } = finding.dependency.reachability;
      assert.equal(isPartPublished, level === 'IMPORTED' ? true : undefined);
    }
    using folder = new Tree({
      'package.json': manifest,
      'package-lock.json': lock('1.1.0'),
      'src/index.js': 'export const one = 1;\n',
      'test/paint.test.js': "import { mix } from 'paint';\nmix();\n",
    });
    await using scanner = new ProjectScanner(folder.root, { assets: assets() });
    const [finding] = (await scanner.findings()).filter(({ category }) => category === 'SCA');
    assert.equal(finding?.dependency?.reachability.level, 'NOT_IMPORTED', 'tests are no product');
  });

  it('are not read from a lock file of 1 GB, which is said, nor from where links of workspaces lead', async () => {
    using outside = new Tree({ 'package.json': manifest, 'package-lock.json': lock('1.1.0') });
    using folder = new Tree({
      'package.json': JSON.stringify({ workspaces: ['linked', '../*'], dependencies: { paint: '1.1.0' } }),
      'big/package.json': manifest,
      'big/package-lock.json': lock('1.1.0'),
    });
    truncateSync(join(folder.root, 'big/package-lock.json'), 1_000_000_000);
    symlinkSync(outside.root, join(folder.root, 'linked'));
    await using scanner = new ProjectScanner(folder.root, { assets: assets() });
    const { titles, packages, skips } = await scan(scanner);
    assert.deepEqual(titles, ['Prototype pollution in paint 1.1.0 (CVE-2030-1)']);
    assert.deepEqual(packages, ['paint undefined', 'paint 1.1.0']);
    assert.ok(skips.includes('big/package-lock.json'));
    assert.ok(skips.includes('big/package.json'));
  });
});
