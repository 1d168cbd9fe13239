import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { contract } from '../../../../src/api/contract/index.ts';
import { finishedScanStatuses } from '../../../../src/api/contract/vocabulary.ts';
import { createSealer } from '../../../../src/service/core/sealed.ts';
import { type FakeGitHub, startGitHub } from '../../../support/code-hosts/github.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { installations, repositories, scans } = contract;

describe('installations', () => {
  let host: FakeGitHub;
  let service: Harness;
  beforeEach(async () => {
    host = await startGitHub();
    host.git.commit('acme/shop.git', { 'app.js': 'let a;\n' });
    service = await Harness.start({ allowedHosts: new Set(['127.0.0.1']) });
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const connect = () =>
    service.call(installations.connectInstallation, {
      type: 'github',
      baseUrl: `${host.url}/`,
      credential: { kind: 'token', token: host.firstToken },
    });
  const add = async (credentials = service.credentials) => {
    const { organizations } = await service.call(contract.organizations.listOrganizations, {}, credentials);
    const request = {
      organization_id: organizations[0]?.id ?? '',
      repository_type: 'github' as const,
      repository_url: `${host.url}/acme/shop`,
    };
    return (await service.call(repositories.addRepository, request, credentials)).repository;
  };
  const scan = async (repositoryId: string) => {
    const { scans: begun } = await service.call(scans.startScans, { repositoryIds: [repositoryId] });
    for (;;) {
      const { scan: now } = await service.call(scans.getScan, { id: begun[0]?.id ?? '' });
      if (finishedScanStatuses.includes(now.status)) return now;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };

  it('are connected once their credentials work, and never show them', async () => {
    const { installation, webhookSecret } = await connect();
    assert.equal(installation.account, 'parapet-bot');
    assert.equal(installation.baseUrl, host.url);
    assert.ok(webhookSecret.length >= 40);
    assert.ok(installation.webhookUrl.endsWith(`/webhooks/${installation.id}`));
    const listed = await service.call(installations.listInstallations, {});
    assert.deepEqual(listed.installations, [installation]);
    const stored = await service.service.core.db.selectFrom('installations').selectAll().execute();
    const everything = JSON.stringify([listed, stored]) + service.logged.join('\n');
    for (const secret of [host.firstToken, webhookSecret]) assert.ok(!everything.includes(secret));
  });

  it('say what to do where the key that their credentials were sealed with is gone', async () => {
    const { installation } = await connect();
    const repository = await add();
    const { db } = service.service.core;
    const { id: installationId } = installation;
    const sealer = createSealer(randomBytes(32));
    await db
      .updateTable('installations')
      .set({
        credential: await sealer.seal('{}', `credential of installation ${installationId}`),
        webhook_secret: await sealer.seal('x', `webhooks of installation ${installationId}`),
      })
      .execute();
    const whatToDo = /Restore the key, or give the credential again/;
    const listing = await service.refusal(installations.listHostedRepositories, { installationId }, 422);
    assert.match(listing.error, whatToDo);
    const { installations: listed } = await service.call(installations.listInstallations, {});
    assert.match(listed[0]?.errorMessage ?? '', whatToDo);
    assert.match((await scan(repository.id)).errorMessage ?? '', whatToDo);
    const delivery = await service.request(`/webhooks/${installationId}`, { method: 'POST', body: '{}' });
    assert.equal(delivery.status, 503);
    assert.match(await delivery.text(), /Restore the service’s secret key, or renew the secret/);
    const credential = { kind: 'token' as const, token: host.firstToken };
    await service.call(installations.updateInstallation, { installationId, credential });
    await service.call(installations.listHostedRepositories, { installationId });
  });

  it('are refused with wrong credentials, addresses inside, and what is no such host', async () => {
    const request = { type: 'github' as const, baseUrl: host.url };
    const wrong = { ...request, credential: { kind: 'token' as const, token: 'wrong' } };
    const refused = await service.refusal(installations.connectInstallation, wrong, 422);
    assert.match(refused.error, /refuses the credentials/);
    assert.ok(!refused.error.includes('wrong'));
    for (const baseUrl of ['http://169.254.169.254', 'http://10.0.0.1', 'http://localhost:1'])
      assert.match(
        (await service.refusal(installations.connectInstallation, { ...wrong, baseUrl }, 422)).error,
        /own network/,
      );
    host.before = (_, response) => Boolean(response.end('<html>Welcome</html>'));
    assert.match(
      (await service.refusal(installations.connectInstallation, wrong, 422)).error,
      /not in the form/,
    );
    const app = { kind: 'githubApp' as const, appId: '1', installationId: '2', privateKey: 'x' };
    const gitlab = { type: 'gitlab' as const, credential: app };
    await service.refusal(installations.connectInstallation, gitlab, 422);
    await service.refusal(
      installations.connectInstallation,
      { type: 'azureDevops', credential: wrong.credential },
      422,
    );
  });

  it('fetch private repositories, and say plainly when the credentials are revoked and renewed', async () => {
    const { installation } = await connect();
    const { id } = await add();
    const first = await scan(id);
    assert.equal(first.status, 'COMPLETED', first.errorMessage);
    host.rotate('ghp_second');
    const revoked = await scan(id);
    assert.equal(revoked.status, 'FAILED');
    assert.match(revoked.errorMessage ?? '', /refuses the credentials of the installation/);
    await service.call(installations.updateInstallation, {
      installationId: installation.id,
      credential: { kind: 'token', token: 'ghp_second' },
    });
    assert.equal((await scan(id)).status, 'COMPLETED');
    await service.call(installations.deleteInstallation, { installationId: installation.id });
    assert.match((await scan(id)).errorMessage ?? '', /asks for a sign-in/);
  }).timeout(30_000);

  it('send no credentials for a repository that was added by its address', async () => {
    await connect();
    const { repository } = await service.call(repositories.addRepositoryByUrl, {
      url: `${host.url}/acme/shop`,
    });
    assert.match((await scan(repository.id)).errorMessage ?? '', /asks for a sign-in/);
    // Added again by an administrator through the host, it is the same repository, with credentials.
    assert.equal((await add()).id, repository.id);
    assert.equal((await scan(repository.id)).status, 'COMPLETED');
  });

  it('list what they reach, page by page, with what was added already', async () => {
    const { installation } = await connect();
    const { id } = await add();
    const request = { installationId: installation.id };
    const first = await service.call(installations.listHostedRepositories, request);
    assert.equal(first.repositories.length, 100);
    assert.deepEqual(first.repositories[0], {
      path: 'acme/shop',
      name: 'shop',
      url: `${host.url}/acme/shop.git`,
      defaultBranch: 'main',
      isPrivate: true,
      repositoryId: id,
    });
    const cursor = first.nextCursor ?? assert.fail();
    const second = await service.call(installations.listHostedRepositories, { ...request, cursor });
    assert.deepEqual(
      [second.repositories.map(({ path }) => path), second.nextCursor],
      [['acme/last'], undefined],
    );
    await service.refusal(installations.listHostedRepositories, { ...request, cursor: `${cursor}x` }, 400);
    host.rotate('ghp_other');
    await service.refusal(installations.listHostedRepositories, request, 422);
    const { installations: noted } = await service.call(installations.listInstallations, {});
    assert.match(noted[0]?.errorMessage ?? '', /refuses the credentials/);
  });

  it('work with a GitHub App, whose tokens are made and renewed as they are needed', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const credential = { kind: 'githubApp' as const, appId: '12', installationId: '77', privateKey };
    const request = { type: 'github' as const, baseUrl: host.url, credential };
    const { installation } = await service.call(installations.connectInstallation, request);
    assert.deepEqual([installation.account, installation.credentialKind], ['acme', 'githubApp']);
    assert.equal((await scan((await add()).id)).status, 'COMPLETED');
    const broken = { ...request, credential: { ...credential, privateKey: 'no key' } };
    assert.match(
      (await service.refusal(installations.connectInstallation, broken, 422)).error,
      /private key of the GitHub App cannot be used/,
    );
    const gone = { ...request, credential: { ...credential, installationId: '78' } };
    assert.match((await service.refusal(installations.connectInstallation, gone, 422)).error, /refuses/);
  });

  it('are for administrators, of their own organization', async () => {
    const { installation } = await connect();
    const member = await memberOf(service);
    await service.refusal(installations.listInstallations, {}, 403, member);
    await service.refusal(installations.deleteInstallation, { installationId: installation.id }, 403, member);
    const request = { type: 'github' as const, credential: { kind: 'token' as const, token: 'x' } };
    await service.refusal(installations.connectInstallation, request, 403, member);
    // A member adds the repository as anybody can: the credentials may reach more than they do at the host.
    const { id } = await add(member);
    assert.match((await scan(id)).errorMessage ?? '', /asks for a sign-in/);
  });

  it('are told of with the repositories that they serve, and can be chosen', async () => {
    const { installation: first } = await connect();
    const repository = await add();
    assert.deepEqual(repository.installation, { id: first.id, name: first.name });
    const { installation: second } = await connect();
    const choose = (installationId: string | null) => ({ repositoryId: repository.id, installationId });
    const chosen = await service.call(installations.serveRepository, choose(second.id));
    assert.equal(chosen.repository.installation?.id, second.id);
    const listed = await service.call(repositories.listRepositories, {});
    assert.equal(listed.repositories[0]?.installation?.id, second.id);
    host.before = (_, response) => Boolean(response.writeHead(404).end('{}'));
    const unreached = await service.refusal(installations.serveRepository, choose(first.id), 422);
    assert.match(unreached.error, /no such thing, or the installation’s credentials do not cover it/);
    const kept = await service.call(repositories.getRepository, { id: repository.id });
    assert.equal(kept.repository.installation?.id, second.id);
    const none = await service.call(installations.serveRepository, choose(null));
    assert.equal(none.repository.installation, undefined);
    const member = await memberOf(service);
    await service.refusal(installations.serveRepository, choose(first.id), 403, member);
  }).timeout(30_000);
});
