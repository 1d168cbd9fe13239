import { setTimeout as pause } from 'node:timers/promises';
import type { ToolContext } from '../tool.ts';

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Asks again and again, in growing pauses, until it is done or the time is up.
 * @returns what was heard last
 */
export async function until<T>(
  { signal }: Pick<ToolContext, 'signal'>,
  seconds: number,
  ask: () => Promise<T>,
  isDone: (heard: T) => boolean,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.6, longestPauseMs)) {
    const heard = await ask();
    const left = end - performance.now();
    if (isDone(heard) || left <= 0) return heard;
    await pause(Math.min(pauseMs, left), undefined, { signal });
  }
}
