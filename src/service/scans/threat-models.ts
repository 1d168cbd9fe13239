import { ThreatModel } from '../../api/contract/vocabulary.ts';
import type { Queries } from '../store/dialect.ts';

/** Returns the threat models of a repository's latest full scan; undefined where the usual ones held, or nothing was scanned. */
export async function scannedThreatModels(
  db: Queries,
  repositoryId: string,
): Promise<readonly ThreatModel[] | undefined> {
  const latest = await db
    .selectFrom('scans')
    .select('threat_models')
    .where('repository_id', '=', repositoryId)
    .where('kind', '=', 'FULL')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ? threatModelsOf(latest.threat_models) : undefined;
}

/** Reads the column of a scan. */
export const threatModelsOf = (column: string | null): readonly ThreatModel[] | undefined =>
  column === null
    ? undefined
    : column
        .split(',')
        .filter((name) => name !== '')
        .map((name) => ThreatModel.parse(name));

/** Writes the column of a scan. */
export const threatModelsColumn = (models: readonly ThreatModel[] | undefined): string | null =>
  models === undefined ? null : [...new Set(models)].join(',');
