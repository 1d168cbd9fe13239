import type { LinkedFunction } from '../names/linking.ts';

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

/** Who uses whom, kept while results change: which functions rest on others is asked for with every edit. */
export class Users {
  readonly #results: ReadonlyMap<LinkedFunction, Uses | 'running'>;
  /** For each function all that used it at some time. */
  readonly #users = new Map<LinkedFunction, Set<LinkedFunction>>();

  constructor(results: ReadonlyMap<LinkedFunction, Uses | 'running'>) {
    this.#results = results;
    for (const [user, result] of results) if (result !== 'running') this.add(user, result);
  }

  /** Notes what a function that was analysed uses. */
  add(user: LinkedFunction, { dependsOn, inlines }: Uses): void {
    for (const used of dependsOn) this.#note(user, used);
    for (const used of inlines) this.#note(user, used);
  }

  #note(user: LinkedFunction, used: LinkedFunction): void {
    if (used === user) return;
    const known = this.#users.get(used);
    if (known) known.add(user);
    else this.#users.set(used, new Set([user]));
  }

  /** Those that use it now. */
  #of(used: LinkedFunction): readonly LinkedFunction[] {
    const users = this.#users.get(used);
    if (!users) return [];
    return [...users].filter((user) => {
      const result = this.#results.get(user);
      return (
        result !== undefined &&
        result !== 'running' &&
        (result.dependsOn.has(used) || result.inlines.has(used))
      );
    });
  }

  /** The functions and all that rests on them, each after what it rests on itself, circles of calls aside. */
  dependentsOf(functions: ReadonlySet<LinkedFunction>): readonly LinkedFunction[] {
    const order: LinkedFunction[] = [];
    const seen = new Set<LinkedFunction>();
    for (const start of functions) {
      if (seen.has(start)) continue;
      seen.add(start);
      const stack = [{ fn: start, users: this.#of(start), next: 0 }];
      for (let top = stack.at(-1); top; top = stack.at(-1)) {
        const user = top.users[top.next++];
        if (user) {
          if (seen.has(user)) continue;
          seen.add(user);
          stack.push({ fn: user, users: this.#of(user), next: 0 });
        } else {
          order.push(top.fn);
          stack.pop();
        }
      }
    }
    return order.reverse();
  }
}
