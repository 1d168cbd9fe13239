import { Refusal } from '../core/errors.ts';

/** Streams that one user may have open at once: over what many windows need, under what a process was seen to feed. */
const streamsOfOne = 300;
/** Of all users together. */
const streamsOfAll = 1_000;

export interface StreamLimit {
  /**
   * Counts a stream of a user.
   * @returns what to call when it has ended.
   * @throws Refusal 429 when the user has too many open, 503 when all users together have.
   */
  open(userId: string): () => void;
}

export function createStreamLimit(ofOne = streamsOfOne, ofAll = streamsOfAll): StreamLimit {
  const openOf = new Map<string, number>();
  let all = 0;
  return {
    open: (userId) => {
      const open = openOf.get(userId) ?? 0;
      if (open >= ofOne)
        throw new Refusal(429, `More than ${ofOne} streams are open. Close some first.`, { retryAfter: 5 });
      if (all >= ofAll)
        throw new Refusal(503, `${ofAll} streams are open, as many as this service feeds. Try again later.`, {
          retryAfter: 30,
        });
      openOf.set(userId, open + 1);
      all++;
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        all--;
        const left = (openOf.get(userId) ?? 1) - 1;
        if (left > 0) openOf.set(userId, left);
        else openOf.delete(userId);
      };
    },
  };
}
