/** Lets one piece of work run at a time, in the order they were asked for. Who is cancelled does not wait any longer. */
export function createTurns(): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, work) => {
    signal.throwIfAborted();
    let giveUp = (): void => undefined;
    const cancelled = new Promise<never>((_, reject) => {
      giveUp = () => reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
    });
    const before = last;
    const turn = before.then(() => {
      // What has begun is waited for: it works in a folder that the next one may change.
      signal.removeEventListener('abort', giveUp);
      signal.throwIfAborted();
      return work();
    });
    last = turn.catch(() => undefined);
    await Promise.race([before, cancelled]);
    return await turn;
  };
}
