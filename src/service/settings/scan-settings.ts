import { z } from 'zod';
import { Category } from '../../api/contract/vocabulary.ts';
import type { IgnoreList } from '../analysis/scan-choices.ts';
import type { Queries } from '../store/dialect.ts';
import { effectiveSettings } from './effective-settings.ts';

/** What a scan reports of one part of a repository. */
const PartSettings = z.object({
  /** Kinds of issues that are not looked for. */
  off: z.array(Category),
  /** 0–100: issues below it are kept, and not shown. */
  confidenceThreshold: z.number(),
  autoPatching: z.boolean(),
  fileIgnorePatterns: z.array(z.string()),
});
export type PartSettings = z.output<typeof PartSettings>;

/** The scanner settings as they were when a scan was started: what it does does not change while it runs. */
const ScanSettings = PartSettings.extend({
  /** Applications with settings of their own. */
  applications: z.array(PartSettings.extend({ folder: z.string() })),
});
export type ScanSettings = z.output<typeof ScanSettings>;

const usual: ScanSettings = {
  off: [],
  confidenceThreshold: 0,
  autoPatching: false,
  fileIgnorePatterns: [],
  applications: [],
};
const usualText = JSON.stringify(usual);

interface OfRepository {
  readonly id: string;
  readonly organization_id: string;
}

/** Writes the column of a scan that is about to start; null where nothing but the usual holds. */
export async function scanSettingsColumn(db: Queries, repository: OfRepository): Promise<string | null> {
  const text = JSON.stringify(await scanSettings(db, repository));
  return text === usualText ? null : text;
}

/** The settings of a repository and its applications as they are now. */
export async function scanSettings(db: Queries, repository: OfRepository): Promise<ScanSettings> {
  const scope = { organizationId: repository.organization_id, repositoryId: repository.id };
  const own = await db
    .selectFrom('scanner_settings')
    .innerJoin('applications', 'applications.id', 'scanner_settings.application_id')
    .select(['applications.id', 'applications.path'])
    .where('scanner_settings.organization_id', '=', repository.organization_id)
    .where('scanner_settings.repository_id', '=', repository.id)
    .orderBy('applications.path')
    .execute();
  const applications = [];
  for (const { id, path } of own)
    applications.push({ ...(await partOf(db, { ...scope, applicationId: id })), folder: path });
  return { ...(await partOf(db, scope)), applications };
}

async function partOf(db: Queries, scope: Parameters<typeof effectiveSettings>[1]): Promise<PartSettings> {
  const settings = await effectiveSettings(db, scope);
  return {
    off: Category.options.filter((module) => !settings.scanModules[module]),
    confidenceThreshold: settings.confidenceThreshold,
    autoPatching: settings.autoPatching,
    fileIgnorePatterns: settings.fileIgnorePatterns,
  };
}

/** Reads the column of a scan. */
export const scanSettingsOf = ({ settings }: { readonly settings: string | null }): ScanSettings =>
  settings === null ? usual : ScanSettings.parse(JSON.parse(settings));

/** What is left out of a scan with these settings. */
export const ignoreListsOf = (settings: ScanSettings): readonly IgnoreList[] =>
  [{ ...settings, folder: '' }, ...settings.applications]
    .map(({ folder, fileIgnorePatterns }) => ({ folder, patterns: fileIgnorePatterns }))
    .filter(({ folder, patterns }) => folder !== '' || patterns.length > 0);

/** Returns what holds for a file: the settings of the innermost application that it is a part of, else the repository's. */
export function settingsAt(settings: ScanSettings, file: string): PartSettings {
  let found: PartSettings = settings;
  let depth = 0;
  for (const application of settings.applications) {
    const { folder } = application;
    if (folder.length <= depth || !file.startsWith(`${folder}/`)) continue;
    found = application;
    depth = folder.length;
  }
  return found;
}

/** Whether a scan with these settings looks for issues of a kind in a file. */
export const looksFor = (
  settings: ScanSettings,
  { file, category }: { readonly file: string; readonly category: Category },
): boolean => !settingsAt(settings, file).off.includes(category);

/** The modules that are switched off, of the whole repository or of one of its applications alone. */
export const switchedOffIn = (settings: ScanSettings) => [
  ...settings.off.map((module) => ({ module })),
  ...settings.applications.flatMap(({ folder, off }) =>
    off.filter((module) => !settings.off.includes(module)).map((module) => ({ module, folder })),
  ),
];

/** Whether an issue that such a scan finds is not shown, because the scan is not sure enough of it. */
export const isHidden = (
  settings: ScanSettings,
  { file, confidence }: { readonly file: string; readonly confidence: number },
): boolean => confidence < settingsAt(settings, file).confidenceThreshold;
