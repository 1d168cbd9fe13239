import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '../../api/contract/errors.ts';
import { Refusal } from '../core/errors.ts';
import { storeFailure, storeFailureText } from '../store/errors.ts';
import type { Environment } from './environment.ts';

/** What a fault is answered with; what the caller cannot act on is only told that it was the service's. */
export function errorResponse(c: Context<Environment>, error: unknown): Response {
  if (error instanceof Refusal) {
    return answerError(c, error.status, { error: error.message, ...error.extra }, error.retryAfter);
  }
  c.var.log('error', {
    requestId: c.var.requestId,
    error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
  });
  const text = storeFailureText(error);
  if (text !== undefined)
    return answerError(c, 503, { error: text }, storeFailure(error) === 'busy' ? 1 : 30);
  return answerError(c, 500, { error: 'The service failed at this request. Its log has the details.' });
}

export function answerError(
  c: Context<Environment>,
  status: ContentfulStatusCode,
  body: ErrorBody,
  retryAfter?: number,
): Response {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  return c.json({ ...body, requestId: c.var.requestId }, status);
}
