import assert from 'node:assert/strict';
import fc from 'fast-check';
import { attributeOf, readFilter } from '../../../../src/service/scim/filter.ts';
import { ScimError } from '../../../../src/service/scim/scim-error.ts';

describe('a filter of SCIM', () => {
  it('is read as comparisons, whatever its values hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 5 }), (values) => {
        const filter = values.map((value) => `userName eq ${JSON.stringify(value)}`).join(' and ');
        fc.pre(filter.length <= 1_000);
        assert.deepEqual(
          readFilter(filter),
          values.map((value) => ({ attribute: 'username', value })),
        );
      }),
    );
  });

  it('is refused as one that cannot be used, or read, and nothing else happens', () => {
    const words = fc.constantFrom(
      ...['userName', 'eq', '"a"', 'and', 'or', 'not', '(', ')', '[', ']', '"', '\\', ':', '.', ' ', 'true'],
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words).map((all) => all.join(' ')),
      fc.array(words).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (filter) => {
        for (const read of [readFilter, attributeOf]) {
          try {
            read(filter);
          } catch (error) {
            assert.ok(error instanceof ScimError, String(error));
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read in no time, however it is written', () => {
    const start = performance.now();
    for (const part of ['"', '\\"', '[', 'a[', 'a[b] ', ' ', 'a:', '"\\'])
      assert.throws(() => readFilter(part.repeat(1_000 / part.length)), ScimError);
    assert.ok(performance.now() - start < 1_000);
  });
});
