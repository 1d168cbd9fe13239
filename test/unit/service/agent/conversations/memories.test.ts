import assert from 'node:assert/strict';
import * as z from 'zod';
import { contract } from '../../../../../src/api/contract/index.ts';
import { memoriesFor } from '../../../../../src/service/agent/memories.ts';
import { AgentHarness } from '../support/agent-harness.ts';

const { agentMemories, agentConfig, repositories } = contract;

describe('memories of the agent', () => {
  let agent: AgentHarness;
  beforeEach(async () => {
    agent = await AgentHarness.start();
  });
  afterEach(() => agent[Symbol.asyncDispose]());

  let minute = 0;
  const keep = async (text: string, repositoryId?: string) => {
    agent.harness.setNow(new Date(Date.UTC(2026, 2, 2, 6, minute++)));
    const request = { text, ...(repositoryId !== undefined && { repositoryId }) };
    return (await agent.call(agentMemories.createMemory, request)).memory;
  };
  const texts = async (request: Record<string, unknown> = {}) =>
    (await agent.call(agentMemories.listMemories, request)).memories.map(({ text }) => text);

  it('are told to every later job: those of the organization and of its repository', async () => {
    const shop = await agent.harness.addRepository('shop');
    const blog = await agent.harness.addRepository('blog');
    await keep('We ship on Fridays.');
    await keep('legacy/ is not deployed.', shop);
    await keep('The blog has no login.', blog);
    const { jobId } = await agent.ask('What is open?', { repositoryId: shop });
    await agent.ended(jobId);
    assert.deepEqual(agent.analyst.turns[0]?.memories, ['legacy/ is not deployed.', 'We ship on Fridays.']);
    await agent.answerTo('And everywhere?');
    assert.deepEqual(agent.analyst.turns[1]?.memories, ['We ship on Fridays.']);
  });

  it('are listed the latest first, paged, searched in any case and by repository', async () => {
    const shop = await agent.harness.addRepository('shop');
    await keep('We ship on Fridays.');
    await keep('100% of TESTS run.', shop);
    await keep('Ask Ada about tests.');
    assert.deepEqual(await texts(), ['Ask Ada about tests.', '100% of TESTS run.', 'We ship on Fridays.']);
    assert.deepEqual(await texts({ search: 'tests' }), ['Ask Ada about tests.', '100% of TESTS run.']);
    assert.deepEqual(await texts({ search: '100%' }), ['100% of TESTS run.']);
    assert.deepEqual(await texts({ search: '_' }), []);
    assert.deepEqual(await texts({ repositoryId: shop }), ['100% of TESTS run.']);
    await agent.refusal(agentMemories.listMemories, { repositoryId: crypto.randomUUID() }, 404);
    const { nextCursor } = await agent.call(agentMemories.listMemories, { limit: 2 });
    assert.deepEqual(await texts({ limit: 2, cursor: nextCursor }), ['We ship on Fridays.']);
    await agent.refusal(agentMemories.listMemories, { cursor: nextCursor, search: 'x' }, 400);
  });

  it('are kept once in the same words', async () => {
    const first = await keep('We ship on Fridays.');
    const again = await keep('we ship on fridays.');
    assert.equal(again.id, first.id);
    const shop = await agent.harness.addRepository('shop');
    assert.notEqual((await keep('We ship on Fridays.', shop)).id, first.id);
    const other = await keep('We ship on Mondays.');
    const request = { memoryId: other.id, text: 'We ship on Fridays.' };
    await agent.refusal(agentMemories.updateMemory, request, 409);
  });

  it('are put in other words, deleted one by one, and cleared, all or of a repository', async () => {
    const shop = await agent.harness.addRepository('shop');
    const { id: memoryId } = await keep('We ship on Fridays.');
    await keep('One.', shop);
    await keep('Two.', shop);
    await keep('Three.');
    const { memory } = await agent.call(agentMemories.updateMemory, { memoryId, text: 'We ship daily.' });
    assert.equal(memory.text, 'We ship daily.');
    assert.deepEqual(await texts({ search: 'daily' }), ['We ship daily.']);
    await agent.call(agentMemories.deleteMemory, { memoryId });
    await agent.refusal(agentMemories.deleteMemory, { memoryId }, 404);
    const ofShop = await agent.call(agentMemories.clearMemories, { repositoryId: shop });
    assert.equal(ofShop.deletedCount, 2);
    assert.deepEqual(await texts(), ['Three.']);
    assert.equal((await agent.call(agentMemories.clearMemories, {})).deletedCount, 1);
    assert.equal((await agent.call(agentMemories.clearMemories, {})).deletedCount, 0);
  });

  it('say whether a person wrote them or a job of the agent', async () => {
    assert.deepEqual([(await keep('By hand.')).source, (await keep('By hand too.')).jobId], ['person', null]);
    agent.tools.push({
      name: 'keep',
      title: 'Keep',
      description: 'Keeps.',
      input: z.object({}),
      effect: 'none',
      derives: true,
      run: async (_, { service }) => {
        await service.call(agentMemories.createMemory, { text: 'By the agent.' });
        return { text: '', places: [] };
      },
    });
    agent.analyst.script = async function* ({ tools }) {
      const call = await tools.invoke('keep', {});
      yield { type: 'text', text: call.errorMessage ?? 'Kept.' };
    };
    const { jobId } = await agent.answerTo('Remember');
    const { memories } = await agent.call(agentMemories.listMemories, { search: 'by the agent' });
    assert.deepEqual(
      memories.map(({ source, jobId: by }) => [source, by]),
      [['agent', jobId]],
    );
  });

  it('go with the repository they are about', async () => {
    const shop = await agent.harness.addRepository('shop');
    await keep('legacy/ is not deployed.', shop);
    await agent.call(repositories.deleteRepositories, { repositoryIds: [shop] });
    assert.deepEqual(await texts(), []);
  });

  it('are bounded: each in length, and all that goes into one turn', async () => {
    await agent.refusal(agentMemories.createMemory, { text: 'x'.repeat(2_001) }, 400);
    await agent.refusal(agentMemories.createMemory, { text: ' \n ' }, 400);
    for (let count = 0; count < 60; count++) await keep(`${count} ${'x'.repeat(1_000)}`);
    const { organization_id: organizationId } = await agent.db
      .selectFrom('agent_memories')
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const told = await memoriesFor(agent.db, organizationId, null);
    assert.equal(told.length, 11);
    assert.match(told[0] ?? '', /^59 /);
  }).timeout(10_000);

  it('are refused when there are as many as there may be, saying what to do', async () => {
    const one = await keep('The first.');
    const row = await agent.db
      .selectFrom('agent_memories')
      .selectAll()
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow();
    const { seq: _, ...copy } = row;
    const more = Array.from({ length: 999 }, (_, index) => ({
      ...copy,
      id: crypto.randomUUID(),
      text: `n${index}`,
      search_text: `n${index}`,
    }));
    for (let start = 0; start < more.length; start += 100)
      await agent.db
        .insertInto('agent_memories')
        .values(more.slice(start, start + 100))
        .execute();
    const { error } = await agent.refusal(agentMemories.createMemory, { text: 'One more.' }, 409);
    assert.match(error, /1000 things.*Delete/);
  });

  it('are listed with Agent View, changed only with Agent Run, and are another organization’s never', async () => {
    const { id: memoryId } = await keep('We ship on Fridays.');
    const { memberId, ...member } = await agent.member();
    await agent.call(agentConfig.updateMemberPermissions, { memberId, permissions: ['AGENT_VIEW'] });
    assert.equal((await agent.call(agentMemories.listMemories, {}, member)).memories.length, 1);
    await agent.refusal(agentMemories.createMemory, { text: 'x' }, 403, member);
    await agent.refusal(agentMemories.updateMemory, { memoryId, text: 'x' }, 403, member);
    await agent.refusal(agentMemories.deleteMemory, { memoryId }, 403, member);
    await agent.refusal(agentMemories.clearMemories, {}, 403, member);
    await agent.call(agentConfig.updateMemberPermissions, { memberId, permissions: [] });
    await agent.refusal(agentMemories.listMemories, {}, 403, member);
    const stranger = await agent.stranger();
    assert.deepEqual((await agent.call(agentMemories.listMemories, {}, stranger)).memories, []);
    await agent.refusal(agentMemories.updateMemory, { memoryId, text: 'x' }, 404, stranger);
    await agent.refusal(agentMemories.deleteMemory, { memoryId }, 404, stranger);
    assert.equal((await agent.call(agentMemories.clearMemories, {}, stranger)).deletedCount, 0);
    assert.equal((await texts()).length, 1);
  });
});
