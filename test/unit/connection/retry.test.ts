import assert from 'node:assert/strict';
import { ApiError, type ApiErrorKind, type ApiErrorReason } from '../../../src/api/api-error.ts';
import { Failure } from '../../../src/connection/failure.ts';
import { toFailure } from '../../../src/connection/open.ts';
import { retryCanHelp } from '../../../src/connection/retry.ts';

/** Whether a retry can help, by kind. Written out: a new kind has to be decided about. */
const byKind: Readonly<Record<ApiErrorKind, boolean>> = {
  unreachable: true,
  dns: true,
  tls: true,
  proxy: true,
  timeout: true,
  unauthorized: false,
  forbidden: false,
  notFound: false,
  conflict: true,
  invalid: false,
  tooLarge: false,
  rateLimited: true,
  unavailable: true,
  server: true,
  notThisInterface: false,
  notOffered: false,
  cancelled: true,
};
const remote = { url: 'https://parapet.example', now: 0 };

describe('a retry', () => {
  for (const [kind, helps] of Object.entries(byKind) as [ApiErrorKind, boolean][]) {
    it(`${helps ? 'is' : 'is not'} offered for ${kind}, as an error and as the failure that it becomes`, () => {
      const error = new ApiError(kind, 'What the service said.');
      assert.equal(retryCanHelp(error), helps);
      assert.equal(retryCanHelp(toFailure(error, remote)), helps);
      assert.equal(retryCanHelp(toFailure(error, undefined)), helps);
    });
  }

  it('is not offered while a certificate or a proxy has to be put right', () => {
    const reasons: ApiErrorReason[] = ['selfSigned', 'wrongHost', 'expired', 'proxyAuthentication'];
    for (const reason of reasons)
      assert.equal(retryCanHelp(new ApiError('tls', '', { reason })), false, reason);
    assert.equal(retryCanHelp(new ApiError('proxy', '', { reason: 'proxyUnreachable' })), true);
  });

  it('is not offered for what is missing here, and is for what may pass and for errors that nobody expected', () => {
    assert.equal(retryCanHelp(new Failure({ what: 'No issue is selected.' })), false);
    assert.equal(retryCanHelp(new Failure({ what: 'The scan failed.', mayPass: true })), true);
    assert.equal(retryCanHelp(new TypeError('x is undefined')), true);
  });
});
