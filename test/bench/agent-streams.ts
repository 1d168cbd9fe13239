import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { Client } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract/index.ts';
import { type ReadEvent, readStream } from '../support/stream-reader.ts';

/**
 * 200 streams of 20 jobs that talk at the same time, from one service process, each over connections that are torn down
 * several times in the midst of an event. What every stream told is held against the job's log.
 */

const jobs = 20;
const streams = 200;
const words = 600;
const paceMs = 25;

const Started = z.object({ port: z.int(), tokenId: z.string(), tokenSecret: z.string() });
const Used = z.object({ cpuMs: z.number(), peakBytes: z.number() });

export async function measureStreams(): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'agent-streams-service.ts')], {
    env: { ...process.env, WORDS: String(words), PACE_MS: String(paceMs) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null');
  const { port, tokenId, tokenSecret } = Started.parse(await said());
  const baseUrl = `http://127.0.0.1:${port}`;
  const credentials = { tokenId, tokenSecret };
  await using client = new Client({ baseUrl, credentials });
  await client.call(contract.agentConfig.updateConfig, { maxConcurrentRuns: jobs });
  const begun = performance.now();
  const jobIds = await Promise.all(Array.from({ length: jobs }, (_, index) => ask(client, index)));
  const headers = { 'X-Service-API-Token-Id': tokenId, 'X-Service-API-Token-Secret': tokenSecret };
  const urlOf = (jobId: string | undefined) => `${baseUrl}/api/v2/agent/jobs/${jobId}/stream`;
  const read = await Promise.all(
    Array.from({ length: streams }, (_, index) =>
      readStream({ url: urlOf(jobIds[index % jobs]), headers, cuts: cutsOf(index) }),
    ),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const logs = await Promise.all(jobIds.map((jobId) => readStream({ url: urlOf(jobId), headers, cuts: [] })));
  const wrong = read.filter(({ events }, index) => !same(events, logs[index % jobs]?.events ?? [])).length;
  const delays = read.flatMap(({ events }) => events.flatMap(delayOf)).sort((a, b) => a - b);
  child.stdin.end();
  const { cpuMs, peakBytes } = Used.parse(await said());
  await once(child, 'exit');
  const events = read.reduce((sum, one) => sum + one.events.length, 0);
  const connections = read.reduce((sum, one) => sum + one.connections, 0);
  return {
    ...{ streams, jobs, events, brokenConnections: connections - streams, streamsWithAFault: wrong },
    eventsPerSecond: Math.round(events / seconds),
    delayMs: { median: quantile(delays, 0.5), p95: quantile(delays, 0.95), p99: quantile(delays, 0.99) },
    serviceCpuShare: Number((cpuMs / 1_000 / seconds).toFixed(2)),
    servicePeakMegabytes: Math.round(peakBytes / 1024 / 1024),
  };
}

async function ask(client: Client, index: number): Promise<string> {
  const { createConversation } = contract.agentConversations;
  const { job } = await client.call(createConversation, { initialMessage: `Talk, ${index}` });
  if (!job) throw new Error('No job was created.');
  return job.id;
}

/** Three to six connections of a few kilobytes each, then one to the end. */
function cutsOf(index: number): number[] {
  return Array.from({ length: 3 + (index % 4) }, (_, cut) => 400 + ((index * 977 + cut * 5_003) % 9_000));
}

function same(told: readonly ReadEvent[], log: readonly ReadEvent[]): boolean {
  return (
    told.length === log.length &&
    told.every(
      ({ id, event, data }, at) => id === log[at]?.id && event === log[at]?.event && data === log[at]?.data,
    )
  );
}

/** From when the last word of an event was said to when it was read. */
function delayOf({ event, data, at }: ReadEvent): number[] {
  if (event !== 'message.delta') return [];
  const { text } = z.object({ text: z.string() }).parse(JSON.parse(data));
  const spokenAt = Number(text.trim().split(' ').at(-1));
  return [performance.timeOrigin + at - spokenAt];
}

function quantile(sorted: readonly number[], share: number): number {
  return Number((sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1));
}
