import type { Budget } from '../interpreter/budget.ts';
import type { Hit, Summary } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { Cycles, Users } from './dependencies.ts';

/** What one entry's analysis came to; kept while nothing it rests on changes. */
export interface EntryResult {
  readonly summary: Summary;
  readonly hits: readonly Hit[];
  readonly dependsOn: ReadonlySet<LinkedFunction>;
  readonly inlines: ReadonlySet<LinkedFunction>;
  /** Something was left out, for any bound. */
  readonly exhausted: boolean;
  /** It was given up: its steps, its file's share or the room for what it finds were spent. */
  readonly brokenOff: boolean;
}

/** Functions that are summarised one inside the other, each because the one around it calls it. */
const maximumNesting = 80;
/** Functions that are analysed from the top because they are called too deep down, for one function. */
const maximumPostponed = 400;

/** What functions came to, each analysed when it is first asked for: circles of calls, and calls too deep for the stack. */
export class Results {
  readonly #run: (fn: LinkedFunction) => EntryResult;
  readonly #budget: Budget;
  readonly #onChange: (fn: LinkedFunction) => void;
  readonly #known = new Map<LinkedFunction, EntryResult | 'running'>();
  /** Functions that had a result and have none now. */
  readonly #dropped = new Set<LinkedFunction>();
  /** Made with the first edit. */
  #users: Users | undefined;
  readonly #cycles = new Cycles();
  /** What the functions of a circle came to without each other. */
  readonly #provisional = new Map<LinkedFunction, Summary>();
  /** Functions that were not looked into because the calls of them are nested too deep in each other. */
  readonly #postponed = new Set<LinkedFunction>();
  /** Functions whose result lacks what was postponed. */
  readonly #incomplete = new Set<LinkedFunction>();

  /**
   * @param run analyses one function from the top, asking here for what those mean that it calls
   * @param onChange is told of functions that have another result than they had, or none any more
   */
  constructor(
    run: (fn: LinkedFunction) => EntryResult,
    budget: Budget,
    onChange: (fn: LinkedFunction) => void,
  ) {
    this.#run = run;
    this.#budget = budget;
    this.#onChange = onChange;
  }

  #keep(fn: LinkedFunction, result: EntryResult): void {
    this.#known.set(fn, result);
    this.#users?.add(fn, result);
    if (this.#dropped.size > 0) this.#dropped.delete(fn);
    this.#onChange(fn);
  }

  #drop(fn: LinkedFunction): void {
    if (!this.#known.delete(fn)) return;
    this.#dropped.add(fn);
    this.#onChange(fn);
  }

  /** The innermost function that is being analysed. */
  get running(): LinkedFunction | undefined {
    return this.#cycles.running.at(-1);
  }

  /** A function's result, if it is known already. */
  known(fn: LinkedFunction): EntryResult | undefined {
    const result = this.#known.get(fn);
    return result === 'running' ? undefined : result;
  }

  /** Whether a function had a result that does not hold any more, and has no other yet. */
  lacks(fn: LinkedFunction): boolean {
    return this.#dropped.has(fn);
  }

  /** Whether any function does. */
  get lacksAny(): boolean {
    return this.#dropped.size > 0;
  }

  /** What is known of a function does not hold any more. One that is being analysed goes on. */
  forget(fn: LinkedFunction): void {
    if (this.#known.get(fn) !== 'running') this.#drop(fn);
  }

  of(fn: LinkedFunction): EntryResult {
    return this.known(fn) ?? this.analyse(fn);
  }

  /** See `Users.dependentsOf`. */
  dependentsOf(functions: ReadonlySet<LinkedFunction>): readonly LinkedFunction[] {
    this.#users ??= new Users(this.#known);
    return this.#users.dependentsOf(functions);
  }

  /** What calling a function means; undefined while that is being found out. */
  summaryOf(fn: LinkedFunction): Summary | undefined {
    const known = this.#known.get(fn);
    if (known === 'running') {
      this.#cycles.calledBack(fn);
      return this.#provisional.get(fn);
    }
    if (known) {
      this.#cycles.called(fn);
      if (this.#incomplete.size > 0 && this.#incomplete.has(fn)) this.#lacksSomething();
      return known.summary;
    }
    if (this.#cycles.depth >= maximumNesting || this.#budget.isHalfSpent) {
      this.#postponed.add(fn);
      this.#lacksSomething();
      return undefined;
    }
    return this.analyse(fn).summary;
  }

  #lacksSomething(): void {
    for (const fn of this.#cycles.running) this.#incomplete.add(fn);
  }

  /** A function's result. What is called too deep down for the stack is analysed first, from the top. */
  analyse(fn: LinkedFunction): EntryResult {
    if (this.#cycles.depth > 0) return this.#analyseCircle(fn);
    const waiting = [fn];
    /** Those of them that were run, and lack what is analysed before they are run again. */
    const begun = new Set<LinkedFunction>();
    for (let round = 0; ; ) {
      const next = waiting.at(-1) as LinkedFunction;
      if (next !== fn && this.#known.has(next)) {
        waiting.pop();
        continue;
      }
      this.#postponed.clear();
      this.#incomplete.clear();
      const result = this.#analyseCircle(next);
      begun.add(next);
      // All of them at once: what calls them is analysed again once for all, not once for each.
      const deep = [...this.#postponed].filter((other) => !begun.has(other));
      if (deep.length > 0 && round++ < maximumPostponed && this.#budget.allowsAnother(next)) {
        for (const done of this.#incomplete) this.#drop(done);
        waiting.push(...deep.reverse());
        continue;
      }
      waiting.pop();
      begun.delete(next);
      if (next !== fn) continue;
      if (this.#postponed.size === 0) return result;
      const cut = { ...result, exhausted: true, brokenOff: true };
      this.#keep(fn, cut);
      return cut;
    }
  }

  /**
   * A function's result. Functions that call each other in a circle are run again with what the first run found, once for
   * the circle.
   */
  #analyseCircle(fn: LinkedFunction): EntryResult {
    this.#known.set(fn, 'running');
    this.#cycles.begin(fn);
    let result = this.#run(fn);
    const others = result.brokenOff ? undefined : this.#cycles.membersOf(fn);
    if (others && !this.#budget.allowsAnother(fn)) result = { ...result, exhausted: true, brokenOff: true };
    else if (others) {
      this.#provisional.set(fn, result.summary);
      for (const other of others) {
        const first = this.#known.get(other);
        if (first && first !== 'running') this.#provisional.set(other, first.summary);
        this.#drop(other);
      }
      result = this.#run(fn);
      for (const done of [fn, ...others]) this.#provisional.delete(done);
    }
    this.#cycles.end(fn);
    this.#keep(fn, result);
    return result;
  }
}
