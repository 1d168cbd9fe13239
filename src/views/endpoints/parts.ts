import type * as vscode from 'vscode';
import type { SearchApi } from '../../connection/repository/search-api.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { Memory } from '../issues/tree/filter-state.ts';
import type { Session } from '../session.ts';
import type { TreeNode } from './nodes.ts';

/** What the view is given by the extension. */
export interface EndpointsParts {
  readonly view: vscode.TreeView<TreeNode>;
  /** Draws the whole tree anew. */
  readonly draw: () => void;
  /** Asks in the organization of a folder. */
  readonly use: <T>(
    signal: AbortSignal,
    work: (api: SearchApi) => Promise<T>,
    folder: string | undefined,
  ) => Promise<T>;
  readonly session: Pick<Session, 'activity' | 'latest' | 'onDidChange'>;
  readonly store: Pick<IssueStore, 'all' | 'onChange'>;
  readonly memory: Memory;
  readonly log: (message: string) => void;
}
