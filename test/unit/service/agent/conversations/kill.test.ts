import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { Client } from '../../../../../src/api/client.ts';
import { contract } from '../../../../../src/api/contract/index.ts';
import { builtProgram } from '../../../../support/built-programs.ts';
import { parseEvents, type SentEvent } from '../support/agent-harness.ts';

const { agentConversations, agentJobs, agentJobStream } = contract;
const Started = z.object({ port: z.int(), tokenId: z.string(), tokenSecret: z.string() });

describe('a service process that is killed while the agent answers', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-kill-'));
  });
  after(async () => {
    for (const child of children) await kill(child);
    rmSync(folder, { recursive: true, force: true });
  });

  async function start() {
    const program = builtProgram('talking-service');
    const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const { port, ...credentials } = Started.parse(JSON.parse(value ?? 'null'));
    const baseUrl = `http://127.0.0.1:${port}`;
    return { child, baseUrl, credentials, client: new Client({ baseUrl, credentials }) };
  }

  it('has kept every word that was heard, and what it had not begun it does after the next start', async function () {
    this.timeout(120_000);
    let service = await start();
    // The first is killed before it says a word, the others in the midst of it.
    for (const [silenceMs, killAfter] of [
      [3_000, /"status":"RUNNING"/],
      [0, /(message\.delta.*){3}/s],
      [0, /(message\.delta.*){11}/s],
    ] as const) {
      const { job } = await service.client.call(agentConversations.createConversation, {
        initialMessage: String(silenceMs),
      });
      const jobId = job?.id ?? assert.fail('no job');
      const heard = await listenUntilKilled(service, jobId, killAfter);
      service = await start();
      const after: SentEvent[] = [];
      for await (const { id, event, data } of service.client.events(agentJobStream.jobStream, { jobId })) {
        after.push({ id: Number(id), event, data });
      }
      const { job: ended, messages } = await service.client.call(agentJobs.getJob, { jobId });
      const [, answer] = messages;
      const told = textOf(after);
      assert.ok(told.startsWith(textOf(heard)), 'a word that was heard is gone');
      assert.deepEqual(answer?.parts, [{ type: 'text', text: told }]);
      if (silenceMs > 0) {
        assert.equal(textOf(heard), '');
        assert.equal(ended.status, 'COMPLETED');
        assert.equal(told.trim().split(' ').length, 300);
      } else {
        assert.ok(textOf(heard).length > 10, 'nothing was heard before the kill');
        assert.equal(ended.status, 'FAILED');
        assert.match(ended.errorMessage ?? '', /stopped while the agent was answering/);
        assert.equal(answer?.state, 'stopped');
      }
    }
  });

  /** What comes over the wire until the process, killed when it has said something, is gone. */
  async function listenUntilKilled(
    { child, baseUrl, credentials }: Awaited<ReturnType<typeof start>>,
    jobId: string,
    killAfter: RegExp,
  ): Promise<SentEvent[]> {
    let text = '';
    const headers = {
      'X-Service-API-Token-Id': credentials.tokenId,
      'X-Service-API-Token-Secret': credentials.tokenSecret,
    };
    const ended = new Promise<void>((resolve) => {
      const url = `${baseUrl}/api/v2/agent/jobs/${jobId}/stream`;
      get(url, { headers, agent: false }, (response) => {
        response.setEncoding('utf8').on('data', (more: string) => {
          text += more;
        });
        response.on('close', resolve).on('error', () => undefined);
      }).on('error', () => resolve());
    });
    while (!killAfter.test(text)) await sleep(5);
    await kill(child);
    await ended;
    return parseEvents(text.slice(0, text.lastIndexOf('\n\n') + 2));
  }
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function textOf(events: readonly SentEvent[]): string {
  return events.flatMap(({ event, data }) => (event === 'message.delta' ? [data['text']] : [])).join('');
}
