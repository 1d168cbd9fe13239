import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '../../src/api/client.ts';
import { createConversation, listConversations } from '../../src/api/contract/agent/conversations.ts';
import { jobStream } from '../../src/api/contract/agent/job-stream.ts';
import { addLocalRepository } from '../../src/api/contract/repositories/repositories.ts';
import { getScan, startScans } from '../../src/api/contract/scans/scans.ts';
import { embeddedClient } from '../../src/connection/embedded-client.ts';
import { ServiceProcess } from '../unit/service/support/process.ts';

const questions = [
  'show critical issues',
  'how many high issues are there?',
  'summary',
  'what should I fix first?',
  'explain the sql injection',
  'fix the first issue',
  'what changed since the last scan?',
  'search for "query"',
  'what is SSRF?',
  'help',
];
const rounds = 10;

/** From the request that begins a conversation to the first words in its stream, with the real service. */
export async function measureFirstToken(): Promise<Record<string, unknown>> {
  const root = path.resolve(import.meta.dirname, '../..');
  const data = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const service = new ServiceProcess(data, { entry: path.join(root, 'dist', 'service.js') });
  try {
    await service.start();
    const client = embeddedClient(service.discovery, 'parapet-bench');
    const sample = path.join(root, 'samples', 'vulnerable-shop');
    const { repository } = await client.call(addLocalRepository, { path: sample, name: 'sample' });
    await scanned(client, repository.id);
    const firstMs: number[] = [];
    // Whoever opens the chat has the conversations listed before anything is asked.
    await client.call(listConversations, {});
    const afterStartMs = Math.round(await firstWords(client, repository.id, 'show issues'));
    for (let round = 0; round < rounds; round++) {
      for (const initialMessage of questions) {
        firstMs.push(await firstWords(client, repository.id, initialMessage));
      }
    }
    firstMs.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(firstMs[Math.floor(share * (firstMs.length - 1))] ?? 0);
    return {
      answers: firstMs.length,
      afterStartMs,
      medianMs: at(0.5),
      p95Ms: at(0.95),
      worstMs: at(1),
      promisedMs: 200,
    };
  } finally {
    service.child.kill();
    await service.exited;
    rmSync(data, { recursive: true, force: true });
  }
}

async function scanned(client: Client, repositoryId: string): Promise<void> {
  const { scans } = await client.call(startScans, { repositoryIds: [repositoryId] });
  const id = scans[0]?.id ?? '';
  for (;;) {
    const { scan } = await client.call(getScan, { id });
    if (scan.finishedAt !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function firstWords(client: Client, repositoryId: string, initialMessage: string): Promise<number> {
  const startedAt = performance.now();
  const { job } = await client.call(createConversation, { repositoryId, initialMessage });
  let ms: number | undefined;
  for await (const event of client.events(
    jobStream,
    { jobId: job?.id ?? '' },
    { signal: AbortSignal.timeout(60_000) },
  )) {
    if (event.event === 'message.delta') ms ??= performance.now() - startedAt;
  }
  return ms ?? Number.POSITIVE_INFINITY;
}
