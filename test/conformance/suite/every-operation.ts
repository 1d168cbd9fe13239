import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AnyEndpoint, routesOf } from '../../../src/api/contract/endpoint.ts';
import { endpoints } from '../../../src/api/contract/index.ts';
import { getMcpManifest } from '../../../src/api/contract/mcp.ts';
import { holds } from '../requirements/index.ts';
import { samples } from '../samples.ts';
import { assertError, send, type TargetOf, type Wire, wired } from './target.ts';

/** What holds of every operation under each of its spellings. */
export function everyOperation(target: TargetOf): void {
  const closed = endpoints.filter(({ auth }) => auth === 'token');
  const each =
    (operations: readonly AnyEndpoint[], check: (wire: Wire, endpoint: AnyEndpoint) => Promise<void>) =>
    async () => {
      for (const endpoint of operations) {
        for (const route of routesOf(endpoint)) {
          await check(wired(route, samples[endpoint.id] ?? assert.fail(endpoint.id)), endpoint);
        }
      }
    };
  const withFields = (wire: Wire, fields: Record<string, unknown>): Wire =>
    wire.method === 'POST' || wire.method === 'PUT'
      ? { ...wire, body: { ...(wire.body as object), ...fields } }
      : { ...wire, query: new URLSearchParams([...(wire.query ?? []), ...Object.entries(fields).map(text)]) };
  const text = ([name, value]: [string, unknown]): [string, string] => [name, String(value)];

  describe('every operation', () => {
    it(
      holds(
        'answers 401 in one and the same way to missing, malformed and unknown credentials',
        '5.7',
        '7.1',
      ),
      each(closed, async (wire, { id }) => {
        const { admin } = target();
        const wrong = [
          undefined,
          { tokenId: 'x', tokenSecret: 'x' },
          { tokenId: randomUUID(), tokenSecret: 'x'.repeat(43) },
          { tokenId: admin.tokenId, tokenSecret: `${admin.tokenSecret}x` },
        ];
        const said = new Set<string>();
        for (const credentials of wrong) {
          said.add(assertError(await send(target(), { ...wire, credentials }), 401, id).error);
        }
        assert.equal(said.size, 1);
      }),
    );

    it(
      holds('refuses unknown fields and orgId with 400, naming them', '7.1', '7.3'),
      each(closed, async (wire, { id }) => {
        const credentials = target().admin;
        const unknown = await send(target(), { ...withFields(wire, { colour: 'red' }), credentials });
        const error = assertError(unknown, 400, id);
        assert.match(error.error, /colour/);
        assert.ok(error.issues?.some(({ path }) => path === 'colour'));
        const removed = await send(target(), { ...withFields(wire, { orgId: randomUUID() }), credentials });
        assert.match(assertError(removed, 400, id).error, /orgId.*organizationId/);
      }),
    );

    it(
      holds('refuses bodies that are no JSON object, are broken, or are of another type', '4.1', '7.1'),
      each(closed, async (wire, { id }) => {
        if (wire.method !== 'POST' && wire.method !== 'PUT') return;
        const credentials = target().admin;
        for (const body of ['{"a":', '[]', '"text"', 'null', '7', '\u0000']) {
          assertError(await send(target(), { ...wire, credentials, body }), 400, `${id} with ${body}`);
        }
        const headers = { 'content-type': 'text/plain' };
        assertError(await send(target(), { ...wire, credentials, headers }), 400, id);
      }),
    );

    it(
      holds('refuses an organization that the token cannot see as if it were not there', '5.4'),
      each(closed, async (wire, { id, request }) => {
        if (!('organizationId' in request.shape)) return;
        const foreign = await send(target(), {
          ...withFields(wire, { organizationId: randomUUID() }),
          credentials: target().admin,
        });
        assertError(foreign, 404, id);
      }),
    );

    it(
      holds('keeps every limit: 0, one too many and text are refused, the least and the most taken', '8.1'),
      each(closed, async (wire, { id, request }) => {
        if (!('limit' in request.shape)) return;
        const credentials = target().admin;
        const most =
          [1000, 200, 100, 50].find((limit) => request.safeParse({ ...samples[id], limit }).success) ?? 0;
        for (const limit of [0, -1, most + 1, 1.5, 'ten']) {
          const error = assertError(
            await send(target(), { ...withFields(wire, { limit }), credentials }),
            400,
            id,
          );
          assert.ok(error.issues?.some(({ path }) => path === 'limit'));
        }
        for (const limit of [1, most]) {
          const { status } = await send(target(), { ...withFields(wire, { limit }), credentials });
          assert.notEqual(status, 400, `${id} with limit ${limit}`);
        }
      }),
    );

    it(
      holds('refuses a cursor that it did not make', 'ours'),
      each(closed, async (wire, { id, request }) => {
        if (!('cursor' in request.shape) || /^code|codeScans|agent.getConversation/.test(id)) return;
        for (const cursor of ['x', 'eyJhIjoxfQ', 'a.b.c', '../..']) {
          const reply = await send(target(), {
            ...withFields(wire, { cursor }),
            credentials: target().admin,
          });
          assertError(reply, 400, `${id} with cursor ${cursor}`);
        }
      }),
    );

    it(holds('gives every refusal a requestId of its own, in the header too', 'ours'), async () => {
      const ids = new Set<string | undefined>();
      for (let index = 0; index < 5; index++) {
        const reply = await send(target(), { method: 'GET', path: '/scans' });
        ids.add(assertError(reply, 401, 'scans.list').requestId);
        assert.equal(reply.headers.get('x-request-id'), assertError(reply, 401, 'scans.list').requestId);
      }
      assert.equal(ids.size, 5);
    });

    it(
      holds('answers 404 to a path that is not there and 404 or 405 to a method that is not', 'ours'),
      async () => {
        const credentials = target().admin;
        assertError(
          await send(target(), { method: 'GET', path: '/api/v2/nothing', credentials }),
          404,
          'a path',
        );
        assertError(
          await send(target(), { method: 'PUT', path: '/scans', credentials, body: {} }),
          [404, 405],
          'PUT',
        );
      },
    );

    it(holds('refuses a body over its limit with 413', 'ours'), async () => {
      const body = { repositoryIds: [], branch: 'x'.repeat(30 * 1024 * 1024) };
      const wire = {
        method: 'POST',
        path: '/api/v2/scans/start',
        body,
        credentials: target().admin,
      } as const;
      assertError(await send(target(), wire), 413, 'scans.start');
    });

    it(
      holds('is described by an OpenAPI 3.1.0 document that the service itself hands out', '9.1'),
      async () => {
        const { status, body } = await send(target(), { method: 'GET', path: '/openapi.json' });
        assert.equal(status, 200);
        const { openapi, info, paths } = body as {
          openapi: string;
          info: { version: string };
          paths: Record<string, Record<string, unknown>>;
        };
        assert.deepEqual([openapi, info.version], ['3.1.0', '1.0.0']);
        for (const { method, path } of endpoints.flatMap(routesOf)) {
          assert.ok(paths[path]?.[method.toLowerCase()], `${method} ${path}`);
        }
      },
    );

    it(holds('describes its MCP server to anyone', '1.1'), async () => {
      const { status, body } = await send(target(), { method: 'GET', path: '/mcp-manifest.json' });
      assert.equal(status, 200);
      const manifest = getMcpManifest.response.parse(body);
      assert.deepEqual(JSON.parse(JSON.stringify(manifest)), body);
      assert.ok(manifest.tools.length > 20);
      assert.ok(manifest.transports.some(({ type }) => type === 'stdio'));
      for (const { name, effect, annotations } of manifest.tools) {
        if (effect !== 'none') assert.ok(!annotations.readOnlyHint, name);
      }
    });

    it(holds('is alive and ready without credentials', 'ours'), async () => {
      const alive = await send(target(), { method: 'GET', path: '/healthz' });
      assert.equal(alive.status, 200);
      assert.equal((alive.body as { interfaceVersion?: string }).interfaceVersion, '1.0.0');
      assert.equal((await send(target(), { method: 'GET', path: '/readyz' })).status, 200);
    });
  });
}
