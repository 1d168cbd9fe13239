import assert from 'node:assert/strict';
import type { AnyEndpoint } from '../../../src/api/contract/endpoint.ts';
import { endpoints } from '../../../src/api/contract/index.ts';
import { listIssues, updateIssueStatuses } from '../../../src/api/contract/issues.ts';
import { statsSummary } from '../../../src/api/contract/stats.ts';
import { compose } from '../../../src/api/message.ts';

describe('what an operation leaves behind', () => {
  it('is said by every operation; what is asked with GET, or only reads, may be asked again', () => {
    assert.ok(endpoints.length > 100);
    for (const { id, effect, method, idempotent } of endpoints) {
      assert.ok(effect === 'reads' || effect === 'changes', id);
      if (method === 'GET') assert.equal(effect, 'reads', id);
      if (effect === 'reads') assert.equal(idempotent, true, id);
    }
  });

  it('decides whether a request carries a key under which the service keeps the answer', () => {
    const sender = {
      baseUrl: new URL('https://service.test'),
      credentials: undefined,
      headerPrefix: 'X',
      product: 'test',
    };
    const keyOf = (operation: AnyEndpoint) => compose(sender, operation, {}).headers['idempotency-key'];
    assert.equal(keyOf(listIssues), undefined);
    assert.equal(keyOf(statsSummary), undefined);
    assert.match(keyOf(updateIssueStatuses) ?? '', /^[\da-f-]{36}$/);
  });
});
