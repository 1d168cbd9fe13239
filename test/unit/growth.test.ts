import assert from 'node:assert/strict';
import { growth, size } from '../support/growth.ts';
import { families, pairs } from '../support/hostile-text.ts';
import { readers } from '../support/readers.ts';

const line = 1_000_000;

/** Of a line without a break: one of each kind. */
const lineFamilies = families.filter(({ name }) =>
  [
    '"["',
    '"[a]("',
    '"`"',
    '"``a`"',
    '" "',
    '"a"',
    '"<"',
    '"\\\\"',
    '"/"',
    '"> "',
    '"*"',
    '"_a_b"',
    '"{{"',
  ].includes(name),
);

/** A tenth of the pairs for each reader, another one for the next; `npm run bench -- growth` reads all of them. */
const everyTenth = <T>(items: readonly T[], first: number): readonly T[] =>
  items.filter((_, index) => index % 10 === first % 10);

describe('texts of others cost no more than their length', () => {
  for (const [index, [name, read]] of Object.entries(readers).entries()) {
    it(name, () => {
      assert.deepEqual(
        [...families, ...everyTenth(pairs, index)].flatMap((family) => growth(read, family, size) ?? []),
        [],
      );
    }).timeout(120_000);

    it(`${name}: a line of a million characters`, () => {
      assert.deepEqual(
        lineFamilies.flatMap((family) => growth(read, family, line) ?? []),
        [],
      );
    }).timeout(120_000);
  }

  it('are measured so that what grows with the square is seen', () => {
    const slow = (text: string) => /(?:x+y)$/.test('x'.repeat(text.length));
    const [family] = families;
    assert.ok(family && growth(slow, family, size) !== undefined);
  });
});
