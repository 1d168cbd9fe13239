import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';
import { endpoints, routesOf } from '../../src/api/contract/index.ts';
import { declaredTests } from './requirements/declared.ts';
import { requirements } from './requirements/index.ts';
import { conformancePage } from './requirements/page.ts';
import { specified } from './specified.ts';

describe('the numbers of the specification', () => {
  const tests = declaredTests();
  const held = new Set(tests.flatMap(({ numbers }) => numbers));
  const operations = [...requirements.values()].filter(({ operation }) => operation !== undefined);
  const offered = endpoints.flatMap((endpoint) =>
    routesOf(endpoint).map(({ method, path: at }) => ({ endpoint, name: `${method} ${at}` })),
  );

  it('each have a test that holds them, unless they are said to be missing', () => {
    const untested = [...requirements]
      .filter(([number, { missing }]) => missing === undefined && !held.has(number))
      .map(([number]) => number);
    assert.deepEqual(untested, [], 'no test holds these');
  });

  it('are not said to be missing where a test holds them', () => {
    const there = [...requirements]
      .filter(([number, { missing }]) => missing !== undefined && held.has(number))
      .map(([number]) => number);
    assert.deepEqual(there, [], 'say in test/conformance/requirements/ that they hold');
  });

  it('are named by every test of the suite', () => {
    const known = new Set<string>([...requirements.keys(), 'ours']);
    const without = tests.filter(
      ({ numbers }) => numbers.length === 0 || numbers.some((number) => !known.has(number)),
    );
    assert.deepEqual(without, []);
  });

  it('name an operation as missing only while the contract does not have it', () => {
    const names = new Set(offered.map(({ name }) => name));
    for (const { operation = '', missing } of operations)
      assert.equal(names.has(operation), missing === undefined, operation);
  });

  it('include every operation that the contract calls specified', () => {
    const numbered = new Set(operations.map(({ operation }) => operation));
    const without = endpoints.filter(
      (endpoint) =>
        endpoint.source === 'specified' &&
        !routesOf(endpoint).some(({ method, path: at }) => numbered.has(`${method} ${at}`)),
    );
    assert.deepEqual(
      without.map(({ id }) => id),
      [],
    );
  });

  it('are each described field by field where they are an operation that is served', () => {
    const described = new Set(specified.map(({ operation }) => operation));
    const without = operations
      .filter(({ missing }) => missing === undefined)
      .filter(({ operation = '' }) => !described.has(operation));
    assert.deepEqual(without, [], 'test/conformance/specified.ts says nothing of these');
  });

  it('are on a page that is up to date', async () => {
    const page = await readFile(path.join(ROOT, 'docs', 'conformance.md'), 'utf8');
    // Compared by hand: the difference of two pages says less than what to run.
    assert.ok(page === conformancePage(), 'docs/conformance.md is out of date: run `npm run conformance`');
  });
});
