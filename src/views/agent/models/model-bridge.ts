import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnOwnSocket, type OwnSocket } from '../../../api/own-socket.ts';
import {
  type AskModel,
  ChatRequest,
  type Completion,
  chunkOf,
  endOf,
  errorEvent,
  type ModelPart,
  wholeOf,
} from './bridge-protocol.ts';

/**
 * Offers a language model of the editor to the service on this machine, as an OpenAI-compatible endpoint. It listens on
 * a socket that only this user can reach, answers nobody without its random token, and ends with the window: once it is
 * gone, nobody else can take its place.
 */
export class ModelBridge implements Disposable {
  readonly token = randomBytes(32).toString('base64url');
  readonly #ask: AskModel;
  readonly #server: Server;
  /** Tells this bridge from that of another window. */
  readonly #host = `window-${randomBytes(4).toString('hex')}.localhost`;
  #own: OwnSocket | undefined;
  #running = 0;

  private constructor(ask: AskModel) {
    this.#ask = ask;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server.headersTimeout = 10_000;
    this.#server.maxHeadersCount = 50;
  }

  static async start(ask: AskModel): Promise<ModelBridge> {
    const bridge = new ModelBridge(ask);
    bridge.#own = await listenOnOwnSocket(bridge.#server, 'model.sock', undefined);
    bridge.#server.unref();
    return bridge;
  }

  /** The name that it answers under; it is reached through its socket. */
  get url(): string {
    return `http://${this.#host}/v1`;
  }

  get socket(): string {
    return this.#own?.path ?? '';
  }

  [Symbol.dispose](): void {
    this.#server.closeAllConnections();
    this.#server.close();
    // At once: the window's process may end before the server has closed.
    this.#own?.release();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#refusal(request);
    if (refusal !== undefined) {
      refuse(response, ...refusal);
      request.resume();
      return;
    }
    this.#running++;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const body = await bodyOf(request);
      const parsed = body === undefined ? undefined : ChatRequest.safeParse(parseJson(body));
      if (parsed === undefined) refuse(response, 413, 'The request is too large.');
      else if (parsed.success) await this.#complete(parsed.data, response, gone.signal);
      else refuse(response, 400, 'This is no request for a chat completion.');
    } finally {
      this.#running--;
    }
  }

  #refusal({ headers, method, url }: IncomingMessage): readonly [number, string] | undefined {
    if (headers.host !== this.#host || headers.origin !== undefined) return [403, 'Not for browsers.'];
    if (!isSame(headers.authorization ?? '', `Bearer ${this.token}`))
      return [401, 'The token is missing or wrong.'];
    if (url !== '/v1/chat/completions') return [404, 'Only chat completions are offered.'];
    if (method !== 'POST') return [405, 'Only POST is offered.'];
    return this.#running >= mostAtOnce ? [429, 'Too many requests at once.'] : undefined;
  }

  async #complete(request: ChatRequest, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const about: Completion = {
      id: `chatcmpl-${randomBytes(9).toString('base64url')}`,
      model: request.model,
      created: Math.floor(Date.now() / 1000),
    };
    const parts: ModelPart[] = [];
    let calls = 0;
    try {
      for await (const part of untilAborted(this.#ask(request, signal), signal)) {
        signal.throwIfAborted();
        parts.push(part);
        if (!request.stream) continue;
        begin(response);
        const index = part.type === 'call' ? calls++ : 0;
        if (!response.write(chunkOf(about, part, index))) await drained(response, signal);
      }
      if (!request.stream) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(wholeOf(about, parts)));
        return;
      }
      begin(response);
      response.end(endOf(about, calls > 0));
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message.slice(0, 500) : 'The model failed.';
      if (response.headersSent) response.end(errorEvent(message));
      else refuse(response, error instanceof BridgeError ? error.status : 502, message);
    }
  }
}

/** A model that does not answer, with the status that says why. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const mostAtOnce = 4;
const largestBody = 8 * 1024 * 1024;

function begin(response: ServerResponse): void {
  if (!response.headersSent) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = status === 429 ? { 'retry-after': '2' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type: 'bridge_error' } }));
}

/** @returns undefined where it is over the limit */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    if (!Buffer.isBuffer(piece)) continue;
    bytes += piece.length;
    if (bytes > largestBody) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** What comes, until the signal aborts: a model that does not heed it is left behind, and holds no place. */
async function* untilAborted<T>(parts: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const each = parts[Symbol.asyncIterator]();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([each.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    each.return?.().catch(() => undefined);
  }
}

/** In a time that tells nothing of where they differ. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
