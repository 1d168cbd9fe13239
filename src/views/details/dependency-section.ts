import * as l10n from '@vscode/l10n';
import type { Issue } from '../../api/contract/issue.ts';
import type { ReachabilityLevel, VulnerableDependency } from '../../api/contract/vulnerable-dependency.ts';
import { advisoryUrl } from '../dependencies/advisory-links.ts';
import { scopeText } from '../dependencies/package-text.ts';
import { dayOf } from '../issues/days.ts';
import type { DependencyView } from './dependency-messages.ts';

/** Puts what an issue says of a package into the words of the details page. @param line where its manifest has it now */
export function toDependencyView(
  dependency: VulnerableDependency,
  { file, howToFix }: Pick<Issue, 'file' | 'howToFix'>,
  line: number,
): DependencyView {
  const { advisory, reachability, lock, path } = dependency;
  return {
    name: dependency.name,
    version: dependency.version,
    otherVersions: dependency.otherVersions ?? [],
    ecosystem: dependency.ecosystem,
    role: roleText(dependency),
    manifest: { file, line },
    ...(lock && { lock }),
    path: path.length > 1 ? path : [],
    advisories: [advisory.id, ...advisory.aliases].map((id) => {
      const url = advisoryUrl(id);
      return { label: id, ...(url !== undefined && { url }) };
    }),
    ...(advisory.published !== undefined && { published: dayOf(advisory.published) }),
    sources: advisory.sources,
    steps: stepsOf(dependency),
    evidence: reachability.evidence,
    places: reachability.places ?? [],
    fix: fixText(dependency),
    ...(howToFix && { advice: howToFix.text }),
    ...(howToFix?.command !== undefined && { command: howToFix.command }),
  };
}

function roleText({ scope, direct, path }: VulnerableDependency): string {
  const [first] = path;
  const by =
    direct || !first || path.length < 2
      ? l10n.t('the project asks for it')
      : l10n.t('brought by {0}', first.name);
  const told = scopeText(scope);
  return told === '' ? by : l10n.t('{0}, {1}', told, by);
}

/** How many of the three steps were seen; what was not looked for, or cannot be told, is not known. */
const seen: Readonly<Record<ReachabilityLevel, number>> = {
  REACHED: 3,
  CALLED: 2,
  IMPORTED: 1,
  NOT_IMPORTED: 0,
  UNKNOWN: 0,
};

function stepsOf({ name, reachability }: VulnerableDependency): DependencyView['steps'] {
  const { level, isPartPublished } = reachability;
  // Where nobody published what is vulnerable in the package, its use cannot be seen.
  const isKnown = level !== 'UNKNOWN' && (level !== 'IMPORTED' || isPartPublished !== false);
  const texts = [
    l10n.t('Product code imports {0}', name),
    l10n.t('It uses what is vulnerable'),
    l10n.t('An entry point reaches that use'),
  ];
  return texts.map((text, index) => {
    if (index < seen[level]) return { text, state: 'seen', label: l10n.t('seen') };
    return isKnown
      ? { text, state: 'notSeen', label: l10n.t('not seen') }
      : { text, state: 'notKnown', label: l10n.t('not known') };
  });
}

function fixText({ name, version, fixedVersion, safeVersion }: VulnerableDependency): string {
  if (safeVersion !== undefined && fixedVersion !== undefined && safeVersion !== fixedVersion)
    return l10n.t(
      '{0} {1} is the smallest version after {2} that no known advisory affects. {3} ends this vulnerability alone.',
      name,
      safeVersion,
      version,
      fixedVersion,
    );
  if (safeVersion !== undefined)
    return l10n.t(
      '{0} {1} is the smallest version after {2} that no known advisory affects.',
      name,
      safeVersion,
      version,
    );
  return fixedVersion === undefined
    ? l10n.t('No version of {0} is known to end it.', name)
    : l10n.t('{0} {1} ends it. Other advisories affect that version, too.', name, fixedVersion);
}
