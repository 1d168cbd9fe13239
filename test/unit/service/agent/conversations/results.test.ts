import assert from 'node:assert/strict';
import * as z from 'zod';
import { contract } from '../../../../../src/api/contract/index.ts';
import { finding } from '../../support/findings.ts';
import { AgentHarness, until } from '../support/agent-harness.ts';

const { agentResults, agentConfig, patches, repositories } = contract;

describe('patches and pull requests of the agent', () => {
  let agent: AgentHarness;
  let shop: string;
  let ids: string[];
  beforeEach(async () => {
    agent = await AgentHarness.start();
    shop = await agent.harness.addRepository('shop');
    agent.harness.runner.script = async ({ on }) => {
      for (const name of ['a', 'b', 'c'])
        on({ type: 'finding', finding: finding({ fingerprint: name, file: `src/${name}.js` }) });
      return undefined;
    };
    await agent.harness.scan(shop);
    ids = (await agent.harness.issues()).map(({ id }) => id);
    agent.tools.push({
      name: 'patch',
      title: 'Patch',
      description: 'Has a patch made.',
      input: z.object({ issueId: z.string() }),
      effect: 'none',
      derives: true,
      run: async ({ issueId }, { service }) => {
        await service.call(patches.generatePatch, { issueId: String(issueId) });
        return { text: '', places: [] };
      },
    });
    agent.analyst.script = async function* ({ tools, prompt }) {
      const call = await tools.invoke('patch', { issueId: prompt });
      yield { type: 'text', text: call.errorMessage ?? 'Asked for.' };
    };
  });
  afterEach(() => agent[Symbol.asyncDispose]());

  const listed = async (request: Record<string, unknown> = {}) =>
    (await agent.call(agentResults.listPatches, request)).patches;
  const ended = async (issueId: string) =>
    until(async () => {
      const { patch } = await agent.call(patches.getPatch, { issueId });
      return ['READY', 'FAILED', 'UNPATCHABLE'].includes(patch.status);
    });

  it('are those that its jobs had made, the latest first, with their state, job and conversation', async () => {
    const [one = '', two = '', three = ''] = ids;
    await agent.call(patches.generatePatch, { issueId: three });
    await ended(three);
    agent.harness.setNow(new Date('2026-03-02T06:00:00Z'));
    const first = await agent.answerTo(one);
    agent.harness.setNow(new Date('2026-03-02T06:01:00Z'));
    const second = await agent.answerTo(two);
    await ended(one);
    await ended(two);
    const all = await listed();
    assert.deepEqual(
      all.map((patch) => [patch.issueId, patch.jobId, patch.conversationId, patch.status]),
      [
        [two, second.jobId, second.conversationId, 'UNPATCHABLE'],
        [one, first.jobId, first.conversationId, 'UNPATCHABLE'],
      ],
    );
    assert.equal(all[0]?.errorMessage, 'No patch is scripted.');
    assert.equal(all[0]?.repositoryName, 'shop');
    assert.equal(all[0]?.issueTitle, 'SQL injection');
    assert.deepEqual(await listed({ status: 'READY' }), []);
    assert.equal((await listed({ repositoryId: shop, status: 'UNPATCHABLE' })).length, 2);
    await agent.refusal(agentResults.listPatches, { repositoryId: crypto.randomUUID() }, 404);
    const { nextCursor, patches: page } = await agent.call(agentResults.listPatches, { limit: 1 });
    assert.deepEqual(page, all.slice(0, 1));
    assert.deepEqual(await listed({ limit: 1, cursor: nextCursor }), all.slice(1));
    await agent.refusal(agentResults.listPatches, { cursor: nextCursor, status: 'READY' }, 400);
  });

  it('go with their repository, and are seen with Agent View in their own organization only', async () => {
    await agent.answerTo(ids[0] ?? '');
    assert.equal((await listed()).length, 1);
    const { memberId, ...member } = await agent.member();
    await agent.call(agentConfig.updateMemberPermissions, { memberId, permissions: ['AGENT_VIEW'] });
    assert.equal((await agent.call(agentResults.listPatches, {}, member)).patches.length, 1);
    await agent.call(agentResults.listPullRequests, {}, member);
    await agent.call(agentConfig.updateMemberPermissions, { memberId, permissions: [] });
    await agent.refusal(agentResults.listPatches, {}, 403, member);
    await agent.refusal(agentResults.listPullRequests, {}, 403, member);
    const stranger = await agent.stranger();
    assert.deepEqual((await agent.call(agentResults.listPatches, {}, stranger)).patches, []);
    await ended(ids[0] ?? '');
    await agent.call(repositories.deleteRepositories, { repositoryIds: [shop] });
    assert.deepEqual(await listed(), []);
  });

  it('are no pull requests, as long as no hosting service is connected', async () => {
    assert.deepEqual(await agent.call(agentResults.listPullRequests, { repositoryId: shop }), {
      pullRequests: [],
    });
    await agent.refusal(agentResults.listPullRequests, { repositoryId: crypto.randomUUID() }, 404);
    await agent.refusal(agentResults.listPullRequests, { cursor: 'x' }, 400);
  });
});
