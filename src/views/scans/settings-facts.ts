import * as l10n from '@vscode/l10n';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import { categoryLabel } from '../issues/scope.ts';
import type { FactNode } from './scan-nodes.ts';

type Said = Pick<Coverage, 'switchedOff' | 'belowThreshold' | 'releaseTrack'>;

/** What the scanner settings of the service kept out of a scan. */
export function settingsFacts(id: string, folder: string, coverage: Said | undefined): FactNode[] {
  const base = { kind: 'fact', folder, children: [] } as const;
  const nodes: FactNode[] = [];
  if (coverage?.releaseTrack) nodes.push({ ...base, ...trackFact(id, coverage.releaseTrack) });
  const off = coverage?.switchedOff ?? [];
  if (off.length > 0) {
    nodes.push({
      ...base,
      id: `${id}/switched-off`,
      icon: 'circle-slash',
      label: l10n.t('Switched off in the scanner settings'),
      tooltip: l10n.t('The scan did not look for these issues. Known ones stay as they are.'),
      children: off.map(({ module, folder: part }) => ({
        ...base,
        id: `${id}/switched-off/${module}/${part ?? ''}`,
        icon: 'circle-slash',
        label: categoryLabel(module),
        ...(part !== undefined && { description: part }),
      })),
    });
  }
  const hidden = coverage?.belowThreshold ?? 0;
  if (hidden > 0) {
    nodes.push({
      ...base,
      id: `${id}/below-threshold`,
      icon: 'eye-closed',
      label: l10n.t('Below the confidence threshold'),
      description: String(hidden),
      tooltip: l10n.t(
        'Issues that the scanner settings do not show, because the scan is not sure enough of them.',
      ),
    });
  }
  return nodes;
}

/** Which set of rules was taken, and how much it kept from being reported. */
function trackFact(id: string, { track, heldBack, findings }: NonNullable<Coverage['releaseTrack']>) {
  return {
    id: `${id}/release-track`,
    icon: 'versions',
    label: l10n.t('Release track {0}', track),
    ...(findings > 0 && { description: l10n.t('{0} findings not reported', findings) }),
    tooltip:
      heldBack.length > 0
        ? l10n.t(
            'These kinds of issues are new and only reported on the track EDGE: {0}',
            heldBack.join(', '),
          )
        : l10n.t('All rules were used.'),
  };
}
