import assert from 'node:assert/strict';
import { readManifests } from '../../../../src/engine/dependencies/reading.ts';
import { named, project, readingOf } from './support.ts';

describe('reading the manifests of a project', () => {
  it('reads all of them in the order of their paths', () => {
    const readings = readManifests(
      project({
        'b/package.json': '{"dependencies": {"x": "1.0.0"}}',
        'a/package-lock.json': '{"lockfileVersion": 3, "packages": {}}',
        'readme.md': '# no manifest',
      }),
    );
    assert.deepEqual(
      readings.map(({ file, kind, format }) => [file, kind, format]),
      [
        ['a/package-lock.json', 'lock', 'package-lock'],
        ['b/package.json', 'manifest', 'package.json'],
      ],
    );
  });

  it('gives a reason for each file that cannot be read', () => {
    const tooLarge = readingOf({ 'package.json': undefined });
    assert.match(tooLarge.problems[0]?.message ?? '', /too large/);
    for (const text of ['', 'not JSON', '[]', '"a"', `${'['.repeat(1_000)}`, '{"dependencies": {"a": '])
      assert.notEqual(readingOf({ 'package.json': text }).problems.length, 0, text);
  });

  it('keeps what comes before a mistake, and says where the mistake is', () => {
    const reading = readingOf({
      'package.json': '{"dependencies": {\n"a": "1.0.0",\n"b": oops,\n"c": "1"}}',
    });
    assert.deepEqual(named(reading), ['a 1.0.0']);
    assert.equal(reading.problems[0]?.line, 3);
  });

  it('reads what both sides of a merge conflict agree on, and says where it is', () => {
    const reading = readingOf({
      'package.json': [
        '{"dependencies": {',
        '  "a": "1.0.0",',
        '<<<<<<< HEAD',
        '  "b": "1.0.0",',
        '=======',
        '  "b": "2.0.0",',
        '>>>>>>> other',
        '  "c": "3.0.0"',
        '}}',
      ].join('\n'),
    });
    assert.deepEqual(named(reading), ['a 1.0.0', 'c 3.0.0']);
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [3],
    );
  });

  it('keeps packages with names of the language itself', () => {
    const reading = readingOf({
      'package.json': '{"dependencies": {"__proto__": "1.0.0", "constructor": "2.0.0"}}',
    });
    assert.deepEqual(named(reading), ['__proto__ 1.0.0', 'constructor 2.0.0']);
  });

  it('says of a key that comes twice that the last one counts', () => {
    const reading = readingOf({ 'package.json': '{"dependencies": {"a": "1.0.0", "a": "2.0.0"}}' });
    assert.deepEqual(named(reading), ['a 2.0.0']);
    assert.match(reading.problems[0]?.message ?? '', /twice/);
  });
});
