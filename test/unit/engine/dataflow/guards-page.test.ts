import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectationsIn } from '../../../support/corpus.ts';

const root = new URL('../../../../', import.meta.url).pathname;
const corpora = join(root, 'test/corpora');

/** The cases that each row of the page's tables names, in its last column. */
const rows = readFileSync(join(root, 'docs/guards.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !/\| Cases \|$/.test(line))
  .map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return {
      title: cells[1] ?? '',
      cases: [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path as string),
    };
  });

describe('the page of guards', () => {
  it('has rows', () => assert.ok(rows.length > 3));

  for (const { title, cases } of rows)
    it(`has cases both ways of ${title}`, () => {
      const expectations = cases.flatMap((path) =>
        expectationsIn({ path, text: readFileSync(join(corpora, path), 'utf8') }),
      );
      assert.ok(
        expectations.some(({ due }) => due),
        'nothing that is not believed',
      );
      assert.ok(
        expectations.some(({ due }) => !due),
        'nothing that is believed',
      );
    });

  it('names every case of a guard that the corpora have', () => {
    const named = new Set(rows.flatMap(({ cases }) => cases));
    const found = readdirSync(corpora, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) =>
        /\/(?:guard-[\w-]+|Guard(?:Root|Outcome|Absolute|Each|Host|SomeRoot|Quotes)\w*)\.\w+$/.test(path),
      );
    assert.deepEqual(
      found.filter((path) => !named.has(path)),
      [],
    );
  });
});
