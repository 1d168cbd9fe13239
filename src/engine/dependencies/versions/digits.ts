/** Natural numbers as their digits: a version may have more of them than a `number` can tell apart. */

/** Without leading zeros; zero is `0`. */
export function natural(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** The order of two natural numbers by their digits without leading zeros. */
export function compareNaturals(left: string, right: string): number {
  return left.length - right.length || compareTexts(left, right);
}

/** The order of two texts by their code units, as the ecosystems' own tools have it for ASCII. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The natural number that follows. */
export function successor(digits: string): string {
  return String(BigInt(digits) + 1n);
}

/** Compares two lists place by place; a place that one of them does not have is `absent`. */
export function compareLists<T>(
  left: readonly T[],
  right: readonly T[],
  absent: T,
  compare: (left: T, right: T) => number,
): number {
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const order = compare(left[at] ?? absent, right[at] ?? absent);
    if (order !== 0) return order;
  }
  return 0;
}
