import type { Category, IssueStatus, Severity } from '../../../../api/contract/vocabulary.ts';

/** What a person asks for, as the deterministic analyst understands it. */

export type Intent =
  | 'list'
  | 'count'
  | 'summary'
  | 'explain'
  | 'why'
  | 'explainClass'
  | 'compare'
  | 'prioritise'
  | 'fix'
  | 'showPatch'
  | 'applyPatch'
  | 'triage'
  | 'investigate'
  | 'scan'
  | 'changes'
  | 'dependencies'
  | 'components'
  | 'endpoints'
  | 'searchCode'
  | 'readCode'
  | 'rules'
  | 'help'
  | 'greeting'
  | 'thanks'
  | 'more'
  | 'files'
  | 'ready'
  | 'locate'
  | 'lastScan'
  | 'fixable'
  | 'coverage'
  | 'define'
  | 'remember'
  | 'recall'
  | 'models'
  | 'undo'
  | 'agree'
  | 'decline'
  | 'cannot'
  | 'unknown';

/** Which issues are meant; an empty one means all that are open. */
export interface Filter {
  readonly severities?: readonly Severity[];
  readonly vulnClasses?: readonly string[];
  readonly categories?: readonly Category[];
  readonly statuses?: readonly IssueStatus[];
  readonly languages?: readonly Language[];
  readonly cwes?: readonly string[];
  /** A file, the end of one, or a folder; without a slash at its end. */
  readonly path?: string;
  readonly newOnly?: true;
  readonly text?: string;
}

export type Language = 'javascript' | 'typescript' | 'java' | 'python';

/**
 * What was spoken of before. Numbers are those of the last list, from 1; -1 is its last. All are those of the last
 * list, or those that fit what they are said to be; the worst is that of all that are open, or fit.
 */
export type Reference =
  | { readonly kind: 'this' }
  | { readonly kind: 'all' }
  | { readonly kind: 'worst' }
  | { readonly kind: 'numbers'; readonly numbers: readonly number[] }
  | { readonly kind: 'ids'; readonly ids: readonly string[] };

export type Decision =
  | 'falsePositive'
  | 'nonExploitable'
  | 'acceptedRisk'
  | 'backlog'
  | 'informational'
  | 'confirm'
  | 'reopen';

/** What is asked about packages; `vulnerable` where nothing more is said. */
export type DependencyTopic =
  | 'packages'
  | 'vulnerable'
  | 'affected'
  | 'reachable'
  | 'upgrade'
  | 'use'
  | 'brings'
  | 'licence';

export type ScanTarget = 'repository' | 'changes' | 'file' | 'selection';

export interface Request {
  readonly intent: Intent;
  readonly filter: Filter;
  readonly refers?: Reference;
  /** Narrows or changes what was asked before: "and in api/?" */
  readonly follows?: true;
  /** How many are asked for. */
  readonly limit?: number;
  readonly decision?: Decision;
  readonly reason?: string;
  readonly scan?: ScanTarget;
  /** Of a scan of the repository: with larger limits. */
  readonly deep?: true;
  /** Of a scan of changes: since what. */
  readonly since?: 'commit' | 'branch';
  /** What to search for; of dependencies, the one that is asked about; of endpoints, the question; what to remember. */
  readonly query?: string;
  /** Of packages: what about them. */
  readonly about?: DependencyTopic;
  /** Of packages: the advisory that is asked about. */
  readonly advisory?: string;
  readonly lines?: { readonly from: number; readonly to: number };
}
