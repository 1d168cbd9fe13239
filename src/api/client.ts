import { ApiError } from './api-error.ts';
import type {
  AnyEndpoint,
  Endpoint,
  EventOf,
  FileEndpoint,
  RequestOf,
  ResponseOf,
  StreamEndpoint,
} from './contract/endpoint.ts';
import { type Credentials, compose, type Message, type Sender } from './message.ts';
import { readTolerantly } from './tolerant.ts';
import { Deadline } from './transport/deadline.ts';
import { readErrorBody } from './transport/error-body.ts';
import { type EventStreamOptions, type ReceivedEvent, receiveEvents } from './transport/event-stream.ts';
import { type Answer, exchange, readBytes, readText } from './transport/exchange.ts';
import { Network } from './transport/network.ts';
import { type RetryPolicy, retryAfter, serviceNow, usualRetries, withRetries } from './transport/retry.ts';
import { statusError } from './transport/status-error.ts';

export interface ClientOptions {
  /** May have a path, under which the interface's paths are then found. */
  readonly baseUrl: string;
  readonly credentials?: Credentials | undefined;
  /** What the two credential headers begin with, without the last `-`. */
  readonly headerPrefix?: string | undefined;
  /** Product and version, e.g. `parapet-vscode/0.1.0`. */
  readonly product?: string | undefined;
  /** Sent with every operation that takes one and is not given one: for tokens of several organizations. */
  readonly organizationId?: string | undefined;
  /** Shared connections; the client's own when omitted. */
  readonly network?: Network | undefined;
  /** Path of a socket of this user that the client's own connections are made to, whatever the host of the address. */
  readonly socket?: string | undefined;
  readonly retries?: Partial<RetryPolicy> | undefined;
  readonly maximumAnswerBytes?: number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the whole call, with its retries. */
  readonly timeoutMs?: number | undefined;
}

export const usualHeaderPrefix = 'X-Service-API-Token';
export interface DownloadOptions extends CallOptions {
  readonly maximumBytes?: number | undefined;
}

const usualTimeoutMs = 60_000;
const usualSilenceMs = 30_000;
const usualMaximumAnswerBytes = 64 * 1024 * 1024;
const maximumErrorBytes = 256 * 1024;

/** Speaks the contract to one service with one token. Every failure is an `ApiError`. */
export class Client implements AsyncDisposable {
  readonly baseUrl: string;
  /** Which organization requests are about that name none. */
  readonly organizationId: string | undefined;
  readonly #sender: Sender;
  readonly #network: Network;
  readonly #ownsNetwork: boolean;
  readonly #retries: RetryPolicy;
  readonly #maximumAnswerBytes: number;

  /** @throws ApiError `invalid` when the base address is not an http or https URL. */
  constructor(options: ClientOptions) {
    const baseUrl = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
    if (!baseUrl || !/^https?:$/.test(baseUrl.protocol) || baseUrl.username || baseUrl.password) {
      throw new ApiError('invalid', 'The address must be an http or https URL without a user name.');
    }
    this.baseUrl = options.baseUrl;
    this.#sender = {
      baseUrl,
      credentials: options.credentials,
      headerPrefix: options.headerPrefix ?? usualHeaderPrefix,
      product: options.product ?? 'parapet',
    };
    this.organizationId = options.organizationId;
    this.#network = options.network ?? new Network({ socket: options.socket });
    this.#ownsNetwork = options.network === undefined;
    this.#retries = { ...usualRetries, ...options.retries };
    this.#maximumAnswerBytes = options.maximumAnswerBytes ?? usualMaximumAnswerBytes;
  }

  /**
   * Asks and waits for the answer. Retries what is safe to retry: idempotent operations, and any other that
   * certainly had no effect. @throws ApiError
   */
  async call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    { signal, timeoutMs = usualTimeoutMs }: CallOptions = {},
  ): Promise<ResponseOf<E>> {
    const { origin } = this.#sender.baseUrl;
    using deadline = new Deadline(
      timeoutMs,
      signal,
      `${origin} did not answer within ${timeoutMs / 1000} s.`,
    );
    try {
      const message = compose(this.#sender, endpoint, this.#scoped(endpoint, request));
      const attempt = async () => {
        const answer = await this.#send(endpoint, message, deadline.signal, usualSilenceMs);
        const text = await readText(answer, origin, this.#maximumAnswerBytes);
        return readAnswer(endpoint, text, answer, origin);
      };
      return await withRetries(attempt, endpoint.idempotent, this.#retries, deadline.signal);
    } catch (error) {
      throw deadline.explain(error);
    }
  }

  /** The bytes of a file, within the bound on answers unless told otherwise. @throws ApiError */
  async download<E extends FileEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    { signal, timeoutMs = usualTimeoutMs, maximumBytes = this.#maximumAnswerBytes }: DownloadOptions = {},
  ): Promise<Uint8Array> {
    const { origin } = this.#sender.baseUrl;
    using deadline = new Deadline(
      timeoutMs,
      signal,
      `${origin} did not answer within ${timeoutMs / 1000} s.`,
    );
    try {
      const message = compose(this.#sender, endpoint, this.#scoped(endpoint, request));
      const attempt = async () => {
        const answer = await this.#send(endpoint, message, deadline.signal, usualSilenceMs);
        return await readBytes(answer, origin, maximumBytes);
      };
      return await withRetries(attempt, endpoint.idempotent, this.#retries, deadline.signal);
    } catch (error) {
      throw deadline.explain(error);
    }
  }

  /**
   * The events of a stream until it says `done`. A lost connection is taken up where it broke off. @throws ApiError
   */
  events<E extends StreamEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: EventStreamOptions = {},
  ): AsyncGenerator<ReceivedEvent<EventOf<E>>, void> {
    const open = (lastEventId: string | undefined, signal: AbortSignal, silenceMs: number) => {
      const message = compose(this.#sender, endpoint, this.#scoped(endpoint, request));
      const resume = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      const headers = { ...message.headers, 'cache-control': 'no-cache', ...resume };
      return this.#send(endpoint, { ...message, headers }, signal, silenceMs);
    };
    return receiveEvents(endpoint, open, this.#sender.baseUrl.origin, this.#retries, options);
  }

  /** Closes the client's own connections; shared ones stay. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ownsNetwork) await this.#network[Symbol.asyncDispose]();
  }

  #scoped(
    endpoint: AnyEndpoint,
    request: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> {
    const takesOne = 'organizationId' in endpoint.request.shape;
    return takesOne && this.organizationId !== undefined
      ? { organizationId: this.organizationId, ...request }
      : request;
  }

  async #send(
    endpoint: AnyEndpoint,
    message: Message,
    signal: AbortSignal,
    silenceMs: number,
  ): Promise<Answer> {
    const outgoing = { ...message, method: endpoint.method, signal, silenceMs };
    const answer = await exchange(this.#network, outgoing);
    if (answer.status >= 200 && answer.status < 300) return answer;
    const text = await readText(answer, message.url.origin, maximumErrorBytes).catch(() => '');
    signal.throwIfAborted();
    throw statusError({
      origin: message.url.origin,
      path: endpoint.path,
      status: answer.status,
      body: readErrorBody(parsed(text)),
      retryAfterMs: retryAfter(answer.header('retry-after'), serviceNow(answer.header('date'))),
      requestId: answer.header('x-request-id'),
      optional: endpoint.source === 'extended',
    });
  }
}

function readAnswer<E extends Endpoint>(
  endpoint: E,
  text: string,
  answer: Answer,
  origin: string,
): ResponseOf<E> {
  const json = text.trim() === '' ? {} : parsed(text);
  const details = { status: answer.status, requestId: answer.header('x-request-id') };
  if (json === undefined) {
    const what = /html/.test(answer.header('content-type') ?? '')
      ? 'a web page'
      : 'something that is not JSON';
    const message = `${origin} answered ${endpoint.path} with ${what}. Check the service's address.`;
    throw new ApiError('notThisInterface', message, details);
  }
  try {
    return readTolerantly(endpoint.response, json) as ResponseOf<E>;
  } catch (cause) {
    const message = `${origin} answered ${endpoint.path} in a form that is not this interface's.`;
    throw new ApiError('notThisInterface', message, { ...details, cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
