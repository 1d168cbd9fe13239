import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Ecosystem, ecosystems } from '../../../../src/engine/dependencies/package.ts';
import { satisfies } from '../../../../src/engine/dependencies/versions/index.ts';

/** A requirement, versions that it allows, and versions that it does not. */
type Row = readonly [requirement: string, allowed: string, refused: string];

const rows: Partial<Record<Ecosystem, readonly Row[]>> = {
  npm: [
    ['^1.2.3', '1.2.3 1.9.0', '1.2.2 2.0.0 1.3.0-beta'],
    ['~1.2', '1.2.9', '1.3.0'],
    ['1.x || >=3 <4', '1.0.0 3.9.9', '2.0.0 4.0.0'],
    ['', '0.0.1 9.9.9', '1.0.0-rc.1'],
  ],
  'crates.io': [
    ['1.2.3', '1.2.3 1.9.0', '1.2.2 2.0.0'],
    ['0.2', '0.2.9', '0.3.0 0.1.0'],
    ['=1.2.3', '1.2.3', '1.2.4'],
    ['>=1.2, <1.5', '1.2.0 1.4.9', '1.5.0 1.1.0'],
    ['1.*', '1.0.0 1.9.0', '2.0.0'],
    ['*', '0.0.1', '1.0.0-alpha'],
  ],
  Go: [['v1.2.3', 'v1.2.3 v1.9.0', 'v1.2.2 v1.2.3-pre']],
  PyPI: [
    ['>=1.0,<2.0', '1.0 1.9.9 1.0+local', '0.9 2.0 1.5rc1'],
    ['~=2.2', '2.2 2.9', '2.1 3.0'],
    ['~=2.2.3', '2.2.3 2.2.9', '2.3 2.2.2'],
    ['==1.4.*', '1.4 1.4.9 1.4.post1', '1.5 1.40'],
    ['!=1.4.*', '1.5', '1.4.2'],
    ['==1.0', '1.0 1.0.0 1.0+abc', '1.0.1 1.0.post1'],
    ['==1.0+abc', '1.0+abc', '1.0'],
    ['>1.7', '1.7.1 1.8', '1.7 1.7.post1'],
    ['>=1.0rc1', '1.0rc1 1.0', '1.0b1'],
    ['<2.0', '1.9', '2.0 2.0rc1'],
    ['===1.0', '1.0', '1.0.0'],
    ['^1.2', '1.2 1.9.9', '2.0 1.1'],
    ['^0.2.3', '0.2.3 0.2.9', '0.3.0'],
    ['~1.2.3', '1.2.3 1.2.9', '1.3.0'],
    ['^1.0 || ^3.0', '1.5 3.5', '2.0'],
    ['(>=1.0)', '1.0', '0.9'],
  ],
  Maven: [
    ['[1.0,2.0)', '1.0 1.9 2.0-alpha-1', '2.0 0.9'],
    ['(,1.0],[1.2,)', '0.1 1.0 1.2 9', '1.1'],
    ['[1.5]', '1.5 1.5.0', '1.5.1'],
    ['1.5', '1.0 9.0', ''],
    [']1.0, 2.0[', '1.5', '1.0 2.0'],
    ['1.2.+', '1.2 1.2.9', '1.3 1.1'],
  ],
  RubyGems: [
    ['~> 2.1', '2.1 2.9.9', '3.0 2.0 3.0.pre'],
    ['~> 2.1.3', '2.1.3 2.1.9', '2.2.0 2.1.2 2.2.0.pre'],
    ['>= 1.0, < 2', '1.0 1.9', '2.0 0.9'],
    ['!= 1.5', '1.4', '1.5.0'],
    ['1.5', '1.5.0', '1.5.1'],
  ],
  Packagist: [
    ['^1.2', '1.2.0 1.9.9', '2.0.0 1.1.9 2.0.0-alpha1'],
    ['^0.3.2', '0.3.2 0.3.9', '0.4.0'],
    ['~1.2', '1.2 1.9', '2.0'],
    ['~1.2.3', '1.2.3 1.2.9', '1.3.0'],
    ['1.2.*', '1.2.0 1.2.99', '1.3.0'],
    ['>=1.0 <1.1 || >=1.2', '1.0.5 1.2.0 3.0', '1.1.0'],
    ['1.0 - 2.0', '1.0 2.0.9', '2.1 0.9'],
    ['1.0.0 - 2.1.0', '2.1.0', '2.1.1'],
    ['<2.0,>=1.0@dev', '1.5', '2.0'],
    ['*', '0.1 9.0', ''],
  ],
  NuGet: [
    ['1.0', '1.0 9.0', '0.9'],
    ['[1.0]', '1.0.0', '1.0.1'],
    ['[1.0,2.0)', '1.0 1.9.9.9', '2.0'],
    ['(1.0,)', '1.0.1', '1.0'],
    ['(,1.0]', '1.0 0.1', '1.1'],
    ['1.2.*', '1.2 1.2.9', '1.3 1.3.0-beta'],
  ],
  Pub: [
    ['^1.2.3', '1.2.3 1.9.0', '2.0.0 2.0.0-dev'],
    ['^0.1.2', '0.1.2 0.1.9', '0.2.0'],
    ['^0.0.3', '0.0.3', '0.0.4'],
    ['>=1.0.0 <2.0.0', '1.0.0 1.9.0', '2.0.0 2.0.0-dev'],
    ['any', '0.0.1', ''],
  ],
  Hex: [
    ['~> 2.1', '2.1.0 2.9.0', '3.0.0 2.0.0 3.0.0-rc.1'],
    ['~> 2.1.3', '2.1.3', '2.2.0'],
    ['>= 1.0.0 and < 2.0.0 or == 3.0.0', '1.5.0 3.0.0', '2.0.0 3.0.1'],
    ['1.0.0', '1.0.0', '1.0.1'],
    ['!= 1.0.0', '1.0.1', '1.0.0'],
  ],
  SwiftURL: [
    ['1.0.0..<2.0.0', '1.0.0 1.9.0', '2.0.0'],
    ['"1.0.0"..."1.5.0"', '1.5.0', '1.5.1'],
    ['1.2.3', '1.2.3', '1.2.4'],
  ],
};

const unreadable: Partial<Record<Ecosystem, readonly string[]>> = {
  npm: ['latest', 'workspace:*', 'github:a/b'],
  'crates.io': ['latest', '>=1,', '1 || 2'],
  PyPI: ['@ https://example.org/a.whl', '>=', '=>1.0'],
  Maven: ['[1.0', '$' + '{version}', '[1.0,2.0) or not', 'LATEST'],
  RubyGems: ['', '~>', 'master'],
  Packagist: ['dev-main', '=>1.0'],
  NuGet: ['latest', '[1.0,', '(,)'],
  Hex: ['latest', '~> 1', '>= 1.0.0 and'],
  Pub: ['latest'],
};

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

describe('requirements', () => {
  for (const ecosystem of ecosystems) {
    for (const [requirement, allowed, refused] of rows[ecosystem] ?? []) {
      it(`of ${ecosystem}: ${requirement || 'none'}`, () => {
        const answers = (versions: string): unknown =>
          words(versions).map((version) => [version, satisfies(ecosystem, version, requirement)]);
        assert.deepEqual(
          answers(allowed),
          words(allowed).map((version) => [version, true]),
        );
        assert.deepEqual(
          answers(refused),
          words(refused).map((version) => [version, false]),
        );
      });
    }

    it(`of ${ecosystem} are unknown where they cannot be read`, () => {
      for (const text of unreadable[ecosystem] ?? ['latest'])
        assert.equal(satisfies(ecosystem, '1.0.0', text), undefined, text);
    });

    it(`of ${ecosystem} never throw and end soon`, () => {
      const piece = fc.constantFrom(
        ...'0123456789.-+*^~<>=!|,()[] axv'.split(''),
        '>=',
        '||',
        '1.0',
        'alpha',
        '__proto__',
      );
      const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
      fc.assert(fc.property(text, text, (version, range) => void satisfies(ecosystem, version, range)));
      for (const long of [
        '1.'.repeat(900),
        '1'.repeat(1_900),
        '^'.repeat(1_900),
        '1 '.repeat(900),
        '1-'.repeat(900),
      ])
        satisfies(ecosystem, '1.0.0', long);
    }).timeout(5_000);
  }

  it('of more than 2,000 characters are not read', () => {
    assert.equal(satisfies('PyPI', '1.0', `>=${'0'.repeat(2_000)}`), undefined);
  });
});
