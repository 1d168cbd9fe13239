import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Budget } from '../../../../src/engine/dataflow/interpreter/budget.ts';
import type { Summary } from '../../../../src/engine/dataflow/interpreter/machine.ts';
import type { LinkedFunction } from '../../../../src/engine/dataflow/names/linking.ts';
import { Results } from '../../../../src/engine/dataflow/summaries/results.ts';

/** For each function, by number, those that it calls. */
type Calls = readonly (readonly number[])[];

/** What a function means here: the functions that it leads to, itself among them. */
class Reached {
  readonly functions: ReadonlySet<number>;

  constructor(functions: ReadonlySet<number>) {
    this.functions = functions;
  }
}

const asSummary = (reached: Reached): Summary => reached as unknown as Summary;
const ofSummary = (summary: Summary | undefined): Reached | undefined => summary as Reached | undefined;

/** Results of functions that do nothing but call each other, and how often each was run. */
function resultsOf(calls: Calls) {
  const module = { functions: [] as const } as unknown as LinkedFunction['module'];
  const functions = calls.map((_, i) => ({ key: `f${i}`, module }) as LinkedFunction);
  const numberOf = new Map(functions.map((fn, i) => [fn, i]));
  const runs = calls.map(() => 0);
  const results: Results = new Results(
    (fn) => {
      const at = numberOf.get(fn) as number;
      runs[at] = (runs[at] ?? 0) + 1;
      const reached = new Set([at]);
      for (const to of calls[at] ?? []) {
        const callee = functions[to] as LinkedFunction;
        for (const other of ofSummary(results.summaryOf(callee))?.functions ?? []) reached.add(other);
      }
      return {
        summary: asSummary(new Reached(reached)),
        hits: [],
        dependsOn: new Set(),
        inlines: new Set(),
        exhausted: false,
        brokenOff: false,
      };
    },
    new Budget({ entrySteps: 1e9, parseMs: 1e9, parseSteps: 1e9, nodeSteps: 1e9 }),
    () => {},
  );
  const reachedFrom = (at: number): readonly number[] => {
    const { summary, exhausted } = results.of(functions[at] as LinkedFunction);
    assert.equal(exhausted, false, `nothing of f${at} is left out`);
    return [...(ofSummary(summary)?.functions ?? [])].toSorted((a, b) => a - b);
  };
  return { runs, reachedFrom };
}

/** What a function leads to, itself among them, found without bounds. */
function reachable(calls: Calls, from: number): readonly number[] {
  const seen = new Set([from]);
  for (const at of seen) for (const to of calls[at] ?? []) seen.add(to);
  return [...seen].toSorted((a, b) => a - b);
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe('results of functions', () => {
  it('are whole where calls are nested deeper than the stack, and each function is run twice at most', () => {
    // A chain of calls, each of whose functions calls twenty others, too.
    const ends = (at: number): readonly number[] => numbers(200 + at * 20, 220 + at * 20);
    const next = (at: number): readonly number[] => (at < 199 ? [at + 1] : []);
    const calls = numbers(0, 4200).map((at) => (at < 200 ? [...ends(at), ...next(at)] : []));
    const { runs, reachedFrom } = resultsOf(calls);
    assert.deepEqual(reachedFrom(0), numbers(0, 4200));
    assert.ok(Math.max(...runs) <= 2, `a function was run ${Math.max(...runs)} times`);
  });

  it('are whole where what is called too deep down waits for the same as what calls it', () => {
    // A chain of calls, of which two functions call the same one, at all depths that a bound may have.
    for (const first of numbers(30, 90)) {
      for (const more of numbers(first, first + 4)) {
        const end = first + more;
        const calls = numbers(0, end + 1).map((at) => (at < end - 1 ? [at + 1] : at < end ? [end] : []));
        calls[first] = [first + 1, end];
        const { reachedFrom } = resultsOf(calls);
        assert.equal(reachedFrom(0).length, end + 1);
        assert.ok(reachedFrom(first + 1).includes(end), `called ${first} and ${end} calls deep`);
      }
    }
  });

  it('are whole, whatever calls what', () => {
    const later = fc.array(fc.tuple(fc.nat(119), fc.integer({ min: 1, max: 119 })), { maxLength: 80 });
    fc.assert(
      fc.property(later, (edges) => {
        const calls = numbers(0, 120).map((at) => (at < 119 ? [at + 1] : []));
        for (const [at, by] of edges) if (at + by < 120) calls[at] = [at + by, ...(calls[at] ?? [])];
        const { reachedFrom } = resultsOf(calls);
        for (const at of [0, 60, 119]) assert.deepEqual(reachedFrom(at), reachable(calls, at));
      }),
      { numRuns: 50 },
    );
  });

  it('come to an end where a circle of calls is longer than the stack is deep', () => {
    const { reachedFrom } = resultsOf(numbers(0, 100).map((at) => [(at + 1) % 100]));
    assert.deepEqual(reachedFrom(3), numbers(0, 100));
  });
});
