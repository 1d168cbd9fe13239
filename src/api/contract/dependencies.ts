import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Branch, Count, Id, Instant, organizationScope, RepositoryPath } from './fields.ts';
import { Issue, IssueListItem } from './issue.ts';
import { page, pageEnd, pageUpTo } from './paging.ts';
import { AnyIssueStatus, IssueStatus, PatchStatus, Severity } from './vocabulary.ts';
import { DependencyScope, PackageStep, ReachabilityLevel } from './vulnerable-dependency.ts';

/**
 * Packages that repositories use, and the known vulnerabilities of these (specification, section 1: dependency
 * vulnerabilities with severity, reachability and patch status). A vulnerability of a package in a repository is an issue
 * of the category SCA: it is triaged, patched and followed like every other one.
 */

const ecosystem = z.string().trim().min(1).max(50);
const packageName = z.string().trim().min(1).max(300);

const exposedOnly = z
  .boolean()
  .optional()
  .describe(
    'Only those of applications that the cloud posture integration reports as exposed; 422 where none is connected, or it was never read.',
  );

const vulnerabilityFilters = {
  ...organizationScope,
  repositoryIds: z.array(Id).min(1).max(100).optional(),
  applicationIds: z.array(Id).min(1).max(100).optional().describe('Applications of monorepos.'),
  branch: Branch.optional(),
  severities: z.array(Severity).min(1).max(50).optional(),
  statuses: z.array(AnyIssueStatus).min(1).max(50).optional().describe('Names of either generation.'),
  reachability: z.array(ReachabilityLevel).min(1).max(10).optional(),
  patchStatuses: z.array(PatchStatus).min(1).max(50).optional(),
  scopes: z.array(DependencyScope).min(1).max(10).optional(),
  ecosystems: z.array(ecosystem).min(1).max(50).optional().describe('As OSV names them, in any case.'),
  packageName: packageName.optional(),
  advisoryId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('The advisory’s id or any of its aliases.'),
  fixable: z.boolean().optional().describe('Only those that a newer version ends, or only the others.'),
  exposedOnly,
  searchQuery: z.string().max(500).optional().describe('Words in the package, the advisory or the file.'),
};

/** What the cloud posture integration says of the repositories on a page; absent where it says nothing. */
const exposureOfPage = {
  exposure: z
    .object({
      asOf: Instant.describe('When the integration was read last.'),
      repositoryIds: z.array(Id).describe('Those repositories of the page that it reports as exposed.'),
    })
    .optional(),
};

export const searchVulnerabilities = endpoint({
  id: 'dependencies.searchVulnerabilities',
  method: 'POST',
  path: '/api/v1/sca/vulnerabilities/search',
  summary: 'Known vulnerabilities of the packages that repositories use, worst first',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...vulnerabilityFilters, ...page }),
  response: z.object({ vulnerabilities: z.array(IssueListItem), ...exposureOfPage, ...pageEnd }),
});

/** The same advisory in another repository of the organization. */
const Elsewhere = z.object({
  issueId: Id,
  repositoryId: Id,
  repositoryName: z.string(),
  branch: z.string().nullable(),
  packageName: z.string(),
  version: z.string(),
});

export const getVulnerability = endpoint({
  id: 'dependencies.getVulnerability',
  method: 'POST',
  path: '/api/v1/sca/vulnerabilities/get',
  summary: 'A vulnerability of a package in full, and where else its advisory holds',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, id: Id }),
  response: z.object({ vulnerability: Issue, elsewhere: z.array(Elsewhere) }),
});

/** A package in the version that a repository resolves it to. */
export const Package = z.object({
  repositoryId: Id,
  repositoryName: z.string(),
  scanId: Id,
  ecosystem: z.string(),
  name: z.string(),
  /** Absent where the files name a range only. */
  version: z.string().optional(),
  requirement: z.string().optional(),
  purl: z.string().optional(),
  scope: DependencyScope,
  /** Whether the project itself asks for it. */
  direct: z.boolean().optional(),
  /** From what the project asks for to the package; one step where it asks for the package itself. */
  path: z.array(PackageStep),
  manifestPath: RepositoryPath,
  line: z.int().min(1),
  lockPath: RepositoryPath.optional(),
  /** SPDX expressions, as the files tell them. */
  licenses: z.array(z.string()).optional(),
  /** Open vulnerabilities by severity; a severity of which there is none is left out. */
  vulnerabilities: z.partialRecord(Severity, z.int().min(1)),
  scanFinishedAt: Instant,
});
export type Package = z.output<typeof Package>;

export const searchPackages = endpoint({
  id: 'dependencies.searchPackages',
  method: 'POST',
  path: '/api/v1/sca/manifests/packages/search',
  summary: 'Packages of the manifests and lock files of repositories, by name',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryIds: z.array(Id).min(1).max(100).optional(),
    applicationIds: z
      .array(Id)
      .min(1)
      .max(100)
      .optional()
      .describe('Packages of manifests in the folders of these applications.'),
    ecosystems: z.array(ecosystem).min(1).max(50).optional().describe('As OSV names them, in any case.'),
    name: packageName.optional().describe('The whole name.'),
    version: z.string().trim().min(1).max(200).optional(),
    scopes: z.array(DependencyScope).min(1).max(10).optional(),
    direct: z.boolean().optional(),
    vulnerableOnly: z.boolean().optional(),
    exposedOnly,
    manifestPath: RepositoryPath.optional(),
    searchQuery: z.string().max(300).optional().describe('Part of a name, in any case of letters.'),
    ...pageUpTo(1000, 100),
  }),
  response: z.object({ packages: z.array(Package), ...exposureOfPage, ...pageEnd }),
});

export const vexFormats = ['openvex', 'cyclonedx-1.6', 'cyclonedx-1.7'] as const;

export const exportVex = endpoint({
  id: 'dependencies.exportVex',
  method: 'POST',
  path: '/api/v1/sca/vex/export',
  summary: 'What was decided about the vulnerabilities of a repository’s packages, as a VEX document',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id,
    branch: Branch.optional().describe('Every branch where it is omitted; the worst state counts.'),
    format: z.enum(vexFormats).default('openvex'),
    author: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Who makes the statements; the caller’s email address when omitted.'),
  }),
  response: z.object({
    document: z.record(z.string(), z.unknown()).describe('OpenVEX 0.2.0 or CycloneDX, as asked for.'),
    statementCount: Count,
  }),
});

/** Characters of a VEX document that is taken in. */
export const maximumVexText = 4_000_000;

const VexConflict = z.object({
  issueId: Id,
  advisoryId: z.string(),
  purl: z.string(),
  /** As a person decided after the statement was made. */
  status: IssueStatus,
  wouldBe: IssueStatus,
});

export const importVex = endpoint({
  id: 'dependencies.importVex',
  method: 'POST',
  path: '/api/v1/sca/vex/import',
  summary: 'Decide about the vulnerabilities of a repository’s packages as a VEX document says',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 413, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id,
    branch: Branch.optional().describe('Every branch where it is omitted.'),
    document: z
      .string()
      .min(1)
      .max(maximumVexText)
      .describe(
        'OpenVEX or CycloneDX, the text of the file. A person chose it: it is never taken from a repository.',
      ),
    dryRun: z.boolean().default(false).describe('Say what would be decided, and change nothing.'),
  }),
  response: z.object({
    author: z.string(),
    /** Those that are decided about; with `dryRun` as they are before. */
    issues: z.array(IssueListItem),
    /** What a person decided otherwise after the statement was made, and stays: the first hundred. */
    conflicts: z.array(VexConflict),
    conflictCount: Count,
    /** Issues that are as the document says already. */
    unchanged: Count,
    /** Issues of which it says that they are looked into, or fixed, which a scan has to show. */
    undecided: Count,
    unmatchedStatements: Count,
    unreadStatements: Count,
  }),
});

const licenses = z.array(z.string().trim().min(1).max(200)).max(500);

/** Which licences packages may have. */
export const LicensePolicy = z.strictObject({
  allow: licenses
    .default([])
    .describe(
      'SPDX ids, each alone or `ID WITH EXCEPTION`. Where there are any, every other licence is refused.',
    ),
  deny: licenses.default([]).describe('The same; refused although allowed, too.'),
  unknown: z
    .enum(['ignore', 'report'])
    .default('ignore')
    .describe('Whether a package is refused whose files tell no SPDX expression.'),
  severity: z.enum(['low', 'medium']).default('medium'),
});
export type LicensePolicy = z.output<typeof LicensePolicy>;
