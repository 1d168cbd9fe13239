import * as l10n from '@vscode/l10n';
import type { NoticeNode } from '../ai-components/nodes.ts';
import { type FolderEndpoints, mostListed } from './known-endpoint.ts';

/** Lines of the tree that are no endpoint: what is not shown and why, and what can be done about it. */
export function notices(folders: readonly FolderEndpoints[], groups: number): NoticeNode[] {
  const found: NoticeNode[] = [];
  for (const { folderName, isOffered, isCut } of folders) {
    if (!isOffered)
      found.push({
        kind: 'notice',
        id: `not offered ${folderName}`,
        icon: 'info',
        label: l10n.t('This service does not list endpoints'),
        description: folderName,
      });
    if (isCut)
      found.push({
        kind: 'notice',
        id: `cut ${folderName}`,
        icon: 'warning',
        label: l10n.t('{0}: only the first {1} endpoints are listed', folderName, mostListed),
      });
  }
  if (groups > 0 || found.length > 0) return found;
  const isNone = folders.every(({ endpoints }) => endpoints.length === 0);
  return [isNone ? none() : filteredOut()];
}

export function notScanned(): NoticeNode {
  return {
    kind: 'notice',
    id: 'scan',
    icon: 'play',
    label: l10n.t('Scan this workspace'),
    description: l10n.t('every scan lists the endpoints'),
    command: 'parapet.scanWorkspace',
  };
}

const none = (): NoticeNode => ({
  kind: 'notice',
  id: 'none',
  icon: 'info',
  label: l10n.t('No endpoints were found'),
  description: l10n.t('the latest scan saw no route of a web framework that Parapet knows'),
});

const filteredOut = (): NoticeNode => ({
  kind: 'notice',
  id: 'filtered',
  icon: 'clear-all',
  label: l10n.t('No endpoint matches the filter'),
  description: l10n.t('show all'),
  command: 'parapet.endpointsClearFilter',
});
