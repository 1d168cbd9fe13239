import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../../../src/api/contract/index.ts';
import { executeAgentJob } from '../../../../src/service/agent/conversations/execution.ts';
import { finding } from '../support/findings.ts';
import { authHeaders } from '../support/harness.ts';
import { type Person, TeamHarness } from '../support/team-harness.ts';

const { agentConversations, agentJobs, agentSchedules, repositories, scans, schedules, teams } = contract;

describe('a member who loses access', () => {
  let service: TeamHarness;
  let ada: Person;
  let shop: string;
  let teamId: string;

  beforeEach(async () => {
    service = await TeamHarness.start();
    ada = await service.person();
    await service.alone(ada);
    shop = await service.repository('shop');
    teamId = await service.team('web', [ada]);
    await service.grant(teamId, ['REPOSITORY_SCAN', 'ISSUE_TRIAGE'], { repositoryIds: [shop] });
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const lose = () => service.grant(teamId, ['REPOSITORY_VIEW'], { repositoryIds: [] });

  it('is not told again what was answered to an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'k' };
    const request = { repositoryId: shop, executionCriteriaCrontab: '0 3 * * 1' };
    const send = () => service.harness.send(schedules.upsertScanSchedule, request, ada, key);
    const first = await send();
    assert.equal(first.status, 200);
    assert.equal(await (await send()).text(), await first.text());
    await lose();
    const later = await send();
    assert.equal(later.status, 409);
    assert.ok(!(await later.text()).includes(shop));
  });

  it('hears no more of a scan that runs', async () => {
    const { promise: open, resolve: close } = Promise.withResolvers<void>();
    service.harness.runner.script = async ({ on }) => {
      on({ type: 'progress', phase: 'reading', done: 1, total: 2 });
      await open;
    };
    const scanId = await service.harness.startScan(shop);
    const response = await service.harness.request(`/api/v2/scans/${scanId}/events`, {
      headers: authHeaders(ada),
    });
    assert.equal(response.status, 200);
    const reader = response.body?.getReader() ?? assert.fail('no body');
    await reader.read();
    await lose();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += new TextDecoder().decode(part.value);
    assert.ok(!text.includes('event: done'), text);
    close();
    await service.harness.waitForScan(scanId);
    const after = await service.harness.request(`/api/v2/scans/${scanId}/events`, {
      headers: authHeaders(ada),
    });
    assert.equal(after.status, 404);
    await after.text();
  }).timeout(10_000);

  it('sees no conversation about the repository, nor one that an ADMIN began about all', async () => {
    const { conversation } = await service.call(agentConversations.createConversation, {
      repositoryId: shop,
    });
    await service.call(agentConversations.createConversation, { title: 'About all' });
    const { conversation: own } = await service.call(
      agentConversations.createConversation,
      { title: 'Own' },
      ada,
    );
    const listed = async () =>
      (await service.call(agentConversations.listConversations, {}, ada)).conversations.map(({ id }) => id);
    assert.deepEqual((await listed()).sort(), [conversation.id, own.id].sort());
    await lose();
    assert.deepEqual(await listed(), [own.id]);
    const conversationId = conversation.id;
    await service.refusal(agentConversations.getConversation, { conversationId }, 404, ada);
    await service.refusal(agentConversations.sendMessage, { conversationId, message: 'x' }, 404, ada);
    await service.refusal(agentConversations.archiveConversation, { conversationId }, 404, ada);
  });

  it('has the agent work no more on their behalf', async () => {
    const { schedule } = await service.call(
      agentSchedules.createCronSchedule,
      { prompt: 'Summarise.', expression: '0 8 * * 1', repositoryIds: [shop] },
      ada,
    );
    assert.equal(schedule.problem, undefined);
    await lose();
    const { schedules: all } = await service.call(agentSchedules.listCronSchedules, {});
    assert.match(all[0]?.problem ?? '', /does not see/);
    assert.deepEqual(all[0]?.repositoryIds, [shop]);
    await service.refusal(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id }, 409);
    const { schedules: hers } = await service.call(agentSchedules.listCronSchedules, {}, ada);
    assert.deepEqual(hers[0]?.repositoryIds, []);
    assert.deepEqual((await service.call(agentJobs.listJobs, {}, ada)).jobs, []);
  });

  it('is told what they may still do with it', async () => {
    const held = async (by?: Person) =>
      (await service.call(repositories.getRepository, { id: shop }, by)).permissions;
    assert.deepEqual(await held(ada), ['REPOSITORY_VIEW', 'REPOSITORY_SCAN', 'ISSUE_TRIAGE']);
    await service.grant(teamId, ['REPOSITORY_VIEW'], { repositoryIds: [shop] });
    assert.deepEqual(await held(ada), ['REPOSITORY_VIEW']);
    assert.deepEqual(await held(), [
      'REPOSITORY_VIEW',
      'REPOSITORY_SCAN',
      'ISSUE_TRIAGE',
      'REPOSITORY_MANAGE',
    ]);
  });

  it('keeps what other teams grant', async () => {
    const other = await service.team('other', [ada]);
    await service.grant(other, ['REPOSITORY_SCAN'], { repositoryIds: [shop] });
    await lose();
    const { scan } = await service.call(repositories.scanRepository, { id: shop }, ada);
    await service.call(scans.getScan, { id: scan.id }, ada);
    await service.call(teams.deleteTeam, { teamId: other });
    await service.refusal(scans.getScan, { id: scan.id }, 404, ada);
  });

  it('attaches no issue of it to what they say, and has no job go on about it', async () => {
    service.harness.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'f' }) });
      return undefined;
    };
    await service.harness.scan(shop);
    const [issue] = await service.harness.issues();
    const attachments = [{ kind: 'issue' as const, issueId: issue?.id ?? '' }];
    const about = { initialMessage: 'What is it?', attachments };
    const { job } = await service.call(agentConversations.createConversation, about, ada);
    await lose();
    const { issues } = await service.refusal(agentConversations.createConversation, about, 422, ada);
    assert.equal(issues?.[0]?.path, 'attachments[0].issueId');
    // A job that waited for its turn while the access was taken.
    const jobId = job?.id ?? '';
    for (const until = performance.now() + 5_000; performance.now() < until; await sleep(10)) {
      const { job: present } = await service.call(agentJobs.getJob, { jobId });
      if (present.finishedAt !== null) break;
    }
    await service.harness.service.core.db
      .updateTable('agent_jobs')
      .set({ status: 'PENDING', finished_at: null })
      .where('id', '=', jobId)
      .execute();
    const core = service.harness.service.core;
    await executeAgentJob(core, jobId, new AbortController().signal, () => undefined);
    const { job: after } = await service.call(agentJobs.getJob, { jobId });
    assert.equal(after.status, 'FAILED');
    assert.match(after.errorMessage ?? '', /does not see the repository any more/);
  });
});
