import type { z } from 'zod';
import { type Outbound, type OutboundAnswer, OutboundFailure } from '../core/outbound.ts';
import { type CredentialOwner, failureOfStatus, ProviderFailure } from './failure.ts';

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: URLSearchParams;
  /** Sent as a form of several parts. */
  readonly multipart?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a POST or PATCH: whether it may be sent twice. */
  readonly isIdempotent?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The JSON interface of one code host. Its answers are foreign data: each is read with a schema. */
export class ApiClient {
  readonly #outbound: Pick<Outbound, 'send'>;
  readonly #root: URL;
  readonly #authorize: (signal?: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly #owner: CredentialOwner;

  /** @param root the address that paths are below */
  constructor(
    outbound: Pick<Outbound, 'send'>,
    root: string,
    authorize: (signal?: AbortSignal) => Promise<Readonly<Record<string, string>>>,
    owner: CredentialOwner = 'installation',
  ) {
    this.#owner = owner;
    this.#outbound = outbound;
    this.#root = new URL(root.endsWith('/') ? root : `${root}/`);
    this.#authorize = authorize;
  }

  get host(): string {
    return this.#root.host;
  }

  /** @throws ProviderFailure for no answer, any status but 2xx, and an answer in another form */
  async read<T extends z.ZodType>(schema: T, path: string, request: ApiRequest = {}): Promise<z.output<T>> {
    return (await this.page(schema, path, request)).content;
  }

  /** As `read`, with the headers that tell of further pages. */
  async page<T extends z.ZodType>(
    schema: T,
    path: string,
    request: ApiRequest = {},
  ): Promise<{ content: z.output<T>; headers: ReadonlyMap<string, string> }> {
    const answer = await this.send(path, request);
    const parsed = schema.safeParse(jsonOf(answer));
    if (!parsed.success)
      throw new ProviderFailure(
        'unreachable',
        `The answer of ${this.host} is not in the form that its interface has. Check the base address of the ${this.#owner}.`,
        { cause: parsed.error },
      );
    return { content: parsed.data, headers: answer.headers };
  }

  /** Sends a request whose answer does not matter. @throws ProviderFailure */
  async send(path: string, request: ApiRequest = {}): Promise<OutboundAnswer> {
    const answer = await this.#exchange(path, request);
    if (answer.status >= 200 && answer.status < 300) return answer;
    // Hosts say with 403, too, that their limit is met.
    const isLimit = answer.status === 403 && answer.headers.get('x-ratelimit-remaining') === '0';
    throw failureOfStatus(this.host, isLimit ? 429 : answer.status, this.#owner);
  }

  async #exchange(
    path: string,
    { method = 'GET', query = {}, json, form, multipart, headers = {}, isIdempotent, signal }: ApiRequest,
  ): Promise<OutboundAnswer> {
    const url = new URL(path, this.#root);
    // A path comes from a repository's name: it must not lead to another host, which would get the credentials.
    if (url.origin !== this.#root.origin || !url.pathname.startsWith(this.#root.pathname))
      throw new ProviderFailure(
        'missing',
        this.#owner === 'installation'
          ? `${this.host} has no such repository.`
          : `${this.host} has no such thing.`,
      );
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const parts = multipart && new Response(multipart);
    const type = parts?.headers.get('content-type');
    const body =
      (parts && new Uint8Array(await parts.arrayBuffer())) ??
      form?.toString() ??
      (json === undefined ? undefined : JSON.stringify(json));
    try {
      return await this.#outbound.send(url, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'Parapet',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(type && { 'content-type': type, 'x-atlassian-token': 'no-check' }),
          ...headers,
          ...(await this.#authorize(signal)),
        },
        ...(body !== undefined && { body }),
        isIdempotent,
        signal,
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof OutboundFailure)
        throw new ProviderFailure('unreachable', error.message, { cause: error });
      throw error;
    }
  }
}

function jsonOf({ body }: OutboundAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Parts of a path, each as one segment of an address. */
export const segments = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => encodeURIComponent(part)).join('/');
