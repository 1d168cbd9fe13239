import { createHash } from 'node:crypto';
import type { Application } from '../../api/contract/repositories/repositories.ts';
import { grouped } from '../../engine/grouped.ts';
import { inBatches } from '../core/batches.ts';
import type { Caller } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { inReach, reachOf } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';

/**
 * The applications of monorepos: folders that a scan finds to be run, deployed or shipped by themselves. They are what the
 * specification calls the partitions of a monorepo: they come with their repository, and go with it.
 */

/** Of one repository; more folders are none that people tell apart. */
const maximumApplications = 500;

interface OfRepository {
  readonly id: string;
  readonly organization_id: string;
}

/** The same for the same folder, also in a database that was begun anew: settings and links outlive a scan that misses it. */
export function applicationId(repositoryId: string, folder: string): string {
  const hash = createHash('sha256').update(`${repositoryId}\n${folder}`).digest('hex');
  // A UUID of version 8: its bits are the hash's.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** By the path of their folder. */
export async function applicationsOf(db: Queries, repositoryId: string): Promise<Application[]> {
  return await db
    .selectFrom('applications')
    .select(['id', 'name', 'path'])
    .where('repository_id', '=', repositoryId)
    .orderBy('path')
    .execute();
}

/**
 * Puts the applications that a scan found in the place of those that are known.
 * @param folders relative to the repository's root
 * @param others what is to happen to known ones that the scan did not find: another branch may have them
 * @returns whether any came or went
 */
export async function recordApplications(
  db: Queries,
  repository: OfRepository,
  folders: readonly string[],
  { at, others }: { readonly at: string; readonly others: 'forget' | 'keep' },
): Promise<boolean> {
  const wanted = new Set(folders.toSorted().slice(0, maximumApplications));
  const known = await applicationsOf(db, repository.id);
  const gone = others === 'keep' ? [] : known.filter(({ path }) => !wanted.has(path));
  const news = [...wanted].filter((folder) => !known.some(({ path }) => path === folder));
  if (gone.length === 0 && news.length === 0) return false;
  for (const some of inBatches(gone.map(({ id }) => id)))
    await db.deleteFrom('applications').where('id', 'in', some).execute();
  for (const some of inBatches(news))
    await db
      .insertInto('applications')
      .values(
        some.map((path) => ({
          id: applicationId(repository.id, path),
          organization_id: repository.organization_id,
          repository_id: repository.id,
          name: path,
          path,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
  return true;
}

/** Returns the application that holds a file: the one with the innermost folder. */
export function applicationAt(applications: readonly Application[]): (file: string) => string | null {
  const byFolder = new Map(applications.map(({ id, path }) => [path, id]));
  return (file) => {
    for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
      const id = byFolder.get(file.slice(0, slash));
      if (id !== undefined) return id;
    }
    return null;
  };
}

/** Says of every issue of a repository of which application it is, where that has changed. */
export async function assignApplications(db: Queries, repositoryId: string): Promise<void> {
  const at = applicationAt(await applicationsOf(db, repositoryId));
  const rows = await db
    .selectFrom('issues')
    .select(['seq', 'file', 'application_id'])
    .where('repository_id', '=', repositoryId)
    .execute();
  const wrong = rows
    .map(({ seq, file, application_id }) => ({ seq, wanted: at(file), application_id }))
    .filter(({ wanted, application_id }) => wanted !== application_id);
  for (const [application_id, some] of grouped(wrong, ({ wanted }) => wanted))
    for (const batch of inBatches(some.map(({ seq }) => seq)))
      await db.updateTable('issues').set({ application_id }).where('seq', 'in', batch).execute();
}

/**
 * The given identifiers once each, all of them of applications of the organization that the caller sees.
 * @throws Refusal 422 naming the first that is not there
 */
export async function applicationIdsIn(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const reach = await reachOf(db, caller, organizationId);
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where('id', 'in', wanted)
    .where(({ ref }) =>
      inReach(reach, ref('applications.organization_id'), ref('applications.repository_id')),
    )
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const missing = wanted.find((id) => !there.has(id));
  if (missing !== undefined) {
    const place = ids.findIndex((id) => id.toLowerCase() === missing);
    throw impossible(`applicationIds[${place}]`, 'There is no such application.');
  }
  return wanted;
}
