import assert from 'node:assert/strict';
import type { Endpoint, Method, RequestOf, ResponseOf, Route } from '../../../src/api/contract/endpoint.ts';
import { placeOf } from '../../../src/api/contract/endpoint.ts';
import { ErrorBody } from '../../../src/api/contract/errors.ts';

/** A service under test, spoken to over the wire with nothing of our client in between. */

export interface TokenPair {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

export interface Target {
  readonly baseUrl: string;
  readonly headerPrefix?: string;
  /** An active ADMIN of one organization, and one of another that the first cannot see. */
  readonly admin: TokenPair;
  readonly stranger: TokenPair;
  /** An active MEMBER of the first organization, where the service has a way to make one. */
  readonly member?: TokenPair;
  /** Makes a folder that the service can scan; undefined where the service scans no local folders. */
  readonly makeFolder?: (files: Readonly<Record<string, string>>) => Promise<string>;
}

/** Given before the tests run, so that a suite can be declared before its service is up. */
export type TargetOf = () => Target;

export interface Wire {
  readonly method: Method;
  readonly path: string;
  /** undefined for none. */
  readonly credentials?: TokenPair | undefined;
  readonly query?: URLSearchParams;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export async function send(target: Target, wire: Wire): Promise<Reply> {
  const { method, path, credentials, query, body, headers } = wire;
  const search = query && [...query.keys()].length > 0 ? `?${query}` : '';
  const response = await fetch(`${target.baseUrl}${path}${search}`, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...credentialHeaders(target, credentials), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

export function credentialHeaders(
  target: Target,
  credentials: TokenPair | undefined,
): Record<string, string> {
  if (!credentials) return {};
  const prefix = target.headerPrefix ?? 'X-Service-API-Token';
  return { [`${prefix}-Id`]: credentials.tokenId, [`${prefix}-Secret`]: credentials.tokenSecret };
}

/** Puts each field of a request where the route takes it from. */
export function wired(route: Route, request: Readonly<Record<string, unknown>>): Wire {
  let path = route.path;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request)) {
    const place = placeOf(route, name);
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'body') body[name] = value;
    else for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  const takesBody = route.method === 'POST' || route.method === 'PUT';
  return { method: route.method, path, query, ...(takesBody && { body }) };
}

/** Calls an operation that must succeed, and holds the answer against the contract: all of it and nothing else. */
export async function succeed<E extends Endpoint>(
  target: Target,
  endpoint: E,
  request: RequestOf<E>,
  credentials: TokenPair = target.admin,
): Promise<ResponseOf<E>> {
  const { status, body } = await send(target, { ...wired(endpoint, request), credentials });
  assert.equal(status, endpoint.success, `${endpoint.id} answered ${status}: ${JSON.stringify(body)}`);
  const read = endpoint.response.safeParse(body);
  assert.ok(read.success, `${endpoint.id} is not as the contract has it: ${read.error?.message}`);
  assert.deepEqual(
    body,
    JSON.parse(JSON.stringify(read.data)),
    `${endpoint.id} answers fields not in the contract`,
  );
  return read.data as ResponseOf<E>;
}

/** Calls an operation that must be refused. */
export async function refused<E extends Endpoint>(
  target: Target,
  endpoint: E,
  request: Readonly<Record<string, unknown>>,
  status: number | readonly number[],
  credentials: TokenPair = target.admin,
): Promise<ErrorBody> {
  const reply = await send(target, { ...wired(endpoint, request), credentials });
  const declared: readonly number[] = [400, 401, 429, 503, ...endpoint.errors];
  assert.ok(declared.includes(reply.status), `${endpoint.id} does not declare ${reply.status}`);
  return assertError(reply, status, endpoint.id);
}

export function assertError(reply: Reply, status: number | readonly number[], what: string): ErrorBody {
  const expected = [status].flat();
  const shown = `${what} answered ${reply.status}: ${JSON.stringify(reply.body)}`;
  assert.ok(expected.includes(reply.status), `${shown}, not ${expected.join(' or ')}`);
  const read = ErrorBody.safeParse(reply.body);
  assert.ok(read.success && read.data.error.length > 5, shown);
  assert.ok(read.data.requestId, `${what}: no requestId`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
