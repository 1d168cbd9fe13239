import { agentGroups } from './agents.ts';
import { classicGroups } from './classic.ts';
import { dataGroups } from './data.ts';
import { newerGroups } from './newer.ts';
import { operationGroups } from './operations.ts';
import { providerGroups } from './providers.ts';
import type { CatalogGroup, Ecosystem } from './schema.ts';

export const catalogGroups: readonly CatalogGroup[] = [
  ...providerGroups,
  ...agentGroups,
  ...dataGroups,
  ...operationGroups,
  ...classicGroups,
  ...newerGroups,
];

export interface CatalogEntry {
  readonly name: string;
  readonly group: CatalogGroup;
}

/**
 * The name as its registry compares it: PyPI takes `-`, `_` and `.` for the same (PEP 503), NuGet and Composer take no
 * notice of case, a Go module's major version is part of its path but not of what it is.
 */
export function normalizedName(ecosystem: Ecosystem, name: string): string {
  switch (ecosystem) {
    case 'pypi':
      return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
    case 'nuget':
    case 'composer':
      return name.toLowerCase();
    case 'go':
      return name.replace(/(?:\/v\d+|\.v\d+)$/, '');
    default:
      return name;
  }
}

const byName = new Map<string, CatalogEntry>();
for (const group of catalogGroups) {
  for (const [ecosystem, names] of Object.entries(group.names) as [Ecosystem, string][]) {
    for (const name of names.trim().split(/\s+/)) {
      byName.set(`${ecosystem} ${normalizedName(ecosystem, name)}`, { name, group });
    }
  }
}

/** @returns what the catalog knows of the package of exactly this name */
export function packageNamed(ecosystem: Ecosystem, name: string): CatalogEntry | undefined {
  return byName.get(`${ecosystem} ${normalizedName(ecosystem, name)}`);
}

export const catalogSize = byName.size;
