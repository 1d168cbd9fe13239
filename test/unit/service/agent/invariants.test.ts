import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { MessagePart, ToolCall } from '../../../../src/api/contract/agent/message.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import { jobEventsAfter, partsAfter } from '../../../../src/service/agent/conversations/events.ts';
import { AgentHarness, until } from './support/agent-harness.ts';

const { agentConfig, agentConversations, agentJobs } = contract;

const action = fc.record({
  kind: fc.constantFrom('ask', 'send', 'cancel', 'archive', 'unarchive', 'approve', 'decline', 'switch'),
  which: fc.nat(50),
  afterMs: fc.nat(12),
});

describe('whatever people do at the same time', () => {
  let agent: AgentHarness;
  before(async () => {
    agent = await AgentHarness.start();
    let turn = 0;
    agent.analyst.script = async function* ({ tools, answered }, signal) {
      const mine = turn++;
      for (let step = 0; step < 1 + (mine % 5); step++) {
        yield { type: 'text', text: `${mine}.${step} ` };
        await sleep(mine % 9, undefined, { signal });
        if ((mine + step) % 3 === 0) await tools.invoke('look', { what: 'x', fail: mine % 2 === 0 });
      }
      if (!answered && mine % 2 === 0) await tools.invoke('change', { what: `${mine}` });
      if (mine % 11 === 0) throw new Error('Broken.');
    };
  });
  after(() => agent[Symbol.asyncDispose]());

  async function act({ kind, which }: { readonly kind: string; readonly which: number }): Promise<Response> {
    const pick = <T>(all: readonly T[]): T | undefined => all[which % Math.max(1, all.length)];
    const { harness, db } = agent;
    const unknown = { id: '00000000-0000-4000-8000-000000000000' };
    const conversation = async () =>
      pick(
        await db.selectFrom('agent_conversations').select('id').orderBy('seq', 'desc').limit(4).execute(),
      ) ?? unknown;
    switch (kind) {
      case 'ask':
        return harness.send(agentConversations.createConversation, { initialMessage: 'Go' });
      case 'send': {
        const request = { conversationId: (await conversation()).id, message: 'More' };
        return harness.send(agentConversations.sendMessage, request);
      }
      case 'archive':
        return harness.send(agentConversations.archiveConversation, {
          conversationId: (await conversation()).id,
        });
      case 'unarchive':
        return harness.send(agentConversations.unarchiveConversation, {
          conversationId: (await conversation()).id,
        });
      case 'cancel': {
        const jobs = await db.selectFrom('agent_jobs').select('id').orderBy('seq', 'desc').limit(4).execute();
        return harness.send(agentJobs.cancelJob, { jobId: (pick(jobs) ?? unknown).id });
      }
      case 'switch':
        return harness.send(agentConfig.updateConfig, { enabled: which % 4 !== 0 });
      default: {
        const calls = await db
          .selectFrom('agent_tool_calls')
          .select(['id', 'job_id'])
          .orderBy('created_at', 'desc')
          .limit(3)
          .execute();
        const { id, job_id } = pick(calls) ?? { ...unknown, job_id: unknown.id };
        const answer = { jobId: job_id, toolCallId: id, approved: kind === 'approve' };
        return harness.send(agentJobs.answerToolCall, answer);
      }
    }
  }

  it('each job ends once, nothing is added afterwards, and messages are what the logs tell', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
        await agent.call(agentConfig.updateConfig, { enabled: true, maxConcurrentRuns: 4 });
        const ranBefore = agent.ran.filter(({ name }) => name === 'change').length;
        const answers: Promise<Response>[] = [];
        for (const one of actions) {
          answers.push(act(one));
          await sleep(one.afterMs);
        }
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        assert.deepEqual(
          statuses.filter((status) => ![200, 201, 404, 409].includes(status)),
          [],
        );
        await until(() => agent.harness.service.idleMs() > 0);
        await verify(ranBefore);
        await agent.db.deleteFrom('agent_conversations').execute();
      }),
      { numRuns: 25 },
    );
    const failures = agent.harness.logged.filter((line) => !line.includes('met a fault: Error'));
    assert.deepEqual(failures, [], 'the service logged a fault');
  });

  async function verify(ranBefore: number): Promise<void> {
    const { db } = agent;
    assert.deepEqual(await db.selectFrom('jobs').select('id').where('kind', '=', 'agent').execute(), []);
    const calls = await db.selectFrom('agent_tool_calls').selectAll().execute();
    for (const job of await db.selectFrom('agent_jobs').selectAll().execute()) {
      assert.ok(job.finished_at !== null && !['PENDING', 'RUNNING'].includes(job.status), job.status);
      const { events } = await jobEventsAfter(db, job.id, 0, 10_000);
      const ends = events.filter(({ event }) => event === 'done');
      assert.equal(ends.length, 1);
      assert.equal(events.at(-1), ends[0]);
      assert.deepEqual(ends[0]?.data, { ...ends[0]?.data, status: job.status });
      const said = await db
        .selectFrom('agent_messages')
        .selectAll()
        .where('job_id', '=', job.id)
        .where('role', '=', 'assistant')
        .execute();
      assert.ok(said.length <= 1);
      for (const message of said) {
        assert.equal(message.state, job.status === 'COMPLETED' ? 'complete' : 'stopped');
        const parts = JSON.parse(message.parts) as MessagePart[];
        assert.deepEqual(parts.map(textIn), partsAfter(message.id, events).map(textIn));
        for (const part of parts) assert.ok(part.type !== 'tool' || part.call.status !== 'RUNNING');
      }
    }
    for (const { answered_in, call } of calls) {
      const { status } = JSON.parse(call) as ToolCall;
      if (answered_in === null) assert.equal(status, 'AWAITING_CONSENT');
      else assert.ok(status !== 'RUNNING' && status !== 'AWAITING_CONSENT', status);
    }
    const agreed = calls.filter(({ call }) => (JSON.parse(call) as ToolCall).status === 'COMPLETED').length;
    const ran = agent.ran.filter(({ name }) => name === 'change').length - ranBefore;
    assert.ok(ran >= agreed && ran <= calls.filter(({ answered_in }) => answered_in !== null).length);
  }
});

function textIn(part: MessagePart): string {
  return part.type === 'text' ? part.text : part.type;
}
