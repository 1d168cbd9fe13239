import type { Term } from '../../languages/term.ts';
import type { Bound, Env } from './bindings.ts';
import type { Steps } from './steps.ts';

/** Every way to fill the metavariables of a pattern so that it is the term; none where it is not. */
export type Ways = readonly Env[];

/** What the matching of lists needs of the matching of terms. */
export interface Matching {
  readonly steps: Steps;
  match(pattern: Term, term: Term, env: Env): Ways;
  bindTo(name: string, value: Bound, env: Env): Ways;
  /** Terms that follow each other as what a metavariable holds. */
  bound(terms: readonly Term[], at?: number): Bound;
}
