import assert from 'node:assert/strict';
import type { AffectedSymbols } from '../../../../../src/engine/dependencies/advisory.ts';
import type { Ecosystem } from '../../../../../src/engine/dependencies/package.ts';
import type { Reachability } from '../../../../../src/engine/dependencies/reachability/reachability.ts';
import type { Location } from '../../../../../src/engine/finding.ts';
import { answers } from './answers.ts';

/** A small project, a package, and how far the project gets into it. */
export interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly wanted: {
    readonly name: string;
    readonly symbols: readonly AffectedSymbols[];
    readonly broughtBy?: readonly string[];
  };
  readonly expected: {
    readonly level: Reachability['level'];
    /** The first place, or that of the vulnerable call, as `file:line`. */
    readonly at?: string;
    readonly symbols?: 'known' | 'unknown';
    readonly why?: RegExp;
    /** What messages of the flow say, in order. */
    readonly through?: readonly string[];
  };
}

const placeOf = (place: Location | undefined): string | undefined =>
  place && `${place.file}:${place.range.startLine}`;

function firstPlace(found: Reachability): string | undefined {
  switch (found.level) {
    case 'reached':
      return placeOf(found.flow.steps.at(-1));
    case 'not-imported':
      return undefined;
    default:
      return placeOf(found.places[0]);
  }
}

function assertWay(found: Reachability, through: readonly string[]): void {
  const messages = found.level === 'reached' ? found.flow.steps.map(({ message }) => message) : [];
  let from = 0;
  for (const words of through) {
    const at = messages.findIndex((message, i) => i >= from && message.includes(words));
    assert.ok(at >= 0, `"${words}" is missing in: ${messages.join(' ')}`);
    from = at + 1;
  }
}

/** Declares a test for each case. */
export function testCases(ecosystem: Ecosystem, cases: readonly Case[]): void {
  for (const { title, files, wanted, expected } of cases)
    it(title, async () => {
      const one = { key: 'one', ecosystem, broughtBy: [], ...wanted };
      const found = (await answers(files, [one])).get('one');
      assert.ok(found);
      assert.equal(found.level, expected.level, JSON.stringify(found));
      assert.equal(firstPlace(found), expected.at);
      if (expected.symbols) assert.equal(found.level === 'imported' && found.symbols, expected.symbols);
      if (expected.why) assert.match(found.level === 'unknown' ? found.why : '', expected.why);
      assertWay(found, expected.through ?? []);
    });
}
