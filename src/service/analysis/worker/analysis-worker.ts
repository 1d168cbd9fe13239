/** One worker thread and its supervision: it can be asked to stop, made to stop, hang, crash or run out of memory. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { AnalysisEvent } from '../../../engine/analysis.ts';
import type { ScanAssets } from '../assets.ts';
import { systemCode } from '../errors.ts';
import type { ScanLimits } from '../limits.ts';
import { type AnswerTo, type Kind, type Question, questions, readReply } from './protocol.ts';
import { Signal, type WorkerSetup } from './setup.ts';
import { Stall, watchMs } from './stall.ts';

/** Why a question has no answer. */
export type Unanswered =
  | { readonly type: 'cancelled' }
  | { readonly type: 'unavailable'; readonly message: string }
  | {
      readonly type: 'gave-up';
      /** Index of the file in work, -1 when flows between files were being solved. */
      readonly at: number;
      readonly why: 'time' | 'memory' | 'crash';
      readonly message: string;
    };

export type Outcome<A> = { readonly type: 'answered'; readonly answer: A } | Unanswered;

/**
 * Bytecode of others that the top compiler takes into one function, a quarter of what is usual: the solver's functions call
 * each other in many ways, and compiling them large cost a tenth of a scan's processor time. It holds for the process.
 */
setFlagsFromString('--max-inlined-bytecode-size-cumulative=250');
/**
 * Mebibytes that a nursery has from the beginning. One that grows to them is searched again and again while a worker loads its
 * program, an eighth of the processor time until it is ready.
 */
setFlagsFromString('--min-semi-space-size=16');

/** Milliseconds that a worker has to stop by itself. */
const graceMs = 1_000;
/** Milliseconds that a worker has to load its program and the parsers. */
const startMs = 60_000;

export class AnalysisWorker {
  readonly #signals = new Int32Array(new SharedArrayBuffer(Signal.length * Int32Array.BYTES_PER_ELEMENT));
  readonly #limits: ScanLimits;
  readonly #worker: Worker;
  #usable = true;
  /** Why the worker's program could not be loaded. */
  #loadFailure: string | undefined;

  constructor(root: string, assets: ScanAssets, limits: ScanLimits) {
    this.#limits = limits;
    const setup: WorkerSetup = {
      root,
      grammars: assets.grammars,
      signals: this.#signals.buffer,
      fileBytes: limits.fileBytes,
      depth: limits.depth,
    };
    this.#worker = new Worker(assets.worker, {
      workerData: setup,
      // Most of what an analysis makes lives shortly: a wider nursery saves a tenth of its time.
      resourceLimits: { maxOldGenerationSizeMb: limits.workerHeapMb, maxYoungGenerationSizeMb: 192 },
      name: 'analysis',
    });
    // Between analyses nobody listens otherwise, and an unheard error would end the process.
    this.#worker.on('error', (error) => {
      this.#usable = false;
      if (!this.#loaded) this.#loadFailure = messageOf(error);
    });
    this.#worker.on('exit', () => {
      this.#usable = false;
    });
  }

  /** False once it was terminated or died: make another one. */
  get usable(): boolean {
    return this.#usable;
  }

  /**
   * Asks one question; calls must not overlap. Never rejects. A worker that neither answered nor was cancelled cleanly is not
   * usable again.
   * @param on told of what is found meanwhile
   */
  ask<K extends Kind>(
    question: Question<K>,
    signal?: AbortSignal,
    on: (event: AnalysisEvent) => void = () => undefined,
  ): Promise<Outcome<AnswerTo<K>>> {
    const { answer: answers } = questions[question.kind];
    const worker = this.#worker;
    Atomics.store(this.#signals, Signal.cancel, 0);
    Atomics.store(this.#signals, Signal.file, -1);
    return new Promise((resolve) => {
      let grace: NodeJS.Timeout | undefined;
      const watch = this.#watch((ms) => {
        lost('time', `no progress in ${seconds(ms)} of processor time`);
      });
      const end = (outcome: Outcome<AnswerTo<K>>): void => {
        clearInterval(watch);
        clearTimeout(grace);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
        if (outcome.type === 'gave-up' || outcome.type === 'unavailable') void this.close();
        resolve(outcome);
      };
      const lost = (why: 'time' | 'memory' | 'crash', message: string): void => {
        if (this.#loaded) end({ type: 'gave-up', at: this.#file(), why, message });
        else end({ type: 'unavailable', message: this.#loadFailure ?? message });
      };
      const take = (message: unknown): void => {
        const reply = readReply(message);
        if (reply.type === 'events') for (const event of reply.events) on(event);
        else if (reply.type === 'answer') end({ type: 'answered', answer: answers.parse(reply.answer) });
        else if (reply.type === 'failed')
          end({ type: 'gave-up', at: this.#file(), why: 'crash', message: reply.message });
        else end(reply);
      };
      const onMessage = (message: unknown): void => {
        try {
          take(message);
        } catch (error) {
          lost('crash', messageOf(error));
        }
      };
      const onError = (error: unknown): void => {
        const memory = systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
        lost(memory ? 'memory' : 'crash', messageOf(error));
      };
      const onExit = (code: number): void => lost('crash', `the worker ended with code ${code}`);
      const onAbort = (): void => {
        Atomics.store(this.#signals, Signal.cancel, 1);
        grace = setTimeout(() => {
          void this.close();
          end({ type: 'cancelled' });
        }, graceMs);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      if (!this.#usable) return onExit(1);
      if (signal?.aborted) return end({ type: 'cancelled' });
      signal?.addEventListener('abort', onAbort, { once: true });
      worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    this.#usable = false;
    await this.#worker.terminate();
  }

  get #loaded(): boolean {
    return Atomics.load(this.#signals, Signal.loaded) === 1;
  }

  #file(): number {
    return Atomics.load(this.#signals, Signal.file);
  }

  /** Calls back once the worker has computed for longer than the limit of its phase, and nothing has moved. */
  #watch(stalled: (ms: number) => void): NodeJS.Timeout {
    const first = Atomics.load(this.#signals, Signal.beat);
    const stall = new Stall(this.#worker);
    let seen = first;
    return setInterval(() => {
      const beat = Atomics.load(this.#signals, Signal.beat);
      if (beat !== seen) stall.reset();
      seen = beat;
      const working = this.#file() >= 0 ? this.#limits.fileStallMs : this.#limits.solveStallMs;
      const limit = beat === first ? startMs : working;
      if (stall.isLongerThan(limit)) stalled(limit);
    }, watchMs);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
