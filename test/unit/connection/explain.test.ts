import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { ApiError, type ApiErrorKind, type ApiErrorReason } from '../../../src/api/api-error.ts';
import { SecretStorageError } from '../../../src/connection/credentials.ts';
import { explainRemote } from '../../../src/connection/explain.ts';
import type { Failure } from '../../../src/connection/failure.ts';
import { toFailure } from '../../../src/connection/open.ts';
import { tryService } from '../../../src/connection/remote-service.ts';
import { credentials, json, LocalServer } from '../api/local-server.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const url = 'https://service.test/base';
const headerPrefix = 'X-Service-API-Token';

/** What the user is told when they connect to a service that answers so. */
async function told(listener: RequestListener): Promise<{ failure: Failure; asked: number }> {
  let asked = 0;
  await using server = await LocalServer.start((request, response) => {
    asked += 1;
    listener(request, response);
  });
  const address = { url: server.url, headerPrefix };
  const error = await tryService(
    address,
    credentials,
    { environment: {} },
    new AbortController().signal,
  ).then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  const failure = toFailure(error, { url: server.url, expiresAt: undefined, now });
  assert.ok(!failure.sentence.includes(credentials.tokenSecret));
  return { failure, asked };
}

const commandsOf = ({ text }: Failure) => (text.actions ?? []).map(({ command }) => command);

describe('what is told of a connection that fails', function () {
  this.timeout(120_000);

  const foreign: [string, RequestListener, RegExp][] = [
    [
      'a web page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi'),
      /a web page/,
    ],
    ['broken JSON', (_, response) => response.writeHead(200).end('{"organizations": ['), /not JSON/],
    ['JSON of another shape', (_, response) => json(response, 200, { hello: 'world' }), /not this interface/],
    ['an unknown path', (_, response) => response.writeHead(404).end('Not Found'), /not this service/],
    [
      'a redirect to another host',
      (_, response) => response.writeHead(302, { location: 'https://login.elsewhere.test/' }).end(),
      /redirects to https:\/\/login\.elsewhere\.test/,
    ],
  ];
  for (const [what, listener, expected] of foreign) {
    it(`${what}: it is not this interface, and the address can be changed`, async () => {
      const { failure, asked } = await told(listener);
      assert.match(failure.text.what, expected);
      assert.deepEqual(commandsOf(failure), ['parapet.connect']);
      assert.ok(failure.text.advice);
      assert.equal(asked, 1, 'nobody is asked in vain');
    });
  }

  it('401: the token is not accepted, and can be replaced', async () => {
    const { failure } = await told((_, response) => json(response, 401, { error: 'Unauthorized.' }));
    assert.match(failure.text.what, /did not accept the token/);
    assert.deepEqual(commandsOf(failure), ['parapet.replaceToken']);
  });

  it('403: it may not, and who can help', () => {
    const text = explainRemote(new ApiError('forbidden', 'You may not.'), { url, expiresAt: undefined, now });
    assert.match(text.advice ?? '', /administrator/);
  });

  it('500: the service failed, with the name of the request for those who run it', async () => {
    const { failure } = await told((_, response) =>
      json(response, 500, { error: 'Broken.' }, { 'x-request-id': 'r-42' }),
    );
    assert.match(failure.text.what, /answered 500/);
    assert.match(failure.text.advice ?? '', /r-42/);
  });

  it('429: with the time to wait, where the service says it', async () => {
    const { failure } = await told((_, response) =>
      json(response, 429, { error: 'Slow down.' }, { 'retry-after': '120' }),
    );
    assert.match(failure.text.what, /120 seconds/);
  });

  it('429 without a time: tried again, then told', async () => {
    const { failure, asked } = await told((_, response) => json(response, 429, { error: 'Slow down.' }));
    assert.match(failure.text.what, /too many requests/);
    assert.equal(asked, 4);
  });

  it('nothing there: the address can be changed, and a proxy be named', async () => {
    const server = await LocalServer.start(() => {});
    const address = { url: server.url, headerPrefix };
    await server[Symbol.asyncDispose]();
    const error = await tryService(address, credentials, {}, new AbortController().signal).catch(
      (reason: unknown) => reason,
    );
    const failure = toFailure(error, { url: address.url, expiresAt: undefined, now });
    assert.match(failure.text.what, /Nothing answers/);
    assert.match(failure.text.advice ?? '', /that of the operating system is not read/);
    assert.deepEqual(commandsOf(failure), ['parapet.connect', 'workbench.action.openSettings']);
  });

  /** Kinds and reasons, each of them met with a real server or proxy in the tests of the client. */
  const ways: [ApiErrorKind, ApiErrorReason | undefined, string[]][] = [
    ['dns', undefined, ['parapet.connect', 'workbench.action.openSettings']],
    ['timeout', undefined, ['workbench.action.openSettings']],
    ['tls', 'selfSigned', ['workbench.action.openSettings']],
    ['tls', 'unknownAuthority', ['workbench.action.openSettings']],
    ['tls', 'expired', []],
    ['tls', 'notYetValid', []],
    ['tls', 'wrongHost', ['parapet.connect']],
    ['tls', 'protocol', ['parapet.connect', 'workbench.action.openSettings']],
    ['proxy', 'proxyAuthentication', ['workbench.action.openSettings']],
    ['proxy', 'proxyRefused', ['workbench.action.openSettings']],
    ['proxy', 'proxyUnreachable', ['workbench.action.openSettings']],
    ['proxy', 'proxyAddress', ['workbench.action.openSettings']],
    ['notOffered', undefined, ['parapet.useLocalService']],
    ['unauthorized', undefined, ['parapet.replaceToken']],
    ['forbidden', undefined, ['parapet.replaceToken']],
  ];

  it('is its own message with its own next step for each way to fail', () => {
    const said = new Set<string>();
    for (const [kind, reason, commands] of ways) {
      const error = new ApiError(kind, `The message of ${kind} ${reason}.`, { reason });
      const { what, advice, actions = [] } = explainRemote(error, { url, expiresAt: undefined, now });
      said.add(what);
      assert.ok(advice, `${kind} ${reason}: what to do`);
      assert.deepEqual(
        actions.map(({ command }) => command),
        commands,
        `${kind} ${reason}`,
      );
      assert.ok(!what.includes('{0}') && !advice.includes('{0}'));
    }
    assert.equal(said.size, ways.length);
  });

  it('says since when a token has been invalid, where that is known', () => {
    const error = new ApiError('unauthorized', 'No.');
    const past = explainRemote(error, { url, expiresAt: '2026-11-01T00:00:00Z', now });
    assert.match(past.what, /has expired/);
    const future = explainRemote(error, { url, expiresAt: '2026-12-01T00:00:00Z', now });
    assert.doesNotMatch(future.what, /has expired:/);
  });

  it('says that the secret storage does not work', () => {
    const text = explainRemote(new SecretStorageError('no'), { url, expiresAt: undefined, now });
    assert.match(text.what, /secret storage/);
    assert.equal(text.actions?.[0]?.command, 'parapet.replaceToken');
  });
});
