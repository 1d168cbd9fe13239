import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  emptyObject,
  fork,
  joinObjects,
  Layer,
  mergeInto,
  type State,
} from '../../../../src/engine/dataflow/heap/heap.ts';
import { constant, exact, type Value } from '../../../../src/engine/dataflow/values/values.ts';

const names = ['a', 'b', 'c', '?claim'] as const;

type Write = readonly [name: (typeof names)[number], value: number];
const writes = fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: 2 })), {
  maxLength: 4,
});

const write = ({ variables }: State, list: readonly Write[]): void => {
  for (const [name, value] of list) variables.set(name, constant(value));
};

/** What a state says of each name: a number, `any` where several are possible, nothing where it is not known. */
const said = ({ variables }: State): readonly (number | 'any' | undefined)[] =>
  names.map((name) => {
    const value = variables.get(name);
    return value && ((exact(value)?.value as number | undefined) ?? 'any');
  });

/** The same, thought out name by name from what the ways say. */
function expected(base: State, ways: readonly State[]): readonly (number | 'any' | undefined)[] {
  const all = ways.map(said);
  return names.map((name, i) => {
    const known = all.flatMap((one) => (one[i] === undefined ? [] : [one[i]]));
    if (known.length === 0 || (name.startsWith('?') && known.length < ways.length)) return said(base)[i];
    return new Set(known).size === 1 ? known[0] : 'any';
  });
}

const empty = (): State => ({ variables: new Layer(), heap: new Layer() });

describe('what holds after several ways', () => {
  it('is what any of them left, whether they wrote much, nothing, or in states within states', () => {
    fc.assert(
      fc.property(
        writes,
        fc.array(fc.array(writes, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        (first, ways) => {
          const base = empty();
          write(base, first);
          const exits = ways.map((layers) => {
            let state = base;
            for (const list of layers) {
              state = fork(state);
              write(state, list);
            }
            return state;
          });
          const due = expected(base, exits);
          mergeInto(base, exits);
          assert.deepEqual(said(base), due);
        },
      ),
    );
  });

  it('leaves the ways as they were', () => {
    const base = empty();
    const [left, right] = [fork(base), fork(base)];
    write(left, [['a', 1]]);
    mergeInto(base, [left, right]);
    assert.deepEqual([said(left)[0], said(right)[0], said(base)[0]], [1, 1, 1]);
    write(base, [['a', 2]]);
    assert.equal(said(left)[0], 1);
  });
});

describe('an object after two ways', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 1 }), {
    maxKeys: 3,
  });
  const objectOf = (numbers: Readonly<Record<string, number>>) => ({
    ...emptyObject,
    fields: new Map<string, Value>(Object.entries(numbers).map(([name, n]) => [name, constant(n)])),
  });

  it('has the fields of both, and keeps the two as they were', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const [left, right] = [objectOf(a), objectOf(b)];
        const joined = joinObjects(left, right);
        assert.deepEqual(
          [...joined.fields.keys()].toSorted(),
          [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted(),
        );
        for (const [name, value] of joined.fields) {
          const possible = new Set([a[name], b[name]].filter((n) => n !== undefined));
          assert.equal(exact(value)?.value, possible.size === 1 ? [...possible][0] : undefined);
        }
        assert.deepEqual([left, right], [objectOf(a), objectOf(b)]);
      }),
    );
  });
});
