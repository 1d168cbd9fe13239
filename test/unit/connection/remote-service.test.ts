import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { listRepositories } from '../../../src/api/contract/repositories/repositories.ts';
import { CredentialStore } from '../../../src/connection/credentials.ts';
import { expiryOf, isDue } from '../../../src/connection/expiry.ts';
import { Failure } from '../../../src/connection/failure.ts';
import { Remembered } from '../../../src/connection/remembered.ts';
import {
  agree,
  lookUpEnd,
  openRemote,
  organizationsToChoose,
  questionOf,
  type RemoteParts,
  tryService,
} from '../../../src/connection/remote-service.ts';
import { credentials, id, json, LocalServer } from '../api/local-server.ts';
import { FakeMemento, FakeSecrets } from './memento.ts';

const never = new AbortController().signal;
const prefix = 'X-Service-API-Token';
const dayMs = 86_400_000;
const organization = (name: string) => ({ id: `${name}-id`, name });

interface Asked {
  readonly path: string;
  readonly secret: unknown;
  readonly body: string;
}

/** A service with those organizations, and what it was asked. */
async function serve(given: { organizations?: readonly string[]; expiresAt?: string; tokens?: number }) {
  const asked: Asked[] = [];
  const organizations = (given.organizations ?? ['Acme']).map(organization);
  const server = await LocalServer.start(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { headers, url = '' } = request;
    const secret = headers['x-service-api-token-secret'] ?? headers['x-branded-secret'];
    asked.push({ path: url, secret, body });
    if (url.startsWith('/organizations')) return json(response, 200, { organizations });
    if (url.startsWith('/repositories')) return json(response, 200, { repositories: [] });
    if (given.tokens !== undefined) return json(response, given.tokens, { error: 'No.' });
    const { expiresAt = new Date(Date.now() + 90 * dayMs).toISOString() } = given;
    const token = { id: credentials.tokenId.toUpperCase(), createdAt: expiresAt, expiresAt };
    return json(response, 200, { tokens: [{ ...token, id }, token] });
  });
  return { server, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function setUp(url: string, headerPrefix = prefix) {
  const secrets = new FakeSecrets();
  const [global, workspace] = [new FakeMemento(), new FakeMemento()];
  const store = new CredentialStore(secrets);
  const remembered = new Remembered(global, workspace);
  const parts: RemoteParts = {
    address: { url, headerPrefix },
    credentials: store,
    remembered,
    network: { environment: {} },
  };
  return { secrets, global, workspace, store, remembered, parts };
}

async function signIn({ store, remembered }: ReturnType<typeof setUp>, url: string): Promise<void> {
  await store.write(url, { ...credentials, headerPrefix: prefix });
  await remembered.setSignIn({ id: 'first', url });
}

async function opened({ parts }: ReturnType<typeof setUp>, folder: string | undefined) {
  return (await openRemote(parts, never)).of(folder);
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Failure, String(error));
  assert.ok(!inspect(error, { depth: 9 }).includes(credentials.tokenSecret));
  return error;
}

const commandsOf = ({ text }: Failure) => (text.actions ?? []).map(({ command }) => command);

describe('a service elsewhere', () => {
  it('is opened with the kept token, and tried with a real request', async () => {
    await using service = await serve({});
    const given = setUp(service.server.url);
    await signIn(given, service.server.url);
    const { client, organization: name } = (await openRemote(given.parts, never)).of(undefined);
    assert.equal(name, 'Acme');
    assert.equal(client.baseUrl, service.server.url);
    assert.deepEqual(
      service.asked.map(({ path, secret }) => [path.split('?')[0], secret]),
      [['/organizations', credentials.tokenSecret]],
    );
  });

  it('shows its secret to nobody who looks into the objects', async () => {
    await using service = await serve({});
    const given = setUp(service.server.url);
    await signIn(given, service.server.url);
    const opened = await openRemote(given.parts, never);
    for (const value of [opened, opened.client, given.store, given.remembered]) {
      assert.ok(!inspect(value, { depth: 9, showHidden: true }).includes(credentials.tokenSecret));
      assert.ok(!JSON.stringify(value).includes(credentials.tokenSecret));
    }
    for (const memento of [given.global, given.workspace]) {
      assert.ok(!JSON.stringify([...memento.values]).includes(credentials.tokenSecret));
    }
  });

  it('says that there is no token, or none any more, and how to give one', async () => {
    const given = setUp('https://a.test');
    assert.deepEqual(commandsOf(await failureOf(openRemote(given.parts, never))), [
      'parapet.replaceToken',
      'parapet.useLocalService',
    ]);
    await signIn(given, 'https://a.test');
    given.secrets.values.clear();
    assert.match(
      (await failureOf(openRemote(given.parts, never))).text.what,
      /no token for https:\/\/a\.test/,
    );
  });

  it('takes what is no token for none', async () => {
    const given = setUp('https://a.test');
    await signIn(given, 'https://a.test');
    for (const rubbish of ['', '{', 'null', '[]', '{"tokenId":1}', '"text"']) {
      for (const key of given.secrets.values.keys()) given.secrets.values.set(key, rubbish);
      assert.equal(await given.store.read('https://a.test'), undefined, rubbish);
    }
  });

  it('keeps the token until the window closes where the storage does not work', async () => {
    const given = setUp('https://a.test');
    given.secrets.isBroken = true;
    await assert.rejects(given.store.read('https://a.test'), { name: 'SecretStorageError' });
    const isKept = await given.store.write('https://a.test', { ...credentials, headerPrefix: prefix });
    assert.equal(isKept, false);
    assert.equal((await given.store.read('https://a.test'))?.tokenSecret, credentials.tokenSecret);
    await assert.rejects(given.store.forget('https://a.test'), { name: 'SecretStorageError' });
    await assert.rejects(given.store.read('https://a.test'), { name: 'SecretStorageError' });
  });

  describe('that is another one than the token was given for', () => {
    it('gets no token before the user agrees', async () => {
      await using service = await serve({});
      const { url } = service.server;
      const given = setUp(url);
      await signIn(given, 'https://former.test');
      const failure = await failureOf(openRemote(given.parts, never));
      assert.match(failure.text.what, /former\.test/);
      assert.ok(failure.text.what.includes(url));
      assert.deepEqual(commandsOf(failure), ['parapet.agreeToService', 'parapet.replaceToken']);
      await failureOf(organizationsToChoose(given.parts, never));
      assert.equal(service.asked.length, 0, 'nothing was sent');
      assert.equal((await questionOf(given.parts))?.what, 'address');

      assert.equal(await agree(given.parts), true);
      assert.equal(await questionOf(given.parts), undefined);
      await openRemote(given.parts, never);
      assert.equal(service.asked[0]?.secret, credentials.tokenSecret);
      assert.deepEqual(given.remembered.addresses, ['https://former.test', url], 'both are forgotten later');
    });

    it('under other header names gets no token either', async () => {
      await using service = await serve({});
      const { url } = service.server;
      const given = setUp(url, 'X-Branded');
      await signIn(given, url);
      const failure = await failureOf(openRemote(given.parts, never));
      assert.match(failure.text.what, /X-Service-API-Token.*X-Branded/);
      assert.equal(service.asked.length, 0);
      await agree(given.parts);
      await openRemote(given.parts, never);
      assert.equal(service.asked[0]?.secret, credentials.tokenSecret);
    });

    it('is not agreed to where there is no token', async () => {
      assert.equal(await agree(setUp('https://a.test').parts), false);
    });
  });

  describe('with several organizations in one token', () => {
    it('asks which one, once a workspace', async () => {
      await using service = await serve({ organizations: ['Beta', 'Acme'] });
      const given = setUp(service.server.url);
      await signIn(given, service.server.url);
      const failure = await failureOf(opened(given, undefined));
      assert.deepEqual(commandsOf(failure), ['parapet.chooseOrganization']);
      const choices = await organizationsToChoose(given.parts, never);
      assert.deepEqual(
        choices.map(({ name }) => name),
        ['Acme', 'Beta'],
      );
      await given.remembered.setOrganization(organization('Beta'));
      const { client, organization: name } = await opened(given, undefined);
      assert.equal(name, 'Beta');
      await client.call(listRepositories, { limit: 1 });
      assert.match(service.asked.at(-1)?.path ?? '', /organizationId=Beta-id/);
    });

    it('says when the chosen one is no longer among them', async () => {
      await using service = await serve({ organizations: ['Beta', 'Acme'] });
      const given = setUp(service.server.url);
      await signIn(given, service.server.url);
      await given.remembered.setOrganization(organization('Gone'));
      const failure = await failureOf(opened(given, undefined));
      assert.match(failure.text.what, /Gone/);
      assert.deepEqual(commandsOf(failure), ['parapet.chooseOrganization']);
    });

    it('does not take the choice of a former sign-in for one of this', async () => {
      const given = setUp('https://a.test');
      await signIn(given, 'https://a.test');
      await given.remembered.setOrganization(organization('Beta'));
      assert.equal(given.remembered.organization?.name, 'Beta');
      await given.remembered.setSignIn({ id: 'second', url: 'https://a.test' });
      assert.equal(given.remembered.organization, undefined);
    });

    it('works in another one for a folder, when told so, over one and the same connection', async () => {
      await using service = await serve({ organizations: ['Beta', 'Acme'] });
      const given = setUp(service.server.url);
      await signIn(given, service.server.url);
      await given.remembered.setOrganization(organization('Acme'));
      await given.remembered.setFolderOrganization('file:///b', organization('Beta'));
      const remote = await openRemote(given.parts, never);
      for (const [folder, name] of [
        [undefined, 'Acme'],
        ['file:///a', 'Acme'],
        ['file:///b', 'Beta'],
      ] as const) {
        const { client } = remote.of(folder);
        assert.equal(client, remote.of(folder).client, 'one client an organization');
        await client.call(listRepositories, { limit: 1 });
        const { searchParams } = new URL(service.asked.at(-1)?.path ?? '', service.server.url);
        assert.equal(searchParams.get('organizationId'), `${name}-id`);
      }
      const listed = service.asked.filter(({ path }) => path.startsWith('/organizations'));
      assert.equal(listed.length, 1);
    });

    it('asks about the very folder whose organization is gone, and serves the others', async () => {
      await using service = await serve({ organizations: ['Beta', 'Acme'] });
      const given = setUp(service.server.url);
      await signIn(given, service.server.url);
      await given.remembered.setOrganization(organization('Acme'));
      await given.remembered.setFolderOrganization('file:///b', organization('Gone'));
      const failure = await failureOf(opened(given, 'file:///b'));
      assert.match(failure.text.what, /Gone/);
      assert.deepEqual(failure.text.actions?.[0]?.args, ['file:///b']);
      assert.equal((await opened(given, 'file:///a')).organization, 'Acme');
    });

    it('forgets what folders had when one is chosen for all of the workspace, or another sign-in is made', async () => {
      const given = setUp('https://a.test');
      await signIn(given, 'https://a.test');
      const { remembered } = given;
      const own = async () => await remembered.setFolderOrganization('file:///b', organization('Beta'));
      await own();
      assert.equal(remembered.organizationOf('file:///b')?.name, 'Beta');
      assert.equal(remembered.organizationOf('file:///a'), undefined);
      await remembered.setFolderOrganization('file:///b', undefined);
      assert.equal(remembered.hasOwnOrganization('file:///b'), false);
      await own();
      await remembered.setOrganization(organization('Acme'));
      assert.equal(remembered.organizationOf('file:///b')?.name, 'Acme');
      await own();
      await remembered.setSignIn({ id: 'second', url: 'https://a.test' });
      assert.equal(remembered.organizationOf('file:///b'), undefined);
    });

    it('leaves it to the token where the service does not list them', async () => {
      await using server = await LocalServer.start((_, response) =>
        json(response, 404, { error: 'None.', code: 'unknownAddress' }),
      );
      const given = setUp(server.url);
      await signIn(given, server.url);
      const { organization: name } = await opened(given, undefined);
      assert.equal(name, undefined);
    });
  });

  it('is tried before anything is kept', async () => {
    const expiresAt = new Date(Date.now() + 3 * dayMs).toISOString();
    await using service = await serve({ organizations: ['Acme', 'Beta'], expiresAt });
    const address = { url: service.server.url, headerPrefix: prefix };
    const trial = await tryService(address, credentials, { environment: {} }, never);
    assert.equal(trial.organizations.length, 2);
    assert.equal(trial.expiresAt, expiresAt);
    const body = service.asked.find(({ path }) => path.endsWith('/tokens/list'))?.body ?? '';
    assert.match(body, /"organizationId":"Acme-id"/);
  });

  it('finds the end of a token in whichever of its organizations it belongs to', async () => {
    const expiresAt = new Date(Date.now() + 3 * dayMs).toISOString();
    await using server = await LocalServer.start(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.url?.startsWith('/organizations'))
        return json(response, 200, { organizations: [organization('Acme'), organization('Beta')] });
      const own = { id: credentials.tokenId, createdAt: expiresAt, expiresAt };
      json(response, 200, { tokens: body.includes('Beta-id') ? [own] : [] });
    });
    const address = { url: server.url, headerPrefix: prefix };
    const trial = await tryService(address, credentials, { environment: {} }, never);
    assert.equal(trial.expiresAt, expiresAt);
  });

  it('is forgotten whole', async () => {
    const given = setUp('https://a.test');
    await signIn(given, 'https://a.test');
    await given.remembered.setOrganization(organization('Beta'));
    await given.remembered.setFolderOrganization('file:///b', organization('Acme'));
    await given.remembered.setExpiryChecked(1);
    await given.store.forget('https://a.test');
    await given.remembered.forgetAll();
    for (const storage of [given.global, given.workspace, given.secrets]) {
      assert.deepEqual([...storage.values], []);
    }
  });

  it('of a wrong shape in the editor’s state counts as none', () => {
    for (const value of [null, 1, 'text', [], {}, { id: 1, url: 2 }]) {
      const { global, workspace, remembered } = setUp('https://a.test');
      for (const key of ['parapet.signIn', 'parapet.addresses', 'parapet.expiryChecked'])
        global.values.set(key, value);
      workspace.values.set('parapet.organization', value);
      workspace.values.set('parapet.folderOrganizations', value);
      assert.equal(remembered.signIn, undefined);
      assert.equal(remembered.organization, undefined);
      assert.equal(remembered.organizationOf('file:///b'), undefined);
      assert.deepEqual(remembered.addresses, []);
    }
  });
});

describe('the end of a token', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const inDays = (days: number) => new Date(now + days * dayMs).toISOString();

  it('is near from a week before on', () => {
    assert.deepEqual(expiryOf(inDays(8), now), { kind: 'far' });
    assert.deepEqual(expiryOf(inDays(7), now), { kind: 'far' });
    assert.deepEqual(expiryOf(inDays(6.9), now), { kind: 'soon', days: 6 });
    assert.deepEqual(expiryOf(inDays(0.5), now), { kind: 'soon', days: 0 });
    assert.deepEqual(expiryOf(inDays(-1), now), { kind: 'past' });
    for (const none of [undefined, '', 'soon']) assert.deepEqual(expiryOf(none, now), { kind: 'unknown' });
  });

  it('is not said to be past by a clock that is an hour off, and is warned about by any', () => {
    const hour = dayMs / 24;
    for (const off of [-hour, 0, hour]) {
      assert.deepEqual(expiryOf(inDays(1 / 48), now + off), { kind: 'soon', days: 0 }, `off by ${off}`);
      assert.deepEqual(expiryOf(inDays(-2 / 24 - 1 / 1440), now + off), { kind: 'past' }, `off by ${off}`);
      assert.equal(expiryOf(inDays(6), now + off).kind, 'soon', `off by ${off}`);
      assert.equal(expiryOf(inDays(9), now + off).kind, 'far', `off by ${off}`);
    }
  });

  it('is looked up once a day at most', () => {
    assert.equal(isDue(0, now), true);
    assert.equal(isDue(now, now), false);
    assert.equal(isDue(now - dayMs + 1, now), false);
    assert.equal(isDue(now - dayMs, now), true);
    assert.equal(isDue(now + 3_600_000, now), true, 'the clock was set back');
  });

  it('is remembered where the service says it, and nothing is wrong where it does not', async () => {
    for (const tokens of [undefined, 403, 404, 500]) {
      const expiresAt = inDays(5);
      await using service = await serve(tokens === undefined ? { expiresAt } : { tokens });
      const given = setUp(service.server.url);
      await signIn(given, service.server.url);
      const remote = await openRemote(given.parts, never);
      const expected = tokens === undefined ? expiresAt : undefined;
      assert.equal(await lookUpEnd(remote, given.remembered, never), expected);
      assert.equal(given.remembered.signIn?.expiresAt, expected);
    }
  });
});
