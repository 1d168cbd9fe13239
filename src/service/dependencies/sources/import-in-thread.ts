import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { systemCode } from '../../analysis/errors.ts';
import type { Import, ImportResult } from './snapshot-file.ts';
import { SourceFailure } from './source-failure.ts';

const replySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), records: z.int() }),
  z.object({ type: z.literal('done'), result: z.custom<ImportResult>() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type ImportReply = z.output<typeof replySchema>;

/** The largest published database, with 250,000 records, needs about a third. */
const heapMb = 4_096;

/** Beside the bundle that this module is part of, or among the sources. */
const entry = (here: string = import.meta.url): URL =>
  new URL(here.endsWith('.ts') ? './import-worker.ts' : './import-worker.js', here);

/**
 * Imports advisories in a thread of its own, so that the service goes on answering. Cancelled, it ends at once and the old
 * snapshot stays.
 * @param on told now and then how many records were read
 * @throws SourceFailure, or the signal's reason
 */
export function importInThread(
  data: Import,
  signal?: AbortSignal,
  on: (records: number) => void = () => undefined,
): Promise<ImportResult> {
  const { from, file, title, origin } = data;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const worker = new Worker(entry(), {
      workerData: { from, file, title, origin },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      name: 'advisories',
    });
    const onAbort = (): void => {
      void worker.terminate();
      end(() => reject(signal?.reason));
    };
    const end = (settle: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: unknown) => {
      const reply = replySchema.parse(message);
      if (reply.type === 'progress') on(reply.records);
      else if (reply.type === 'done') end(() => resolve(reply.result));
      else end(() => reject(new SourceFailure(reply.message)));
    });
    worker.on('error', (cause) => {
      const isMemory = systemCode(cause) === 'ERR_WORKER_OUT_OF_MEMORY';
      const why = isMemory
        ? `It needs more than ${heapMb / 1_024} GB of memory.`
        : 'This is a bug in Parapet.';
      end(() => reject(new SourceFailure(`The advisories could not be imported. ${why}`, { cause })));
    });
    worker.on('exit', () => end(() => reject(new SourceFailure('The import ended before its time.'))));
  });
}
