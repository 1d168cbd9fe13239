/** Knows whether anyone uses the service: open requests and streams, and when the last of them ended. */
export interface Activity {
  /** Something begins; the function that is returned says that it has ended. */
  begin(): () => void;
  /** Milliseconds since the last one ended; 0 while there is any. */
  idleMs(): number;
  /** Fulfilled as soon as nothing is open, or after the time given. */
  settled(withinMs: number): Promise<void>;
}

export function createActivity(now: () => number = () => performance.now()): Activity {
  let open = 0;
  let lastEnd = now();
  let waiting: (() => void)[] = [];
  return {
    begin: () => {
      open++;
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        open--;
        lastEnd = now();
        if (open > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    idleMs: () => (open > 0 ? 0 : now() - lastEnd),
    settled: (withinMs) =>
      new Promise((resolve) => {
        if (open === 0) return resolve();
        const timer = setTimeout(resolve, withinMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}
