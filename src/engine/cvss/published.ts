import calculator from 'ae-cvss-calculator';
import { severityWord } from './severity-word.ts';

/** A vector as its publisher wrote it, with the score that the standard gives it. */
export interface PublishedScore {
  readonly version: '4.0' | '3';
  readonly vector: string;
  /** 0–10 */
  readonly score: number;
  /** `Critical`, `High`, `Medium`, `Low` or `None`. */
  readonly severity: string;
}

/** No vector is longer, with all of its optional metrics. */
const maximumLength = 300;

/** @returns undefined for what is no vector of CVSS 3.0, 3.1 or 4.0 with a base score */
export function publishedScore(vector: string): PublishedScore | undefined {
  if (vector.length > maximumLength) return undefined;
  const is4 = vector.startsWith('CVSS:4.0/');
  if (!is4 && !/^CVSS:3\.[01]\//.test(vector)) return undefined;
  try {
    const Version = is4
      ? calculator.Cvss4P0
      : vector.startsWith('CVSS:3.0/')
        ? calculator.Cvss3P0
        : calculator.Cvss3P1;
    const score = new Version(vector).calculateScores().overall;
    if (typeof score !== 'number' || !Number.isFinite(score)) return undefined;
    return { version: is4 ? '4.0' : '3', vector, score, severity: severityWord(score) };
  } catch {
    return undefined;
  }
}
