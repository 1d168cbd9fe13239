import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that are worked without a pause: the extension host is everybody's. */
const sliceMs = 8;

/** Does something with each thing, and gives others a turn whenever that took long. */
export async function paced<T>(things: Iterable<T>, work: (thing: T) => void): Promise<void> {
  let end = performance.now() + sliceMs;
  for (const thing of things) {
    work(thing);
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + sliceMs;
  }
}
