import * as z from 'zod';
import type { Place } from '../../api/contract/agent/message.ts';
import { type Package, searchPackages, searchVulnerabilities } from '../../api/contract/dependencies.ts';
import { Id } from '../../api/contract/fields.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { Cursor } from '../../api/contract/paging.ts';
import { IssueStatus, openStatuses, PatchStatus, Severity } from '../../api/contract/vocabulary.ts';
import {
  DependencyScope,
  PackageStep,
  ReachabilityLevel,
  type VulnerableDependency,
} from '../../api/contract/vulnerable-dependency.ts';
import { answer } from '../answer.ts';
import { code, prose, visible, words } from '../data.ts';
import { define } from './define.ts';
import { count, inWords, issuePlace, moreLine } from './issue-words.ts';
import { anyRepositoryInput, branchScannedLast, organization, repositoryFilter } from './repository.ts';

/** The packages that repositories use, and the known vulnerabilities of these. */

const shared = {
  repository: anyRepositoryInput,
  ecosystems: z
    .array(z.string().trim().min(1).max(50))
    .min(1)
    .max(20)
    .optional()
    .describe('As OSV names them: npm, PyPI, Maven, Go, crates.io, RubyGems, Packagist, NuGet, …'),
  scopes: z.array(DependencyScope).min(1).max(3).optional(),
  exposedOnly: z
    .boolean()
    .optional()
    .describe('Only of repositories that a cloud posture provider reports as exposed to the internet.'),
  limit: z.int().min(1).max(50).default(25),
  cursor: Cursor.optional().describe('The nextCursor of the page before.'),
};

const PackageRow = z.object({
  ecosystem: z.string(),
  name: z.string(),
  version: z.string().optional(),
  /** Where the files name a range only. */
  requirement: z.string().optional(),
  purl: z.string().optional(),
  scope: DependencyScope,
  direct: z.boolean().optional(),
  /** From what the project asks for to the package itself. */
  path: z.array(PackageStep),
  licenses: z.array(z.string()).optional(),
  /** Open vulnerabilities by severity. */
  vulnerabilities: z.partialRecord(Severity, z.int()),
  repository: z.string(),
  file: z.string(),
  line: z.int(),
});
export type PackageRow = z.output<typeof PackageRow>;
export const PackageRows = z.object({
  packages: z.array(PackageRow),
  nextCursor: z.string().optional(),
});

export const listDependencies = define({
  name: 'list_dependencies',
  title: 'List dependencies',
  description:
    'The packages that a repository uses, direct and transitive, by name: version, scope, licences, which package brings it, the line of the manifest, and how many open vulnerabilities each has. Use it for "do we use X?", "who brings X?", "which licence has X?".',
  input: z.strictObject({
    ...shared,
    query: z.string().trim().min(1).max(300).optional().describe('Part of a name.'),
    name: z.string().trim().min(1).max(300).optional().describe('The whole name.'),
    direct: z.boolean().optional().describe('Only what the project itself asks for, or only the others.'),
    vulnerableOnly: z.boolean().optional(),
  }),
  output: PackageRows,
  effect: 'none',
  run: async ({ repository, query, ...filters }, context) => {
    const repositoryId = await repositoryFilter(repository, context);
    const { packages, nextCursor } = await context.service.call(
      searchPackages,
      {
        ...filters,
        ...organization(context),
        ...(repositoryId !== undefined && { repositoryIds: [repositoryId] }),
        ...(query !== undefined && { searchQuery: query }),
      },
      { signal: context.signal },
    );
    const head =
      packages.length === 0 && filters.cursor === undefined
        ? 'No package of the manifests and lock files that the latest scans read fits.'
        : `${count(packages.length, 'package')}${nextCursor === undefined ? '' : ' on this page'}:`;
    return answer(
      listed(head, packages.map(packageLine), nextCursor),
      { packages: packages.map(packageRow), nextCursor },
      packages.map(
        ({ name, manifestPath, line }): Place => ({ label: visible(name), path: manifestPath, line }),
      ),
    );
  },
});

const VulnerabilityRow = z.object({
  /** The issue: explain_issue tells all about it. */
  issueId: Id,
  /** Of the issue. */
  title: z.string(),
  advisory: z.string(),
  aliases: z.array(z.string()),
  severity: Severity,
  status: IssueStatus,
  ecosystem: z.string(),
  package: z.string(),
  version: z.string(),
  scope: DependencyScope,
  direct: z.boolean(),
  path: z.array(PackageStep),
  reachability: ReachabilityLevel,
  evidence: z.string(),
  /** The smallest version that ends this vulnerability. */
  fixedVersion: z.string().optional(),
  /** The smallest version that no known advisory of the package affects. */
  safeVersion: z.string().optional(),
  patch: PatchStatus.optional(),
  repository: z.string(),
  file: z.string(),
  line: z.int(),
  lock: z.string().optional(),
});
export type VulnerabilityRow = z.output<typeof VulnerabilityRow>;
export const VulnerabilityRows = z.object({
  vulnerabilities: z.array(VulnerabilityRow),
  nextCursor: z.string().optional(),
});

export const listVulnerableDependencies = define({
  name: 'list_vulnerable_dependencies',
  title: 'List vulnerable dependencies',
  description:
    'The known vulnerabilities of the packages that a repository uses, worst first and of equals those that code reaches: advisory and aliases, package and version, which package brings it, whether product code imports, calls or reaches what is vulnerable, and the smallest version that ends it. Use it for "which dependencies are vulnerable?", "are we affected by CVE-…?", "which are reachable?", "how do I fix them?".',
  input: z.strictObject({
    ...shared,
    package: z.string().trim().min(1).max(300).optional().describe('The whole name of a package.'),
    query: z.string().trim().min(1).max(500).optional().describe('Words in package, advisory or file.'),
    advisory: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('An id of an advisory or any of its aliases, e.g. CVE-2021-44228 or GHSA-….'),
    severities: z.array(Severity).min(1).max(5).optional(),
    reachability: z
      .array(ReachabilityLevel)
      .min(1)
      .max(5)
      .optional()
      .describe('REACHED: from an entry point; CALLED; IMPORTED; NOT_IMPORTED; UNKNOWN.'),
    statuses: z.array(IssueStatus).min(1).max(10).optional().describe('The open ones when omitted.'),
    fixable: z.boolean().optional().describe('Only those that a newer version ends, or only the others.'),
  }),
  output: VulnerabilityRows,
  effect: 'none',
  run: async ({ repository, package: packageName, advisory, query, statuses, ...filters }, context) => {
    const repositoryId = await repositoryFilter(repository, context);
    const { vulnerabilities, nextCursor } = await context.service.call(
      searchVulnerabilities,
      {
        ...(await branchScannedLast(repositoryId, context)),
        ...filters,
        ...organization(context),
        statuses: statuses ?? [...openStatuses],
        ...(repositoryId !== undefined && { repositoryIds: [repositoryId] }),
        ...(packageName !== undefined && { packageName }),
        ...(advisory !== undefined && { advisoryId: advisory }),
        ...(query !== undefined && { searchQuery: query }),
      },
      { signal: context.signal },
    );
    const rows = vulnerabilities.flatMap((issue) =>
      issue.dependency ? [vulnerabilityRow(issue, issue.dependency)] : [],
    );
    const head =
      rows.length === 0 && filters.cursor === undefined
        ? 'No package has such a vulnerability, by the advisories that the service has.'
        : `${count(rows.length, 'vulnerability', 'vulnerabilities')}${nextCursor === undefined ? '' : ' on this page'}, worst first:`;
    return answer(
      listed(head, rows.map(vulnerabilityLine), nextCursor),
      { vulnerabilities: rows, nextCursor },
      vulnerabilities.map(issuePlace),
    );
  },
});

function listed(head: string, lines: readonly string[], nextCursor: string | undefined): string {
  const body = lines.length > 0 ? `\n\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
  return `${head}${body}${moreLine(lines.length, undefined, nextCursor)}`;
}

/** Steps that are written out of a way that is longer. */
const mostSteps = 8;

/** `express 4.0.0 › qs 0.6.6`, as text of the files. */
export const wayText = (path: readonly PackageStep[]): string => {
  const steps = path.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`));
  const shown =
    steps.length > mostSteps ? [...steps.slice(0, mostSteps - 1), '…', ...steps.slice(-1)] : steps;
  return shown.join(' › ');
};

function packageLine({
  ecosystem,
  name,
  version,
  requirement,
  scope,
  path,
  licenses,
  vulnerabilities,
  manifestPath,
  line,
}: Package): string {
  const counts = Severity.options.flatMap((severity) => {
    const number = vulnerabilities[severity];
    return number === undefined ? [] : [`${number} ${inWords(severity)}`];
  });
  const notes = [
    inWords(scope),
    path.length > 1 ? `brought by ${code(wayText(path.slice(0, -1)), 200)}` : '',
    (licenses ?? []).map((license) => words(license, 60)).join(', '),
    counts.length > 0 ? `**vulnerabilities: ${counts.join(', ')}**` : '',
  ].filter((note) => note !== '');
  return `${code(name, 120)} ${words(version ?? requirement ?? 'without a version', 60)} (${words(ecosystem, 40)}): ${notes.join(' · ')} · ${code(`${manifestPath}:${line}`)}`;
}

function vulnerabilityLine(row: VulnerabilityRow): string {
  const fix =
    row.fixedVersion === undefined ? 'no fixed version known' : `fixed in ${words(row.fixedVersion, 60)}`;
  const way = row.direct ? '' : ` · brought by ${code(wayText(row.path.slice(0, -1)), 200)}`;
  return `**${inWords(row.severity)}** ${words(row.advisory, 60)} in ${code(row.package, 120)} ${words(row.version, 60)}: ${inWords(row.reachability)} (${prose(row.evidence, 300)}) · ${fix}${way} · ${code(`${row.file}:${row.line}`)} · id ${row.issueId}`;
}

function packageRow(found: Package): PackageRow {
  const { ecosystem, name, version, requirement, purl, scope, direct, licenses, vulnerabilities } = found;
  return {
    ecosystem,
    name,
    ...(version !== undefined && { version }),
    ...(requirement !== undefined && { requirement }),
    ...(purl !== undefined && { purl }),
    scope,
    ...(direct !== undefined && { direct }),
    path: found.path,
    ...(licenses && { licenses }),
    vulnerabilities,
    repository: found.repositoryName,
    file: found.manifestPath,
    line: found.line,
  };
}

function vulnerabilityRow(issue: IssueListItem, dependency: VulnerableDependency): VulnerabilityRow {
  const { advisory, reachability, fixedVersion, safeVersion, lock } = dependency;
  const { patch } = issue;
  return {
    issueId: issue.id,
    title: issue.title,
    advisory: advisory.id,
    aliases: advisory.aliases.slice(0, 10),
    severity: issue.severity,
    status: issue.status,
    ecosystem: dependency.ecosystem,
    package: dependency.name,
    version: dependency.version,
    scope: dependency.scope,
    direct: dependency.direct,
    path: dependency.path,
    reachability: reachability.level,
    evidence: reachability.evidence,
    ...(fixedVersion !== undefined && { fixedVersion }),
    ...(safeVersion !== undefined && { safeVersion }),
    ...(patch && patch.status !== 'NONE' && { patch: patch.status }),
    repository: issue.repositoryName,
    file: issue.file,
    line: issue.startLine,
    ...(lock && { lock: lock.file }),
  };
}
