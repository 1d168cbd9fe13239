import { Failure } from './failure.ts';

/**
 * Kinds of `ApiError` that say what has to change before the same request succeeds: credentials, permissions, the
 * address, what was asked for, or what the service offers.
 */
const settled: ReadonlySet<unknown> = new Set([
  'unauthorized',
  'forbidden',
  'notFound',
  'invalid',
  'tooLarge',
  'notThisInterface',
  'notOffered',
]);

/** Reasons that hold until somebody changes a certificate, a clock or a setting. */
const settledReasons: ReadonlySet<unknown> = new Set([
  'selfSigned',
  'unknownAuthority',
  'expired',
  'notYetValid',
  'wrongHost',
  'proxyAddress',
  'proxyAuthentication',
  'proxyRefused',
]);

/**
 * Returns whether doing the same again can succeed with nothing else changed. Every *Retry* is shown by this alone.
 * A failure that no call caused is about what is missing here, such as a selection: it says so with `mayPass` if not.
 */
export function retryCanHelp(error: unknown): boolean {
  if (error instanceof Failure)
    return error.text.mayPass ?? (error.cause !== undefined && retryCanHelp(error.cause));
  if (!(error instanceof Error)) return true;
  if (error.name === 'SecretStorageError') return false;
  const kind = 'kind' in error ? error.kind : undefined;
  const reason = 'reason' in error ? error.reason : undefined;
  return !settled.has(kind) && !settledReasons.has(reason);
}
