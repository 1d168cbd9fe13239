import type { Memory } from './filter-state.ts';

const key = 'parapet.expanded';
/** Groups whose state is kept; the ones touched longest ago are forgotten first. */
const most = 300;

/** Which groups the user opened or closed, kept with the workspace over reloads. */
export class Expansion {
  readonly #memory: Memory;
  readonly #open: Map<string, boolean>;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#open = new Map(read(memory.get(key)));
  }

  /** Undefined for a group that the user did not touch. */
  get(group: string): boolean | undefined {
    return this.#open.get(group);
  }

  set(group: string, isOpen: boolean): void {
    this.#open.delete(group);
    this.#open.set(group, isOpen);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= most) break;
      this.#open.delete(oldest);
    }
    void this.#memory.update(key, [...this.#open]);
  }
}

function read(stored: unknown): [string, boolean][] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown): [string, boolean][] => {
    const [group, isOpen] = Array.isArray(entry) ? entry : [];
    return typeof group === 'string' && typeof isOpen === 'boolean' ? [[group, isOpen]] : [];
  });
}
