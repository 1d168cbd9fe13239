/** Entry point of the thread that imports advisories: reading and merging a large database takes its time and memory. */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { ImportReply } from './import-in-thread.ts';
import { importAdvisories } from './snapshot-file.ts';
import { SourceFailure } from './source-failure.ts';

const request = z.object({
  from: z.string(),
  file: z.string(),
  title: z.string(),
  origin: z.optional(z.string()),
});

const tell = (reply: ImportReply): void => parentPort?.postMessage(reply);

try {
  const result = importAdvisories(request.parse(workerData), (records) =>
    tell({ type: 'progress', records }),
  );
  tell({ type: 'done', result });
} catch (error) {
  if (!(error instanceof SourceFailure)) throw error;
  tell({ type: 'failed', message: error.message });
}
