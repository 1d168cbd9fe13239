import * as l10n from '@vscode/l10n';
import type { VulnerableDependency } from '../../../api/contract/vulnerable-dependency.ts';
import { advisoryUrl } from '../../dependencies/advisory-links.ts';
import { openVulnerability } from '../../dependencies/grouping.ts';
import type { KnownIssue } from '../known-issue.ts';
import type { Offer } from './offer.ts';

/** Entries of the light bulb about one package: a line that asks for it may have twenty advisories. */
export const mostPackageOffers = 4;

/**
 * What the light bulb offers about a vulnerable package, at most `mostPackageOffers`: what its patch does in the words of
 * packages, who brings it, its page and its triage. All else is on the page.
 * @param patch what the state of its patch offers
 */
export function packageOffers(
  { title }: Pick<KnownIssue['issue'], 'title'>,
  dependency: VulnerableDependency,
  patch: readonly Offer[],
): readonly Offer[] {
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
    ...own.slice(0, 2).map(titled),
    ...(path.length > 1
      ? [{ title: l10n.t('Show what brings {0}', name), command: 'parapet.dependencyWay', isFirst: true }]
      : []),
    { title: l10n.t('Show details: {0}', title), command: 'parapet.showDetails' },
    { title: l10n.t('Triage…: {0}', title), command: 'parapet.triage' },
    ...([advisory.id, ...advisory.aliases].some((id) => advisoryUrl(id) !== undefined)
      ? [{ title: l10n.t('Open advisory {0}', advisory.id), command: 'parapet.openAdvisory' }]
      : []),
  ].slice(0, mostPackageOffers);
}

/** Of what is offered about each package at a place, the first `mostPackageOffers`; of other issues all. */
export function fewOfEachPackage<T extends { readonly issue: Pick<KnownIssue['issue'], 'dependency'> }>(
  entries: readonly T[],
): readonly T[] {
  const counts = new Map<string, number>();
  return entries.filter(({ issue: { dependency } }) => {
    if (!dependency) return true;
    const key = `${dependency.ecosystem} ${dependency.name}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= mostPackageOffers;
  });
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
