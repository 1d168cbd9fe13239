import * as vscode from 'vscode';
import type { LicensePolicy, Package } from '../../api/contract/dependencies.ts';
import type { SettingsChange } from '../../connection/repository/settings-api.ts';
import { effectText, licenseEffect, licensesOf } from './license-effect.ts';
import { settingLabel } from './setting-text.ts';

const noPolicy: LicensePolicy = { allow: [], deny: [], unknown: 'ignore', severity: 'medium' };

/**
 * Asks for the policy of licences of a repository, and says what it does to its packages before it is saved.
 * @param packages those of the latest scan
 * @returns undefined where the person gave up
 */
export async function askLicensePolicy(
  present: LicensePolicy | null,
  packages: readonly Package[],
): Promise<SettingsChange | undefined> {
  const policy = await askPart(present ?? noPolicy, packages);
  if (!policy) return undefined;
  const save = vscode.l10n.t('Save');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('Save this policy of licences?'),
    {
      modal: true,
      detail: [
        effectText(licenseEffect(packages, policy)),
        vscode.l10n.t('It holds for this repository from the next scan.'),
      ].join('\n'),
    },
    save,
  );
  return picked === save ? { licensePolicy: policy } : undefined;
}

async function askPart(
  policy: LicensePolicy,
  packages: readonly Package[],
): Promise<LicensePolicy | undefined> {
  const { allow, deny, unknown } = policy;
  const title = settingLabel('licensePolicy');
  const part = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('Denied licences'), description: deny.join(', '), part: 'deny' as const },
      {
        label: vscode.l10n.t('Allowed licences'),
        description: allow.join(', '),
        detail: vscode.l10n.t('Where there are any, every other licence is refused.'),
        part: 'allow' as const,
      },
      {
        label:
          unknown === 'report'
            ? vscode.l10n.t('Stop reporting packages without a known licence')
            : vscode.l10n.t('Report packages without a known licence'),
        part: 'unknown' as const,
      },
    ],
    { title, ignoreFocusOut: true },
  );
  if (!part) return undefined;
  if (part.part === 'unknown') return { ...policy, unknown: unknown === 'report' ? 'ignore' : 'report' };
  const picked = await askLicenses(part.label, policy[part.part], packages);
  return picked && { ...policy, [part.part]: picked };
}

async function askLicenses(
  title: string,
  present: readonly string[],
  packages: readonly Package[],
): Promise<string[] | undefined> {
  const counts = licensesOf(packages);
  const another = { label: vscode.l10n.t('$(add) Another…'), license: undefined };
  const names = [...new Set([...present, ...counts.keys()])];
  const picked = await vscode.window.showQuickPick(
    [
      ...names.map((license) => ({
        label: license,
        description: countText(counts.get(license) ?? 0),
        license,
        picked: present.includes(license),
      })),
      another,
    ],
    { title, canPickMany: true, ignoreFocusOut: true },
  );
  if (!picked) return undefined;
  const chosen = picked.flatMap(({ license }) => license ?? []);
  if (!picked.some(({ license }) => license === undefined)) return chosen;
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('An SPDX id such as GPL-3.0-only, or several with commas between'),
    ignoreFocusOut: true,
  });
  if (typed === undefined) return undefined;
  const more = typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return [...new Set([...chosen, ...more])];
}

function countText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 package') : vscode.l10n.t('{0} packages', count);
}
