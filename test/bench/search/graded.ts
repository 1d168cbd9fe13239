/** A question with what answers it: a document's grade is that of the first pattern which its line fits, else 0. */
export interface Graded {
  readonly query: string;
  /** 3: what was asked for. */
  readonly best: readonly RegExp[];
  /** 2: a good answer. */
  readonly good?: readonly RegExp[];
  /** 1: something to do with it. */
  readonly some?: readonly RegExp[];
}

/** Returns the grade of a document for a question, 0 to 3. */
export function gradeOf({ best, good = [], some = [] }: Graded, line: string): number {
  const fits = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(line));
  return fits(best) ? 3 : fits(good) ? 2 : fits(some) ? 1 : 0;
}

const first = 10;
const gain = (grade: number, place: number): number => (2 ** grade - 1) / Math.log2(place + 2);
const sum = (grades: readonly number[]): number =>
  grades.slice(0, first).reduce((total, grade, place) => total + gain(grade, place), 0);

/**
 * Returns the normalised discounted cumulative gain of the first ten answers, from 0 to 1 (Järvelin and Kekäläinen, 2002, with
 * exponential gains).
 * @param answered grades of the answers, in their order
 * @param all grades of all documents
 */
export function ndcg(answered: readonly number[], all: readonly number[]): number {
  const ideal = sum(all.toSorted((left, right) => right - left));
  return ideal === 0 ? 0 : sum(answered) / ideal;
}
