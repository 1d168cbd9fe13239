import type { Package } from '../../api/contract/dependencies.ts';
import type { ReachabilityLevel } from '../../api/contract/vulnerable-dependency.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { compareText, isResolved, isSuppressed, severityRank } from '../issues/ranking.ts';
import type { FolderNode, PackageNode, Vulnerability, VulnerableNode } from './nodes.ts';

const nearness: Readonly<Record<ReachabilityLevel, number>> = {
  REACHED: 0,
  CALLED: 1,
  IMPORTED: 2,
  UNKNOWN: 3,
  NOT_IMPORTED: 4,
};

/** Worst first; of equals, what the code comes nearest to. */
function compareVulnerabilities(a: Vulnerability, b: Vulnerability): number {
  return (
    severityRank(a.issue.severity) - severityRank(b.issue.severity) ||
    nearness[a.dependency.reachability.level] - nearness[b.dependency.reachability.level] ||
    b.issue.score - a.issue.score ||
    compareText(a.dependency.advisory.id, b.dependency.advisory.id)
  );
}

/** The packages that issues are about, one for each version and manifest, the worst first. */
export function vulnerablePackages(issues: Iterable<KnownIssue>): VulnerableNode[] {
  const packages = new Map<string, [Vulnerability, ...Vulnerability[]]>();
  for (const known of issues) {
    const { dependency, status, file } = known.issue;
    if (!dependency || isResolved(status) || isSuppressed(status)) continue;
    const vulnerability: Vulnerability = { ...known, dependency };
    const { ecosystem, name, version } = dependency;
    const id = JSON.stringify([known.folder, file, ecosystem, name, version]);
    const group = packages.get(id);
    if (group) group.push(vulnerability);
    else packages.set(id, [vulnerability]);
  }
  return [...packages]
    .map(([id, group]): VulnerableNode => {
      const [first, ...rest] = group.toSorted(compareVulnerabilities);
      return { kind: 'vulnerable', id, vulnerabilities: [first ?? group[0], ...rest] };
    })
    .sort((a, b) => compareVulnerabilities(a.vulnerabilities[0], b.vulnerabilities[0]));
}

/** What a project asks for, each with the packages that it brings; what nobody knows to ask for stands by itself. */
export function packageTree(folder: FolderNode): PackageNode[] {
  const brought = new Map<string, Package[]>();
  const top: Package[] = [];
  for (const row of folder.packages) {
    const [first] = row.path;
    if (row.path.length < 2 || first === undefined) {
      top.push(row);
      continue;
    }
    const key = askedKey(row.manifestPath, first.name);
    const list = brought.get(key);
    if (list) list.push(row);
    else brought.set(key, [row]);
  }
  const shown = new Set<string>();
  return top.map((row) => {
    const key = askedKey(row.manifestPath, row.name);
    // Of two versions of one name, the first one stands for what it brings.
    const brings = shown.has(key) ? [] : (brought.get(key) ?? []);
    shown.add(key);
    return { kind: 'package', id: `${folder.id} ${rowKey(row)}`, row, brings, parent: folder };
  });
}

export const broughtBy = (node: PackageNode): PackageNode[] =>
  node.brings.map((row) => ({
    kind: 'package',
    id: `${node.id} ${rowKey(row)}`,
    row,
    brings: [],
    parent: node,
  }));

const askedKey = (manifest: string, name: string): string => `${manifest}\n${name}`;
const rowKey = ({ ecosystem, name, version = '', manifestPath, lockPath = '' }: Package): string =>
  JSON.stringify([ecosystem, name, version, manifestPath, lockPath]);
