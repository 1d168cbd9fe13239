import { diffArrays } from 'diff';
import { essence } from '../code-text.ts';

/** Characters from which on a line that occurs once in both texts is the same line, however far it moved. */
const distinctive = 16;
/** Lines of both texts between two known ones, up to which it is found out whether a diff had a choice. */
const largestPart = 300;
/** Lines that read the same, up to which it is found out which of them is which. */
const mostAlike = 8;
const none = -1;

/** The same line's place in the earlier and in the later text. */
type Pair = readonly [before: number, after: number];

/** The lines between two neighbouring known ones in both texts; the ends are exclusive. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly startAfter: number;
  readonly endAfter: number;
}

/**
 * Which line of an earlier text is which line of a later one. Lines are the same whatever their spacing. Where lines
 * repeat, a diff has a choice (of two equal lines one is gone: which?), and then only what every shortest diff agrees
 * on is said, or what the lines right above and below settle. A diff knows no moves, so lines that stand beside one that
 * was moved may have come with it.
 */
export class LineAlignment {
  readonly #before: readonly number[];
  readonly #after: readonly number[];
  readonly #lines: readonly string[];
  /** The only line with a key in the later text; `none` where there are several. */
  readonly #onlyBefore: ReadonlyMap<number, number>;
  readonly #onlyAfter: ReadonlyMap<number, number>;
  /** Lines whose place in both texts is beyond doubt, in order; the texts' ends included. */
  readonly #known: readonly Pair[];
  /** Lines that occur once in both texts and changed places with others, by their place in the later one. */
  readonly #moved: ReadonlyMap<number, number>;

  constructor(before: readonly string[], after: readonly string[]) {
    const numbers = new Map<string, number>();
    const asWritten = new Map<string, number>();
    const number = (line: string): number => {
      const same = asWritten.get(line);
      if (same !== undefined) return same;
      const key = essence(line);
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      asWritten.set(line, known);
      return known;
    };
    this.#lines = before;
    this.#before = before.map(number);
    this.#after = after.map(number);
    this.#onlyBefore = occurringOnce(this.#before);
    this.#onlyAfter = occurringOnce(this.#after);
    const once = this.#before.flatMap((key, line): Pair[] =>
      this.#isOnce(key) ? [[line, this.#onlyAfter.get(key) ?? none]] : [],
    );
    const landmarks = inOrder(once.filter(([line]) => this.#isDistinctive(line)));
    this.#known = [[none, none], ...landmarks, [before.length, after.length]];
    const unmoved = new Set(inOrder(once).map(([line]) => line));
    this.#moved = new Map(once.flatMap(([line, at]) => (unmoved.has(line) ? [] : [[at, line]])));
  }

  /** The later text's line that an earlier one is, both 0-based; undefined when it is gone or cannot be told. */
  lineOf(line: number): number | undefined {
    const key = this.#before[line];
    if (key === undefined) return undefined;
    const part = this.#partOf(line);
    if (this.#isOnce(key)) {
      const only = this.#onlyAfter.get(key) ?? none;
      const isBetween = only > part.startAfter && only < part.endAfter;
      return isBetween || this.#isDistinctive(line) ? only : undefined;
    }
    if (this.#isUntouched(part)) return part.startAfter + (line - part.start);
    const targets = this.#alike(part, key);
    if (targets.length === 0 || targets.length > mostAlike) return undefined;
    const chosen = this.#onlyChoice(line, part, targets);
    if (chosen === undefined) return this.#byNeighbours(line, part, targets);
    return this.#cameWithAnother(line, chosen, -1) || this.#cameWithAnother(line, chosen, 1)
      ? undefined
      : chosen;
  }

  /** Whether the next line of the later text that was there before was moved, from beside another line like this one. */
  #cameWithAnother(line: number, target: number, step: 1 | -1): boolean {
    const key = this.#before[line];
    for (let at = target + step; this.#after[at] !== undefined && this.#after[at] !== key; at += step) {
      const moved = this.#moved.get(at);
      if (moved !== undefined) return this.#nextAlike(moved, key, -step) !== line;
      if (this.#isOnce(this.#after[at] ?? none)) return false;
    }
    return false;
  }

  /** The first line of the earlier text with a key, on one side of a line. */
  #nextAlike(line: number, key: number | undefined, step: number): number | undefined {
    let at = line + step;
    while (this.#before[at] !== undefined && this.#before[at] !== key) at += step;
    return this.#before[at] === undefined ? undefined : at;
  }

  #isOnce(key: number): boolean {
    return (this.#onlyBefore.get(key) ?? none) !== none && (this.#onlyAfter.get(key) ?? none) !== none;
  }

  #isDistinctive(line: number): boolean {
    return essence(this.#lines[line] ?? '').length >= distinctive;
  }

  /** Index of the first known line that is not above this one. */
  #knownFrom(line: number): number {
    let [low, high] = [0, this.#known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#known[middle]?.[0] ?? 0) < line) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #partOf(line: number): Part {
    const next = this.#knownFrom(line);
    const [start, startAfter] = this.#known[next - 1] ?? [none, none];
    const [end, endAfter] = this.#known[next] ?? [this.#before.length, this.#after.length];
    return { start, end, startAfter, endAfter };
  }

  #isUntouched({ start, end, startAfter, endAfter }: Part): boolean {
    if (end - start !== endAfter - startAfter) return false;
    for (let offset = 1; offset < end - start; offset++) {
      if (this.#before[start + offset] !== this.#after[startAfter + offset]) return false;
    }
    return true;
  }

  #alike({ startAfter, endAfter }: Part, key: number): number[] {
    const found: number[] = [];
    for (let at = startAfter + 1; at < endAfter && found.length <= mostAlike; at++) {
      if (this.#after[at] === key) found.push(at);
    }
    return found;
  }

  /** The line that every shortest diff of the part pairs with this one. */
  #onlyChoice(line: number, part: Part, targets: readonly number[]): number | undefined {
    const { start, end, startAfter, endAfter } = part;
    if (end - start + (endAfter - startAfter) > largestPart) return undefined;
    const above = this.#before.slice(start + 1, line);
    const below = this.#before.slice(line + 1, end);
    const later = this.#after.slice(startAfter + 1, endAfter);
    const without = commonKeys([...above, ...below], later).length;
    const scores = targets.map((target) => {
      const at = target - startAfter - 1;
      return 1 + commonKeys(above, later.slice(0, at)).length + commonKeys(below, later.slice(at + 1)).length;
    });
    const best = Math.max(...scores);
    const chosen = targets.filter((_, index) => scores[index] === best);
    return best > without && chosen.length === 1 ? chosen[0] : undefined;
  }

  /** The line with the neighbours that this one had, if it is the only one, and this the only one with them. */
  #byNeighbours(line: number, part: Part, targets: readonly number[]): number | undefined {
    const [target, ...others] = targets.filter((one) => this.#neighboursAgree(line, one));
    if (target === undefined || others.length > 0) return undefined;
    for (let rival = part.start + 1; rival < part.end; rival++) {
      if (
        rival !== line &&
        this.#before[rival] === this.#before[line] &&
        this.#neighboursAgree(rival, target)
      )
        return undefined;
    }
    return target;
  }

  #neighboursAgree(line: number, target: number): boolean {
    return (
      this.#before[line - 1] === this.#after[target - 1] && this.#before[line + 1] === this.#after[target + 1]
    );
  }
}

/** Pairs in the order of their first line, without those that changed places with others. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  const lowestBelow: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const [, after] of pairs.toReversed()) {
    lowestBelow.push(lowest);
    lowest = Math.min(lowest, after);
  }
  let highest = none;
  return pairs.filter(([, after]) => {
    const isInOrder = after > highest && after < (lowestBelow.pop() ?? 0);
    highest = Math.max(highest, after);
    return isInOrder;
  });
}

function occurringOnce(keys: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, key] of keys.entries()) found.set(key, found.has(key) ? none : index);
  return found;
}

/** A longest common subsequence; both are small, so this takes a millisecond at most. */
function commonKeys(before: readonly number[], after: readonly number[]): number[] {
  const changes = diffArrays([...before], [...after]);
  return changes.flatMap(({ added, removed, value }) => (added || removed ? [] : value));
}
