import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type Outbound, openOutbound } from '../../../../src/service/core/outbound.ts';
import { collect } from '../../../../src/service/integrations/cloud-posture/collecting.ts';
import { openPosture, type PosturePort } from '../../../../src/service/integrations/cloud-posture/posture.ts';
import { ProviderFailure, type ProviderFault } from '../../../../src/service/providers/failure.ts';
import type { Call } from '../../../support/code-hosts/code-host.ts';
import { type SampleProvider, startProvider } from '../../../support/posture-provider.ts';

const forever = new AbortController().signal;

describe('the adapter of a cloud posture provider', () => {
  let provider: SampleProvider;
  let outbound: Outbound;
  let port: PosturePort;

  beforeEach(async () => {
    provider = await startProvider();
    const reachable = { mayBePrivate: false, allowedHosts: new Set(['127.0.0.1']) };
    outbound = openOutbound(reachable, { timeMs: 4_000, answerBytes: 100_000, retries: 1 });
    port = await openPosture(outbound, { provider: 'wiz', ...provider.request });
  });
  afterEach(async () => {
    await outbound[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const isQuery = (call: Call) => call.path === '/graphql';
  /** Answers queries otherwise, as long as a function does. */
  const instead = (answer: (response: ServerResponse, count: number) => boolean) => {
    let count = 0;
    provider.host.before = (call, response) => isQuery(call) && answer(response, count++);
  };
  const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
    return true;
  };
  const fails = async (fault: ProviderFault, text: RegExp) => {
    await assert.rejects(collect(port, forever), (error: unknown) => {
      assert.ok(error instanceof ProviderFailure, String(error));
      assert.equal(error.fault, fault, error.message);
      assert.match(error.message, text);
      assert.ok(!error.message.includes('posture-secret'));
      return true;
    });
  };

  it('reads every page once, with one token', async () => {
    provider.pageSize = 2;
    for (let index = 0; index < 7; index++) {
      provider.projects.push({ id: `p${index}`, name: `Project ${index}` });
      provider.assets.push({ id: `a${index}`, name: `asset ${index}`, projects: [`p${index % 2}`] });
    }
    provider.exposed.push('a1', 'a3', 'a5');
    const collected = await collect(port, forever);
    assert.deepEqual(
      [collected.projects.size, collected.assets.size, collected.exposures.size, collected.isTruncated],
      [7, 7, 3, false],
    );
    assert.equal(provider.tokens.length, 1);
    const queries = provider.host.calls.filter(isQuery);
    assert.equal(queries.length, 4 + 4 + 2);
    assert.ok(queries.every(({ text }) => !text.includes('mutation')));
  });

  it('keeps an exposed asset that the list of assets leaves out', async () => {
    provider.exposed.push('balancer');
    const { assets } = await collect(port, forever);
    assert.deepEqual([...assets.keys()], ['balancer']);
  });

  it('reads tags in each form that clouds write them in', async () => {
    const tag = { key: 'repository', value: 'https://github.com/acme/shop' };
    provider.assets.push(
      { id: 'object', name: 'object', tags: { repository: tag.value } },
      { id: 'list', name: 'list', tags: [tag] },
      { id: 'text', name: 'text', tags: JSON.stringify({ repository: tag.value }) },
      { id: 'label', name: 'label', labels: { repository: tag.value } },
      { id: 'none', name: 'none', tags: 7 },
    );
    const { assets } = await collect(port, forever);
    for (const id of ['object', 'list', 'text', 'label']) assert.deepEqual(assets.get(id)?.tags, [tag], id);
    assert.deepEqual(assets.get('none')?.tags, []);
  });

  it('renews a token that ended between two pages', async () => {
    provider.projects.push({ id: 'p', name: 'P' });
    instead((_, count) => {
      if (count === 1) provider.revoke();
      return false;
    });
    const { projects } = await collect(port, forever);
    assert.deepEqual([projects.size, provider.tokens.length], [1, 2]);
  });

  it('says when the service account is refused, and asks for no third token', async () => {
    instead((response) => json(response, {}, 401));
    await fails('credentials', /refuses the credentials of the integration/);
    assert.equal(provider.tokens.length, 2);
    const wrong = { ...provider.request.credential, clientSecret: 'other' };
    port = await openPosture(outbound, { provider: 'wiz', ...provider.request, credential: wrong });
    await fails('credentials', /refuses the client ID or the client secret/);
  });

  it('waits as long as 429 asks for', async () => {
    provider.projects.push({ id: 'p', name: 'P' });
    instead((response, count) => count === 0 && json(response, '{}', 429, { 'retry-after': '0' }));
    assert.equal((await collect(port, forever)).projects.size, 1);
    instead((response) => json(response, '{}', 429, { 'retry-after': '3600' }));
    await fails('limited', /takes no more requests/);
  });

  it('takes answers in another form for none', async () => {
    for (const body of [
      '<html>',
      '[]',
      '{"data":{}}',
      '{"data":{"networkExposures":{"nodes":[{"id":7}],"pageInfo":{"hasNextPage":false}}}}',
      `${'['.repeat(40_000)}`,
    ]) {
      instead((response) => json(response, body));
      await fails('unreachable', /not in the form/);
    }
    instead((response) => json(response, { data: null }));
    await fails('unreachable', /without data/);
    const secret = 'posture-secret';
    instead((response) => json(response, { errors: [{ message: secret }] }));
    await fails('refused', /refused the query/);
    instead((response) => json(response, { errors: [{ message: '', extensions: { code: 'FORBIDDEN' } }] }));
    await fails('forbidden', /does not let the service account/);
  });

  it('gives up on answers that are too large or too slow, and on pages without an end', async () => {
    instead((response) => json(response, ' '.repeat(200_000)));
    await fails('unreachable', /larger than/);
    instead(() => true);
    await fails('unreachable', /did not answer within 4 s/);
    const pageInfo = { hasNextPage: true, endCursor: 'again' };
    instead((response) => json(response, { data: { networkExposures: { nodes: [], pageInfo } } }));
    await fails('unreachable', /again and again/);
  }).timeout(20_000);

  it('is not led elsewhere, neither to another host nor into the own network', async () => {
    for (const location of ['http://169.254.169.254/latest/meta-data', 'https://elsewhere.example.com/']) {
      instead((response) => json(response, '', 307, { location }));
      await fails('unreachable', /redirects to another address/);
    }
    const access = { provider: 'wiz', ...provider.request, apiUrl: 'https://10.0.0.1/graphql' } as const;
    port = await openPosture(outbound, access);
    await fails('unreachable', /10\.0\.0\.1|private|network/);
    assert.ok(provider.host.calls.every(({ path }) => path === '/graphql' || path === '/oauth/token'));
  });

  it('keeps no text that controls, and no identifier that it would have to change', async () => {
    provider.projects.push(
      { id: 'p', name: '<b>\u202ePay\u0000ments</b>' },
      { id: 'x'.repeat(600), name: 'long' },
      { id: 'a\u0000b', name: 'nul' },
    );
    const { projects } = await collect(port, forever);
    assert.deepEqual([...projects.values()], [{ id: 'p', name: '<b> Pay ments</b>' }]);
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    instead(() => {
      abort.abort(new Error('cancelled'));
      return true;
    });
    await assert.rejects(collect(port, abort.signal), /cancelled/);
  });
});
