import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { weaknesses as table } from '../../../../scripts/generate/weaknesses.ts';
import { weaknesses, weaknessOf } from '../../../../src/engine/weaknesses/index.ts';

const folder = join(import.meta.dirname, '../../../../src/engine/weaknesses');
const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const valid = `
title: Night watch
impact: sleep
description: Nobody is awake.
remediation: Wake somebody.
cwes: [CWE-1]
references: [https://example.org/]
score: 50
confidence: 50
found: place
advice: Drink coffee.
effect:
  inside:
    integrity: [L, nobody looks.]
  payload: a lullaby
  outcome: All sleep.
chat:
  words: [night watch]
`;
const compile = (text: string, id = 'night-watch', others: readonly string[] = ['by-hand.ts']) =>
  table.compile([
    { path: `src/engine/weaknesses/${id}/weakness.yml`, text },
    ...others.map((name) => ({ path: `src/engine/weaknesses/${id}/${name}`, text: '' })),
  ]);

describe('the weaknesses', () => {
  it('are one folder each', () => {
    assert.deepEqual(
      weaknesses.map(({ id }) => id),
      folders.map(({ name }) => name).sort(),
    );
  });

  it('answer only to their ids', () => {
    assert.equal(weaknessOf('sql-injection').title, 'SQL injection');
    assert.throws(() => weaknessOf('sql injection'), RangeError);
    assert.throws(() => weaknessOf('constructor'), RangeError);
  });
});

describe('a weakness.yml', () => {
  it('becomes a row of the table under the name of its folder', () => {
    const [engine = ''] = Object.values(compile(valid));
    assert.match(engine, /"id":"night-watch"/);
  });

  for (const [what, change, problem] of [
    ['a key that is unknown', (text: string) => `${text}colour: blue\n`, '19: colour: there is no such key'],
    ['a score over 100', (text: string) => text.replace('score: 50', 'score: 500'), '8: score: Too big'],
    [
      'a loss of a level that CVSS does not have',
      (text: string) => text.replace('[L,', '[M,'),
      '14: effect.inside.integrity.0: Invalid option',
    ],
    ['a missing text', (text: string) => text.replace('impact: sleep\n', ''), '2: impact: Invalid input'],
    ['a CWE that is none', (text: string) => text.replace('CWE-1', 'CWE-x'), '6: cwes.0: Invalid string'],
    [
      'words that are no expression',
      (text: string) => text.replace('[night watch]', "['night(']"),
      '18: chat.words.0: it is no regular expression',
    ],
    ['a key that is there twice', (text: string) => `${text}score: 4\n`, '19: Map keys must be unique'],
    ['text that is no YAML', () => 'title: [', '1: '],
  ] as const) {
    it(`is refused for ${what}, with its line`, () => {
      assert.throws(() => compile(change(valid)), {
        name: 'InvalidInput',
        message: new RegExp(
          `^src/engine/weaknesses/night-watch/weakness\\.yml:${problem.replaceAll('.', '\\.')}`,
        ),
      });
    });
  }

  it('is refused without its examples, and with a fix that it does not name or that is not there', () => {
    assert.throws(() => compile(valid, 'night-watch', []), /night-watch\/by-hand\.ts: there is no such file/);
    assert.throws(
      () => compile(valid, 'night-watch', ['by-hand.ts', 'fix-alarm.ts']),
      /night-watch\/fix-alarm\.ts: its weakness\.yml does not name it under fixes/,
    );
    assert.throws(
      () => compile(`${valid}fixes: [alarm]\n`),
      /night-watch\/fix-alarm\.ts: there is no such file/,
    );
  });

  it('is refused in a folder whose name is no id', () => {
    assert.throws(() => compile(valid, 'Night Watch'), /words in lower case/);
  });
});
