import { randomUUID } from 'node:crypto';
import { ApiError } from './api-error.ts';
import { type AnyEndpoint, placeOf } from './contract/endpoint.ts';
import { trimEndOf } from './text-runs.ts';

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

/** @throws ApiError `unauthorized` for credentials that no header can carry, `invalid` for a path that has no value. */
export function compose(
  sender: Sender,
  endpoint: AnyEndpoint,
  request: Readonly<Record<string, unknown>>,
): Message {
  const url = new URL(sender.baseUrl);
  url.search = '';
  url.hash = '';
  url.pathname = trimEndOf(url.pathname, '/') + filledIn(endpoint.path, request);
  const inBody: [string, unknown][] = [];
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue;
    const place = placeOf(endpoint, name);
    if (place === 'body') inBody.push([name, value]);
    else if (place === 'query') appendAll(url.searchParams, name, value);
  }
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  return {
    url,
    headers: {
      accept: endpoint.kind === 'events' ? 'text/event-stream' : 'application/json',
      'content-type': 'application/json',
      'user-agent': sender.product,
      'client-version': sender.product,
      ...(endpoint.effect === 'changes' ? { 'idempotency-key': randomUUID() } : {}),
      ...(endpoint.auth === 'token' ? credentialHeaders(sender) : {}),
    },
    body: hasBody ? JSON.stringify(Object.fromEntries(inBody)) : undefined,
  };
}

function filledIn(path: string, request: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = request[name];
    // `.` and `..` would be taken as steps in the path even when encoded.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new ApiError('invalid', `${path} needs a value for ${name}.`);
    }
    return encodeURIComponent(value);
  });
}

function appendAll(query: URLSearchParams, name: string, value: unknown): void {
  for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
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
