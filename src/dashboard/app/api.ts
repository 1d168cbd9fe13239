import * as l10n from '@vscode/l10n';
import { addressed } from '../../api/addressed.ts';
import { ApiError, type ApiErrorKind } from '../../api/api-error.ts';
import type {
  AnyEndpoint,
  Endpoint,
  FileEndpoint,
  RequestOf,
  ResponseOf,
} from '../../api/contract/endpoint.ts';
import { ErrorBody } from '../../api/contract/errors.ts';
import { sessionHeader } from '../../api/session-header.ts';

/**
 * Asks the service that served this page, as the person who is signed in.
 * @throws ApiError whose message is fit to be shown; the signal's reason
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const answer = await send(endpoint, request, signal);
  const content: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw failureOf(answer.status, content);
  const read = endpoint.response.safeParse(content);
  if (!read.success)
    throw new ApiError(
      'notThisInterface',
      l10n.t('The service answered in a form that this page does not know. Reload the page.'),
    );
  return read.data as ResponseOf<E>;
}

/** Has the browser save a file. @throws ApiError */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  name: string,
): Promise<void> {
  const answer = await send(endpoint, request);
  if (!answer.ok) throw failureOf(answer.status, await answer.json().catch(() => undefined));
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Saving has begun with the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @throws ApiError where there is no answer; the signal's reason */
async function send(
  endpoint: AnyEndpoint,
  request: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Response> {
  const { url, body } = addressed(new URL(location.origin), endpoint, request);
  return await fetch(url, {
    method: endpoint.method,
    headers: {
      accept: endpoint.kind === 'file' ? '*/*' : 'application/json',
      'content-type': 'application/json',
      [sessionHeader]: '1',
    },
    credentials: 'same-origin',
    redirect: 'error',
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(
      'unreachable',
      l10n.t('The service does not answer. Check your network, then try again.'),
    );
  });
}

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  413: 'tooLarge',
  422: 'invalid',
  429: 'rateLimited',
  503: 'unavailable',
};

function failureOf(status: number, content: unknown): ApiError {
  const body = ErrorBody.safeParse(content);
  const message = body.success
    ? body.data.error
    : l10n.t('The service failed at this request (status {0}).', status);
  const { requestId, issues } = body.success ? body.data : {};
  return new ApiError(kinds[status] ?? 'server', message, { status, requestId, issues });
}
