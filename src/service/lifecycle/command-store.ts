import type { Core } from '../core/context.ts';
import { PublicAddress } from '../core/public-address.ts';
import { openServerStore, openSharedStore, openSoundStore, type Store } from '../store/open.ts';
import { dataFolderFailure, makePrivate } from './data-folder.ts';
import { takeInstanceLock } from './instance-lock.ts';

/**
 * For the command line: works on the store of a data folder. A service that runs on the folder is left alone: only where
 * none does, the database is made or brought up to date. It is never repaired here.
 * @param database address of the PostgreSQL database that is used in the place of the folder's
 * @throws Error with a sentence for the user
 */
export async function withStore<T>(
  dataFolder: string,
  database: string | undefined,
  work: (core: Core) => Promise<T>,
): Promise<T> {
  if (database !== undefined) return await closing(await openServerStore(database, false), work);
  try {
    makePrivate(dataFolder);
    const lock = takeInstanceLock(dataFolder);
    try {
      return await closing(lock ? await openSoundStore(dataFolder) : await openSharedStore(dataFolder), work);
    } finally {
      lock?.release();
    }
  } catch (error) {
    throw new Error(dataFolderFailure(error, dataFolder), { cause: error });
  }
}

async function closing<T>(store: Store, work: (core: Core) => Promise<T>): Promise<T> {
  try {
    return await work({
      db: store.db,
      now: () => new Date(),
      localRepositories: false,
      publicAddress: new PublicAddress(undefined),
      happened: () => {},
    });
  } finally {
    await store.close();
  }
}
