import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tool, ToolContext } from '../../../src/agent/tool.ts';
import { toolset } from '../../../src/agent/toolset.ts';
import { Client } from '../../../src/api/client.ts';
import type { ToolResult } from '../../../src/api/contract/agent/message.ts';
import { addLocalRepository } from '../../../src/api/contract/repositories/repositories.ts';
import { getScan, startScans } from '../../../src/api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../src/api/contract/vocabulary.ts';
import { renewEmbeddedToken } from '../../../src/service/lifecycle/bootstrap.ts';
import { listen } from '../../../src/service/lifecycle/listen.ts';
import { createService } from '../../../src/service/lifecycle/service.ts';
import { createScanRunner } from '../../support/bundled-worker.ts';

export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** The embedded service with its real engine on a real port, a project that it scanned, and the tools over it. */
export class AgentService implements AsyncDisposable {
  readonly client: Client;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly root: string;
  readonly repositoryId: string;
  readonly stages: string[] = [];
  readonly #end: () => Promise<void>;

  private constructor(
    fields: Pick<AgentService, 'client' | 'baseUrl' | 'credentials' | 'root' | 'repositoryId'>,
    end: () => Promise<void>,
  ) {
    this.client = fields.client;
    this.baseUrl = fields.baseUrl;
    this.credentials = fields.credentials;
    this.root = fields.root;
    this.repositoryId = fields.repositoryId;
    this.#end = end;
  }

  static async start(files: Readonly<Record<string, string>>, name = 'Shop'): Promise<AgentService> {
    const folder = await mkdtemp(path.join(tmpdir(), 'parapet-agent-'));
    const root = path.join(folder, 'work');
    await writeAll(root, files);
    const service = await createService({
      dataFolder: path.join(folder, 'data'),
      runner: createScanRunner(),
      version: '0.0.0-test',
      host: '127.0.0.1',
      localRepositories: true,
      log: () => {},
    });
    const credentials = await renewEmbeddedToken(service.core);
    await service.start();
    const address = { host: '127.0.0.1', port: 0, whenTaken: 'fail' } as const;
    const listening = await listen((request) => service.app.fetch(request), address);
    const baseUrl = `http://127.0.0.1:${listening.port}`;
    const client = new Client({ baseUrl, credentials });
    const { repository } = await client.call(addLocalRepository, { path: root, name });
    const own = new AgentService(
      { client, baseUrl, credentials, root, repositoryId: repository.id },
      async () => {
        await client[Symbol.asyncDispose]();
        await service.stop();
        await listening.close(1_000);
        await rm(folder, { recursive: true, force: true });
      },
    );
    await own.scan();
    return own;
  }

  async scan(): Promise<string> {
    const { scans } = await this.client.call(startScans, { repositoryIds: [this.repositoryId] });
    const id = scans[0]?.id ?? assert.fail('no scan was started');
    for (const until = performance.now() + 60_000; performance.now() < until; ) {
      const { scan } = await this.client.call(getScan, { id });
      if (finishedScanStatuses.includes(scan.status)) return id;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return assert.fail('the scan did not end');
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    await writeAll(this.root, files);
  }

  context(change: Partial<ToolContext> = {}): ToolContext {
    return {
      service: this.client,
      repositoryId: this.repositoryId,
      signal: new AbortController().signal,
      progress: (stage) => this.stages.push(stage),
      ...change,
    };
  }

  /** Runs a tool and holds its data against what it declares. */
  async run(name: string, input: object = {}, change: Partial<ToolContext> = {}): Promise<ToolResult> {
    const tool = toolNamed(name);
    const result = await tool.run(tool.input.parse(input), this.context(change));
    const output = tool.output ?? assert.fail(`${name} declares no output`);
    const read = output.strict().safeParse(result.data);
    assert.ok(read.success, `${name}: ${read.error?.message}`);
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

export function toolNamed(name: string): Tool {
  return toolset.find((tool) => tool.name === name) ?? assert.fail(`there is no tool ${name}`);
}

/** The data of a result, of a type that the tool's own schema vouches for. */
export function dataOf<T>(result: ToolResult): T {
  return result.data as T;
}

async function writeAll(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
}
