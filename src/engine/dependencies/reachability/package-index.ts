import type { Ecosystem } from '../package.ts';
import { packageOf } from './module-paths.ts';

/** Parts of a dotted name that the names of packages have at most. */
const mostParts = 8;

/** Values by the package that their name lies in, so that each of many packages finds its own without a look at all of them. */
export class PackageIndex<T> {
  readonly #byName = new Map<string, T[]>();
  readonly #isNpm: boolean;

  constructor(ecosystem: Ecosystem) {
    this.#isNpm = ecosystem === 'npm';
  }

  /** @param name a specifier of JavaScript's, or a dotted name */
  add(name: string, value: T): void {
    if (this.#isNpm) return this.#put(packageOf(name), value);
    for (let parts = 1, end = 0; parts <= mostParts && end >= 0; parts++) {
      end = name.indexOf('.', end + 1);
      this.#put(end < 0 ? name : name.slice(0, end), value);
    }
  }

  #put(name: string, value: T): void {
    const known = this.#byName.get(name);
    if (known) known.push(value);
    else this.#byName.set(name, [value]);
  }

  /** What lies in any of the names, in the order in which it was added. */
  in(names: readonly string[]): readonly T[] {
    if (names.length === 1) return this.#byName.get(names[0] ?? '') ?? [];
    return [...new Set(names.flatMap((name) => this.#byName.get(name) ?? []))];
  }
}
