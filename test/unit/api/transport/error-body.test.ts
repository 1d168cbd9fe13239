import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readErrorBody } from '../../../../src/api/transport/error-body.ts';

describe('reading an error body', () => {
  it('reads both shapes to the same', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 1000 }), fc.string(), (message, code) => {
        assert.equal(readErrorBody({ error: message })?.error, message);
        assert.equal(readErrorBody({ error: { code, message } })?.error, message);
      }),
    );
  });

  it('keeps the request, the fields and the scan that it names', () => {
    const body = { error: 'No.', requestId: 'r', issues: [{ path: 'a[0]', message: 'm' }], scanId: 's' };
    assert.deepEqual(readErrorBody({ ...body, more: 1 }), body);
  });

  it('keeps the message when the rest is not as agreed', () => {
    const read = readErrorBody({ error: 'No.', requestId: 7, issues: 'all of them', scanId: null });
    assert.equal(read?.error, 'No.');
    assert.equal(read?.issues, undefined);
  });

  it('is undefined for anything else, and never throws', () => {
    for (const other of [
      undefined,
      null,
      'error',
      7,
      [],
      {},
      { message: 'x' },
      { error: 1 },
      { error: {} },
    ]) {
      assert.equal(readErrorBody(other), undefined);
    }
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        readErrorBody(body);
      }),
    );
  });

  it('cuts a message that is too long to show', () => {
    assert.ok((readErrorBody({ error: 'x'.repeat(1_000_000) })?.error.length ?? 0) < 1100);
  });
});
