import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a scripted model does with one request. */
export interface Move {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body instead of a stream. */
  readonly body?: string;
  /** Pieces of text, sent one after the other. */
  readonly text?: readonly string[];
  /** Between two pieces of text, where they are sent in the time that a real model takes. */
  readonly pauseMs?: number;
  /** What it waits for before the last piece of its text. */
  readonly holds?: Promise<unknown>;
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  /** Lines of the event stream as they are. */
  readonly raw?: string;
  /** Never answers. */
  readonly silent?: boolean;
  /** Ends the connection in the middle. */
  readonly broken?: boolean;
  readonly usage?: { readonly input: number; readonly output: number };
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly tools?: readonly unknown[];
    readonly system?: unknown;
  };
}

/**
 * A server that speaks the protocol of OpenAI's chat completions, or Anthropic's messages, as a test scripts it. It
 * exercises protocol, streaming, tools and errors, not intelligence.
 */
export class ScriptedModel implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server: Server;
  readonly #moves: Move[];
  /** What it does when the script has come to its end. */
  readonly #then: Move;
  /** How many of its connections were ended by the client in the middle of an answer. */
  cut = 0;

  private constructor(moves: readonly Move[], then: Move) {
    this.#moves = [...moves];
    this.#then = then;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(moves: readonly Move[], then: Move = { text: ['done'] }): Promise<ScriptedModel> {
    const model = new ScriptedModel(moves, then);
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  /** What it does with the next requests, in place of what is left of the script. */
  next(...moves: readonly Move[]): void {
    this.#moves.splice(0, this.#moves.length, ...moves);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    this.received.push({ path: request.url ?? '', headers: request.headers, body });
    const move = this.#moves.shift() ?? this.#then;
    response.on('close', () => {
      if (!response.writableFinished) this.cut++;
    });
    if (move.silent) return;
    if (move.body !== undefined || (move.status ?? 200) >= 300) {
      response.writeHead(move.status ?? 200, { 'content-type': 'application/json', ...move.headers });
      response.end(move.body ?? '{"error":{"message":"scripted"}}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', ...move.headers });
    if (move.raw !== undefined) response.write(move.raw);
    else if (request.url?.endsWith('/messages')) anthropic(response, move);
    else await openAi(response, move);
    if (move.broken) setTimeout(() => response.destroy(), 20);
    else response.end();
  }
}

async function openAi(
  response: ServerResponse,
  { text = [], pauseMs, holds, calls = [], usage = { input: 100, output: 10 } }: Move,
): Promise<void> {
  const chunk = (delta: unknown, finish: string | null = null): void => {
    const data = {
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
    };
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  chunk({ role: 'assistant', content: '' });
  for (const [index, piece] of text.entries()) {
    if (index === text.length - 1) await holds;
    if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    chunk({ content: piece });
  }
  for (const [index, call] of calls.entries()) {
    const half = Math.floor(call.arguments.length / 2);
    const id = `call_${index}_${Math.random().toString(36).slice(2)}`;
    chunk({
      tool_calls: [
        {
          index,
          id,
          type: 'function',
          function: { name: call.name, arguments: call.arguments.slice(0, half) },
        },
      ],
    });
    chunk({ tool_calls: [{ index, function: { arguments: call.arguments.slice(half) } }] });
  }
  chunk({}, calls.length > 0 ? 'tool_calls' : 'stop');
  const { input, output } = usage;
  const end = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
  response.write(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
}

function anthropic(
  response: ServerResponse,
  { text = [], calls = [], usage = { input: 100, output: 10 } }: Move,
): void {
  const event = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  event('message_start', {
    message: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: usage.input, output_tokens: 0 },
    },
  });
  let index = 0;
  if (text.length > 0) {
    event('content_block_start', { index, content_block: { type: 'text', text: '' } });
    for (const piece of text)
      event('content_block_delta', { index, delta: { type: 'text_delta', text: piece } });
    event('content_block_stop', { index });
    index++;
  }
  for (const call of calls) {
    event('content_block_start', {
      index,
      content_block: {
        type: 'tool_use',
        id: `toolu_${index}_${Math.random().toString(36).slice(2)}`,
        name: call.name,
        input: {},
      },
    });
    event('content_block_delta', {
      index,
      delta: { type: 'input_json_delta', partial_json: call.arguments },
    });
    event('content_block_stop', { index });
    index++;
  }
  event('message_delta', {
    delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: usage.output },
  });
  event('message_stop', {});
}
