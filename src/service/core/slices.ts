import { setImmediate } from 'node:timers/promises';

/** Values of a column: those after the one, up to and with the other; no bound where it is missing. */
export interface Slice<T = string> {
  readonly after: T | undefined;
  readonly to: T | undefined;
}

/**
 * Cuts a long read into queries that each look at few rows, with a pause after each in which others are answered: SQLite has the thread as
 * long as a query takes, and PostgreSQL the one connection. What changes between two of them is seen by the later one alone.
 * @param boundaryAfter the value at which the slice after another value ends; undefined where the rest is one slice
 */
export async function* slices<T>(
  start: T | undefined,
  boundaryAfter: (after: T | undefined) => Promise<T | undefined>,
): AsyncGenerator<Slice<T>> {
  for (let after = start; ; ) {
    const to = await boundaryAfter(after);
    yield { after, to };
    await setImmediate();
    if (to === undefined) return;
    after = to;
  }
}
