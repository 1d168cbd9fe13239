import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AdvisoryJob } from '../../../src/api/contract/advisories.ts';
import { AdvisoryApi } from '../../../src/connection/dependency-api.ts';
import { json, LocalServer } from '../api/local-server.ts';

const id = randomUUID();
const jobOf = (status: AdvisoryJob['status'], phase: AdvisoryJob['steps'][number]['phase']): AdvisoryJob => ({
  id,
  status,
  steps: [{ title: 'npm', phase }],
  startedAt: '2026-01-31T12:00:00.000Z',
  finishedAt: status === 'RUNNING' ? null : '2026-01-31T12:00:01.000Z',
});

describe('advisories over the wire', () => {
  const jobs = [
    jobOf('RUNNING', 'DOWNLOADING'),
    jobOf('RUNNING', 'IMPORTING'),
    jobOf('COMPLETED', 'DONE'),
  ] as const;

  async function against(
    states: readonly AdvisoryJob[],
    work: (api: AdvisoryApi) => Promise<void>,
  ): Promise<readonly string[]> {
    const asked: string[] = [];
    const [first, ...later] = states;
    await using server = await LocalServer.start((incoming, response) => {
      const operation = incoming.url?.split('/').at(-1) ?? '';
      asked.push(operation);
      const job = operation === 'list' ? (later.shift() ?? states.at(-1)) : first;
      const body = operation === 'list' ? { sets: [], damaged: [], job } : { job };
      incoming.resume().on('end', () => json(response, operation === 'update' ? 202 : 200, body));
    });
    await work(new AdvisoryApi(server.client()));
    return asked;
  }

  it('are updated by a job that is followed to its end', async () => {
    const phases: (string | undefined)[] = [];
    const asked = await against(jobs, async (api) => {
      const states = api.update(undefined, new AbortController().signal);
      for (;;) {
        const { done, value } = await states.next();
        phases.push(value.steps[0]?.phase);
        if (done) break;
      }
    });
    assert.deepEqual([phases.at(0), phases.at(-1)], ['IMPORTING', 'DONE']);
    assert.deepEqual(asked.slice(0, 2), ['update', 'list']);
    assert.ok(!asked.includes('cancel'));
  });

  it('cancel the job in the service where nobody waits for it any more', async () => {
    const stop = new AbortController();
    const asked = await against([jobs[0], jobs[1]], async (api) => {
      const states = api.update(undefined, stop.signal);
      await states.next();
      stop.abort();
      await assert.rejects(states.next());
    });
    assert.equal(asked.at(-1), 'cancel');
  });
});
