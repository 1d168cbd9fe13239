import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type ApiErrorKind } from './api-error.ts';

/** Something that a service works on, until it has ended. */
export interface Job<T> {
  /** How far it is. */
  readonly look: (signal: AbortSignal) => Promise<T>;
  readonly isEnded: (state: T) => boolean;
  /** What is known of it already. Without, it is looked at at once. */
  readonly known?: T;
  /** Whether something happened between two looks; compared as JSON when left out. */
  readonly hasMoved?: (now: T, before: T | undefined) => boolean;
  /** The job's events, where the service offers them: each is a reason to look, and nothing is asked in between. */
  readonly events?: ((signal: AbortSignal) => AsyncIterable<unknown>) | undefined;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Seconds after which it is followed no further, ended or not. */
  readonly seconds?: number;
  /** Milliseconds between two looks at most; more where a look is many requests. */
  readonly longestPauseMs?: number;
  /** Looks in a row that may fail; the client has tried each several times. */
  readonly patience?: number;
  /** Whether another look may help. */
  readonly mayPass?: (error: unknown) => boolean;
  readonly onFailure?: (error: unknown, inARow: number) => void;
  /** Told once when patience is over; the job is followed on, in long pauses. Without, the failure is thrown. */
  readonly onLost?: (error: unknown) => void;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const shortestPauseMs = 50;
const usualLongestPauseMs = 2_000;
const growth = 1.5;
/** Between looks at a service that does not answer any more. */
const lostPauseMs = 30_000;
/** Between looks while events say what happens: only for what they might have missed. */
const besideEventsMs = 15_000;
const usualPatience = 3;

/**
 * The state that a job ended in, or the last one seen when its time was up.
 * @param onState called with each state that is other than the one before, the last one included
 * @throws the signal's reason, and what looks throw that cannot pass or fail too often
 */
export async function followJob<T>(
  job: Job<T>,
  options: FollowOptions,
  onState: (state: T) => void = () => undefined,
): Promise<T> {
  const states = jobStates(job, options);
  for (;;) {
    const { done, value } = await states.next();
    if (done) return value;
    onState(value);
  }
}

/** The states of a job as they come, each once; returns the last. @throws as `followJob` */
export async function* jobStates<T>(
  job: Job<T>,
  { signal, seconds, onFailure, onLost, ...options }: FollowOptions,
): AsyncGenerator<T, T> {
  const { longestPauseMs = usualLongestPauseMs, patience = usualPatience, mayPass = isPassing } = options;
  const endsAt = seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1_000;
  const { hasMoved = isOther } = job;
  let seen: { readonly state: T } | undefined = 'known' in job ? { state: job.known as T } : undefined;
  if (seen && job.isEnded(seen.state)) return seen.state;
  await using bell = new Bell(job.events, signal, options.pause ?? usualPause);
  let pauseMs = shortestPauseMs;
  let failures = 0;
  for (let isFirst = seen === undefined; ; isFirst = false) {
    const left = endsAt - performance.now();
    if (seen && left <= 0) return seen.state;
    if (!isFirst) await bell.wait(pauseMs, failures === 0 ? besideEventsMs : pauseMs, left);
    let now: T;
    try {
      signal.throwIfAborted();
      now = await job.look(signal);
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      failures += 1;
      onFailure?.(error, failures);
      if (failures > patience && !onLost) throw error;
      if (failures === patience + 1) onLost?.(error);
      pauseMs = failures > patience ? lostPauseMs : Math.max(longestPauseMs, retryAfterOf(error));
      continue;
    }
    failures = 0;
    const moved = hasMoved(now, seen?.state);
    seen = { state: now };
    if (moved) yield now;
    if (job.isEnded(now)) return now;
    pauseMs = moved ? shortestPauseMs : Math.min(longestPauseMs, pauseMs * growth);
  }
}

/** Ends a wait when an event comes. Without events, or once they are lost, waits just pass. */
class Bell {
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  readonly #pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly #listening: Promise<void>;
  #isLive = false;
  #hasRung = false;
  #ring = (): void => undefined;

  constructor(
    events: Job<unknown>['events'],
    signal: AbortSignal,
    pause: (ms: number, signal: AbortSignal) => Promise<unknown>,
  ) {
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
    this.#pause = pause;
    this.#listening = events ? this.#listen(events) : Promise.resolve();
  }

  /**
   * @param ms where there are no events
   * @param besideMs where there are: an event ends it sooner
   * @param mostMs in any case
   */
  async wait(ms: number, besideMs: number, mostMs: number): Promise<void> {
    if (!this.#isLive) {
      await this.#pause(Math.min(ms, mostMs), this.#signal);
      return;
    }
    if (!this.#hasRung) {
      const woken = new AbortController();
      this.#ring = () => woken.abort();
      await this.#pause(Math.min(besideMs, mostMs), AbortSignal.any([this.#signal, woken.signal])).catch(
        () => undefined,
      );
      this.#ring = () => undefined;
      this.#signal.throwIfAborted();
    }
    // Many events at once are one reason to look.
    this.#hasRung = false;
    await this.#pause(Math.min(shortestPauseMs, mostMs), this.#signal);
  }

  async #listen(events: NonNullable<Job<unknown>['events']>): Promise<void> {
    try {
      for await (const _event of events(this.#signal)) {
        this.#isLive = true;
        this.#wake();
      }
    } catch {
      // Not offered, or lost for good: looks go on without.
    }
    this.#isLive = false;
    this.#wake();
  }

  #wake(): void {
    this.#hasRung = true;
    this.#ring();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#listening;
  }
}

/** @throws the signal's reason */
async function usualPause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

const isOther = (now: unknown, before: unknown): boolean => JSON.stringify(now) !== JSON.stringify(before);

const passing: readonly ApiErrorKind[] = ['server', 'unavailable', 'timeout', 'unreachable', 'rateLimited'];

/** Whether asking again may help: the service, or the way to it, failed, and did not say no. */
function isPassing(error: unknown): boolean {
  const cause = error instanceof Error && !(error instanceof ApiError) ? error.cause : error;
  return cause instanceof ApiError && passing.includes(cause.kind);
}

function retryAfterOf(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
}
