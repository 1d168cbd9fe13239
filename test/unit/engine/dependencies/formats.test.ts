import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formats } from '../../../../src/engine/dependencies/formats/index.ts';
import { withoutConflicts } from '../../../../src/engine/dependencies/merge-conflicts.ts';
import { project, readingOf } from './support.ts';

/** Parts of manifests of every kind, whole and cut. */
const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  ':',
  ',',
  '\n',
  '\n  ',
  '\n    ',
  '- ',
  '= ',
  '[[package]]\n',
  '[project]\n',
  '"dependencies": {',
  '"packages": {',
  '"node_modules/a": {',
  '"version": "1.0.0"',
  '"catalog:"',
  '"npm:b@1"',
  'name = "a"\n',
  'version = "1.0"\n',
  'dependencies = [',
  '"a>=1"',
  'a==1.0',
  'a @ https://x/y',
  '-r a.txt\n',
  '-c ../../x\n',
  '-e .',
  '# via a',
  '\\\n',
  '[options]\n',
  'install_requires =',
  'extras_require={',
  'packages:\n',
  '  /a/1.0.0:\n',
  '  a@1.0.0:\n',
  'snapshots:\n',
  'importers:\n',
  '__metadata:\n',
  'a@^1:\n  version "1"\n',
  '__proto__',
  'constructor',
  '<<<<<<< a\n',
  '=======\n',
  '>>>>>>> b\n',
  '\0',
  '\ud800',
  '--- \n',
  '(',
  ')',
  '@',
  '/',
  '>',
  '<',
  '!',
  '~',
  '*',
  '#',
  '|',
  '&a',
  '*a',
  '?',
  '%',
  '$',
  'a',
  '1',
  ' ',
];

describe('formats of manifests', () => {
  it('have names of their own', () => {
    assert.equal(new Set(formats.map(({ id }) => id)).size, formats.length);
  });

  for (const format of formats) {
    it(`${format.id}: throws nothing but SyntaxError and RangeError, and says keys once`, () => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 }),
          (parts) => {
            const text = parts.join('');
            try {
              const { packages } = format.read(text, 'a/file', project({ 'a/file': text, 'a/a.txt': text }));
              const keys = packages.map(({ key }) => key);
              assert.equal(new Set(keys).size, keys.length);
              for (const { needs } of packages) for (const each of needs) assert.ok(keys.includes(each));
            } catch (error) {
              assert.ok(error instanceof SyntaxError || error instanceof RangeError, String(error));
            }
          },
        ),
        { numRuns: 200 },
      );
    });
  }

  it('look needs up in bounded time, however long and deep the paths are', () => {
    const asks = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`n${index}`, '1']));
    const deep = 'node_modules/a/'.repeat(20_000).slice(0, -1);
    const texts = {
      'package-lock.json': JSON.stringify({
        packages: { [deep]: { version: '1.0.0', dependencies: asks } },
      }),
      'bun.lock': JSON.stringify({
        packages: { ['a/'.repeat(100_000)]: ['a@1.0.0', '', { dependencies: asks }] },
      }),
    };
    const start = process.cpuUsage();
    for (const [path, text] of Object.entries(texts))
      assert.equal(readingOf({ [path]: text }).packages.length, 1);
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 3_000_000, `${user + system}`);
  });

  it('find every character of both sides at its place after a merge conflict', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const agreed = withoutConflicts(text).text;
        assert.equal(agreed.length, text.length);
        for (const [at, character] of [...agreed].entries())
          assert.ok(character === ' ' || character === [...text][at]);
      }),
    );
  });
});
