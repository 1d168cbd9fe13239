/** Milliseconds between two looks at the clock that no work takes: the machine, or this process, slept. */
const sleepMs = 2_000;

/**
 * A clock for limits on work: the time that passes while this thread is awake. A laptop that is closed in the middle of a
 * file must not have used up that file's time when it is opened again.
 * @param now milliseconds of a clock that only goes forward
 */
export function wakingClock(now: () => number): () => number {
  let last = now();
  let slept = 0;
  return () => {
    const present = now();
    if (present - last > sleepMs) slept += present - last;
    last = present;
    return present - slept;
  };
}

/** Milliseconds that this thread was awake, from a beginning of its own. Only differences mean something. */
export const wakingTime = wakingClock(() => performance.now());
