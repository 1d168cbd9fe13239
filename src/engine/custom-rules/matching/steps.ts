/** A rule took more steps in a file than it may. */
export class StepLimit extends Error {}

/** Counts the work of one rule in one file. */
export class Steps {
  #left: number;
  readonly #onWork: () => void;

  constructor(left: number, onWork: () => void) {
    this.#left = left;
    this.#onWork = onWork;
  }

  /** @throws StepLimit where none are left */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new StepLimit();
    if ((this.#left & 0x3ff) === 0) this.#onWork();
  }
}
