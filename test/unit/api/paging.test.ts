import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Client } from '../../../src/api/client.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { pages } from '../../../src/api/paging.ts';

/** Serves items in pages, as a service with opaque cursors does. */
function pagedService(
  total: number,
  options: { circle?: boolean } = {},
): Pick<Client, 'call'> & { calls: number } {
  const service = {
    calls: 0,
    async call(_endpoint: unknown, { cursor, limit = 25 }: { cursor?: string; limit?: number }) {
      service.calls++;
      const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
      const end = Math.min(total, start + limit);
      const organizations = Array.from({ length: end - start }, (_, index) => ({
        name: String(start + index),
      }));
      const after = options.circle && end >= total ? limit : end;
      const more = after < total ? { nextCursor: Buffer.from(String(after)).toString('base64url') } : {};
      return { organizations, ...more };
    },
  };
  return service as unknown as Pick<Client, 'call'> & { calls: number };
}

describe('paging', () => {
  it('yields every item once and in order, whatever the number of items and the page size', async () => {
    const sizes = [fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 100 })] as const;
    await fc.assert(
      fc.asyncProperty(...sizes, async (total, limit) => {
        const service = pagedService(total);
        const names: string[] = [];
        for await (const page of pages(service, listOrganizations, { limit })) {
          names.push(...page.organizations.map(({ name }) => name));
        }
        assert.deepEqual(
          names,
          Array.from({ length: total }, (_, index) => String(index)),
        );
        assert.equal(service.calls, Math.max(1, Math.ceil(total / limit)));
      }),
    );
  });

  it('fetches no page that is not asked for', async () => {
    const service = pagedService(100);
    for await (const page of pages(service, listOrganizations, { limit: 10 })) {
      if (page.organizations.some(({ name }) => name === '15')) break;
    }
    assert.equal(service.calls, 2);
  });

  it('ends with an error when the cursors go in a circle', async () => {
    const service = pagedService(100, { circle: true });
    const all = async () => {
      for await (const page of pages(service, listOrganizations, { limit: 10 })) assert.ok(page);
    };
    await assert.rejects(all, { kind: 'notThisInterface' });
  });
});
