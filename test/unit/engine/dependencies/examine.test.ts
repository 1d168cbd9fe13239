import assert from 'node:assert/strict';
import { readOsv } from '../../../../src/engine/dependencies/advisories/osv.ts';
import type { Advisory, AdvisorySource } from '../../../../src/engine/dependencies/advisory.ts';
import { examineDependencies } from '../../../../src/engine/dependencies/examine.ts';
import type { ProjectFiles } from '../../../../src/engine/dependencies/package.ts';
import { upgradeAdvice } from '../../../../src/engine/dependencies/upgrades/advice.ts';

const advisory = (
  id: string,
  name: string,
  fixed: string | undefined,
  over: Partial<Advisory> = {},
): Advisory => ({
  id,
  aliases: [],
  cwes: ['CWE-78'],
  cvss: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
  affected: [
    {
      ecosystem: 'npm',
      name,
      ranges: [{ introduced: '0', ...(fixed !== undefined && { fixed }) }],
      versions: [],
      symbols: [{ names: ['template'] }],
    },
  ],
  sources: ['a test'],
  references: [],
  ...over,
});
const source = (...advisories: Advisory[]): AdvisorySource => ({
  name: 'a test',
  find: (ecosystem, name) =>
    advisories.filter(({ affected }) =>
      affected.some((one) => one.ecosystem === ecosystem && one.name === name),
    ),
});
const project = (texts: Readonly<Record<string, string>>): ProjectFiles => ({
  paths: Object.keys(texts),
  read: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
});
const json = (value: unknown): string => JSON.stringify(value, null, 2);

const shop = {
  'package.json': json({
    name: 'shop',
    dependencies: { kit: '^2.0.0' },
    devDependencies: { runner: '1.0.0' },
  }),
  'package-lock.json': json({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { kit: '^2.0.0' }, devDependencies: { runner: '1.0.0' } },
      'node_modules/kit': { version: '2.0.0', dependencies: { paint: '^1.0.0' } },
      'node_modules/paint': { version: '1.1.0' },
      'node_modules/runner': { version: '1.0.0', dev: true, dependencies: { paint: '^0.9.0' } },
      'node_modules/runner/node_modules/paint': { version: '0.9.0', dev: true },
    },
  }),
};

describe('the examination of dependencies', () => {
  const vulnerabilities = (texts: Readonly<Record<string, string>>, ...advisories: Advisory[]) =>
    examineDependencies(project(texts), [source(...advisories)]).vulnerabilities;

  it('finds what a package brings, where the project asks for that, with way, fix, score and class', () => {
    const [one, ...more] = vulnerabilities(shop, advisory('CVE-1', 'paint', '1.2.0'));
    assert.deepEqual(more, []);
    const { finding, symbols } = one ?? assert.fail('nothing was found');
    assert.equal(finding.title, 'OS command injection in paint 1.1.0 (CVE-1)');
    assert.equal(finding.category, 'SCA');
    assert.equal(finding.score, 98);
    assert.deepEqual(finding.cwes, ['CWE-78', 'CWE-1395']);
    assert.deepEqual([finding.file, finding.range.startLine], ['package.json', 4]);
    assert.equal(
      finding.message,
      '`kit` brings `paint` 1.1.0 (and 0.9.0), which CVE-1 affects. 1.2.0 is the smallest version that ends it.',
    );
    assert.equal(finding.snippet, '"kit": "^2.0.0"');
    const { path, direct, scope, fixedVersion, otherVersions, lock } = finding.dependency;
    assert.deepEqual(path, [
      { name: 'kit', version: '2.0.0' },
      { name: 'paint', version: '1.1.0' },
    ]);
    assert.deepEqual([direct, scope, fixedVersion, otherVersions], [false, 'production', '1.2.0', ['0.9.0']]);
    assert.equal(lock?.file, 'package-lock.json');
    assert.deepEqual(symbols, [{ names: ['template'] }]);
  });

  it('finds nothing in a version that is fixed, or that an advisory was withdrawn for', () => {
    assert.deepEqual(vulnerabilities(shop, advisory('CVE-1', 'kit', '2.0.0')), []);
    assert.deepEqual(
      vulnerabilities(shop, advisory('CVE-1', 'kit', '3.0.0', { withdrawn: '2024-01-01T00:00:00Z' })),
      [],
    );
  });

  it('ranks what only development needs as low, and says so of nothing else', () => {
    const [one] = vulnerabilities(shop, advisory('CVE-1', 'runner', '2.0.0'));
    assert.equal(one?.finding.score, 39);
    assert.equal(one?.finding.dependency.scope, 'development');
  });

  it('tells one vulnerability once, whatever its sources call it', () => {
    const found = vulnerabilities(
      shop,
      advisory('CVE-1', 'kit', '2.1.0'),
      advisory('GHSA-1', 'kit', '2.1.0', { aliases: ['CVE-1'] }),
    );
    assert.deepEqual(
      found.map(({ finding }) => [finding.dependency.advisory.id, finding.dependency.advisory.aliases]),
      [['CVE-1', ['GHSA-1']]],
    );
  });

  it('keeps the fingerprint when versions and lines change, and gives each advisory its own', () => {
    const fingerprints = (texts: Readonly<Record<string, string>>) =>
      vulnerabilities(texts, advisory('CVE-1', 'kit', '3.0.0'), advisory('CVE-2', 'kit', '3.0.0')).map(
        ({ finding }) => finding.fingerprint,
      );
    const before = fingerprints(shop);
    assert.equal(new Set(before).size, 2);
    const after = fingerprints({
      'package.json': `\n${shop['package.json']}`,
      'package-lock.json': shop['package-lock.json'].replaceAll('2.0.0', '2.0.1'),
    });
    assert.deepEqual(after, before);
  });

  it('does not look up what comes from elsewhere than the registry', () => {
    const own = {
      'package.json': json({ dependencies: { kit: 'file:../kit' } }),
      'package-lock.json': json({
        lockfileVersion: 3,
        packages: {
          '': {},
          'node_modules/kit': { resolved: '../kit', link: true },
          '../kit': { version: '1.0.0' },
        },
      }),
    };
    assert.deepEqual(vulnerabilities(own, advisory('CVE-1', 'kit', '3.0.0')), []);
  });

  it('says of a lock file that cannot be read that its manifests were not examined to the end', () => {
    const { skips, packages } = examineDependencies(
      project({ ...shop, 'package-lock.json': '{ "lockfileVersion": 3, "packages": ' }),
      [],
    );
    assert.deepEqual(
      skips.map(({ file, partial }) => [file, partial]),
      [
        ['package-lock.json', false],
        ['package.json', true],
      ],
    );
    assert.deepEqual(
      packages.map(({ name, version, requirement }) => [name, version, requirement]),
      [
        ['kit', undefined, '^2.0.0'],
        ['runner', '1.0.0', '1.0.0'],
      ],
    );
  });

  it('says of a manifest that was read in part where it ends', () => {
    const { skips } = examineDependencies(
      project({ 'package.json': json({ dependencies: { kit: '^2.0.0', paint: 1, brush: 2 } }) }),
      [],
    );
    assert.deepEqual(skips, [
      {
        file: 'package.json',
        reason: 'syntax-errors',
        detail: 'Line 4: The range of paint is no text; the package was left out. 1 more such places follow.',
        partial: true,
      },
    ]);
  });

  it('finds a library of a version catalog where a build script takes it, and in the catalog where none does', () => {
    const catalog =
      '[libraries]\nkit = { module = "dev.acme:kit", version = "1.0" }\nlost = { module = "dev.acme:lost", version = "1.0" }\n';
    const of = (name: string): Advisory =>
      advisory(`CVE-${name}`, name, '2.0', {
        affected: [
          {
            ecosystem: 'Maven',
            name,
            ranges: [{ introduced: '0', fixed: '2.0' }],
            versions: [],
            symbols: [],
          },
        ],
      });
    const found = examineDependencies(
      project({
        'gradle/libs.versions.toml': catalog,
        'build.gradle': 'dependencies {\n  implementation libs.kit\n}\n',
      }),
      [
        {
          name: 'a test',
          find: (_, name) => [of(name)],
        },
      ],
    ).vulnerabilities;
    assert.deepEqual(
      found.map(({ finding }) => `${finding.file}:${finding.range.startLine} ${finding.dependency.name}`),
      ['build.gradle:2 dev.acme:kit', 'gradle/libs.versions.toml:3 dev.acme:lost'],
    );
  });

  describe('of malicious packages', () => {
    const malicious = (fixed: string | undefined, over: Partial<Advisory> = {}): Advisory =>
      advisory('MAL-2026-1', 'runner', fixed, { cwes: [], cvss: [], ...over });

    it('is critical, in development, too, and says to remove the package and replace secrets', () => {
      const [one] = vulnerabilities(shop, malicious(undefined));
      const { finding } = one ?? assert.fail('nothing was found');
      assert.equal(finding.title, 'Malicious code in runner 1.0.0 (MAL-2026-1)');
      assert.deepEqual(
        [finding.vulnClass, finding.score, finding.cwes],
        ['malicious-package', 95, ['CWE-506']],
      );
      assert.equal(
        finding.message,
        '`package.json` resolves `runner` to 1.0.0, which is malicious by MAL-2026-1. Remove it, and replace every secret that was on a machine which installed it.',
      );
      assert.equal(
        upgradeAdvice({ ...finding.dependency, isMalicious: true }),
        'Remove `runner`. Replace every secret of the machines that installed it: developers’ and those of the build.',
      );
    });

    it('offers an upgrade only where a later version is without it', () => {
      const [one] = vulnerabilities(shop, malicious('1.0.1'));
      assert.match(one?.finding.message ?? '', / 1\.0\.1 is the next version without it\. Remove it/);
    });

    it('takes CWE-506 for it, and nothing that was withdrawn', () => {
      const byCwe = advisory('GHSA-aaaa-bbbb-cccc', 'runner', undefined, { cwes: ['CWE-506'] });
      assert.equal(vulnerabilities(shop, byCwe)[0]?.finding.vulnClass, 'malicious-package');
      assert.deepEqual(
        vulnerabilities(shop, malicious(undefined, { withdrawn: '2026-01-01T00:00:00Z' })),
        [],
      );
    });

    it('is read from a record of OSV, with all versions or some listed ones', () => {
      const record = (affected: object) => ({
        schema_version: '1.7.0',
        id: 'MAL-2026-2',
        summary: 'Malicious code in runner (npm)',
        affected: [{ package: { ecosystem: 'npm', name: 'runner' }, ...affected }],
      });
      for (const affected of [
        { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] },
        { versions: ['1.0.0'] },
      ]) {
        const { advisory: read } = readOsv(record(affected), 'ossf/malicious-packages');
        const [one] = vulnerabilities(shop, read ?? assert.fail('it was not read'));
        assert.equal(one?.finding.score, 95);
        assert.equal(one?.finding.dependency.fixedVersion, undefined);
      }
    });
  });
});
