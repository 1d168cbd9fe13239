/** A rule took more steps in a file than it may. */
export class StepLimit extends Error {}

/** Counts the work of one rule in one file. */
export class Steps {
  readonly #given: number;
  #left: number;
  readonly #onWork: () => void;

  constructor(left: number, onWork: () => void) {
    this.#given = left;
    this.#left = left;
    this.#onWork = onWork;
  }

  get taken(): number {
    return this.#given - Math.max(this.#left, 0);
  }

  /** @throws StepLimit where none are left */
  spend(steps = 1): void {
    const before = this.#left;
    this.#left -= steps;
    if (this.#left < 0) throw new StepLimit();
    if (before >> 10 !== this.#left >> 10) this.#onWork();
  }
}
