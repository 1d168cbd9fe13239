import assert from 'node:assert/strict';
import { contract } from '../../../../../src/api/contract/index.ts';
import { shownRun } from '../../../../../src/service/agent/automations/scope.ts';
import { reachOf } from '../../../../../src/service/core/reach.ts';
import { type Person, TeamHarness } from '../../support/team-harness.ts';
import { until } from '../support/agent-harness.ts';

const { agentConfig, agentPlaybooks, agentSchedules, agentTriggers, repositories, tags } = contract;

/** A name and a prompt tell of the repositories that something is for. */
describe('who sees automations', () => {
  let service: TeamHarness;
  let ada: Person;
  let shop: string;
  let bank: string;

  before(async () => {
    service = await TeamHarness.start();
    ada = await service.person();
    await service.alone(ada);
    shop = await service.repository('shop');
    bank = await service.repository('bank');
    const team = await service.team('web', [ada]);
    await service.grant(team, ['REPOSITORY_VIEW'], { repositoryIds: [shop] });
  });
  after(() => service[Symbol.asyncDispose]());

  const schedule = async (
    name: string,
    scope: { repositoryIds?: string[]; tagIds?: string[] },
    by?: Person,
  ) => {
    const clock = { name, prompt: `What about ${name}?`, expression: '0 8 * * 1' };
    return (await service.call(agentSchedules.createCronSchedule, { ...clock, ...scope }, by)).schedule.id;
  };
  const named = async (by?: Person) =>
    (await service.call(agentSchedules.listCronSchedules, {}, by)).schedules.map(({ name }) => name);

  it('is who sees one of the repositories, by itself or by a tag, or who made them', async () => {
    const { tag } = await service.call(tags.createTag, { name: 'money', repositoryIds: [bank] });
    const { tag: web } = await service.call(tags.createTag, { name: 'web', repositoryIds: [shop, bank] });
    const gone = await service.repository('gone');
    const ids = [
      await schedule('bank', { repositoryIds: [bank] }),
      await schedule('both', { repositoryIds: [bank, shop] }),
      await schedule('gone', { repositoryIds: [gone] }),
      await schedule('money', { tagIds: [tag.id] }),
      await schedule('own, gone', { repositoryIds: [shop], tagIds: [tag.id] }, ada),
      await schedule('shop', { repositoryIds: [shop] }),
      await schedule('web', { tagIds: [web.id] }),
      await schedule('whole', {}),
    ];
    await service.call(repositories.deleteRepositories, { repositoryIds: [gone] });
    assert.deepEqual(await named(ada), ['both', 'own, gone', 'shop', 'web', 'whole']);
    assert.equal((await named()).length, ids.length);
    // A page is as full as it can be, whatever lies hidden between its rows.
    const { schedules, nextCursor = '' } = await service.call(
      agentSchedules.listCronSchedules,
      { limit: 2 },
      ada,
    );
    assert.deepEqual(
      schedules.map(({ name }) => name),
      ['both', 'own, gone'],
    );
    const next = await service.call(agentSchedules.listCronSchedules, { limit: 2, cursor: nextCursor }, ada);
    assert.deepEqual(
      next.schedules.map(({ name }) => name),
      ['shop', 'web'],
    );
    const [hidden = ''] = ids;
    const change = { scheduleId: hidden, enabled: false };
    await service.refusal(agentSchedules.updateCronSchedule, change, 404, ada);
    await service.refusal(agentSchedules.deleteCronSchedule, { scheduleId: hidden }, 404, ada);
  });

  it('is nobody else for triggers, in the configuration too, and for playbooks', async () => {
    const event = { kind: 'scanFailed' as const };
    const { trigger } = await service.call(agentTriggers.upsertEventTrigger, {
      event,
      prompt: 'What about bank?',
      repositoryIds: [bank],
    });
    const { templates } = await service.call(agentPlaybooks.listPlaybooks, {});
    const { playbook } = await service.call(agentPlaybooks.installPlaybook, {
      templateId: templates[0]?.id ?? '',
      repositoryIds: [bank],
    });
    const config = await service.call(agentConfig.getConfig, {}, ada);
    assert.ok(!JSON.stringify(config).includes(trigger.id));
    assert.deepEqual((await service.call(agentTriggers.listEventTriggers, {}, ada)).triggers, []);
    assert.deepEqual((await service.call(agentPlaybooks.listPlaybooks, {}, ada)).playbooks, []);
    const replaced = { triggerId: trigger.id, event, prompt: 'Mine.' };
    await service.refusal(agentTriggers.upsertEventTrigger, replaced, 404, ada);
    await service.refusal(agentTriggers.listTriggerHistory, { triggerId: trigger.id }, 404, ada);
    await service.refusal(agentPlaybooks.uninstallPlaybook, { playbookId: playbook.id }, 404, ada);
  });

  it('is told of what ran in repositories that they see, and of nothing else', async () => {
    const { trigger } = await service.call(agentTriggers.upsertEventTrigger, {
      event: { kind: 'scanCompleted' as const },
      prompt: 'What happened?',
    });
    const lastFired = async (by?: Person) =>
      (await service.call(agentTriggers.listEventTriggers, {}, by)).triggers.find(
        ({ id }) => id === trigger.id,
      )?.lastFiredAt;
    await service.harness.scan(bank);
    await until(async () => typeof (await lastFired()) === 'string');
    assert.equal(await lastFired(ada), null);
    await service.harness.scan(shop);
    await until(async () => typeof (await lastFired(ada)) === 'string');
  });

  it('is shown of a run the jobs that they see, and why something was left out only where it is theirs', async () => {
    const db = service.harness.service.core.db;
    const { user_id: userId } = await db
      .selectFrom('members')
      .select('user_id')
      .where('id', '=', ada.memberId)
      .$narrowType<{ user_id: string }>()
      .executeTakeFirstOrThrow();
    const viewer = await reachOf(db, { userId }, await service.organizationId());
    const run = { at: '2026-03-02T06:00:00.000Z', reason: 'due' as const, message: 'bank is gone.' };
    const shown = { at: run.at, reason: run.reason, jobIds: [] };
    assert.deepEqual(await shownRun(db, viewer, userId, { ...run, jobIds: [] }), { ...run, jobIds: [] });
    assert.deepEqual(await shownRun(db, viewer, 'another', { ...run, jobIds: [] }), shown);
    assert.equal(await shownRun(db, viewer, 'another', { ...run, jobIds: ['hidden'] }), null);
  });
});
