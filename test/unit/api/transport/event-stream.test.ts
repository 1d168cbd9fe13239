import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { ApiError } from '../../../../src/api/api-error.ts';
import { scanEvents } from '../../../../src/api/contract/scans/scan-events.ts';
import { credentials, id, LocalServer } from '../local-server.ts';

const none = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
const history: { event: string; data: unknown }[] = [
  { event: 'scan.status', data: { scanId: id, status: 'RUNNING' } },
  ...Array.from({ length: 8 }, (_, index) => ({
    event: 'scan.progress',
    data: { phase: 'reading', filesDone: index, filesTotal: 8, currentFile: `dir/ä ${index}\u2028.ts` },
  })),
  { event: 'done', data: { scanId: id, status: 'COMPLETED', issueCounts: none } },
];

function frame(index: number): string {
  const { event, data } = history[index] ?? assert.fail('no such event');
  return `id: ${index}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

function resumePoint(request: IncomingMessage): number {
  const last = request.headers['last-event-id'];
  return last === undefined ? 0 : Number(last) + 1;
}

async function collect(server: LocalServer, options: { silenceMs?: number; lastEventId?: string } = {}) {
  const seen: string[] = [];
  for await (const event of server.client({ credentials }).events(scanEvents, { id }, options)) {
    assert.deepEqual({ event: event.event, data: event.data }, history[Number(event.id)]);
    seen.push(String(event.id));
  }
  return seen;
}

const everything = history.map((_, index) => String(index));

async function failure(stream: Promise<unknown>): Promise<ApiError> {
  const error = await stream.then(
    () => assert.fail('the stream should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

describe('a stream of events', () => {
  it('yields each event and ends after done, with credentials sent', async () => {
    let headers: IncomingMessage['headers'] = {};
    await using server = await LocalServer.start((request, response) => {
      headers = request.headers;
      begin(response);
      response.write(history.map((_, index) => frame(index)).join(': heartbeat\n\n'));
    });
    assert.deepEqual(await collect(server), everything);
    assert.equal(headers.accept, 'text/event-stream');
    assert.equal(headers['x-service-api-token-secret'], credentials.tokenSecret);
  });

  it('reads the same however the bytes are cut', async () => {
    const bytes = Buffer.from(history.map((_, index) => frame(index)).join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 }),
        async (cuts) => {
          const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          await using server = await LocalServer.start(async (_, response) => {
            begin(response);
            for (const [index, start] of edges.entries()) {
              const part = bytes.subarray(start, edges[index + 1]);
              if (part.length > 0) await new Promise((sent) => response.write(part, sent));
            }
            response.end();
          });
          assert.deepEqual(await collect(server), everything);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('resumes after the last event it received when the connection drops, and misses and repeats nothing', async () => {
    let connections = 0;
    await using server = await LocalServer.start((request, response) => {
      connections++;
      const start = resumePoint(request);
      begin(response);
      for (const index of [start, start + 1]) if (index < history.length) response.write(frame(index));
      response.write('id: 99\nevent: scan.progress\ndata: {"cut of');
      setTimeout(() => request.socket.destroy(), 5);
    });
    assert.deepEqual(await collect(server), everything);
    assert.equal(connections, 5);
  });

  it('resumes when the service ends the stream early, is away for a moment, or asks to wait', async () => {
    let connections = 0;
    await using server = await LocalServer.start((request, response) => {
      connections++;
      if (connections === 2) return void request.socket.destroy();
      if (connections === 3)
        return void response.writeHead(503, { 'retry-after': '0' }).end('{"error":"Busy."}');
      const start = resumePoint(request);
      begin(response);
      response.write('retry: 10\n\n');
      for (let index = start; index < Math.min(history.length, start + 6); index++)
        response.write(frame(index));
      response.end();
    });
    assert.deepEqual(await collect(server), everything);
    assert.equal(connections, 4);
  });

  it('goes on after the event that the caller names', async () => {
    await using server = await LocalServer.start((request, response) => {
      begin(response);
      for (let index = resumePoint(request); index < history.length; index++) response.write(frame(index));
    });
    assert.deepEqual(await collect(server, { lastEventId: '6' }), everything.slice(7));
  });

  it('takes a connection without heartbeats as lost', async () => {
    let connections = 0;
    await using server = await LocalServer.start((request, response) => {
      connections++;
      begin(response);
      const start = resumePoint(request);
      const until = connections === 1 ? 3 : history.length;
      for (let index = start; index < until; index++) response.write(frame(index));
    });
    assert.deepEqual(await collect(server, { silenceMs: 1_200 }), everything);
    assert.equal(connections, 2);
  });

  it('stays with a quiet connection that has heartbeats', async () => {
    let connections = 0;
    await using server = await LocalServer.start((request, response) => {
      connections++;
      begin(response);
      response.write(frame(0));
      const heartbeat = setInterval(() => response.write(': still here\n\n'), 300);
      const rest = setTimeout(() => {
        for (let index = 1; index < history.length; index++) response.write(frame(index));
      }, 3_000);
      request.socket.on('close', () => {
        clearInterval(heartbeat);
        clearTimeout(rest);
      });
    });
    assert.deepEqual(await collect(server, { silenceMs: 1_200 }), everything);
    assert.equal(connections, 1);
  });

  it('gives up after failures in a row without any event', async () => {
    let connections = 0;
    await using server = await LocalServer.start((_, response) => {
      connections++;
      begin(response);
      response.end(': hello\n\n');
    });
    assert.equal((await failure(collect(server))).kind, 'unreachable');
    assert.equal(connections, 3);
  });

  it('gives up when every connection brings the same again', async () => {
    let connections = 0;
    await using server = await LocalServer.start((_, response) => {
      connections++;
      begin(response);
      response.end(frame(0));
    });
    assert.equal((await failure(collect(server))).kind, 'unreachable');
    assert.equal(connections, 4);
  });

  it('passes over events that it does not know, and keeps unknown fields', async () => {
    await using server = await LocalServer.start((_, response) => {
      begin(response);
      response.write('event: weather\ndata: {"sun": true}\n\n');
      response.write('data: no name\n\n');
      response.write(
        `event: done\ndata: ${JSON.stringify({ scanId: id, status: 'completed', more: [1] })}\n\n`,
      );
    });
    const events: unknown[] = [];
    for await (const event of server.client({ credentials }).events(scanEvents, { id })) events.push(event);
    const data = { scanId: id, status: 'COMPLETED', issueCounts: none, more: [1] };
    assert.deepEqual(events, [{ id: undefined, event: 'done', data }]);
  });

  const refusals: [number, string, string, string][] = [
    [401, 'application/json', '{"error":"No."}', 'unauthorized'],
    [404, 'application/json', '{"error":"Not there."}', 'notFound'],
    [404, 'text/plain', 'Not Found', 'notOffered'],
    [200, 'text/html', '<p>hello', 'notThisInterface'],
    [200, 'text/event-stream', 'event: done\ndata: {broken\n\n', 'notThisInterface'],
    [200, 'text/event-stream', 'event: done\ndata: {"status": 7}\n\n', 'notThisInterface'],
  ];
  for (const [status, type, body, kind] of refusals) {
    it(`does not insist after ${status} ${type} ${body.trim()}`, async () => {
      let connections = 0;
      await using server = await LocalServer.start((_, response) => {
        connections++;
        response.writeHead(status, { 'content-type': type }).end(body);
      });
      assert.equal((await failure(collect(server))).kind, kind);
      assert.equal(connections, 1);
    });
  }

  it('bounds the size of an event', async () => {
    await using server = await LocalServer.start((_, response) => {
      begin(response);
      const write = () => {
        while (!response.destroyed && response.write(`data: ${'x'.repeat(65_536)}\n`));
      };
      response.on('drain', write);
      write();
    });
    assert.equal((await failure(collect(server))).kind, 'tooLarge');
  });

  it('closes the connection when the caller has seen enough, and when it cancels', async () => {
    let open = 0;
    await using server = await LocalServer.start((request, response) => {
      open++;
      request.socket.on('close', () => open--);
      begin(response);
      response.write(frame(0));
    });
    const client = server.client({ credentials });
    for await (const { event } of client.events(scanEvents, { id })) {
      assert.equal(event, 'scan.status');
      break;
    }
    const controller = new AbortController();
    const cancelled = async () => {
      for await (const { event } of client.events(scanEvents, { id }, { signal: controller.signal })) {
        assert.equal(event, 'scan.status');
        setTimeout(() => controller.abort(), 20);
      }
    };
    assert.equal((await failure(cancelled())).kind, 'cancelled');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(open, 0);
  });
});
