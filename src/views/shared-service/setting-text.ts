import * as l10n from '@vscode/l10n';
import type {
  EffectiveScannerSettings,
  ScannerSettings,
  SettingsLevel,
} from '../../api/contract/repositories/scanner-settings.ts';
import { categories, categoryLabel } from '../issues/scope.ts';

/** The settings that the view lists, in this order. */
export const settingNames = [
  'scanModules',
  'prScanning',
  'allowPrCheckBypass',
  'confidenceThreshold',
  'autoPatching',
  'fileIgnorePatterns',
  'releaseTrack',
  'threatModels',
  'licensePolicy',
  'onlineSources',
] as const;
export type SettingName = (typeof settingNames)[number];

export function settingLabel(name: SettingName): string {
  switch (name) {
    case 'scanModules':
      return l10n.t('What is scanned');
    case 'prScanning':
      return l10n.t('Scan pull requests');
    case 'allowPrCheckBypass':
      return l10n.t('Check can be bypassed');
    case 'confidenceThreshold':
      return l10n.t('Lowest confidence');
    case 'autoPatching':
      return l10n.t('Patches after each scan');
    case 'fileIgnorePatterns':
      return l10n.t('Ignored files');
    case 'releaseTrack':
      return l10n.t('Release track');
    case 'threatModels':
      return l10n.t('Threat models');
    case 'licensePolicy':
      return l10n.t('Licences');
    case 'onlineSources':
      return l10n.t('Look packages up online');
  }
}

/** What a setting is about, where its name does not say it. */
export function settingTooltip(name: SettingName): string {
  switch (name) {
    case 'allowPrCheckBypass':
      return l10n.t('Contributors can pass the check of a pull request, which is scanned all the same.');
    case 'confidenceThreshold':
      return l10n.t('Issues that a scan is less sure of are kept, but not shown.');
    case 'autoPatching':
      return l10n.t('Patches of new critical and high issues are made after each full scan.');
    case 'fileIgnorePatterns':
      return l10n.t('Patterns as in a .gitignore of the repository’s root.');
    case 'threatModels':
      return l10n.t('Whose data is taken for hostile, in scans that name none.');
    default:
      return settingLabel(name);
  }
}

/** The value that holds. */
export function settingValue(name: SettingName, settings: EffectiveScannerSettings): string {
  switch (name) {
    case 'scanModules':
      return listText(categories.filter((one) => settings.scanModules[one]).map(categoryLabel));
    case 'prScanning':
    case 'allowPrCheckBypass':
    case 'autoPatching':
      return settings[name] ? l10n.t('on') : l10n.t('off');
    case 'confidenceThreshold':
      return settings.confidenceThreshold === 0
        ? l10n.t('all')
        : l10n.t('{0} %', settings.confidenceThreshold);
    case 'fileIgnorePatterns':
      return listText(settings.fileIgnorePatterns);
    case 'releaseTrack':
      return settings.releaseTrack;
    case 'threatModels':
      return settings.threatModels ? listText(settings.threatModels) : l10n.t('as in the last scan');
    case 'licensePolicy':
      return settings.licensePolicy
        ? l10n.t(
            '{0} allowed, {1} denied',
            settings.licensePolicy.allow.length,
            settings.licensePolicy.deny.length,
          )
        : l10n.t('as in the last scan');
    case 'onlineSources':
      return listText(settings.onlineSources ?? []);
  }
}

/** Where the value comes from; empty where the service does not say. */
export function originText(name: SettingName, { origins }: ScannerSettings): string {
  if (!origins) return '';
  const levels = name === 'scanModules' ? [...new Set(Object.values(origins.scanModules))] : [origins[name]];
  const [level, ...others] = levels;
  if (level === undefined) return '';
  return others.length > 0 ? l10n.t('partly of this repository') : levelText(level);
}

function levelText(level: SettingsLevel): string {
  switch (level) {
    case 'default':
      return l10n.t('default');
    case 'organization':
      return l10n.t('of the organization');
    case 'repository':
      return l10n.t('of this repository');
    case 'application':
      return l10n.t('of an application');
  }
}

/** Whether the repository says so itself, so that it can be inherited again. */
export function isOwn(name: SettingName, { saved }: ScannerSettings): boolean {
  return saved[name] !== undefined;
}

function listText(items: readonly string[]): string {
  const shown = items.slice(0, 3).join(', ');
  if (items.length === 0) return l10n.t('none');
  return items.length <= 3 ? shown : l10n.t('{0} and {1} more', shown, items.length - 3);
}
