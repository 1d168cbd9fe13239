import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { contract } from '../../../../src/api/contract/index.ts';
import { readWebhook } from '../../../../src/service/providers/webhooks/read.ts';
import { isVerified } from '../../../../src/service/providers/webhooks/verify.ts';
import { type FakeGitHub, startGitHub } from '../../../support/code-hosts/github.ts';
import { deliver, eventually, gitHubPull, signature } from '../../../support/code-hosts/webhooks.ts';
import { Harness } from '../support/harness.ts';

const { installations, repositories, scans } = contract;

describe('webhooks', () => {
  let host: FakeGitHub;
  let service: Harness;
  let to: { id: string; secret: string };
  let organizationId: string;
  const hosts = { allowedHosts: new Set(['127.0.0.1']) };

  beforeEach(async () => {
    host = await startGitHub();
    host.git.commit('acme/shop.git', { 'app.js': 'let a;\n' });
    host.git.commit('acme/shop.git', { 'app.js': 'let b;\n' }, 'feature');
    host.offer(7, 'feature', 'Rename a');
    service = await Harness.start(hosts);
    const { installation, webhookSecret } = await service.call(installations.connectInstallation, {
      type: 'github',
      baseUrl: host.url,
      credential: { kind: 'token', token: host.firstToken },
    });
    to = { id: installation.id, secret: webhookSecret };
    organizationId = installation.organizationId;
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const add = async () =>
    await service.call(repositories.addRepository, {
      organization_id: organizationId,
      repository_type: 'github',
      repository_url: `${host.url}/acme/shop`,
    });
  const pull = (delivery?: string) => gitHubPull(to, { url: host.url, number: 7 }, delivery);
  const notes = async (of = service) => {
    const done = async () => {
      const rows = await of.service.core.db.selectFrom('webhook_deliveries').selectAll().execute();
      return rows.some(({ status }) => status === 'QUEUED') ? undefined : rows;
    };
    return (await eventually(done)).map(({ note }) => note);
  };
  const scanned = async () => (await service.call(scans.listScans, {})).scans;

  it('start a scan of the pull request as the host says that it is now', async () => {
    await add();
    assert.equal(await deliver(service.service.app, pull()), 202);
    assert.deepEqual(await notes(), ['The pull request is scanned.']);
    const [scan] = await scanned();
    assert.equal(scan?.kind, 'PR');
    assert.equal(scan?.pullRequest?.number, 7);
    assert.equal(scan?.pullRequest?.title, 'Rename a');
    assert.equal(scan?.pullRequest?.headRef, 'refs/pull/7/head');
    assert.equal(scan?.pullRequest?.baseBranch, 'main');
    assert.equal(scan?.pullRequest?.author, 'ada');
  });

  it('are refused without the right signature, and for nobody’s installation', async () => {
    await add();
    const { path, headers, body } = pull();
    const send = (change: Readonly<Record<string, string>>, at = path) =>
      deliver(service.service.app, { path: at, headers: { ...headers, ...change }, body });
    for (const wrong of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, signature('other', body), 'sha1=00'])
      assert.equal(await send({ 'x-hub-signature-256': wrong }), 401, wrong);
    const changed = { ...body, number: 8 };
    assert.equal(await deliver(service.service.app, { path, headers, body: changed }), 401);
    for (const id of [randomUUID(), 'x', '..%2f', `${to.id}x`])
      assert.equal(await send({}, `/webhooks/${id}`), 404);
    assert.deepEqual(await notes(), []);
    const other = { 'x-hub-signature-256': '', 'x-gitlab-token': to.secret };
    assert.equal(await send(other), 401, 'the way of another host');
    const large = { filler: 'x'.repeat(2 * 1024 * 1024) };
    const signed = { ...headers, 'x-hub-signature-256': signature(to.secret, large) };
    assert.equal(await deliver(service.service.app, { path, headers: signed, body: large }), 413);
    assert.ok(!service.logged.join('\n').includes(to.secret));
  });

  it('are worked on once, however often they come', async () => {
    await add();
    const one = pull(randomUUID());
    const statuses = await Promise.all(Array.from({ length: 8 }, () => deliver(service.service.app, one)));
    assert.deepEqual(statuses.toSorted(), [...Array.from({ length: 7 }, () => 200), 202]);
    assert.equal((await notes()).length, 1);
    assert.equal((await scanned()).length, 1);
  });

  it('start no scan where settings, the repository or the state of the pull request say so', async () => {
    const { app } = service.service;
    await deliver(app, pull());
    assert.match((await notes())[0] ?? '', /was not added/);
    const { repository } = await add();
    await service.call(contract.scannerSettings.updateScannerSettings, {
      repositoryId: repository.id,
      prScanning: false,
    });
    await deliver(app, pull());
    assert.match((await notes()).join(), /are not scanned, as its settings say/);
    await deliver(app, gitHubPull(to, { url: host.url, number: 99 }));
    assert.match((await notes()).join(), /has no such thing/);
    await deliver(app, gitHubPull(to, { url: host.url, number: 7, action: 'labeled' }));
    await deliver(app, gitHubPull(to, { url: 'http://127.0.0.1:9', number: 7 }));
    assert.deepEqual(await scanned(), []);
  });

  it('are worked on after a restart, and not lost with a kill', async () => {
    await add();
    host.before = (call, response) =>
      /pulls\/7$/.test(call.path) && Boolean(response) && !call.query.has('x');
    assert.equal(await deliver(service.service.app, pull()), 202);
    const next = await service.asAfterKill(hosts);
    host.before = () => false;
    try {
      const again = await next.service.core.db.selectFrom('webhook_deliveries').select('status').execute();
      assert.equal(again.length, 1);
      host.before = () => false;
      assert.deepEqual(await notes(next), ['The pull request is scanned.']);
    } finally {
      await next[Symbol.asyncDispose]();
    }
  });

  it('lead to a report, also where the service was killed before it was made', async () => {
    await add();
    host.before = ({ method, path }) => method === 'POST' && path.includes('/statuses/');
    await deliver(service.service.app, pull());
    await eventually(async () => {
      const [scan] = await scanned();
      return scan?.status === 'COMPLETED' ? scan : undefined;
    });
    const next = await service.asAfterKill(hosts);
    host.before = () => false;
    try {
      const told = await eventually(() => host.statuses.find(({ state }) => state === 'success'));
      assert.equal(told.description, 'No new issues');
      await eventually(async () => {
        const reports = await next.service.core.db
          .selectFrom('pull_request_reports')
          .select('status')
          .execute();
        return reports.every(({ status }) => status === 'DONE') ? true : undefined;
      });
    } finally {
      await next[Symbol.asyncDispose]();
    }
  });

  it('are too many where they come without end', async () => {
    const { core } = service.service;
    const row = {
      installation_id: to.id,
      event: '{"kind":"other","name":"x"}',
      status: 'DONE',
      note: null,
      attempts: 0,
      received_at: new Date().toISOString(),
    } as const;
    const rows = Array.from({ length: 300 }, () => ({ ...row, id: randomUUID(), delivery_id: randomUUID() }));
    await core.db.insertInto('webhook_deliveries').values(rows).execute();
    assert.equal(await deliver(service.service.app, pull()), 429);
  });

  it('are verified and read in the form of each host', () => {
    const secret = 'a-secret';
    const verified = (
      type: Parameters<typeof isVerified>[0],
      headers: Readonly<Record<string, string>>,
      body: unknown = {},
    ) => isVerified(type, { headers, body: Buffer.from(JSON.stringify(body)) }, secret);
    assert.ok(verified('gitlab', { 'x-gitlab-token': secret }));
    assert.ok(!verified('gitlab', { 'x-gitlab-token': `${secret}x` }));
    assert.ok(!verified('gitlab', {}));
    assert.ok(verified('bitbucket', { 'x-hub-signature': signature(secret, {}) }));
    assert.ok(!verified('bitbucket', { 'x-hub-signature': signature('other', {}) }));
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    assert.ok(verified('azureDevops', { authorization: basic(`parapet:${secret}`) }));
    assert.ok(!verified('azureDevops', { authorization: basic(`${secret}:parapet`) }));
    assert.ok(!verified('azureDevops', { authorization: `Bearer ${secret}` }));

    const read = (
      type: Parameters<typeof readWebhook>[0]['type'],
      headers: Readonly<Record<string, string>>,
      body: unknown,
    ) =>
      readWebhook(
        { type, base_url: 'https://code.example.com' },
        { headers, body: Buffer.from(JSON.stringify(body)) },
      );
    const url = 'https://code.example.com/acme/shop';
    const event = { kind: 'pullRequest', url, number: 7 };
    assert.deepEqual(
      read(
        'gitlab',
        { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-event-uuid': 'u' },
        { project: { git_http_url: url }, object_attributes: { iid: 7, action: 'update' } },
      ),
      { id: 'u', event },
    );
    assert.deepEqual(
      read(
        'bitbucket',
        { 'x-event-key': 'pullrequest:updated', 'x-request-uuid': 'u' },
        { pullrequest: { id: 7 }, repository: { links: { html: { href: url } } } },
      ),
      { id: 'u', event },
    );
    const repository = { slug: 'shop', project: { key: 'ACME' } };
    assert.deepEqual(
      read(
        'bitbucketDataCenter',
        { 'x-event-key': 'pr:from_ref_updated', 'x-request-id': 'u' },
        { pullRequest: { id: 7, toRef: { repository } } },
      ),
      { id: 'u', event: { ...event, url: 'https://code.example.com/scm/acme/shop' } },
    );
    assert.deepEqual(
      read(
        'azureDevops',
        {},
        {
          id: 'i',
          subscriptionId: 's',
          notificationId: 3,
          eventType: 'git.pullrequest.updated',
          resource: { pullRequestId: 7, repository: { remoteUrl: url } },
        },
      ),
      { id: 's:3:i', event },
    );
    for (const type of ['github', 'gitlab', 'bitbucket', 'bitbucketDataCenter', 'azureDevops'] as const)
      for (const broken of [null, 7, [], { number: 'x' }, { project: {}, object_attributes: { iid: -1 } }])
        assert.equal(read(type, { 'x-github-event': 'pull_request' }, broken).event.kind, 'other');
  });
});
