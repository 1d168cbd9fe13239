import { ApiError } from './api-error.ts';
import { type AnyEndpoint, placeOf } from './contract/endpoint.ts';
import { trimEndOf } from './text-runs.ts';

/** Where a call goes and what it carries, whoever makes it: an editor, a command line or a page. */
export interface Addressed {
  readonly url: URL;
  /** JSON; undefined where the method takes none. */
  readonly body: string | undefined;
}

/** @throws ApiError `invalid` for a path that has no value. */
export function addressed(
  baseUrl: URL,
  endpoint: AnyEndpoint,
  request: Readonly<Record<string, unknown>>,
): Addressed {
  const url = new URL(baseUrl);
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
  return { url, body: hasBody ? JSON.stringify(Object.fromEntries(inBody)) : undefined };
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
