import { Pace } from '../yielding.ts';

/** Does something with each thing, and gives others a turn whenever that took long. */
export async function paced<T>(things: Iterable<T>, work: (thing: T) => void): Promise<void> {
  const pace = new Pace();
  for (const thing of things) {
    work(thing);
    if (pace.isOver) await pace.turn();
  }
}
