import { PackageURL } from 'packageurl-js';
import type { IssueListItem } from '../contract/issue.ts';
import type { VulnerableDependency } from '../contract/vulnerable-dependency.ts';

/**
 * What can be said of a vulnerability of a package, the one that counts most first: where several places of a product
 * differ, the product is as bad as the worst of them.
 */
export const vexStates = [
  'affected',
  'accepted',
  'in_triage',
  'not_affected',
  'false_positive',
  'fixed',
] as const;
export type VexState = (typeof vexStates)[number];

/** What a team says of one advisory and one version of a package in its product. */
export interface VexStatement {
  readonly advisory: VulnerableDependency['advisory'];
  readonly title: string;
  readonly cwes: readonly string[];
  readonly severity: IssueListItem['severity'];
  /** Package URL with the version. */
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  readonly state: VexState;
  /** The person's rationale, or what the scan saw, in plain text. */
  readonly detail: string;
  /** The smallest version above this one that is known to be free of it. */
  readonly fixedVersion?: string;
  /** When it was decided, or seen last. */
  readonly at: string;
}

/** Who says it, and of what. */
export interface VexSubject {
  /** The product's name. */
  readonly name: string;
  /** The product's package URL. */
  readonly purl: string;
  readonly author: string;
  readonly toolVersion: string;
  readonly at: Date;
}

/** The package URL by which documents name a project: generic, because no registry serves it. */
export const productUrl = (name: string, version?: string): string =>
  new PackageURL(
    'generic',
    undefined,
    name === '' ? 'project' : name,
    version,
    undefined,
    undefined,
  ).toString();

/** One statement for each advisory and version of a package that issues are about; issues that are about none give none. */
export function statementsOf(issues: readonly IssueListItem[]): readonly VexStatement[] {
  const statements = new Map<string, VexStatement>();
  for (const issue of issues) {
    for (const statement of statementsOfIssue(issue)) {
      const key = `${statement.advisory.id} ${statement.purl}`;
      const other = statements.get(key);
      if (!other || rank(statement) < rank(other)) statements.set(key, statement);
    }
  }
  return [...statements.values()];
}

const rank = ({ state }: VexStatement): number => vexStates.indexOf(state);

function statementsOfIssue(issue: IssueListItem): readonly VexStatement[] {
  const { dependency, title, cwes, severity } = issue;
  if (dependency?.purl === undefined) return [];
  const { advisory, name, otherVersions = [] } = dependency;
  const fixedVersion = dependency.safeVersion ?? dependency.fixedVersion;
  const parsed = PackageURL.fromString(dependency.purl);
  const judged = judgementOf(issue, dependency);
  return [dependency.version, ...otherVersions].map((version) => ({
    advisory,
    title,
    cwes,
    severity,
    purl: new PackageURL(
      parsed.type,
      parsed.namespace,
      parsed.name,
      version,
      undefined,
      undefined,
    ).toString(),
    name,
    version,
    ...(fixedVersion !== undefined && { fixedVersion }),
    ...judged,
  }));
}

/** Only a person's decision says that a product is not affected. What a scan saw is told with a state that leaves it open. */
function judgementOf(
  { status, triage, lastSeenAt, updatedAt }: IssueListItem,
  { reachability }: VulnerableDependency,
): Pick<VexStatement, 'state' | 'detail' | 'at'> {
  const seen = `Not decided yet. Evidence of the scan: ${reachability.evidence}`;
  if (status === 'RESOLVED')
    return { state: 'fixed', detail: 'The last scan no longer found it.', at: updatedAt };
  if (triage?.by === undefined) return { state: 'in_triage', detail: seen, at: lastSeenAt };
  const { reason, until, at } = triage;
  switch (status) {
    case 'FALSE_POSITIVE':
      return { state: 'false_positive', detail: reason ?? 'Judged to be a false positive.', at };
    case 'NON_EXPLOITABLE':
      return { state: 'not_affected', detail: reason ?? 'Judged not to be exploitable.', at };
    case 'ACCEPTED_RISK': {
      const end = until === undefined ? '' : ` The decision ends on ${until.slice(0, 10)}.`;
      return { state: 'accepted', detail: `${reason ?? 'The risk was accepted.'}${end}`, at };
    }
    case 'REVIEWING':
      if (triage.disposition === 'true_positive')
        return { state: 'affected', detail: reason ?? 'Confirmed as real.', at };
      break;
    case 'BACKLOG':
      return { state: 'in_triage', detail: reason ?? 'Put aside for later.', at };
    default:
  }
  return { state: 'in_triage', detail: reason ?? seen, at };
}

/** What to do about a package that is affected, in a sentence. */
export const actionOf = ({ name, fixedVersion }: VexStatement): string =>
  fixedVersion === undefined
    ? `No fixed version of ${name} is known. Replace it, or avoid what is vulnerable.`
    : `Upgrade ${name} to ${fixedVersion} or later.`;
