import type { VulnerableDependency } from '../../api/contract/vulnerable-dependency.ts';
import { packageUrl } from '../../engine/dependencies/purl.ts';
import type { Finding } from '../../engine/finding.ts';

/** Ecosystem and name as one text, by which issues and packages are brought together. */
export const packageKey = (ecosystem: string, name: string): string => `${ecosystem} ${name}`;

/** Names with a space before and after each, so that a whole one is found among them. */
const listed = (names: readonly string[]): string => ` ${names.join(' ')} `;

/** What an issue's row says of a vulnerable package; null in all columns for every other issue. */
export function dependencyColumns({ dependency }: Finding) {
  if (!dependency) {
    return {
      dependency: null,
      package_key: null,
      package_versions: null,
      advisory_ids: null,
      reachability: null,
      package_scope: null,
      fixed_version: null,
    };
  }
  const { ecosystem, name, version, advisory, reachability } = dependency;
  const scope = scopeNames[dependency.scope];
  const content: VulnerableDependency = {
    ecosystem,
    name,
    version,
    ...packageUrl(ecosystem, name, version),
    scope,
    direct: dependency.direct,
    path: dependency.path.map((step) => ({ ...step })),
    ...(dependency.lock && { lock: { ...dependency.lock } }),
    ...(dependency.otherVersions.length > 0 && { otherVersions: [...dependency.otherVersions] }),
    advisory: {
      id: advisory.id,
      aliases: [...advisory.aliases],
      sources: [...advisory.sources],
      cvss: [...advisory.cvss],
      ...(advisory.published !== undefined && { published: advisory.published }),
      references: [...advisory.references],
    },
    ...(dependency.fixedVersion !== undefined && { fixedVersion: dependency.fixedVersion }),
    ...(dependency.safeVersion !== undefined && { safeVersion: dependency.safeVersion }),
    reachability: {
      level: reachability.level,
      evidence: reachability.evidence,
      ...(reachability.isPartPublished !== undefined && { isPartPublished: reachability.isPartPublished }),
      ...(reachability.places.length > 0 && { places: reachability.places.map((place) => ({ ...place })) }),
    },
  };
  return {
    dependency: JSON.stringify(content),
    package_key: packageKey(ecosystem, name),
    package_versions: listed([version, ...dependency.otherVersions]),
    advisory_ids: listed([advisory.id, ...advisory.aliases]),
    reachability: reachability.level,
    package_scope: scope,
    fixed_version: dependency.fixedVersion ?? null,
  };
}

export const scopeNames = {
  production: 'PRODUCTION',
  development: 'DEVELOPMENT',
  unknown: 'UNKNOWN',
} as const;
