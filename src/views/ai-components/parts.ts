import type * as vscode from 'vscode';
import type { InventoryApi } from '../../connection/inventory-api.ts';
import type { Changes } from '../../workspace/changes.ts';
import type { Memory } from '../issues/tree/filter-state.ts';
import type { Session } from '../session.ts';
import type { AiNode } from './nodes.ts';

export type UseInventory = <T>(
  signal: AbortSignal,
  work: (api: InventoryApi) => Promise<T>,
  folder: string | undefined,
) => Promise<T>;

/** What the view is given by the extension. */
export interface AiComponentsParts {
  readonly view: vscode.TreeView<AiNode>;
  /** Draws a node and what is below it anew; everything, without one. */
  readonly draw: (node?: AiNode) => void;
  /** Asks in the organization of a folder. */
  readonly use: UseInventory;
  /** A folder of each organization that the window works in. */
  readonly scopes: () => readonly (string | undefined)[];
  readonly session: Pick<Session, 'activity' | 'latest' | 'onDidChange'>;
  readonly memory: Memory;
  /** What the folder's branch changes, and since which other branch; undefined where the repository names none. */
  readonly branchChanges: (
    folder: vscode.Uri,
    signal: AbortSignal,
  ) => Promise<{ readonly base: string; readonly changes: Changes } | undefined>;
  readonly log: (message: string) => void;
  readonly version: string;
}
