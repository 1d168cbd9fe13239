import type { ErrorStatus } from '../../api/contract/endpoint.ts';
import type { ErrorBody } from '../../api/contract/errors.ts';

/** A refusal that the caller is told about. Its message is a sentence for a person and holds no secret. */
export class Refusal extends Error {
  readonly status: ErrorStatus;
  readonly extra: Omit<ErrorBody, 'error' | 'requestId'>;
  /** Seconds, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ErrorStatus,
    message: string,
    options: { extra?: Omit<ErrorBody, 'error' | 'requestId'>; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.extra = options.extra ?? {};
    this.retryAfter = options.retryAfter;
  }
}

/** The same answer for what is not there and for what is another organization's. */
export function notFound(what: string): Refusal {
  return new Refusal(404, `There is no such ${what}.`);
}

export function forbidden(message: string): Refusal {
  return new Refusal(403, message);
}

export function conflict(message: string, extra: Omit<ErrorBody, 'error' | 'requestId'> = {}): Refusal {
  return new Refusal(409, message, { extra });
}

/** Well-formed, but it cannot be done. `path` names the field at fault. */
export function impossible(path: string, message: string): Refusal {
  return new Refusal(422, message, { extra: { issues: [{ path, message }] } });
}

export function invalid(path: string, message: string): Refusal {
  return new Refusal(400, message, { extra: { issues: [{ path, message }] } });
}
