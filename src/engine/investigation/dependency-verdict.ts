import { upgradeAdvice } from '../dependencies/upgrades/advice.ts';
import type { ReachabilityEvidence, VulnerableDependency } from '../dependencies/vulnerable.ts';
import type { Evidence, Judgement } from './verdict.ts';

/** Returns what is known of a vulnerable package: its advisory, whether the code gets there, and what ends it. */
export function dependencyEvidence(dependency: VulnerableDependency): readonly Evidence[] {
  const { name, version, path, direct, scope, advisory, reachability, isMalicious } = dependency;
  const way = path.map((step) => `\`${step.name}\``).join(' > ');
  const [place] = reachability.places;
  return [
    {
      speaks: 'real',
      text: `The project resolves \`${name}\` to ${version}, which ${advisory.id} affects${direct ? '' : ` (${way})`}.`,
    },
    ...(isMalicious
      ? [runsWhereInstalled]
      : [
          { speaks: speaking[reachability.level], text: reachability.evidence, ...(place && { place }) },
          ...(scope === 'development' ? [onlyDevelopment] : []),
        ]),
    { speaks: 'neither', text: `What to do: ${upgradeAdvice(dependency)}` },
  ];
}

/** Decides by how far the product gets into the package. That it is not known to get there is no proof that it does not. */
export function dependencyVerdict({
  name,
  scope,
  reachability,
  isMalicious,
}: VulnerableDependency): Pick<Judgement, 'verdict' | 'summary'> {
  if (isMalicious)
    return {
      verdict: 'TRUE_POSITIVE',
      summary: `\`${name}\` is itself the attack: its code runs on every machine that installs it, whether or not it is imported.`,
    };
  if (scope === 'development')
    return {
      verdict: 'NON_EXPLOITABLE',
      summary: `The version of \`${name}\` is vulnerable, and only development needs it: it does not run with the product.`,
    };
  switch (reachability.level) {
    case 'REACHED':
      return {
        verdict: 'TRUE_POSITIVE',
        summary: `An entry point of the product reaches what is vulnerable in \`${name}\`.`,
      };
    case 'NOT_IMPORTED':
      return {
        verdict: 'NON_EXPLOITABLE',
        summary: `The version of \`${name}\` is vulnerable, and no product code imports it.`,
      };
    case 'CALLED':
      return {
        verdict: 'UNCERTAIN',
        summary: `Product code uses what is vulnerable in \`${name}\`. Whether anybody outside reaches that code is for a person to see.`,
      };
    case 'IMPORTED':
      return {
        verdict: 'UNCERTAIN',
        summary: `Product code imports \`${name}\`, and no use of what is vulnerable was seen. Compare the uses with the advisory.`,
      };
    case 'UNKNOWN':
      return {
        verdict: 'UNCERTAIN',
        summary: `The version of \`${name}\` is vulnerable. Whether the product gets there is not known.`,
      };
  }
}

const speaking: Readonly<Record<ReachabilityEvidence['level'], Evidence['speaks']>> = {
  REACHED: 'real',
  CALLED: 'real',
  IMPORTED: 'neither',
  NOT_IMPORTED: 'harmless',
  UNKNOWN: 'neither',
};

const runsWhereInstalled: Evidence = {
  speaks: 'real',
  text: 'The package is published to attack whoever installs it. Imports and scope make no difference.',
};

const onlyDevelopment: Evidence = { speaks: 'harmless', text: 'Only development needs the package.' };
