import type { Transaction } from 'kysely';
import type { PackageStep } from '../../api/contract/vulnerable-dependency.ts';
import type { FoundPackage } from '../../engine/dependencies/found-package.ts';
import { scopeNames } from '../issues/dependency-columns.ts';
import type { Schema } from '../store/schema.ts';

/** Rows of one statement: below SQLite's and PostgreSQL's limits on parameters. */
const rowsAtOnce = 200;

/** What only the package itself shows, as it is stored. */
export interface PackageContent {
  readonly requirement?: string;
  readonly path: readonly PackageStep[];
  readonly line: number;
  readonly licenses?: readonly string[];
}

export interface ScanOfPackages {
  readonly id: string;
  readonly organizationId: string;
  readonly repositoryId: string;
  readonly finishedAt: string;
}

/**
 * Puts a scan's packages in the place of those of the scan before.
 * @param unread files that this scan did not read to the end, `.` for files that are not named: what they had, stays
 */
export async function recordPackages(
  db: Transaction<Schema>,
  { id, organizationId, repositoryId, finishedAt }: ScanOfPackages,
  packages: readonly FoundPackage[],
  unread: ReadonlySet<string>,
): Promise<void> {
  if (!unread.has('.')) {
    let gone = db.deleteFrom('packages').where('repository_id', '=', repositoryId);
    const kept = [...unread];
    if (kept.length > 0)
      gone = gone.where('manifest_path', 'not in', kept).where('lock_path', 'not in', kept);
    await gone.execute();
  } else if (packages.length > 0) {
    const read = [
      ...new Set(packages.flatMap((one) => [one.manifest.file, one.lock?.file ?? one.manifest.file])),
    ];
    await db
      .deleteFrom('packages')
      .where('repository_id', '=', repositoryId)
      .where((eb) => eb.or([eb('manifest_path', 'in', read), eb('lock_path', 'in', read)]))
      .execute();
  }
  const rows = packages.map((found) => {
    const content: PackageContent = {
      ...(found.requirement !== undefined && { requirement: found.requirement }),
      path: found.path,
      line: found.manifest.line,
      ...(found.licenses.length > 0 && { licenses: found.licenses }),
    };
    return {
      organization_id: organizationId,
      repository_id: repositoryId,
      scan_id: id,
      finished_at: finishedAt,
      ecosystem: found.ecosystem,
      name: found.name,
      search_text: found.name.toLowerCase(),
      version: found.version ?? '',
      scope: scopeNames[found.scope],
      direct: found.direct === undefined ? null : Number(found.direct),
      manifest_path: found.manifest.file,
      lock_path: found.lock?.file ?? '',
      content: JSON.stringify(content),
    };
  });
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto('packages')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}
