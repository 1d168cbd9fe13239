import type { DependencyApi } from '../../connection/dependency-api.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { Session } from '../session.ts';
import type { DependencyFilter } from './filter.ts';

/** What the view is given by the extension. */
export interface DependencyParts {
  /** Draws the tree anew. */
  readonly draw: () => void;
  /** Says by what the packages are narrowed. */
  readonly narrowed: (filter: DependencyFilter) => void;
  /** Asks in the organization of a folder. */
  readonly use: <T>(
    signal: AbortSignal,
    work: (api: DependencyApi) => Promise<T>,
    folder: string | undefined,
  ) => Promise<T>;
  readonly session: Pick<Session, 'activity' | 'latest' | 'onDidChange'>;
  readonly store: Pick<IssueStore, 'all' | 'onChange'>;
  readonly log: (message: string) => void;
}
