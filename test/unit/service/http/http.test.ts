import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { ErrorBody } from '../../../../src/api/contract/errors.ts';
import { contract, endpoints, routesOf } from '../../../../src/api/contract/index.ts';
import { openApiDocument } from '../../../../src/api/openapi.ts';
import { bindings } from '../../../../src/service/http/bindings.ts';
import { finding } from '../support/findings.ts';
import { authHeaders, Harness } from '../support/harness.ts';

const json = { 'Content-Type': 'application/json' };

describe('the HTTP side of a service', () => {
  let service: Harness;
  before(async () => {
    service = await Harness.start();
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  const post = (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = json,
  ) =>
    service.request(path, {
      method: 'POST',
      headers: { ...authHeaders(service.credentials), ...headers },
      body,
    });

  it('answers every operation of the contract', () => {
    const bound = new Set(bindings.map(({ endpoint }) => endpoint.id));
    const own = new Set([
      ...[
        'health.alive',
        'health.ready',
        'mcp.manifest',
        'scans.events',
        'agent.jobStream',
        'reports.download',
      ],
    ]);
    assert.deepEqual(
      endpoints.map(({ id }) => id).filter((id) => !bound.has(id) && !own.has(id)),
      [],
    );
  });

  it('knows every spelling of every operation, and asks each for credentials', async () => {
    for (const endpoint of endpoints) {
      for (const { method, path } of routesOf(endpoint)) {
        const address = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
        const response = await service.request(address, {
          method,
          ...(method === 'POST' ? { body: '{}', headers: json } : {}),
        });
        assert.equal(response.status, endpoint.auth === 'none' ? 200 : 401, `${method} ${path}`);
      }
    }
  });

  it('says the same about credentials that are missing, malformed, unknown or wrong', async () => {
    const { tokenId, tokenSecret } = service.credentials;
    const wrong = [
      {},
      { tokenId },
      { tokenSecret },
      { tokenId: 'nonsense', tokenSecret },
      { tokenId: "' or 1=1 --", tokenSecret },
      { tokenId: '00000000-0000-4000-8000-000000000000', tokenSecret },
      { tokenId, tokenSecret: `${tokenSecret}x` },
      { tokenId, tokenSecret: '' },
      { tokenId, tokenSecret: tokenSecret.toLowerCase() },
    ];
    const answers = new Set<string>();
    for (const credentials of wrong) {
      const headers = Object.entries(authHeaders({ tokenId: '', tokenSecret: '', ...credentials })).filter(
        ([, value]) => value !== '',
      );
      const response = await service.request('/repositories', { headers: Object.fromEntries(headers) });
      assert.equal(response.status, 401);
      answers.add(ErrorBody.parse(await response.json()).error);
    }
    assert.equal(answers.size, 1);
  });

  it('refuses an expired token', async () => {
    const { token, secret } = await service.call(contract.tokens.createToken, { expiresInDays: 1 });
    const credentials = { tokenId: token.id, tokenSecret: secret };
    await service.call(contract.tokens.listTokens, {}, credentials);
    service.setNow(new Date(Date.parse(token.expiresAt)));
    try {
      await service.refusal(contract.tokens.listTokens, {}, 401, credentials);
    } finally {
      service.setNow(new Date());
    }
  });

  it('refuses a deleted token', async () => {
    const { token, secret } = await service.call(contract.tokens.createToken, { name: 'short-lived' });
    await service.call(contract.tokens.deleteToken, { tokenId: token.id });
    await service.refusal(contract.tokens.listTokens, {}, 401, { tokenId: token.id, tokenSecret: secret });
  });

  it('refuses malformed bodies with 400 and says what is wrong', async () => {
    const path = contract.issues.searchIssues.path;
    const cases: [string | Uint8Array<ArrayBuffer>, Record<string, string>, RegExp][] = [
      ['{"limit": 1', json, /not valid JSON/],
      [new Uint8Array([0x22, 0xff, 0x22]), json, /UTF-8/],
      ['{"limit": 1}', { 'Content-Type': 'text/plain' }, /Content-Type: application\/json/],
      ['limit=1', { 'Content-Type': 'application/x-www-form-urlencoded' }, /application\/json/],
      ['[]', json, /JSON object/],
      ['null', json, /JSON object/],
      ['{"limit": "5"}', json, /limit/],
      ['{"limit": 101}', json, /limit/],
      ['{"surprise": 1}', json, /surprise/],
      ['{"orgId": "x"}', json, /send organizationId/],
      ['{"__proto__": {"limit": 3}}', json, /__proto__/],
      ['{"cursor": "abc.def"}', json, /cursor/],
    ];
    for (const [body, headers, expected] of cases) {
      const response = await post(path, body, headers);
      const text = await response.text();
      assert.equal(response.status, 400, text);
      assert.match(text, expected);
    }
    assert.equal(
      (await post(path, '{"limit": 1}', { 'Content-Type': 'application/json; charset=utf-8' })).status,
      200,
    );
    assert.equal((await post(path, '', {})).status, 200);
  });

  it('refuses a body over its limit with 413, announced or not', async () => {
    const path = contract.issues.searchIssues.path;
    const big = JSON.stringify({ searchQuery: 'x'.repeat(1_100_000) });
    assert.equal((await post(path, big, { ...json, 'Content-Length': String(big.length) })).status, 413);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const response = await service.request(path, {
      method: 'POST',
      headers: { ...authHeaders(service.credentials), ...json },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    assert.equal(response.status, 413);
    assert.ok(sent < 4_000_000, `${sent} bytes were taken`);
  });

  it('answers 404 for what is not an address and 405 for the wrong method', async () => {
    const unknown = await service.request('/nothing');
    assert.equal(unknown.status, 404);
    assert.equal(ErrorBody.parse(await unknown.json()).code, 'unknownAddress');
    const absent = await service.refusal(
      contract.scans.getScan,
      { id: '00000000-0000-4000-8000-000000000000' },
      404,
    );
    assert.equal(absent.code, undefined);
    const response = await service.request('/api/v2/scans/start', {
      headers: authHeaders(service.credentials),
    });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'POST');
    assert.equal((await service.request('/scans', { method: 'DELETE' })).status, 405);
  });

  it('answers pages of other origins and rebound names with 403', async () => {
    const headers = authHeaders(service.credentials);
    assert.equal((await service.request('http://rebound.example/repositories', { headers })).status, 403);
    assert.equal(
      (await service.request('/repositories', { headers: { ...headers, Origin: 'https://evil.example' } }))
        .status,
      403,
    );
    assert.equal(
      (await service.request('/repositories', { headers: { ...headers, Origin: 'null' } })).status,
      403,
    );
    for (const host of ['127.0.0.1:4711', 'localhost:4711', '[::1]:4711']) {
      assert.equal((await service.request(`http://${host}/repositories`, { headers })).status, 200, host);
    }
  });

  it('serves the OpenAPI document without credentials', async () => {
    const response = await service.request('/openapi.json');
    assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(openApiDocument())));
  });

  it('does a mutation with an Idempotency-Key once', async () => {
    const { createOrganization, listOrganizations } = contract.organizations;
    const key = { 'Idempotency-Key': 'first' };
    const answers = [];
    for (let turn = 0; turn < 3; turn++) {
      const response = await service.send(createOrganization, { name: 'Once' }, service.credentials, key);
      answers.push([response.status, await response.text()]);
    }
    assert.equal(answers[0]?.[0], 201);
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
    const { organizations } = await service.call(listOrganizations, {});
    assert.equal(organizations.filter(({ name }) => name === 'Once').length, 1);
    const other = await service.send(createOrganization, { name: 'Twice' }, service.credentials, key);
    assert.equal(other.status, 400);
    const created = organizations.find(({ name }) => name === 'Once')?.id ?? '';
    await service.call(contract.organizations.deleteOrganization, { id: created });
  });

  it('lets a refused mutation be sent again with the same key', async () => {
    const key = { 'Idempotency-Key': 'refused-first' };
    const request = { path: `${service.folder}/made-later` };
    const { addLocalRepository } = contract.repositories;
    assert.equal((await service.send(addLocalRepository, request, service.credentials, key)).status, 422);
    mkdirSync(request.path);
    assert.equal((await service.send(addLocalRepository, request, service.credentials, key)).status, 201);
  });

  it('never keeps a secret for an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'token' };
    const first = await service.send(contract.tokens.createToken, {}, service.credentials, key);
    const { secret } = contract.tokens.createToken.response.parse(await first.json());
    assert.equal((await service.send(contract.tokens.createToken, {}, service.credentials, key)).status, 409);
    const kept = await service.service.core.db.selectFrom('idempotency_keys').selectAll().execute();
    assert.ok(!JSON.stringify(kept).includes(secret));
    const tokens = await service.service.core.db.selectFrom('tokens').selectAll().execute();
    assert.ok(!JSON.stringify(tokens).includes(secret));
  });

  it('tells nothing of a fault but that there was one, and logs no body or secret', async () => {
    const repositoryId = await service.addRepository('faulty');
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'fault' }) });
      return undefined;
    };
    service.runner.checkedOut = async () => {
      throw new Error('an internal detail');
    };
    const response = await service.send(contract.scans.startScans, { repositoryIds: [repositoryId] });
    assert.equal(response.status, 500);
    assert.ok(!(await response.text()).includes('internal detail'));
    const log = service.logged.join('\n');
    assert.match(log, /an internal detail/);
    assert.ok(!log.includes(service.credentials.tokenSecret) && !log.includes(repositoryId));
  });
});
