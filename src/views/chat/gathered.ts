import type { Change } from './messages.ts';

/** Milliseconds in which what a job says is gathered before the page is told. */
const gatherMs = 25;

/** What a job says comes word by word; the page is told a few dozen times a second at most. */
export class Gathered {
  readonly #tell: (changes: Change[]) => void;
  #changes: Change[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (changes: Change[]) => void) {
    this.#tell = tell;
  }

  add(changes: readonly Change[]): void {
    for (const one of changes) {
      const last = this.#changes.at(-1);
      const isMore =
        one.type === 'text' &&
        last?.type === 'text' &&
        last.messageId === one.messageId &&
        last.part === one.part;
      if (isMore) this.#changes[this.#changes.length - 1] = { ...last, text: last.text + one.text };
      else this.#changes.push(one);
    }
    this.#timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  flush(): void {
    const changes = this.#changes;
    this.clear();
    if (changes.length > 0) this.#tell(changes);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changes = [];
  }
}
