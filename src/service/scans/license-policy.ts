import type { LicensePolicy } from '../../api/contract/dependencies.ts';
import { stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';

/** Returns the policy of licences of a repository's latest full scan; null where none held, or nothing was scanned. */
export async function scannedLicensePolicy(db: Queries, repositoryId: string): Promise<LicensePolicy | null> {
  const latest = await db
    .selectFrom('scans')
    .select('license_policy')
    .where('repository_id', '=', repositoryId)
    .where('kind', '=', 'FULL')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return licensePolicyOf(latest?.license_policy ?? null) ?? null;
}

/** Reads the column of a scan. */
export const licensePolicyOf = (column: string | null): LicensePolicy | undefined =>
  column === null ? undefined : stored<LicensePolicy>(column);

/** Writes the column of a scan. */
export const licensePolicyColumn = (policy: LicensePolicy | null): string | null =>
  policy && JSON.stringify(policy);
