import type { Intent } from './request.ts';

/**
 * How each intent is said, as data: words that make it likely, over text in lower case without accents, paths and
 * quotations. The pattern that weighs most wins; of equals the first. `needs` names what must also have been found.
 */
export interface IntentPattern {
  readonly intent: Intent;
  readonly weight: number;
  readonly words: string;
  readonly needs?: readonly Need[];
}

/** What stands in a question beside its words. */
export type Need =
  | 'class'
  | 'path'
  | 'file'
  | 'quoted'
  | 'reference'
  | 'numbers'
  | 'filter'
  | 'decision'
  | 'cwe'
  | 'noText'
  | 'noClass'
  | 'noReference'
  | 'noPath';
