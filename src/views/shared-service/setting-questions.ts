import * as vscode from 'vscode';
import type { Package } from '../../api/contract/dependencies.ts';
import type { EffectiveScannerSettings } from '../../api/contract/repositories/scanner-settings.ts';
import { threatModels } from '../../api/threat-models.ts';
import type { SettingsChange } from '../../connection/repository/settings-api.ts';
import { categories, categoryLabel } from '../issues/scope.ts';
import { threatText } from '../issues/threat-text.ts';
import { askLicensePolicy } from './license-questions.ts';
import { type SettingName, settingLabel, settingTooltip, settingValue } from './setting-text.ts';

/**
 * Asks for the new value of a setting.
 * @param packages those of the repository, asked for where the setting is about them
 * @returns undefined where the person gave up
 */
export async function askSetting(
  name: SettingName,
  settings: EffectiveScannerSettings,
  packages: () => Promise<readonly Package[]>,
): Promise<SettingsChange | undefined> {
  switch (name) {
    case 'prScanning':
    case 'allowPrCheckBypass':
    case 'autoPatching': {
      const picked = await pickOne(name, settings, [
        { label: vscode.l10n.t('On'), value: true },
        { label: vscode.l10n.t('Off'), value: false },
      ]);
      return picked && { [name]: picked.value };
    }
    case 'releaseTrack': {
      const picked = await pickOne(name, settings, [
        { label: 'STABLE', description: vscode.l10n.t('the usual one'), value: 'STABLE' as const },
        { label: 'EDGE', description: vscode.l10n.t('what is new comes first'), value: 'EDGE' as const },
      ]);
      return picked && { releaseTrack: picked.value };
    }
    case 'confidenceThreshold':
      return await askThreshold(settings.confidenceThreshold);
    case 'scanModules': {
      const isOn = (one: (typeof categories)[number]) => settings.scanModules[one] ?? false;
      const picked = await pickMany(
        name,
        categories.map((value) => ({ label: categoryLabel(value), value, picked: isOn(value) })),
      );
      return (
        picked && { scanModules: Object.fromEntries(categories.map((one) => [one, picked.includes(one)])) }
      );
    }
    case 'threatModels': {
      const on: readonly string[] = settings.threatModels ?? [];
      const items = threatModels.map((value) => ({
        label: threatText(value),
        value,
        picked: on.includes(value),
      }));
      const picked = await pickMany(name, items);
      return picked && { threatModels: picked.length === 0 ? null : picked };
    }
    case 'onlineSources': {
      const on = settings.onlineSources ?? [];
      const items = (['OSV', 'NPM'] as const).map((value) => ({
        label: value,
        value,
        picked: on.includes(value),
      }));
      const picked = await pickMany(name, items);
      return picked && { onlineSources: picked };
    }
    case 'fileIgnorePatterns':
      return await askPatterns(settings.fileIgnorePatterns);
    case 'licensePolicy':
      return await askLicensePolicy(settings.licensePolicy ?? null, await packages());
  }
}

async function pickOne<T extends vscode.QuickPickItem>(
  name: SettingName,
  settings: EffectiveScannerSettings,
  items: readonly T[],
): Promise<T | undefined> {
  return await vscode.window.showQuickPick(items, {
    title: settingLabel(name),
    placeHolder: vscode.l10n.t('{0} Now: {1}', settingTooltip(name), settingValue(name, settings)),
    ignoreFocusOut: true,
  });
}

async function pickMany<T>(
  name: SettingName,
  items: readonly (vscode.QuickPickItem & { readonly value: T })[],
): Promise<T[] | undefined> {
  const picked = await vscode.window.showQuickPick(items, {
    title: settingLabel(name),
    placeHolder: settingTooltip(name),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ value }) => value);
}

async function askThreshold(present: number): Promise<SettingsChange | undefined> {
  const isValid = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100;
  const typed = await vscode.window.showInputBox({
    title: settingLabel('confidenceThreshold'),
    prompt: vscode.l10n.t('Issues that a scan is less sure of are not shown: 0 to 100 %. 0 shows all.'),
    value: String(present),
    ignoreFocusOut: true,
    validateInput: (text) =>
      isValid(text) ? undefined : vscode.l10n.t('Enter a whole number from 0 to 100.'),
  });
  return typed === undefined ? undefined : { confidenceThreshold: Number(typed) };
}

/** One pattern at a time: a pattern may hold any character that could stand between two. */
async function askPatterns(present: readonly string[]): Promise<SettingsChange | undefined> {
  const title = settingLabel('fileIgnorePatterns');
  const add = { label: vscode.l10n.t('$(add) Add a Pattern…') };
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { readonly pattern?: string }>(
    [
      add,
      ...present.map((pattern) => ({
        label: pattern,
        description: vscode.l10n.t('remove'),
        pattern,
      })),
    ],
    { title, placeHolder: settingTooltip('fileIgnorePatterns'), ignoreFocusOut: true },
  );
  if (!picked) return undefined;
  if (picked.pattern !== undefined)
    return { fileIgnorePatterns: present.filter((one) => one !== picked.pattern) };
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('A pattern as in a .gitignore, such as docs/ or *.min.js'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a pattern.') : undefined),
  });
  return typed === undefined ? undefined : { fileIgnorePatterns: [...new Set([...present, typed.trim()])] };
}
