import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';

export interface RetryPolicy {
  /** How often a call is tried in all. */
  readonly attempts: number;
  /** The first pause is at most this long, each further one at most twice the one before. In milliseconds. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A service that asks for more patience than this (`Retry-After`) is not waited for. In milliseconds. */
  readonly longestRetryAfterMs: number;
}

export const usualRetries: RetryPolicy = {
  attempts: 4,
  firstPauseMs: 250,
  longestPauseMs: 8_000,
  longestRetryAfterMs: 30_000,
};

/** @param idempotent whether sending it twice is harmless; otherwise only what was certainly not done is retried. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  idempotent: boolean,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= policy.attempts || !(error instanceof ApiError) || !worthRetrying(error, idempotent))
        throw error;
      if ((error.retryAfterMs ?? 0) > policy.longestRetryAfterMs) throw error;
      await sleep(error.retryAfterMs ?? pause(tried, policy), undefined, { signal });
    }
  }
}

/** Exponential backoff with full jitter, so that many clients do not come back all at once. In milliseconds. */
export function pause(tried: number, policy: RetryPolicy, random: () => number = Math.random): number {
  return random() * Math.min(policy.longestPauseMs, policy.firstPauseMs * 2 ** (tried - 1));
}

export function worthRetrying({ kind, status, neverSent }: ApiError, idempotent: boolean): boolean {
  switch (kind) {
    case 'rateLimited':
      return true;
    case 'unavailable':
      return status === 503 || idempotent;
    case 'unreachable':
    case 'timeout':
    case 'dns':
      return neverSent || idempotent;
    case 'proxy':
      return neverSent;
    default:
      return false;
  }
}

/**
 * A `Retry-After` header, in seconds or as an HTTP date.
 * @param now by the service's clock where it says (`serviceNow`): ours may be an hour off
 * @returns milliseconds from `now`, never negative; undefined when there is none or it cannot be read.
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The time at the service, from its `Date` header; ours where it does not say. In milliseconds since 1970. */
export function serviceNow(header: string | undefined): number {
  const told = Date.parse(header ?? '');
  return Number.isNaN(told) ? Date.now() : told;
}
