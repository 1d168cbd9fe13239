import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { contract } from '../../../../../src/api/contract/index.ts';
import {
  forgetOldJobEvents,
  type JobEvent,
  partsAfter,
} from '../../../../../src/service/agent/conversations/events.ts';
import { listen } from '../../../../../src/service/lifecycle/listen.ts';
import { readStream } from '../../../../support/stream-reader.ts';
import { authHeaders } from '../../support/harness.ts';
import { gate, waitAt } from '../../support/scripted-runner.ts';
import { AgentHarness, parseEvents, type SentEvent, until } from '../support/agent-harness.ts';

const { agentConfig, agentJobStream, repositories, tokens } = contract;

type Step = { readonly say: string } | { readonly call: string } | { readonly stage: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ say: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }) }),
  fc.record({ call: fc.constantFrom('look', 'change', 'nothing') }),
  fc.record({ stage: fc.string({ minLength: 1, maxLength: 5 }) }),
);

describe('the stream of a job', () => {
  let agent: AgentHarness;
  before(async () => {
    agent = await AgentHarness.start({ heartbeatMs: 30 });
  });
  after(() => agent[Symbol.asyncDispose]());

  function play(steps: readonly Step[], pauseMs = 0): void {
    agent.analyst.script = async function* ({ tools }) {
      for (const step of steps) {
        if ('say' in step) yield { type: 'text', text: step.say };
        else if ('call' in step) await tools.invoke(step.call, { what: 'x' });
        else yield { type: 'stage', stage: step.stage };
        if (pauseMs > 0) await sleep(pauseMs);
      }
    };
  }

  it('adds up to the message, and goes on after any event with just the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(), async (steps, at) => {
        play(steps);
        const { job, messages } = await agent.answerTo('Go');
        assert.equal(job.status, 'COMPLETED');
        const whole = (await agent.events(job.id)).slice(1);
        for (const { event, data } of whole) {
          const schema =
            agentJobStream.jobStream.events[event as keyof typeof agentJobStream.jobStream.events];
          assert.ok(schema.safeParse(data).success, `${event} ${JSON.stringify(data)}`);
        }
        const ids = whole.map(({ id }) => id);
        assert.deepEqual(
          ids,
          [...new Set(ids)].sort((a, b) => a - b),
        );
        assert.equal(whole.filter(({ event }) => event === 'done').length, 1);
        assert.equal(whole.at(-1)?.event, 'done');
        const answer = messages[1];
        const told = partsAfter(answer?.id ?? '', whole as unknown as JobEvent[]);
        assert.deepEqual(told, answer?.parts ?? []);
        const said = steps.flatMap((step) => ('say' in step ? [step.say] : [])).join('');
        assert.equal(told.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''), said);
        const resumeAt = at % Math.max(1, whole.length - 1);
        const rest = (await agent.events(job.id, whole[resumeAt]?.id)).slice(1);
        assert.deepEqual(rest, whole.slice(resumeAt + 1));
      }),
      { numRuns: 25 },
    );
  });

  it('tells what happens while it happens, beginning with how the job stands', async () => {
    const held = gate();
    agent.analyst.script = async function* (_, signal) {
      yield { type: 'stage', stage: 'Thinking' };
      yield { type: 'text', text: 'Before. ' };
      await waitAt(held.passed, signal);
      yield { type: 'text', text: 'After.' };
    };
    const { jobId } = await agent.ask('Go');
    await until(async () => (await agent.job(jobId)).messages.length === 2);
    const response = await agent.stream(jobId);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('Before.')) text += (await reader?.read())?.value ?? '';
    const [first] = parseEvents(text);
    assert.deepEqual(first?.data, { jobId, status: 'RUNNING', stage: 'Thinking' });
    assert.ok(!text.includes('After.'));
    while (!/: still here/.test(text)) text += (await reader?.read())?.value ?? '';
    held.open();
    for (let more = await reader?.read(); more?.done === false; more = await reader?.read())
      text += more.value;
    const events = parseEvents(text);
    assert.equal(events.at(-1)?.event, 'done');
    assert.equal(events.at(-1)?.data['status'], 'COMPLETED');
  });

  it('has nothing more for who heard done, refuses ids that are none, and begins again at one it never gave', async () => {
    play([{ say: 'Hello' }]);
    const { job } = await agent.answerTo('Go');
    const whole = await agent.events(job.id);
    const done = whole.at(-1);
    const after = await agent.stream(job.id, done?.id);
    assert.deepEqual([after.status, await after.text()], [204, '']);
    for (const wrong of ['x', '-1', '1.5', '9'.repeat(16)]) {
      const response = await agent.harness.request(`/api/v2/agent/jobs/${job.id}/stream`, {
        headers: { ...authHeaders(agent.harness.credentials), 'Last-Event-ID': wrong },
      });
      assert.equal(response.status, 400, wrong);
    }
    const again = await agent.events(job.id, (done?.id ?? 0) + 1_000);
    assert.deepEqual(again.slice(1), whole.slice(1));
  });

  it('of a job long over tells only its end', async () => {
    play([{ say: 'Hello' }, { call: 'look' }]);
    const { job, messages } = await agent.answerTo('Go');
    await forgetOldJobEvents(agent.db, new Date(Date.now() - 60_000).toISOString());
    assert.ok((await agent.events(job.id)).length > 5);
    await forgetOldJobEvents(agent.db, new Date(Date.now() + 60_000).toISOString());
    const left = await agent.events(job.id);
    assert.deepEqual(
      left.map(({ event }) => event),
      ['job.status', 'done'],
    );
    assert.deepEqual((await agent.job(job.id)).messages, messages);
  });

  it('ends for those who lose sight of the job, and for all when the repository goes', async () => {
    agent.analyst.script = async function* (_, signal) {
      for (;;) {
        signal.throwIfAborted();
        yield { type: 'text', text: 'tick ' };
        await sleep(100);
      }
    };
    const repositoryId = await agent.harness.addRepository();
    const member = await agent.member();
    const { jobId } = await agent.ask('Go', { repositoryId });
    const seen = (await agent.stream(jobId, undefined, member)).text();
    const other = (await agent.stream(jobId)).text();
    await agent.call(agentConfig.updateMemberPermissions, { memberId: member.memberId, permissions: [] });
    assert.ok(!(await seen).includes('event: done'));
    await agent.call(repositories.deleteRepositories, { repositoryIds: [repositoryId] });
    assert.ok(!(await other).includes('event: done'));
  });

  for (const end of ['is revoked', 'expires'] as const) {
    it(`ends with the reason when its token ${end}, though nothing happens; the job goes on`, async () => {
      const held = gate();
      agent.analyst.script = async function* (_, signal) {
        yield { type: 'text', text: 'Before. ' };
        await waitAt(held.passed, signal);
      };
      const { token, secret } = await agent.call(tokens.createToken, { expiresInDays: 1 });
      const { jobId } = await agent.ask('Go');
      const heard = (await agent.stream(jobId, undefined, { tokenId: token.id, tokenSecret: secret })).text();
      const other = (await agent.stream(jobId)).text();
      await sleep(100);
      if (end === 'is revoked') await agent.call(tokens.deleteToken, { tokenId: token.id });
      else {
        await agent.db
          .updateTable('tokens')
          .set({ expires_at: new Date(Date.now() - 1).toISOString() })
          .where('id', '=', token.id)
          .execute();
      }
      const last = parseEvents(await heard).at(-1);
      assert.equal(last?.event, 'error');
      assert.match(String(last?.data['message']), /expired or was revoked/);
      assert.equal((await agent.job(jobId)).job.status, 'RUNNING');
      held.open();
      assert.match(await other, /event: done/);
    });
  }

  it('is told to many at once, however often their connections break, in order and without a gap', async function () {
    this.timeout(60_000);
    const [jobs, streams] = [10, 200];
    const listening = await listen((request) => agent.harness.service.app.fetch(request), {
      ...{ host: '127.0.0.1', port: 0, whenTaken: 'fail' },
    });
    try {
      await agent.call(agentConfig.updateConfig, { maxConcurrentRuns: jobs });
      const held = gate();
      agent.analyst.script = async function* ({ prompt, tools }, signal) {
        yield { type: 'text', text: 'Ready.' };
        await waitAt(held.passed, signal);
        for (let index = 0; index < 60; index++) {
          yield { type: 'text', text: `${prompt}-${index} ` };
          if (index % 15 === 0) await tools.invoke('look', { what: String(index) });
          await sleep(20);
        }
      };
      const asked: { readonly jobId: string }[] = [];
      for (let job = 0; job < jobs; job++) asked.push(await agent.ask(`job${job}`));
      const headers = authHeaders(agent.harness.credentials);
      const reading = Array.from({ length: streams }, (_, index) => {
        const { jobId = '' } = asked[index % jobs] ?? {};
        const url = `http://127.0.0.1:${listening.port}/api/v2/agent/jobs/${jobId}/stream`;
        const cuts = Array.from(
          { length: 1 + (index % 4) },
          (_, cut) => 120 + ((index * 37 + cut * 613) % 2_500),
        );
        return readStream({ url, headers, cuts });
      });
      await sleep(300);
      held.open();
      const read = await Promise.all(reading);
      for (const [index, { events }] of read.entries()) {
        const { jobId = '' } = asked[index % jobs] ?? {};
        const whole: SentEvent[] = (await agent.events(jobId)).slice(1);
        const told = events.map(({ id, event, data }) => ({ id: Number(id), event, data: JSON.parse(data) }));
        assert.deepEqual(told, whole, `stream ${index}`);
      }
      assert.ok(read.reduce((sum, { connections }) => sum + connections, 0) > streams * 2);
    } finally {
      await listening.close(1_000);
    }
  });

  it('is opened at most so often by one user', async () => {
    const held = gate();
    agent.analyst.script = async function* (_, signal) {
      yield { type: 'text', text: 'Hm' };
      await waitAt(held.passed, signal);
    };
    const { jobId } = await agent.ask('Go');
    const open = [];
    for (let stream = 0; stream < 300; stream++) open.push(await agent.stream(jobId));
    assert.deepEqual([...new Set(open.map(({ status }) => status))], [200]);
    const refused = await agent.stream(jobId);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '5');
    held.open();
    for (const response of open) assert.match(await response.text(), /event: done/);
    assert.equal((await agent.stream(jobId)).status, 200);
  });
});
