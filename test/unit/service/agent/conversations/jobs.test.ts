import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../../../../src/api/contract/index.ts';
import type { Harness } from '../../support/harness.ts';
import { gate, waitAt } from '../../support/scripted-runner.ts';
import { AgentHarness, until } from '../support/agent-harness.ts';

const { agentConfig, agentConversations, agentJobs, repositories } = contract;

describe('jobs of the agent', () => {
  let agent: AgentHarness;
  beforeEach(async () => {
    agent = await AgentHarness.start();
  });
  afterEach(() => agent[Symbol.asyncDispose]());

  const said = (messages: Awaited<ReturnType<AgentHarness['job']>>['messages']) =>
    messages
      .at(-1)
      ?.parts.map((part) => (part.type === 'tool' ? part.call.status : 'text' in part && part.text));

  it('answer what a conversation begins with, with the tools they take and what they used', async () => {
    agent.analyst.script = async function* (turn) {
      yield { type: 'stage', stage: 'Looking' };
      yield { type: 'text', text: 'You ' };
      yield { type: 'text', text: 'said: ' };
      const call = await turn.tools.invoke('look', { what: 'around' });
      yield { type: 'text', text: `${turn.prompt} (${call.result?.text})` };
      yield { type: 'usage', inputTokens: 10, outputTokens: 5 };
      yield { type: 'usage', inputTokens: 1, outputTokens: 2 };
      yield { type: 'sent', path: 'a.ts', bytes: 7 };
      yield { type: 'sent', path: 'a.ts', bytes: 3 };
    };
    const { job, messages } = await agent.answerTo('Hello there');
    assert.equal(job.status, 'COMPLETED');
    assert.equal(job.stage, undefined);
    const { durationMs, ...trace } = job.trace;
    assert.ok(durationMs >= 0);
    assert.deepEqual(trace, {
      analyst: 'deterministic',
      steps: 1,
      toolCalls: 1,
      inputTokens: 11,
      outputTokens: 7,
      sent: [{ path: 'a.ts', bytes: 10 }],
    });
    assert.deepEqual(messages[0]?.parts, [{ type: 'text', text: 'Hello there' }]);
    assert.equal(messages[1]?.state, 'complete');
    assert.deepEqual(said(messages), ['You said: ', 'COMPLETED', 'Hello there (look: around)']);
    assert.deepEqual(
      (await agent.events(job.id)).map(({ event }) => event),
      [
        ...['job.status', 'job.status', 'job.status', 'job.status', 'message.delta', 'tool.started'],
        ...['tool.completed', 'message.delta', 'message.completed', 'job.status', 'done'],
      ],
    );
  });

  it('give the analyst what was said before, what is attached, instructions and the repository', async () => {
    const repositoryId = await agent.harness.addRepository('shop');
    await agent.call(agentConfig.updateConfig, { globalInstructions: 'Answer in short sentences.' });
    const { conversationId, jobId } = await agent.ask('First', { repositoryId });
    await agent.ended(jobId);
    const attachments = [{ kind: 'file', path: 'src/a.ts' }] as const;
    const sent = await agent.call(agentConversations.sendMessage, {
      ...{ conversationId, message: 'Second', attachments: [...attachments] },
    });
    await agent.ended(sent.job.id);
    const turn = agent.analyst.turns[1];
    assert.ok(turn);
    assert.deepEqual(
      turn.history.map(({ role, parts }) => [role, parts[0]?.type === 'text' && parts[0].text]),
      [
        ['user', 'First'],
        ['assistant', 'Nothing is scripted.'],
        ['user', 'Second'],
      ],
    );
    assert.equal(turn.prompt, 'Second');
    assert.deepEqual(turn.attachments, attachments);
    assert.equal(turn.instructions, 'Answer in short sentences.');
    assert.deepEqual({ ...turn.repository }, { id: repositoryId, name: 'shop' });
  });

  it('tell the analyst what was wrong with a call, and go on', async () => {
    const calls: (string | undefined)[] = [];
    agent.analyst.script = async function* ({ tools }) {
      for (const [name, input] of [
        ['nothing', {}],
        ['look', { what: 7 }],
        ['look', 'text'],
        ['look', { what: 'x'.repeat(300_000) }],
        ['look', { what: 'up', fail: true }],
        ['look', undefined],
      ] as const) {
        const call = await tools.invoke(name, input);
        assert.equal(call.status, 'FAILED');
        calls.push(call.errorMessage);
      }
      yield { type: 'text', text: 'Nothing worked.' };
    };
    const { job, messages } = await agent.answerTo('Try');
    assert.equal(job.status, 'COMPLETED');
    assert.match(calls[0] ?? '', /no tool of this name.*look, change, write/);
    assert.match(calls[1] ?? '', /what/);
    assert.match(calls[3] ?? '', /over 200000 characters/);
    assert.equal(calls[4], 'It cannot be done today.');
    assert.equal(messages[1]?.parts.length, 7);
    assert.ok(JSON.stringify(messages[1]).length < 20_000);
  });

  it('write at most 20 times a second, the first words at once, and lose nothing', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index} `);
    agent.analyst.script = async function* () {
      for (const text of words) {
        yield { type: 'text', text };
        await sleep(1);
      }
    };
    const begun = performance.now();
    const { job, messages } = await agent.answerTo('Talk');
    const seconds = (performance.now() - begun) / 1_000;
    const deltas = (await agent.events(job.id)).filter(({ event }) => event === 'message.delta');
    assert.ok(deltas.length > 3 && deltas.length <= seconds * 20 + 2, `${deltas.length} in ${seconds} s`);
    assert.equal(deltas.map(({ data }) => data['text']).join(''), words.join(''));
    assert.deepEqual(said(messages), [words.join('')]);
    const first = deltas[0]?.data['text'];
    assert.ok(typeof first === 'string' && first.length < 60, 'the first words came with later ones');
  });

  it('fail with the reason, and keep what was said', async () => {
    agent.analyst.script = async function* () {
      yield { type: 'text', text: 'Well, ' };
      throw new Error('The model is out of order. Try again later.');
    };
    const { job, messages } = await agent.answerTo('Hello');
    assert.equal(job.status, 'FAILED');
    assert.equal(job.errorMessage, 'The model is out of order. Try again later.');
    assert.equal(messages[1]?.state, 'stopped');
    assert.deepEqual(said(messages), ['Well, ']);
    const events = await agent.events(job.id);
    assert.deepEqual(
      events.slice(-4).map(({ event }) => event),
      ['message.completed', 'error', 'job.status', 'done'],
    );
    assert.equal(events.at(-1)?.data['errorMessage'], job.errorMessage);
    assert.match(agent.harness.logged.join('\n'), /met a fault: Error.*at .*jobs\.test\.ts/);
    assert.ok(!agent.harness.logged.join('\n').includes('out of order'), 'the log quotes the analyst');
  });

  for (const [name, limits, script, reason] of [
    [
      'that take too long, whether or not the analyst listens',
      { jobMs: 150 },
      async function* () {
        yield { type: 'text', text: 'Hm' } as const;
        await sleep(3_000);
      },
      /longer than/,
    ],
    [
      'that talk without end',
      { answerCharacters: 5_000 },
      async function* () {
        for (;;) {
          yield { type: 'text', text: 'bla '.repeat(50) } as const;
          await sleep(0);
        }
      },
      /over 5000 characters/,
    ],
    [
      'that go in circles',
      { steps: 20 },
      async function* () {
        for (let round = 0; ; round++) yield { type: 'stage', stage: `Round ${round}` } as const;
      },
      /more than 20 steps/,
    ],
  ] as const) {
    it(`end when they are ones ${name}`, async () => {
      agent.limits = { ...agent.limits, ...limits };
      agent.analyst.script = script;
      await restart(agent);
      const { job, messages } = await agent.answerTo('Go');
      assert.equal(job.status, 'FAILED');
      assert.match(job.errorMessage ?? '', reason);
      for (const { state } of messages.slice(1)) assert.equal(state, 'stopped');
    });
  }

  it('may call tools so often and no more', async () => {
    agent.limits = { ...agent.limits, toolCalls: 3 };
    await restart(agent);
    agent.analyst.script = async function* ({ tools }) {
      for (let call = 0; call < 6; call++) await tools.invoke('look', { what: String(call) });
      yield { type: 'text', text: 'Enough.' };
    };
    const { messages } = await agent.answerTo('Look often');
    assert.deepEqual(said(messages), [
      ...['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED', 'FAILED', 'FAILED', 'Enough.'],
    ]);
    assert.equal(agent.ran.length, 3);
  });

  it('leave a tool that takes too long behind', async () => {
    agent.limits = { ...agent.limits, toolMs: 50 };
    const [look] = agent.tools;
    assert.ok(look);
    agent.tools[0] = { ...look, run: () => new Promise(() => {}) };
    await restart(agent);
    agent.analyst.script = async function* ({ tools }) {
      const { errorMessage } = await tools.invoke('look', { what: 'far' });
      yield { type: 'text', text: errorMessage ?? '' };
    };
    const { messages } = await agent.answerTo('Look');
    assert.deepEqual(said(messages), ['FAILED', 'look took longer than 0.05 s.']);
  });

  it('tell nothing of what a tool broke on but that the log has it, which has no word of it either', async () => {
    const [look] = agent.tools;
    assert.ok(look);
    agent.tools[0] = { ...look, run: () => Promise.reject(new TypeError('/home/x is not a function')) };
    await restart(agent);
    agent.analyst.script = async function* ({ tools }) {
      yield { type: 'text', text: (await tools.invoke('look', { what: 'x' })).errorMessage ?? '' };
    };
    const { messages } = await agent.answerTo('Look');
    assert.deepEqual(said(messages), ['FAILED', "look failed. The service's log has the details."]);
    assert.match(agent.harness.logged.join('\n'), /met a fault: TypeError.*at /);
    assert.ok(!agent.harness.logged.join('\n').includes('/home/x'), 'the log quotes the tool');
  });

  describe('that are cancelled', () => {
    it('while they run stop at once, for good, and keep what was said', async () => {
      let stopped = false;
      agent.analyst.script = async function* (_, signal) {
        yield { type: 'text', text: 'One, ' };
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        stopped = true;
        yield { type: 'text', text: 'two.' };
      };
      const { jobId } = await agent.ask('Count');
      await until(async () => (await agent.job(jobId)).messages.length === 2);
      const events = agent.events(jobId);
      const { job } = await agent.call(agentJobs.cancelJob, { jobId });
      assert.equal(job.status, 'CANCELLED');
      assert.equal((await events).at(-1)?.data['status'], 'CANCELLED');
      await until(() => stopped);
      await sleep(100);
      const { messages } = await agent.job(jobId);
      assert.deepEqual(said(messages), ['One, ']);
      assert.equal(messages[1]?.state, 'stopped');
      assert.equal((await agent.call(agentJobs.cancelJob, { jobId })).job.status, 'CANCELLED');
      assert.equal((await agent.events(jobId)).at(-1)?.event, 'done');
    });

    it('while they wait are never begun', async () => {
      const held = gate();
      agent.analyst.script = async function* (_, signal) {
        await waitAt(held.passed, signal);
        yield { type: 'text', text: 'Done.' };
      };
      await agent.call(agentConfig.updateConfig, { maxConcurrentRuns: 1 });
      const first = await agent.ask('First');
      await until(async () => (await agent.job(first.jobId)).job.status === 'RUNNING');
      const second = await agent.ask('Second');
      assert.equal((await agent.job(second.jobId)).job.status, 'PENDING');
      await agent.call(agentJobs.cancelJob, { jobId: second.jobId });
      held.open();
      await agent.ended(first.jobId);
      await until(() => agent.harness.service.idleMs() > 0);
      assert.equal(agent.analyst.turns.length, 1);
      assert.equal((await agent.job(second.jobId)).job.status, 'CANCELLED');
    });

    it('after their end are refused', async () => {
      const { jobId } = await agent.answerTo('Hello');
      const { error } = await agent.refusal(agentJobs.cancelJob, { jobId }, 409);
      assert.match(error, /COMPLETED/);
    });
  });

  it('run so many at once as the organization wants, and one a conversation', async () => {
    let present = 0;
    let most = 0;
    agent.analyst.script = async function* () {
      most = Math.max(most, ++present);
      await sleep(20);
      present--;
      yield { type: 'text', text: 'Done.' };
    };
    for (const wanted of [2, 5]) {
      most = 0;
      await agent.call(agentConfig.updateConfig, { maxConcurrentRuns: wanted });
      const asked = await Promise.all(
        Array.from({ length: 12 }, (_, index) => agent.ask(`Question ${index}`)),
      );
      for (const { jobId } of asked) assert.equal((await agent.ended(jobId)).job.status, 'COMPLETED');
      assert.equal(most, wanted);
    }
    const held = gate();
    agent.analyst.script = async function* (_, signal) {
      await waitAt(held.passed, signal);
      yield { type: 'text', text: 'Done.' };
    };
    const { conversationId, jobId } = await agent.ask('Wait');
    const again = { conversationId, message: 'And?' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => agent.harness.send(agentConversations.sendMessage, again)),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [409]);
    held.open();
    await agent.ended(jobId);
    const { messages } = await agent.call(agentConversations.getConversation, { conversationId });
    assert.equal(messages.length, 2);
  });

  it('wait in line, of an organization at most 200', async () => {
    const held = gate();
    agent.analyst.script = async function* (_, signal) {
      await waitAt(held.passed, signal);
      yield { type: 'text', text: 'Done.' };
    };
    await agent.call(agentConfig.updateConfig, { maxConcurrentRuns: 1 });
    const first = await agent.ask('First');
    await until(async () => (await agent.job(first.jobId)).job.status === 'RUNNING');
    for (let index = 0; index < 200; index++) await agent.ask(`${index}`);
    const { error } = await agent.refusal(
      agentConversations.createConversation,
      { initialMessage: 'x' },
      429,
    );
    assert.match(error, /200 jobs of the agent are waiting/);
    const { conversations } = await agent.call(agentConversations.listConversations, { search: 'x' });
    assert.deepEqual(conversations, []);
    await agent.call(agentConfig.updateConfig, { enabled: false });
    assert.deepEqual((await agent.call(agentJobs.listJobs, { status: 'PENDING' })).jobs, []);
    assert.equal((await agent.job(first.jobId)).job.status, 'CANCELLED');
  });

  it('stop when their conversation is archived, and when the agent is switched off', async () => {
    const held = gate();
    agent.analyst.script = async function* (_, signal) {
      yield { type: 'text', text: 'Hm' };
      await waitAt(held.passed, signal);
    };
    const first = await agent.ask('First');
    await agent.call(agentConversations.archiveConversation, { conversationId: first.conversationId });
    const { job } = await agent.ended(first.jobId);
    assert.deepEqual([job.status, job.errorMessage], ['CANCELLED', 'Its conversation was archived.']);
    const second = await agent.ask('Second');
    await until(async () => (await agent.job(second.jobId)).messages.length === 2);
    await agent.call(agentConfig.updateConfig, { enabled: false });
    const off = (await agent.ended(second.jobId)).job;
    assert.deepEqual([off.status, off.errorMessage], ['CANCELLED', 'The agent was switched off.']);
    const { error } = await agent.refusal(
      agentConversations.createConversation,
      { initialMessage: 'x' },
      409,
    );
    assert.match(error, /switched off/);
    await agent.refusal(
      agentConversations.sendMessage,
      { conversationId: second.conversationId, message: 'x' },
      409,
    );
    await agent.call(agentConfig.updateConfig, { enabled: true });
    agent.analyst.script = async function* () {
      yield { type: 'text', text: 'Back.' };
    };
    assert.equal((await agent.answerTo('Third')).job.status, 'COMPLETED');
  });

  it('stop with their repository when it is deleted, and are gone with it', async () => {
    let stopped = false;
    agent.analyst.script = async function* (_, signal) {
      yield { type: 'text', text: 'Hm' };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      stopped = true;
    };
    const repositoryId = await agent.harness.addRepository();
    const { conversationId, jobId } = await agent.ask('Look', { repositoryId });
    await until(async () => (await agent.job(jobId)).messages.length === 2);
    const stream = await agent.stream(jobId);
    await agent.call(repositories.deleteRepositories, { repositoryIds: [repositoryId] });
    await until(() => stopped);
    await stream.text();
    await agent.refusal(agentJobs.getJob, { jobId }, 404);
    await agent.refusal(agentConversations.getConversation, { conversationId }, 404);
    assert.deepEqual((await agent.call(agentJobs.listJobs, {})).jobs, []);
    await until(() => agent.harness.service.idleMs() > 0);
  });

  it('fail when the person they run for may not run the agent any more', async () => {
    const held = gate();
    agent.analyst.script = async function* (_, signal) {
      await waitAt(held.passed, signal);
      yield { type: 'text', text: 'Done.' };
    };
    const member = await agent.member();
    await agent.call(agentConfig.updateConfig, { maxConcurrentRuns: 1 });
    const first = await agent.ask('First');
    const { job } = await agent.call(
      agentConversations.createConversation,
      { initialMessage: 'Second' },
      member,
    );
    await agent.call(agentConfig.updateMemberPermissions, {
      memberId: member.memberId,
      permissions: ['AGENT_VIEW'],
    });
    held.open();
    await agent.ended(first.jobId);
    const ended = (await agent.ended(job?.id ?? '')).job;
    assert.equal(ended.status, 'FAILED');
    assert.match(ended.errorMessage ?? '', /may not run the agent/);
  });

  it('reach nothing any more when that person loses the permission while they run', async () => {
    const held = gate();
    agent.analyst.script = async function* ({ tools }, signal) {
      await tools.invoke('look', { what: 'before' });
      await waitAt(held.passed, signal);
      yield { type: 'text', text: (await tools.invoke('look', { what: 'after' })).errorMessage ?? '' };
    };
    const member = await agent.member();
    const { job } = await agent.call(
      agentConversations.createConversation,
      { initialMessage: 'Look' },
      member,
    );
    const jobId = job?.id ?? '';
    await until(() => agent.ran.length === 1);
    const { memberId } = member;
    await agent.call(agentConfig.updateMemberPermissions, { memberId, permissions: ['AGENT_VIEW'] });
    held.open();
    const { messages } = await agent.ended(jobId);
    assert.deepEqual(said(messages)?.slice(0, 2), ['COMPLETED', 'FAILED']);
    assert.match(String(said(messages)?.[2]), /may not run the agent/);
    assert.equal(agent.ran.length, 1);
  });

  describe('that a killed service left', () => {
    it('waiting, or running without a word, run after the next start', async () => {
      agent.analyst.script = async function* (_, signal) {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      };
      await agent.call(agentConfig.updateConfig, { maxConcurrentRuns: 1 });
      const running = await agent.ask('Running');
      await until(async () => (await agent.job(running.jobId)).job.status === 'RUNNING');
      const waiting = await agent.ask('Waiting');
      const analyst = async function* (turn: { prompt: string }) {
        yield { type: 'text', text: `Answer to ${turn.prompt}` } as const;
      };
      agent.analyst.script = analyst;
      await using next = await agent.harness.asAfterKill({ agent: agent.setup });
      for (const { jobId } of [running, waiting]) {
        await until(async () => (await next.call(agentJobs.getJob, { jobId })).job.finishedAt !== null);
        const { job, messages } = await next.call(agentJobs.getJob, { jobId });
        assert.equal(job.status, 'COMPLETED');
        assert.match(JSON.stringify(messages[1]?.parts), /Answer to/);
      }
    });

    it('half said fail with the reason and keep what was said, which can be streamed to its end', async () => {
      agent.analyst.script = async function* ({ tools }, signal) {
        yield { type: 'text', text: 'I see: ' };
        await tools.invoke('look', { what: 'around' });
        yield { type: 'text', text: 'a tree' };
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      };
      const { jobId, conversationId } = await agent.ask('What is there?');
      await until(async () => (await deltas(agent, jobId)) === 2);
      await using next = await agent.harness.asAfterKill({ agent: agent.setup });
      const { job, messages } = await next.call(agentJobs.getJob, { jobId });
      assert.equal(job.status, 'FAILED');
      assert.match(job.errorMessage ?? '', /stopped while the agent was answering/);
      assert.equal(messages[1]?.state, 'stopped');
      assert.deepEqual(said(messages), ['I see: ', 'COMPLETED', 'a tree']);
      agent.analyst.script = async function* () {
        yield { type: 'text', text: 'Again.' };
      };
      const sent = await next.call(agentConversations.sendMessage, { conversationId, message: 'Go on' });
      await until(
        async () => (await next.call(agentJobs.getJob, { jobId: sent.job.id })).job.finishedAt !== null,
      );
    });

    it('three times are given up', async () => {
      agent.analyst.script = async function* (_, signal) {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      };
      const { jobId } = await agent.ask('Hello');
      let present: Harness = agent.harness;
      const opened: Harness[] = [];
      for (let kill = 0; kill < 3; kill++) {
        await until(async () => (await present.call(agentJobs.getJob, { jobId })).job.status !== 'PENDING');
        present = await present.asAfterKill({ agent: agent.setup });
        opened.push(present);
      }
      const { job } = await present.call(agentJobs.getJob, { jobId });
      assert.equal(job.status, 'FAILED');
      assert.match(job.errorMessage ?? '', /ended 3 times/);
      for (const harness of opened) await harness[Symbol.asyncDispose]();
    });
  });

  it('go on after the service was stopped in an orderly way too', async () => {
    agent.analyst.script = async function* (_, signal) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    const { jobId } = await agent.ask('Hello');
    await until(async () => (await agent.job(jobId)).job.status === 'RUNNING');
    agent.analyst.script = async function* () {
      yield { type: 'text', text: 'Here I am.' };
    };
    await restart(agent);
    assert.equal((await agent.ended(jobId)).job.status, 'COMPLETED');
  });
});

async function restart(agent: AgentHarness): Promise<void> {
  await agent.harness.service.stop();
  await agent.harness.open({ agent: agent.setup });
}

async function deltas(agent: AgentHarness, jobId: string): Promise<number> {
  const rows = await agent.db
    .selectFrom('agent_events')
    .select('id')
    .where('job_id', '=', jobId)
    .where('type', '=', 'message.delta')
    .execute();
  return rows.length;
}
