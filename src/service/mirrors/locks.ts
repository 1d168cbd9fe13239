import path from 'node:path';

interface Waiting {
  readonly alone: boolean;
  readonly enter: () => void;
}

interface State {
  readers: number;
  writing: boolean;
  readonly waiting: Waiting[];
}

/** Folders of this process that several work in, or one alone; who comes first is served first. */
export class Locks {
  readonly #states = new Map<string, State>();

  /** Enters beside others who share. @returns what lets go, once however often it is called */
  share(folder: string, signal?: AbortSignal): Promise<() => void> {
    return this.#enter(folder, false, signal);
  }

  /** Enters alone. @returns what lets go, once however often it is called */
  own(folder: string, signal?: AbortSignal): Promise<() => void> {
    return this.#enter(folder, true, signal);
  }

  /** Whether somebody is in this folder or in one below it. */
  isHeldBelow(folder: string): boolean {
    return [...this.#states.keys()].some((held) => held === folder || held.startsWith(folder + path.sep));
  }

  #enter(folder: string, alone: boolean, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const state = this.#states.get(folder) ?? { readers: 0, writing: false, waiting: [] };
    this.#states.set(folder, state);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        alone,
        enter: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(this.#leaver(folder, state, alone));
        },
      };
      const giveUp = (): void => {
        state.waiting.splice(state.waiting.indexOf(waiting), 1);
        reject(signal?.reason);
        this.#next(folder, state);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      state.waiting.push(waiting);
      this.#next(folder, state);
    });
  }

  #leaver(folder: string, state: State, alone: boolean): () => void {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      if (alone) state.writing = false;
      else state.readers -= 1;
      this.#next(folder, state);
    };
  }

  #next(folder: string, state: State): void {
    for (let [first] = state.waiting; first && !state.writing; [first] = state.waiting) {
      if (first.alone && state.readers > 0) return;
      state.waiting.shift();
      if (first.alone) state.writing = true;
      else state.readers += 1;
      first.enter();
    }
    if (!state.writing && state.readers === 0 && state.waiting.length === 0) this.#states.delete(folder);
  }
}
