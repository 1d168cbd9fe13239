import * as l10n from '@vscode/l10n';
import { advisoryUrl } from '../../dependencies/advisory-links.ts';
import { openVulnerability } from '../../dependencies/grouping.ts';
import type { KnownIssue } from '../known-issue.ts';
import type { Offer } from './offer.ts';

/**
 * What can be done about an issue about a package: what its patch does in the words of packages, who brings it, and its
 * advisory. Those of other issues stay as they are.
 * @param patch what the state of its patch offers
 */
export function packageOffers({ issue }: KnownIssue, patch: readonly Offer[]): readonly Offer[] {
  const { dependency } = issue;
  if (!dependency) return patch;
  const { name, advisory, path } = dependency;
  const target = dependency.safeVersion ?? dependency.fixedVersion;
  const titled = (offer: Offer): Offer => {
    if (target === undefined) return offer;
    switch (offer.command) {
      case 'parapet.generatePatch':
      case 'parapet.regeneratePatch':
        return { ...offer, title: l10n.t('Upgrade {0} to {1}', name, target), isFirst: true };
      case 'parapet.howToFix':
        return { ...offer, title: l10n.t('How to upgrade {0} to {1}', name, target), isFirst: true };
      default:
        return offer;
    }
  };
  // Without a version to go to, there is nothing to make.
  const own = target === undefined ? patch.filter(({ command }) => !makes.has(command)) : patch;
  return [
    ...own.map(titled),
    ...(path.length > 1
      ? [{ title: l10n.t('Show what brings {0}', name), command: 'parapet.dependencyWay', isFirst: true }]
      : []),
    ...([advisory.id, ...advisory.aliases].some((id) => advisoryUrl(id) !== undefined)
      ? [{ title: l10n.t('Open advisory {0}', advisory.id), command: 'parapet.openAdvisory' }]
      : []),
  ];
}

const makes: ReadonlySet<string> = new Set([
  'parapet.generatePatch',
  'parapet.regeneratePatch',
  'parapet.askModelForPatch',
]);

/** One upgrade of all vulnerable packages of a manifest, where there are several that a version ends. */
export function upgradeAllOffer(ofManifest: readonly KnownIssue[]): Offer | undefined {
  const packages = ofManifest.flatMap((known) => openVulnerability(known)?.dependency ?? []);
  const fixable = packages.filter(
    ({ safeVersion, fixedVersion }) => (safeVersion ?? fixedVersion) !== undefined,
  );
  return new Set(fixable.map(({ name }) => name)).size < 2
    ? undefined
    : {
        title: l10n.t('Upgrade all vulnerable packages'),
        command: 'parapet.upgradeAllPackages',
        isFirst: true,
      };
}
