import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { systemCode } from '../../analysis/errors.ts';
import { ReportFailure } from '../report-files.ts';
import type { DocxContent } from './content.ts';

/** A document of the largest size needs about a third. */
const heapMb = 512;
/** It makes little that lives short. */
const youngMb = 16;

/** Beside the bundle that this module is part of, or among the sources. */
const entry = (here: string = import.meta.url): URL =>
  new URL(here.endsWith('.ts') ? './docx-worker.ts' : './docx-worker.js', here);

/**
 * Makes a document in a thread of its own, which ends with it.
 * @throws ReportFailure where it takes too much memory, the thread's error, or the signal's reason
 */
export function docxInThread(content: DocxContent, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = new Worker(entry(), {
      workerData: content,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
      name: 'report',
    });
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      void worker.terminate();
      settle();
    };
    const onAbort = (): void => end(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: unknown) => {
      const bytes = z.instanceof(Uint8Array).parse(message);
      end(() => resolve(bytes));
    });
    worker.on('error', (cause) => {
      const isMemory = systemCode(cause) === 'ERR_WORKER_OUT_OF_MEMORY';
      end(() =>
        reject(
          isMemory ? new ReportFailure('The document takes too much memory. Narrow its filters.') : cause,
        ),
      );
    });
    worker.on('exit', () => end(() => reject(new Error('The thread of the report ended before its time.'))));
  });
}
