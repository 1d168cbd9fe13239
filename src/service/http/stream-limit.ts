import { Refusal } from '../domain/errors.ts';

/** Streams that one user may have open at once: over what many windows need, under what a process was seen to feed. */
const streamsAtOnce = 300;

export interface StreamLimit {
  /**
   * Counts a stream of a user.
   * @returns what to call when it has ended.
   * @throws Refusal 429 when the user has too many open.
   */
  open(userId: string): () => void;
}

export function createStreamLimit(most = streamsAtOnce): StreamLimit {
  const openOf = new Map<string, number>();
  return {
    open: (userId) => {
      const open = openOf.get(userId) ?? 0;
      if (open >= most)
        throw new Refusal(429, `More than ${most} streams are open. Close some first.`, { retryAfter: 5 });
      openOf.set(userId, open + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (openOf.get(userId) ?? 1) - 1;
        if (left > 0) openOf.set(userId, left);
        else openOf.delete(userId);
      };
    },
  };
}
