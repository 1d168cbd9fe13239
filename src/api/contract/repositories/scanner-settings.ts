import * as z from 'zod';
import { LicensePolicy } from '../dependencies.ts';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { ScanSchedule } from '../scans/schedules.ts';
import { Category, OnlineSource, ReleaseTrack, ThreatModel } from '../vocabulary.ts';

/**
 * Settings of scans, each with a scope: the organization, a repository, an application of a monorepo. What a scope does
 * not say itself it inherits from the next wider one.
 */

/** Which kinds of issues a scan looks for. */
export const ScanModules = z.partialRecord(Category, z.boolean());
export type ScanModules = z.output<typeof ScanModules>;

export const maximumIgnorePatterns = 200;

const fileIgnorePatterns = z
  .array(z.string().min(1).max(1000))
  .max(maximumIgnorePatterns)
  .describe(
    'Files that are not scanned, one pattern each, as in a .gitignore of the repository’s root; of an application, of its folder.',
  );

const fields = {
  prScanning: z.boolean().describe('Whether pull requests are scanned.'),
  confidenceThreshold: z
    .int()
    .min(0)
    .max(100)
    .describe('Issues that a scan is less sure of are kept, but not shown. 0 shows all.'),
  autoPatching: z
    .boolean()
    .describe('Whether patches of new critical and high issues are made after each full scan.'),
  fileIgnorePatterns,
  releaseTrack: ReleaseTrack.describe('Of full scans and scans of pull requests that name none.'),
  allowPrCheckBypass: z
    .boolean()
    .describe(
      'Whether contributors may bypass the check of a pull request, while pull requests are scanned all the same.',
    ),
};

const extended = {
  threatModels: z
    .array(ThreatModel)
    .min(1)
    .max(ThreatModel.options.length)
    .describe('Extended: the threat models of scans that name none.'),
  licensePolicy: LicensePolicy.describe(
    'Extended: which licences packages may have, in scans that say none.',
  ),
  onlineSources: z
    .array(OnlineSource)
    .max(OnlineSource.options.length)
    .describe('Extended: where scans that say nothing else look packages up over the network.'),
};

/** What a scope says itself; what it leaves out is inherited. */
export const SavedScannerSettings = z.object({
  scanModules: ScanModules.optional(),
  ...z.object({ ...fields, ...extended }).partial().shape,
});
export type SavedScannerSettings = z.output<typeof SavedScannerSettings>;

/** What holds in a scope. */
export const EffectiveScannerSettings = z.object({
  scanModules: z.record(Category, z.boolean()),
  ...fields,
  /** Null: those of the repository’s last scan, else the usual ones. */
  threatModels: extended.threatModels.nullable().optional(),
  /** Null: that of the repository’s last scan, else none. */
  licensePolicy: extended.licensePolicy.nullable().optional(),
  onlineSources: extended.onlineSources.optional(),
});
export type EffectiveScannerSettings = z.output<typeof EffectiveScannerSettings>;

export const SettingsLevel = z.enum(['default', 'organization', 'repository', 'application']);
export type SettingsLevel = z.output<typeof SettingsLevel>;

/** Which scope each value comes from. */
export const SettingsOrigins = z.object({
  scanModules: z.record(Category, SettingsLevel),
  prScanning: SettingsLevel,
  confidenceThreshold: SettingsLevel,
  autoPatching: SettingsLevel,
  fileIgnorePatterns: SettingsLevel,
  releaseTrack: SettingsLevel,
  allowPrCheckBypass: SettingsLevel,
  threatModels: SettingsLevel,
  licensePolicy: SettingsLevel,
  onlineSources: SettingsLevel,
});
export type SettingsOrigins = z.output<typeof SettingsOrigins>;

export const ScannerSettings = z.object({
  scope: z.enum(['organization', 'repository', 'application']),
  organizationId: Id,
  repositoryId: Id.optional(),
  applicationId: Id.optional(),
  saved: SavedScannerSettings,
  effective: EffectiveScannerSettings,
  origins: SettingsOrigins.optional(),
  /** All schedules of the repository; none at the organization, whose repositories have their own. */
  scanSchedules: z.array(ScanSchedule),
  /** The first of them: kept for clients of before there could be several. */
  scanSchedule: ScanSchedule.nullable(),
  /** When the scope’s own settings last changed; null where it has none. */
  updatedAt: Instant.nullable().optional(),
});
export type ScannerSettings = z.output<typeof ScannerSettings>;

const scope = {
  ...organizationScope,
  repositoryId: Id.optional().describe('The repository; the whole organization when omitted.'),
  applicationId: Id.optional().describe('An application of a monorepo, by itself or with its repository.'),
};

const response = z.object({ settings: ScannerSettings });

export const getScannerSettings = endpoint({
  id: 'scannerSettings.get',
  method: 'POST',
  path: '/api/v2/scannerSettings/get',
  summary: 'The settings that a scope has itself, those that hold in it, and where each comes from',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(scope),
  response,
});

export const updateScannerSettings = endpoint({
  id: 'scannerSettings.update',
  method: 'POST',
  path: '/api/v2/scannerSettings/update',
  summary: 'Change the given settings of a scope; null has one inherited again',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...scope,
    prScanning: fields.prScanning.nullable().optional(),
    scanModules: z.partialRecord(Category, z.boolean().nullable()).nullable().optional(),
    confidenceThreshold: fields.confidenceThreshold.nullable().optional(),
    autoPatching: fields.autoPatching.nullable().optional(),
    fileIgnorePatterns: fields.fileIgnorePatterns.nullable().optional(),
    releaseTrack: fields.releaseTrack.nullable().optional(),
    allowPrCheckBypass: fields.allowPrCheckBypass.nullable().optional(),
    threatModels: extended.threatModels.nullable().optional(),
    licensePolicy: extended.licensePolicy.nullable().optional(),
    onlineSources: extended.onlineSources.nullable().optional(),
  }),
  response,
});

export const deleteScannerSettings = endpoint({
  id: 'scannerSettings.delete',
  method: 'POST',
  path: '/api/v2/scannerSettings/delete',
  summary: 'Delete the settings of a scope, so that it inherits all of them',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(scope),
  response,
});
