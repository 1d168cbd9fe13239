import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import {
  type Discovery,
  discoveryFileName,
  discoverySchema,
  type StartEvent,
  startEventSchema,
} from '../../../../src/api/discovery.ts';
import { builtProgram } from '../../../support/built-programs.ts';
import { authHeaders } from './harness.ts';

/** A service process, what it said, and a way to ask it. */
export class ServiceProcess {
  readonly child: ChildProcess;
  readonly said: StartEvent[] = [];
  readonly exited: Promise<number | null>;
  readonly #folder: string;
  /** What it wrote on its error output. */
  errors = '';

  constructor(
    folder: string,
    options: { entry?: string; args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
  ) {
    this.#folder = folder;
    const entry = options.entry ?? builtProgram('scripted-service');
    this.child = spawn(process.execPath, [entry, '--data', folder, ...(options.args ?? [])], {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.exited = new Promise((resolve) => this.child.once('exit', (code) => resolve(code)));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    if (!this.child.stdout) throw new Error('no output');
    createInterface({ input: this.child.stdout }).on('line', (line) =>
      this.said.push(startEventSchema.parse(JSON.parse(line))),
    );
  }

  /** The first thing it said. */
  async start(): Promise<StartEvent> {
    await until(
      () => this.said.length > 0 || this.child.exitCode !== null,
      () => this.errors,
    );
    return this.said[0] ?? assert.fail(`it said nothing: ${this.errors}`);
  }

  get discovery(): Discovery {
    return discoverySchema.parse(JSON.parse(readFileSync(join(this.#folder, discoveryFileName), 'utf8')));
  }

  async ask(path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await this.fetch(path, {
      headers: { ...authHeaders(this.discovery), 'Content-Type': 'application/json', Connection: 'close' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** As the global one, over the service's socket. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const dispatcher = new Agent({ connect: { socketPath: this.discovery.socket } });
    const options = { ...init, dispatcher } as unknown as UndiciInit;
    return (await undiciFetch(`http://localhost${path}`, options)) as unknown as Response;
  }
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  why: () => string = () => '',
): Promise<void> {
  for (const end = performance.now() + 15_000; !(await condition()); ) {
    assert.ok(performance.now() < end, `waited for 15 s ${why()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
