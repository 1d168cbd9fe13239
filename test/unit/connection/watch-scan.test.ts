import assert from 'node:assert/strict';
import { ServiceApi } from '../../../src/connection/service-api.ts';
import { id, json, LocalServer } from '../api/local-server.ts';
import { makeScan } from '../views/make-scan.ts';

const detail = { coverage: null, issueCounts: { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 } };

describe('watching a scan', () => {
  it('asks how far it is where a service offers no events, until it has ended', async () => {
    const statuses = ['RUNNING', 'RUNNING', 'COMPLETED'] as const;
    let looks = 0;
    await using server = await LocalServer.start((request, response) => {
      if (request.url?.includes('/events')) return json(response, 405, { error: 'Method not allowed.' });
      const status = statuses[Math.min(looks++, statuses.length - 1)] ?? 'COMPLETED';
      json(response, 200, { scan: { ...makeScan({ id, status }), ...detail } });
    });
    const told: string[] = [];
    for await (const event of new ServiceApi(server.client()).watchScan(id, new AbortController().signal))
      if (event.event === 'scan.status') told.push(event.data.status);
    assert.deepEqual(told, ['RUNNING', 'COMPLETED'], 'each state once');
    assert.equal(looks, 3);
  });

  it('ends when it is cancelled', async () => {
    await using server = await LocalServer.start((request, response) => {
      if (request.url?.includes('/events')) return json(response, 405, { error: 'Method not allowed.' });
      json(response, 200, { scan: { ...makeScan({ id }), ...detail } });
    });
    const stop = new AbortController();
    const watch = async () => {
      for await (const _event of new ServiceApi(server.client()).watchScan(id, stop.signal)) stop.abort();
    };
    await assert.rejects(watch(), { name: 'AbortError' });
  });
});
