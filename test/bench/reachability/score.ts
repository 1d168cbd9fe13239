import type { Reachability } from '../../../src/engine/dependencies/reachability/reachability.ts';
import type { Question } from './judged.ts';

/** A question with what Parapet says of it. */
export interface Answered {
  readonly repo: string;
  readonly question: Question;
  readonly found: Reachability;
}

export interface Score {
  readonly questions: number;
  /** Of the answers "called" and "reached". */
  readonly right: number;
  readonly wrong: number;
  /** Calls that were not found. */
  readonly missed: number;
  /** Two places, 0 to 1. */
  readonly precision: number;
  readonly recall: number;
  /** Answers "not imported" of packages that are. */
  readonly wronglyNotImported: number;
  /** Uses that an entry point reaches: said so, and all. */
  readonly reached: readonly [number, number];
}

const saysCalled = ({ level }: Reachability): boolean => level === 'called' || level === 'reached';

/** How an answer stands to the judgement. */
export function verdictOf({
  question,
  found,
}: Answered): 'right' | 'wrong' | 'missed' | 'not imported' | 'ok' {
  const isCalled = question.answer === 'called';
  if (saysCalled(found)) return isCalled ? 'right' : 'wrong';
  if (found.level === 'not-imported' && question.answer !== 'not-imported' && question.answer !== 'brought')
    return 'not imported';
  return isCalled ? 'missed' : 'ok';
}

/** Precision and recall at the level of functions. */
export function scoreOf(answers: readonly Answered[]): Score {
  const verdicts = answers.map(verdictOf);
  const count = (name: (typeof verdicts)[number]): number => verdicts.filter((one) => one === name).length;
  const right = count('right');
  const wrong = count('wrong');
  const calls = answers.filter(({ question }) => question.answer === 'called').length;
  const reached = answers.filter(({ question }) => question.reached);
  return {
    questions: answers.length,
    right,
    wrong,
    missed: calls - right,
    precision: share(right, right + wrong),
    recall: share(right, calls),
    wronglyNotImported: count('not imported'),
    reached: [reached.filter(({ found }) => found.level === 'reached').length, reached.length],
  };
}

const share = (part: number, all: number): number => (all === 0 ? 1 : Math.round((part / all) * 100) / 100);
