import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { TestTotals } from '../test/support/totals.ts';
import { type FileToRun, fileDoneSchema } from './file-message.ts';
import { ROOT } from './paths.ts';
import { cpuSecondsOf, type FileCost } from './timings.ts';

const WORKER = path.join(ROOT, 'scripts', 'test-worker.ts');
/** A process that has become as large as this makes room for a new one: a large one takes long to start another. */
const LARGE_BYTES = 0.7 * 1024 ** 3;

/**
 * Most of what tests make lives shortly: a wider nursery saves a tenth of their processor time. What the top compiler takes
 * into one function is bounded as it is where scans are made (`analysis-worker.ts`).
 */
const V8_OPTIONS = ['--min-semi-space-size=32', '--max-inlined-bytecode-size-cumulative=250'];

/** Runs files of tests in processes that are kept for the next file, so many as run at a time. */
export class FileRunner {
  readonly #idle: ChildProcess[] = [];
  readonly #costs: FileCost[] | undefined;

  /** @param costs takes what each file cost, where that is to be measured */
  constructor(costs?: FileCost[]) {
    this.#costs = costs;
  }

  /**
   * Runs a file of tests.
   * @param anew whether in a process that has run nothing yet
   * @param shown is given what a process printed that is not kept: because a test failed in it, or it ended
   * @throws when the process ends before the tests do.
   */
  async run(message: FileToRun, anew: boolean, shown: (output: string) => void): Promise<TestTotals> {
    const worker = (anew ? undefined : this.#idle.pop()) ?? start();
    const output: Buffer[] = [];
    const take = (chunk: Buffer) => output.push(chunk);
    for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', take);
    let isFit = false;
    try {
      const answer = await this.#measured(worker, message.file, () => answerOf(worker, message));
      const { totals, memoryBytes } = fileDoneSchema.parse(answer);
      isFit = totals.failed === 0 && memoryBytes < LARGE_BYTES;
      return totals;
    } finally {
      if (isFit) this.#idle.push(worker);
      else {
        await end(worker);
        shown(Buffer.concat(output).toString());
      }
      for (const stream of [worker.stdout, worker.stderr]) stream?.off('data', take);
    }
  }

  async #measured<T>({ pid }: ChildProcess, file: string, work: () => Promise<T>): Promise<T> {
    if (this.#costs === undefined || pid === undefined) return await work();
    const [cpuBefore, startedAt] = [cpuSecondsOf(pid), performance.now()];
    const result = await work();
    this.#costs.push({
      file: path.relative(ROOT, file),
      cpuSeconds: Math.max(0, cpuSecondsOf(pid) - cpuBefore),
      wallSeconds: (performance.now() - startedAt) / 1_000,
    });
    return result;
  }

  /** Ends the processes that are kept. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(end));
  }
}

function start(): ChildProcess {
  return fork(WORKER, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [...process.execArgv, ...V8_OPTIONS],
  });
}

function answerOf(worker: ChildProcess, message: FileToRun): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null, signal: string | null) =>
      reject(new Error(`The tests of ${message.file} ended with ${code ?? signal} before they were done.`));
    worker.once('exit', gone);
    worker.once('error', reject);
    worker.once('message', (answer) => {
      worker.off('exit', gone);
      worker.off('error', reject);
      resolve(answer);
    });
    worker.send(message);
  });
}

/** Asks a process to end what it keeps and to exit. */
async function end(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = new Promise((resolve) => worker.once('close', resolve));
  worker.send('end');
  await gone;
}
