import type { Selectable } from 'kysely';
import { OnlineSource, ThreatModel } from '../../api/contract/vocabulary.ts';
import type { LicensePolicy } from '../../engine/dependencies/licenses/policy.ts';
import type { OrganizationFiles, ScanChoices } from '../analysis/scan-choices.ts';
import { stored } from '../core/context.ts';
import { organizationFiles } from '../rules/organization-files.ts';
import { followedModels } from '../rules/switched-templates.ts';
import { ignoreListsOf, scanSettingsOf } from '../settings/scan-settings.ts';
import type { Queries } from '../store/dialect.ts';
import type { ScanTable } from '../store/tables/scan-tables.ts';

const columns = ['depth', 'threat_models', 'hints', 'online_sources', 'license_policy', 'settings'] as const;

/** Returns the choices of a repository's latest full scan; none where nothing was scanned. */
export async function scannedChoices(db: Queries, repositoryId: string): Promise<ScanChoices> {
  const latest = await db
    .selectFrom('scans')
    .select(columns)
    .where('repository_id', '=', repositoryId)
    .where('kind', '=', 'FULL')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return {};
  const { onlineSources = [], ...choices } = choicesOf(latest);
  return onlineSources.length > 0 ? { ...choices, onlineSources } : choices;
}

/** As `scannedChoices`, with the rules and models that hold for the repository now: what a question about its code is asked with. */
export async function folderChoices(db: Queries, repositoryId: string): Promise<ScanChoices> {
  const repository = await db
    .selectFrom('repositories')
    .select(['id', 'organization_id as organizationId'])
    .where('id', '=', repositoryId)
    .executeTakeFirst();
  const choices = await scannedChoices(db, repositoryId);
  return repository ? withOrganization(choices, await organizationFiles(db, repository)) : choices;
}

/** The choices of a scan, with the rules and models that hold for its repository now. */
export async function scanningChoices(
  db: Queries,
  scan: Parameters<typeof choicesOf>[0] & {
    readonly organization_id: string;
    readonly repository_id: string;
  },
): Promise<ScanChoices> {
  const repository = { id: scan.repository_id, organizationId: scan.organization_id };
  return withOrganization(choicesOf(scan), await organizationFiles(db, repository));
}

const withOrganization = (
  choices: ScanChoices,
  ofOrganization: OrganizationFiles | undefined,
): ScanChoices => ({
  ...choices,
  threatModels: followedModels(choices.threatModels, ofOrganization),
  ofOrganization,
});

/** Reads the columns of a scan. */
export const choicesOf = (scan: Selectable<Pick<ScanTable, (typeof columns)[number]>>): ScanChoices => ({
  depth: scan.depth ?? undefined,
  threatModels: threatModelsOf(scan.threat_models),
  hints: scan.hints === 1,
  onlineSources: (scan.online_sources ?? '')
    .split(',')
    .flatMap((name) => OnlineSource.safeParse(name).data ?? []),
  licenses: scan.license_policy === null ? undefined : stored<LicensePolicy>(scan.license_policy),
  ignoreLists: ignoreListsOf(scanSettingsOf(scan)),
});

const threatModelsOf = (column: string | null): readonly ThreatModel[] | undefined =>
  column === null
    ? undefined
    : column
        .split(',')
        .filter((name) => name !== '')
        .map((name) => ThreatModel.parse(name));

/** Writes the column of a scan. */
export const threatModelsColumn = (models: readonly ThreatModel[] | undefined): string | null =>
  models === undefined ? null : [...new Set(models)].join(',');

/** Writes the column of a scan. */
export const onlineSourcesColumn = (sources: readonly OnlineSource[] = []): string | null =>
  sources.length === 0 ? null : [...new Set(sources)].join(',');

/** Writes the column of a scan. */
export const licensePolicyColumn = (policy: LicensePolicy | null | undefined): string | null =>
  policy ? JSON.stringify(policy) : null;
