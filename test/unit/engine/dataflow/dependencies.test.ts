import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LinkedFunction } from '../../../../src/engine/dataflow/names/linking.ts';
import { Cycles, Users } from '../../../../src/engine/dataflow/summaries/dependencies.ts';

/** Stand-ins: only which one it is matters. */
const functions = (count: number): readonly LinkedFunction[] =>
  Array.from({ length: count }, (_, i) => ({ key: `f${i}` }) as LinkedFunction);

const graph = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.tuple(fc.constant(size), fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 })),
  );

/** Which functions can be reached from each, itself only by a circle. */
function reachable(
  size: number,
  edges: readonly (readonly [number, number])[],
): readonly ReadonlySet<number>[] {
  return Array.from({ length: size }, (_, start) => {
    const seen = new Set<number>();
    const stack = edges.filter(([from]) => from === start).map(([, to]) => to);
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      for (const [from, to] of edges) if (from === next) stack.push(to);
    }
    return seen;
  });
}

describe('circles of calls', () => {
  it('are what calls each other, each found once, by its head', () => {
    fc.assert(
      fc.property(graph, ([size, edges]) => {
        const fns = functions(size);
        const cycles = new Cycles();
        const done = new Set<number>();
        const running = new Set<number>();
        const circles: number[][] = [];
        const visit = (at: number): void => {
          running.add(at);
          cycles.begin(fns[at] as LinkedFunction);
          for (const [from, to] of edges) {
            if (from !== at) continue;
            if (running.has(to)) cycles.calledBack(fns[to] as LinkedFunction);
            else if (done.has(to)) cycles.called(fns[to] as LinkedFunction);
            else visit(to);
          }
          const others = cycles.membersOf(fns[at] as LinkedFunction);
          if (others) circles.push([at, ...others.map((fn) => fns.indexOf(fn))].toSorted((a, b) => a - b));
          cycles.end(fns[at] as LinkedFunction);
          running.delete(at);
          done.add(at);
        };
        for (let at = 0; at < size; at++) if (!done.has(at)) visit(at);
        assert.equal(cycles.depth, 0);

        const reach = reachable(size, edges);
        const expected = new Map<string, number[]>();
        for (let at = 0; at < size; at++) {
          if (!reach[at]?.has(at)) continue;
          const members = [...(reach[at] as Set<number>)].filter((other) => reach[other]?.has(at));
          const circle = members.toSorted((a, b) => a - b);
          expected.set(circle.join(), circle);
        }
        const byText = (a: readonly number[], b: readonly number[]): number => (a.join() < b.join() ? -1 : 1);
        assert.deepEqual(circles.toSorted(byText), [...expected.values()].toSorted(byText));
      }),
    );
  });
});

describe('what rests on changed functions', () => {
  it('is all of it, once, each after what it rests on where that is possible', () => {
    fc.assert(
      fc.property(graph, fc.nat(), ([size, edges], seed) => {
        const fns = functions(size);
        const results = new Map(
          fns.map((fn, i) => [
            fn,
            {
              dependsOn: new Set(
                edges.filter(([from]) => from === i).map(([, to]) => fns[to] as LinkedFunction),
              ),
              inlines: new Set<LinkedFunction>(),
            },
          ]),
        );
        const changed = seed % size;
        const order = new Users(results)
          .dependentsOf(new Set([fns[changed] as LinkedFunction]))
          .map((fn) => fns.indexOf(fn));
        const reach = reachable(size, edges);
        const expected = fns.flatMap((_, i) => (i === changed || reach[i]?.has(changed) ? [i] : []));
        assert.deepEqual(
          order.toSorted((a, b) => a - b),
          expected,
        );
        for (const [user, used] of edges) {
          if (!order.includes(user) || !order.includes(used) || reach[used]?.has(user)) continue;
          assert.ok(order.indexOf(used) < order.indexOf(user), `${user} comes after ${used}`);
        }
      }),
    );
  });
});
