/** Milliseconds of work in one turn of the event loop: the extension host is everybody's. */
export const turnMs = 8;

const waiting = new Set<() => void>();
let isComing = false;

/**
 * Does something in a later turn of the event loop, in which nothing else that waits here is done: pieces of work that
 * are each short would add up to a long one otherwise.
 * @returns what calls it off
 */
export function inTurn(work: () => void): () => void {
  // One entry each, also where the same function waits twice.
  const entry = () => work();
  waiting.add(entry);
  // The first of them is still in the turn in which it is asked for.
  if (!isComing) setImmediate(() => setImmediate(takeOne));
  isComing = true;
  return () => waiting.delete(entry);
}

/** Resolves in a later turn, as `inTurn`. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => inTurn(resolve));
}

function takeOne(): void {
  const [first] = waiting;
  if (first) waiting.delete(first);
  // Also after something fails: the rest does not wait for what comes next.
  isComing = waiting.size > 0;
  if (isComing) setImmediate(takeOne);
  first?.();
}

/** Tells work that is done piece by piece when it has to give others a turn. */
export class Pace {
  #end = performance.now() + turnMs;

  /** To be asked after each piece, and if so, `turn` to be waited for. */
  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  async turn(): Promise<void> {
    await ownTurn();
    this.#end = performance.now() + turnMs;
  }
}
