import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { thinOut } from '../../../../src/service/scans/scan-retention.ts';
import { finding } from '../support/findings.ts';
import { authHeaders, Harness } from '../support/harness.ts';
import { gate, waitAt } from '../support/scripted-runner.ts';

const { scans } = contract;
const many = Array.from({ length: 30 }, (_, index) =>
  finding({
    fingerprint: `f${index}`,
    range: { startLine: index + 1, startColumn: 1, endLine: index + 1, endColumn: 2 },
  }),
);

interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

function parseEvents(text: string): SentEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(
      block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const event = fields.get('event');
    if (event === undefined) return [];
    return [{ id: fields.get('id') ?? '', event, data: JSON.parse(fields.get('data') ?? '{}') }];
  });
}

describe('scans of a service', () => {
  let service: Harness;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start({ heartbeatMs: 30 });
    repositoryId = await service.addRepository();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function stream(scanId: string, lastEventId?: string): Promise<Response> {
    const response = await service.request(`/api/v2/scans/${scanId}/events`, {
      headers: {
        ...authHeaders(service.credentials),
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      },
    });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    return response;
  }

  it('are refused a second time for the same repository and branch, however close together they start', async () => {
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.send(scans.startScans, { repositoryIds: [repositoryId] })),
    );
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [202, 409, 409, 409, 409, 409, 409, 409]);
    const refusal = await service.refusal(scans.startScans, { repositoryIds: [repositoryId] }, 409);
    const { scans: listed } = await service.call(scans.listScans, {});
    assert.equal(listed.length, 1);
    assert.equal(refusal.scanId, listed[0]?.id);
    held.open();
    assert.equal((await service.waitForScan(listed[0]?.id ?? '')).status, 'COMPLETED');
    assert.equal((await service.scan(repositoryId)).status, 'COMPLETED');
  });

  it('of several repositories start all or none', async () => {
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const other = await service.addRepository('other');
    await service.startScan(repositoryId);
    await service.refusal(scans.startScans, { repositoryIds: [other, repositoryId] }, 409);
    const unknown = '00000000-0000-4000-8000-000000000000';
    await service.refusal(scans.startScans, { repositoryIds: [other, unknown] }, 422);
    const { scans: listed } = await service.call(scans.listScans, { repositoryId: other });
    assert.deepEqual(listed, []);
  });

  it('are INDEXING the first time until flows are solved, and RUNNING from the start later', async () => {
    const reading = gate();
    const solving = gate();
    service.runner.script = async ({ on, signal }) => {
      on({ type: 'progress', phase: 'reading', done: 1, total: 2 });
      await waitAt(reading.passed, signal);
      on({ type: 'progress', phase: 'solving', done: 0, total: 2 });
      await waitAt(solving.passed, signal);
      return undefined;
    };
    const id = await service.startScan(repositoryId);
    await until(async () => (await scanOf(id)).progress?.phase === 'reading');
    assert.equal((await scanOf(id)).status, 'INDEXING');
    reading.open();
    await until(async () => (await scanOf(id)).status === 'RUNNING');
    solving.open();
    await service.waitForScan(id);
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const second = await service.startScan(repositoryId);
    await until(async () => (await scanOf(second)).startedAt !== null);
    assert.equal((await scanOf(second)).status, 'RUNNING');
  });

  it('say what they left out on purpose, in the list, the detail and the stream', async () => {
    const excluded = { dependencies: 12, media: 3 };
    service.runner.script = async () => ({ excluded });
    const scan = await service.scan(repositoryId);
    assert.deepEqual(scan.coverage?.excluded, excluded);
    const { scans: listed } = await service.call(scans.listScans, { repositoryId });
    assert.deepEqual(listed[0]?.coverage?.excluded, excluded);
    const events = parseEvents(await (await stream(scan.id)).text());
    assert.deepEqual(events.find(({ event }) => event === 'coverage')?.data['excluded'], excluded);
  });

  it('show what they found while they run, in the stream and in the search', async () => {
    const held = gate();
    service.runner.script = async ({ on, signal }) => {
      for (const each of many.slice(0, 10)) on({ type: 'finding', finding: each });
      await waitAt(held.passed, signal);
      for (const each of many.slice(10)) on({ type: 'finding', finding: each });
      return undefined;
    };
    const id = await service.startScan(repositoryId);
    await until(async () => (await service.issues()).length === 10);
    assert.equal((await scanOf(id)).issueCounts.CRITICAL, 10);
    assert.equal((await scanOf(id)).finishedAt, null);
    const response = await stream(id);
    held.open();
    const events = parseEvents(await response.text());
    assert.equal(events[0]?.event, 'scan.status');
    assert.equal(events.filter(({ event }) => event === 'issue.found').length, 30);
    assert.equal(events.at(-1)?.event, 'done');
    assert.equal(events.at(-1)?.data['status'], 'COMPLETED');
    for (const { event, data } of events) {
      const schema =
        contract.scanEvents.scanEvents.events[event as keyof typeof contract.scanEvents.scanEvents.events];
      assert.ok(schema.safeParse(data).success, `${event} ${JSON.stringify(data)}`);
    }
  });

  it('can be followed again from any event, and nothing is missed or told twice', async () => {
    service.runner.script = async ({ on }) => {
      for (const each of many) on({ type: 'finding', finding: each });
      return undefined;
    };
    const { id } = await service.scan(repositoryId);
    const whole = parseEvents(await (await stream(id)).text()).slice(1);
    assert.ok(whole.length > 30);
    for (const [index, { id: last }] of whole.entries()) {
      if (index % 7 !== 0 || index === whole.length - 1) continue;
      const rest = parseEvents(await (await stream(id, last)).text()).slice(1);
      assert.deepEqual(rest, whole.slice(index + 1));
    }
  });

  it('send a comment when there is nothing to tell', async () => {
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const response = await stream(await service.startScan(repositoryId));
    setTimeout(() => held.open(), 150);
    const comments = (await response.text()).split('\n').filter((line) => line.startsWith(':'));
    assert.ok(comments.length >= 2, `${comments.length} comments`);
  });

  it('end at once when cancelled and keep what they found', async () => {
    let stopped = false;
    service.runner.script = async ({ on, signal }) => {
      for (const each of many) on({ type: 'finding', finding: each });
      await new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(signal.reason);
        });
      });
      return undefined;
    };
    const id = await service.startScan(repositoryId);
    await until(async () => (await service.issues()).length === many.length);
    const response = await stream(id);
    const { scan } = await service.call(scans.cancelScan, { scanId: id });
    assert.equal(scan.status, 'CANCELLED');
    assert.equal(parseEvents(await response.text()).at(-1)?.data['status'], 'CANCELLED');
    await until(async () => stopped);
    assert.equal((await service.issues()).length, many.length);
    assert.equal((await service.call(scans.cancelScan, { scanId: id })).scan.status, 'CANCELLED');
    service.runner.script = async () => undefined;
    const next = await service.scan(repositoryId);
    assert.equal(next.status, 'COMPLETED');
    await service.refusal(scans.cancelScan, { scanId: next.id }, 409);
  });

  it('that wait in the queue can be cancelled, and are never begun', async () => {
    const held = gate();
    const begun: string[] = [];
    service.runner.script = async ({ root, signal }) => {
      begun.push(root);
      await waitAt(held.passed, signal);
      return undefined;
    };
    const other = await service.addRepository('other');
    await service.startScan(repositoryId);
    const waiting = await service.startScan(other);
    assert.equal((await scanOf(waiting)).status, 'QUEUED');
    await service.call(scans.cancelScan, { scanId: waiting });
    held.open();
    await until(async () => service.service.idleMs() > 0);
    assert.equal(begun.length, 1);
  });

  it('run one after the other', async () => {
    let present = 0;
    let most = 0;
    service.runner.script = async () => {
      most = Math.max(most, ++present);
      await new Promise((resolve) => setTimeout(resolve, 10));
      present--;
      return undefined;
    };
    const ids = [repositoryId, await service.addRepository('b'), await service.addRepository('c')];
    const { scans: started } = await service.call(scans.startScans, { repositoryIds: ids });
    for (const { id } of started) assert.equal((await service.waitForScan(id)).status, 'COMPLETED');
    assert.equal(most, 1);
  });

  it('are of what is checked out, and refuse another branch', async () => {
    await service.refusal(scans.startScans, { repositoryIds: [repositoryId], branch: 'develop' }, 422);
    service.runner.present = { branch: 'develop', commit: 'b'.repeat(40) };
    const { scan } = await service.call(contract.repositories.scanRepository, {
      id: repositoryId,
      branch: 'develop',
    });
    assert.equal(scan.branch, 'develop');
    assert.equal(scan.commitSha, 'b'.repeat(40));
  });

  it('keep the issues of branches apart', async () => {
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'same' }) });
      return undefined;
    };
    await service.scan(repositoryId);
    service.runner.present = { branch: 'develop' };
    await service.scan(repositoryId);
    service.runner.script = async () => undefined;
    await service.scan(repositoryId);
    const found = await service.issues();
    assert.deepEqual(found.map((issue) => [issue.scanTargetBranch, issue.status]).sort(), [
      ['develop', 'RESOLVED'],
      ['main', 'PENDING_REVIEW'],
    ]);
  });

  it('stop with their repository when it is deleted, which can then be added and scanned again', async () => {
    let stopped = false;
    service.runner.script = async ({ on, signal }) => {
      for (const each of many) on({ type: 'finding', finding: each });
      await new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(signal.reason);
        });
      });
      return undefined;
    };
    const id = await service.startScan(repositoryId);
    await until(async () => (await service.issues()).length > 0);
    const response = await stream(id);
    await service.call(contract.repositories.deleteRepositories, { repositoryIds: [repositoryId] });
    await until(async () => stopped);
    await response.text();
    await service.refusal(scans.getScan, { id }, 404);
    assert.deepEqual(await service.issues(), []);
    service.runner.script = async () => undefined;
    const again = await service.addRepository();
    assert.notEqual(again, repositoryId);
    assert.equal((await service.scan(again)).status, 'COMPLETED');
  });

  it('are listed newest first, by page and by filter', async () => {
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'high', score: 75 }) });
      return undefined;
    };
    const first = await service.scan(repositoryId);
    service.runner.script = async () => undefined;
    const second = await service.scan(repositoryId);
    const third = await service.scan(repositoryId);
    const page = await service.call(scans.listScans, { limit: 2 });
    assert.deepEqual(
      page.scans.map((scan) => scan.id),
      [third.id, second.id],
    );
    const rest = await service.call(scans.listScans, { limit: 2, cursor: page.nextCursor ?? '' });
    assert.deepEqual(
      rest.scans.map((scan) => scan.id),
      [first.id],
    );
    assert.equal(rest.nextCursor, undefined);
    const high = await service.call(scans.listScans, { severity: ['High'] });
    assert.deepEqual(
      high.scans.map((scan) => scan.id),
      [first.id],
    );
    const failed = await service.call(scans.listScans, { statuses: ['FAILED'] });
    assert.deepEqual(failed.scans, []);
    await service.refusal(
      scans.listScans,
      { limit: 2, cursor: page.nextCursor ?? '', statuses: ['FAILED'] },
      400,
    );
  });

  it('are thinned out when there are many, with no issue lost', async () => {
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'one' }) });
      return undefined;
    };
    const ids: string[] = [];
    for (let turn = 0; turn < 6; turn++) ids.push((await service.scan(repositoryId)).id);
    await until(async () => service.service.idleMs() > 0);
    const { db } = service.service.core;
    await thinOut(db, { repository_id: repositoryId, branch: 'main' }, { scans: 4, eventLogs: 2 });
    const { scans: left } = await service.call(scans.listScans, {});
    assert.deepEqual(
      left.map((scan) => scan.id),
      ids.slice(2).reverse(),
    );
    await service.refusal(scans.getScan, { id: ids[0] ?? '' }, 404);
    const eventsOf = async (index: number) =>
      parseEvents(await (await stream(ids[index] ?? '')).text()).map(({ event }) => event);
    assert.ok((await eventsOf(5)).includes('issue.found'));
    assert.deepEqual(await eventsOf(2), ['scan.status', 'done']);
    assert.equal((await service.issues()).length, 1);
  });

  it('that a killed service left running are FAILED at the next start, and block nothing', async () => {
    const held = gate();
    service.runner.script = async ({ on, signal }) => {
      for (const each of many) on({ type: 'finding', finding: each });
      await waitAt(held.passed, signal);
      return undefined;
    };
    const id = await service.startScan(repositoryId);
    const other = await service.addRepository('other');
    const waiting = await service.startScan(other);
    await until(async () => (await service.issues()).length === many.length);
    await using next = await service.asAfterKill();
    const scan = await next.waitForScan(id);
    assert.equal(scan.status, 'FAILED');
    assert.match(scan.errorMessage ?? '', /stopped before this scan ended/);
    assert.equal((await next.issues()).length, many.length);
    next.runner.script = async () => undefined;
    const waited = await next.waitForScan(waiting);
    assert.equal(waited.status, 'COMPLETED', waited.errorMessage);
    assert.equal((await next.scan(repositoryId)).status, 'COMPLETED');
    held.open();
  });

  async function scanOf(id: string) {
    return (await service.call(scans.getScan, { id })).scan;
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + 15_000;
    while (!(await condition())) {
      assert.ok(performance.now() < end, 'waited for 15 s');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});
