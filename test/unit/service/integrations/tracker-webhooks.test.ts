import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { contract } from '../../../../src/api/contract/index.ts';
import { askTrackers } from '../../../../src/service/integrations/trackers/states.ts';
import { deliver, eventually } from '../../../support/code-hosts/webhooks.ts';
import { trackerWebhook } from '../../../support/tracker-webhooks.ts';
import { type Kind, kinds, type SampleTracker, startTracker } from '../../../support/trackers.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { trackers, issues } = contract;

describe('webhooks of issue trackers', () => {
  let tracker: SampleTracker;
  let service: Harness;
  let issueId: string;
  let to: { id: string; secret: string };
  beforeEach(async () => {
    service = await Harness.start({ allowedHosts: new Set(['127.0.0.1']) });
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'one' }) });
      return undefined;
    };
    await service.scan(await service.addRepository());
    issueId = (await service.issues())[0]?.id ?? assert.fail('no issue');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await tracker[Symbol.asyncDispose]();
  });

  const begin = async (kind: Kind) => {
    tracker = await startTracker(kind);
    const connected = (await service.call(trackers.connectTracker, tracker.request)).tracker;
    await service.call(trackers.createTrackerIssue, { issueId, trackerId: connected.id });
    assert.equal(connected.takesWebhooks, false);
    const renewed = await service.call(trackers.updateTracker, {
      trackerId: connected.id,
      renewWebhookSecret: true,
    });
    assert.equal(renewed.tracker.takesWebhooks, true);
    to = { id: connected.id, secret: renewed.webhookSecret ?? assert.fail('no secret') };
    return renewed.tracker;
  };
  const isClosed = async () =>
    (await service.call(issues.getIssue, { id: issueId })).issue.trackerIssue?.state?.isClosed;
  const send = (sent: ReturnType<typeof trackerWebhook>) => deliver(service.service.app, sent);
  const close = () => {
    for (const kept of tracker.issues) kept.isClosed = true;
  };

  for (const kind of kinds)
    it(`of the kind ${kind} have the issue asked for, and come once`, async () => {
      const { webhookUrl } = await begin(kind);
      assert.ok(webhookUrl.endsWith(`/webhooks/trackers/${to.id}`));
      close();
      const sent = trackerWebhook(kind, to, 1);
      assert.equal(await send(sent), 202);
      await eventually(async () => ((await isClosed()) ? true : undefined));
      const asked = tracker.host.calls.length;
      assert.equal(await send(sent), 200);
      const { trackers: listed } = await service.call(trackers.listTrackers, {});
      assert.ok(listed[0]?.lastDeliveryAt !== undefined);
      assert.equal(tracker.host.calls.length, asked, 'the same one is not asked for again');
    });

  for (const kind of kinds)
    it(`of the kind ${kind} are refused from who does not know the secret`, async () => {
      await begin(kind);
      const sent = trackerWebhook(kind, to, 1);
      const forged = trackerWebhook(kind, { ...to, secret: 'guessed' }, 1);
      assert.equal(await send(forged), 401);
      const bare = { 'content-type': 'application/json' };
      assert.equal(await send({ ...sent, headers: bare }), 401);
      if (kind !== 'gitlab') assert.equal(await send({ ...sent, body: { ...sent.body, more: 1 } }), 401);
      assert.equal(await send({ ...sent, path: `/webhooks/trackers/${randomUUID()}` }), 404);
      assert.equal(await send({ ...sent, path: `/webhooks/${to.id}` }), 404);
      assert.equal(await isClosed(), false);
    });

  it('of Linear are refused when they are old', async () => {
    await begin('linear');
    assert.equal(await send(trackerWebhook('linear', to, 1, new Date(Date.now() - 600_000))), 401);
  });

  it('are not taken before there is a secret, nor with the one before', async () => {
    await begin('github');
    const earlier = trackerWebhook('github', to, 1);
    await service.call(trackers.updateTracker, { trackerId: to.id, renewWebhookSecret: true });
    assert.equal(await send(earlier), 401);
    await using other = await startTracker('jira');
    const { tracker: without } = await service.call(trackers.connectTracker, other.request);
    assert.equal(await send(trackerWebhook('jira', { id: without.id, secret: '' }, 1)), 404);
  });

  it('are made up for by the clock where the tracker does not answer', async () => {
    await begin('github');
    close();
    const { before } = tracker.host;
    tracker.host.before = (_, response) => Boolean(response.writeHead(502).end());
    const asked = tracker.host.calls.length;
    assert.equal(await send(trackerWebhook('github', to, 1)), 202);
    await eventually(() => (tracker.host.calls.length > asked ? true : undefined));
    assert.equal(await isClosed(), false);
    tracker.host.before = before;
    await askTrackers(service.service.core);
    assert.equal(await isClosed(), true);
  });

  it('about what nobody linked, and what is no event of an issue, change nothing', async () => {
    await begin('jira');
    const asked = tracker.host.calls.length;
    assert.equal(await send(trackerWebhook('jira', to, 77)), 202);
    const jobs = await service.service.core.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'tracker-state')
      .execute();
    assert.deepEqual([jobs, tracker.host.calls.length], [[], asked]);
  });
});
