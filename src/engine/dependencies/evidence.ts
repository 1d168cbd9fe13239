import type { Location } from '../finding.ts';
import type { Reachability, WantedPackage } from './reachability/reachability.ts';
import type { FoundVulnerability } from './vulnerabilities.ts';
import type { ReachabilityEvidence } from './vulnerable.ts';

/** What is to be found out about a vulnerability: whether the product uses what is vulnerable in the package. */
export function wantedOf({ finding, symbols }: FoundVulnerability): WantedPackage {
  const { ecosystem, name, direct, path } = finding.dependency;
  const [first] = path;
  return {
    key: keyOf(finding),
    ecosystem,
    name,
    symbols,
    broughtBy: direct || !first || path.length < 2 ? [] : [first.name],
  };
}

/** The finding with what was found out; where an entry point reaches the vulnerable code, with that way as its flow. */
export function withEvidence(
  { finding }: FoundVulnerability,
  found: ReadonlyMap<string, Reachability>,
): FoundVulnerability['finding'] {
  const reachability = found.get(keyOf(finding));
  if (!reachability) return finding;
  return {
    ...finding,
    ...(reachability.level === 'reached' && { codeFlows: [reachability.flow] }),
    dependency: { ...finding.dependency, reachability: evidenceOf(reachability) },
  };
}

const keyOf = ({ file, fingerprint }: FoundVulnerability['finding']): string => `${fingerprint} ${file}`;

/** Places that are told, of all that there are. */
const mostPlaces = 3;

function evidenceOf(found: Reachability): ReachabilityEvidence {
  switch (found.level) {
    case 'reached': {
      const last = found.flow.steps.at(-1);
      const at = last ? ` at ${placeText(last)}` : '';
      return {
        level: 'REACHED',
        evidence: `An entry point of the product reaches the use of what is vulnerable${at}.`,
        places: placesOf(last ? [last] : []),
      };
    }
    case 'called':
      return {
        level: 'CALLED',
        evidence: `Product code uses what is vulnerable${among(found.places)}. No known entry point reaches that code.`,
        places: placesOf(found.places),
      };
    case 'imported':
      return {
        level: 'IMPORTED',
        isPartPublished: found.symbols === 'known',
        evidence:
          found.symbols === 'known'
            ? `Product code imports it${among(found.places)}, and was not seen to use what is vulnerable.`
            : `Product code imports it${among(found.places)}. Which part of it is vulnerable is not published.`,
        places: placesOf(found.places),
      };
    case 'not-imported':
      return { level: 'NOT_IMPORTED', evidence: 'No product code imports it.', places: [] };
    case 'unknown':
      return { level: 'UNKNOWN', evidence: found.why, places: placesOf(found.places) };
  }
}

const placeText = ({ file, range }: Location): string => `\`${file}:${range.startLine}\``;

function among(places: readonly Location[]): string {
  const [first] = places;
  if (!first) return '';
  return places.length === 1
    ? ` at ${placeText(first)}`
    : ` at ${placeText(first)} and ${places.length - 1} more places`;
}

const placesOf = (places: readonly Location[]): ReachabilityEvidence['places'] =>
  places.slice(0, mostPlaces).map(({ file, range }) => ({ file, line: range.startLine }));
