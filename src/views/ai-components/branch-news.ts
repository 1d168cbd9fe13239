import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { newComponents } from './novelty.ts';
import type { AiComponentsParts } from './parts.ts';
import type { FolderInventory } from './workspace-inventory.ts';

export interface BranchNews {
  /** The branches that the folders' own ones left. */
  readonly bases: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/** What the branches of folders bring. @throws Failure when that cannot be told of one of them */
export async function branchNews(
  inventories: readonly FolderInventory[],
  parts: Pick<AiComponentsParts, 'branchChanges'>,
  signal: AbortSignal,
): Promise<BranchNews> {
  const bases = new Set<string>();
  const ids = new Set<string>();
  for (const { folder, components } of inventories) {
    const branch = await parts.branchChanges(vscode.Uri.parse(folder.uri), signal);
    if (!branch) {
      throw new Failure({
        what: vscode.l10n.t('The repository of {0} names no branch to compare with.', folder.name),
        advice: vscode.l10n.t('Give it a remote, or a branch called main.'),
      });
    }
    bases.add(branch.base);
    const own = components.map(({ component }) => component);
    for (const id of newComponents(own, branch.changes, folder.prefix ?? '')) ids.add(id);
  }
  return { bases: [...bases], ids };
}
