import * as l10n from '@vscode/l10n';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import { categoryLabel } from '../issues/scope.ts';
import type { FactNode } from './scan-nodes.ts';

type Said = Pick<Coverage, 'switchedOff' | 'belowThreshold' | 'releaseTrack' | 'packs'>;

/** What the scanner settings and the packs of the service kept out of a scan, or added. */
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
  if (coverage?.packs) nodes.push(...packFacts(id, folder, coverage.packs));
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

/** Templates of packs that an administrator switched. */
function packFacts(
  id: string,
  folder: string,
  { switchedOn, switchedOff, findings }: NonNullable<Coverage['packs']>,
): FactNode[] {
  const listed = (name: string, templates: typeof switchedOn) => ({
    kind: 'fact' as const,
    folder,
    id: `${id}/${name}`,
    icon: name === 'packs-on' ? 'package' : 'circle-slash',
    children: templates.map(({ kind, pack, template, title }) => ({
      ...{ kind: 'fact' as const, folder, children: [] },
      id: `${id}/${name}/${kind}/${pack}/${template}`,
      icon: name === 'packs-on' ? 'package' : 'circle-slash',
      label: title,
    })),
  });
  return [
    ...(switchedOff.length > 0
      ? [
          {
            ...listed('packs-off', switchedOff),
            label: l10n.t('Switched off in packs'),
            ...(findings > 0 && { description: l10n.t('{0} findings not reported', findings) }),
            tooltip: l10n.t('An administrator switched them off for all repositories.'),
          },
        ]
      : []),
    ...(switchedOn.length > 0
      ? [
          {
            ...listed('packs-on', switchedOn),
            label: l10n.t('Switched on in packs'),
            tooltip: l10n.t('An administrator switched them on for all repositories.'),
          },
        ]
      : []),
  ];
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
