import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { startAzureDevOps } from '../../../support/code-hosts/azure-devops.ts';
import { startBitbucket } from '../../../support/code-hosts/bitbucket.ts';
import { startBitbucketDataCenter } from '../../../support/code-hosts/bitbucket-data-center.ts';
import { basic } from '../../../support/code-hosts/code-host.ts';
import { startGitLab } from '../../../support/code-hosts/gitlab.ts';
import type { HostedSample } from '../../../support/code-hosts/hosted.ts';
import { deliver, eventually, signature } from '../../../support/code-hosts/webhooks.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { installations, repositories } = contract;

interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

const hosts: Readonly<
  Record<
    string,
    {
      readonly start: () => Promise<HostedSample>;
      readonly webhook: (url: string, secret: string) => Webhook;
      readonly failed: string;
    }
  >
> = {
  GitLab: {
    start: startGitLab,
    failed: 'failed',
    webhook: (url, secret) => ({
      headers: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': secret },
      body: { project: { git_http_url: `${url}.git` }, object_attributes: { iid: 7, action: 'open' } },
    }),
  },
  Bitbucket: {
    start: startBitbucket,
    failed: 'FAILED',
    webhook: (url, secret) => {
      const body = { pullrequest: { id: 7 }, repository: { links: { html: { href: url } } } };
      return {
        headers: { 'x-event-key': 'pullrequest:created', 'x-hub-signature': signature(secret, body) },
        body,
      };
    },
  },
  'Bitbucket Data Center': {
    start: startBitbucketDataCenter,
    failed: 'FAILED',
    webhook: (_url, secret) => {
      const repository = { slug: 'shop', project: { key: 'ACME' } };
      const body = { eventKey: 'pr:opened', pullRequest: { id: 7, toRef: { repository } } };
      return {
        headers: { 'x-event-key': 'pr:opened', 'x-hub-signature': signature(secret, body) },
        body,
      };
    },
  },
  'Azure DevOps': {
    start: startAzureDevOps,
    failed: 'failed',
    webhook: (url, secret) => ({
      headers: { authorization: basic('parapet', secret) },
      body: {
        id: 'i',
        eventType: 'git.pullrequest.created',
        resource: { pullRequestId: 7, repository: { remoteUrl: url.replace('://', '://acme@') } },
      },
    }),
  },
};

for (const [name, { start, webhook, failed }] of Object.entries(hosts)) {
  describe(`a private repository at ${name}`, () => {
    it('is added, fetched, scanned at its pull request, checked and commented', async () => {
      await using sample = await start();
      await using service = await Harness.start({ allowedHosts: new Set(['127.0.0.1']) });
      const { type, baseUrl, credential } = sample.access;
      const git = (...args: string[]) => sample.host.git.git(sample.repository, ...args);
      // As GitLab keeps the head of a merge request; the others have the branch.
      git('push', '--quiet', 'origin', 'feature:refs/merge-requests/7/head');
      service.runner.script = async ({ root, on }) => {
        const lines = readFileSync(join(root, 'src/app.js'), 'utf8').split('\n');
        const line = lines.indexOf('two();') + 1;
        const range = { startLine: line, startColumn: 1, endLine: line, endColumn: 4 };
        if (line > 0)
          on({ type: 'finding', finding: finding({ fingerprint: 'two', title: '@all <b>Bug</b>', range }) });
        return undefined;
      };
      const connected = await service.call(installations.connectInstallation, { type, baseUrl, credential });
      const { installation, webhookSecret } = connected;
      const url = `${baseUrl}/${sample.path}`;
      const { repository } = await service.call(repositories.addRepository, {
        organization_id: installation.organizationId,
        repository_type: type,
        repository_url: url,
      });
      assert.equal(repository.defaultBranch, 'main');
      const { headers, body } = webhook(url, webhookSecret);
      const to = { path: `/webhooks/${installation.id}`, body };
      assert.equal(await deliver(service.service.app, { ...to, headers: {} }), 401);
      assert.equal(await deliver(service.service.app, { ...to, headers }), 202);
      await eventually(() => (sample.comments.length === 2 ? true : undefined));
      const check = sample.checks.at(-1);
      assert.deepEqual([check?.state, check?.title], [failed, '1 new issue: 1 critical']);
      assert.equal(check?.commit, git('rev-parse', 'feature'));
      const onLine = sample.comments.find(({ file }) => file !== undefined);
      assert.deepEqual([onLine?.file, onLine?.line], ['src/app.js', 2]);
      assert.ok(!/@all|<b>/.test(onLine?.body ?? ''), onLine?.body);
    }).timeout(30_000);
  });
}
