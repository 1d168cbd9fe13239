import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Client } from '../../../../src/api/client.ts';
import type { Playbook, PlaybookParameter } from '../../../../src/api/contract/agent/playbooks.ts';
import { deleteRepositories } from '../../../../src/api/contract/repositories/repositories.ts';
import { checkParameters } from '../../../../src/service/agent/automations/playbooks/parameters.ts';
import { problemWith, usualTimes, withDefault } from '../../../../src/views/agent/automations/automation.ts';
import { AutomationService } from '../../../../src/views/agent/automations/automation-service.ts';
import { Harness } from '../../service/support/harness.ts';

describe('what the agent does by itself, as the editor lists it', () => {
  let harness: Harness;
  let service: AutomationService;

  beforeEach(async () => {
    harness = await Harness.start();
    const client = { call: (endpoint: never, request: never) => harness.call(endpoint, request) };
    service = new AutomationService((work) =>
      work(client as unknown as Client, new AbortController().signal),
    );
  });
  afterEach(async () => {
    await harness[Symbol.asyncDispose]();
  });

  const only = async () => {
    const { rows } = await service.list();
    assert.equal(rows.length, 1);
    return rows[0] ?? assert.fail();
  };

  it('is a playbook once, with the schedule that it has of its own', async () => {
    const { templates, rows } = await service.list();
    assert.deepEqual(rows, []);
    assert.ok(templates.length >= 6);
    const weekly = templates.find(({ start }) => start.type === 'schedule') ?? assert.fail();
    await service.install({ templateId: weekly.id, parameters: {}, activate: true });
    const row = await only();
    assert.equal(row.automation.kind, 'playbook');
    assert.equal(row.isActive, true);
    assert.match(row.state, /^next .*\d/);
    assert.equal(row.detail, 'has not run yet');
    await service.setActive(row.automation, false);
    assert.match((await only()).state, /^paused · /);
    await service.remove((await only()).automation);
    assert.deepEqual((await service.list()).rows, []);
  });

  it('is a playbook whose parameters are changed, each asked with what it has now', async () => {
    const { templates } = await service.list();
    const template = templates.find(({ parameters }) => parameters.length > 0) ?? assert.fail();
    await service.install({ templateId: template.id, parameters: {}, activate: false });
    const { automation } = await only();
    assert.ok(automation.kind === 'playbook');
    const before = automation.playbook;
    const parameter = template.parameters[0] ?? assert.fail();
    const other = otherThan(parameter);
    await service.changePlaybook({ playbookId: before.id, parameters: { [parameter.id]: other } });
    const { automation: changed } = await only();
    assert.ok(changed.kind === 'playbook');
    assert.equal(changed.playbook.parameters[parameter.id], other);
    assert.equal(withDefault(parameter, other).default, other);
    assert.equal(withDefault(parameter, undefined).default, parameter.default);
  });

  it('is a schedule that is run, asked something else, paused and deleted', async () => {
    await service.createSchedule({ prompt: 'summary', expression: '0 9 * * 1', timeZone: 'UTC' });
    const row = await only();
    const { automation } = row;
    assert.ok(automation.kind === 'schedule');
    assert.equal(await service.runNow(automation.schedule.id), 1);
    assert.match((await only()).detail, /^last ran /);
    await service.changePrompt(automation, 'what should I fix first?');
    await service.setActive(automation, false);
    const changed = await only();
    assert.equal(changed.isActive, false);
    assert.equal(
      changed.automation.kind === 'schedule' && changed.automation.schedule.prompt,
      'what should I fix first?',
    );
    await service.remove(automation);
    assert.deepEqual((await service.list()).rows, []);
  });

  it('is a trigger, which keeps its conditions when it is paused or asked something else', async () => {
    await service.saveTrigger({
      event: { kind: 'newIssue', leastSeverity: 'HIGH' },
      prompt: 'explain the worst issue',
      maximumPerHour: 3,
    });
    const { automation } = await only();
    await service.setActive(automation, false);
    await service.changePrompt((await only()).automation, 'summary');
    const { automation: kept } = await only();
    assert.ok(kept.kind === 'trigger');
    const { event, maximumPerHour, enabled, prompt, id } = kept.trigger;
    assert.deepEqual(event, { kind: 'newIssue', leastSeverity: 'HIGH' });
    assert.deepEqual([maximumPerHour, enabled, prompt], [3, false, 'summary']);
    assert.deepEqual((await service.history(id)).events, []);
  });

  it('says first what keeps one from running', async () => {
    const repositoryId = await harness.addRepository();
    await service.createSchedule({
      prompt: 'summary',
      expression: '0 9 * * 1',
      timeZone: 'UTC',
      repositoryIds: [repositoryId],
    });
    await harness.call(deleteRepositories, { repositoryIds: [repositoryId] });
    assert.match((await only()).detail, /deleted|repositor/i);
  });

  it('remembers, in other words, and forgets', async () => {
    await service.remember('tests are not shipped', undefined);
    const [first] = (await service.memories('')).memories;
    await service.reword(first?.id ?? '', 'tests/ is not shipped');
    await service.remember('legacy is gone in May', undefined);
    assert.deepEqual(
      (await service.memories('LEGACY')).memories.map(({ text }) => text),
      ['legacy is gone in May'],
    );
    await service.forget(first?.id ?? '');
    assert.equal((await service.memories('')).memories.length, 1);
    await service.forgetAll();
    assert.deepEqual((await service.memories('')).memories, []);
  });

  it('takes times that the service takes', async () => {
    for (const { expression } of usualTimes())
      await service.createSchedule({ prompt: 'summary', expression, timeZone: 'Europe/Berlin' });
    assert.equal((await service.list()).rows.length, usualTimes().length);
  });

  it('takes what is typed for a parameter exactly where the service does', async () => {
    const { templates } = await service.list();
    const parameters = templates
      .flatMap((each) => each.parameters)
      .filter((each) => each.type === 'text' || each.type === 'number');
    assert.ok(parameters.length > 3);
    fc.assert(
      fc.property(
        fc.constantFrom(...parameters),
        fc.oneof(fc.string({ maxLength: 300 }), fc.integer().map(String), fc.double().map(String)),
        (parameter, typed) => {
          const text = typed.trim();
          const value = parameter.type === 'number' ? Number(text) : text;
          const isRefused = refuses(parameter, value) || (parameter.type === 'number' && text === '');
          assert.equal(problemWith(parameter, typed) !== undefined, isRefused, `${parameter.id}: ${typed}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  function refuses(parameter: PlaybookParameter, value: Playbook['parameters'][string]): boolean {
    try {
      checkParameters([parameter], { [parameter.id]: value });
      return false;
    } catch {
      return true;
    }
  }
});

function otherThan(parameter: PlaybookParameter) {
  switch (parameter.type) {
    case 'boolean':
      return !parameter.default;
    case 'number':
      return parameter.default === parameter.maximum ? parameter.minimum : parameter.maximum;
    case 'select':
      return parameter.options.find(({ value }) => value !== parameter.default)?.value ?? parameter.default;
    case 'text':
      return 'src/payments';
  }
}
