import assert from 'node:assert/strict';
import { type AnyEndpoint, isQuestion } from '../../../src/api/contract/endpoint.ts';
import { contract } from '../../../src/api/contract/index.ts';
import { listIssues, updateIssueStatuses } from '../../../src/api/contract/issues.ts';
import { statsSummary } from '../../../src/api/contract/stats.ts';
import { compose } from '../../../src/api/message.ts';

describe('operations that only ask', () => {
  const operations = Object.values(contract).flatMap((resource) =>
    Object.values(resource as Readonly<Record<string, unknown>>).filter(isOperation),
  );

  it('are told from those that change something', () => {
    assert.ok(operations.length > 30);
    const changing =
      /\.(create|update|delete|remove|set|mark|add|upsert|start|cancel|submit|archive|unarchive|invite|request|generate|approve|rescan|scan$)/;
    for (const operation of operations) {
      if (changing.test(operation.id)) assert.equal(isQuestion(operation), false, operation.id);
      if (isQuestion(operation)) assert.equal(operation.idempotent, true, operation.id);
    }
  });

  it('carry no key under which the service would keep the answer', () => {
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

function isOperation(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
}
