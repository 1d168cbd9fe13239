import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { IdSearch } from './id-search.ts';

/** Bytes of one message. A tool that takes code takes 10 MB of it, which JSON may write in twice as many. */
export const largestMessage = 24 * 1024 * 1024;

const newline = 0x0a;

type MessageId = string | number | null;

/**
 * MCP over streams, one message a line. Unlike the SDK's own, it survives a message that is too large or no message:
 * that one is answered with an error, its bytes are dropped as they come, and the next line is read.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;
  /** Looks for the id of a message that is too large to be kept. */
  #dropping: IdSearch | undefined;

  constructor(input: Readable, output: Writable, limit = largestMessage) {
    this.#input = input;
    this.#output = output;
    this.#limit = limit;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#take);
    this.#input.on('error', this.#failed);
    this.#output.on('error', this.#failed);
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#take);
    this.#input.off('error', this.#failed);
    if (this.#input.listenerCount('data') === 0) this.#input.pause();
    this.#parts = [];
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
  }

  readonly #failed = (error: Error): void => this.onerror?.(error);

  readonly #take = (chunk: Buffer): void => {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(newline, from);
      this.#keep(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.#endLine();
      from = end + 1;
    }
  };

  #keep(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#dropping) {
      this.#dropping.add(bytes);
      return;
    }
    this.#parts.push(bytes);
    if (this.#size <= this.#limit) return;
    this.#dropping = new IdSearch();
    for (const part of this.#parts) this.#dropping.add(part);
    this.#parts = [];
  }

  #endLine(): void {
    const [parts, size, dropping] = [this.#parts, this.#size, this.#dropping];
    this.#parts = [];
    this.#size = 0;
    this.#dropping = undefined;
    if (dropping) {
      const limit = `${Math.floor(this.#limit / 1024 / 1024)} MB`;
      const message = `The message has ${Math.ceil(size / 1024 / 1024)} MB; at most ${limit} are read. Send less code at once.`;
      this.#refuse(dropping.id, ErrorCode.InvalidRequest, message);
      return;
    }
    const line = Buffer.concat(parts).toString('utf8').trim();
    if (line !== '') this.#read(line);
  }

  #read(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(null, ErrorCode.ParseError, 'The line is not valid JSON.');
      return;
    }
    const parsed = JSONRPCMessageSchema.safeParse(value);
    if (parsed.success) this.onmessage?.(parsed.data);
    else this.#refuse(idOf(value), ErrorCode.InvalidRequest, 'This is no JSON-RPC 2.0 message.');
  }

  #refuse(id: MessageId, code: ErrorCode, message: string): void {
    this.onerror?.(new Error(message));
    void this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  async #write(message: object): Promise<void> {
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#output.off('drain', done);
        this.#output.off('close', done);
        resolve();
      };
      this.#output.on('drain', done);
      this.#output.on('close', done);
    });
  }
}

function idOf(value: unknown): MessageId {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}
