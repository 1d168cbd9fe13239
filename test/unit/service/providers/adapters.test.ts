import assert from 'node:assert/strict';
import { type Outbound, openOutbound } from '../../../../src/service/core/outbound.ts';
import { ProviderFailure } from '../../../../src/service/providers/failure.ts';
import { openProvider } from '../../../../src/service/providers/open-provider.ts';
import type { Check, Provider } from '../../../../src/service/providers/provider.ts';
import { startAzureDevOps } from '../../../support/code-hosts/azure-devops.ts';
import { startBitbucket } from '../../../support/code-hosts/bitbucket.ts';
import { startBitbucketDataCenter } from '../../../support/code-hosts/bitbucket-data-center.ts';
import { startGitLab } from '../../../support/code-hosts/gitlab.ts';
import type { HostedSample } from '../../../support/code-hosts/hosted.ts';

/** GitHub has tests from end to end; these hold the others to the same port. */
const hosts = {
  GitLab: { start: startGitLab, states: ['pending', 'success', 'success', 'failed', 'canceled'] },
  Bitbucket: {
    start: startBitbucket,
    states: ['INPROGRESS', 'SUCCESSFUL', 'SUCCESSFUL', 'FAILED', 'STOPPED'],
  },
  'Bitbucket Data Center': {
    start: startBitbucketDataCenter,
    states: ['INPROGRESS', 'SUCCESSFUL', 'SUCCESSFUL', 'FAILED', 'FAILED'],
  },
  'Azure DevOps': {
    start: startAzureDevOps,
    states: ['pending', 'succeeded', 'notApplicable', 'failed', 'error'],
  },
} as const;

const marker = '[//]: # (parapet:';

for (const [name, { start, states }] of Object.entries(hosts)) {
  describe(`the adapter of ${name}`, () => {
    let sample: HostedSample;
    let outbound: Outbound;
    let provider: Provider;
    beforeEach(async () => {
      sample = await start();
      const reachable = { mayBePrivate: false, allowedHosts: new Set(['127.0.0.1']) };
      outbound = openOutbound(reachable, { timeMs: 4_000, answerBytes: 100_000, retries: 1 });
      provider = await openProvider(outbound, sample.access);
    });
    afterEach(async () => {
      await outbound[Symbol.asyncDispose]();
      await sample[Symbol.asyncDispose]();
    });

    const fails = async (work: Promise<unknown>, fault: ProviderFailure['fault']) =>
      await assert.rejects(work, (error) => {
        assert.ok(error instanceof ProviderFailure, String(error));
        assert.equal(error.fault, fault, error.message);
        return true;
      });

    it('knows whose credentials it has, and says when they are refused', async () => {
      assert.equal(await provider.account(), sample.account);
      assert.equal(await provider.gitAuthorization(), sample.host.gitAuthorization);
      const credential = { ...sample.access.credential, token: 'revoked' };
      const revoked = await openProvider(outbound, { ...sample.access, credential });
      await fails(revoked.account(), 'credentials');
      await fails(revoked.pullRequest(sample.path, 7), 'credentials');
    });

    it('lists repositories to the last page, and reads one', async () => {
      const found = [];
      for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
        const page = await provider.repositories(cursor);
        found.push(...page.repositories);
        cursor = page.next;
        if (cursor === undefined) break;
      }
      assert.equal(found.length, 2);
      const shop = await provider.repository(sample.path);
      assert.deepEqual(shop, found[0]);
      assert.equal(shop.path, sample.path);
      assert.equal(shop.defaultBranch, 'main');
      assert.equal(shop.isPrivate, true);
      assert.equal(shop.url.replace(/\.git$/, ''), `${sample.access.baseUrl}/${sample.path}`);
      await fails(provider.repository(sample.path.replace('shop', 'nothing')), 'missing');
      for (const path of ['../../admin', '', 'a/b/c/d/e', '//evil.example/x'])
        await fails(provider.repository(path), 'missing');
    });

    it('reads a pull request and the lines that it adds', async () => {
      const pullRequest = await provider.pullRequest(sample.path, 7);
      const head = sample.host.git.git(sample.repository, 'rev-parse', 'feature');
      assert.equal(pullRequest.number, 7);
      assert.equal(pullRequest.state, 'OPEN');
      assert.equal(pullRequest.author, 'ada');
      assert.equal(pullRequest.headCommit, head);
      assert.equal(pullRequest.baseBranch, 'main');
      assert.ok(pullRequest.headRef?.startsWith('refs/'));
      const lines = await provider.changedLines(sample.path, pullRequest);
      const changed = lines.get('src/app.js');
      assert.deepEqual([...lines.keys()], ['src/app.js']);
      assert.ok(changed === 'all' || (changed?.size === 1 && changed.has(2)), String(changed));
      await fails(provider.pullRequest(sample.path, 99), 'missing');
      if (name === 'GitLab' || name === 'Bitbucket Data Center') return;
      // Of a fork, deleted by now, whose code these hosts do not keep in the repository.
      assert.equal((await provider.pullRequest(sample.path, 9)).headRef, undefined);
      if (name !== 'Azure DevOps') return;
      const { headRef, headCommit } = await provider.pullRequest(sample.path, 8);
      assert.deepEqual([headRef, headCommit], ['refs/pull/8/merge', 'ab'.repeat(20)]);
    });

    it('sets a check in the words of the host', async () => {
      const pullRequest = await provider.pullRequest(sample.path, 7);
      const all: readonly Check['state'][] = ['pending', 'success', 'neutral', 'failure', 'error'];
      for (const state of all)
        await provider.setCheck(sample.path, pullRequest, {
          state,
          title: 'x'.repeat(300),
          summary: '',
          url: 'https://parapet.example.com/scans/1',
        });
      assert.deepEqual(
        sample.checks.map(({ state }) => state),
        states,
      );
      for (const { commit, title, url } of sample.checks) {
        assert.equal(commit, pullRequest.headCommit);
        assert.ok(title.length <= 255);
        assert.equal(url, 'https://parapet.example.com/scans/1');
      }
      const pending: Check = { state: 'pending', title: 'x', summary: '', url: undefined };
      await provider.setCheck(sample.path, pullRequest, pending);
      await provider.setCheck(sample.path, pullRequest, pending);
    });

    it('comments on lines and on the whole, edits in place, resolves and opens again', async () => {
      const pullRequest = await provider.pullRequest(sample.path, 7);
      await provider.changedLines(sample.path, pullRequest);
      const add = (body: string, line?: number) =>
        provider.addComment(sample.path, pullRequest, {
          body,
          ...(line !== undefined && { place: { file: 'src/app.js', line } }),
        });
      assert.equal(await add(`On the line ${marker}issue 1)`, 2), true);
      assert.equal(await add(`On the whole ${marker}summary)`), true);
      const [kept] = sample.comments;
      assert.deepEqual([kept?.file, kept?.line], ['src/app.js', 2]);
      if (kept) sample.comments.push({ ...kept, id: 50, author: 'mallory' });
      if (kept) sample.comments.push({ ...kept, id: 51, body: 'Without a marker' });
      const read = () => provider.comments(sample.path, 7, marker);
      const [line, whole, ...more] = await read();
      assert.equal(more.length, 0, 'others’ comments are left alone');
      assert.ok(line && whole);
      assert.deepEqual([line.isResolved, whole.isResolved], [false, false]);
      await provider.updateComment(sample.path, 7, line, `Edited ${marker}issue 1)`);
      await provider.updateComment(sample.path, 7, whole, `Edited too ${marker}summary)`);
      await provider.setResolved(sample.path, 7, line, true);
      assert.deepEqual(
        (await read()).map(({ body, isResolved }) => [body.split(' [')[0], isResolved]),
        [
          ['Edited', true],
          ['Edited too', false],
        ],
      );
      await provider.setResolved(sample.path, 7, line, false);
      assert.equal((await read())[0]?.isResolved, false);
      // Azure DevOps takes any line; the others none that the change does not have.
      assert.equal(await add('Elsewhere', 99), name === 'Azure DevOps');
    });

    it('opens a pull request of one commit, and the same again when it is asked twice', async () => {
      const main = sample.host.git.git(sample.repository, 'rev-parse', 'main');
      const change = {
        branch: 'parapet/fix-1',
        baseBranch: 'main',
        baseCommit: main,
        title: 'Fix it',
        body: 'Why',
        message: 'Fix it',
        files: [{ path: 'src/app.js', content: 'one();\n// ß "quoted" & more\n' }],
      };
      const opened = await provider.openPullRequest(sample.path, change);
      assert.equal((await provider.openPullRequest(sample.path, change)).number, opened.number);
      assert.deepEqual(sample.opened, [
        { number: opened.number, branch: 'parapet/fix-1', base: 'main', title: 'Fix it' },
      ]);
      // The answer was lost after the branch was made: it is taken as it is.
      sample.opened.length = 0;
      await provider.openPullRequest(sample.path, change);
      assert.equal(sample.opened.length, 1);
      const show = (what: string) => sample.host.git.git(sample.repository, 'show', what);
      assert.equal(show('parapet/fix-1:src/app.js'), 'one();\n// ß "quoted" & more');
      assert.equal(sample.host.git.git(sample.repository, 'rev-parse', 'parapet/fix-1^'), main);
    });

    it('tells the faults of a host apart, within bounds', async () => {
      const { host, path } = sample;
      const answers = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
        host.before = (_, response) => Boolean(response.writeHead(status, headers).end(body));
      };
      const ask = () => provider.pullRequest(path, 7);
      answers(403, '{}');
      await fails(ask(), 'forbidden');
      answers(403, '{}', { 'x-ratelimit-remaining': '0' });
      await fails(ask(), 'limited');
      answers(429, '{}', { 'retry-after': '3600' });
      await fails(ask(), 'limited');
      answers(500, 'oops');
      await fails(ask(), 'unreachable');
      answers(200, '<html>Sign in</html>');
      await fails(ask(), 'unreachable');
      answers(200, '{"number":"seven"}');
      await fails(ask(), 'unreachable');
      answers(200, 'x'.repeat(200_000));
      await fails(ask(), 'unreachable');
      answers(302, '', { location: 'http://169.254.169.254/latest/meta-data' });
      await fails(ask(), 'unreachable');
      host.before = () => true;
      await fails(ask(), 'unreachable');
      const stop = AbortSignal.abort(new Error('It was cancelled.'));
      await assert.rejects(provider.pullRequest(path, 7, stop), /It was cancelled/);
    });
  });
}
