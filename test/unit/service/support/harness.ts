import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, FileEndpoint, RequestOf, ResponseOf } from '../../../../src/api/contract/endpoint.ts';
import { pathParameters } from '../../../../src/api/contract/endpoint.ts';
import { ErrorBody } from '../../../../src/api/contract/errors.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import { renewEmbeddedToken } from '../../../../src/service/lifecycle/bootstrap.ts';
import {
  createService,
  type Service,
  type ServiceOptions,
} from '../../../../src/service/lifecycle/service.ts';
import { copyAfterKill, makeDatabase, postgresServer, type TestDatabase } from '../../../support/postgres.ts';
import { putEmptyStore } from './empty-store.ts';
import { ScriptedRunner } from './scripted-runner.ts';

export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

export type HarnessOptions = Partial<
  Pick<
    ServiceOptions,
    | 'heartbeatMs'
    | 'publicUrl'
    | 'mail'
    | 'mailLimits'
    | 'openId'
    | 'agent'
    | 'ownSockets'
    | 'advisoryMirror'
    | 'allowedHosts'
    | 'mirrorLimits'
    | 'runner'
    | 'pullRequestReports'
    | 'database'
  >
>;

/** A service in memory of this process: no port, a folder of its own, a runner that tests script. */
export class Harness implements AsyncDisposable {
  readonly folder: string;
  readonly runner: ScriptedRunner;
  readonly logged: string[] = [];
  service!: Service;
  credentials!: Credentials;
  #now: Date | undefined;
  #database: TestDatabase | undefined;

  private constructor(folder: string, runner: ScriptedRunner) {
    this.folder = folder;
    this.runner = runner;
  }

  static async start(options: HarnessOptions = {}): Promise<Harness> {
    const harness = new Harness(mkdtempSync(join(tmpdir(), 'parapet-service-')), new ScriptedRunner());
    if (postgresServer === undefined) await putEmptyStore(join(harness.folder, 'data'));
    await harness.open(options);
    return harness;
  }

  async open(options: HarnessOptions = {}): Promise<void> {
    if (postgresServer !== undefined) this.#database ??= await makeDatabase(postgresServer);
    this.service = await createService({
      dataFolder: join(this.folder, 'data'),
      database: this.#database?.url,
      runner: this.runner,
      version: '0.0.0-test',
      host: '127.0.0.1',
      localRepositories: true,
      log: (level, fields) => this.logged.push(`${level} ${JSON.stringify(fields)}`),
      now: () => this.#now ?? new Date(),
      ...options,
    });
    this.credentials = await renewEmbeddedToken(this.service.core);
    await this.service.start();
  }

  /** Another service on what this one has on the disk and in its database at this moment: what a kill -9 would leave. */
  async asAfterKill(options: HarnessOptions = {}): Promise<Harness> {
    const next = new Harness(mkdtempSync(join(tmpdir(), 'parapet-service-')), new ScriptedRunner());
    if (postgresServer !== undefined && this.#database)
      next.#database = await copyAfterKill(postgresServer, this.#database);
    cpSync(join(this.folder, 'data'), join(next.folder, 'data'), { recursive: true });
    await next.open(options);
    return next;
  }

  /** Moves the service's clock. */
  setNow(now: Date): void {
    this.#now = now;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.stop();
    await this.#database?.[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Calls an operation, expects its success, and reads the answer strictly by its schema. */
  async call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    credentials = this.credentials,
  ): Promise<ResponseOf<E>> {
    const response = await this.send(endpoint, request, credentials);
    const text = await response.text();
    assert.equal(response.status, endpoint.success, `${endpoint.id}: ${text}`);
    return endpoint.response.parse(JSON.parse(text)) as ResponseOf<E>;
  }

  /** Calls an operation and expects a refusal that its contract declares. */
  async refusal<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    status: number,
    credentials = this.credentials,
  ): Promise<ErrorBody> {
    const response = await this.send(endpoint, request, credentials);
    const text = await response.text();
    assert.equal(response.status, status, `${endpoint.id}: ${text}`);
    assert.ok(
      [400, 401, 429, 503, ...endpoint.errors].includes(status),
      `${endpoint.id} does not declare ${status}`,
    );
    const body = ErrorBody.parse(JSON.parse(text));
    assert.equal(body.requestId, response.headers.get('x-request-id'));
    return body;
  }

  async send<E extends Endpoint | FileEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    credentials = this.credentials,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const fields = { ...(request as Record<string, unknown>) };
    let path: string = endpoint.path;
    for (const name of pathParameters(endpoint.path)) {
      path = path.replace(`{${name}}`, encodeURIComponent(String(fields[name])));
      delete fields[name];
    }
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
    if (inQuery) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) {
        for (const one of Array.isArray(value) ? value : [value])
          if (one !== undefined) query.append(name, String(one));
      }
      if (query.size > 0) path += `?${query}`;
    }
    return this.request(path, {
      method: endpoint.method,
      headers: { ...authHeaders(credentials), 'Content-Type': 'application/json', ...headers },
      ...(inQuery ? {} : { body: JSON.stringify(fields) }),
    });
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    return this.service.app.request(path, init);
  }

  /** A folder of its own as a repository. */
  async addRepository(name = 'project'): Promise<string> {
    const path = join(this.folder, 'work', name);
    mkdirSync(path, { recursive: true });
    const { repository } = await this.call(contract.repositories.addLocalRepository, { path });
    return repository.id;
  }

  async startScan(repositoryId: string): Promise<string> {
    const { scans } = await this.call(contract.scans.startScans, { repositoryIds: [repositoryId] });
    return scans[0]?.id ?? assert.fail('no scan was started');
  }

  async waitForScan(scanId: string) {
    for (const until = performance.now() + 30_000; ; ) {
      const { scan } = await this.call(contract.scans.getScan, { id: scanId });
      if (scan.finishedAt !== null) return scan;
      assert.ok(performance.now() < until, `the scan is still ${scan.status}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async scan(repositoryId: string) {
    return this.waitForScan(await this.startScan(repositoryId));
  }

  async issues() {
    const { issues } = await this.call(contract.issues.searchIssues, { limit: 100 });
    return issues;
  }
}

export function authHeaders({ tokenId, tokenSecret }: Credentials): Record<string, string> {
  return { 'X-Service-API-Token-Id': tokenId, 'X-Service-API-Token-Secret': tokenSecret };
}
