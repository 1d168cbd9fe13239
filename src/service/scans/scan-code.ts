import { noBranch, type ScanCoverage } from '../analysis/scan-runner.ts';
import type { FetchReport } from '../mirrors/transfer.ts';
import {
  type CodeAccess,
  codeSourceColumns,
  fetchCode,
  type RepositoryCode,
} from '../repositories/repository-code.ts';
import { storeFailure } from '../store/errors.ts';
import type { ScanRow } from './scan-rows.ts';

/** Links and submodules of a fetched commit are not in its folder, and nothing else would say so. */
export function withLeftOut(coverage: ScanCoverage, leftOut: readonly string[]): ScanCoverage {
  if (leftOut.length === 0) return coverage;
  const some = leftOut.slice(0, 5).join(', ');
  const detail = `${leftOut.length} links or submodules of the repository are not fetched: ${some}${leftOut.length > 5 ? ', …' : ''}.`;
  return {
    ...coverage,
    skips: [{ file: '.', reason: 'unreadable', detail, partial: true }, ...coverage.skips],
  };
}

/**
 * The code of a queued scan: of a fetched repository, what the branch is at now. Undefined where the repository was removed.
 * @throws as `fetchCode`
 */
export async function codeToScan(
  core: CodeAccess,
  scan: ScanRow,
  signal: AbortSignal,
  onFetch?: FetchReport,
): Promise<RepositoryCode | undefined> {
  const repository = await core.db
    .selectFrom('repositories')
    .select(codeSourceColumns)
    .where('repositories.id', '=', scan.repository_id)
    .executeTakeFirst();
  if (!repository) return undefined;
  // A local folder is scanned as it is; which branch a remote begins with may be known only now.
  const branch = repository.root !== null || scan.branch === noBranch ? undefined : scan.branch;
  return await fetchCode(core, repository, branch, signal, onFetch);
}

/** Notes which commit of which branch a fetched repository is scanned at. @throws where that branch is being scanned */
export async function atCommit(core: CodeAccess, scan: ScanRow, code: RepositoryCode): Promise<ScanRow> {
  if (scan.branch === code.branch && scan.commit_sha !== null) return scan;
  const found = { branch: code.branch, commit_sha: code.commit };
  await core.db
    .updateTable('scans')
    .set(found)
    .where('id', '=', scan.id)
    .execute()
    .catch((error: unknown) => {
      if (storeFailure(error) !== 'conflict') throw error;
      throw new Error(`A full scan of ${scan.repository_name} on ${code.branch} is already in progress.`);
    });
  return { ...scan, ...found };
}
