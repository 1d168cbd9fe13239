import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { writeSnapshot } from '../../../../../src/engine/dependencies/advisories/snapshot-writer.ts';
import type { Advisory } from '../../../../../src/engine/dependencies/advisory.ts';
import { ProjectScanner } from '../../../../../src/service/analysis/index.ts';
import type { PatchOutcome } from '../../../../../src/service/analysis/patch-outcome.ts';
import { patchOf } from '../../../../../src/service/analysis/patching.ts';
import type { UpgradeWish } from '../../../../../src/service/analysis/upgrades/propose.ts';
import { scanAssets } from '../../../../support/bundled-worker.ts';
import { type NpmRegistry, npmRegistry } from '../../../../support/npm-registry.ts';
import { Tree } from '../tree.ts';

const advisory = (id: string, name: string, introduced: string, fixed: string): Advisory => ({
  id,
  aliases: [],
  cwes: [],
  cvss: [],
  affected: [{ ecosystem: 'npm', name, ranges: [{ introduced, fixed }], versions: [], symbols: [] }],
  sources: ['a test'],
  references: [],
});
const snapshot = writeSnapshot(
  [
    advisory('CVE-2030-1', 'paint', '0', '1.1.0'),
    advisory('CVE-2030-2', 'paint', '0.5.0', '1.0.1'),
    advisory('CVE-2030-3', 'brush', '0', '1.0.3'),
    advisory('CVE-2030-4', 'glue', '0', '2.0.0'),
  ],
  [{ name: 'a test', licence: 'CC0-1.0', records: 4 }],
  (section) => brotliCompressSync(section),
);

/** What the lock file of npm says of packages: where each is, and what it asks for. */
const lockOf = (root: object, packages: Readonly<Record<string, readonly [string, object?]>>): string => {
  const entries = Object.entries(packages).map(([path, [version, dependencies]]) => [
    `node_modules/${path}`,
    { version, resolved: `https://registry.npmjs.org/${path}`, ...(dependencies && { dependencies }) },
  ]);
  return `${JSON.stringify({ name: 'shop', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': { name: 'shop', version: '1.0.0', dependencies: root }, ...Object.fromEntries(entries) } }, null, 2)}\n`;
};

const manifestOf = (dependencies: object, more: object = {}): string =>
  `${JSON.stringify({ name: 'shop', version: '1.0.0', dependencies, ...more }, null, 2)}\n`;

describe('an upgrade whose lock file npm writes', function () {
  this.timeout(180_000);

  let advisories: Tree;
  let registry: NpmRegistry;
  before(async () => {
    advisories = new Tree({});
    writeFileSync(join(advisories.root, 'snapshot.br'), snapshot);
    registry = await npmRegistry({
      paint: {
        '1.0.0': {},
        '1.0.1': {},
        '1.1.0': { pigment: '^1.0.0' },
        '1.2.0': { pigment: '^1.0.0' },
        '2.0.0': {},
      },
      pigment: { '1.0.0': {} },
      kit: { '1.0.0': { paint: '~1.0.0' }, '1.0.5': { paint: '^1.0.0' } },
      brush: { '1.0.0': {}, '1.0.3': {}, '1.0.4': {} },
      glue: { '1.0.0': {}, '2.0.0': {} },
    });
  });
  after(async () => {
    advisories[Symbol.dispose]();
    await registry.close();
  });

  const allowed: UpgradeWish = { packages: 'ONE', runPackageManager: true };

  /** The patch of the first vulnerability of a package; the project has the registry of the test. */
  async function patched(
    texts: Readonly<Record<string, string>>,
    name: string,
    upgrade?: UpgradeWish,
    signal = new AbortController().signal,
  ) {
    using folder = new Tree({ '.npmrc': `registry=${registry.url}\n`, ...texts });
    const assets = {
      ...scanAssets,
      advisories: [{ name: 'a test', path: join(advisories.root, 'snapshot.br') }],
    };
    await using scanner = new ProjectScanner(folder.root, { assets });
    const findings = await scanner.findings();
    const target =
      findings.find(({ dependency }) => dependency?.name === name) ??
      assert.fail(`${name} is not vulnerable`);
    const stages: unknown[] = [];
    const outcome = await patchOf(scanner, {
      root: folder.root,
      file: target.file,
      fingerprint: target.fingerprint,
      upgrade,
      on: (stage) => stages.push(stage),
      signal,
    });
    const listed = readdirSync(folder.root);
    return { outcome, stages, listed };
  }

  const filesOf = (outcome: PatchOutcome) =>
    outcome.type === 'made'
      ? outcome.patch.files.map(({ path }) => path)
      : assert.fail(JSON.stringify(outcome));
  const diffOf = (outcome: PatchOutcome): string =>
    outcome.type === 'made' ? outcome.patch.files.map(({ diff }) => diff).join('') : '';
  const reasonOf = (outcome: PatchOutcome): string => (outcome.type === 'unpatchable' ? outcome.reason : '');

  const direct = {
    'package.json': manifestOf({ paint: '^1.0.0' }),
    'package-lock.json': lockOf({ paint: '^1.0.0' }, { paint: ['1.0.0'] }),
  };

  it('takes the smallest version, with what that brings, and names the other issues that it ends', async () => {
    const { outcome, stages, listed } = await patched(direct, 'paint', allowed);
    assert.deepEqual(filesOf(outcome), ['package-lock.json']);
    assert.ok(outcome.type === 'made' && outcome.proven, JSON.stringify(outcome));
    assert.match(diffOf(outcome), /\+ {6}"version": "1\.1\.0"/);
    assert.match(diffOf(outcome), /node_modules\/pigment/);
    assert.equal(outcome.patch.title, 'Upgrade paint to 1.1.0');
    assert.equal(outcome.patch.resolves?.length, 1);
    assert.ok(stages.some((stage) => JSON.stringify(stage) === '{"running":"npm"}'));
    assert.deepEqual(listed.sort(), ['.npmrc', 'package-lock.json', 'package.json']);
    assert.deepEqual(registry.credentials, []);
  });

  it('is not made until a person agrees, and says the command', async () => {
    const before = registry.asked.length;
    const { outcome } = await patched(direct, 'paint');
    assert.match(reasonOf(outcome), /npm may write it.*`npm install paint@1\.1\.0`/);
    assert.equal(registry.asked.length, before);
  });

  it('changes manifest and lock file together where the range has no room', async () => {
    const { outcome } = await patched(
      {
        'package.json': manifestOf({ glue: '~1.0.0' }),
        'package-lock.json': lockOf({ glue: '~1.0.0' }, { glue: ['1.0.0'] }),
      },
      'glue',
      allowed,
    );
    assert.deepEqual(filesOf(outcome), ['package.json', 'package-lock.json']);
    assert.match(diffOf(outcome), /\+ {4}"glue": "~2\.0\.0"/);
    assert.match(outcome.type === 'made' ? outcome.patch.explanation : '', /the major version changes/);
  });

  it('of what another package brings changes the lock file, where the ranges have room', async () => {
    const { outcome } = await patched(
      {
        'package.json': manifestOf({ kit: '1.0.5' }),
        'package-lock.json': lockOf(
          { kit: '1.0.5' },
          { kit: ['1.0.5', { paint: '^1.0.0' }], paint: ['1.0.0'] },
        ),
      },
      'paint',
      allowed,
    );
    assert.deepEqual(filesOf(outcome), ['package-lock.json']);
    assert.match(diffOf(outcome), /\+ {6}"version": "1\.1\.0"/);
  });

  it('overrides where they have none, and says so', async () => {
    const { outcome } = await patched(
      {
        'package.json': manifestOf({ kit: '1.0.0' }),
        'package-lock.json': lockOf(
          { kit: '1.0.0' },
          { kit: ['1.0.0', { paint: '~1.0.0' }], paint: ['1.0.0'] },
        ),
      },
      'paint',
      allowed,
    );
    assert.deepEqual(filesOf(outcome), ['package.json', 'package-lock.json']);
    assert.ok(outcome.type === 'made' && outcome.proven);
    assert.match(diffOf(outcome), /\+ {4}"paint@<1\.1\.0": "\^1\.1\.0"/);
    assert.match(outcome.patch.explanation, /forced upon packages that ask for an older version/);
  });

  it('of all packages raises those that can be raised safely, in one change', async () => {
    const root = { paint: '^1.0.0', brush: '1.0.0', glue: '^1.0.0' };
    const { outcome } = await patched(
      {
        'package.json': manifestOf(root),
        'package-lock.json': lockOf(root, { paint: ['1.0.0'], brush: ['1.0.0'], glue: ['1.0.0'] }),
      },
      'brush',
      { packages: 'ALL_SAFE', runPackageManager: true },
    );
    assert.deepEqual(filesOf(outcome), ['package.json', 'package-lock.json']);
    assert.ok(outcome.type === 'made' && outcome.proven);
    assert.equal(outcome.patch.title, 'Upgrade 2 vulnerable packages');
    assert.equal(outcome.patch.resolves?.length, 2);
    assert.match(
      outcome.patch.explanation,
      /`glue` 1\.0\.0: 2\.0\.0, which ends it, is another major version/,
    );
    assert.doesNotMatch(diffOf(outcome), /glue.*2\.0\.0/);
  });

  it('keeps the version of the lock file’s format', async () => {
    for (const version of [1, 2]) {
      const flat = { requires: true, dependencies: { paint: { version: '1.0.0' } } };
      const lock = { name: 'shop', version: '1.0.0', lockfileVersion: version, ...flat };
      const packages = {
        '': { name: 'shop', dependencies: { paint: '^1.0.0' } },
        'node_modules/paint': { version: '1.0.0' },
      };
      const text = JSON.stringify(version === 1 ? lock : { ...lock, packages }, null, 2);
      const { outcome } = await patched({ ...direct, 'package-lock.json': text }, 'paint', allowed);
      assert.deepEqual(filesOf(outcome), ['package-lock.json']);
      assert.doesNotMatch(diffOf(outcome), /^[+-].*lockfileVersion/m);
    }
  });

  it('keeps tabs, line breaks of Windows and the byte order mark', async () => {
    const spelled = (text: string): string =>
      `\uFEFF${JSON.stringify(JSON.parse(text), null, '\t').replaceAll('\n', '\r\n')}\r\n`;
    const { outcome } = await patched(
      {
        'package.json': spelled(manifestOf({ glue: '~1.0.0' })),
        'package-lock.json': spelled(lockOf({ glue: '~1.0.0' }, { glue: ['1.0.0'] })),
      },
      'glue',
      allowed,
    );
    assert.ok(outcome.type === 'made' && outcome.proven, JSON.stringify(outcome));
    const added = diffOf(outcome)
      .split('\n')
      .filter((line) => /^\+[^+]/.test(line));
    assert.ok(
      added.length > 1 && added.every((line) => line.startsWith('+\t') && line.endsWith('\r')),
      diffOf(outcome),
    );
  });

  it('runs nothing of the repository, and follows none of its settings', async () => {
    const marker = join(tmpdir(), `parapet-run-${process.pid}-${Date.now()}`);
    const script = `node -e "require('fs').writeFileSync('${marker}', '')"`;
    const { outcome } = await patched(
      {
        ...direct,
        'package.json': manifestOf(
          { paint: '^1.0.0' },
          { scripts: { preinstall: script, postinstall: script, prepare: script, dependencies: script } },
        ),
        '.npmrc': `registry=${registry.url}\nignore-scripts=false\nscript-shell=/bin/false\nnode-options=--require ${marker}\n//127.0.0.1/:_authToken=\${HOME}\n`,
        'node_modules/.bin/npm': `#!/bin/sh\ntouch ${marker}\n`,
      },
      'paint',
      allowed,
    );
    assert.ok(outcome.type === 'made' && outcome.proven, JSON.stringify(outcome));
    assert.equal(existsSync(marker), false);
    assert.deepEqual(registry.credentials, []);
  });

  it('is not made where a package would be asked at an address, or the registry is no plain one', async () => {
    const git = {
      ...direct,
      'package.json': manifestOf({ paint: '^1.0.0', x: 'git+https://host.test/x.git' }),
    };
    assert.match(
      reasonOf((await patched(git, 'paint', allowed)).outcome),
      /`x` does not come from a registry/,
    );
    const settings = { ...direct, '.npmrc': 'registry=http://169.254.169.254/latest\n' };
    assert.match(
      reasonOf((await patched(settings, 'paint', allowed)).outcome),
      /names a registry that is not asked/,
    );
    const outside = { ...direct, 'package.json': manifestOf({ paint: '^1.0.0', x: 'file:../../etc' }) };
    assert.match(
      reasonOf((await patched(outside, 'paint', allowed)).outcome),
      /`x` does not come from a registry/,
    );
  });

  it('says what npm said where the registry does not have it', async () => {
    const { outcome } = await patched(
      {
        'package.json': manifestOf({ paint: '^1.0.0', 'not-there': '1.0.0' }),
        'package-lock.json': lockOf({ paint: '^1.0.0' }, { paint: ['1.0.0'] }),
      },
      'paint',
      allowed,
    );
    assert.match(reasonOf(outcome), /was not written anew\. npm ended with code 1: .*not-there/);
  });

  it('is cancelled at once', async () => {
    const cancel = new AbortController();
    const running = patched(direct, 'paint', allowed, cancel.signal);
    cancel.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
  });
});
