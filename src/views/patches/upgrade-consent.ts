import * as vscode from 'vscode';
import type { Upgrade } from '../../api/contract/patches.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { packageManagersFor } from './upgrade-groups.ts';

/**
 * How vulnerable packages among issues are upgraded: asks, before each time, whether package managers may write lock files.
 * @param isRemote whether the service is on another machine, where none is run
 * @returns undefined where there is nothing to say; `cancelled` where the person thought better of it
 */
export async function upgradeAskedFor(
  issues: readonly KnownIssue[],
  packages: Upgrade['packages'],
  isRemote: boolean,
): Promise<Upgrade | 'cancelled' | undefined> {
  const runPackageManager = isRemote ? false : await mayRun(issues);
  if (runPackageManager === 'cancelled') return runPackageManager;
  return runPackageManager || packages === 'ALL_SAFE' ? { packages, runPackageManager } : undefined;
}

async function mayRun(issues: readonly KnownIssue[]): Promise<boolean | 'cancelled'> {
  const managers = packageManagersFor(issues);
  if (managers.length === 0 || !vscode.workspace.isTrusted) return false;
  const programs = managers.map(({ program }) => program).join(', ');
  const run = vscode.l10n.t('Run {0}', programs);
  const without = vscode.l10n.t('Continue Without');
  const detail = [
    vscode.l10n.t(
      'This runs on a copy of the manifests and the lock file, without scripts: {0}',
      managers.map(({ shown }) => shown).join('; '),
    ),
    vscode.l10n.t(
      'It asks its registry for packages by name and version. Your files do not change before you apply the patch.',
    ),
  ].join('\n\n');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('May {0} write the lock file?', programs),
    { modal: true, detail },
    run,
    without,
  );
  return picked === undefined ? 'cancelled' : picked === run;
}
