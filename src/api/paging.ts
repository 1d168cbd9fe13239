import { ApiError } from './api-error.ts';
import type { CallOptions, Client } from './client.ts';
import type { Endpoint, RequestOf, ResponseOf } from './contract/endpoint.ts';

export interface PagingOptions extends CallOptions {
  /** For listings that are read to the end: the next page is asked for before the present one is worked on. */
  readonly ahead?: boolean;
}

/** Page after page of a listing, fetched as they are asked for. @throws ApiError */
export async function* pages<E extends Endpoint>(
  client: Pick<Client, 'call'>,
  endpoint: E,
  request: RequestOf<E>,
  { ahead = false, ...options }: PagingOptions = {},
): AsyncGenerator<ResponseOf<E>, void> {
  const seen = new Set<string>();
  let coming = client.call(endpoint, request, options);
  for (;;) {
    const page = await coming;
    const cursor = cursorOf(page);
    const next = () => client.call(endpoint, { ...request, cursor }, options);
    const isNew = cursor !== undefined && !seen.has(cursor);
    if (ahead && isNew) {
      coming = next();
      // It is waited for later, or never, if nobody wants it any more.
      coming.catch(() => undefined);
    }
    yield page;
    if (cursor === undefined) return;
    if (!isNew) {
      throw new ApiError('notThisInterface', `The service's pages of ${endpoint.path} go in a circle.`);
    }
    seen.add(cursor);
    if (!ahead) coming = next();
  }
}

function cursorOf(page: unknown): string | undefined {
  if (typeof page !== 'object' || page === null || !('nextCursor' in page)) return undefined;
  return typeof page.nextCursor === 'string' && page.nextCursor !== '' ? page.nextCursor : undefined;
}
