import { z } from 'zod';
import type {
  EffectiveScannerSettings,
  SettingsLevel,
  SettingsOrigins,
} from '../../api/contract/repositories/scanner-settings.ts';
import { SavedScannerSettings } from '../../api/contract/repositories/scanner-settings.ts';
import type { Category } from '../../api/contract/vocabulary.ts';
import type { Queries } from '../store/dialect.ts';

/** Where settings hold: an organization, one of its repositories, or an application of that. */
export interface SettingsScope {
  readonly organizationId: string;
  readonly repositoryId?: string | undefined;
  readonly applicationId?: string | undefined;
}

export interface ResolvedSettings {
  /** What the scope says itself. */
  readonly saved: SavedScannerSettings;
  /** Every setting, with what is inherited (specification, section 4.2, scanner settings). */
  readonly effective: Required<EffectiveScannerSettings>;
  readonly origins: SettingsOrigins;
  /** When `saved` last changed; null where the scope says nothing itself. */
  readonly updatedAt: string | null;
}

/** What holds where nobody says anything. */
export const usualSettings: Required<EffectiveScannerSettings> = {
  scanModules: { SAST: true, SCA: true, SECRETS: true, IAC: true },
  prScanning: true,
  confidenceThreshold: 0,
  autoPatching: false,
  fileIgnorePatterns: [],
  releaseTrack: 'STABLE',
  allowPrCheckBypass: false,
  threatModels: null,
  licensePolicy: null,
  onlineSources: [],
};

const Stored = z.string().transform((text) => SavedScannerSettings.parse(JSON.parse(text)));

interface Layer {
  readonly level: SettingsLevel;
  readonly saved: SavedScannerSettings;
  readonly updatedAt: string | null;
}

const nothing: SavedScannerSettings = {};

/** Returns the settings that hold in a scope: its own, else those of the next wider one, else the usual ones. */
export async function effectiveSettings(
  db: Queries,
  scope: SettingsScope,
): Promise<Required<EffectiveScannerSettings>> {
  return (await resolvedSettings(db, scope)).effective;
}

/** Returns the same with what the scope says itself, and where each value comes from. */
export async function resolvedSettings(db: Queries, scope: SettingsScope): Promise<ResolvedSettings> {
  const { organizationId, repositoryId, applicationId } = scope;
  const rows = await db
    .selectFrom('scanner_settings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(({ eb, or }) =>
      or([eb('repository_id', 'is', null), eb('repository_id', '=', repositoryId ?? '')]),
    )
    .where(({ eb, or }) =>
      or([eb('application_id', 'is', null), eb('application_id', '=', applicationId ?? '')]),
    )
    .execute();
  const layer = (level: SettingsLevel, repository: string | null, application: string | null): Layer => {
    const row = rows.find(
      ({ repository_id, application_id }) => repository_id === repository && application_id === application,
    );
    return { level, saved: row ? Stored.parse(row.settings) : nothing, updatedAt: row?.updated_at ?? null };
  };
  const layers = [layer('organization', null, null)];
  if (repositoryId !== undefined) layers.push(layer('repository', repositoryId, null));
  if (repositoryId !== undefined && applicationId !== undefined)
    layers.push(layer('application', repositoryId, applicationId));
  return resolve(layers);
}

/** @param layers the widest scope first, the one that is asked about last */
function resolve(layers: readonly Layer[]): ResolvedSettings {
  const inward = layers.toReversed();
  const pick = <T>(read: (saved: SavedScannerSettings) => T | undefined, usual: T) => {
    for (const { level, saved } of inward) {
      const value = read(saved);
      if (value !== undefined) return { value, level };
    }
    return { value: usual, level: 'default' as const };
  };
  const ofModule = (module: Category) =>
    pick(({ scanModules }) => scanModules?.[module], usualSettings.scanModules[module]);
  const modules = {
    SAST: ofModule('SAST'),
    SCA: ofModule('SCA'),
    SECRETS: ofModule('SECRETS'),
    IAC: ofModule('IAC'),
  };
  const prScanning = pick((saved) => saved.prScanning, usualSettings.prScanning);
  const threshold = pick((saved) => saved.confidenceThreshold, usualSettings.confidenceThreshold);
  const patching = pick((saved) => saved.autoPatching, usualSettings.autoPatching);
  const patterns = pick((saved) => saved.fileIgnorePatterns, usualSettings.fileIgnorePatterns);
  const track = pick((saved) => saved.releaseTrack, usualSettings.releaseTrack);
  const bypass = pick((saved) => saved.allowPrCheckBypass, usualSettings.allowPrCheckBypass);
  const threatModels = pick((saved) => saved.threatModels, usualSettings.threatModels);
  const licenses = pick((saved) => saved.licensePolicy, usualSettings.licensePolicy);
  const sources = pick((saved) => saved.onlineSources, usualSettings.onlineSources);
  const own = inward[0];
  return {
    saved: own?.saved ?? nothing,
    updatedAt: own?.updatedAt ?? null,
    effective: {
      scanModules: byModule((module) => modules[module].value),
      prScanning: prScanning.value,
      confidenceThreshold: threshold.value,
      autoPatching: patching.value,
      fileIgnorePatterns: patterns.value,
      releaseTrack: track.value,
      allowPrCheckBypass: bypass.value,
      threatModels: threatModels.value,
      licensePolicy: licenses.value,
      onlineSources: sources.value,
    },
    origins: {
      scanModules: byModule((module) => modules[module].level),
      prScanning: prScanning.level,
      confidenceThreshold: threshold.level,
      autoPatching: patching.level,
      fileIgnorePatterns: patterns.level,
      releaseTrack: track.level,
      allowPrCheckBypass: bypass.level,
      threatModels: threatModels.level,
      licensePolicy: licenses.level,
      onlineSources: sources.level,
    },
  };
}

const byModule = <T>(of: (module: Category) => T): Record<Category, T> => ({
  SAST: of('SAST'),
  SCA: of('SCA'),
  SECRETS: of('SECRETS'),
  IAC: of('IAC'),
});
