import type { FieldProblem } from './contract/errors.ts';

/** Everything that can go wrong with a call, told apart by what a user can do about it. */
export type ApiErrorKind =
  /** Nothing answers there, or the connection broke. */
  | 'unreachable'
  | 'dns'
  | 'tls'
  /** The proxy on the way was not reached, or did not let the request through. */
  | 'proxy'
  | 'timeout'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  /** The service refused the request as wrong (400, 422). */
  | 'invalid'
  /** The request or the answer is over a limit. */
  | 'tooLarge'
  | 'rateLimited'
  | 'unavailable'
  | 'server'
  /** Something answers there, but not this interface. */
  | 'notThisInterface'
  /** This interface, but the service does not have the operation. */
  | 'notOffered'
  | 'cancelled';

/** What exactly is wrong with a certificate or a proxy, so that the advice can be exact too. */
export type ApiErrorReason =
  | 'selfSigned'
  | 'unknownAuthority'
  | 'expired'
  | 'notYetValid'
  | 'wrongHost'
  | 'protocol'
  | 'proxyAddress'
  | 'proxyAuthentication'
  | 'proxyRefused'
  | 'proxyUnreachable'
  /** The service redirects to another one. */
  | 'redirected';

export interface ApiErrorDetails {
  readonly reason?: ApiErrorReason | undefined;
  /** HTTP status, when there was an answer. */
  readonly status?: number | undefined;
  /** The service's name for the request, for its log. */
  readonly requestId?: string | undefined;
  /** Which fields the service refused. */
  readonly issues?: readonly FieldProblem[] | undefined;
  /** The scan in progress that a conflict is about. */
  readonly scanId?: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** True when the request certainly never reached the service. */
  readonly neverSent?: boolean | undefined;
  readonly cause?: unknown;
}

/** A failed call. `message` is fit for a user: it names the service's address, never a credential or a body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly reason: ApiErrorReason | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly issues: readonly FieldProblem[];
  readonly scanId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly neverSent: boolean;

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.reason = details.reason;
    this.status = details.status;
    this.requestId = details.requestId;
    this.issues = details.issues ?? [];
    this.scanId = details.scanId;
    this.retryAfterMs = details.retryAfterMs;
    this.neverSent = details.neverSent ?? false;
  }
}
