import { ApiError } from './api-error.ts';
import type { CallOptions, Client } from './client.ts';
import type { Endpoint, RequestOf, ResponseOf } from './contract/endpoint.ts';

/** Page after page of a listing, fetched as they are asked for. @throws ApiError */
export async function* pages<E extends Endpoint>(
  client: Pick<Client, 'call'>,
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): AsyncGenerator<ResponseOf<E>, void> {
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const next = cursor === undefined ? request : { ...request, cursor };
    const page = await client.call(endpoint, next, options);
    yield page;
    cursor = cursorOf(page);
    if (cursor === undefined) return;
    if (seen.has(cursor)) {
      throw new ApiError('notThisInterface', `The service's pages of ${endpoint.path} go in a circle.`);
    }
    seen.add(cursor);
  }
}

function cursorOf(page: unknown): string | undefined {
  if (typeof page !== 'object' || page === null || !('nextCursor' in page)) return undefined;
  return typeof page.nextCursor === 'string' && page.nextCursor !== '' ? page.nextCursor : undefined;
}
