import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';
import { contract } from '../../../../src/api/contract/index.ts';
import { createCursors } from '../../../../src/service/core/cursors.ts';
import { Refusal } from '../../../../src/service/core/errors.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const anything = z.array(z.union([z.string(), z.number()]));
const refused = (error: unknown): boolean => error instanceof Refusal && error.status === 400;

describe('cursors', () => {
  const cursors = createCursors(randomBytes(32));
  const position = fc.array(fc.oneof(fc.string(), fc.integer()));
  const scope = fc.record({
    operation: fc.string(),
    filters: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()))),
  });

  it('give back the position they were made for, whatever the order of the filters', () => {
    fc.assert(
      fc.property(scope, position, (made, at) => {
        const cursor = cursors.sign(made, at);
        const reordered = {
          operation: made.operation,
          filters: Object.fromEntries(Object.entries(made.filters).reverse()),
        };
        assert.deepEqual(cursors.read(reordered, cursor, anything), at);
      }),
    );
  });

  it('are refused when one character is another', () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.constantFrom(...'AZaz09-_.='), (at, place, character) => {
        const made = { operation: 'x', filters: {} };
        const cursor = cursors.sign(made, at);
        const index = place % cursor.length;
        const altered = cursor.slice(0, index) + character + cursor.slice(index + 1);
        if (altered === cursor) return;
        assert.throws(() => cursors.read(made, altered, anything), refused);
      }),
    );
  });

  it('are refused with another operation, other filters or another key', () => {
    const made = { operation: 'issues.search', filters: { branch: 'main' } };
    const cursor = cursors.sign(made, [1]);
    for (const other of [
      { operation: 'issues.list', filters: made.filters },
      { operation: made.operation, filters: { branch: 'develop' } },
      { operation: made.operation, filters: {} },
    ]) {
      assert.throws(() => cursors.read(other, cursor, anything), refused);
    }
    assert.throws(() => createCursors(randomBytes(32)).read(made, cursor, anything), refused);
    assert.throws(() => cursors.read(made, cursor, z.tuple([z.string()])), refused);
  });

  it('visit every issue once, in order, whatever the page size, while others are found', async () => {
    await using service = await Harness.start();
    const repositoryId = await service.addRepository();
    const scores = fc.sample(fc.integer({ min: 0, max: 6 }), { seed: 7, numRuns: 60 });
    const all = scores.map((score, index) => finding({ fingerprint: `f${index}`, score: score * 15 }));
    const report = (found: typeof all) => {
      service.runner.script = async ({ on }) => {
        for (const each of found) on({ type: 'finding', finding: each });
        return undefined;
      };
    };
    report(all);
    await service.scan(repositoryId);
    for (const limit of [1, 7, 25, 60, 100]) {
      const seen: number[] = [];
      const ids = new Set<string>();
      let cursor: string | undefined;
      do {
        const page = await service.call(contract.issues.searchIssues, {
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        });
        for (const issue of page.issues) {
          ids.add(issue.id);
          seen.push(issue.score);
        }
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      assert.equal(ids.size, 60);
      assert.deepEqual(
        seen,
        seen.toSorted((left, right) => right - left),
      );
    }
    const first = await service.call(contract.issues.searchIssues, { limit: 30 });
    report([...all, ...all.map((each, index) => ({ ...each, fingerprint: `late${index}` }))]);
    await service.scan(repositoryId);
    const later = await service.call(contract.issues.listIssues, { limit: 200 });
    assert.equal(later.issues.length, 120);
    const known = new Set(first.issues.map((issue) => issue.id));
    const second = await service.call(contract.issues.searchIssues, {
      limit: 100,
      cursor: first.nextCursor ?? '',
    });
    assert.ok(second.issues.every((issue) => !known.has(issue.id)));
  });
});
