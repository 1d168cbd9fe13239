import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import { SavedScannerSettings } from '../../api/contract/repositories/scanner-settings.ts';
import { faultOfRule } from '../analysis/files/excludes.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { impossible, notFound } from '../core/errors.ts';
import { inReach, reachOver } from '../core/reach.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import { toSchedule } from '../scans/schedules.ts';
import type { Queries } from '../store/dialect.ts';
import { resolvedSettings, type SettingsScope } from './effective-settings.ts';

/** Characters of all patterns of a scope: each scan keeps a copy of the settings that it was started with. */
const mostPatternText = 20_000;
/** Applications of a repository with settings of their own, for the same reason. */
const mostApplications = 100;

type Operations = typeof contract.scannerSettings;
type Update = ParsedRequestOf<Operations['updateScannerSettings']>;
type Answer = ResponseOf<Operations['getScannerSettings']>;

/** @throws Refusal 404 */
export async function getScannerSettings(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getScannerSettings']>,
): Promise<Answer> {
  return await answer(core.db, await scopeOfSettings(core, caller, request));
}

/**
 * Changes what is given and leaves the rest; null takes a setting back.
 * @throws Refusal 422 for a pattern that is no rule of an ignore file, or a setting that the scope cannot have
 */
export async function updateScannerSettings(
  core: Core,
  caller: Caller,
  request: Update,
): Promise<ResponseOf<Operations['updateScannerSettings']>> {
  const scope = await scopeToChange(core, caller, request);
  if (request.onlineSources?.length)
    await requireAdmin(core, caller, scope.organizationId, 'have packages looked up over the network');
  refuseFaults(request, scope);
  await core.db.transaction().execute(async (transaction) => {
    const { saved } = await resolvedSettings(transaction, scope);
    if (Object.keys(saved).length === 0) await refuseTooMany(transaction, scope);
    await save(transaction, scope, changed(saved, request), instant(core));
  });
  return await answer(core.db, scope);
}

/** @throws Refusal 404 */
export async function deleteScannerSettings(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteScannerSettings']>,
): Promise<ResponseOf<Operations['deleteScannerSettings']>> {
  const scope = await scopeToChange(core, caller, request);
  await core.db.transaction().execute((transaction) => forget(transaction, scope));
  return await answer(core.db, scope);
}

interface NamedScope {
  readonly organizationId?: string | undefined;
  readonly repositoryId?: string | undefined;
  readonly applicationId?: string | undefined;
}

/** @throws Refusal 404 as `scopeOfSettings`, 403 for who may not manage the repository, or is no ADMIN of the organization */
async function scopeToChange(core: Core, caller: Caller, named: NamedScope): Promise<SettingsScope> {
  const scope = await scopeOfSettings(core, caller, named, 'REPOSITORY_MANAGE');
  if (scope.repositoryId === undefined)
    await requireAdmin(core, caller, scope.organizationId, 'change scanner settings of the organization');
  return scope;
}

/** @throws Refusal 404 for what the caller does not see, and for an application of another repository */
async function scopeOfSettings(
  core: Core,
  caller: Caller,
  named: NamedScope,
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<SettingsScope> {
  const { applicationId } = named;
  let { repositoryId } = named;
  if (applicationId !== undefined) {
    const reach = await reachOver(core, caller, named.organizationId);
    const application = await core.db
      .selectFrom('applications')
      .select('repository_id')
      .where('id', '=', applicationId)
      .where(({ ref }) =>
        inReach(reach, ref('applications.organization_id'), ref('applications.repository_id')),
      )
      .executeTakeFirst();
    if (!application || (repositoryId !== undefined && repositoryId !== application.repository_id))
      throw notFound('application');
    repositoryId = application.repository_id;
  }
  if (repositoryId === undefined)
    return { organizationId: await organizationOf(core, caller, named.organizationId) };
  const repository = await repositoryOf(core, caller, { ...named, repositoryId }, permission);
  return { organizationId: repository.organization_id, repositoryId: repository.id, applicationId };
}

/** What a scan does as a whole, so that no part of the repository can have it otherwise. */
const ofWholeScans = [
  'prScanning',
  'releaseTrack',
  'allowPrCheckBypass',
  'threatModels',
  'licensePolicy',
  'onlineSources',
] as const satisfies readonly (keyof SavedScannerSettings)[];

function refuseFaults(request: Update, { applicationId }: SettingsScope): void {
  const tooWide =
    applicationId === undefined ? undefined : ofWholeScans.find((name) => request[name] != null);
  if (tooWide !== undefined)
    throw impossible(tooWide, 'This holds for scans of a whole repository. Set it for the repository.');
  const patterns = request.fileIgnorePatterns ?? [];
  if (patterns.reduce((sum, pattern) => sum + pattern.length, 0) > mostPatternText)
    throw impossible(
      'fileIgnorePatterns',
      `The patterns have more than ${mostPatternText} characters together. Leave out folders as a whole.`,
    );
  for (const [at, pattern] of patterns.entries()) {
    const fault = faultOfRule(pattern);
    if (fault !== undefined) throw impossible(`fileIgnorePatterns[${at}]`, fault);
  }
}

async function refuseTooMany(db: Queries, { repositoryId, applicationId }: SettingsScope): Promise<void> {
  if (repositoryId === undefined || applicationId === undefined) return;
  const { count } = await db
    .selectFrom('scanner_settings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .innerJoin('applications', 'applications.id', 'scanner_settings.application_id')
    .where('scanner_settings.repository_id', '=', repositoryId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostApplications)
    throw impossible(
      'applicationId',
      `${count} applications of the repository have settings of their own, as many as may. Set them for the repository.`,
    );
}

/** The settings of a scope with the given ones changed, without those that are null. */
function changed(saved: SavedScannerSettings, request: Update): SavedScannerSettings {
  const { organizationId: _, repositoryId: __, applicationId: ___, scanModules, ...given } = request;
  const modules = scanModules === null ? {} : { ...saved.scanModules, ...scanModules };
  const all = {
    ...saved,
    ...given,
    scanModules: Object.fromEntries(Object.entries(modules).filter(([, on]) => on !== null)),
  };
  const kept = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  const result = SavedScannerSettings.parse(Object.fromEntries(kept));
  if (Object.keys(result.scanModules ?? {}).length === 0) delete result.scanModules;
  return result;
}

async function forget(db: Queries, scope: SettingsScope): Promise<void> {
  await db
    .deleteFrom('scanner_settings')
    .where('organization_id', '=', scope.organizationId)
    .where('repository_id', scope.repositoryId === undefined ? 'is' : '=', scope.repositoryId ?? null)
    .where('application_id', scope.applicationId === undefined ? 'is' : '=', scope.applicationId ?? null)
    .execute();
}

async function save(
  db: Queries,
  scope: SettingsScope,
  settings: SavedScannerSettings,
  at: string,
): Promise<void> {
  await forget(db, scope);
  if (Object.keys(settings).length === 0) return;
  await db
    .insertInto('scanner_settings')
    .values({
      id: newId(),
      organization_id: scope.organizationId,
      repository_id: scope.repositoryId ?? null,
      application_id: scope.applicationId ?? null,
      settings: JSON.stringify(settings),
      updated_at: at,
    })
    .execute();
}

async function answer(db: Queries, scope: SettingsScope): Promise<Answer> {
  const { organizationId, repositoryId, applicationId } = scope;
  const { saved, effective, origins, updatedAt } = await resolvedSettings(db, scope);
  const schedules =
    repositoryId === undefined
      ? []
      : await db
          .selectFrom('schedules')
          .selectAll()
          .where('repository_id', '=', repositoryId)
          .orderBy('created_at')
          .orderBy('id')
          .execute();
  const scanSchedules = schedules.map(toSchedule);
  return {
    settings: {
      scope: applicationId ? 'application' : repositoryId ? 'repository' : 'organization',
      organizationId,
      ...(repositoryId === undefined ? {} : { repositoryId }),
      ...(applicationId === undefined ? {} : { applicationId }),
      saved,
      effective,
      origins,
      scanSchedules,
      scanSchedule: scanSchedules[0] ?? null,
      updatedAt,
    },
  };
}
