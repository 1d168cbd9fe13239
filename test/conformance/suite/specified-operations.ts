import assert from 'node:assert/strict';
import { type AnyEndpoint, pathParameters, routesOf } from '../../../src/api/contract/endpoint.ts';
import { endpoints } from '../../../src/api/contract/index.ts';
import { holds, requirements } from '../requirements/index.ts';
import { samples } from '../samples.ts';
import { specified } from '../specified.ts';
import { assertError, send, type TargetOf, wired } from './target.ts';

/** Every operation of the specification is at its path, and reads its request as the specification has it. */
export function specifiedOperations(target: TargetOf): void {
  const offered = endpoints.flatMap((endpoint) => routesOf(endpoint).map((route) => ({ endpoint, route })));
  const at = (operation: string) =>
    offered.find(({ route }) => `${route.method} ${route.path}` === operation) ??
    assert.fail(`the contract has no ${operation}`);
  const isWhole = (path: string, request: object) => pathParameters(path).every((name) => name in request);

  describe('the specification names', () => {
    for (const [number, { operation, missing }] of requirements) {
      if (operation === undefined || missing !== undefined) continue;
      it(holds(operation, number), async () => {
        const { endpoint, route } = at(operation);
        const answer = (request: Readonly<Record<string, unknown>>) =>
          send(target(), { ...wired(route, request), credentials: target().admin });
        const sample = sampleOf(endpoint);
        const error = assertError(await answer({ ...sample, colour: 'red' }), 400, operation);
        assert.deepEqual(
          error.issues?.map(({ path }) => path),
          ['colour'],
        );
        const { allowed = [], forbidden = [] } = specified.find((one) => one.operation === operation) ?? {};
        for (const request of forbidden)
          if (isWhole(route.path, request)) assertError(await answer(request), 400, JSON.stringify(request));
        if (endpoint.effect !== 'reads') return;
        for (const request of [sample, ...allowed])
          assert.notEqual((await answer(request)).status, 400, JSON.stringify(request));
      });
    }
  });
}

const sampleOf = ({ id }: AnyEndpoint) => samples[id] ?? assert.fail(`no sample request of ${id}`);
