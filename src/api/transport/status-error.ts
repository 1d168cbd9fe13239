import { ApiError, type ApiErrorKind } from '../api-error.ts';
import type { ErrorBody } from '../contract/errors.ts';

interface Refused {
  readonly origin: string;
  readonly path: string;
  readonly status: number;
  /** undefined when the body has neither error shape of the interface. */
  readonly body: ErrorBody | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  /** The operation is one that a service may do without. */
  readonly optional: boolean;
}

/** What an HTTP status other than success means. */
export function statusError(refused: Refused): ApiError {
  const { body, status, retryAfterMs } = refused;
  const kind = kindOf(refused);
  return new ApiError(kind, messageOf(kind, refused), {
    status,
    retryAfterMs,
    requestId: body?.requestId ?? refused.requestId,
    issues: body?.issues,
    scanId: body?.scanId,
  });
}

function kindOf({ status, body, optional }: Refused): ApiErrorKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 && body?.code === 'unknownAddress') return 'notOffered';
  if (status === 404) return body ? 'notFound' : optional ? 'notOffered' : 'notThisInterface';
  if (status === 405 || status === 501) return body || optional ? 'notOffered' : 'notThisInterface';
  if (status === 409) return 'conflict';
  if (status === 413) return 'tooLarge';
  if (status === 429) return 'rateLimited';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  if (status >= 500) return 'server';
  if (status >= 400 && body) return 'invalid';
  return 'notThisInterface';
}

function messageOf(kind: ApiErrorKind, { origin, path, status, body, retryAfterMs }: Refused): string {
  const said = body?.error;
  switch (kind) {
    case 'unauthorized':
      return `${origin} did not accept the credentials. Check the token's ID and secret, and whether it has expired.`;
    case 'notOffered':
      return `The service at ${origin} does not offer this (${path}).`;
    case 'notThisInterface':
      return `What answers at ${origin} is not this service's interface (${path} answered ${status}). Check the address.`;
    case 'rateLimited':
      return `${origin} received too many requests.${retryHint(retryAfterMs)}`;
    case 'unavailable':
      return `${said ?? `The service at ${origin} is not available at present.`}${retryHint(retryAfterMs)}`;
    default:
      return said ?? `${origin} answered ${status} to ${path}.`;
  }
}

function retryHint(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return '';
  const seconds = Math.ceil(retryAfterMs / 1000);
  return ` Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
}
