import type { InventoryApi } from '../../connection/inventory-api.ts';
import type { SessionFolder } from '../scan-activity.ts';
import type { KnownComponent } from './grouping.ts';

/** Components of one folder that are listed here; a service has the others. */
export const mostListed = 10_000;

export interface FolderInventory {
  readonly folder: SessionFolder;
  readonly components: readonly KnownComponent[];
  /** As the service counts them, in the folder's repository. */
  readonly total: number;
  /** False where the service only counts, and does not list. */
  readonly isListed: boolean;
  /** There are more than are listed. */
  readonly isCut: boolean;
}

/** All components of a folder, which may be a part of its repository. */
export async function inventoryOf(
  api: Pick<InventoryApi, 'components' | 'repositories'>,
  folder: SessionFolder,
  signal: AbortSignal,
  limit = mostListed,
): Promise<FolderInventory> {
  const query = { repositoryIds: [folder.repositoryId] };
  const components: KnownComponent[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.components(query, cursor, signal);
    if (!page)
      return {
        folder,
        components: [],
        total: await countOf(api, folder, signal),
        isListed: false,
        isCut: false,
      };
    for (const component of page.components) {
      if (component.filePath.startsWith(folder.prefix ?? ''))
        components.push({ component, folder: folder.uri, folderName: folder.name });
    }
    // A service that goes in a circle is not followed for ever.
    cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
  } while (cursor !== undefined && components.length < limit);
  const isCut = cursor !== undefined || components.length > limit;
  return { folder, components: components.slice(0, limit), total: components.length, isListed: true, isCut };
}

async function countOf(
  api: Pick<InventoryApi, 'repositories'>,
  { repositoryId }: SessionFolder,
  signal: AbortSignal,
): Promise<number> {
  const { repositories } = await api.repositories({ repositoryIds: [repositoryId] }, undefined, signal);
  return repositories.reduce((sum, { totalCount }) => sum + totalCount, 0);
}
