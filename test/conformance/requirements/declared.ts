import assert from 'node:assert/strict';
import { ownSuite } from '../own-suite.ts';
import { describeConformance } from '../suite/index.ts';

export interface DeclaredTest {
  /** Without its numbers. */
  readonly title: string;
  readonly numbers: readonly string[];
}

/** The tests of the suite, which is declared and not run. */
export function declaredTests(): readonly DeclaredTest[] {
  const tests: DeclaredTest[] = [];
  const parents: string[] = [];
  const nothing = () => {};
  const notRun = () => assert.fail('these tests do not run');
  const standIns = {
    describe: (title: string, body: () => void) => {
      parents.push(title);
      body();
      parents.pop();
    },
    it: (title: string) => {
      const [, text = title, numbers] = /^(.*) \[([^\]]+)\]$/.exec(title) ?? [];
      tests.push({ title: [...parents, text].join(' '), numbers: numbers?.split(', ') ?? [] });
    },
    ...{ before: nothing, after: nothing, beforeEach: nothing, afterEach: nothing },
  };
  const real = Object.fromEntries(
    Object.keys(standIns).map((name) => [name, Reflect.get(globalThis, name)] as const),
  );
  Object.assign(globalThis, standIns);
  try {
    describeConformance(notRun);
    ownSuite(notRun);
  } finally {
    Object.assign(globalThis, real);
  }
  return tests;
}
