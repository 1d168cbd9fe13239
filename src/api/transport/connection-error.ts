import { ApiError, type ApiErrorReason } from '../api-error.ts';

/** Codes of Node and undici that mean: no connection was made, so nothing was sent. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ENOTFOUND',
  // Of sockets in the file system.
  'ENOENT',
  'ENOTDIR',
  'EFOREIGNSOCKET',
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
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_(VERIFY|GET)|SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO|UND_ERR_PRX_TLS)/;
const notHttp = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/;

const tlsReasons: readonly (readonly [RegExp, ApiErrorReason, string])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED/, 'selfSigned', 'its certificate is self-signed'],
  [
    /^(SELF_SIGNED|UNABLE_TO_)/,
    'unknownAuthority',
    'its certificate is from an authority that is not trusted here',
  ],
  [/^CERT_HAS_EXPIRED/, 'expired', 'its certificate has expired, or this machine’s clock is wrong'],
  [
    /^CERT_NOT_YET_VALID/,
    'notYetValid',
    'its certificate is not valid yet, or this machine’s clock is wrong',
  ],
  [/^(ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/, 'wrongHost', 'its certificate is for another host name'],
];

/**
 * What went wrong below HTTP.
 * @param origin of the service, for the message
 * @param proxy on the way to it, without what may be a password
 */
export function connectionError(cause: unknown, origin: string, proxy?: string): ApiError {
  if (cause instanceof ApiError) return cause;
  const code = codeOf(cause);
  const neverSent = neverConnected.has(code);
  const details = { cause, neverSent };
  const host = new URL(origin).hostname;
  if (tls.test(code)) return tlsError(cause, code, origin);
  if (proxy !== undefined) {
    const status = proxyStatus(cause);
    if (status === 407) {
      const message = `The proxy ${proxy} asks for a user name and password, or did not accept them.`;
      return new ApiError('proxy', message, { cause, reason: 'proxyAuthentication' });
    }
    if (status !== undefined) {
      const message = `The proxy ${proxy} did not connect to ${origin}: it answered ${status}.`;
      return new ApiError('proxy', message, { cause, neverSent: true, reason: 'proxyRefused' });
    }
    // With a proxy, the only connection that this machine makes is the one to the proxy.
    if (neverSent) {
      const message = `The proxy ${proxy} cannot be reached (${code}). Check the proxy setting.`;
      return new ApiError('proxy', message, { ...details, reason: 'proxyUnreachable' });
    }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ApiError('dns', `The host name ${host} was not found. Check the service's address.`, details);
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
  const reason = code ? ` (${code})` : '';
  return new ApiError('unreachable', `The connection to ${origin} failed${reason}.`, details);
}

function tlsError(cause: unknown, code: string, origin: string): ApiError {
  const [, reason, why] = tlsReasons.find(([pattern]) => pattern.test(code)) ?? [];
  const message = `No secure connection to ${origin}: ${why ?? 'its certificate or protocol was not accepted'} (${code}).`;
  return new ApiError('tls', message, { cause, neverSent: true, reason: reason ?? 'protocol' });
}

/** What the proxy answered when it was asked for a tunnel; undici says it in its message only. */
function proxyStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (/^Proxy authentication/i.test(error.message)) return 407;
  const status = /^Proxy response \((\d{3})\)/.exec(error.message)?.[1];
  return status === undefined ? proxyStatus(error.cause) : Number(status);
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
