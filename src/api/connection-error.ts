import { ApiError } from './api-error.ts';

/** Codes of Node and undici that mean: no connection was made, so nothing was sent. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_CONN',
]);
const timeouts = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
const tls =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_(VERIFY|GET)|SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;
const notHttp = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/;

/** What went wrong below HTTP. @param origin of the service, for the message. */
export function connectionError(cause: unknown, origin: string): ApiError {
  if (cause instanceof ApiError) return cause;
  const code = codeOf(cause);
  const details = { cause, neverSent: neverConnected.has(code) };
  const host = new URL(origin).hostname;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ApiError('dns', `The host name ${host} was not found. Check the service's address.`, details);
  }
  if (tls.test(code)) {
    const message = `No secure connection to ${origin}: its certificate or protocol was not accepted (${code}).`;
    return new ApiError('tls', message, details);
  }
  if (timeouts.has(code)) return new ApiError('timeout', `${origin} did not answer in time.`, details);
  if (notHttp.test(code)) {
    return new ApiError(
      'notThisInterface',
      `What answers at ${origin} does not speak HTTP as expected.`,
      details,
    );
  }
  if (code === 'ECONNREFUSED') {
    const message = `Nothing answers at ${origin}: the connection was refused. Is the service running?`;
    return new ApiError('unreachable', message, details);
  }
  if (code === 'UND_ERR_PRX_CONN' || code === 'UND_ERR_PRX_TLS') {
    return new ApiError(
      'unreachable',
      `The proxy did not connect to ${origin}. Check the proxy setting.`,
      details,
    );
  }
  const reason = code ? ` (${code})` : '';
  return new ApiError('unreachable', `The connection to ${origin} failed${reason}.`, details);
}

/** undici wraps errors, and Node gathers those of several addresses in an AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as NodeJS.ErrnoException;
  const inner = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  const deeper = inner.map(codeOf).find((found) => found !== '');
  if (deeper) return deeper;
  if (/^Proxy (response|authentication)/i.test(error.message)) return 'UND_ERR_PRX_CONN';
  if (typeof code === 'string') return code;
  return error.name === 'HTTPParserError' ? 'HPE_INVALID' : '';
}
