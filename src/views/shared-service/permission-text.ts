import * as l10n from '@vscode/l10n';
import type { NeededPermission } from './nodes.ts';

/** Why a row has no actions: what they take, and who can grant it. */
export function lacksText(permission: NeededPermission): string {
  return `${neededText(permission)} ${l10n.t('Who manages teams can grant it.')}`;
}

function neededText(permission: NeededPermission): string {
  switch (permission) {
    case 'REPOSITORY_SCAN':
      return l10n.t('Scans of this repository need the permission to scan it (REPOSITORY_SCAN).');
    case 'REPOSITORY_MANAGE':
      return l10n.t('Settings of this repository need the permission to manage it (REPOSITORY_MANAGE).');
  }
}
