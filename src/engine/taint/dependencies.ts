import type { LinkedFunction } from './linking.ts';

/**
 * Which functions call each other in a circle, found while they are analysed one inside the other (Tarjan's algorithm on
 * the go). The first of a circle that is met is its head; it is finished last.
 */
export class Cycles {
  readonly #running: LinkedFunction[] = [];
  readonly #position = new Map<LinkedFunction, number>();
  /** For each running function, the outermost one that it is known to lead back to. */
  readonly #lowest: number[] = [];
  /** Finished functions whose head still runs, with the position of what they lead back to. */
  readonly #open = new Map<LinkedFunction, number>();

  /** Running functions, the outermost first. */
  get running(): readonly LinkedFunction[] {
    return this.#running;
  }

  get depth(): number {
    return this.#running.length;
  }

  begin(fn: LinkedFunction): void {
    this.#position.set(fn, this.#running.length);
    this.#lowest.push(Number.POSITIVE_INFINITY);
    this.#running.push(fn);
  }

  /** A running function was called by what it calls. */
  calledBack(fn: LinkedFunction): void {
    this.#reach(this.#position.get(fn) ?? Number.POSITIVE_INFINITY);
  }

  /** A finished function was called. */
  called(fn: LinkedFunction): void {
    const lowest = this.#open.size === 0 ? undefined : this.#open.get(fn);
    if (lowest !== undefined) this.#reach(lowest);
  }

  #reach(position: number): void {
    const top = this.#lowest.length - 1;
    if (top >= 0) this.#lowest[top] = Math.min(this.#lowest[top] as number, position);
  }

  /** @returns the other functions of the circle whose head the innermost running function is; undefined when it is none's */
  membersOf(fn: LinkedFunction): readonly LinkedFunction[] | undefined {
    const position = this.#position.get(fn);
    return position !== undefined && this.#lowest[position] === position
      ? this.#takeFrom(position)
      : undefined;
  }

  #takeFrom(position: number): readonly LinkedFunction[] {
    const members: LinkedFunction[] = [];
    for (const [fn, lowest] of this.#open) if (lowest >= position) members.push(fn);
    for (const fn of members) this.#open.delete(fn);
    return members;
  }

  end(fn: LinkedFunction): void {
    this.#running.pop();
    this.#position.delete(fn);
    const lowest = this.#lowest.pop() as number;
    const position = this.#running.length;
    if (lowest < position) {
      // What led back to it leads as far back as it does itself.
      for (const [other, known] of this.#open) if (known >= position) this.#open.set(other, lowest);
      this.#open.set(fn, lowest);
      this.#reach(lowest);
    } else this.#takeFrom(position);
  }
}

interface Uses {
  readonly dependsOn: ReadonlySet<LinkedFunction>;
  readonly inlines: ReadonlySet<LinkedFunction>;
}

/** The functions and all that rests on them, each after what it rests on itself, circles of calls aside. */
export function dependentsOf(
  functions: ReadonlySet<LinkedFunction>,
  results: ReadonlyMap<LinkedFunction, Uses | 'running'>,
): readonly LinkedFunction[] {
  const users = new Map<LinkedFunction, LinkedFunction[]>();
  for (const [user, result] of results) {
    if (result === 'running') continue;
    for (const used of new Set([...result.dependsOn, ...result.inlines])) {
      if (used === user) continue;
      const known = users.get(used);
      if (known) known.push(user);
      else users.set(used, [user]);
    }
  }
  const order: LinkedFunction[] = [];
  const seen = new Set<LinkedFunction>();
  for (const start of functions) {
    if (seen.has(start)) continue;
    seen.add(start);
    const stack = [{ fn: start, next: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const user = users.get(top.fn)?.[top.next++];
      if (user) {
        if (seen.has(user)) continue;
        seen.add(user);
        stack.push({ fn: user, next: 0 });
      } else {
        order.push(top.fn);
        stack.pop();
      }
    }
  }
  return order.reverse();
}
