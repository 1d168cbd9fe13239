import assert from 'node:assert/strict';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { Agent, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import { connectModel } from '../../../../src/api/contract/agent/models.ts';
import { checkOwnSocket } from '../../../../src/api/own-socket.ts';
import { modelAnalyst } from '../../../../src/service/agent/analyst/model/analyst.ts';
import { isListening } from '../../../../src/service/models/listening.ts';
import { tryModel } from '../../../../src/service/models/trial.ts';
import type { AskModel, ChatRequest, ModelPart } from '../../../../src/views/agent/models/bridge-protocol.ts';
import { BridgeError, ModelBridge } from '../../../../src/views/agent/models/model-bridge.ts';
import { scannedProject } from '../../service/agent/analyst/project.ts';
import { Conversation } from '../../service/agent/analyst/support.ts';
import { Harness } from '../../service/support/harness.ts';
import { until } from '../../service/support/process.ts';

/** One request to a bridge, over its socket. */
async function send(
  { url, socket }: Pick<ModelBridge, 'url' | 'socket'>,
  to: string,
  init: RequestInit = {},
): Promise<Response> {
  const dispatcher = new Agent({ connect: { socketPath: socket } });
  const options = { ...init, dispatcher } as unknown as UndiciInit;
  return (await undiciFetch(`${url}${to}`, options)) as unknown as Response;
}

describe('the bridge to the editor’s models', () => {
  const asked: ChatRequest[] = [];
  let answers: ModelPart[][] = [];
  const scripted: AskModel = async function* (request) {
    asked.push(request);
    yield* answers.shift() ?? [{ type: 'text', text: 'ready' }];
  };
  let bridge: ModelBridge;

  beforeEach(async () => {
    asked.length = 0;
    answers = [];
    bridge = await ModelBridge.start(scripted);
  });
  afterEach(() => bridge[Symbol.dispose]());

  const connection = () => ({
    provider: 'openai-compatible' as const,
    name: 'editor',
    baseUrl: bridge.url,
    socket: bridge.socket,
    apiKey: bridge.token,
    mayBePrivate: true,
  });
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });
  const post = (headers: Record<string, string> = {}, path = '/chat/completions', sent = body) =>
    send(bridge, path, {
      method: 'POST',
      body: sent,
      headers: { authorization: `Bearer ${bridge.token}`, 'content-type': 'application/json', ...headers },
    });

  it('is an OpenAI-compatible model to the service: it streams, and calls tools', async () => {
    const service = await Harness.start();
    const repositoryId = await scannedProject(service);
    await tryModel(connection());
    answers = [
      [
        { type: 'text', text: 'Looking. ' },
        { type: 'call', id: 'a', name: 'list_issues', input: { severities: ['CRITICAL'] } },
        { type: 'call', id: 'b', name: 'statistics', input: {} },
      ],
      [
        { type: 'text', text: 'Two ' },
        { type: 'text', text: 'critical.' },
      ],
    ];
    const analyst = modelAnalyst({
      connection: connection(),
      contextTokens: 100_000,
      mayRead: async () => true,
    });
    const talk = new Conversation(service, analyst, { repositoryId });
    const said = await talk.ask('What is critical?');
    assert.match(said.text.replace(/\s+/g, ' '), /Looking\. Two critical\./);
    assert.deepEqual(
      said.calls.map(({ name, status }) => [name, status]),
      [
        ['list_issues', 'COMPLETED'],
        ['statistics', 'COMPLETED'],
      ],
    );
    const last = asked.at(-1)?.messages ?? [];
    assert.deepEqual(
      last.map(({ role }) => role),
      ['system', 'user', 'assistant', 'tool', 'tool'],
    );
    assert.ok((asked.at(-1)?.tools.length ?? 0) > 10);
    await service[Symbol.asyncDispose]();
  });

  it('answers whole where no stream is asked for', async () => {
    answers = [
      [
        { type: 'text', text: 'all ' },
        { type: 'text', text: 'of it' },
      ],
    ];
    const answer = await (await post()).json();
    assert.equal(answer.choices[0].message.content, 'all of it');
  });

  it('answers nobody without its token, no browser, and nothing else', async () => {
    assert.equal((await post({ authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await post({ authorization: '' })).status, 401);
    assert.equal((await post({ origin: 'https://evil.example' })).status, 403);
    assert.equal((await post({}, '/models')).status, 404);
    assert.equal((await post({}, '/chat/completions', '{"model":1}')).status, 400);
    assert.equal((await post({}, '/chat/completions', 'no json')).status, 400);
    assert.deepEqual(asked, []);
    const otherName = { url: 'http://localhost/v1', socket: bridge.socket };
    assert.equal((await send(otherName, '/chat/completions', { method: 'POST', body })).status, 403);
    await checkOwnSocket(bridge.socket);
  });

  it('lets go of a model that does not heed that nobody listens any more', async () => {
    const deaf = await ModelBridge.start(async function* ({ messages }) {
      if (messages.some(({ content }) => content === 'hello')) yield { type: 'text', text: 'here' };
      else await new Promise<never>(() => undefined);
    });
    const ask = (content: string, signal?: AbortSignal) =>
      send(deaf, '/chat/completions', {
        method: 'POST',
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }),
        headers: { authorization: `Bearer ${deaf.token}`, 'content-type': 'application/json' },
        ...(signal && { signal }),
      });
    for (let time = 0; time < 6; time++)
      await assert.rejects(ask('are you there', AbortSignal.timeout(60)), /timeout|abort/i);
    assert.equal((await ask('hello')).status, 200);
    deaf[Symbol.dispose]();
  });

  it('refuses what is too large, and more than a few at once', async () => {
    const large = JSON.stringify({
      model: 'm',
      messages: [{ role: 'user', content: 'x'.repeat(9 * 1024 * 1024) }],
    });
    assert.equal(
      await post({}, '/chat/completions', large).then(
        ({ status }) => status,
        () => 413,
      ),
      413,
    );
    const waiting = Promise.withResolvers<void>();
    const slow = await ModelBridge.start(async function* () {
      await waiting.promise;
      yield { type: 'text', text: 'late' };
    });
    const ask = () =>
      send(slow, '/chat/completions', {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${slow.token}` },
      });
    const first = Array.from({ length: 4 }, ask);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.ok(refused.headers.has('retry-after'));
    waiting.resolve();
    assert.deepEqual(
      (await Promise.all(first)).map(({ status }) => status),
      [200, 200, 200, 200],
    );
    slow[Symbol.dispose]();
  });

  it('stops the model when the service hangs up, and all with the window', async () => {
    let aborted = false;
    const endless = await ModelBridge.start(async function* (_, signal) {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      yield { type: 'text', text: 'a' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    const stop = new AbortController();
    const response = await send(endless, '/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ ...JSON.parse(body), stream: true }),
      headers: { authorization: `Bearer ${endless.token}` },
      signal: stop.signal,
    });
    assert.equal(response.status, 200);
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(aborted);
    endless[Symbol.dispose]();
    await assert.rejects(send(endless, '/chat/completions'));
  });

  it('says why the model did not answer', async () => {
    const failing = await ModelBridge.start(async function* (request): AsyncGenerator<ModelPart, void> {
      if (request.messages.length > 0)
        throw new BridgeError(403, 'The editor was not allowed to use this language model.');
      yield { type: 'text', text: '' };
    });
    await assert.rejects(
      tryModel({ ...connection(), baseUrl: failing.url, socket: failing.socket, apiKey: failing.token }),
      /refused the key.*not allowed/,
    );
    failing[Symbol.dispose]();
  });

  it('sends no prompt and no token to whoever takes its place when the window is gone', async () => {
    const heard: string[] = [];
    const squatter = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers));
      response.end('{}');
    });
    const known = connection();
    const { socket } = bridge;
    bridge[Symbol.dispose]();
    await until(() => isListening(known).then((is) => !is));
    await assert.rejects(tryModel(known), /could not be reached/);
    // The name of the folder is known to everybody, and free once a cleaner of temporary files was there.
    await rm(path.dirname(socket), { recursive: true, force: true });
    await mkdir(path.dirname(socket));
    await chmod(path.dirname(socket), 0o755);
    await new Promise<void>((resolve) => squatter.listen(socket, resolve));
    try {
      assert.equal(await isListening(known), false);
      await assert.rejects(tryModel(known), /could not be reached/);
      assert.deepEqual(heard, []);
    } finally {
      squatter.close();
      await rm(path.dirname(socket), { recursive: true, force: true });
    }
  });

  it('is taken by the service that an editor started, and by no other', async () => {
    const request = {
      provider: 'openai-compatible' as const,
      model: 'editor',
      baseUrl: bridge.url,
      socket: bridge.socket,
      apiKey: bridge.token,
      forwards: true,
    };
    {
      await using team = await Harness.start();
      const refusal = await team.refusal(connectModel, request, 422);
      assert.match(refusal.error, /Only the service that an editor started/);
      assert.deepEqual(asked, []);
    }
    await using own = await Harness.start({ ownSockets: true });
    const { model } = await own.call(connectModel, request);
    assert.equal(model.baseUrl, bridge.url);
    assert.equal(asked.length, 1);
    const elsewhere = await own.refusal(connectModel, { ...request, baseUrl: 'https://192.0.2.1/v1' }, 422);
    assert.match(elsewhere.error, /Only the service/);
    for (const socket of ['/var/run/docker.sock', '/dev/null', 'model.sock', path.dirname(bridge.socket)]) {
      const refusal = await own.refusal(connectModel, { ...request, socket }, 422);
      assert.match(refusal.error, /socket of the language model is gone/);
    }
  });
});
