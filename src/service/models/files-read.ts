import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import type { Core } from '../core/context.ts';

/**
 * Whether a scan reads a file: what ignore rules name, dependencies and built output are kept from language models. In a
 * conversation about all repositories a file must be left out of none that has it.
 */
export async function filesRead(
  { db, runner }: Pick<Core, 'db'> & { readonly runner: ScanRunner },
  organizationId: string,
  repositoryId: string | null,
): Promise<(path: string) => Promise<boolean>> {
  const rows = await db
    .selectFrom('repositories')
    .select('root')
    .where('organization_id', '=', organizationId)
    .$if(repositoryId !== null, (query) => query.where('id', '=', repositoryId ?? ''))
    .execute();
  const roots = rows.flatMap(({ root }) => root ?? []);
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
    let isListed = roots.length === 0;
    for (const root of roots) {
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
