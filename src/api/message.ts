import { randomUUID } from 'node:crypto';
import { addressed } from './addressed.ts';
import { ApiError } from './api-error.ts';
import type { AnyEndpoint } from './contract/endpoint.ts';

/** Turns a call into what goes over the wire. */

export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

export interface Sender {
  readonly baseUrl: URL;
  readonly credentials: Credentials | undefined;
  readonly headerPrefix: string;
  /** Product and version, e.g. `parapet-vscode/0.1.0`. */
  readonly product: string;
}

export interface Message {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const accepted = { json: 'application/json', events: 'text/event-stream', file: '*/*' } as const;

/** @throws ApiError `unauthorized` for credentials that no header can carry, `invalid` for a path that has no value. */
export function compose(
  sender: Sender,
  endpoint: AnyEndpoint,
  request: Readonly<Record<string, unknown>>,
): Message {
  const { url, body } = addressed(sender.baseUrl, endpoint, request);
  return {
    url,
    headers: {
      accept: accepted[endpoint.kind],
      'content-type': 'application/json',
      'user-agent': sender.product,
      'client-version': sender.product,
      ...(endpoint.effect === 'changes' ? { 'idempotency-key': randomUUID() } : {}),
      ...(endpoint.auth === 'token' ? credentialHeaders(sender) : {}),
    },
    body,
  };
}

function credentialHeaders({ credentials, headerPrefix }: Sender): Record<string, string> {
  if (!credentials) return {};
  for (const [what, value] of [
    ["The token's ID", credentials.tokenId],
    ["The token's secret", credentials.tokenSecret],
  ] as const) {
    if (!/^[\x21-\x7e]{1,1024}$/.test(value)) {
      throw new ApiError(
        'unauthorized',
        `${what} is empty or has characters that it cannot have. Enter it again.`,
      );
    }
  }
  return {
    [`${headerPrefix}-Id`]: credentials.tokenId,
    [`${headerPrefix}-Secret`]: credentials.tokenSecret,
  };
}
