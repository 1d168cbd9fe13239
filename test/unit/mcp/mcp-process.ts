import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { discoveryFileName, discoverySchema } from '../../../src/api/discovery.ts';
import { builtProgram } from '../../support/built-programs.ts';

export interface McpOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What a person answers; a client without it cannot ask. */
  readonly person?: (
    request: ElicitRequest['params'],
  ) => ElicitResult['action'] | Promise<ElicitResult['action']>;
}

const entry = builtProgram('cli');

/** `parapet mcp` as a process, driven by the official client over real pipes. */
export class McpProcess implements AsyncDisposable {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  said = '';
  readonly broken: Error[] = [];

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.transport = transport;
  }

  static async start({ args = [], environment = {}, person }: McpOptions): Promise<McpProcess> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [entry, 'mcp', ...args],
      env: { ...passedOn(['PATH', 'HOME', 'NODE_COMPILE_CACHE']), ...environment },
      stderr: 'pipe',
    });
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: person ? { elicitation: { form: {} } } : {} },
    );
    const started = new McpProcess(client, transport);
    transport.stderr?.on('data', (chunk: Buffer) => {
      started.said += chunk.toString();
    });
    client.onerror = (error) => started.broken.push(error);
    if (person) {
      client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
        const action = await person(params);
        return { action, ...(action === 'accept' && { content: {} }) };
      });
    }
    await client.connect(transport);
    return started;
  }

  /** @returns what the tool answered */
  async call(name: string, input: Readonly<Record<string, unknown>> = {}) {
    const answer = await this.client.callTool({ name, arguments: input });
    const content = answer.content as readonly { readonly type: string; readonly text?: string }[];
    return {
      text: content.map(({ text = '' }) => text).join('\n'),
      data: answer.structuredContent as Record<string, never> | undefined,
      isError: answer.isError === true,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** A project on the disk and a data folder, gone with the service that was started on it. */
export class Project implements AsyncDisposable {
  readonly root: string;
  readonly data: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = path.join(folder, 'shop');
    this.data = path.join(folder, 'data');
  }

  static async make(files: Readonly<Record<string, string>>): Promise<Project> {
    const project = new Project(await mkdtemp(path.join(tmpdir(), 'parapet-mcp-')));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(project.root, name)), { recursive: true });
      await writeFile(path.join(project.root, name), text);
    }
    return project;
  }

  async discovery() {
    return discoverySchema.parse(JSON.parse(await readFile(path.join(this.data, discoveryFileName), 'utf8')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const living = await this.discovery().catch(() => undefined);
    if (living) {
      process.kill(living.pid, 'SIGTERM');
      for (const until = performance.now() + 8_000; performance.now() < until && isRunning(living.pid); ) {
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function passedOn(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
