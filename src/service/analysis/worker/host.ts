/** The worker's side of a scan: it answers one question after the other. */
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { answerTo } from './answers.ts';
import { AnalyzerUnavailable, Cancelled, Desk, type WorkerParts } from './desk.ts';
import { kindOf, type Reply } from './protocol.ts';

/**
 * Makes this thread a scan's worker.
 * @param createFixer left out where no fixes are asked for
 * @throws when called anywhere but in a worker thread
 */
export function hostAnalyzer(
  createAnalyzer: WorkerParts['createAnalyzer'],
  createFixer?: WorkerParts['createFixer'],
): void {
  if (isMainThread || !parentPort) throw new Error('An analyzer is hosted in a worker thread only.');
  const port = parentPort;
  const send = (reply: Reply): void => port.postMessage(reply);
  const desk = new Desk(workerData, { createAnalyzer, createFixer }, (events) => {
    send({ type: 'events', events });
  });
  port.on('message', async (message: unknown) => send(await replyTo(message, desk)));
}

async function replyTo(message: unknown, desk: Desk): Promise<Reply> {
  try {
    return { type: 'answer', answer: await answerTo(kindOf(message), message, desk) };
  } catch (error) {
    if (error instanceof Cancelled) return { type: 'cancelled' };
    const text = error instanceof Error ? error.message : String(error);
    return { type: error instanceof AnalyzerUnavailable ? 'unavailable' : 'failed', message: text };
  }
}
