import { OnlineSource, ThreatModel } from '../../api/contract/vocabulary.ts';
import type { Queries } from '../store/dialect.ts';

/** How a repository was scanned: a question about its code is asked of the same scan. */
export interface ScannedChoices {
  /** Undefined where the usual ones held. */
  readonly threatModels?: readonly ThreatModel[] | undefined;
  readonly onlineSources?: readonly OnlineSource[];
}

/** Returns the choices of a repository's latest full scan; none where nothing was scanned. */
export async function scannedChoices(db: Queries, repositoryId: string): Promise<ScannedChoices> {
  const latest = await db
    .selectFrom('scans')
    .select(['threat_models', 'online_sources'])
    .where('repository_id', '=', repositoryId)
    .where('kind', '=', 'FULL')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest
    ? {
        threatModels: threatModelsOf(latest.threat_models),
        onlineSources: onlineSourcesOf(latest.online_sources),
      }
    : {};
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

/** Reads the column of a scan. */
export const onlineSourcesOf = (column: string | null): readonly OnlineSource[] =>
  (column ?? '').split(',').flatMap((name) => OnlineSource.safeParse(name).data ?? []);

/** Writes the column of a scan. */
export const onlineSourcesColumn = (sources: readonly OnlineSource[] = []): string | null =>
  sources.length === 0 ? null : [...new Set(sources)].join(',');
