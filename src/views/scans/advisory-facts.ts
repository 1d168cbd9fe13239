import * as l10n from '@vscode/l10n';
import type { MatchedAdvisories } from '../../api/contract/scans/coverage.ts';
import { setText } from '../dependencies/advisory-text.ts';
import type { FactNode } from './scan-nodes.ts';

/** Returns what a scan matched packages with, for its coverage. @param id of the scan; @param folder URI of its folder */
export function advisoryFacts(
  id: string,
  folder: string,
  advisories: readonly MatchedAdvisories[],
): FactNode[] {
  if (advisories.length === 0) return [];
  const base = { kind: 'fact', folder, children: [] } as const;
  const isThin = advisories.every(({ thin }) => thin);
  const count = advisories.reduce((sum, set) => sum + set.advisories, 0).toLocaleString();
  return [
    {
      ...base,
      id: `${id}/advisories`,
      icon: isThin ? 'warning' : 'database',
      label: l10n.t('Advisories'),
      description: isThin ? l10n.t('{0}, which are few', count) : count,
      tooltip: isThin
        ? l10n.t('Packages without an issue may be vulnerable, too. Update Advisories… downloads more.')
        : l10n.t('What packages were matched with.'),
      children: advisories.map((set, at) => ({
        ...base,
        id: `${id}/advisories/${at}`,
        icon: 'database',
        label: setText(set),
        description: l10n.t('from {0}', new Date(set.updatedAt).toLocaleDateString()),
      })),
    },
  ];
}
