import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Ecosystem, ecosystems } from '../../../../src/engine/dependencies/package.ts';
import { compareVersions, isVersion } from '../../../../src/engine/dependencies/versions/index.ts';

/** Each list rises; the ones inside a nested list are equal. From the ecosystem's own specification. */
const rising: Partial<Record<Ecosystem, readonly (string | readonly string[])[]>> = {
  npm: [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    ['1.0.0', 'v1.0.0', '1.0.0+x'],
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ],
  'crates.io': ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0', '1.0.1', '1.2.0'],
  Go: [
    'v0.0.0-20191109021931-daa7c04131f5',
    'v0.0.0-20200101000000-aaaaaaaaaaaa',
    'v1.2.3-0.20191109021931-daa7c04131f5',
    'v1.2.3-pre',
    'v1.2.3-pre.0.20191109021931-daa7c04131f5',
    ['v1.2.3', '1.2.3'],
    'v1.2.4-0.20191109021931-daa7c04131f5',
    ['v2.0.0+incompatible', 'v2.0.0'],
  ],
  PyPI: [
    '1.0.dev456',
    '1.0a1',
    ['1.0a2.dev456', '1.0.ALPHA2-dev456'],
    '1.0a12.dev456',
    '1.0a12',
    '1.0b1.dev456',
    '1.0b2',
    '1.0b2.post345.dev456',
    '1.0b2.post345',
    '1.0rc1.dev456',
    ['1.0rc1', '1.0c1', '1.0-preview.1'],
    ['1.0', '1.0.0', 'v1'],
    '1.0+abc.5',
    '1.0+abc.7',
    '1.0+5',
    ['1.0.post456.dev34'],
    ['1.0.post456', '1.0-456', '1.0.r456'],
    '1.0.15',
    '1.1.dev1',
    '1.10',
    '2012.4',
    '1!0.1',
  ],
  Maven: [
    ['1-alpha-1', '1-a1', '1.0.alpha1'],
    '1-alpha-2',
    '1-beta-1',
    '1-milestone-1',
    ['1-rc-1', '1-cr1', '1.0.0.RC1'],
    '1-SNAPSHOT',
    ['1', '1.0', '1.0.0', '1-ga', '1.0.0.Final', '1.0.0.RELEASE'],
    '1-sp',
    '1-foo',
    '1-1',
    '1-2',
    '1.1',
    '1.2',
    '1.10',
  ],
  RubyGems: [
    '1.0.a',
    '1.0.a.2',
    '1.0.b1',
    '1.0.pre',
    ['1', '1.0', '1.0.0'],
    '1.0.1',
    '1.9',
    '1.10.a',
    '1.10',
  ],
  Packagist: [
    '1.0-dev',
    '1.0.0-alpha1',
    '1.0.0-alpha10',
    ['1.0.0-beta1', '1.0b1'],
    '1.0.0-beta2',
    '1.0.0-RC1',
    ['1.0', '1.0.0.0', 'v1.0.0'],
    '1.0.0-p1',
    '1.0.1',
    '1.10.0',
  ],
  NuGet: [
    '1.0.0-alpha',
    ['1.0.0-ALPHA.1', '1.0.0-alpha.1'],
    '1.0.0-alpha.beta',
    '1.0.0-rc.2',
    '1.0.0-rc.10',
    ['1.0', '1.0.0', '1.0.0.0', '1.0.0+metadata'],
    '1.0.0.1',
    '1.0.1',
  ],
  Pub: ['1.0.0-dev.1', '1.0.0', '1.0.0+1', '1.0.0+2', '1.0.1'],
  Hex: ['1.0.0-dev', '1.0.0-rc.0', '1.0.0', '1.1.0'],
  SwiftURL: ['1.0.0-beta.1', '1.0.0', '1.0.1'],
  'GitHub Actions': ['v1.9.9', 'v1.10.0', 'v2.0.0'],
};

const notVersions: Partial<Record<Ecosystem, readonly string[]>> = {
  npm: ['latest', '^1.0.0', '1.x', 'git+https://example.org/a.git', '', '__proto__'],
  'crates.io': ['1.0', '^1.0.0', '*'],
  Go: ['master', 'latest', 'v1.x', 'none'],
  PyPI: ['1.0.*', '>=1.0', '1.0-', 'main', '1.0+', '1.0+a..b'],
  Maven: ['LATEST', 'RELEASE', '$' + '{project.version}', '[1.0,2.0)', ''],
  RubyGems: ['~> 1.0', 'a.b', '1..2', ''],
  Packagist: ['dev-main', '2.x-dev', '1.0.x-dev', '^1.0'],
  NuGet: ['1.*', '[1.0]', '1.2.3.4.5', '1.0-'],
  Pub: ['any', '^1.0.0'],
  Hex: ['~> 1.0', '1.0'],
  'GitHub Actions': ['v4', 'main', '8f4b7f84864484a7bf31766abe9204da3cbe65b3'],
  docker: ['1.25', 'latest'],
};

const entries = <T>(table: Partial<Record<Ecosystem, T>>): readonly (readonly [Ecosystem, T])[] =>
  ecosystems.flatMap((ecosystem): readonly (readonly [Ecosystem, T])[] => {
    const row = table[ecosystem];
    return row === undefined ? [] : [[ecosystem, row]];
  });

describe('the order of versions', () => {
  for (const [ecosystem, list] of entries(rising)) {
    it(`is that of ${ecosystem}`, () => {
      const ranked = list.flatMap((row, rank) => [row].flat().map((version) => ({ version, rank })));
      for (const a of ranked)
        for (const b of ranked)
          assert.equal(
            Math.sign(compareVersions(ecosystem, a.version, b.version) ?? Number.NaN),
            Math.sign(a.rank - b.rank),
            `${a.version} and ${b.version}`,
          );
    });
  }

  for (const [ecosystem, list] of entries(notVersions)) {
    it(`refuses what is no version of ${ecosystem}`, () => {
      assert.deepEqual(
        list.filter((text) => isVersion(ecosystem, text)),
        [],
      );
      assert.equal(compareVersions(ecosystem, list[0] ?? '', '1.0.0'), undefined);
    });
  }

  it('refuses a version that is too long', () => {
    assert.equal(isVersion('PyPI', '1'.repeat(257)), false);
    assert.equal(isVersion('PyPI', '1'.repeat(200)), true);
  });

  it('tells numbers apart that have more digits than a double', () => {
    assert.equal(compareVersions('PyPI', '1.90071992547409930', '1.90071992547409931'), -1);
    assert.equal(compareVersions('Maven', '20240101123456789012', '20240101123456789011'), 1);
  });

  it('reads releases of Go itself', () => {
    assert.ok((compareVersions('Go', 'go1.22rc1', '1.22.0') ?? 0) < 0);
    assert.equal(compareVersions('Go', 'go1.22', '1.22.0'), 0);
  });

  /** Texts of the pieces that versions are made of: far more often versions than random texts are. */
  const piece = fc.constantFrom(
    '0',
    '1',
    '2',
    '10',
    '.',
    '.',
    '.',
    '-',
    '+',
    'a',
    'alpha',
    'b',
    'rc',
    'sp',
    'final',
    'pre',
    'post',
    'dev',
    'snapshot',
    'x',
  );
  const versions = fc.array(
    fc
      .tuple(fc.constantFrom('1', '1.0', '1.0.0', '1.2.3', '0.1.0'), fc.array(piece, { maxLength: 5 }))
      .map(([start, rest]) => start + rest.join('')),
    { minLength: 3, maxLength: 12 },
  );

  for (const [ecosystem] of entries(rising)) {
    it(`is a total order for ${ecosystem}`, () => {
      fc.assert(
        fc.property(versions, (texts) => {
          const list = texts.filter((text) => isVersion(ecosystem, text));
          const order = (a: string, b: string): number =>
            Math.sign(compareVersions(ecosystem, a, b) ?? Number.NaN);
          for (const a of list)
            for (const b of list) {
              assert.equal(order(a, b) + order(b, a), 0, `${a} and ${b}`);
              for (const c of list)
                if (order(a, b) <= 0 && order(b, c) <= 0)
                  assert.ok(
                    order(a, c) <= 0 && (order(a, c) < 0 || order(a, b) + order(b, c) === 0),
                    `${a}, ${b}, ${c}`,
                  );
            }
        }),
        { numRuns: 300 },
      );
    });
  }
});
