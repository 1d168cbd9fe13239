import type { Package } from '../../api/contract/dependencies.ts';
import type { RepositoryExposure } from '../../connection/dependency-api.ts';
import type { Vulnerability } from './nodes.ts';
import { indexPackages, isVulnerable } from './package-index.ts';

export type DependencyGrouping = 'repository' | 'manifest' | 'ecosystem';

/** Which packages the view shows, and by what they are grouped. */
export interface DependencyFilter {
  /** Part of a name, an advisory's id or a path, in any case of letters; empty for all. */
  readonly text: string;
  readonly vulnerableOnly: boolean;
  /** Only what the project itself asks for. */
  readonly directOnly: boolean;
  /** Only of repositories that the service's cloud posture integration reports as exposed. */
  readonly exposedOnly: boolean;
  readonly grouping: DependencyGrouping;
}

export const everything: DependencyFilter = {
  text: '',
  vulnerableOnly: false,
  directOnly: false,
  exposedOnly: false,
  grouping: 'repository',
};

export const isNarrowed = ({ text, vulnerableOnly, directOnly, exposedOnly }: DependencyFilter): boolean =>
  text !== '' || vulnerableOnly || directOnly || exposedOnly;

/** Whether the filter lets a repository through, by what is said of its exposure. */
export const fitsExposure = (
  exposure: RepositoryExposure | undefined,
  { exposedOnly }: DependencyFilter,
): boolean => !exposedOnly || exposure?.isExposed === true;

/** Returns the packages that the filter lets through, with what brings them, so that they keep their place in the tree. */
export function filteredPackages(rows: readonly Package[], filter: DependencyFilter): readonly Package[] {
  if (!isNarrowed(filter)) return rows;
  const { vulnerableOnly, directOnly } = filter;
  const text = filter.text.toLowerCase();
  const fits = (row: Package): boolean =>
    (text === '' || row.name.toLowerCase().includes(text) || row.manifestPath.toLowerCase().includes(text)) &&
    (!vulnerableOnly || isVulnerable(row)) &&
    (!directOnly || row.path.length < 2);
  const index = indexPackages(rows);
  const shown = new Set<Package>();
  for (const row of rows)
    if (fits(row))
      for (let one: Package | undefined = row; one && !shown.has(one); one = index.parentOf(one))
        shown.add(one);
  return rows.filter((row) => shown.has(row));
}

export function fitsVulnerability({ dependency, issue }: Vulnerability, filter: DependencyFilter): boolean {
  const { name, advisory, direct } = dependency;
  const text = filter.text.toLowerCase();
  const texts = [name, issue.file, advisory.id, ...advisory.aliases];
  return (
    (text === '' || texts.some((one) => one.toLowerCase().includes(text))) && (!filter.directOnly || direct)
  );
}

export interface PackageGroup {
  readonly name: string;
  readonly packages: readonly Package[];
}

/** Returns the packages by manifest or ecosystem, by name. */
export function groupsOf(rows: readonly Package[], grouping: 'manifest' | 'ecosystem'): PackageGroup[] {
  const groups = new Map<string, Package[]>();
  for (const row of rows) {
    const name = grouping === 'manifest' ? row.manifestPath : row.ecosystem;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups]
    .map(([name, packages]) => ({ name, packages }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
