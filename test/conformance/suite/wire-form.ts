import assert from 'node:assert/strict';
import { searchAiComponents, searchAiInventory } from '../../../src/api/contract/ai-inventory.ts';
import { routesOf } from '../../../src/api/contract/endpoint.ts';
import { endpoints } from '../../../src/api/contract/index.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { holds } from '../requirements/index.ts';
import { samples } from '../samples.ts';
import {
  assertError,
  credentialHeaders,
  refused,
  send,
  succeed,
  type TargetOf,
  type Wire,
  wired,
} from './target.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;

/** What a request looks like on the wire: methods, addresses, headers, encodings (sections 4, 5 and 7). */
export function wireForm(target: TargetOf): void {
  const inventory = '/api/v1/sca/ai-inventory/repositories/search';
  let organizationId = '';
  let search: Wire;

  describe('on the wire', () => {
    before(async () => {
      const { organizations } = await succeed(target(), listOrganizations, {});
      organizationId = organizations[0]?.id ?? assert.fail('no organization');
      search = { method: 'POST', path: inventory, credentials: target().admin, body: { organizationId } };
    });

    const raw = (path: string, init: RequestInit): Promise<Response> =>
      fetch(`${target().baseUrl}${path}`, { redirect: 'manual', ...init });
    const headers = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
      'content-type': 'application/json',
      ...credentialHeaders(target(), target().admin),
      ...more,
    });

    it(
      holds('a method that an address does not take is 405, with {error} and the ones that it does', 'ours'),
      async () => {
        const taken = new Map<string, Set<string>>();
        for (const { method, path } of endpoints.flatMap(routesOf))
          taken.set(path, (taken.get(path) ?? new Set()).add(method));
        for (const endpoint of endpoints.filter(({ auth }) => auth === 'token')) {
          for (const route of routesOf(endpoint)) {
            const { path } = wired(route, samples[endpoint.id] ?? {});
            const own = [...taken]
              .filter(([pattern]) => matches(pattern, path))
              .flatMap(([, each]) => [...each]);
            const other = methods.find((method) => !own.includes(method)) ?? 'PATCH';
            const reply = await raw(path, { method: other, headers: headers() });
            const what = `${other} ${path}`;
            assert.equal(reply.status, 405, what);
            const allowed = (reply.headers.get('allow') ?? '').split(/,\s*/);
            assert.ok(allowed.includes(route.method), `${what}: Allow is ${allowed}`);
            const body: unknown = JSON.parse(await reply.text());
            assert.equal(typeof (body as { error?: unknown }).error, 'string', what);
          }
        }
      },
    );

    it(holds('HEAD answers as GET does, without a body', 'ours'), async () => {
      const get = await raw('/organizations', { headers: headers() });
      const head = await raw('/organizations', { method: 'HEAD', headers: headers() });
      assert.equal(head.status, get.status);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
      assert.equal(await head.text(), '');
      assert.equal((await raw('/organizations', { method: 'HEAD' })).status, 401);
    });

    it(
      holds('an address is one spelling: no slash at its end, no other case, nothing doubled', 'ours'),
      async () => {
        for (const path of [`${inventory}/`, `/${inventory}`, inventory.toUpperCase(), `${inventory}//`])
          assertError(await send(target(), { ...search, path }), 404, path);
      },
    );

    it(holds('an address that is percent-encoded is the same one', 'ours'), async () => {
      const { status } = await send(target(), { ...search, path: inventory.replace('search', '%73earch') });
      assert.equal(status, 200);
    });

    it(holds('an id in a path that is none is 400 or 404, however it is encoded', 'ours'), async () => {
      for (const id of ['%00', '%2F', '..%2f..%2fetc', 'a%20b', '%ff', '%zz', '%C3%BC', 'x'.repeat(4_000)]) {
        const reply = await send(target(), {
          method: 'GET',
          path: `/scans/${id}`,
          credentials: target().admin,
        });
        assertError(reply, [400, 404], id.slice(0, 20));
      }
    });

    it(
      holds('a body is JSON in UTF-8, whatever its parameters and case are written like', '4.1'),
      async () => {
        for (const type of [
          'application/json; charset=utf-8',
          'application/json;charset="UTF-8"',
          'Application/JSON',
        ])
          assert.equal(
            (await send(target(), { ...search, headers: { 'content-type': type } })).status,
            200,
            type,
          );
        for (const type of [
          'text/json',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=a',
          'application/json; charset=utf-16',
          'application/jsonp',
          '',
        ])
          assertError(await send(target(), { ...search, headers: { 'content-type': type } }), 400, type);
        assertError(
          await send(target(), { ...search, headers: { 'content-encoding': 'gzip' } }),
          400,
          'gzip',
        );
        const bytes = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d);
        assert.equal((await raw(inventory, { method: 'POST', headers: headers(), body: bytes })).status, 400);
      },
    );

    it(holds('numbers are whole as JSON writes them, and texts are no numbers', 'ours'), async () => {
      const body = (limit: string): string => `{"organizationId":"${organizationId}","limit":${limit}}`;
      for (const limit of ['1e1', '10.0', '50'])
        assert.equal((await send(target(), { ...search, body: body(limit) })).status, 200, limit);
      for (const limit of ['1e400', '-0.5', '5.1e1', '"10"', 'true', '[10]', '{}', 'null', '-1', '0', '51'])
        assertError(await send(target(), { ...search, body: body(limit) }), 400, limit);
    });

    it(
      holds('no text breaks a search: NUL, quotes, wildcards, half a character, a very long one', 'ours'),
      async () => {
        for (const searchQuery of [
          'a\0b',
          'abc\0',
          '\0',
          '"',
          '""" or 1=1',
          "'",
          '%',
          '_',
          '*',
          'a"b*',
          '\ud800',
          'ü'.repeat(10_000),
        ])
          for (const endpoint of [searchAiInventory, searchAiComponents])
            await succeed(target(), endpoint, { organizationId, searchQuery, kinds: ['SKILL'] });
        const listed = await send(target(), {
          method: 'POST',
          path: '/api/v2/agent/listConversations',
          credentials: target().admin,
          body: { search: 'abc\0def' },
        });
        assert.ok([200, 400].includes(listed.status), `${listed.status}`);
      },
    );

    it(
      holds('a body nested without end, or with the names of JavaScript itself, is refused', 'ours'),
      async () => {
        const deep = `{"organizationId":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
        assertError(await send(target(), { ...search, body: deep }), 400, 'deep');
        for (const name of ['__proto__', 'constructor', 'toString'])
          assertError(
            await send(target(), { ...search, body: `{"organizationId":"${organizationId}","${name}":{}}` }),
            400,
            name,
          );
      },
    );

    it(
      holds('a field of the body is not taken from the query, nor a field of the query twice', 'ours'),
      async () => {
        const query = new URLSearchParams({ limit: '3' });
        assertError(await send(target(), { ...search, query }), 400, 'limit in the query');
        for (const twice of ['limit=1&limit=2', 'limit=%zz', 'limit=', 'limit=1.5'])
          assertError(
            await send(target(), { method: 'GET', path: `/scans?${twice}`, credentials: target().admin }),
            400,
            twice,
          );
      },
    );

    it(
      holds('both headers are needed, under their names in any case; one of them twice is none', '5.1'),
      async () => {
        const { tokenId, tokenSecret } = target().admin;
        const [idName = '', secretName = ''] = Object.keys(credentialHeaders(target(), target().admin));
        const type = { 'content-type': 'application/json' };
        const ask = async (given: Record<string, string>): Promise<number> =>
          (await raw('/organizations', { headers: { ...type, ...given } })).status;
        assert.equal(await ask({ [idName]: tokenId }), 401);
        assert.equal(await ask({ [secretName]: tokenSecret }), 401);
        assert.equal(await ask({ [idName]: tokenId, [secretName]: '' }), 401);
        assert.equal(await ask({ [idName]: tokenSecret, [secretName]: tokenId }), 401);
        assert.equal(await ask({ [idName]: `${tokenId}, ${tokenId}`, [secretName]: tokenSecret }), 401);
        assert.equal(await ask({ Authorization: `Bearer ${tokenSecret}` }), 401);
        assert.equal(
          await ask({ [idName.toLowerCase()]: tokenId, [secretName.toUpperCase()]: tokenSecret }),
          200,
        );
      },
    );

    it(holds('what another organization has is answered like what there is not', '5.4'), async () => {
      const own = await refused(target(), searchAiInventory, { organizationId }, 404, target().stranger);
      const none = await refused(target(), searchAiInventory, { organizationId: 'none' }, 404);
      assert.equal(own.error, none.error);
    });
  });
}

/** Whether a path is one of the pattern's. */
function matches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const own = pattern.split('/');
  return own.length === parts.length && own.every((part, at) => part.startsWith('{') || part === parts[at]);
}
