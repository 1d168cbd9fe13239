import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { RequestOf } from '../../../../src/api/contract/endpoint.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import { createSealer } from '../../../../src/service/core/sealed.ts';
import { askTrackers } from '../../../../src/service/integrations/trackers/states.ts';
import { kinds, type SampleTracker, startTracker } from '../../../support/trackers.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { trackers, triage, issues } = contract;
const allowedHosts = new Set(['127.0.0.1']);
const hostile = '@everyone [x](javascript:alert(1)) {html} <img src=//x> ![y](//x) /close [~admin] \u202e';

describe('issue trackers', () => {
  let tracker: SampleTracker;
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start({ allowedHosts, publicUrl: new URL('https://parapet.example.com') });
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'one', message: hostile }) });
      return undefined;
    };
    await service.scan(await service.addRepository());
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await tracker[Symbol.asyncDispose]();
  });

  const begin = async (
    kind: (typeof kinds)[number],
    more: Partial<RequestOf<typeof trackers.connectTracker>> = {},
  ) => {
    tracker = await startTracker(kind);
    const answer = await service.call(trackers.connectTracker, { ...tracker.request, ...more });
    return answer.tracker;
  };
  const issueId = async () => (await service.issues())[0]?.id ?? assert.fail('no issue');
  const present = async () => (await service.call(issues.getIssue, { id: await issueId() })).issue;
  const later = (minutes: number) => service.setNow(new Date(Date.now() + minutes * 60_000));

  for (const kind of kinds)
    it(`of the kind ${kind} get an issue, and say how it stands`, async () => {
      const { id: trackerId, account } = await begin(kind);
      assert.match(account, /parapet.bot/i);
      const request = { issueId: await issueId(), trackerId };
      const { draft } = await service.call(trackers.previewTrackerIssue, request);
      assert.equal(tracker.issues.length, 0);
      assert.equal(draft.title, 'SQL injection in src/app.js:3');
      const made = await service.call(trackers.createTrackerIssue, request);
      const kept = tracker.issues[0] ?? assert.fail('not created');
      assert.equal(made.created, true);
      assert.deepEqual(
        [made.issue.trackerIssue?.id, made.issue.trackerIssue?.url, made.issue.trackerIssue?.title],
        [tracker.keyOf(1), tracker.urlOf(1), draft.title],
      );
      assert.ok(kept.description.includes(`https://parapet.example.com/dashboard/issues/${request.issueId}`));
      assert.ok(!kept.description.includes('db.query(sql)'), 'code stays where it is');
      assert.ok(!kept.description.includes('\u202e'));
      const again = await service.call(trackers.createTrackerIssue, request);
      assert.deepEqual([again.created, tracker.issues.length], [false, 1]);
      kept.isClosed = true;
      kept.title = 'Bind the query';
      later(20);
      await askTrackers(service.service.core);
      const now = await present();
      assert.deepEqual(
        [now.trackerIssue?.state?.isClosed, now.trackerIssue?.title],
        [true, 'Bind the query'],
      );
      assert.equal(now.status, 'PENDING_REVIEW');
    });

  const live = {
    github: ['@everyone', '[x](', '<img src', '![y](', '\n/close'],
    jiraDataCenter: ['[x]', '{html}', '![y]', '[~admin]'],
  };
  for (const kind of ['github', 'jiraDataCenter'] as const)
    it(`of the kind ${kind} format nothing and name nobody by text from code`, async () => {
      const { id: trackerId } = await begin(kind);
      await service.call(trackers.createTrackerIssue, { issueId: await issueId(), trackerId });
      const { description } = tracker.issues[0] ?? assert.fail();
      assert.ok(description.includes('everyone'));
      for (const text of live[kind]) assert.ok(!description.includes(text), `${text} in ${description}`);
    });

  it('say what to do where the key that their credentials were sealed with is gone', async () => {
    const { id: trackerId } = await begin('github');
    const { db } = service.service.core;
    const before = await db.selectFrom('trackers').select('credential').executeTakeFirstOrThrow();
    const credential = await createSealer(randomBytes(32)).seal('{}', `credential of tracker ${trackerId}`);
    await db.updateTable('trackers').set({ credential }).execute();
    const otherProject = { trackerId, project: 'acme/other' };
    const refused = await service.refusal(trackers.updateTracker, otherProject, 422);
    assert.match(refused.error, /Restore the key, or give the credential again/);
    assert.equal(refused.issues?.[0]?.path, 'credential');
    const creation = { issueId: await issueId(), trackerId };
    const create = await service.refusal(trackers.createTrackerIssue, creation, 422);
    assert.match(create.error, /Restore the key/);
    const renamed = await service.call(trackers.updateTracker, { trackerId, name: 'Ours' });
    assert.match(renamed.tracker.errorMessage ?? '', /Restore the key/);
    assert.ok(!service.logged.join('\n').includes(before.credential));
    const { credential: given } = tracker.request;
    const mended = await service.call(trackers.updateTracker, { trackerId, credential: given });
    assert.equal(mended.tracker.errorMessage, undefined);
    await service.call(trackers.createTrackerIssue, creation);
  });

  it('are asked once by many at a time', async () => {
    const { id: trackerId } = await begin('github');
    const request = { issueId: await issueId(), trackerId };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.send(trackers.createTrackerIssue, request)),
    );
    assert.equal(tracker.issues.length, 1);
    for (const { status } of answers) assert.ok(status === 200 || status === 409, `${status}`);
    assert.equal((await present()).trackerIssue?.id, 'acme/shop#1');
  });

  for (const kind of kinds)
    it(`of the kind ${kind} are looked through for what an attempt left unclear`, async () => {
      const { id: trackerId } = await begin(kind, { priorities: {} });
      const request = { issueId: await issueId(), trackerId };
      const { before } = tracker.host;
      // The tracker creates it, and nobody hears of that.
      tracker.host.before = (call, response) => {
        if (before(call, response)) return true;
        const creates = call.method === 'POST' && (kind !== 'linear' || call.text.includes('issueCreate'));
        if (creates) response.end = () => response.destroy();
        return false;
      };
      const unclear = await service.refusal(trackers.createTrackerIssue, request, 422);
      assert.match(unclear.error, /not known/);
      const count = tracker.issues.length;
      assert.ok(count > 0);
      tracker.host.before = before;
      await service.refusal(trackers.createTrackerIssue, request, 409);
      later(2);
      const { created, issue } = await service.call(trackers.createTrackerIssue, request);
      assert.deepEqual([created, tracker.issues.length], [false, count]);
      assert.equal(issue.trackerIssue?.id, tracker.keyOf(1));
    });

  it('get what a person wrote in place of the description, and say who reads it', async () => {
    for (const kind of ['github', 'jira'] as const) {
      const { id: trackerId } = await begin(kind);
      const request = { issueId: await issueId(), trackerId };
      const { draft } = await service.call(trackers.previewTrackerIssue, request);
      assert.equal(draft.visibility, 'restricted');
      assert.ok(draft.text.startsWith('@everyone'), 'as a person reads it');
      tracker.isPublic = true;
      const text = 'Seen in production.\n\n@all please [look](http://x)';
      const changed = { ...request, title: `${hostile.slice(0, 60)} #1`, text };
      const preview = (await service.call(trackers.previewTrackerIssue, changed)).draft;
      assert.equal(preview.visibility, 'public');
      assert.equal(preview.text, text);
      await service.call(trackers.createTrackerIssue, changed);
      const kept = tracker.issues[0] ?? assert.fail('not created');
      assert.ok(kept.description.includes('Seen in production.'));
      assert.ok(!kept.description.includes('alert(1)'), 'the description is replaced');
      if (kind === 'github')
        for (const live of ['@all', '@everyone', '[look](', ' #1'])
          assert.ok(!`${kept.description}${kept.title}`.includes(live), live);
      await service.call(triage.linkTrackerIssue, { issueId: request.issueId, url: null });
      if (kind === 'github') await tracker[Symbol.asyncDispose]();
    }
  });

  it('do not say who reads it where they do not answer', async () => {
    const { id: trackerId } = await begin('github');
    tracker.host.before = (_, response) => Boolean(response.writeHead(500).end());
    const request = { issueId: await issueId(), trackerId };
    assert.equal((await service.call(trackers.previewTrackerIssue, request)).draft.visibility, 'unknown');
  });

  it('get one issue where the service is killed between its creation and the record of it', async () => {
    const { id: trackerId } = await begin('gitlab');
    const request = { issueId: await issueId(), trackerId };
    const usual = tracker.host.before;
    let next: Harness | undefined;
    tracker.host.before = (call, response) => {
      if (usual(call, response)) return true;
      if (call.method !== 'POST') return false;
      const { end } = response;
      // Created there, and not known here: what a kill leaves at this moment.
      response.end = ((text: string) => {
        void service.asAfterKill({ allowedHosts }).then((left) => {
          next = left;
          end.call(response, text, 'utf8');
        });
        return response;
      }) as typeof response.end;
      return false;
    };
    await service.call(trackers.createTrackerIssue, request);
    tracker.host.before = usual;
    await using after = next ?? assert.fail('not copied');
    after.setNow(new Date(Date.now() + 2 * 60_000));
    const { created, issue } = await after.call(trackers.createTrackerIssue, request);
    assert.deepEqual([created, issue.trackerIssue?.id], [false, tracker.keyOf(1)]);
    assert.equal(tracker.issues.length, 1);
  });

  for (const kind of ['jira', 'jiraDataCenter', 'github', 'gitlab'] as const)
    it(`of the kind ${kind} are looked through page by page`, async () => {
      const { id: trackerId } = await begin(kind, { priorities: {} });
      for (let number = 1; number <= 230; number++)
        tracker.issues.push({
          number,
          title: 'Other',
          description: 'Other',
          labels: [],
          priority: undefined,
          isClosed: false,
        });
      const request = { issueId: await issueId(), trackerId };
      const usual = tracker.host.before;
      tracker.host.before = (call, response) => {
        if (usual(call, response)) return true;
        if (call.method === 'POST') response.end = () => response.destroy();
        return false;
      };
      await service.refusal(trackers.createTrackerIssue, request, 422);
      tracker.host.before = usual;
      later(2);
      const { created, issue } = await service.call(trackers.createTrackerIssue, request);
      assert.deepEqual([created, issue.trackerIssue?.id], [false, tracker.keyOf(231)]);
    });

  it('that take no more requests are left alone until the next round', async () => {
    const { id: trackerId } = await begin('github');
    const ids = (await service.issues()).map(({ id }) => id);
    for (const id of ids) await service.call(trackers.createTrackerIssue, { issueId: id, trackerId });
    tracker.host.before = (_, response) => Boolean(response.writeHead(429).end('{}'));
    const asked = tracker.host.calls.length;
    later(20);
    await askTrackers(service.service.core);
    assert.equal(tracker.host.calls.length, asked + 1);
    const { trackers: listed } = await service.call(trackers.listTrackers, {});
    assert.equal(listed[0]?.errorMessage, undefined);
    assert.equal((await present()).trackerIssue?.state?.isClosed, false);
  });

  it('are tried on demand by an administrator, and say what is wrong', async () => {
    const { id: trackerId } = await begin('jira');
    const { before } = tracker.host;
    tracker.host.before = (_, response) => Boolean(response.writeHead(401).end('{}'));
    const wrong = await service.call(trackers.checkTracker, { trackerId });
    assert.match(wrong.tracker.errorMessage ?? '', /refuses the credentials/);
    tracker.host.before = before;
    const right = await service.call(trackers.checkTracker, { trackerId });
    assert.equal(right.tracker.errorMessage, undefined);
    await service.refusal(trackers.checkTracker, { trackerId }, 403, await memberOf(service));
  });

  it('resolve an issue only where the setting says so', async () => {
    const { id: trackerId } = await begin('jira', { resolveWhenClosed: true });
    await service.call(trackers.createTrackerIssue, { issueId: await issueId(), trackerId });
    for (const kept of tracker.issues) kept.isClosed = true;
    later(20);
    await askTrackers(service.service.core);
    const { status, history } = await present();
    assert.equal(status, 'RESOLVED');
    assert.match(history?.[0]?.reason ?? '', /^SEC-1 was closed in /);
  });

  it('are linked by address or id within their project, and unlinked', async () => {
    const { id: trackerId } = await begin('jira');
    tracker.issues.push({
      number: 1,
      title: 'Known',
      description: '',
      labels: [],
      priority: '',
      isClosed: true,
    });
    const request = { issueId: await issueId() };
    const byId = await service.call(triage.linkTrackerIssue, { ...request, trackerId, id: 'SEC-1' });
    const expected = {
      id: 'SEC-1',
      url: tracker.urlOf(1),
      title: 'Known',
      state: { isClosed: true, name: 'Done' },
    };
    assert.deepEqual(byId.issue.trackerIssue, expected);
    const none = await service.call(triage.linkTrackerIssue, { ...request, url: null });
    assert.equal(none.issue.trackerIssue, undefined);
    const byUrl = await service.call(triage.linkTrackerIssue, { ...request, url: tracker.urlOf(1) });
    assert.deepEqual(byUrl.issue.trackerIssue, expected);
    for (const id of ['HR-1', 'SEC-9', '../x'])
      await service.refusal(triage.linkTrackerIssue, { ...request, trackerId, id }, 422);
    await service.refusal(triage.linkTrackerIssue, request, 422);
    const url = `${tracker.host.url}/browse/HR-1`;
    const other = await service.call(triage.linkTrackerIssue, { ...request, url });
    assert.deepEqual(other.issue.trackerIssue, { id: 'HR-1', url, title: 'HR-1' });
    await service.call(trackers.deleteTracker, { trackerId });
    assert.equal((await present()).trackerIssue?.id, 'HR-1');
  });

  it('are connected by administrators, once credentials and project work, and never show them', async () => {
    const connected = await begin('jira');
    const { username: _, ...anonymous } = tracker.request.credential;
    const request = tracker.request;
    await service.refusal(trackers.connectTracker, { ...request, credential: anonymous }, 422);
    const wrong = { ...request, credential: { token: 'wrong', username: 'ada@example.com' } };
    const refused = await service.refusal(trackers.connectTracker, wrong, 422);
    assert.match(refused.error, /refuses the credentials of the tracker/);
    await service.refusal(trackers.connectTracker, { ...request, project: 'NONE' }, 422);
    for (const baseUrl of ['http://169.254.169.254', 'http://10.0.0.1'])
      assert.match(
        (await service.refusal(trackers.connectTracker, { ...request, baseUrl }, 422)).error,
        /own network/,
      );
    const member = await memberOf(service);
    await service.refusal(trackers.connectTracker, request, 403, member);
    await service.refusal(trackers.deleteTracker, { trackerId: connected.id }, 403, member);
    const listed = await service.call(trackers.listTrackers, {}, member);
    assert.deepEqual(listed.trackers, [connected]);
    const kept = await service.service.core.db.selectFrom('trackers').selectAll().execute();
    const everything = JSON.stringify([listed, kept]) + service.logged.join('\n');
    assert.ok(!everything.includes(request.credential.token));
  });

  it('that are hostile are bounded, and what they say is not believed', async () => {
    const { id: trackerId } = await begin('github');
    const request = { issueId: await issueId(), trackerId };
    const issue = { number: 1, state: 'open', title: `a\u202e${'b'.repeat(1_000)}` };
    const answers = [
      'x'.repeat(17 * 1024 * 1024),
      JSON.stringify({ ...issue, html_url: 'javascript:alert(1)' }),
      '<html>',
    ];
    for (const text of answers) {
      tracker.host.before = (_, response) => Boolean(response.writeHead(201).end(text));
      await service.refusal(triage.linkTrackerIssue, { ...request, id: 'acme/shop#1' }, 422);
    }
    tracker.host.before = (_, response) =>
      Boolean(response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    const inward = await service.refusal(triage.linkTrackerIssue, { ...request, id: 'acme/shop#1' }, 422);
    assert.match(inward.error, /redirects to another address/);
    const text = JSON.stringify({ ...issue, html_url: tracker.urlOf(1) });
    tracker.host.before = (_, response) => Boolean(response.writeHead(200).end(text));
    const linked = await service.call(triage.linkTrackerIssue, { ...request, id: 'acme/shop#1' });
    const { title } = linked.issue.trackerIssue ?? assert.fail();
    assert.ok(title.length <= 500 && !title.includes('\u202e'));
    tracker.host.before = (_, response) => Boolean(response.writeHead(401).end('{}'));
    later(20);
    await askTrackers(service.service.core);
    const { trackers: noted } = await service.call(trackers.listTrackers, {});
    assert.match(noted[0]?.errorMessage ?? '', /refuses the credentials of the tracker/);
    assert.equal((await present()).trackerIssue?.title, title);
  });
});
