import type { ReachabilityLevel } from '../../api/contract/vulnerable-dependency.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { compareText, isResolved, isSuppressed, severityRank } from '../issues/ranking.ts';
import type { Vulnerability, VulnerableNode } from './nodes.ts';

const nearness: Readonly<Record<ReachabilityLevel, number>> = {
  REACHED: 0,
  CALLED: 1,
  IMPORTED: 2,
  UNKNOWN: 3,
  NOT_IMPORTED: 4,
};

/** Worst first; of equals, what the code comes nearest to. */
export function compareVulnerabilities(a: Vulnerability, b: Vulnerability): number {
  return (
    severityRank(a.issue.severity) - severityRank(b.issue.severity) ||
    nearness[a.dependency.reachability.level] - nearness[b.dependency.reachability.level] ||
    b.issue.score - a.issue.score ||
    compareText(a.dependency.advisory.id, b.dependency.advisory.id)
  );
}

/** The issue, where it is about a package and nobody has settled it. */
export function openVulnerability(known: KnownIssue): Vulnerability | undefined {
  const { dependency, status } = known.issue;
  if (!dependency || isResolved(status) || isSuppressed(status)) return undefined;
  return { ...known, dependency };
}

/** The packages that issues are about, one for each version and manifest, the worst first. */
export function vulnerablePackages(issues: Iterable<KnownIssue>): VulnerableNode[] {
  const packages = new Map<string, [Vulnerability, ...Vulnerability[]]>();
  for (const known of issues) {
    const vulnerability = openVulnerability(known);
    if (!vulnerability) continue;
    const { ecosystem, name, version } = vulnerability.dependency;
    const id = JSON.stringify([known.folder, known.issue.file, ecosystem, name, version]);
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
