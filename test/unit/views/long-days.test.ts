import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Discovery } from '../../../src/api/discovery.ts';
import { listenOnOwnSocket, type OwnSocket } from '../../../src/api/own-socket.ts';
import { EmbeddedService } from '../../../src/connection/embedded-service.ts';
import { Link } from '../../../src/connection/link.ts';
import { embeddedClient, isAlive, isLost } from '../../../src/connection/open.ts';
import { ServiceApi } from '../../../src/connection/service-api.ts';
import { IssueStore } from '../../../src/views/issues/issue-store.ts';
import type { SessionFolder } from '../../../src/views/scan-activity.ts';
import { Session } from '../../../src/views/session.ts';
import { loadAfterSleep } from '../../../src/views/wake.ts';
import { builtProgram } from '../../support/built-programs.ts';

const files = 400;
const never = new AbortController().signal;

/** A window as far as it goes without an editor: a session over a link, to the real service in a process of its own. */
class Window {
  readonly store = new IssueStore();
  readonly session: Session;
  readonly link: Link<ServiceApi>;
  readonly logged: string[] = [];

  /** @param socket where the service is reached, if not at its own */
  constructor(service: EmbeddedService, project: string, socket?: string) {
    const open = (discovery: Discovery) =>
      new ServiceApi(embeddedClient({ ...discovery, socket: socket ?? discovery.socket }));
    this.link = new Link({
      connect: async () => open(await service.ensure()),
      find: async () => {
        const living = await service.find();
        return living && open(living);
      },
      isRemote: () => false,
      isLost: async (error) => isLost(error),
      log: (message) => this.logged.push(message),
    });
    this.session = new Session({
      store: this.store,
      use: (signal, work) => this.link.use(signal, work),
      folders: async (signal) => [await this.#folder(project, signal)],
      branchOf: async () => undefined,
      log: (message) => this.logged.push(message),
      onAlreadyRunning: () => undefined,
    });
  }

  async #folder(project: string, signal: AbortSignal): Promise<SessionFolder> {
    const { id } = await this.link.use(signal, (api) => api.addLocalRepository(project, 'project', signal));
    return { uri: `file://${project}`, name: 'project', repositoryId: id };
  }

  async refresh(): Promise<void> {
    await this.session.refresh((signal, work) => this.link.peek(signal, work));
  }

  /** Each issue as its file and status, in order. */
  get shown(): string[] {
    return [...this.store.all()].map(({ issue }) => `${issue.file} ${issue.status}`).sort();
  }

  async until(what: string, is: () => boolean): Promise<void> {
    const end = performance.now() + 30_000;
    while (!is()) {
      assert.ok(performance.now() < end, what);
      await sleep(5);
    }
  }
}

describe('long days', function () {
  this.timeout(90_000);
  let home: string;
  let project: string;
  let data: string;
  let service: EmbeddedService;
  const windows: Window[] = [];

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'long-days-'));
    project = path.join(home, 'project');
    data = path.join(home, 'data');
    await mkdir(project);
    await edit();
    service = new EmbeddedService({
      node: process.execPath,
      entry: builtProgram('service'),
      version: '0.1.0',
      dataFolder: data,
      isAlive,
      log: () => undefined,
    });
  });
  afterEach(async () => {
    for (const { session, store } of windows.splice(0)) {
      await session.stop();
      session.dispose();
      store.dispose();
    }
  });
  after(async () => {
    const living = await service.find();
    if (living) await end(living.pid, 'SIGTERM');
    await rm(home, { recursive: true, force: true });
  });

  function open(socket?: string): Window {
    const window = new Window(service, project, socket);
    windows.push(window);
    return window;
  }

  let edits = 0;
  /** Changes every file, so that the next scan has to analyse them all. */
  async function edit(): Promise<void> {
    edits++;
    for (let index = 0; index < files; index++) {
      const code = `
        import { exec } from 'node:child_process';
        import express from 'express';
        const app = express();
        app.get('/part${index}', (request, response) => {
          const name = request.query.name; // ${edits}
          exec('ls part${index} ' + name, (error, output) => response.send(output));
        });`;
      await writeFile(path.join(project, `part${index}.js`), code);
    }
  }

  async function kill(): Promise<number> {
    const living = await service.find();
    assert.ok(living, 'the service runs');
    await end(living.pid, 'SIGKILL');
    return living.pid;
  }

  it('a service that is killed in the middle of a scan is not noticed: the scan is done in the end', async () => {
    const { pid: killed } = await service.ensure();
    const window = open();
    const scanning = window.session.scan();
    await window.until('the scan is in its middle', () => {
      const { activity } = window.session;
      return (
        activity.kind === 'scanning' && activity.runs.some(({ progress }) => (progress?.filesDone ?? 0) > 0)
      );
    });
    process.kill(killed, 'SIGKILL');
    assert.equal(window.session.activity.kind, 'scanning');
    await scanning;
    assert.equal(window.session.activity.kind, 'settled');
    assert.notEqual((await service.find())?.pid, killed);
    assert.deepEqual(
      window.session.history.map(({ scan }) => scan.status),
      ['COMPLETED', 'FAILED'],
    );
    assert.equal(window.store.size, files);
    assert.equal(new Set(window.shown).size, files, 'each of them once');
    const running = window.session.history.filter(({ scan }) => ['RUNNING', 'QUEUED'].includes(scan.status));
    assert.deepEqual(running, [], 'nothing is busy for ever');
  });

  it('a service that is killed while idle is not noticed: the next question starts it', async () => {
    const window = open();
    await window.session.load();
    assert.equal(window.store.size, files);
    const killed = await kill();
    await window.session.load();
    assert.equal(window.session.activity.kind, 'settled');
    assert.equal(window.store.size, files);
    assert.notEqual((await service.find())?.pid, killed);
  });

  it('several windows that lose the service at once share the one in its place', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.session.load(), other.session.load()]);
    await kill();
    await Promise.all([one.session.load(), other.session.load()]);
    assert.deepEqual(one.shown, other.shown);
    assert.equal(one.store.size, files);
  });

  it('a window that is loaded anew in the middle of a scan picks it up', async () => {
    await edit();
    const before = open();
    const scanning = before.session.scan();
    await before.until('the scan runs', () => {
      const { activity } = before.session;
      return activity.kind === 'scanning' && activity.runs.some(({ progress }) => progress !== undefined);
    });
    await before.session.stop();
    await scanning;
    const after = open();
    const loading = after.session.load();
    await after.until('the scan is followed', () => after.session.activity.kind === 'scanning');
    await loading;
    assert.equal(after.session.activity.kind, 'settled');
    assert.equal(after.session.latest[0]?.scan.status, 'COMPLETED');
    assert.equal(after.store.size, files);
  });

  it('a scan whose connections died in the machine’s sleep is taken up over new ones', async () => {
    await edit();
    const { socket } = await service.ensure();
    await using relay = await Relay.to(socket);
    const window = open(relay.socket.path);
    const scanning = window.session.scan();
    await window.until('the scan runs', () => {
      const { activity } = window.session;
      return activity.kind === 'scanning' && activity.runs.some(({ progress }) => progress !== undefined);
    });
    relay.kill();
    const isTakenUp = await loadAfterSleep(window.session, () => window.link.forget());
    await scanning;
    assert.equal(isTakenUp, true);
    assert.equal(window.session.activity.kind, 'settled');
    assert.equal(window.session.latest[0]?.scan.status, 'COMPLETED');
    assert.equal(window.store.size, files);
    assert.equal(new Set(window.shown).size, files, 'each of them once');
    assert.equal(await loadAfterSleep(window.session, () => assert.fail('nothing is under way')), false);
  });

  it('a window sees what another one decides, and does not load where nothing changed', async () => {
    const [one, other] = [open(), open()];
    await one.session.load();
    await other.session.load();
    const [decided] = [...one.store.all()];
    assert.ok(decided);
    const change = { status: 'FALSE_POSITIVE', reason: 'of a test' } as const;
    await one.link.use(never, (api) => api.setStatus([decided.issue.id], change, never));
    await other.refresh();
    assert.equal(other.store.get(decided.issue.id)?.issue.status, 'FALSE_POSITIVE');
    assert.equal(other.session.activity.kind, 'settled');
    let changes = 0;
    const subscription = other.session.onDidChange(() => changes++);
    await other.refresh();
    subscription.dispose();
    assert.equal(changes, 0);
  });

  it('a window follows a scan that another one starts', async () => {
    await edit();
    const [one, other] = [open(), open()];
    await other.session.load();
    const scanning = one.session.scan();
    await one.until('the scan runs', () => {
      const { activity } = one.session;
      return activity.kind === 'scanning' && activity.runs.length > 0;
    });
    const refreshing = other.refresh();
    await other.until('it is followed', () => other.session.activity.kind === 'scanning');
    await Promise.all([scanning, refreshing]);
    assert.equal(other.session.activity.kind, 'settled');
    assert.equal(other.session.latest[0]?.scan.id, one.session.latest[0]?.scan.id);
  });

  it('looking for changes gives way to what the user asks for', async () => {
    const [one, other] = [open(), open()];
    await one.session.load();
    await other.session.load();
    const [decided] = [...one.store.all()];
    assert.ok(decided);
    const change = { status: 'ACCEPTED_RISK', reason: 'of a test' } as const;
    await one.link.use(never, (api) => api.setStatus([decided.issue.id], change, never));
    const refreshing = other.refresh();
    assert.equal(other.session.isBusy, false, 'nobody is told of it');
    await other.session.load();
    await refreshing;
    assert.equal(other.store.get(decided.issue.id)?.issue.status, 'ACCEPTED_RISK');
  });

  it('looking for changes starts no service, and finds the one that another window started', async () => {
    const window = open();
    await window.refresh();
    assert.equal(window.session.activity.kind, 'unused');
    await window.session.load();
    await kill();
    await window.refresh();
    assert.equal(await service.find(), undefined);
    assert.equal(window.session.activity.kind, 'settled');
    assert.equal(window.store.size, files, 'what is shown stays');
    await service.ensure();
    const found = await window.link.peek(never, async () => 'there');
    assert.equal(found, 'there');
  });

  it('looking for changes writes nothing, so that it does not set itself off', async () => {
    const window = open();
    await window.session.load();
    // What the load itself may have caused to be written is waited for.
    await sleep(700);
    const written: unknown[] = [];
    const watcher = watch(data, (_kind, file) => written.push(file));
    try {
      for (let times = 0; times < 5; times++) {
        await window.refresh();
        await sleep(100);
      }
      assert.deepEqual(written, []);
      const [decided] = [...window.store.all()];
      assert.ok(decided);
      await window.link.use(never, (api) =>
        api.setStatus([decided.issue.id], { status: 'PENDING_REVIEW', reason: 'again' }, never),
      );
      await window.until('a decision is seen in the folder', () =>
        written.some((file) => String(file).startsWith('parapet.db')),
      );
    } finally {
      watcher.close();
    }
  });
});

/** Passes bytes on to a socket, until its connections die: then nothing comes through them any more, and no end either. */
class Relay implements AsyncDisposable {
  readonly socket: OwnSocket;
  readonly #server: Server;
  readonly #pairs: (readonly [Socket, Socket])[] = [];

  private constructor(server: Server, socket: OwnSocket) {
    this.#server = server;
    this.socket = socket;
  }

  static async to(service: string): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server, await listenOnOwnSocket(server, 'relay.sock', undefined));
    server.on('connection', (near) => {
      const far = connect(service);
      for (const socket of [near, far]) socket.on('error', () => undefined);
      near.pipe(far);
      far.pipe(near);
      relay.#pairs.push([near, far]);
    });
    return relay;
  }

  kill(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
      // Neither side hears of the other again.
      near.resume();
      far.destroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const sockets of this.#pairs) for (const socket of sockets) socket.destroy();
    this.#server.close();
    this.socket.release();
  }
}

/** Ends a process and waits until it is gone. */
async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  for (let waited = 0; waited < 10_000; waited += 20) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
  assert.fail(`process ${pid} still runs`);
}
