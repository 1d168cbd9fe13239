/** Where rows of unequal height are, of which most were never drawn. Pixels. */
export interface Window {
  /** The first row drawn, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** Space that stands for the rows above and below. */
  readonly above: number;
  readonly below: number;
}

/** The first row in view and how far its top is above the view's. */
export interface Anchor {
  readonly key: string;
  readonly offset: number;
}

/** Heights of rows by key: measured where they were drawn, else what those measured have on average. */
export class Extents {
  readonly #heights = new Map<string, number>();
  readonly #usual: number;
  #sum = 0;
  #keys: readonly string[] = [];
  /** Tops of all rows, and the whole height at the end; made anew when something changed. */
  #tops: Float64Array | undefined;
  #indices: Map<string, number> | undefined;

  /** @param usual height of a row before any was drawn */
  constructor(usual = 120) {
    this.#usual = usual;
  }

  setKeys(keys: readonly string[]): void {
    if (keys === this.#keys) return;
    this.#keys = keys;
    this.#tops = undefined;
    this.#indices = undefined;
  }

  /** @returns whether the row's height is another one now */
  measure(key: string, height: number): boolean {
    const before = this.#heights.get(key);
    if (before !== undefined && Math.abs(before - height) < 0.5) return false;
    this.#heights.set(key, height);
    this.#sum += height - (before ?? 0);
    this.#tops = undefined;
    return true;
  }

  /** Forgets all heights, as when the width changed. */
  clear(): void {
    this.#heights.clear();
    this.#sum = 0;
    this.#tops = undefined;
  }

  get total(): number {
    return this.#all()[this.#keys.length] ?? 0;
  }

  topOf(index: number): number {
    return this.#all()[Math.max(0, Math.min(index, this.#keys.length))] ?? 0;
  }

  indexOf(key: string): number {
    this.#indices ??= new Map(this.#keys.map((one, index) => [one, index]));
    return this.#indices.get(key) ?? -1;
  }

  /** The row at a distance from the top. */
  indexAt(y: number): number {
    const tops = this.#all();
    let low = 0;
    let high = Math.max(0, this.#keys.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((tops[middle] ?? 0) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The rows to draw. @param margin pixels above and below the view that are drawn too */
  window(top: number, height: number, margin: number): Window {
    const count = this.#keys.length;
    if (count === 0) return { from: 0, to: 0, above: 0, below: 0 };
    const from = this.indexAt(top - margin);
    const to = Math.min(count, this.indexAt(top + height + margin) + 1);
    return { from, to, above: this.topOf(from), below: this.total - this.topOf(to) };
  }

  anchorAt(top: number): Anchor | undefined {
    const index = this.indexAt(top);
    const key = this.#keys[index];
    return key === undefined ? undefined : { key, offset: top - this.topOf(index) };
  }

  /** Where to scroll so that the anchor is where it was; undefined where its row is gone. */
  topOfAnchor({ key, offset }: Anchor): number | undefined {
    const index = this.indexOf(key);
    return index < 0 ? undefined : this.topOf(index) + offset;
  }

  #all(): Float64Array {
    if (this.#tops) return this.#tops;
    const usual = this.#heights.size === 0 ? this.#usual : this.#sum / this.#heights.size;
    const tops = new Float64Array(this.#keys.length + 1);
    let top = 0;
    for (const [index, key] of this.#keys.entries()) {
      tops[index] = top;
      top += this.#heights.get(key) ?? usual;
    }
    tops[this.#keys.length] = top;
    this.#tops = tops;
    return tops;
  }
}
