import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core } from '../core/context.ts';
import type { ServiceCore } from '../service-core.ts';

/**
 * Whether a scan reads a file: what ignore rules name, dependencies and built output are kept from language models. In a
 * conversation about all repositories a file must be left out of none that has it.
 */
export async function filesRead(
  { db, runner, workingCopies }: Pick<Core, 'db'> & Pick<ServiceCore, 'runner' | 'workingCopies'>,
  organizationId: string,
  repositoryId: string | null,
): Promise<(path: string) => Promise<boolean>> {
  const rows = await db
    .selectFrom('repositories')
    .select(['id', 'root'])
    .where('organization_id', '=', organizationId)
    .$if(repositoryId !== null, (query) => query.where('id', '=', repositoryId ?? ''))
    .execute();
  const roots = async (): Promise<string[]> => {
    const found = await Promise.all(
      rows.map(({ id, root }) => (root === null ? workingCopies.present(id) : [root])),
    );
    return found.flat();
  };
  const listings = new Map<string, Promise<ReadonlySet<string>>>();
  const listed = (root: string): Promise<ReadonlySet<string>> => {
    let listing = listings.get(root);
    if (!listing) {
      listing = runner.listing(root).then(({ files }) => new Set(files.map(({ path }) => path)));
      listings.set(root, listing);
    }
    return listing;
  };
  return async (path) => {
    const present = await roots();
    let isListed = present.length === 0;
    for (const root of present) {
      if ((await listed(root)).has(path)) isListed = true;
      else if (await isThere(join(root, path))) return false;
    }
    return isListed;
  };
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
