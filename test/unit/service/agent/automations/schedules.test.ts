import assert from 'node:assert/strict';
import type { RequestOf } from '../../../../../src/api/contract/endpoint.ts';
import { contract } from '../../../../../src/api/contract/index.ts';
import { forgetOldRuns } from '../../../../../src/service/agent/automations/run-retention.ts';
import { gate, waitAt } from '../../support/scripted-runner.ts';
import { AgentHarness, until } from '../support/agent-harness.ts';

const { agentSchedules, agentConversations, agentJobs, agentConfig, repositories, tags } = contract;

describe('cron schedules of the agent', () => {
  let agent: AgentHarness;
  beforeEach(async () => {
    agent = await AgentHarness.start();
    agent.harness.setNow(new Date('2026-03-02T06:00:00Z'));
  });
  afterEach(() => agent[Symbol.asyncDispose]());

  const create = async (change: Partial<RequestOf<typeof agentSchedules.createCronSchedule>> = {}) => {
    const request = { prompt: 'Summarise the issues.', expression: '0 8 * * 1', ...change };
    return (await agent.call(agentSchedules.createCronSchedule, request)).schedule;
  };
  const list = async () => (await agent.call(agentSchedules.listCronSchedules, {})).schedules;
  const conversations = async () =>
    (await agent.call(agentConversations.listConversations, { source: 'scheduled' })).conversations;
  /** Moves the clock and lets the service look. */
  const at = async (time: string) => {
    agent.harness.setNow(new Date(time));
    agent.harness.service.core.happened();
  };

  it('say when they are due next, in their time zone, and are listed by name, paged', async () => {
    const berlin = await create({ name: 'B', timeZone: 'Europe/Berlin' });
    assert.equal(berlin.nextRunAt, '2026-03-02T07:00:00.000Z');
    assert.equal(berlin.enabled, true);
    assert.equal(berlin.lastRun, null);
    assert.match(berlin.onBehalfOf, /@/);
    const off = await create({ name: 'A', enabled: false });
    assert.equal(off.nextRunAt, null);
    const first = await agent.call(agentSchedules.listCronSchedules, { limit: 1 });
    assert.deepEqual(
      first.schedules.map(({ id }) => id),
      [off.id],
    );
    const rest = await agent.call(agentSchedules.listCronSchedules, { limit: 1, cursor: first.nextCursor });
    assert.deepEqual(rest.schedules, [berlin]);
    assert.equal(rest.nextCursor, undefined);
  });

  it('are named after their prompt where no name is given', async () => {
    assert.equal((await create()).name, 'Summarise the issues.');
  });

  it('start a job when due, in a conversation of source scheduled, once', async () => {
    const schedule = await create({ name: 'Digest' });
    await at('2026-03-02T08:00:20Z');
    await until(async () => (await conversations()).length > 0);
    await at('2026-03-02T08:01:00Z');
    const [conversation, ...others] = await conversations();
    assert.deepEqual(others, []);
    assert.equal(conversation?.title, 'Digest');
    const { jobs } = await agent.call(agentJobs.listJobs, { trigger: 'scheduled' });
    assert.equal(jobs.length, 1);
    assert.equal(jobs[0]?.triggerId, schedule.id);
    await agent.ended(jobs[0]?.id ?? '');
    assert.equal(agent.analyst.turns[0]?.prompt, 'Summarise the issues.');
    const [after] = await list();
    assert.equal(after?.nextRunAt, '2026-03-09T08:00:00.000Z');
    assert.deepEqual(after?.lastRun, {
      at: '2026-03-02T08:00:20.000Z',
      reason: 'due',
      jobIds: [jobs[0]?.id],
    });
  });

  it('make up once what was missed while the service was not running', async () => {
    await create({ expression: '0 8 * * *' });
    await agent.harness.service.stop();
    agent.harness.setNow(new Date('2026-03-20T12:00:00Z'));
    await agent.harness.open({ agent: agent.setup });
    await until(async () => (await conversations()).length > 0);
    const [after] = await list();
    assert.equal(after?.lastRun?.reason, 'madeUp');
    assert.equal(after?.lastRun?.jobIds.length, 1);
    assert.equal(after?.nextRunAt, '2026-03-21T08:00:00.000Z');
    assert.equal((await conversations()).length, 1);
  });

  it('of repositories ask about each, in a conversation bound to it', async () => {
    const shop = await agent.harness.addRepository('shop');
    const blog = await agent.harness.addRepository('blog');
    await agent.harness.addRepository('other');
    const schedule = await create({ prompt: 'Look at {{repository}}.', repositoryIds: [shop, blog] });
    const { jobs } = await agent.call(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id });
    assert.deepEqual(jobs.map(({ repositoryId }) => repositoryId).sort(), [shop, blog].sort());
    for (const { id } of jobs) await agent.ended(id);
    assert.deepEqual(agent.analyst.turns.map(({ prompt }) => prompt.split('\n')[0]).sort(), [
      'Look at `blog`.',
      'Look at `shop`.',
    ]);
  });

  it('of tags ask about the repositories that have one when they run', async () => {
    const shop = await agent.harness.addRepository('shop');
    const { tag } = await agent.call(tags.createTag, { name: 'web' });
    const schedule = await create({ tagIds: [tag.id] });
    assert.match(schedule.problem ?? '', /its tags have none/);
    await agent.refusal(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id }, 409);
    await agent.call(tags.updateTag, { tagId: tag.id, repositoryIds: [shop] });
    const { jobs } = await agent.call(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id });
    assert.deepEqual(
      jobs.map(({ repositoryId }) => repositoryId),
      [shop],
    );
  });

  it('whose repositories were deleted say so and start nothing, instead of growing to all', async () => {
    const shop = await agent.harness.addRepository('shop');
    await agent.harness.addRepository('other');
    const schedule = await create({ repositoryIds: [shop] });
    await agent.call(repositories.deleteRepositories, { repositoryIds: [shop] });
    assert.match((await list())[0]?.problem ?? '', /were deleted/);
    await agent.refusal(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id }, 409);
    await at('2026-03-02T08:00:01Z');
    await until(async () => (await list())[0]?.lastRun?.reason === 'due');
    assert.deepEqual((await list())[0]?.lastRun?.jobIds, []);
    assert.equal((await conversations()).length, 0);
  });

  it('leave a repository out whose last run goes on, and say so', async () => {
    const hold = gate();
    agent.analyst.script = async function* (_turn, signal) {
      await waitAt(hold.passed, signal);
      yield { type: 'text', text: 'Done.' };
    };
    const schedule = await create();
    await agent.call(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id });
    const again = await agent.refusal(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id }, 409);
    assert.match(again.error, /earlier run had not ended/);
    hold.open();
    await until(
      async () => (await agent.call(agentJobs.listJobs, { status: 'COMPLETED' })).jobs.length === 1,
    );
    await agent.call(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id });
  });

  it('run by hand when they are not enabled, and are due as before', async () => {
    const schedule = await create({ enabled: false });
    const { schedule: after, jobs } = await agent.call(agentSchedules.triggerCronSchedule, {
      scheduleId: schedule.id,
    });
    assert.equal(jobs.length, 1);
    assert.equal(after.nextRunAt, null);
    assert.equal(after.lastRun?.reason, 'manual');
  });

  it('change in what is given and stay in what is not', async () => {
    const shop = await agent.harness.addRepository('shop');
    const { id } = await create({ name: 'Digest', repositoryIds: [shop] });
    const change = async (fields: Record<string, unknown>) =>
      (await agent.call(agentSchedules.updateCronSchedule, { scheduleId: id, ...fields })).schedule;
    const renamed = await change({ name: 'Report' });
    assert.deepEqual(
      [renamed.name, renamed.prompt, renamed.expression, renamed.repositoryIds],
      ['Report', 'Summarise the issues.', '0 8 * * 1', [shop]],
    );
    assert.equal((await change({ timeZone: 'America/New_York' })).nextRunAt, '2026-03-02T13:00:00.000Z');
    assert.equal((await change({ enabled: false })).nextRunAt, null);
    assert.equal((await change({ enabled: true })).nextRunAt, '2026-03-02T13:00:00.000Z');
    assert.deepEqual((await change({ repositoryIds: [] })).repositoryIds, []);
  });

  it('are gone when deleted, and what their jobs said stays', async () => {
    const { id } = await create();
    const { jobs } = await agent.call(agentSchedules.triggerCronSchedule, { scheduleId: id });
    await agent.ended(jobs[0]?.id ?? '');
    await agent.call(agentSchedules.deleteCronSchedule, { scheduleId: id });
    await agent.refusal(agentSchedules.deleteCronSchedule, { scheduleId: id }, 404);
    assert.deepEqual(await list(), []);
    assert.equal((await conversations()).length, 1);
  });

  it('that could not be kept are refused, each with its field', async () => {
    const refused = async (change: Record<string, unknown>) => {
      const request = { prompt: 'Look.', expression: '0 8 * * 1', ...change };
      const { error, issues } = await agent.refusal(agentSchedules.createCronSchedule, request, 422);
      return `${issues?.[0]?.path}: ${error}`;
    };
    const nobody = crypto.randomUUID();
    assert.match(await refused({ expression: '0 0 30 2 *' }), /^expression: .*never comes due/);
    assert.match(await refused({ expression: 'every day' }), /^expression: .*five fields/);
    assert.match(await refused({ expression: '* * * * *' }), /^expression: .*more often/);
    assert.match(await refused({ timeZone: 'Mars/Olympus' }), /^timeZone: .*no such time zone/);
    assert.match(await refused({ repositoryIds: [nobody] }), /^repositoryIds\[0\]: /);
    assert.match(await refused({ tagIds: [nobody] }), /^tagIds\[0\]: /);
    assert.match(await refused({ prompt: 'Fix {{issue.title}}' }), /^prompt: Nothing stands for/);
    await agent.refusal(agentSchedules.createCronSchedule, { prompt: ' ', expression: '0 8 * * 1' }, 400);
    const huge = { prompt: 'x'.repeat(10_001), expression: '0 8 * * 1' };
    await agent.refusal(agentSchedules.createCronSchedule, huge, 400);
    assert.deepEqual(await list(), []);
  });

  it('say why a run started nothing while the agent is switched off, and go on when it is on again', async () => {
    await create({ expression: '0 8 * * *' });
    await agent.call(agentConfig.updateConfig, { enabled: false });
    await at('2026-03-02T08:00:01Z');
    await until(async () => (await list())[0]?.lastRun !== null);
    const [off] = await list();
    assert.deepEqual(off?.lastRun?.jobIds, []);
    assert.match(off?.lastRun?.message ?? '', /switched off/);
    assert.equal((await conversations()).length, 0);
    await agent.call(agentConfig.updateConfig, { enabled: true });
    await at('2026-03-03T08:00:01Z');
    await until(async () => (await conversations()).length === 1);
  });

  it('run no more for a person who left, until someone else saves them', async () => {
    const { memberId, ...member } = await agent.member();
    const { schedule } = await agent.call(
      agentSchedules.createCronSchedule,
      { prompt: 'Look.', expression: '0 8 * * 1' },
      member,
    );
    await agent.call(contract.organizations.removeMember, { memberId });
    assert.match((await list())[0]?.problem ?? '', /Save it again/);
    await agent.refusal(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id }, 409);
    await agent.call(agentSchedules.updateCronSchedule, { scheduleId: schedule.id });
    assert.equal((await list())[0]?.problem, undefined);
    await agent.call(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id });
  });

  it('are listed with Agent View, and changed and run only with Agent Run', async () => {
    const { id: scheduleId } = await create();
    const { memberId, ...member } = await agent.member();
    await agent.call(agentConfig.updateMemberPermissions, { memberId, permissions: ['AGENT_VIEW'] });
    assert.equal((await agent.call(agentSchedules.listCronSchedules, {}, member)).schedules.length, 1);
    const request = { prompt: 'Look.', expression: '0 8 * * 1' };
    await agent.refusal(agentSchedules.createCronSchedule, request, 403, member);
    await agent.refusal(agentSchedules.updateCronSchedule, { scheduleId, name: 'x' }, 403, member);
    await agent.refusal(agentSchedules.deleteCronSchedule, { scheduleId }, 403, member);
    await agent.refusal(agentSchedules.triggerCronSchedule, { scheduleId }, 403, member);
    await agent.call(agentConfig.updateMemberPermissions, { memberId, permissions: [] });
    await agent.refusal(agentSchedules.listCronSchedules, {}, 403, member);
  });

  it('of another organization are not there', async () => {
    const { id: scheduleId } = await create();
    const stranger = await agent.stranger();
    assert.deepEqual((await agent.call(agentSchedules.listCronSchedules, {}, stranger)).schedules, []);
    await agent.refusal(agentSchedules.updateCronSchedule, { scheduleId, name: 'x' }, 404, stranger);
    await agent.refusal(agentSchedules.triggerCronSchedule, { scheduleId }, 404, stranger);
    await agent.refusal(agentSchedules.deleteCronSchedule, { scheduleId }, 404, stranger);
  });

  it('leave of their runs the latest, and those that a person took up', async () => {
    const one = await create({ name: 'one' });
    const two = await create({ name: 'two' });
    const ran: string[] = [];
    for (const { id: scheduleId } of [one, one, one, one, two]) {
      const { jobs } = await agent.call(agentSchedules.triggerCronSchedule, { scheduleId });
      await agent.ended(jobs[0]?.id ?? '');
      ran.push(jobs[0]?.conversationId ?? '');
    }
    const { job } = await agent.call(agentConversations.sendMessage, {
      conversationId: ran[0] ?? '',
      message: 'Tell me more.',
    });
    await agent.ended(job.id);
    await agent.answerTo('By hand');
    await forgetOldRuns(agent.db, 1);
    const left = (await conversations()).map(({ id }) => id).sort();
    assert.deepEqual(left, [ran[0], ran[3], ran[4]].sort());
    const { conversations: all } = await agent.call(agentConversations.listConversations, {});
    assert.equal(all.length, 4, 'what a person began stays');
  });

  it('are at most a hundred', async () => {
    for (let count = 0; count < 100; count++) await create({ enabled: false });
    const { error } = await agent.refusal(
      agentSchedules.createCronSchedule,
      { prompt: 'One more.', expression: '0 8 * * 1' },
      422,
    );
    assert.match(error, /100 schedules already/);
  }).timeout(20_000);
});
